"""Which offence of a player it is: what is stated, what the game shows, what an edition counts."""

from __future__ import annotations

from enum import StrEnum

from kb.laws.editions import Edition
from kb.rules.facts import Origin
from kb.rules.reasoning import Reasoning

__all__ = ["Kind", "kind_named", "offence_number"]


class Kind(StrEnum):
    """The kinds of offence an edition may count together or apart; values are parameter tables."""

    MOVE = "illegal_move"  # a pawn left on the last rank included
    HANDS = "two_hands"
    PRESS = "clock_without_move"


_ASPECTS = {
    Kind.MOVE: ("illegal_move_penalty", "what_counts"),
    Kind.HANDS: ("two_hands", "two_hands_used"),
    Kind.PRESS: ("clock_without_move", "empty_press"),
}
# Word stems by which an earlier offence is named, in the four languages and as acts.
_STEMS = {
    Kind.HANDS: (
        "two hand", "both hand", "two-hand", "dos manos", "ambas manos", "twee handen", "beide handen",
        "двумя рук", "обеими рук", "две рук", "двух рук",
    ),
    Kind.PRESS: (
        "empty press", "pressed without move", "without moving", "without a move", "without making a move",
        "sin mover", "sin jugar", "zonder te zetten", "zonder zet", "не сделав ход", "без хода", "не сходив",
    ),
    Kind.MOVE: (
        "illegal", "pawn not replaced", "unpromoted", "king left in check", "ilegal", "onreglementair",
        "невозможн", "не по правил",
    ),
}  # fmt: skip


def kind_named(text: str | None) -> Kind | None:
    """Return the kind of offence a few words name, or ``None`` if they name none of them.

    >>> kind_named("two_hands"), kind_named("ordinary illegal move"), kind_named("a phone rang")
    (<Kind.HANDS: 'two_hands'>, <Kind.MOVE: 'illegal_move'>, None)
    """
    plain = (text or "").casefold().replace("_", " ")
    return next((kind for kind, stems in _STEMS.items() if any(stem in plain for stem in stems)), None)


def offence_number(r: Reasoning, kind: Kind) -> int:
    """Say which offence of the player it is under this edition's count, writing down why.

    An offence stated to be the second is the first where the edition does not count the earlier
    one, or counts it apart.  Nothing stated: the illegal moves of the game are counted.
    """
    if r.case.facts.offence_number is None:
        return _read_from_game(r)
    number = int(r.fact("offence_number"))
    if number < 2:
        return number
    r.doubt_about("separate_counters")
    earlier = kind_named(r.case.facts.first_offence)
    if earlier is None:
        return number
    r.fact("first_offence")
    if not _is_counted(r.law, earlier):
        r.step("step.earlier_not_counted", _ASPECTS[Kind.MOVE], number=number - 1)
        return number - 1
    if _counter(r.law, earlier) is not _counter(r.law, kind):
        r.step("step.earlier_counted_apart", _ASPECTS[earlier], number=number - 1)
        return number - 1
    return number


def _read_from_game(r: Reasoning) -> int:
    found = r.incident
    if found is None or found.same_player < 2 or r.unsupervised:
        return int(r.fact("offence_number"))
    r.note_fact("offence_number", str(found.same_player), Origin.READ)
    r.doubt("doubt.found_together")
    return found.same_player


def _is_counted(law: Edition, kind: Kind) -> bool:
    return kind is Kind.MOVE or law.flag(f"{kind}.is_illegal")


def _counter(law: Edition, kind: Kind) -> Kind:
    """Return the kind whose counter an offence runs on."""
    return kind if kind is not Kind.MOVE and law.flag(f"{kind}.own_counter") else Kind.MOVE
