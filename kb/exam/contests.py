"""Points of the marking that the candidate contests, kept until somebody decides on them."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any, Final

from kb.dialog.request import well_formed
from kb.errors import RequestError
from kb.exam.attempts import Asked, Attempt
from kb.exam.grading import grade
from kb.exam.marking import MarkedPoint
from kb.exam.study import Study, stamp
from kb.messages import Arg, Catalogue

__all__ = ["LONGEST_NOTE", "Contest", "Contests"]

LONGEST_NOTE: Final = 500  # characters of a reason that are kept


@dataclass(frozen=True, slots=True)
class Contest:
    """A contested point: where it is, why, and the decision; ``upheld`` is ``None`` while there is none."""

    id: int
    attempt: int
    asked: Asked
    point: MarkedPoint
    note: str
    upheld: bool | None

    def to_json(self) -> dict[str, Any]:
        """Return the contest as JSON-ready data in a stable order."""
        return {
            "id": self.id,
            "question": self.asked.question.to_json(),
            "answer": self.asked.given,
            "point": self.point.number,
            "text": self.point.text,
            "marks": self.point.marks,
            "note": self.note,
            "upheld": self.upheld,
        }


class Contests:
    """The contested points of a record."""

    def __init__(self, study: Study, words: Catalogue) -> None:
        self._study = study
        self._words = words

    def raise_on(self, place: int | None, point: int, note: str, now: datetime) -> Contest:
        """Contest a point that earned nothing, in the latest attempt whose marks are known.

        :param place: the question, from 0; ``None`` for the one answered last.
        :param point: the point, from 1 as the marking numbers them; contested again, the reason is replaced.
        :raises RequestError: if there is no such answer or point.
        """
        attempt = self._latest()
        asked = self._asked(attempt, place)
        missed = _missed(asked).get(point)
        if missed is None:
            raise self._refused("study.error.point", number=point, question=asked.place + 1)
        text = well_formed(note).strip()[:LONGEST_NOTE]
        with self._study.record.writing() as db:
            db.execute(
                "INSERT INTO contests (attempt, place, point, note, raised) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT DO UPDATE SET note = excluded.note WHERE upheld IS NULL",
                (attempt.id, asked.place, point, text, stamp(now)),
            )
            row = db.execute(
                "SELECT * FROM contests WHERE attempt = ? AND place = ? AND point = ?",
                (attempt.id, asked.place, point),
            ).fetchone()
        return _contest(row, asked, missed)

    def all(self, *, undecided: bool = False) -> tuple[Contest, ...]:
        """Return the contested points in the order they were raised, all or those not decided on."""
        with self._study.record.reading() as db:
            rows = db.execute(
                "SELECT * FROM contests WHERE upheld IS NULL OR NOT ? ORDER BY id", (undecided,)
            ).fetchall()
        found = ((row, self._study.attempt(row["attempt"]).asked[row["place"]]) for row in rows)
        return tuple(_contest(row, asked, _points(asked)[row["point"]]) for row, asked in found)

    def decide(self, number: int, *, uphold: bool, now: datetime) -> Contest:
        """Decide on a contested point; one that is upheld earns its marks.

        :raises RequestError: if there is no such contest, or it has been decided on.
        """
        contest = next((one for one in self.all() if one.id == number), None)
        if contest is None:
            raise self._refused("study.error.contest", number=number)
        with self._study.record.writing() as db:
            decided = db.execute(
                "UPDATE contests SET upheld = ?, resolved = ? WHERE id = ? AND upheld IS NULL",
                (int(uphold), stamp(now), number),
            )
            if not decided.rowcount:
                raise self._refused("study.error.resolved")
            if uphold:
                _award(db, contest)
        return next(one for one in self.all() if one.id == number)

    def _latest(self) -> Attempt:
        """Return the latest attempt with an answer to an open question whose marks are known."""
        for attempt in self._study.past():
            if any(_points(asked) for asked in attempt.asked if asked.is_answered):
                return attempt
        raise self._refused("study.error.nothing_answered")

    def _asked(self, attempt: Attempt, place: int | None) -> Asked:
        if place is not None:
            if not 0 <= place < len(attempt.asked):
                raise self._refused("study.error.place", number=place + 1)
            return attempt.asked[place]
        answered = [asked for asked in attempt.asked if asked.is_answered and _points(asked)]
        return max(answered, key=lambda asked: (asked.at or attempt.started, asked.place))

    def _refused(self, message_id: str, **places: Arg) -> RequestError:
        hint = self._words.text("study.hint.command", command="kb exam contest list, kb exam results --last")
        return RequestError(self._words.text(message_id, **places), hint=hint)


def _points(asked: Asked) -> dict[int, MarkedPoint]:
    """Return the marked points of an answer to an open question; a closed one has none to contest."""
    if not asked.question.points:
        return {}
    return {point.number: point for point in grade(asked.placed, asked.given or "").marked.points}


def _missed(asked: Asked) -> dict[int, MarkedPoint]:
    return {number: point for number, point in _points(asked).items() if point.earned < point.marks}


def _award(db: sqlite3.Connection, contest: Contest) -> None:
    where = (contest.attempt, contest.asked.place)
    row = db.execute("SELECT earned FROM answers WHERE attempt = ? AND place = ?", where).fetchone()
    earned = min(Fraction(row["earned"]) + contest.point.marks, Fraction(contest.asked.question.marks))
    db.execute("UPDATE answers SET earned = ? WHERE attempt = ? AND place = ?", (str(earned), *where))


def _contest(row: sqlite3.Row, asked: Asked, point: MarkedPoint) -> Contest:
    upheld = None if row["upheld"] is None else bool(row["upheld"])
    return Contest(row["id"], row["attempt"], asked, point, row["note"], upheld)
