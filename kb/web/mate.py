"""Can a side still checkmate, asked outright: a position in, one verdict a side out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import chess

from kb.board.mating import CanMate, CannotMate, can_checkmate
from kb.board.mating import Verdict as Proof
from kb.board.reading import read_board
from kb.board.types import BoardReading
from kb.dialog.notes import problem_text
from kb.dialog.wording import proof_lines
from kb.errors import BoardReadingError, RequestError
from kb.messages import catalogue
from kb.rules.reasoning import fen_of
from kb.rules.ruling import Mating

__all__ = ["MateQuestion", "MateView", "MatingVerdict", "Side", "SideView", "UnreadableField", "mate_view"]


class UnreadableField(BoardReadingError):
    """A position or a move that cannot be read, with the field it was given in."""

    def __init__(self, message: str, *, hint: str, field: str, place: int) -> None:
        super().__init__(message, hint=hint, place=place)
        self.field = field


class Side(StrEnum):
    """A colour, by name."""

    WHITE = "white"
    BLACK = "black"


class MatingVerdict(StrEnum):
    """Whether a side can still checkmate by any series of legal moves."""

    CAN = "can"
    CANNOT = "cannot"
    UNDETERMINED = "undetermined"


@dataclass(frozen=True, slots=True)
class MateQuestion:
    """A position, whole or partial, with moves to play first; ``side`` ``None`` asks about both."""

    fen: str | None = None
    moves: str | None = None
    side: Side | None = None
    language: str = "en"


@dataclass(frozen=True, slots=True)
class SideView:
    """The verdict on one side, its proof, and the proof in words."""

    side: Side
    proof: Proof
    line: tuple[str, ...]
    text: str

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as JSON-ready data with stable keys."""
        proof = self.proof
        cannot = proof if isinstance(proof, CannotMate) else None
        return {
            "side": str(self.side),
            "verdict": str(_verdict(proof)),
            "can_checkmate": {MatingVerdict.CAN: True, MatingVerdict.CANNOT: False}.get(_verdict(proof)),
            "reason": str(cannot.reason) if cannot else None,
            "after": str(cannot.after) if cannot and cannot.after else None,
            "line": list(self.line),
            "uci": [move.uci() for move in _moves(proof)],
            "positions": cannot.positions if cannot else 0,
            "text": self.text,
        }


@dataclass(frozen=True, slots=True)
class MateView:
    """The position looked at and the verdict on each side asked about."""

    position: str
    language: str
    sides: tuple[SideView, ...]

    @property
    def text(self) -> str:
        """The whole of it as plain text."""
        return "\n".join(side.text for side in self.sides)

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON-ready data with stable keys in a stable order."""
        return {
            "position": self.position,
            "language": self.language,
            "sides": [side.to_json() for side in self.sides],
            "text": self.text,
        }


def mate_view(question: MateQuestion) -> MateView:
    """Say for each side asked about whether it can still checkmate, the opponent helping.

    Illegal moves among those given are carried out as they stood on the board.

    :raises RequestError: if there is no position at all.
    :raises UnreadableField: if the position or a move cannot be read.

    >>> mate_view(MateQuestion("8/8/8/4k3/8/8/8/KN6 w", side=Side.WHITE)).to_json()["sides"][0]["reason"]
    'lone_knight'
    """
    board = _board(question)
    sides = (question.side,) if question.side else (Side.WHITE, Side.BLACK)
    return MateView(fen_of(board), question.language, tuple(_side(board, one, question) for one in sides))


def _board(question: MateQuestion) -> chess.Board:
    reading = read_board("", language=question.language, fen=question.fen, moves=question.moves)
    if reading.problems:
        raise _unreadable(reading, question.language)
    if reading.games and reading.games[0].start is not None:
        return reading.games[0].board_before(len(reading.games[0].moves))
    if reading.position is None:
        raise RequestError(
            "There is no position.", hint="Give a FEN, or moves from the starting position.", field="fen"
        )
    return reading.position.board()


def _unreadable(reading: BoardReading, language: str) -> UnreadableField:
    words, problem = catalogue(language), reading.problems[0]
    text, example = problem_text(problem, words)
    message = words.text("refusal.unreadable_position", problem=text, example=example)
    return UnreadableField(
        message, hint=f"Write it like: {example}", field=str(problem.place.field), place=problem.place.offset
    )


def _side(board: chess.Board, side: Side, question: MateQuestion) -> SideView:
    colour = side is Side.WHITE
    proof = can_checkmate(board, colour)
    text = " ".join(proof_lines(Mating(colour, fen_of(board), proof), catalogue(question.language)))
    return SideView(side, proof, _san(board, _moves(proof)), text)


def _verdict(proof: Proof) -> MatingVerdict:
    if isinstance(proof, CanMate):
        return MatingVerdict.CAN
    return MatingVerdict.CANNOT if isinstance(proof, CannotMate) else MatingVerdict.UNDETERMINED


def _moves(proof: Proof) -> tuple[chess.Move, ...]:
    if isinstance(proof, CanMate):
        return proof.line
    return proof.forced if isinstance(proof, CannotMate) else ()


def _san(board: chess.Board, line: tuple[chess.Move, ...]) -> tuple[str, ...]:
    board = board.copy(stack=False)
    return tuple(board.san_and_push(move) for move in line)
