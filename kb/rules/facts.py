"""The facts a ruling rests on: what they are called, what they can be, where each came from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, TypeVar

from kb.errors import RequestError

__all__ = ["FACT_NAMES", "Facts", "Origin", "Party", "TimeControl", "facts_from_mapping", "merged"]


class TimeControl(StrEnum):
    """The three kinds of play the Laws tell apart."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


class Party(StrEnum):
    """Who is meant: seen from the asker, or by colour."""

    ME = "me"
    OPPONENT = "opponent"
    WHITE = "white"
    BLACK = "black"
    BOTH = "both"


class Origin(StrEnum):
    """Where a fact used in a ruling came from."""

    GIVEN = "given"  # structured input: JSON facts, form fields
    STATED = "stated"  # the words of the question
    READ = "read"  # the position or the moves
    ASSUMED = "assumed"  # the default of the Laws' ordinary case


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a case; ``None`` means not stated.

    Counts are whole numbers >= 0 (``offence_number`` >= 1).  ``edition_asked`` holds edition ids.
    ``opponent_material`` is that of the side facing the offender, the flagged or the resigning
    player, in short English form ("bare king", "K+N").  ``first_offence``, ``touched_first`` and
    ``missing`` are short texts in the asker's words.  ``clock`` False: no clock in use.
    """

    time_control: TimeControl | None = None
    supervised: bool | None = None
    offender: Party | None = None
    offence_number: int | None = None
    first_offence: str | None = None
    clock_pressed: bool | None = None
    clock_running: bool | None = None
    clock: bool | None = None
    increment: bool | None = None
    opponent_moved: bool | None = None
    moves_since: int | None = None
    moves_played: int | None = None
    white_moves: int | None = None
    black_moves: int | None = None
    game_over: bool | None = None
    flag: Party | None = None
    touched_first: str | None = None
    opponent_material: str | None = None
    missing: str | None = None
    edition_asked: tuple[str, ...] | None = None


FACT_NAMES: tuple[str, ...] = tuple(f.name for f in fields(Facts))
_BOOLS = frozenset({"supervised", "clock_pressed", "clock_running", "clock", "opponent_moved", "game_over"})
_COUNTS = frozenset({"offence_number", "moves_since", "moves_played", "white_moves", "black_moves"})
_TEXTS = frozenset({"first_offence", "touched_first", "opponent_material", "missing"})
_MAX_COUNT = 10_000
_MAX_TEXT = 200
_E = TypeVar("_E", bound=StrEnum)


def facts_from_mapping(given: Mapping[str, Any]) -> Facts:
    """Read facts from JSON-like data; unknown keys, wrong kinds and impossible values are refused.

    :raises RequestError: naming the field and what it may be.

    >>> facts_from_mapping({"time_control": "blitz", "offence_number": 2}).offence_number
    2
    """
    read: dict[str, Any] = {name: _read(name, value) for name, value in given.items() if value is not None}
    return Facts(**read)


def merged(stronger: Facts, weaker: Facts) -> Facts:
    """Return the facts of both; where both speak, ``stronger`` wins."""
    return Facts(
        **{
            name: getattr(weaker, name) if getattr(stronger, name) is None else getattr(stronger, name)
            for name in FACT_NAMES
        }
    )


def _read(name: str, value: object) -> object:
    if name not in FACT_NAMES:
        raise RequestError(
            f"There is no fact {name[:40]!r}.",
            hint=f"Use: {', '.join(FACT_NAMES)}.",
            field=f"facts.{name[:40]}",
        )
    if name == "time_control":
        return _enum(name, value, TimeControl)
    if name in {"offender", "flag"}:
        return _enum(name, value, Party)
    if name in _BOOLS:
        return _checked(name, value, isinstance(value, bool), "true or false")
    if name in _COUNTS:
        least = 1 if name == "offence_number" else 0
        good = isinstance(value, int) and not isinstance(value, bool) and least <= value <= _MAX_COUNT
        return _checked(name, value, good, f"a whole number from {least}")
    if name in _TEXTS:
        good = isinstance(value, str) and len(value) <= _MAX_TEXT
        return _checked(name, value, good, f"text of at most {_MAX_TEXT} characters")
    if name == "increment":
        good = isinstance(value, bool | int) and 0 <= int(value) <= _MAX_COUNT
        return bool(_checked(name, value, good, "true, false or seconds"))
    return _editions(value)


def _editions(value: object) -> tuple[str, ...]:
    values = value if isinstance(value, list | tuple) else [value]
    years = tuple(str(v) for v in values)
    good = all(re.fullmatch(r"\d{4}|current", y) for y in years) and 0 < len(years) <= 7
    _checked("edition_asked", value, good, 'an edition id such as "2018", "current", or a list of them')
    return years


def _enum(name: str, value: object, kind: type[_E]) -> _E:
    options = [str(k) for k in kind]
    _checked(name, value, value in options, f"one of {', '.join(options)}")
    return kind(str(value))


def _checked(name: str, value: object, good: bool, allowed: str) -> object:
    if not good:
        raise RequestError(
            f"The fact {name} cannot be {str(value)[:40]!r}.",
            hint=f"It must be {allowed}.",
            field=f"facts.{name}",
        )
    return value
