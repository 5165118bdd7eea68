"""A SQLite file that threads and processes share, opened anew for every use, its schema kept up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from kb.errors import StudyError

__all__ = ["Database", "NewerFile"]

_WAIT_SECONDS: Final = 10


class NewerFile(Exception):
    """A newer version of the program wrote the file."""

    def __init__(self) -> None:
        super().__init__("a newer version of the program wrote it")


class Database:
    """The file.  What a ``with`` block wrote is on disk when the block is left, or not at all.

    :param steps: the statements of each version of the schema; steps are added, never changed.
    :param refused: words what is wrong with the file: an ``OSError``, a ``sqlite3.Error`` or
        :class:`NewerFile`.
    """

    def __init__(self, path: Path, steps: Sequence[str], refused: Callable[[Exception], StudyError]) -> None:
        self.path = path
        self._steps = steps
        self._refused = refused
        self._ready = False

    def prepare(self) -> None:
        """Make the file or bring its schema up to date; the first use does so too; raises StudyError."""
        if self._ready:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._refused(error) from error
        with self._connected("BEGIN IMMEDIATE") as db:
            self._bring_up_to_date(db)
        self._ready = True

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Open the file to read one consistent state of it; raises StudyError."""
        self.prepare()
        with self._connected("BEGIN") as db:
            yield db

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Open the file to change it, alone; raises StudyError."""
        self.prepare()
        with self._connected("BEGIN IMMEDIATE") as db:
            yield db

    @contextmanager
    def _connected(self, begin: str) -> Iterator[sqlite3.Connection]:
        try:
            db = sqlite3.connect(self.path, timeout=_WAIT_SECONDS, isolation_level=None)
        except sqlite3.Error as error:
            raise self._refused(error) from error
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
            raise self._refused(error) from error
        finally:
            db.close()

    def _bring_up_to_date(self, db: sqlite3.Connection) -> None:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version > len(self._steps):
            raise self._refused(NewerFile())
        for step in self._steps[version:]:
            for statement in filter(str.strip, step.split(";")):
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {len(self._steps)}")
