"""What the user has answered and what is due: attempts, answers and cards, kept in one file.

Every answer is on disk before its result is shown.  The time is always passed in, so that the same
answers at the same times leave the same state.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Final

from kb.errors import RequestError
from kb.exam.attempts import Asked, Attempt, Kind, Placed
from kb.exam.grading import grade
from kb.exam.marking_reading import readable
from kb.exam.record import FILE_NAME, Record
from kb.exam.spacing import CardKey, Recall, reviewed
from kb.exam.storing import pack, unpack
from kb.exam.types import Paper
from kb.messages import Catalogue, catalogue
from kb.settings import Settings

__all__ = ["DueCard", "Study", "open_study", "stamp"]

_HALF: Final = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class DueCard:
    """A kind of question, when it comes back, and how often it has been answered."""

    key: CardKey
    due: datetime
    answers: int


class Study:
    """The user's record.  Safe to share between threads and between processes.

    :param words: the language problems are worded in.
    """

    def __init__(self, record: Record, words: Catalogue) -> None:
        self.record = record
        self._words = words

    # -- attempts ----------------------------------------------------------------

    def start(
        self,
        kind: Kind,
        paper: Paper,
        placed: Sequence[Placed],
        now: datetime,
        *,
        asked_for: str = "",
        every_part: bool = False,
    ) -> Attempt:
        """Begin an attempt at a paper; its clock, if it has one, runs from ``now``.

        :raises StudyError: if it cannot be stored.
        """
        head = (
            str(kind),
            asked_for,
            paper.authority,
            paper.language,
            paper.edition,
            paper.seed,
            paper.minutes if kind is Kind.MOCK else 0,
            paper.pass_percent if kind is Kind.MOCK else 0,
            int(every_part),
            stamp(now),
        )
        with self.record.writing() as db:
            number = db.execute(
                "INSERT INTO attempts (kind, asked_for, authority, language, edition, seed, minutes,"
                " pass_percent, every_part, started) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                head,
            ).lastrowid
            db.executemany(
                "INSERT INTO questions VALUES (?, ?, ?, ?, ?)",
                (
                    (number, place, one.part, str(one.wrong_costs), pack(one.question))
                    for place, one in enumerate(placed)
                ),
            )
            return self._attempt(db, number or 0)

    def attempt(self, number: int) -> Attempt:
        """Return an attempt as it stands.

        :raises RequestError: if there is none of this number.
        """
        with self.record.reading() as db:
            return self._attempt(db, number)

    def unfinished(self, kind: Kind, asked_for: str | None = None) -> Attempt | None:
        """Return the latest attempt of a kind that is not handed in; of those asked for so, if given."""
        with self.record.reading() as db:
            row = db.execute(
                "SELECT id FROM attempts WHERE kind = ? AND finished IS NULL"
                " AND (? IS NULL OR asked_for = ?) ORDER BY id DESC LIMIT 1",
                (str(kind), asked_for, asked_for),
            ).fetchone()
            return None if row is None else self._attempt(db, row["id"])

    def past(self, most: int = 20) -> tuple[Attempt, ...]:
        """Return the latest attempts first, without mock exams that are not handed in."""
        with self.record.reading() as db:
            rows = db.execute(
                "SELECT id FROM attempts WHERE finished IS NOT NULL OR kind <> ? ORDER BY id DESC LIMIT ?",
                (str(Kind.MOCK), most),
            ).fetchall()
            return tuple(self._attempt(db, row["id"]) for row in rows)

    def attempts_begun(self) -> int:
        """Return how many attempts there are, handed in or not."""
        with self.record.reading() as db:
            return int(db.execute("SELECT count(*) AS n FROM attempts").fetchone()["n"])

    def answer(self, number: int, place: int, given: str, now: datetime) -> Asked:
        """Store an answer, mark it, and return the question with it.

        In a mock exam an answer may be changed until the paper is handed in; elsewhere the first one stands,
        since its result has been shown.  An answer after the time is kept as late if there is none before it.

        :raises RequestError: for an attempt that is handed in, a place or an option there is none of.
        """
        with self.record.writing() as db:
            attempt = self._attempt(db, number)
            if attempt.finished is not None:
                raise RequestError(
                    self._words.text("study.error.handed_in"), hint=self._words.text("study.hint.new")
                )
            asked = self._asked(attempt, place)
            late = attempt.is_over(now)
            if asked.given is not None and (late or attempt.kind is not Kind.MOCK):
                return asked
            text = readable(given).strip()
            earned = Fraction(0) if late else self._graded(asked, text)
            db.execute(
                "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?)",
                (number, place, text, int(late), str(earned), stamp(now)),
            )
            stored = self._asked(self._attempt(db, number), place)
            if attempt.kind is not Kind.MOCK:
                self._review(db, stored, now)
            return stored

    def finish(self, number: int, now: datetime) -> Attempt:
        """Hand an attempt in; a mock exam out of time counts as handed in when its time was up."""
        with self.record.writing() as db:
            attempt = self._attempt(db, number)
            if attempt.finished is not None:
                return attempt
            ended = min(now, attempt.deadline) if attempt.deadline else now
            db.execute("UPDATE attempts SET finished = ? WHERE id = ?", (stamp(ended), number))
            if attempt.kind is Kind.MOCK:
                for asked in attempt.asked:
                    if asked.is_answered:
                        self._review(db, asked, ended)
            return self._attempt(db, number)

    # -- spaced repetition ---------------------------------------------------------

    def due(self, now: datetime, most: int | None = None) -> tuple[DueCard, ...]:
        """Return the cards whose time has come, the longest overdue first."""
        with self.record.reading() as db:
            rows = db.execute(
                "SELECT * FROM cards WHERE due <= ? ORDER BY due, topic, format, generator LIMIT ?",
                (stamp(now), -1 if most is None else most),
            ).fetchall()
        return tuple(_due_card(row) for row in rows)

    def next_due(self) -> DueCard | None:
        """Return the card that comes back first, due or not; ``None`` before the first answer."""
        with self.record.reading() as db:
            row = db.execute("SELECT * FROM cards ORDER BY due, topic, format, generator LIMIT 1").fetchone()
        return None if row is None else _due_card(row)

    def _review(self, db: sqlite3.Connection, asked: Asked, now: datetime) -> None:
        question = asked.question
        key = (question.topic, str(question.format), question.generator)
        row = db.execute(
            "SELECT state, answers FROM cards WHERE topic = ? AND format = ? AND generator = ?", key
        ).fetchone()
        state, due = reviewed(None if row is None else row["state"], _recall(asked), _whole_seconds(now))
        answers = 1 if row is None else row["answers"] + 1
        db.execute(
            "INSERT OR REPLACE INTO cards VALUES (?, ?, ?, ?, ?, ?)", (*key, state, stamp(due), answers)
        )

    # -- rows --------------------------------------------------------------------------

    def _attempt(self, db: sqlite3.Connection, number: int) -> Attempt:
        row = db.execute("SELECT * FROM attempts WHERE id = ?", (number,)).fetchone()
        if row is None:
            raise RequestError(
                self._words.text("study.error.attempt"), hint=self._words.text("study.hint.new")
            )
        questions = db.execute(
            "SELECT q.place, q.part, q.wrong_costs, q.question, a.given, a.late, a.earned, a.at"
            " FROM questions q LEFT JOIN answers a USING (attempt, place) WHERE attempt = ? ORDER BY place",
            (number,),
        ).fetchall()
        return Attempt(
            id=row["id"],
            kind=Kind(row["kind"]),
            asked_for=row["asked_for"],
            authority=row["authority"],
            language=row["language"],
            edition=row["edition"],
            seed=row["seed"],
            minutes=row["minutes"],
            pass_percent=row["pass_percent"],
            every_part=bool(row["every_part"]),
            started=datetime.fromisoformat(row["started"]),
            finished=datetime.fromisoformat(row["finished"]) if row["finished"] else None,
            asked=tuple(_asked(question) for question in questions),
        )

    def _asked(self, attempt: Attempt, place: int) -> Asked:
        if not 0 <= place < len(attempt.asked):
            raise RequestError(
                self._words.text("study.error.place", number=place + 1),
                hint=self._words.text("study.hint.places", n=len(attempt.asked)),
                field="place",
            )
        return attempt.asked[place]

    def _graded(self, asked: Asked, given: str) -> Fraction:
        """Return what an answer in time earns; refuses one that names no option where there are options."""
        found = grade(asked.placed, given)
        options = len(asked.question.options)
        if given and options and found.is_unread:
            raise RequestError(
                self._words.text("study.error.option", given=given[:20]),
                hint=self._words.text("study.hint.options", n=options),
                field="answer",
            )
        return found.earned


def open_study(settings: Settings, language: str) -> Study:
    """Open the record in the user's data folder, making it if there is none.

    :raises StudyError: if it cannot be read or written, or a newer version of the program wrote it.
    """
    words = catalogue(language)
    return Study(Record(settings.data_dir / FILE_NAME, words), words)


def _asked(row: sqlite3.Row) -> Asked:
    placed = Placed(unpack(row["question"]), row["part"], Fraction(row["wrong_costs"]))
    if row["given"] is None:
        return Asked(row["place"], placed)
    at = datetime.fromisoformat(row["at"])
    return Asked(row["place"], placed, row["given"], bool(row["late"]), Fraction(row["earned"]), at)


def _due_card(row: sqlite3.Row) -> DueCard:
    key = CardKey(row["topic"], row["format"], row["generator"])
    return DueCard(key, datetime.fromisoformat(row["due"]), row["answers"])


def _recall(asked: Asked) -> Recall:
    marks = asked.question.marks
    if asked.earned >= marks:
        return Recall.KNOWN
    return Recall.PARTLY if asked.earned >= marks * _HALF else Recall.FORGOTTEN


def _whole_seconds(now: datetime) -> datetime:
    return now.replace(microsecond=0)


def stamp(now: datetime) -> str:
    """Return a time as text that sorts as the times do; part of a second after a whole one counts as it."""
    return _whole_seconds(now).isoformat()
