"""The published schemas say what is really taken and given."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from kb.desk import Desk, rule_on
from kb.dialog.request import request_from_mapping
from kb.errors import RequestError
from kb.laws.library import Library
from kb.mate_report import ask_mate
from kb.rules.facts import FACT_NAMES, TimeControl, facts_from_mapping
from kb.web.api import clauses_json, editions_json
from kb.web.schemas import (
    AnswerBody,
    AskBody,
    ClausesBody,
    EditionsBody,
    FactsBody,
    MateBody,
    MatingBody,
    RuleBody,
    examples,
)
from tests.web.cases import CASES, body_of

WORDS = ("supervised", "clock_pressed", "clock_running", "clock", "opponent_moved", "game_over", "increment")
COUNTS = ("offence_number", "moves_since", "moves_played", "white_moves", "black_moves")
TEXTS = ("first_offence", "touched_first", "opponent_material", "missing")


def test_every_fact_can_be_given() -> None:
    assert set(FactsBody.model_fields) == set(FACT_NAMES)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((name, value) for name in WORDS for value in (True, False, "yes", 1.5)),
        *((name, value) for name in COUNTS for value in (0, 1, 10_000, 10_001, -1, True, "1", 1.0)),
        *((name, value) for name in TEXTS for value in ("a", "a" * 200, "a" * 201, 3)),
        *(("time_control", value) for value in (*map(str, TimeControl), "fast", None)),
        *((name, value) for name in ("offender", "flag") for value in ("me", "white", "both", "they")),
        *(("increment", value) for value in (0, 30, -1, 10_001)),
        *(("edition_asked", value) for value in ("2018", 2018, ["2014", "2018"], "current")),
    ],
)
def test_a_fact_is_allowed_where_the_command_line_allows_it(name: str, value: object) -> None:
    def accepted(read: Any) -> bool:
        try:
            read()
        except (RequestError, ValidationError):
            return False
        return True

    assert accepted(lambda: FactsBody.model_validate({name: value})) == accepted(
        lambda: facts_from_mapping({name: value})
    )


def test_bodies_are_strict() -> None:
    for wrong in ({"question": 5}, {"quest": "x"}, {"language": "fr"}, {"facts": {"offence_number": "2"}}):
        with pytest.raises(ValidationError):
            AskBody.model_validate(wrong)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_a_body_is_read_as_the_same_request(case: dict[str, Any]) -> None:
    body = body_of(case)
    assert AskBody.model_validate(body).request() == request_from_mapping(body)


@pytest.mark.parametrize("given", [example["value"] for example in examples(AskBody).values()])
def test_examples_of_questions_are_answered(desk: Desk, given: dict[str, Any]) -> None:
    assert desk.ask(AskBody.model_validate(given).request()).text


@pytest.mark.parametrize("given", [example["value"] for example in examples(RuleBody).values()])
def test_examples_of_cases_are_ruled_on(library: Library, given: dict[str, Any]) -> None:
    body = RuleBody.model_validate(given)
    answer = rule_on(library, body.request(), body.topic)
    assert answer.refusal is None
    assert AnswerBody.model_validate(answer.to_json()).model_dump(mode="json") == answer.to_json()


@pytest.mark.parametrize("given", [example["value"] for example in examples(MateBody).values()])
def test_the_mating_schema_is_the_mating_json(given: dict[str, Any]) -> None:
    body = MateBody.model_validate(given)
    found = ask_mate(body.fen, body.moves, body.colour, body.words).to_json(body.words)
    assert MatingBody.model_validate(found).model_dump(mode="json", exclude_unset=True) == found


def test_the_answer_schema_is_the_answer_json(desk: Desk) -> None:
    for case in CASES:
        found = desk.ask(request_from_mapping(body_of(case))).to_json()
        assert AnswerBody.model_validate(found).model_dump(mode="json") == found


def test_the_clause_and_edition_schemas_are_their_json(library: Library) -> None:
    from kb.clauses import clause_view

    for document in library.documents.values():
        for clause in document.clauses:
            found = clauses_json(clause_view(library, clause.label, document.id))
            assert ClausesBody.model_validate(found).model_dump(mode="json") == found
    editions = editions_json(library)
    assert EditionsBody.model_validate(editions).model_dump(mode="json") == editions
