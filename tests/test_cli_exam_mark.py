"""``kb exam mark``: one answer or a batch, questions from a file or out of a seed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb import cli
from kb.errors import RequestError
from kb.exam.types import Format, Paper
from tests.exam.marking_samples import closed_question, open_question

OPEN = open_question(("minutes", "2"), ("whose_clock", "black"))
CLOSED = closed_question(Format.CHOICE, "White loses.", "A draw.", right=1)


@pytest.fixture
def paper(tmp_path: Path) -> str:
    path = tmp_path / "paper.json"
    made = Paper("en", "2023", 1, "practice", 0, 0, (OPEN, CLOSED))
    path.write_text(json.dumps(made.to_json()), encoding="utf-8")
    return str(path)


def run(*words: str, stdin: str = "") -> str:
    result = CliRunner().invoke(cli.app, ["exam", "mark", *words], input=stdin, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_an_answer_is_marked_point_by_point(paper: str) -> None:
    assert run("-q", paper, "-n", "1", "two", "minutes", "to", "White").splitlines() == [
        "1/1 found: minutes 2 «two minutes»",
        "0/1 contradicted: whose_clock black «to White»",
        "1 of 2 marks",
    ]
    assert run("-q", paper, "-n", "2", "b").splitlines() == ["right: A draw.", "2 of 2 marks"]


def test_the_answer_comes_from_a_file_or_the_standard_input(paper: str, tmp_path: Path) -> None:
    (tmp_path / "answer.txt").write_text(
        "Het is pas de eerste keer in deze partij, dus zwart krijgt\n2 minuten", encoding="utf-8"
    )
    said = run("-q", paper, "-n", "1", "--answer", str(tmp_path / "answer.txt"), "-l", "nl")
    assert said.splitlines()[-1] == "2 van 2 punten"
    assert run("-q", paper, "-n", "1", "-a", "-", stdin="+2 black").splitlines()[-1] == "2 of 2 marks"


def test_json_is_what_marking_returns(paper: str) -> None:
    told = json.loads(run("-q", paper, "-n", "1", "--json", "2 minutes"))
    assert (told["earned"], told["marks"]) == (1, 2)
    assert told["points"][0]["words"] == [{"start": 0, "end": 9, "text": "2 minutes"}]


def test_a_batch_keeps_its_order_and_says_which_lines_cannot_be_used(paper: str) -> None:
    lines = [
        {"question": 1, "answer": "2 minutes"},
        {"question": 2, "answer": "b"},
        {"question": "q", "answer": "сопернику 2 минуты", "language": "ru"},
        {"question": 3, "answer": "x"},
        {"question": True, "answer": "x"},
        {"question": 1, "answer": 2},
        {"question": 1, "answer": "x", "language": "fr"},
        [1],
    ]
    text = "\n".join([*map(json.dumps, lines), "", "not json", "[" * 5000])
    told = [json.loads(line) for line in run("-q", paper, "--jsonl", stdin=text).splitlines()]
    assert len(told) == len(lines) + 2
    assert [one["earned"] for one in told[:2]] == [1, 2]
    assert all(one["error"]["hint"] for one in told[3:])


def test_a_question_is_made_again_from_its_seed() -> None:
    made = json.loads(run("-g", "illegal_move", "-s", "5", "-e", "2023", "-l", "es", "--json", "2 minutos"))
    again = json.loads(run("-g", "illegal_move", "-s", "5", "-e", "2023", "-l", "es", "--json", "2 minutos"))
    assert made == again
    assert made["language"] == "es"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "--question"),
        (("-q", "x.json", "-g", "illegal_move"), "--question"),
        (("-q", "/nowhere/x.json", "x"), "cannot be read"),
        (("-q", "{paper}", "x"), "--number"),
        (("-q", "{paper}", "-n", "3", "x"), "from 1 to 2"),
        (("-q", "{paper}", "-n", "1"), "--answer"),
        (("-q", "{paper}", "-n", "1", "x", "-l", "fr"), "es, nl, ru, en"),
        (("-g", "illegal_move", "--format", "essay", "x"), "choice"),
        (("-g", "nothing", "x"), "illegal_move"),
    ],
)
def test_what_cannot_be_used_says_what_to_do(words: tuple[str, ...], told: str, paper: str) -> None:
    given = [word.replace("{paper}", paper) for word in words]
    result = CliRunner().invoke(cli.app, ["exam", "mark", *given])
    assert isinstance(result.exception, RequestError)
    assert told in str(result.exception)
