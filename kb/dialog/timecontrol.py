"""Thinking times written as figures, and the kind of play they make by the Laws."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.rules.facts import TimeControl

__all__ = ["WrittenTime", "kind_of_play", "written_times"]

_INCREMENT_MOVES = 60
"""The Laws count sixty increments to the main time."""
_BLITZ_MOST = 10
_RAPID_BELOW = 60

_MINUTES = r"(?:['’′]|min(?:ut[eo]?[ns]?|s)?\b\.?|m\b|мин(?:ут[аыу]?)?\b\.?|minut[ay]?\b)"
_SECONDS = (
    r"(?:''|[\"”″]|s(?:ec(?:ond[sen]*|s)?)?\b|seg(?:undos?)?\b|сек(?:унд[аыу]?)?\b\.?|sek(?:und[ay]?)?\b)"
)
_PLUS = re.compile(
    rf"(?<![\d+/\-])(?<!\d[.,])(?P<main>\d{{1,3}}) ?{_MINUTES}? ?"
    r"(?:\+|plus\b|más\b|mas\b|плюс\b|plyus\b|met\b|con\b|with\b|\|) ?"
    rf"(?P<inc>\d{{1,3}})(?!\d|[.,+/]\d) ?{_SECONDS}?",
    re.IGNORECASE,
)
_GAME_IN = re.compile(r"(?<![\w/])(?:G|SD|game) ?(?:/|in) ?(?P<main>\d{1,3})(?!\d)", re.IGNORECASE)
_MOST_MINUTES = 300


@dataclass(frozen=True, slots=True)
class WrittenTime:
    """A thinking time in the text: main minutes, increment in seconds (``None``: not given), its place."""

    minutes: int
    increment: int | None
    start: int
    end: int


def kind_of_play(minutes: int, increment: int) -> TimeControl:
    """Classify by the Laws in force since 2014: main time plus sixty increments, per player.

    >>> [str(kind_of_play(*t)) for t in ((5, 3), (3, 2), (5, 5), (10, 0), (15, 10), (90, 30))]
    ['blitz', 'blitz', 'blitz', 'blitz', 'rapid', 'standard']
    """
    total = minutes + increment * _INCREMENT_MOVES / 60
    if total <= _BLITZ_MOST:
        return TimeControl.BLITZ
    return TimeControl.RAPID if total < _RAPID_BELOW else TimeControl.STANDARD


def written_times(text: str) -> tuple[WrittenTime, ...]:
    """Find thinking times such as "5+3", "90 min + 30 sec", "G/15" in order of the text.

    >>> [(t.minutes, t.increment) for t in written_times("we play 15'+10'' or G/30")]
    [(15, 10), (30, None)]
    """
    found = [
        WrittenTime(int(m["main"]), int(m["inc"]), *m.span())
        for m in _PLUS.finditer(text)
        if m["main"] != "0" and int(m["inc"]) <= 60
    ]
    found += [WrittenTime(int(m["main"]), None, *m.span()) for m in _GAME_IN.finditer(text)]
    return tuple(sorted((t for t in found if 0 < t.minutes <= _MOST_MINUTES), key=lambda t: t.start))
