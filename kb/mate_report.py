"""What ``kb mate`` answers: whether the sides can still checkmate, with the line or the reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import chess

from kb.board.mating import DEFAULT_BUDGET, CanMate, CannotMate, Undetermined, can_checkmate
from kb.board.reading import read_board
from kb.board.types import BoardReading
from kb.dialog.notes import board_notes, problem_text
from kb.dialog.wording import proof_lines
from kb.errors import BoardReadingError, RequestError
from kb.messages import Catalogue
from kb.rules.ruling import Mating
from kb.rules.saying import why_illegal

__all__ = ["MateAnswer", "ask_mate"]


@dataclass(frozen=True, slots=True)
class MateAnswer:
    """The position as read, and a verdict for each side asked about.

    :param notes: what was understood or is impossible about the position, in words.
    """

    fen: str
    verdicts: tuple[Mating, ...]
    notes: tuple[str, ...]

    @property
    def dead(self) -> bool | None:
        """Whether the position is dead; ``None`` when a side was not asked about or stayed undetermined."""
        if any(isinstance(mating.verdict, CanMate) for mating in self.verdicts):
            return False
        both = len(self.verdicts) == len(chess.COLORS)
        return True if both and all(isinstance(m.verdict, CannotMate) for m in self.verdicts) else None

    def lines(self, words: Catalogue) -> Iterator[str]:
        """Yield the answer in words."""
        undetermined = [m.verdict for m in self.verdicts if isinstance(m.verdict, Undetermined)]
        if any(not verdict.spent for verdict in undetermined):
            yield words.text("mate.no_meaning")
            return
        for mating in self.verdicts:
            yield from proof_lines(mating, words)
        if self.dead:
            yield words.text("step.dead")
        if undetermined:
            yield words.text("mate.arbiter_then")

    def to_json(self, words: Catalogue) -> dict[str, Any]:
        """Return the answer as JSON-like data; lines in UCI and in English SAN."""
        return {
            "fen": self.fen,
            "sides": [_side(mating, words) for mating in self.verdicts],
            "dead": self.dead,
            "text": "\n".join(self.lines(words)),
            "notes": list(self.notes),
        }


def ask_mate(
    fen: str | None, moves: str | None, side: chess.Color | None, words: Catalogue, budget: int | None = None
) -> MateAnswer:
    """Read a position and ask for a side, or for both, whether it can still mate.

    :param moves: played from the position, or from the initial one; ``None`` for none.
    :param budget: positions the prover may look at for each side; ``None`` for its own default.
    :raises RequestError: neither position nor moves are given.
    :raises BoardReadingError: the position or the moves cannot be read, or a move is illegal.
    """
    if not fen and not moves:
        raise RequestError("There is no position.", hint='Write: kb mate --fen "…".', field="fen")
    reading = read_board("", language=words.language, fen=fen, moves=moves)
    board = _final_board(reading, words)
    verdicts = tuple(
        Mating(colour, board.fen(), can_checkmate(board, colour, budget=budget or DEFAULT_BUDGET))
        for colour in chess.COLORS
        if side is None or colour == side
    )
    return MateAnswer(board.fen(), verdicts, tuple(board_notes(reading, words)))


def _final_board(reading: BoardReading, words: Catalogue) -> chess.Board:
    if reading.problems:
        problem = reading.problems[0]
        text, example = problem_text(problem, words)
        raise BoardReadingError(text, hint=f"→ {example}", place=problem.place.offset)
    game = reading.games[0] if reading.games else None
    for move in game.moves if game else ():
        if move.illegal is not None:
            why = f"{words.text('finding.illegal_move')}: {words.text(why_illegal(move.illegal))}"
            raise BoardReadingError(f"{move.text}: {why}.", place=move.offset)
    if game is not None and game.start is not None:
        return game.board_before(len(game.moves))
    if reading.position is None:
        raise RequestError("The moves start from an unknown position.", hint="Give it with --fen.")
    return reading.position.board()


def _side(mating: Mating, words: Catalogue) -> dict[str, Any]:
    verdict = mating.verdict
    entry: dict[str, Any] = {
        "side": chess.COLOR_NAMES[mating.colour],
        "verdict": "undetermined",
        "line": None,
        "reason": None,
        "text": " ".join(proof_lines(mating, words)),
    }
    if isinstance(verdict, CanMate):
        entry |= {"verdict": "can", "line": _line(mating.fen, verdict.line)}
    elif isinstance(verdict, CannotMate):
        entry |= {"verdict": "cannot", "reason": verdict.reason, "positions": verdict.positions}
        if verdict.forced:
            entry |= {"line": _line(mating.fen, verdict.forced), "after": verdict.after}
    else:
        entry["nodes"] = verdict.spent
    return entry


def _line(fen: str, moves: Sequence[chess.Move]) -> dict[str, list[str]]:
    board = chess.Board(fen)
    san = [board.san_and_push(move) for move in moves]
    return {"uci": [move.uci() for move in moves], "san": san}
