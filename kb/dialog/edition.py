"""Which editions of the Laws a question asks about, by name or by date."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum, unique

from kb.laws.editions import Editions

__all__ = ["EditionMention", "EditionRequest", "MentionKind", "find_edition_request"]


@unique
class MentionKind(StrEnum):
    """How a question points at an edition."""

    NAMED = "named"  # "the 2014 rules"
    DATED = "dated"  # "in 2016", "on 1 May 2016", "last year", "World Cup 2015"
    CURRENT = "current"  # "today's rules"
    TOO_EARLY = "too_early"  # before the oldest edition held


@dataclass(frozen=True, slots=True)
class EditionMention:
    """One pointer to an edition, and its words as character offsets.

    ``edition`` is ``None`` only for TOO_EARLY.  ``day`` is the day meant where a date was given; of a
    bare year it is the last day.  ``also`` is the edition in force earlier in the same year when only
    the year is known and the edition changed in it.
    """

    kind: MentionKind
    edition: str | None
    day: date | None
    also: str | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class EditionRequest:
    """All pointers to editions in a question, in order of the text."""

    mentions: tuple[EditionMention, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """The edition ids meant, each once, in order of the text."""
        return tuple(dict.fromkeys(m.edition for m in self.mentions if m.edition is not None))


def find_edition_request(text: str, *, editions: Editions, today: date) -> EditionRequest:
    """x."""
    return EditionRequest(())
