"""Exams over the API: the paper of the command line, answers marked, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from kb.cli import app as command
from kb.exam.generating import generate
from kb.exam.marking import mark
from kb.exam.types import Format
from kb.laws.library import Library
from kb.web.answering import Answering
from kb.web.api import api_router
from kb.web.exam_schemas import MarkedBody, PaperBody
from kb.web.gate import Gate
from kb.web.metrics import Metrics


class _Nothing:
    """A desk of which the exam routes need only the texts."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.finder = self
        self.index = self
        self.encoder = self
        self.id = "none"
        self.entries = ()


@pytest.fixture(scope="module")
def client(library: Library) -> Iterator[TestClient]:
    def never(_: object) -> Any:
        raise AssertionError

    served = Answering(lambda: library, never, gate=Gate(), metrics=Metrics(entries=lambda: 0))
    app = FastAPI(openapi_url=None)
    app.include_router(api_router(_Nothing(library), served))  # type: ignore[arg-type]
    with TestClient(app) as opened:
        yield opened


def test_a_paper_is_the_one_of_the_command_line(client: TestClient) -> None:
    printed = CliRunner().invoke(
        command, ["exam", "paper", "--language", "nl", "--count", "6", "--seed", "7", "--json"]
    )
    answer = client.post("/api/exam/paper", json={"language": "nl", "count": 6, "seed": 7})
    assert answer.status_code == 200
    assert answer.json() == json.loads(printed.output)
    assert list(answer.json()) == list(json.loads(printed.output))
    assert PaperBody.model_validate(answer.json()).model_dump(mode="json").keys() == answer.json().keys()


def test_a_candidate_gets_a_paper_without_its_key(client: TestClient) -> None:
    body = {"count": 5, "seed": 3}
    whole = client.post("/api/exam/paper", json=body).json()
    bare = client.post("/api/exam/paper", json={**body, "with_key": False}).json()
    assert len(bare["questions"]) == 5
    for asked, keyed in zip(bare["questions"], whole["questions"], strict=True):
        assert not {"right", "why", "points", "verdict", "key", "explanation", "citations"} & asked.keys()
        assert asked.items() <= keyed.items()


def test_an_answer_to_a_question_of_a_paper_is_marked(client: TestClient, library: Library) -> None:
    asked = {"count": 4, "seed": 5, "formats": ["open", "choice"], "language": "es"}
    for question in client.post("/api/exam/paper", json=asked).json()["questions"]:
        text = question["key"] if question["points"] else question["options"][question["right"]]
        answer = client.post("/api/exam/mark", json={"question": question, "answer": text})
        assert answer.status_code == 200, answer.text
        body = answer.json()
        made = generate(
            library,
            "es",
            question["edition"],
            question["generator"],
            Format(question["format"]),
            question["seed"],
        )
        assert body == mark(made, text, "es").to_json()
        assert body["earned"] == question["marks"] or question["points"]
        assert body["chosen"] == (question["right"] if question["options"] else -1)
        assert MarkedBody.model_validate(body).model_dump(mode="json") == body


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"count": 0}, "count"),
        ({"count": 10**9}, "count"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**60}, "seed"),
        ({"seed": "7"}, "seed"),
        ({"language": "fr"}, "language"),
        ({"edition": "1999"}, "edition"),
        ({"topics": ["castles"]}, "topics"),
        ({"formats": ["essay"]}, "formats"),
        ({"authority": "nobody"}, "authority"),
        ({"authority": "fide", "count": 3}, "authority"),
        ({"nothing": 1}, "nothing"),
        ({"topics": ["board_turned"], "formats": ["choice"], "count": 200}, "count"),
    ],
)
def test_what_cannot_be_made_is_refused_by_its_field(
    client: TestClient, body: dict[str, Any], field: str
) -> None:
    answer = client.post("/api/exam/paper", json=body)
    assert answer.status_code == 422, answer.text
    found = answer.json()
    assert list(found) == ["code", "message", "field", "hint"]
    assert found["field"].partition(".")[0] == field
    assert found["message"]
    assert found["hint"]


def test_a_problem_is_told_in_the_language_of_the_paper(client: TestClient) -> None:
    answer = client.post("/api/exam/paper", json={"language": "nl", "authority": "nobody"})
    assert "nobody" in answer.json()["message"]
    assert (
        answer.json()["message"]
        != client.post("/api/exam/paper", json={"authority": "nobody"}).json()["message"]
    )


QUESTION = {"generator": "illegal_move", "seed": 7, "language": "en", "edition": "2023", "format": "open"}


@pytest.mark.parametrize(
    "change",
    [{"generator": "nobody"}, {"id": "0000"}, {"format": "essay"}, {"edition": "1999"}, {"seed": 2**80}],
)
def test_a_question_that_cannot_be_made_again_is_refused(client: TestClient, change: dict[str, Any]) -> None:
    answer = client.post("/api/exam/mark", json={"question": QUESTION | change, "answer": "draw"})
    assert answer.status_code == 422
    assert answer.json()["code"] == "bad_request"


@pytest.mark.parametrize("text", ["", "\0", "½" * 100_000, "</script>" * 1000, "\u202e7.5.5", "🙂" * 5000])
def test_any_text_is_marked(client: TestClient, text: str) -> None:
    answer = client.post("/api/exam/mark", json={"question": QUESTION, "answer": text})
    assert answer.status_code == 200
    assert answer.json()["earned"] <= answer.json()["marks"]


def test_the_description_has_examples_that_work(client: TestClient) -> None:
    described = client.get("/api/openapi.json").json()["paths"]
    for path in ("/api/exam/paper", "/api/exam/mark"):
        post = described[path]["post"]
        for example in post["requestBody"]["content"]["application/json"]["examples"].values():
            assert client.post(path, json=example["value"]).status_code == 200
        assert post["responses"]["200"]["content"]["application/json"]["example"]
