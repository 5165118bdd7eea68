"""From what the page sends to a case and its answer; every failure becomes a sentence, never a traceback."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import structlog

from kb.desk import Desk
from kb.dialog.language import detect_language
from kb.dialog.request import MAX_QUESTION, Request, request_from_mapping
from kb.errors import KbError, RequestError
from kb.messages import catalogue
from kb.rules.facts import facts_from_mapping, merged
from kb.web.boards import BoardShow, part_board
from kb.web.follow import follow_up
from kb.web.gate import Busy, Gate
from kb.web.share import link_query
from kb.web.view import render_answer, render_notice, render_question

__all__ = ["Asked", "Form", "Replied", "amended", "asked", "refused", "reply"]

_log = structlog.get_logger(__name__)
_MOST_BOARD = 400_000  # what a request takes
_BOARD_FIELDS = ("fen", "pgn", "moves")
_FORM_FACTS = frozenset(
    {"time_control", "supervised", "offender", "offence_number", "clock_pressed", "opponent_moved"}
)


@dataclass(frozen=True, slots=True)
class Form:
    """What the page holds when a question is sent; all of it as the browser gave it."""

    question: str
    edition: str = ""
    day: str = ""
    facts: Mapping[str, Any] | None = None
    board: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A case to decide, and the words it was put in; ``follows`` if they only changed the case before."""

    request: Request
    said: str
    follows: bool = False

    def shown(self, language: str) -> str:
        """Return the question as the page shows it."""
        return render_question(self.request, self.said, language=language, follows=self.follows)


@dataclass(frozen=True, slots=True)
class Replied:
    """What the page shows for a question, and what its board shall show, if anything."""

    html: str
    board: BoardShow | None = None
    query: str = ""


def asked(form: Form, before: Request | None, *, language: str, desk: Desk, today: date) -> Asked:
    """Read a form into a case, the one before with a change if that is what was said.

    :raises RequestError: for a value that cannot be used; names the field.
    """
    said = form.question.strip()
    board = _board(form.board)
    if before is not None and said and board in ({}, _board_of(before)):
        changed = follow_up(before, said, ui_language=language, editions=desk.library.editions, today=today)
        if changed is not None:
            return Asked(changed, said, follows=True)
    if board and not said:
        said = catalogue(language).text("ui.board.question")
    data: dict[str, Any] = {
        "question": said,
        "language": detect_language(said[:MAX_QUESTION], prior=language),
        "edition": form.edition or None,
        "date": (form.day or "").strip() or None,
        "facts": {name: value for name, value in (form.facts or {}).items() if name in _FORM_FACTS},
        **board,
    }
    return Asked(request_from_mapping(data), said)


def amended(before: Request, field: str, value: str) -> Request:
    """Return the case with the one fact that was asked for; ``value`` is JSON.

    :raises RequestError: if it is no fact, or not one of its values.
    """
    try:
        given = json.loads(value[:200])
    except (ValueError, RecursionError):
        raise RequestError(
            "The value is not JSON.", hint="Use a button of the answer.", field=field
        ) from None
    return replace(before, facts=merged(facts_from_mapping({field: given}), before.facts))


async def reply(gate: Gate, desk: Desk, request: Request, *, language: str, number: int) -> Replied:
    """Answer a case as HTML; what goes wrong is said in the language of the page."""
    try:
        return await gate.run(_replied, desk, request, number)
    except Busy:
        return Replied(render_notice("ui.busy", language=language))
    except RequestError as error:
        return Replied(refused(error, language, desk))
    except KbError as error:
        _log.error("question_failed", code=error.code, error=str(error))
    except Exception:
        _log.exception("question_failed")
    return Replied(render_notice("ui.failed", language=language))


def refused(error: RequestError, language: str, desk: Desk) -> str:
    """Say in the language of the page which part of a form or link cannot be used."""
    if error.field == "date":
        first = next(iter(desk.library.editions)).in_force_from.isoformat()
        return render_notice("ui.bad_date", language=language, first=first)
    return render_notice("ui.bad_request", language=language, field=error.field or "?")


def _replied(desk: Desk, request: Request, number: int) -> Replied:
    answer = desk.ask(request)
    board = next((show for part in answer.parts if (show := part_board(part))), None)
    html = render_answer(answer, request, desk.library, number=number)
    return Replied(html, board, link_query(request) or "")


def _board_of(request: Request) -> dict[str, str]:
    return {name: value for name in _BOARD_FIELDS if (value := getattr(request, name))}


def _board(sent: Mapping[str, Any] | None) -> dict[str, str]:
    """Read what the board sends along: a game as it was pasted, or a position and an attempted move."""
    if not isinstance(sent, Mapping) or not sent.get("along"):
        return {}
    return {
        name: value
        for name in _BOARD_FIELDS
        if isinstance(value := sent.get(name), str) and 0 < len(value) <= _MOST_BOARD
    }
