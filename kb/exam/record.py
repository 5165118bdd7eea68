"""The file that holds exams, answers and reviews: SQLite, its schema and how it is brought up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from kb.errors import StudyError
from kb.messages import Catalogue

__all__ = ["FILE_NAME", "Record"]

FILE_NAME: Final = "study.sqlite3"

_WAIT_SECONDS = 10

# One step for each version of the schema; steps are added, never changed.
_STEPS: Final = (
    """
    CREATE TABLE attempts (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        asked_for TEXT NOT NULL,
        authority TEXT NOT NULL,
        language TEXT NOT NULL,
        edition TEXT NOT NULL,
        seed INTEGER NOT NULL,
        minutes INTEGER NOT NULL,
        pass_percent INTEGER NOT NULL,
        every_part INTEGER NOT NULL,
        started TEXT NOT NULL,
        finished TEXT
    ) STRICT;
    CREATE INDEX attempts_of ON attempts (kind, finished);
    CREATE TABLE questions (
        attempt INTEGER NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
        place INTEGER NOT NULL,
        part TEXT NOT NULL,
        wrong_costs TEXT NOT NULL,
        question TEXT NOT NULL,
        PRIMARY KEY (attempt, place)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE answers (
        attempt INTEGER NOT NULL,
        place INTEGER NOT NULL,
        given TEXT NOT NULL,
        late INTEGER NOT NULL,
        earned TEXT NOT NULL,
        at TEXT NOT NULL,
        PRIMARY KEY (attempt, place),
        FOREIGN KEY (attempt, place) REFERENCES questions (attempt, place) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE cards (
        topic TEXT NOT NULL,
        format TEXT NOT NULL,
        generator TEXT NOT NULL,
        state TEXT NOT NULL,
        due TEXT NOT NULL,
        answers INTEGER NOT NULL,
        PRIMARY KEY (topic, format, generator)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX cards_due ON cards (due);
    """,
    """
    CREATE TABLE contests (
        id INTEGER PRIMARY KEY,
        attempt INTEGER NOT NULL,
        place INTEGER NOT NULL,
        point INTEGER NOT NULL,
        note TEXT NOT NULL,
        raised TEXT NOT NULL,
        upheld INTEGER,
        resolved TEXT,
        UNIQUE (attempt, place, point),
        FOREIGN KEY (attempt, place) REFERENCES answers (attempt, place) ON DELETE CASCADE
    ) STRICT;
    """,
)


class Record:
    """The file; every use opens it anew, so that threads and processes can share it.

    What a ``with`` block wrote is on disk when the block is left, or not at all.

    :param words: the language problems are worded in.
    """

    def __init__(self, path: Path, words: Catalogue) -> None:
        self.path = path
        self._words = words
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._error(error) from error
        with self.writing() as db:
            self._bring_up_to_date(db)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Open the file to read one consistent state of it; raises StudyError."""
        with self._connected("BEGIN") as db:
            yield db

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Open the file to change it, alone; raises StudyError."""
        with self._connected("BEGIN IMMEDIATE") as db:
            yield db

    @contextmanager
    def _connected(self, begin: str) -> Iterator[sqlite3.Connection]:
        try:
            db = sqlite3.connect(self.path, timeout=_WAIT_SECONDS, isolation_level=None)
        except sqlite3.Error as error:
            raise self._error(error) from error
        try:
            db.row_factory = sqlite3.Row
            # An answer must outlive the loss of power, not only of the process.
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                db.execute(f"PRAGMA {pragma}")
            db.execute(begin)
            try:
                yield db
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise
            db.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._error(error) from error
        finally:
            db.close()

    def _bring_up_to_date(self, db: sqlite3.Connection) -> None:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version > len(_STEPS):
            raise StudyError(
                self._words.text("study.error.newer", path=str(self.path)),
                hint=self._words.text("study.hint.update"),
            )
        for step in _STEPS[version:]:
            for statement in filter(str.strip, step.split(";")):
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {len(_STEPS)}")

    def _error(self, error: Exception) -> StudyError:
        return StudyError(
            self._words.text("study.error.file", path=str(self.path), problem=str(error)),
            hint=self._words.text("study.hint.file", setting="KB_DATA_DIR"),
        )
