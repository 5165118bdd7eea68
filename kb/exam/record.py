"""The file that holds exams, answers and reviews, and its schema."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from kb.database import Database, NewerFile
from kb.errors import StudyError
from kb.messages import Catalogue

__all__ = ["FILE_NAME", "Record"]

FILE_NAME: Final = "study.sqlite3"

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


class Record(Database):
    """The file; see :class:`Database` for what is promised.

    :param words: the language problems are worded in.
    :raises StudyError: if it cannot be read or written, or a newer version of the program wrote it.
    """

    def __init__(self, path: Path, words: Catalogue) -> None:
        super().__init__(path, _STEPS, self._error)
        self._words = words
        self.prepare()

    def _error(self, error: Exception) -> StudyError:
        place = str(self.path)
        if isinstance(error, NewerFile):
            return StudyError(
                self._words.text("study.error.newer", path=place), hint=self._words.text("study.hint.update")
            )
        return StudyError(
            self._words.text("study.error.file", path=place, problem=str(error)),
            hint=self._words.text("study.hint.file", setting="KB_DATA_DIR"),
        )
