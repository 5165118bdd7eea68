"""From the form to a case and its answer: what is taken along, and how failures are said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import anyio
import pytest
import structlog

from kb.desk import rule_on
from kb.dialog.answer import Answer
from kb.dialog.request import Request
from kb.errors import CorpusError, RequestError
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES
from kb.messages import catalogue
from kb.rules.facts import Facts, Party, TimeControl
from kb.web.asking import Form, amended, asked, refused, reply
from kb.web.gate import Gate

TODAY = date(2026, 11, 30)
PAWN = "6k1/4Pppp/8/8/8/8/8/6K1 w - - 0 1"


class Clerk:
    """A desk without a search: it answers by one given function."""

    def __init__(self, library: Library, answer: Callable[[Request], Answer]) -> None:
        self.library = library
        self.ask = answer


@pytest.fixture
def clerk(library: Library) -> Any:
    def answer(request: Request) -> Answer:
        return rule_on(library, replace(request, language="en"), "two_hands", today=lambda: TODAY)

    return Clerk(library, answer)


def take(clerk: Any, form: Form, before: Request | None = None, language: str = "en") -> Any:
    return asked(form, before, language=language, desk=clerk, today=TODAY)


def test_the_form_becomes_a_case(clerk: Any) -> None:
    facts = {"time_control": "blitz", "offence_number": 2, "supervised": False}
    case = take(clerk, Form(" What now? ", "2018", "", facts, {"along": True, "fen": PAWN, "moves": "e7e8"}))
    assert case.said == "What now?"
    assert case.request == Request(
        "What now?",
        language="en",
        edition="2018",
        fen=PAWN,
        moves="e7e8",
        facts=Facts(time_control=TimeControl.BLITZ, offence_number=2, supervised=False),
    )


@pytest.mark.parametrize(
    "board", [None, {}, {"fen": PAWN}, {"along": True}, {"along": True, "fen": 7}, "text"]
)
def test_a_board_goes_along_only_when_it_shall(clerk: Any, board: Any) -> None:
    assert not take(clerk, Form("two hands?", board=board)).request.has_board


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_alone_is_a_question(clerk: Any, language: str) -> None:
    case = take(clerk, Form("", board={"along": True, "fen": PAWN}), language=language)
    assert case.said == catalogue(language).text("ui.board.question")
    assert case.request.language == language


def test_the_language_is_that_of_the_question_else_of_the_page(clerk: Any) -> None:
    assert take(clerk, Form("Мой соперник сделал невозможный ход"), language="nl").request.language == "ru"
    assert take(clerk, Form("7.5.3"), language="nl").request.language == "nl"


def test_a_change_keeps_the_board_of_the_case_before(clerk: Any) -> None:
    before = Request("An illegal move, clock pressed", language="en", fen=PAWN, moves="g1g3")
    again = {"along": True, "fen": PAWN, "moves": "g1g3"}
    for board in (None, again):
        case = take(clerk, Form("and in blitz?", board=board), before)
        assert case.follows
        assert (case.request.fen, case.request.facts.time_control) == (PAWN, TimeControl.BLITZ)
    other = take(clerk, Form("and in blitz?", board={"along": True, "fen": "8/8/8/8/8/8/8/Kk6 w"}), before)
    assert not other.follows


def test_only_facts_of_the_form_are_taken(clerk: Any) -> None:
    case = take(clerk, Form("?", facts={"game_over": True, "__class__": 1, "offender": "me"}))
    assert case.request.facts == Facts(offender=Party.ME)


@pytest.mark.parametrize(
    ("form", "field"),
    [
        (Form("?", day="1 May"), "date"),
        (Form("?", facts={"time_control": "bullet"}), "facts.time_control"),
        (Form("?", facts={"offence_number": [1]}), "facts.offence_number"),
    ],
)
def test_a_value_that_cannot_be_used_names_its_field(clerk: Any, form: Form, field: str) -> None:
    with pytest.raises(RequestError) as error:
        take(clerk, form)
    assert error.value.field == field
    assert refused(error.value, "es", clerk)


def test_a_stated_fact_outweighs_the_one_before() -> None:
    before = Request("?", facts=Facts(moves_played=3, time_control=TimeControl.RAPID))
    after = amended(before, "moves_played", "10")
    assert after.facts == Facts(moves_played=10, time_control=TimeControl.RAPID)


@pytest.mark.parametrize(
    ("field", "value"),
    [("moves_played", "many"), ("moves_played", "[" * 999), ("nothing", "1"), ("flag", '"up"')],
)
def test_what_is_no_fact_is_refused(field: str, value: str) -> None:
    with pytest.raises(RequestError):
        amended(Request("?"), field, value)


# -- failures are said, in the language of the page ---------------------------------------------


def said(library: Library, answer: Callable[[Request], Answer], gate: Gate | None = None) -> str:
    async def use() -> str:
        clerk: Any = Clerk(library, answer)
        return (await reply(gate or Gate(), clerk, Request("?"), language="ru", number=1)).html

    return anyio.run(use)


def failing(error: Exception) -> Callable[[Request], Answer]:
    def answer(request: Request) -> Answer:
        raise error

    return answer


@pytest.mark.parametrize("error", [ValueError("<secret>"), CorpusError("damaged <b>"), RecursionError()])
def test_a_fault_is_a_sentence_and_a_line_in_the_log(library: Library, error: Exception) -> None:
    with structlog.testing.capture_logs() as lines:
        page = said(library, failing(error))
    assert catalogue("ru").text("ui.failed") in page
    assert "secret" not in page
    assert [line["event"] for line in lines] == ["question_failed"]


def test_a_request_that_cannot_be_used_is_no_fault(library: Library) -> None:
    with structlog.testing.capture_logs() as lines:
        page = said(library, failing(RequestError("no", field="edition")))
    assert "edition" in page
    assert lines == []


def test_a_full_house_says_to_come_again(library: Library) -> None:
    gate = Gate(at_once=0, patience=0.01)
    assert catalogue("ru").text("ui.busy") in said(library, failing(ValueError()), gate)


def test_an_answer_comes_with_its_link(clerk: Any) -> None:
    async def use() -> Any:
        return await reply(Gate(), clerk, Request("two hands", edition="2018"), language="en", number=3)

    replied = anyio.run(use)
    assert 'id="a3"' in replied.html
    assert replied.query == "q=two+hands&edition=2018"
    assert replied.board is None
