"""Cases for tests, built the way the desk builds them: aspect, facts, acts, and a board read from text."""

from __future__ import annotations

from typing import Any

from kb.board.reading import read_board
from kb.board.types import BoardReading
from kb.laws.library import Library
from kb.laws.topics import TopicRef
from kb.rules.acts import Act
from kb.rules.facts import Origin, facts_from_mapping
from kb.rules.judge import judge
from kb.rules.reasoning import Case
from kb.rules.ruling import Ruling


def board(fen: str | None = None, moves: str | None = None, pgn: str | None = None) -> BoardReading:
    return read_board("", language="en", fen=fen, moves=moves, pgn=pgn)


def case(
    ref: str = "illegal_move_restoration.go_back",
    *,
    acts: tuple[Act, ...] = (),
    fen: str | None = None,
    moves: str | None = None,
    pgn: str | None = None,
    **facts: Any,
) -> Case:
    given = facts_from_mapping(facts)
    origins = tuple((name, Origin.GIVEN) for name in facts)
    return Case(TopicRef(*ref.split(".")), given, origins, frozenset(acts), board(fen, moves, pgn))


def rule(
    library: Library, edition: str, ref: str = "illegal_move_restoration.go_back", **told: Any
) -> Ruling:
    return judge(case(ref, **told), library.editions.get(edition), library.topics)


def said(ruling: Ruling) -> tuple[str, ...]:
    return tuple(step.said.id for step in ruling.steps)


def numbers(ruling: Ruling, message_id: str) -> tuple[str, ...]:
    """Return the clauses the step with this message rests on."""
    step = next(s for s in ruling.steps if s.said.id == message_id)
    assert step.basis is not None
    return step.basis.numbers


def doubts(ruling: Ruling) -> set[str]:
    return {d.id for d in ruling.doubts}
