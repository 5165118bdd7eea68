"""What an answer claims: the outcome of the game, the position, the time given and to whom, the exception."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.dialog.patterns import Match
from kb.exam.marking_reading import Part, Span, Standing, key_of

__all__ = [
    "Claim",
    "exception_claims",
    "named_loser",
    "other_side",
    "outcome_claims",
    "position_claims",
    "time_claims",
]

_NEAR = 2  # words between an amount and a player named beside it without a verb
_TAKEN_NEAR = 3  # words between an amount and "deduct"
_FAR = 4  # what a clause in between adds to the distance
_SECONDS = 60
_MOST_MINUTES = 60


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing an answer says, the words that say it, and how firmly."""

    value: str
    span: Span
    standing: Standing


_FACING = {"white": "black", "black": "white", "opponent": "offender", "offender": "opponent"}


def other_side(side: str | None) -> str | None:
    """Return the other colour, or the other role; of nobody, nobody.

    >>> other_side("white"), other_side(None)
    ('black', None)
    """
    return _FACING.get(side or "")


# ---------------------------------------------------------------- outcome

_RESULT = re.compile(
    r"(?<![\w.,/:+½-])(?:(?P<draw>(?:1/2|½|0[.,]5)(?:\s?[-–—:]\s?(?:1/2|½|0[.,]5))?)"
    r"|(?P<white>1\s?[-–—:]\s?0)|(?P<black>0\s?[-–—:]\s?1))(?![\w/:½–-])"
)


def outcome_claims(parts: Sequence[Part], offender: str | None) -> tuple[Claim, ...]:
    """Return what is said to become of the game: ``loss``, ``draw``, ``new_game`` and the like.

    ``other_loss`` is a loss of the player who did not offend; it takes a known offender to tell.
    """
    return tuple(claim for part in parts for claim in _outcomes(part, offender))


def _outcomes(part: Part, offender: str | None) -> Iterator[Claim]:
    for match in part.topic("outcome", "loser", "winner"):
        section, key = match.label.partition(".")[0], key_of(match)
        if section == "outcome":
            yield Claim("loss" if key == "win" else key, part.span(match), part.standing(match))
        else:
            loser = _colour(_FACING[key] if section == "winner" else key, offender)
            yield Claim(_loss(loser, offender), part.span(match), part.standing(match))
    scales = part.reading.labelled("scale")
    for match in scales:
        if any(other.within(match) for other in scales):
            continue  # "the second gets time, the third loses" is about the third
        yield Claim(key_of(match), part.span(match), part.standing(match))
    for found in _RESULT.finditer(part.reading.text):
        value = "draw" if found["draw"] else _loss(_FACING[found.lastgroup or ""], offender)
        yield Claim(value, part.place(*found.span()), part.standing_at(*found.span()))


def named_loser(parts: Sequence[Part]) -> str | None:
    """Return the colour that is said to lose, if one is."""
    for part in parts:
        for match in part.topic("loser", "winner"):
            side = key_of(match)
            loser = _FACING[side] if match.label.startswith("winner.") else side
            if loser in {"white", "black"} and part.standing(match) is Standing.PLAIN:
                return loser
    return None


def _loss(loser: str, offender: str | None) -> str:
    wrong = loser == "opponent" or (offender is not None and loser == other_side(offender))
    return "other_loss" if wrong else "loss"


def _colour(side: str, offender: str | None) -> str:
    """Return the colour of a player named by role, where the offender is known; else the role."""
    if side == "offender":
        return offender or side
    return (other_side(offender) or side) if side == "opponent" else side


# ---------------------------------------------------------------- position and exception


def position_claims(parts: Sequence[Part]) -> tuple[Claim, ...]:
    """Return what is said to become of the position: ``restored``, ``stands``, ``queen`` and the like."""
    return _keys(parts, "position")


def exception_claims(parts: Sequence[Part]) -> tuple[Claim, ...]:
    """Return whether mate is said to be possible: ``no_mate``, ``can_mate``."""
    claims = _keys(parts, "exception")
    return tuple(
        Claim("no_mate", c.span, Standing.PLAIN)
        if c.value == "can_mate" and c.standing is Standing.DENIED
        else c
        for c in claims
    )


def _keys(parts: Sequence[Part], topic: str) -> tuple[Claim, ...]:
    return tuple(
        Claim(key_of(m), part.span(m), part.standing(m)) for part in parts for m in part.topic(topic)
    )


# ---------------------------------------------------------------- time

_SHORT_TIME = re.compile(
    r"(?<![\w.,:+-])(?:[+＋]\s?(?P<plus>\d{1,2})(?:\s?['’′]|:00|\s?(?:minut\w{0,4}|мин\w{0,5}|min\w{0,4}|m|м)\b)?"
    r"|(?P<prime>\d{1,2})\s?['’′](?!\w)|(?:0?0:)?0?(?P<clock>\d):00\b|(?P<letter>\d{1,2})\s?[mм](?!\w))"
)


@dataclass(frozen=True, slots=True)
class _Amount:
    value: str
    span: Span
    standing: Standing
    first: int
    last: int


def time_claims(parts: Sequence[Part], offender: str | None) -> tuple[tuple[Claim, ...], tuple[Claim, ...]]:
    """Return the amounts of time said to be given, in minutes, and the players said to get them.

    An amount taken off a clock has a minus sign, and its player is claimed as ``taken``.  A player
    named by role is claimed as ``opponent`` or ``offender`` where the offender's colour is not known.
    """
    amounts: list[Claim] = []
    players: list[Claim] = []
    for part in parts:
        for amount in _amounts(part):
            if amount.value:
                amounts.append(Claim(amount.value, amount.span, amount.standing))
            player = _player(part, amount, offender)
            if player is not None:
                players.append(player)
    return tuple(amounts), tuple(players)


def _amounts(part: Part) -> list[_Amount]:
    found: list[_Amount] = []
    matches = part.topic("minutes")
    counted = [m for m in matches if m.label == "minutes.given"]
    for match in matches:
        key = key_of(match)
        if key in {"one", "half"} and any(c.first < match.last and match.first < c.last for c in counted):
            continue
        value = {"one": "1", "extra": "", "half": "0.5", "two": "2"}.get(key, _minutes(part, match))
        if value is not None and key != "other":
            found.append(_amount(part, match, value))
    taken = [a for a in found if a.value]
    for short in _SHORT_TIME.finditer(part.reading.text):
        first, last = part.words_in(*short.span())
        if not any(a.first < last and first < a.last for a in taken):
            value = str(int(next(g for g in short.groups() if g)))
            standing = part.standing_at(*short.span())
            found.append(_Amount(value, part.place(*short.span()), standing, first, last))
    return [a for a in found if a.value or not any(_beside(part, a, b) for b in found if b.value)]


def _beside(part: Part, one: _Amount, other: _Amount) -> bool:
    words = part.reading.words
    return words[one.first].sentence == words[other.first].sentence


def _amount(part: Part, match: Match, value: str) -> _Amount:
    off = value and any(_close(part, match, t) for t in part.topic("taken"))
    return _Amount(
        f"-{value}" if off else value, part.span(match), part.standing(match), match.first, match.last
    )


def _close(part: Part, one: Match, other: Match) -> bool:
    near = max(other.first - one.last, one.first - other.last) <= _TAKEN_NEAR
    return near and part.segments[one.first] == part.segments[other.first]


def _minutes(part: Part, match: Match) -> str | None:
    """Return the minutes a match counts; "2 (two)" is one number, "1-2" is either."""
    numbers = {w.number for w in part.reading.words[match.first : match.last] if w.number is not None}
    if len(numbers) > 1:
        return "either"
    number = match.number or 0
    if match.label.endswith(".seconds"):
        number = number // _SECONDS if number % _SECONDS == 0 else 0
    return str(number) if 0 < number <= _MOST_MINUTES else None


def _player(part: Part, amount: _Amount, offender: str | None) -> Claim | None:
    """Find who gets an amount: the nearest player said to get something, else one named right beside it."""
    words = part.reading.words
    best: tuple[int, int, Match] | None = None
    if amount.first == amount.last:
        return None
    for match in part.topic("recipient", "side", "opposite"):
        if words[match.first].sentence != words[amount.first].sentence:
            continue
        gap = max(match.first - amount.last, amount.first - match.last, 0)
        apart = part.segments[match.first] != part.segments[amount.first]
        named_only = not match.label.startswith("recipient.")
        if named_only and (gap > _NEAR or (apart and not _before_colon(part, match, amount))):
            continue
        cost = gap + _FAR * apart + named_only
        if best is None or (cost, -match.first) < best[:2]:
            best = (cost, -match.first, match)
    if best is None:
        return None
    match = best[2]
    side = _meant(part, match, offender)
    standing = max(amount.standing, part.standing(match))
    return Claim("taken" if amount.value.startswith("-") else side, part.span(match), standing)


def _before_colon(part: Part, match: Match, amount: _Amount) -> bool:
    """Whether a player heads an amount: "Black: +2 min"."""
    words = part.reading.words
    between = part.reading.text[words[match.last - 1].end : words[amount.first].start]
    return between.strip(" +(") in {":", "-", "–", "—", "=", "->", "=>", "→"}


def _meant(part: Part, match: Match, offender: str | None) -> str:
    """Return the player a match names; "White's opponent" is Black."""
    for opposite in part.topic("opposite"):
        if opposite.first < match.last and match.first < opposite.last:
            return _colour(_FACING[key_of(opposite)], offender)
    return _colour(key_of(match), offender)
