"""Questions read back from what a paper prints."""

from __future__ import annotations

import json

import pytest

from kb.errors import RequestError
from kb.exam.question_json import MAX_FILE, questions_from_json
from kb.exam.types import Format, Paper, Question
from tests.exam.marking_samples import closed_question, open_question

OPEN = open_question(("minutes", "2"), ("clause", "7.5.1 7.5.5"))
CLOSED = closed_question(Format.CHOICE, "White loses.", "A draw.", right=1)


def _paper(*questions: Question) -> str:
    paper = Paper("en", "2023", 1, "practice", 0, 0, questions)
    return json.dumps(paper.to_json(), ensure_ascii=False)


def test_a_paper_and_a_question_come_back_as_they_were() -> None:
    assert questions_from_json(_paper(OPEN, CLOSED)) == (OPEN, CLOSED)
    assert questions_from_json(json.dumps(CLOSED.to_json())) == (CLOSED,)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "null", "7", "{", '{"questions": 3}', '{"questions": [1]}', "[" * 5000, "{}",
     json.dumps(OPEN.to_json(with_key=False)), json.dumps(OPEN.to_json() | {"format": "essay"}),
     json.dumps(OPEN.to_json() | {"stem": 7}), json.dumps(OPEN.to_json() | {"marks": "many"}),
     json.dumps(OPEN.to_json() | {"points": [{"kind": "minutes"}]})],
)  # fmt: skip
def test_what_is_no_question_with_its_key_is_refused(text: str) -> None:
    with pytest.raises(RequestError, match="kb exam paper --json"):
        questions_from_json(text)


def test_a_huge_file_is_refused() -> None:
    with pytest.raises(RequestError, match="too large"):
        questions_from_json(" " * (MAX_FILE + 1))
