"""When a kind of question comes back: spaced repetition by FSRS, without its random spread."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum, unique
from functools import cache
from typing import TYPE_CHECKING

from kb.errors import StudyError

if TYPE_CHECKING:
    from fsrs import Scheduler

__all__ = ["CardKey", "Recall", "reviewed"]


@unique
class Recall(IntEnum):
    """How well a question was answered, in the values FSRS has for it; "easy" is never claimed."""

    FORGOTTEN = 1  # not half of the marks
    PARTLY = 2  # half of the marks or more
    KNOWN = 3  # all of them


@dataclass(frozen=True, slots=True, order=True)
class CardKey:
    """What a card is about: a kind of question.  Each time it is due, a fresh one of its kind is asked."""

    topic: str
    format: str
    generator: str


def reviewed(card: str | None, recall: Recall, now: datetime) -> tuple[str, datetime]:
    """Return the state of a card after an answer, as JSON, and when it is due next.

    :param card: the state before, ``None`` for a card never answered.
    :param now: the time of the answer, UTC.
    :raises StudyError: if the state is not one of a card.
    """
    from fsrs import Card, Rating

    try:
        before = Card(card_id=0, due=now) if card is None else Card.from_json(card)
        after, _ = _scheduler().review_card(before, Rating(int(recall)), now)
    except (ValueError, KeyError, TypeError) as error:
        raise StudyError(
            f"The state of a card cannot be read: {error!r}.", hint="Restore study.sqlite3 from a copy."
        ) from error
    return str(after.to_json()), after.due


@cache
def _scheduler() -> Scheduler:
    from fsrs import Scheduler

    return Scheduler(enable_fuzzing=False)  # the same answers give the same dates
