"""An exam being sat, or sat: its questions in order, the answers given, and the time there is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum, unique
from fractions import Fraction

from kb.exam.types import Question

__all__ = ["Asked", "Attempt", "Kind", "Placed"]


@unique
class Kind(StrEnum):
    """Why questions are answered."""

    PRACTICE = "practice"  # each answer is judged at once
    MOCK = "mock"  # an authority's paper against the clock, judged at the end
    REVIEW = "review"  # kinds of questions whose time to come back has come


@dataclass(frozen=True, slots=True)
class Placed:
    """A question as it stands on a paper: the part it is in, and the share a wrong answer takes off."""

    question: Question
    part: str
    wrong_costs: Fraction


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of an attempt, with the answer so far.

    ``given`` are the candidate's words, ``None`` while there is no answer, empty for a question passed over.
    ``late`` answers came after the time and earn nothing.
    """

    place: int
    placed: Placed
    given: str | None = None
    late: bool = False
    earned: Fraction = Fraction(0)
    at: datetime | None = None

    @property
    def question(self) -> Question:
        """The question itself."""
        return self.placed.question

    @property
    def is_answered(self) -> bool:
        """Whether there is an answer that counts; an empty one and a late one do not."""
        return bool(self.given) and not self.late


@dataclass(frozen=True, slots=True)
class Attempt:
    """A paper in the hands of a candidate.

    ``asked_for`` is what was asked for, so that the same wish finds its unfinished attempt again.
    Times are UTC.  ``minutes`` is 0 where there is no limit, ``pass_percent`` 0 where nobody passes or fails.
    """

    id: int
    kind: Kind
    asked_for: str
    authority: str
    language: str
    edition: str
    seed: int
    minutes: int
    pass_percent: int
    every_part: bool
    started: datetime
    finished: datetime | None
    asked: tuple[Asked, ...]

    @property
    def deadline(self) -> datetime | None:
        """When the time is up; ``None`` without a limit."""
        return self.started + timedelta(minutes=self.minutes) if self.minutes else None

    def left(self, now: datetime) -> timedelta | None:
        """Return the time left, never less than none; ``None`` without a limit."""
        return None if self.deadline is None else max(self.deadline - now, timedelta())

    def is_over(self, now: datetime) -> bool:
        """Whether no further answer can count: handed in, or out of time."""
        return self.finished is not None or (self.deadline is not None and now > self.deadline)

    @property
    def open_places(self) -> tuple[int, ...]:
        """The places of the questions without an answer, in order."""
        return tuple(asked.place for asked in self.asked if asked.given is None)

    @property
    def marks(self) -> int:
        """The marks that can be had."""
        return sum(asked.question.marks for asked in self.asked)
