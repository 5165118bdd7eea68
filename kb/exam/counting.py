"""How far the count of offences goes."""

from __future__ import annotations

from kb.exam.trust import Play
from kb.laws.editions import Edition
from kb.rules.facts import TimeControl

__all__ = ["losing_number"]


def losing_number(law: Edition, play: Play) -> int:
    """Return which offence loses in a kind of play.

    >>> from kb.laws.library import open_library
    >>> [losing_number(law, Play(TimeControl.STANDARD)) for law in open_library().editions]
    [3, 3, 3, 2, 2, 2, 2]
    """
    if play.tempo is TimeControl.STANDARD:
        return len(law.texts("illegal_move.penalties_standard"))
    kind = "supervised" if play.supervised else "unsupervised"
    return len(law.texts(f"illegal_move.penalties_{play.tempo}_{kind}"))
