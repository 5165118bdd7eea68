"""The command line as a user meets it: answers, JSON lines, errors in one clear line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb import cli
from kb.desk import Desk

ANSWER_KEYS = {
    "id", "route", "language", "edition", "topic", "verdict", "citations", "other_editions", "refusal",
    "needs", "text",
}  # fmt: skip
CITATION_KEYS = {
    "document", "clause", "paragraph", "start", "end", "sha256", "quote", "status", "edition", "language",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _one_desk(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "_desk", lambda: desk)


def run(*arguments: str, stdin: str = "") -> str:
    result = CliRunner().invoke(cli.app, list(arguments), input=stdin, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_ask_as_json_has_the_promised_keys() -> None:
    answer = json.loads(run("ask", "Hij rokeerde met twee handen", "--json"))
    assert set(answer) >= ANSWER_KEYS
    assert answer["citations"]
    assert all(set(c) >= CITATION_KEYS for c in answer["citations"])
    assert answer["language"] == "nl"


def test_ask_prints_quotes_and_the_edition() -> None:
    shown = run("ask", "Los colores estaban cambiados y vamos por la jugada 15", "--edition", "2017")
    assert "es-2017" in shown
    assert "2017" in shown
    assert "partida" in shown


def test_json_lines_answer_in_order_and_survive_bad_lines() -> None:
    lines = [
        json.dumps({"id": "a", "question": "Pressed the clock without moving", "edition": "2014"}),
        "not json",
        json.dumps({"id": "c", "question": "x", "edition": "1985"}),
        json.dumps([1, 2]),
        "",
        json.dumps({"id": "e", "question": "двумя руками рокировал", "facts": {"offence_number": 2}}),
    ]
    answers = [json.loads(line) for line in run("ask", "--jsonl", stdin="\n".join(lines)).splitlines()]
    assert [a["id"] for a in answers] == ["a", "", "c", "", "e"]
    assert answers[0]["verdict"] == "ARBITER_DISCRETION"
    assert answers[1]["error"]["code"] == "bad_request"
    assert answers[2]["error"]["field"] == "edition"
    assert answers[3]["error"]["hint"]
    assert answers[4]["language"] == "ru"


def test_json_lines_with_lone_surrogates_and_nul_are_answered() -> None:
    line = '{"id": "\\ud800x", "question": "\\ud83d two hands \\u0000 and pressed", "fen": "\\ud800"}'
    answer = json.loads(run("ask", "--jsonl", stdin=line))
    assert answer["id"] == "x"


def test_facts_override_words() -> None:
    question = "My second illegal move. What happens?"
    assert json.loads(run("ask", question, "--json"))["verdict"] == "LOSS"
    given = json.loads(run("ask", question, "--fact", "offence_number=1", "--json"))
    assert given["verdict"] == "RESTORE_2MIN"
    assert {"name": "offence_number", "value": "1", "origin": "given"} in given["facts"]


def test_rule_without_search() -> None:
    position = ["--fen", "8/q1P1k3/8/8/8/8/6PP/7K w - - 0 1", "--move", "1. c8"]
    facts = ["--time-control", "blitz", "--edition", "2018"]
    shown = run("rule", "promotion_not_replaced", *position, *facts, "--json")
    assert json.loads(shown)["verdict"] == "QUEEN_1MIN"


def test_show_a_clause_with_neighbours_and_translations() -> None:
    view = json.loads(run("show", "7.5b", "--document", "nl-2014", "--json"))[0]
    assert view["clause"] == "7.5b"
    assert (view["before"], view["after"]) == ("7.5a¶2", "7.6")
    assert set(view["translations"]) == {"es", "ru", "en"}
    assert {"clause": "7.5a", "held": True} in view["references"]


def test_show_a_number_that_heads_others() -> None:
    views = json.loads(run("show", "7.5", "--document", "es-2017", "--json"))
    assert [v["clause"] for v in views] == ["7.5.1", "7.5.2", "7.5.3"]


def test_search_and_topics() -> None:
    found = json.loads(run("search", "dos manos", "--json", "-n", "3"))
    assert found["topics"][0]["topic"] == "two_hands"
    assert len(found["entries"]) == 3
    assert "two_hands" in run("topics", "--language", "es")


def test_doctor_names_texts_and_their_state() -> None:
    result = CliRunner().invoke(cli.app, ["doctor", "--json"])
    health = json.loads(result.stdout)
    names = {c["name"]: c["found"] for c in health["checks"]}
    assert names["es-2017"].startswith("15 clauses")
    assert "encoder" in names


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ask"], "There is no question."),
        (["ask", "x", "--edition", "1985"], "Use one of: 2001"),
        (["ask", "x", "--date", "soon"], "YYYY-MM-DD"),
        (["ask", "x", "--fact", "oops"], "name=value"),
        (["show", "7.9"], "None of the held texts has a clause 7.9"),
        (["show", "banana"], "not a clause number"),
        (["show", "7.1", "--document", "fr-2020"], "Held: en-2001"),
        (["rule", "no_such_topic"], "no topic"),
        (["frobnicate"], "--help"),
        (["ask", "--no-such-option"], "--help"),
    ],
)
def test_errors_are_one_line_and_say_what_to_do(arguments: list[str], said: str, tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-c", _RUN_WITHOUT_DESK, *arguments],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert result.returncode == 2 or (result.returncode == 3 and arguments[0] == "show")
    assert "Traceback" not in result.stderr
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


# The errors below arise before any search, so the index is not opened for them.
_RUN_WITHOUT_DESK = """
import sys
from kb import cli
from kb.desk import Desk
from kb.laws.library import open_library
cli._desk = lambda: Desk(open_library(), None)
cli.main()
"""
