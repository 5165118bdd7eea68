"""What an exam is made of: questions with their key, marking points, papers.

Everything here is plain data, worded in one language, and becomes the same JSON every time.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Any, Final

from kb.dialog.answer import Citation
from kb.rules.ruling import Verdict

__all__ = ["MOST_QUESTIONS", "Format", "MarkingPoint", "Option", "Paper", "PointKind", "Question"]

MOST_QUESTIONS: Final = 200
"""Questions of one paper."""


@unique
class Format(StrEnum):
    """The ways a question can be asked."""

    CHOICE = "choice"  # what is the ruling? four options, one right
    OPEN = "open"  # what is the ruling, and why? marked by points
    CLAUSE = "clause"  # which clause rules this?
    FIND = "find"  # find the irregularity in this game
    EDITION = "edition"  # which edition says this?
    CLOCKS = "clocks"  # set the clocks after the ruling


@unique
class PointKind(StrEnum):
    """What one marking point of an open answer asks for."""

    VERDICT = "verdict"  # what becomes of the game: goes on, lost, drawn, new game …
    MINUTES = "minutes"  # the time given, in minutes
    WHOSE_CLOCK = "whose_clock"  # who gets it
    POSITION = "position"  # what becomes of the position: restored, stands, pawn becomes a queen …
    PIECE = "piece"  # which piece must now be moved
    CLAUSE = "clause"  # the clause number
    EXCEPTION = "exception"  # drawn instead of lost, because mate is impossible


@dataclass(frozen=True, slots=True)
class MarkingPoint:
    """One point of an open answer.

    ``accepted`` holds what earns it, in a form that marking reads, by kind: the verdict code; the number of
    minutes; "white" or "black"; "restored", "stands", "queen" or "transferred" for the position; a piece
    by its English letter and square ("Ng1", a pawn "e7"); clause labels; "draw" for the exception.
    ``text`` says it in words.
    """

    kind: PointKind
    marks: int
    accepted: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a closed question, and why it is right or wrong."""

    text: str
    right: bool
    why: str


@dataclass(frozen=True, slots=True)
class Question:
    """One question with its key.

    ``id`` depends on the content alone.  ``generator`` and ``seed`` make it again.  ``edition`` is that of
    the paper; where it is asked which edition says something, the key may be of another.  ``fen`` is the
    position shown, ``attempted`` the move to draw on it (UCI), ``pgn`` the game to search: its moves in the
    language's piece letters, one of them illegal, as ``read_board`` reads them.  ``options``
    are empty for an open question, ``points`` for a closed one.  ``announced`` says that the position
    could not arise by legal moves, where that is so.  ``explanation`` are the steps of the ruling;
    ``citations`` the held clauses, our restatement standing among the steps where none is held.
    """

    id: str
    generator: str
    seed: int
    language: str
    edition: str
    topic: str
    format: Format
    difficulty: int  # 1 (one step) to 5 (several steps and traps)
    marks: int
    stem: str
    ask: str
    fen: str | None
    attempted: str | None
    pgn: str | None
    announced: str
    options: tuple[Option, ...]
    points: tuple[MarkingPoint, ...]
    verdict: Verdict
    key: str
    explanation: tuple[str, ...]
    citations: tuple[Citation, ...]

    @property
    def right(self) -> int:
        """The place of the right option, from 0; -1 for an open question."""
        return next((i for i, option in enumerate(self.options) if option.right), -1)

    def to_json(self, *, with_key: bool = True) -> dict[str, Any]:
        """Return the question as JSON-ready data in a stable order, for a candidate without its key."""
        asked = {
            "id": self.id,
            "generator": self.generator,
            "seed": self.seed,
            "language": self.language,
            "edition": self.edition,
            "topic": self.topic,
            "format": str(self.format),
            "difficulty": self.difficulty,
            "marks": self.marks,
            "stem": self.stem,
            "ask": self.ask,
            "fen": self.fen,
            "attempted": self.attempted,
            "pgn": self.pgn,
            "announced": self.announced,
            "options": [option.text for option in self.options],
        }
        return asked | self._key() if with_key else asked

    def _key(self) -> dict[str, Any]:
        points = [
            {"kind": str(p.kind), "marks": p.marks, "accepted": list(p.accepted), "text": p.text}
            for p in self.points
        ]
        quotes = [
            {
                "document": c.quote.document,
                "clause": c.quote.clause,
                "paragraph": c.quote.paragraph,
                "sha256": c.quote.sha256,
                "language": c.language,
                "edition": c.edition,
                "same_rule": c.same_rule,
                "quote": c.text,
                "translation": c.translation,
            }
            for c in self.citations
        ]
        return {
            "right": self.right,
            "why": [option.why for option in self.options],
            "points": points,
            "verdict": str(self.verdict),
            "key": self.key,
            "explanation": list(self.explanation),
            "citations": quotes,
        }


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper: its questions in order, and the rules of the authority it is set for.

    ``authority`` names a data file under ``corpus/exams/``; ``minutes`` and ``pass_percent`` come from
    it and are 0 for free practice.
    """

    language: str
    edition: str
    seed: int
    authority: str
    minutes: int
    pass_percent: int
    questions: tuple[Question, ...]

    @property
    def marks(self) -> int:
        """The marks that can be had in all."""
        return sum(question.marks for question in self.questions)

    def to_json(self, *, with_key: bool = True) -> dict[str, Any]:
        """Return the paper as JSON-ready data in a stable order."""
        return {
            "language": self.language,
            "edition": self.edition,
            "seed": self.seed,
            "authority": self.authority,
            "minutes": self.minutes,
            "pass_percent": self.pass_percent,
            "marks": self.marks,
            "questions": [question.to_json(with_key=with_key) for question in self.questions],
        }
