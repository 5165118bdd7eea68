"""``kb exam`` as a candidate meets it: papers, practice, mock exams against the clock, review, results."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb import cli, cli_exam, exam_trainer
from kb.errors import InputError
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES


class Clock:
    """A clock that moves on by a step each time it is read."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
        self.step = timedelta()

    def __call__(self) -> datetime:
        self.time += self.step
        return self.time


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, library: Library) -> Clock:
    made = Clock()
    monkeypatch.setattr(exam_trainer, "corpus_library", lambda: library)
    monkeypatch.setenv("KB_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setattr(cli_exam, "_trainer", lambda language: exam_trainer.open_trainer(language, made))
    return made


def run(*arguments: str, stdin: str = "") -> str:
    result = CliRunner().invoke(cli.app, ["exam", *arguments], input=stdin, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*arguments: str) -> InputError:
    result = CliRunner().invoke(cli.app, ["exam", *arguments], input="")
    assert isinstance(result.exception, InputError), result.output
    return result.exception


def past(language: str = "en") -> dict[str, object]:
    found: dict[str, object] = json.loads(run("results", "-l", language, "--json"))
    return found


# -- papers -------------------------------------------------------------------------


def test_a_paper_is_an_object_with_questions_and_the_same_bytes_every_time(tmp_path: Path) -> None:
    wanted = ("paper", "--language", "nl", "--count", "40", "--seed", "7", "--json")
    text = run(*wanted)
    data = json.loads(text)
    assert len(data["questions"]) == 40
    assert {q["language"] for q in data["questions"]} == {"nl"}
    assert all(q["key"] and q["explanation"] for q in data["questions"])
    assert run(*wanted) == text
    assert run(*wanted[:-3], "--seed", "8", "--json") != text
    assert not (tmp_path / "data").exists()  # making a paper leaves no record


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_paper_is_written_as_page_and_pdf_with_its_key(language: str, tmp_path: Path) -> None:
    page, pdf, key = (tmp_path / name for name in ("paper.html", "paper.pdf", "key.html"))
    said = run("paper", "-l", language, "-n", "4", "--html", str(page), "--pdf", str(pdf), "--key", str(key))
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert pdf.read_bytes().startswith(b"%PDF")
    assert "blockquote" in key.read_text(encoding="utf-8")
    assert said.count(str(tmp_path)) == 3


def test_with_json_only_json_goes_to_the_standard_output(tmp_path: Path) -> None:
    assert json.loads(run("paper", "-n", "2", "--json", "--key", str(tmp_path / "key.pdf")))["questions"]
    assert (tmp_path / "key.pdf").read_bytes().startswith(b"%PDF")


def test_a_deck_for_anki_is_written(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.apkg", "b.apkg")]
    for file in files:
        run("anki", str(file), "-l", "ru", "-n", "5")
    assert files[0].read_bytes() == files[1].read_bytes() != b""


def test_topics_formats_and_the_edition_are_as_asked_for() -> None:
    wanted = (
        "--topic",
        "two_hands",
        "--topic",
        "colours_reversed",
        "--format",
        "open",
        "-e",
        "2014",
        "-n",
        "6",
    )
    data = json.loads(run("paper", *wanted, "--json"))
    assert {q["topic"] for q in data["questions"]} == {"two_hands", "colours_reversed"}
    assert {q["format"] for q in data["questions"]} == {"open"}
    assert data["edition"] == "2014"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "arguments",
    [
        ("paper",),
        ("paper", "--json", "--topic", "banana"),
        ("paper", "--json", "--format", "essay"),
        ("paper", "--json", "--edition", "1985"),
        ("paper", "--json", "--count", "0"),
        ("paper", "--json", "--authority", "nobody"),
        ("paper", "--json", "--authority", "fide", "--count", "3"),
        ("paper", "-n", "2", "--key", "key.doc"),
        ("paper", "-n", "2", "--pdf", "/no/such/folder/paper.pdf"),
        ("anki", "/no/such/folder/deck.apkg", "-n", "2"),
        ("mock", "--authority", "practice"),
        ("mock", "--resume"),
    ],
)
def test_refusals_are_worded_in_the_users_language(arguments: tuple[str, ...], language: str) -> None:
    error = refused(*arguments, "--language", language)
    assert error.message
    assert error.hint
    if language == "ru":
        assert any("а" <= letter <= "я" for letter in error.message)
    elif language != "en":
        assert error.message != refused(*arguments, "--language", "en").message


def test_an_unknown_language_is_refused() -> None:
    assert "nl" in refused("paper", "--json", "--language", "fr").hint


def test_a_paper_made_here_can_be_marked_here(tmp_path: Path) -> None:
    made = run("paper", "-n", "3", "--format", "choice", "--json")
    (tmp_path / "paper.json").write_text(made, encoding="utf-8")
    right = str(json.loads(made)["questions"][1]["right"] + 1)
    wanted = ("--question", str(tmp_path / "paper.json"), "--number", "2")
    marked = json.loads(run("mark", *wanted, "--json", right))
    assert marked["earned"] == marked["marks"] == 1


# -- practice ------------------------------------------------------------------------

_CHOICES = ("practice", "--format", "choice", "--count", "3", "--seed", "5")


def _right(*options: str) -> list[str]:
    """Return the numbers of the right options of the paper that practice with a seed asks."""
    data = json.loads(run("paper", "--json", "--format", "choice", "--count", "3", "--seed", "5", *options))
    return [str(q["right"] + 1) for q in data["questions"]]


def test_practice_says_at_once_what_was_right_and_why() -> None:
    shown = run(*_CHOICES, stdin="\n".join(_right()) + "\n")
    assert shown.count("Right.") == 3
    assert "Why:" in shown
    assert "Result: 3 of 3, 100%." in shown
    assert "To study:" not in shown


def test_what_is_wrong_is_said_with_the_right_answer_and_what_to_read() -> None:
    wrong = "\n".join("2" if right == "1" else "1" for right in _right("-l", "nl"))
    shown = run(*_CHOICES, "-l", "nl", stdin=wrong + "\n")
    assert shown.count("Niet goed.") == 3
    assert "Om te bestuderen:" in shown


def test_practice_goes_on_where_it_was_left() -> None:
    first = run(*_CHOICES, stdin=_right()[0] + "\n")
    assert "Saved. Go on with: kb exam practice --language en --format choice --count 3 --seed 5" in first
    second = run(*_CHOICES, stdin="\n".join(_right()[1:]) + "\n:q\n")
    assert "Going on where you stopped." in second
    assert "Question 1 of 3" not in second
    assert "Result: 3 of 3, 100%." in second


def test_another_wish_is_another_practice() -> None:
    run(*_CHOICES, stdin="1\n")
    assert "Going on" not in run(*_CHOICES, "-e", "2014", stdin=":q\n")
    assert "Going on" in run(*_CHOICES, stdin=":q\n")


def test_without_a_seed_every_practice_has_new_questions() -> None:
    asked = [run("practice", "-n", "1", "--format", "choice", stdin="1\n") for _ in range(3)]
    assert len(set(asked)) == 3


def test_an_answer_that_is_none_is_asked_again_and_an_empty_one_is_passed_over() -> None:
    shown = run(*_CHOICES, stdin="banana\n9\n\n:q\n")
    assert shown.count("Answer with a number from 1 to 4.") == 2
    assert shown.count("No answer.") == 1
    assert "Question 2 of 3" in shown


def test_bytes_that_are_no_text_are_no_crash(tmp_path: Path) -> None:
    done = _process(
        tmp_path, "practice", "-n", "1", "--format", "open", "--seed", "1", stdin=b"\xff\xfe\x00\xe9\n"
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert b"Result: 0 of" in done.stdout


# -- mock exams -----------------------------------------------------------------------


def _begin_mock(stdin: str = ":q\n") -> str:
    return run("mock", "--authority", "uvr", "--seed", "5", stdin=stdin)


def test_a_mock_exam_says_its_rules_first_and_nothing_about_the_answers_before_the_end() -> None:
    shown = _begin_mock("1\n2\n:q\n")
    assert "30 questions" in shown
    assert "80%" in shown
    assert "Our own setting" in shown
    assert "60 minutes left." in shown
    assert "Right." not in shown
    assert "Not right." not in shown
    assert "Question 3 of 30" in shown


def test_a_mock_exam_is_handed_in_and_judged() -> None:
    data = json.loads(run("paper", "--authority", "uvr", "--seed", "5", "--json"))
    answers = [str(q["right"] + 1) for q in data["questions"]]
    shown = _begin_mock("\n".join(answers) + "\n:end\n")
    assert "Every question has an answer." in shown
    assert "Result: 30 of 30, 100%." in shown
    assert "Passed." in shown
    (attempt,) = past()["attempts"]
    assert (attempt["authority"], attempt["passed"], attempt["answered"]) == ("uvr", True, 30)


def test_questions_can_be_passed_over_gone_back_to_and_changed() -> None:
    shown = _begin_mock(":n\n1\n:1\n:2\n2\n:77\n:x\n:q\n")
    order = [line.split()[1] for line in shown.splitlines() if line.startswith("Question ")]
    assert order == ["1", "2", "3", "1", "2", "3", "3", "3"]
    assert shown.count("There is no question") == 2


def test_a_mock_exam_is_resumed_with_its_clock_running_on(clock: Clock) -> None:
    _begin_mock("1\n:q\n")
    clock.time += timedelta(minutes=45)
    assert "kb exam mock --language nl --resume" in refused("mock", "-a", "uvr", "-l", "nl").hint
    shown = run("mock", "--resume", stdin="1\n")
    assert "15 minutes left." in shown
    assert "Question 2 of 30" in shown
    assert "Saved. Go on with: kb exam mock --language en --resume" in shown


def test_when_time_is_up_the_paper_is_taken_in(clock: Clock) -> None:
    _begin_mock("1\n1\n:q\n")
    clock.time += timedelta(minutes=61)
    shown = run("mock", "--resume", stdin="1\n1\n")
    assert "Time is up." in shown
    assert "Result:" in shown
    (attempt,) = past()["attempts"]
    assert attempt["answered"] == 2
    assert attempt["finished"] == "2026-11-30T13:00:00+00:00"


def test_an_answer_after_the_time_does_not_count(clock: Clock) -> None:
    clock.step = timedelta(minutes=25)
    shown = _begin_mock("1\n1\n1\n1\n")
    assert "This answer came after the time and earns nothing." in shown
    assert "Time is up." in shown


def test_a_new_mock_exam_can_begin_when_the_old_one_ran_out(clock: Clock) -> None:
    _begin_mock("1\n:q\n")
    clock.time += timedelta(hours=3)
    assert "Question 1 of 30" in _begin_mock()
    assert len(past()["attempts"]) == 1


def test_wrong_answers_cost_in_the_spanish_exam_and_parts_are_shown() -> None:
    data = json.loads(run("paper", "--authority", "feda", "--seed", "5", "--json", "-l", "es"))
    wrong = [str((q["right"] + 1) % 4 + 1) for q in data["questions"][:20]]
    shown = run("mock", "-a", "feda", "--seed", "5", "-l", "es", stdin="\n".join(wrong) + "\n:end\n")
    assert "1/3" in shown
    assert "Parte 1: 0 de 20, 0 %" in shown
    assert "No aprobado." in shown


# -- review and results ------------------------------------------------------------------


def test_what_was_answered_comes_back_with_a_fresh_question(clock: Clock) -> None:
    assert "Nothing is due." in run("review")
    run(*_CHOICES, stdin="1\n1\n1\n")
    assert "The next one comes back on" in run("review")
    clock.time += timedelta(days=60)
    first = run("review", stdin="1\n")
    assert "due." in first
    again = run("review", stdin="1\n1\n1\n")
    assert "Going on" in again
    assert "Result:" in again
    assert "Nothing is due." in run("review")


def test_results_by_topic_and_the_last_exam_question_by_question() -> None:
    assert "No exam has been finished yet." in run("results")
    wrong = "\n".join("2" if right == "1" else "1" for right in _right())
    run(*_CHOICES, stdin=wrong + "\n")
    shown = run("results", "-l", "es")
    assert "Práctica (practice): 0 de 3, 0 %" in shown
    assert "Para estudiar:" in shown
    last = run("results", "--last")
    assert last.count("Not right.") == 3
    assert past()["to_study"]


def test_a_point_is_contested_listed_and_decided_on() -> None:
    assert "No point is contested." in run("contest", "list")
    open_paper = ("practice", "--format", "open", "--count", "1", "--seed", "5")
    shown = run(*open_paper, stdin="I would look it up.\n")
    assert "A point can be contested: kb exam contest add" in shown
    assert "Noted" in run("contest", "add", "1", "I", "said", "so")
    listed = " ".join(run("contest", "list", "-l", "nl").split())
    assert "I said so" in listed
    assert "open voor beoordeling" in listed
    (one,) = json.loads(run("contest", "list", "--open", "--json"))
    assert (one["id"], one["point"], one["upheld"]) == (1, 1, None)
    assert refused("contest", "resolve", "1").hint
    assert refused("contest", "resolve", "7", "--uphold").hint
    assert "upheld" in run("contest", "resolve", "1", "--uphold")
    (attempt,) = past()["attempts"]
    assert attempt["earned"] == one["marks"]
    assert json.loads(run("contest", "list", "--open", "--json")) == []


# -- ended from outside ---------------------------------------------------------------------


def _process(folder: Path, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "kb", "exam", *arguments],
        input=stdin,
        capture_output=True,
        env=os.environ | {"KB_DATA_DIR": str(folder / "data")},
    )


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_killed_in_the_middle_of_a_paper_nothing_is_lost(how: signal.Signals, tmp_path: Path) -> None:
    sitting = subprocess.Popen(
        [sys.executable, "-u", "-m", "kb", "exam", *_CHOICES],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert sitting.stdin is not None
    assert sitting.stdout is not None
    sitting.stdin.write(b"1\n1\n")
    sitting.stdin.flush()
    shown = b""
    while b"Question 3 of 3" not in shown:
        shown += os.read(sitting.stdout.fileno(), 65536)
    time.sleep(0.2)  # it is waiting for the third answer now
    sitting.send_signal(how)
    rest, errors = sitting.communicate(timeout=60)
    assert b"Traceback" not in errors
    if how is signal.SIGINT:
        assert sitting.returncode == 130
        assert b"Saved." in rest
    else:
        assert sitting.returncode == -signal.SIGKILL
    again = run(*_CHOICES, stdin="1\n")
    assert "Going on where you stopped." in again
    assert "Question 3 of 3" in again
    assert "Question 2 of 3" not in again


def test_other_commands_do_not_load_the_trainer() -> None:
    code = "import sys, kb.cli; print(sorted(m for m in sys.modules if m.startswith('kb.exam')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
