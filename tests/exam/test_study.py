"""The record: every answer kept at once, time limits that survive a restart, cards that come back."""

from __future__ import annotations

import itertools
import os
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.errors import RequestError, StudyError
from kb.exam.attempts import Attempt, Kind
from kb.exam.record import FILE_NAME, Record
from kb.exam.spacing import Recall, reviewed
from kb.exam.storing import pack, unpack
from kb.exam.study import Study, open_study
from kb.exam.types import Format
from kb.laws.ours import LANGUAGES
from kb.messages import catalogue
from kb.settings import Settings
from tests.exam.samples import paper, placed, question

START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
RIGHT, WRONG = "2", "1"  # of the options of the samples
THIRD = Fraction(1, 3)


def at(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return open_study(Settings(data_dir=tmp_path), "en")


def begun(
    study: Study, kind: Kind = Kind.PRACTICE, *, minutes: int = 0, costs: Fraction = Fraction(0)
) -> Attempt:
    made = paper(minutes=minutes, pass_percent=80 if minutes else 0)
    return study.start(kind, made, placed(made, wrong_costs=costs), START, asked_for="x")


def choice(attempt: Attempt) -> int:
    return next(a.place for a in attempt.asked if a.question.format is Format.CHOICE)


# -- answers ------------------------------------------------------------------------


def test_an_attempt_comes_back_as_it_was_stored(study: Study) -> None:
    attempt = begun(study, Kind.MOCK, minutes=60, costs=THIRD)
    again = study.attempt(attempt.id)
    assert again == attempt
    assert tuple(a.question for a in again.asked) == paper(minutes=60).questions
    assert {a.placed.wrong_costs for a in again.asked} == {THIRD}
    assert again.open_places == tuple(range(len(Format)))


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_packed_question_is_the_same_unpacked(form: Format, language: str) -> None:
    one = question(form, language)
    assert unpack(pack(one)) == one
    assert unpack(pack(one)).to_json() == one.to_json()


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "{}", '{"format": "choice"}', pack(question())[:-9], "1" * 9999]
)
def test_a_damaged_question_is_an_error_with_a_hint(text: str) -> None:
    with pytest.raises(StudyError) as error:
        unpack(text)
    assert error.value.hint


def test_an_answer_is_marked_and_kept(study: Study) -> None:
    attempt = begun(study)
    stored = study.answer(attempt.id, choice(attempt), f"  {RIGHT}\n", at(1))
    assert (stored.given, stored.earned, stored.late, stored.at) == (RIGHT, 1, False, at(1))
    assert study.attempt(attempt.id).asked[choice(attempt)] == stored


def test_in_practice_the_first_answer_stands(study: Study) -> None:
    attempt = begun(study)
    study.answer(attempt.id, 0, WRONG, at(1))
    assert study.answer(attempt.id, 0, RIGHT, at(2)).given == WRONG


def test_in_a_mock_exam_an_answer_can_be_changed_until_the_paper_is_handed_in(study: Study) -> None:
    attempt = begun(study, Kind.MOCK, minutes=60)
    assert study.answer(attempt.id, 0, WRONG, at(1)).earned == 0
    assert study.answer(attempt.id, 0, RIGHT, at(2)).earned == 1
    study.finish(attempt.id, at(3))
    with pytest.raises(RequestError):
        study.answer(attempt.id, 0, WRONG, at(4))
    assert study.attempt(attempt.id).asked[0].given == RIGHT


def test_a_wrong_choice_costs_and_no_answer_does_not(study: Study) -> None:
    attempt = begun(study, Kind.MOCK, minutes=60, costs=THIRD)
    assert study.answer(attempt.id, choice(attempt), WRONG, at(1)).earned == -THIRD
    assert study.answer(attempt.id, choice(attempt), "", at(2)).earned == 0
    open_place = next(a.place for a in attempt.asked if not a.question.options)
    assert study.answer(attempt.id, open_place, "nothing to say", at(3)).earned == 0


def test_an_answer_that_names_no_option_is_asked_again(study: Study) -> None:
    attempt = begun(study)
    with pytest.raises(RequestError) as error:
        study.answer(attempt.id, choice(attempt), "9", at(1))
    assert "1 to 4" in error.value.hint
    assert study.attempt(attempt.id).asked[choice(attempt)].given is None


@pytest.mark.parametrize("place", [-1, 6, 10**9])
def test_there_is_no_such_question_or_attempt(study: Study, place: int) -> None:
    attempt = begun(study)
    with pytest.raises(RequestError):
        study.answer(attempt.id, place, RIGHT, at(1))
    with pytest.raises(RequestError):
        study.answer(attempt.id + 1, 0, RIGHT, at(1))
    with pytest.raises(RequestError):
        study.finish(attempt.id + 1, at(1))


@given(text=st.text(max_size=200))
@settings(max_examples=40, deadline=None)
def test_whatever_is_answered_can_be_stored_and_read_again(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    study = open_study(Settings(data_dir=tmp_path_factory.getbasetemp() / "words"), "en")
    attempt = begun(study)
    open_place = next(a.place for a in attempt.asked if a.question.format is Format.OPEN)
    stored = study.answer(attempt.id, open_place, text, at(1))
    assert study.attempt(attempt.id).asked[open_place] == stored
    assert 0 <= stored.earned <= stored.question.marks


# -- time ----------------------------------------------------------------------------


def test_a_late_answer_is_kept_but_earns_nothing_and_replaces_none(study: Study) -> None:
    attempt = begun(study, Kind.MOCK, minutes=60)
    study.answer(attempt.id, 0, RIGHT, at(60))
    assert study.answer(attempt.id, 0, WRONG, at(60.5)).given == RIGHT
    late = study.answer(attempt.id, 4, RIGHT, at(60.5))
    assert (late.late, late.earned, late.given) == (True, 0, RIGHT)
    assert not late.is_answered
    finished = study.finish(attempt.id, at(90))
    assert finished.finished == at(60)  # the time was up then
    assert finished.asked[0].earned == 1


def test_the_clock_runs_on_while_nobody_sits(tmp_path: Path) -> None:
    first = open_study(Settings(data_dir=tmp_path), "en")
    attempt = begun(first, Kind.MOCK, minutes=60)
    again = open_study(Settings(data_dir=tmp_path), "nl").unfinished(Kind.MOCK)
    assert again is not None
    assert again.left(at(45)) == timedelta(minutes=15)
    assert again.left(at(100)) == timedelta()
    assert not again.is_over(at(60))
    assert again.is_over(at(60.1))
    assert begun(first).left(at(10**6)) is None
    assert attempt.deadline == at(60)


def test_what_is_asked_for_again_is_found_again(study: Study) -> None:
    attempt = begun(study)
    assert study.unfinished(Kind.PRACTICE, "y") is None
    assert study.unfinished(Kind.REVIEW) is None
    found = study.unfinished(Kind.PRACTICE, "x")
    assert found is not None
    assert found.id == attempt.id
    study.finish(attempt.id, at(1))
    assert study.unfinished(Kind.PRACTICE, "x") is None
    assert study.finish(attempt.id, at(9)).finished == at(1)


def test_the_past_leaves_out_a_mock_exam_that_is_open(study: Study) -> None:
    practice, mock = begun(study), begun(study, Kind.MOCK, minutes=60)
    assert [a.id for a in study.past()] == [practice.id]
    study.finish(mock.id, at(1))
    assert [a.id for a in study.past()] == [mock.id, practice.id]
    assert [a.id for a in study.past(1)] == [mock.id]
    assert study.attempts_begun() == 2


# -- killed, shared, damaged ------------------------------------------------------------


_ANSWER_AND_DIE = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from kb.exam.attempts import Kind
from kb.exam.study import open_study
from kb.messages import catalogue
from kb.settings import Settings
from tests.exam.samples import paper, placed
study, now = open_study(Settings(data_dir=Path(sys.argv[1])), "en"), datetime(2026, 11, 30, 12, tzinfo=UTC)
made = paper(minutes=60)
attempt = study.start(Kind.MOCK, made, placed(made), now)
for place in (0, 1, 2):
    study.answer(attempt.id, place, "2", now)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_nothing_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _ANSWER_AND_DIE, str(tmp_path)],
        env=os.environ | {"PYTHONPATH": "."},
        capture_output=True,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    study = open_study(Settings(data_dir=tmp_path), "en")
    attempt = study.unfinished(Kind.MOCK)
    assert attempt is not None
    assert [a.given for a in attempt.asked] == ["2", "2", "2", None, None, None]
    assert attempt.left(at(20)) == timedelta(minutes=40)
    assert study.answer(attempt.id, 4, RIGHT, at(21)).earned == 1


def test_a_block_that_fails_writes_nothing(tmp_path: Path) -> None:
    record = Record(tmp_path / FILE_NAME, catalogue("en"))

    def fail() -> None:
        with record.writing() as db:
            db.execute("INSERT INTO cards VALUES ('t', 'f', 'g', '{}', '2026', 1)")
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    with record.reading() as db:
        assert db.execute("SELECT count(*) AS n FROM cards").fetchone()["n"] == 0


def test_threads_share_one_record(study: Study) -> None:
    attempts = [begun(study).id for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(
            pool.map(
                lambda job: study.answer(job[0], job[1], RIGHT, at(1)), itertools.product(attempts, range(6))
            )
        )
    assert all(study.attempt(number).open_places == () for number in attempts)


def test_a_file_that_is_none_of_ours_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"not a database, but long enough to be looked at" * 100)
    with pytest.raises(StudyError) as error:
        open_study(Settings(data_dir=tmp_path), "en")
    assert "KB_DATA_DIR" in error.value.hint


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    open_study(Settings(data_dir=tmp_path), "en")
    db = sqlite3.connect(tmp_path / FILE_NAME)
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(StudyError, match="newer"):
        open_study(Settings(data_dir=tmp_path), "en")


def test_a_folder_that_cannot_be_made_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StudyError):
        open_study(Settings(data_dir=tmp_path / "file" / "folder"), "en")


def test_the_file_is_made_whole_in_one_step_and_kept_by_the_next(tmp_path: Path) -> None:
    record = Record(tmp_path / FILE_NAME, catalogue("en"))
    with record.reading() as db:
        assert db.execute("PRAGMA user_version").fetchone()[0] == 2
        assert db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    study = open_study(Settings(data_dir=tmp_path), "en")
    attempt = begun(study)
    assert open_study(Settings(data_dir=tmp_path), "en").attempt(attempt.id) == attempt


# -- spaced repetition -------------------------------------------------------------------


def test_a_card_is_a_kind_of_question_and_comes_back_sooner_when_forgotten(study: Study) -> None:
    attempt = begun(study)
    assert study.next_due() is None
    for place in range(len(attempt.asked)):
        study.answer(attempt.id, place, RIGHT if place == 0 else WRONG, at(1))
    assert study.due(at(1)) == ()
    due = study.due(at(10_000))
    assert len(due) == len(Format)
    assert {card.key.generator for card in due} == {f"hand_{form}" for form in Format}
    known = next(card for card in due if card.key.format == "choice")
    assert known.due > max(card.due for card in due if card.key.format in {"edition", "clause"})
    assert study.next_due() == due[0]
    assert study.due(at(10_000), most=2) == due[:2]


def test_a_mock_exam_counts_for_the_cards_when_it_is_handed_in(study: Study) -> None:
    attempt = begun(study, Kind.MOCK, minutes=60)
    study.answer(attempt.id, 0, RIGHT, at(1))
    study.answer(attempt.id, 2, "", at(1))
    assert study.next_due() is None
    study.finish(attempt.id, at(2))
    assert len(study.due(at(10**6))) == 1  # what was passed over says nothing


def test_the_same_answers_at_the_same_times_leave_the_same_cards(tmp_path: Path) -> None:
    found = []
    for name in ("a", "b"):
        study = open_study(Settings(data_dir=tmp_path / name), "en")
        for day in (0, 1, 4, 9):
            attempt = begun(study)
            for place in range(len(attempt.asked)):
                study.answer(attempt.id, place, RIGHT if (place + day) % 3 else WRONG, at(day * 1440 + place))
        found.append(study.due(at(10**7)))
    assert found[0] == found[1]
    assert {card.answers for card in found[0]} == {4}


def test_intervals_grow_with_every_answer_that_is_known() -> None:
    card, now, waits = None, START, []
    for _ in range(6):
        card, due = reviewed(card, Recall.KNOWN, now)
        waits.append(due - now)
        now = due
    assert waits == sorted(waits)
    assert waits[-1] > timedelta(days=30)
    _, after_lapse = reviewed(card, Recall.FORGOTTEN, now)
    assert after_lapse - now < timedelta(days=1)


@pytest.mark.parametrize("state", ["", "{}", "null", '{"card_id": 0}'])
def test_a_damaged_card_is_a_clear_error(state: str) -> None:
    with pytest.raises(StudyError):
        reviewed(state, Recall.KNOWN, START)
