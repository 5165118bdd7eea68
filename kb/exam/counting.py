"""How far the count of offences goes."""

from __future__ import annotations

from kb.laws.editions import Edition

__all__ = ["losing_number"]


def losing_number(law: Edition) -> int:
    """Return which offence loses in standard play.

    >>> from kb.laws.library import open_library
    >>> [losing_number(law) for law in open_library().editions]
    [3, 3, 3, 2, 2, 2, 2]
    """
    return len(law.texts("illegal_move.penalties_standard"))
