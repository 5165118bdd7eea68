"""What was understood of the words, as cues for the topic model."""

from __future__ import annotations

from collections.abc import Iterable

from kb.rules.acts import Act
from kb.rules.facts import Facts

__all__ = ["cues_of"]

_SPOKEN = ("time_control", "clock_pressed", "opponent_moved", "game_over", "flag")
_PRESENT = ("moves_played", "first_offence", "touched_first", "opponent_material")


def cues_of(acts: Iterable[Act], facts: Facts) -> tuple[str, ...]:
    """Return the names of acts and of telling facts, sorted.

    >>> from kb.rules.facts import TimeControl
    >>> cues_of([Act.TWO_HANDS], Facts(time_control=TimeControl.BLITZ, offence_number=2))
    ('again', 'time_control=blitz', 'two_hands')
    """
    spoken = [f"{name}={value}" for name in _SPOKEN if (value := getattr(facts, name)) is not None]
    present = [name for name in _PRESENT if getattr(facts, name) is not None]
    again = ["again"] if (facts.offence_number or 1) > 1 else []
    return tuple(sorted({*map(str, acts), *spoken, *present, *again}))
