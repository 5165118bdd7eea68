"""Putting the position back, and the moves that may replace an illegal one under touch-move."""

from __future__ import annotations

import re

import chess

from kb.board.letters import PIECE_WORDS
from kb.board.touch import TouchRule, TouchRuling, touch_move
from kb.board.types import ReadMove
from kb.messages import Message
from kb.rules.penalty import replied
from kb.rules.reasoning import Reasoning, fen_of
from kb.rules.saying import piece_on

__all__ = ["piece_named", "restore", "say_touch_ruling"]

_GO_BACK = ("illegal_move_restoration", "go_back")
# What binds the player: the message, the aspect it rests on, and where its clause numbers stand.
_RULES = {
    TouchRule.MOVE_TOUCHED: ("step.touched_must_move", "own_piece", "own"),
    TouchRule.CAPTURE_TOUCHED: ("step.touched_must_be_taken", "opponent_piece", "opponent"),
    TouchRule.CAPTURE_WITH_TOUCHED: ("step.touched_takes_touched", "opponent_piece", "both_colours"),
    TouchRule.CASTLE: ("step.touched_must_castle", "castling_touch", "castling_king_rook"),
    TouchRule.ROOK_BEFORE_KING: ("step.rook_before_king", "castling_touch", "castling_rook_first"),
    TouchRule.KING_AFTER_CASTLING_FAILED: ("step.king_after_castling", "castling_touch", "castling_illegal"),
    TouchRule.FREE: ("step.nothing_movable", "none_movable", "none_movable"),
}


def restore(r: Reasoning) -> None:
    """Say that the position is put back, and which moves may replace the illegal one."""
    r.step("step.restore", _GO_BACK, settles=not r.unsupervised)
    if replied(r):
        r.step("step.any_time", _GO_BACK)
    r.step("step.arbiter_sets_times", ("clock_times_after_irregularity", "who_sets_times"))
    r.doubt_about("touch_clauses")
    found = r.incident
    if found is None or found.before is None or found.move.from_square is None:
        paths = ("illegal_move.restoration_clause", "illegal_move.touch_clauses")
        r.step("step.touch_applies", r.basis(*_GO_BACK, *paths))
        return
    r.restored = fen_of(found.before)
    if found.move.color == found.before.turn:
        say_touch_ruling(r, found.before, _touched(r, found.before, found.move))


def say_touch_ruling(r: Reasoning, board: chess.Board, touched: list[chess.Square]) -> None:
    """Write down what the touched men bind the player to, and list the moves left."""
    ruling = touch_move(board, touched)
    if ruling.rule is TouchRule.NOTHING_TOUCHED:
        return
    said, aspect, path = _RULES[ruling.rule]
    basis = r.basis("touch_move", aspect, f"touch_move.{path}")
    r.step(said, basis, piece=tuple(_on(board, s) for s in _named(ruling, touched)))
    r.replacements = tuple(board.san(move) for move in ruling.moves)


def piece_named(words: str | None) -> chess.PieceType | None:
    """Return the piece that a few words name, in any of the four languages.

    >>> piece_named("the rook"), piece_named("de toren op f8"), piece_named("nothing")
    (4, 4, None)
    """
    found = re.findall(r"\w+", (words or "").casefold())
    return next((PIECE_WORDS[word] for word in found if word in PIECE_WORDS), None)


def _named(ruling: TouchRuling, touched: list[chess.Square]) -> tuple[chess.Square, ...]:
    return ruling.bound or tuple(touched)


def _on(board: chess.Board, square: chess.Square) -> Message:
    piece = board.piece_at(square)
    assert piece is not None
    return piece_on(piece.piece_type, square)


def _touched(r: Reasoning, board: chess.Board, move: ReadMove) -> list[chess.Square]:
    """Return the men an illegal move touched, in order: the mover, then its victim or the castling rook.

    The order is turned round only where the rook or the enemy man is said to have been touched first.
    """
    assert move.from_square is not None
    second = _castling_rook(board, move) if move.castling else _victim(board, move)
    if second is None:
        return [move.from_square]
    first_named = piece_named(r.case.facts.touched_first)
    mover, other = board.piece_type_at(move.from_square), board.piece_type_at(second)
    if first_named is not None and first_named == other != mover:
        r.fact("touched_first")
        return [second, move.from_square]
    return [move.from_square, second]


def _castling_rook(board: chess.Board, move: ReadMove) -> chess.Square | None:
    """Return the rook on the side the king went to."""
    assert move.from_square is not None
    if move.to_square is None:
        return None
    short = chess.square_file(move.to_square) > chess.square_file(move.from_square)
    corner = chess.square(7 if short else 0, chess.square_rank(move.from_square))
    return corner if board.piece_at(corner) == chess.Piece(chess.ROOK, move.color) else None


def _victim(board: chess.Board, move: ReadMove) -> chess.Square | None:
    """Return the square of the enemy man the illegal move took, which was touched too; never a king."""
    if move.to_square is None:
        return None
    target = board.piece_at(move.to_square)
    taken = target is not None and target.color != move.color and target.piece_type != chess.KING
    return move.to_square if taken else None
