"""Which topic a question is about, from what search believes, what the words say and what the board shows."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.board.types import BoardReading
from kb.laws.topics import Scope, TopicRef, Topics
from kb.search.corpus import OFF_TOPIC
from kb.search.finder import Candidate

__all__ = ["Subject", "choose_subject", "single_questions", "speaks", "subjects_in_order"]

_CLEAR = 0.5  # share above which the second-best topic is not mentioned
_SURE = 0.6  # share above which a question inside a question is answered beside the first
_FEWEST_WORDS = 3
_ILLEGAL_MOVES = frozenset(
    {
        "draw_exception",
        "illegal_move_penalty",
        "illegal_move_restoration",
        "mate_after_illegal",
        "rapid_blitz_illegal_move",
    }
)
_STALEMATE = TopicRef("dead_position", "stalemate")
_DEFAULT_WITH_BOARD = TopicRef("illegal_move_restoration", "go_back")


@dataclass(frozen=True, slots=True)
class Subject:
    """The aspect to answer, others it could have been, and whether it is off topic altogether."""

    ref: TopicRef
    share: float
    others: tuple[TopicRef, ...]
    off_topic: bool


def choose_subject(
    candidates: tuple[Candidate, ...], board: BoardReading, topics: Topics, *, wordless: bool = False
) -> Subject:
    """Choose among the candidates, with an eye on the board.

    A board that speaks for itself (an illegal move, an impossible position) is never off topic: it
    is judged as it stands.

    :param wordless: whether the question is nothing but board material.
    """
    shares = {c.ref: c.share for c in candidates}
    ranked = sorted(shares, key=lambda ref: (-shares[ref], ref))
    if _stalemate(board) and ranked and not _ruled_on(ranked[0], topics):
        return Subject(_STALEMATE, shares.get(_STALEMATE, 0.0), (), off_topic=False)
    if wordless:
        ranked = [OFF_TOPIC]
    usable = [ref for ref in ranked if not (speaks(board) and ref == OFF_TOPIC)] or [_DEFAULT_WITH_BOARD]
    first = usable[0]
    if first == OFF_TOPIC:
        return Subject(first, shares.get(first, 1.0), (), off_topic=True)
    others = () if shares.get(first, 0.0) >= _CLEAR else _others(usable[1:], first, topics)
    return Subject(first, shares.get(first, 0.0), others, off_topic=False)


def _ruled_on(ref: TopicRef, topics: Topics) -> bool:
    """Whether a topic is one the judge rules on, not one only pointed at or outside the Laws."""
    return ref.topic in topics and topics[ref.topic].scope is not Scope.POINTER


def _stalemate(board: BoardReading) -> bool:
    """Whether the position asked about is a stalemate, which ends the game whatever is asked."""
    position = board.position
    return position is not None and not position.impossible and position.board().is_stalemate()


def speaks(board: BoardReading) -> bool:
    """Whether the board itself shows that something went wrong."""
    shown = any(game.first_illegal is not None or game.signal_moves for game in board.games)
    return shown or bool(board.position and board.position.impossible)


def _others(refs: list[TopicRef], first: TopicRef, topics: Topics) -> tuple[TopicRef, ...]:
    """Return up to two other topics worth naming."""
    named: list[TopicRef] = []
    for ref in refs:
        if _ruled_on(ref, topics) and ref.topic != first.topic and ref.topic not in {n.topic for n in named}:
            named.append(ref)
    return tuple(named[:2])


def single_questions(text: str) -> list[str]:
    """Return the questions inside a text if it asks several, each with its question mark; else nothing.

    >>> single_questions("May I stop the clock? And is castling with two hands illegal?")
    ['May I stop the clock?', 'And is castling with two hands illegal?']
    """
    asked = [part.strip() for part in re.findall(r"[^?]+\?", text)]
    long_enough = [part for part in asked if len(part.split()) >= _FEWEST_WORDS]
    return long_enough if len(long_enough) > 1 else []


def subjects_in_order(first: Subject, found: list[Subject], topics: Topics) -> list[Subject]:
    """Return the subjects to answer, in the order they are asked: the first alone, or with one more.

    :param found: the subject of each single question in the text; a second one is answered only if it
        surely is about something else.
    """
    for place, subject in enumerate(found):
        known = _ruled_on(subject.ref, topics)
        other = _family(subject.ref) != _family(first.ref)
        if known and other and subject.share >= _SURE:
            asked_later = any(_family(s.ref) == _family(first.ref) for s in found[:place])
            return [first, subject] if asked_later or place else [subject, first]
    return [first]


def _family(ref: TopicRef) -> str:
    return "illegal_move" if ref.topic in _ILLEGAL_MOVES else ref.topic
