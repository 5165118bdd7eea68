"""What the server keeps of exams: answers under way, shared papers, contested points; bounded, no names.

A paper is made again from what it was composed of, so only that is kept, and every answer is on disk
before the page says it is saved.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import partial
from pathlib import Path

from kb.database import Database
from kb.errors import StudyError
from kb.exam.contests import LONGEST_NOTE

__all__ = ["MAX_ANSWER", "MAX_NOTE", "Contest", "Limits", "Mode", "Shared", "Sitting", "Store"]

MAX_ANSWER = 4000  # characters of one answer
MAX_NOTE = LONGEST_NOTE  # characters that a candidate may write about a contested point
_DAY = 24 * 60 * 60
_SCHEMA = """
CREATE TABLE IF NOT EXISTS sittings (
    id TEXT PRIMARY KEY, spec TEXT NOT NULL, mode TEXT NOT NULL, share TEXT NOT NULL,
    started INTEGER NOT NULL, touched INTEGER NOT NULL, finished INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS sittings_touched ON sittings (touched);
CREATE TABLE IF NOT EXISTS answers (
    sitting TEXT NOT NULL REFERENCES sittings ON DELETE CASCADE,
    question TEXT NOT NULL, answer TEXT NOT NULL, locked INTEGER NOT NULL,
    PRIMARY KEY (sitting, question)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS contests (
    sitting TEXT NOT NULL REFERENCES sittings ON DELETE CASCADE,
    question TEXT NOT NULL, point INTEGER NOT NULL, note TEXT NOT NULL,
    PRIMARY KEY (sitting, question, point)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS shares (
    id TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, spec TEXT NOT NULL, open_key INTEGER NOT NULL,
    touched INTEGER NOT NULL, used INTEGER NOT NULL
) STRICT;
"""


@unique
class Mode(StrEnum):
    """How a paper is taken."""

    PRACTICE = "practice"  # each answer is judged at once and then stands
    MOCK = "mock"  # nothing is said before the end


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is kept: rows of each kind, and days since anything was last done with one."""

    sittings: int = 20_000
    shares: int = 50_000
    sitting_days: int = 60
    share_days: int = 730


@dataclass(frozen=True, slots=True)
class Contest:
    """A point of the marking the candidate does not agree with, and why."""

    question: str
    point: int
    note: str


@dataclass(frozen=True, slots=True)
class Sitting:
    """A paper being taken, or taken.

    ``spec`` is what the paper is made from; ``share`` the shared paper it is, or empty.  Times are whole
    seconds since 1970; ``finished`` is ``None`` before the end.  ``answers`` maps question ids to answers,
    ``locked`` are those that can no longer be changed.
    """

    id: str
    spec: str
    mode: Mode
    share: str
    started: int
    finished: int | None
    answers: Mapping[str, str]
    locked: frozenset[str]
    contests: tuple[Contest, ...]


@dataclass(frozen=True, slots=True)
class Shared:
    """A paper a teacher shares: ``id`` is the candidates' link, ``key`` the teacher's.

    Both are random, so neither tells the other.  ``open_key``: candidates see the key at the end.
    """

    id: str
    key: str
    spec: str
    open_key: bool


class Store:
    """The file with all of it; safe for several threads and processes at once.

    Over its limits it forgets what nobody has touched longest, and first what nobody has used at all.

    :raises StudyError: by every method, if the file cannot be opened or written.
    """

    def __init__(self, path: Path, limits: Limits | None = None) -> None:
        self._file = Database(path, (_SCHEMA,), partial(_unusable, path))
        self._limits = limits or Limits()

    def begin(self, spec: str, mode: Mode, *, now: int, share: str = "") -> str:
        """Start a sitting and return its id, which nobody can guess."""
        made = secrets.token_urlsafe(16)
        with self._file.writing() as file:
            if share:
                file.execute("UPDATE shares SET touched = ?, used = used + 1 WHERE id = ?", (now, share))
            file.execute(
                "INSERT INTO sittings VALUES (?, ?, ?, ?, ?, ?, NULL)", (made, spec, mode, share, now, now)
            )
            _forget_sittings(file, self._limits, now)
        return made

    def sitting(self, sitting: str) -> Sitting | None:
        """Return a sitting as it now stands; ``None`` if there is none of this id, or no longer."""
        with self._file.reading() as file:
            row = file.execute(
                "SELECT id, spec, mode, share, started, finished FROM sittings WHERE id = ?", (sitting,)
            ).fetchone()
            return None if row is None else _sitting(file, row)

    def answer(self, sitting: str, question: str, text: str, *, now: int, lock: bool = False) -> bool:
        """Keep an answer; an empty one takes the answer back.

        Returns whether it was kept: not after the end, nor where an answer stands.
        """
        with self._file.writing() as file:
            touched = file.execute(
                "UPDATE sittings SET touched = ? WHERE id = ? AND finished IS NULL", (now, sitting)
            )
            if not touched.rowcount:
                return False
            if not text and not lock:
                file.execute(
                    "DELETE FROM answers WHERE sitting = ? AND question = ? AND NOT locked",
                    (sitting, question),
                )
                return True
            kept = file.execute(
                "INSERT INTO answers VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE "
                "SET answer = excluded.answer, locked = excluded.locked WHERE NOT locked",
                (sitting, question, text[:MAX_ANSWER], lock),
            )
            return bool(kept.rowcount)

    def finish(self, sitting: str, *, at: int) -> None:
        """End a sitting; the first end counts."""
        with self._file.writing() as file:
            file.execute(
                "UPDATE sittings SET finished = ?, touched = ? WHERE id = ? AND finished IS NULL",
                (at, at, sitting),
            )

    def contest(self, sitting: str, contest: Contest) -> None:
        """Keep a contest of a point; a later one on the same point replaces it."""
        with self._file.writing() as file:
            file.execute(
                "INSERT INTO contests SELECT id, ?, ?, ? FROM sittings WHERE id = ? "
                "ON CONFLICT DO UPDATE SET note = excluded.note",
                (contest.question, contest.point, contest.note[:MAX_NOTE], sitting),
            )

    def share(self, spec: str, *, open_key: bool, now: int) -> Shared:
        """Keep a paper for sharing, with two new links."""
        made = Shared(secrets.token_urlsafe(12), secrets.token_urlsafe(18), spec, open_key)
        with self._file.writing() as file:
            file.execute(
                "INSERT INTO shares VALUES (?, ?, ?, ?, ?, 0)", (made.id, made.key, spec, open_key, now)
            )
            _forget_shares(file, self._limits, now)
        return made

    def shared(self, share: str) -> Shared | None:
        """Return the shared paper of a candidate's link."""
        return self._shared("SELECT id, key, spec, open_key FROM shares WHERE id = ?", share)

    def shared_by_key(self, key: str) -> Shared | None:
        """Return the shared paper of a teacher's link."""
        return self._shared("SELECT id, key, spec, open_key FROM shares WHERE key = ?", key)

    def contested(self, share: str, *, most: int = 200) -> tuple[tuple[Contest, str], ...]:
        """Return what candidates contest of a shared paper with the answers they gave, a bounded number."""
        with self._file.reading() as file:
            rows = file.execute(
                "SELECT c.question, c.point, c.note, n.answer FROM contests c "
                "JOIN sittings a ON a.id = c.sitting "
                "JOIN answers n ON n.sitting = c.sitting AND n.question = c.question "
                "WHERE a.share = ? ORDER BY a.started, c.sitting, c.question, c.point LIMIT ?",
                (share, most),
            ).fetchall()
        return tuple((Contest(question, point, note), answer) for question, point, note, answer in rows)

    def _shared(self, query: str, token: str) -> Shared | None:
        with self._file.reading() as file:
            row = file.execute(query, (token,)).fetchone()
        return None if row is None else Shared(row[0], row[1], row[2], bool(row[3]))


def _sitting(file: sqlite3.Connection, row: sqlite3.Row) -> Sitting:
    sitting, spec, mode, share, started, finished = row
    answers = file.execute(
        "SELECT question, answer, locked FROM answers WHERE sitting = ? ORDER BY question", (sitting,)
    ).fetchall()
    contests = file.execute(
        "SELECT question, point, note FROM contests WHERE sitting = ? ORDER BY question, point", (sitting,)
    ).fetchall()
    return Sitting(
        id=sitting,
        spec=spec,
        mode=Mode(mode),
        share=share,
        started=started,
        finished=finished,
        answers={question: answer for question, answer, _ in answers},
        locked=frozenset(question for question, _, locked in answers if locked),
        contests=tuple(Contest(*contest) for contest in contests),
    )


def _forget_sittings(file: sqlite3.Connection, limits: Limits, now: int) -> None:
    file.execute("DELETE FROM sittings WHERE touched < ?", (now - limits.sitting_days * _DAY,))
    file.execute(
        "DELETE FROM sittings WHERE id IN (SELECT a.id FROM sittings a ORDER BY "
        "EXISTS (SELECT 1 FROM answers n WHERE n.sitting = a.id) DESC, touched DESC, a.id "
        "LIMIT -1 OFFSET ?)",
        (limits.sittings,),
    )


def _forget_shares(file: sqlite3.Connection, limits: Limits, now: int) -> None:
    file.execute("DELETE FROM shares WHERE touched < ?", (now - limits.share_days * _DAY,))
    file.execute(
        "DELETE FROM shares WHERE id IN "
        "(SELECT id FROM shares ORDER BY used > 0 DESC, touched DESC, id LIMIT -1 OFFSET ?)",
        (limits.shares,),
    )


def _unusable(path: Path, error: Exception) -> StudyError:
    return StudyError(
        f"{path} cannot be used: {error}.", hint="Set KB_DATA_DIR to a folder that can be written."
    )
