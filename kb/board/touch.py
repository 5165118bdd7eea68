"""Which moves a player may make after touching pieces: Articles 4.3, 4.4 and 4.5.

The numbers are those in force since 2014; what they say about touching has been the same since 2001.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, auto

import chess

__all__ = ["TouchRule", "TouchRuling", "legal_replacements", "touch_move"]


class TouchRule(StrEnum):
    """What binds the player."""

    NOTHING_TOUCHED = auto()
    MOVE_TOUCHED = auto()
    """4.3.1: the first own piece touched that can be moved."""
    CAPTURE_TOUCHED = auto()
    """4.3.2: the first enemy piece touched that can be captured."""
    CAPTURE_WITH_TOUCHED = auto()
    """4.3.3: the enemy piece touched is captured with the own piece touched."""
    CASTLE = auto()
    """4.4.1: king and rook were touched and castling on that side is legal."""
    ROOK_BEFORE_KING = auto()
    """4.4.2: no castling with that rook; else as 4.3.1."""
    KING_AFTER_CASTLING_FAILED = auto()
    """4.4.3: castling is illegal, the king must make another move."""
    FREE = auto()
    """4.5, or the end of 4.4.3: nothing touched can be moved or captured."""


@dataclass(frozen=True, slots=True)
class TouchRuling:
    """The moves open to a player and the rule that leaves only these.

    :param bound: the squares of the touched pieces that the moves must use; empty when any move will do.
    """

    rule: TouchRule
    moves: tuple[chess.Move, ...]
    bound: tuple[chess.Square, ...] = ()


def touch_move(board: chess.Board, touched: Sequence[chess.Square]) -> TouchRuling:
    """Apply touch-move to the pieces a player touched on purpose, in the order they were touched.

    :param touched: squares as they were before the touching; empty squares are passed over.  When the order
        of an own and an enemy piece is unclear, put the own one first (4.3.3).

    Does not know whether "I adjust" was said, nor whether a piece was released (4.7).
    """
    moves = _legal_moves(board)
    own = [square for square in touched if board.color_at(square) == board.turn]
    theirs = [square for square in touched if board.color_at(square) == (not board.turn)]
    if not own and not theirs:
        return TouchRuling(TouchRule.NOTHING_TOUCHED, moves)
    if not theirs:
        castling = _touched_for_castling(board, own, moves)
        if castling is not None:
            return castling
    if own and theirs:
        both = tuple(move for move in _moves_of(moves, own[0]) if _captured_on(board, move) == theirs[0])
        if both:
            return TouchRuling(TouchRule.CAPTURE_WITH_TOUCHED, both, (own[0], theirs[0]))
    return _first_that_can(board, touched, moves)


def legal_replacements(
    board: chess.Board,
    touched_from: chess.Square | None,
    touched_target: chess.Square | None = None,
) -> tuple[chess.Move, ...]:
    """List the moves that may replace an illegal one, in the order of their UCI names.

    :param touched_from: the own piece touched first.
    :param touched_target: the second piece touched: an enemy piece, or the rook for castling.

    >>> board = chess.Board("4k3/8/8/8/8/8/3q4/3QK3 w - - 0 1")
    >>> [move.uci() for move in legal_replacements(board, chess.E1)]
    ['e1d2', 'e1f1']
    """
    touched = [square for square in (touched_from, touched_target) if square is not None]
    return touch_move(board, touched).moves


def _legal_moves(board: chess.Board) -> tuple[chess.Move, ...]:
    """List the legal moves; an illegal position does not make the capture of a king legal."""
    kings = board.kings & board.occupied_co[not board.turn]
    moves = (move for move in board.legal_moves if not kings & chess.BB_SQUARES[move.to_square])
    return tuple(sorted(moves, key=chess.Move.uci))


def _moves_of(moves: Sequence[chess.Move], square: chess.Square) -> tuple[chess.Move, ...]:
    return tuple(move for move in moves if move.from_square == square)


def _captured_on(board: chess.Board, move: chess.Move) -> chess.Square | None:
    """Give the square of the piece that a move takes, which en passant is not the target square."""
    if board.is_en_passant(move):
        return chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    return move.to_square if board.is_capture(move) else None


def _touched_for_castling(
    board: chess.Board, own: Sequence[chess.Square], moves: tuple[chess.Move, ...]
) -> TouchRuling | None:
    """Apply 4.4 when the first two own pieces touched are the king and a rook."""
    kinds = [board.piece_type_at(square) for square in own[:2]]
    if sorted(filter(None, kinds)) != [chess.ROOK, chess.KING]:
        return None
    king, rook = sorted(own[:2], key=lambda square: board.piece_type_at(square) == chess.ROOK)
    short = chess.square_file(rook) > chess.square_file(king)
    castling = tuple(
        move for move in _moves_of(moves, king) if board.is_castling(move) and _is_short(move) == short
    )
    if kinds[0] == chess.ROOK:
        rest = tuple(move for move in moves if move not in castling)
        ruling = _first_that_can(board, own, rest)
        return ruling if ruling.rule is TouchRule.FREE else _renamed(ruling, TouchRule.ROOK_BEFORE_KING)
    if castling:
        return TouchRuling(TouchRule.CASTLE, castling, (king, rook))
    others = _moves_of(moves, king)
    if others:
        return TouchRuling(TouchRule.KING_AFTER_CASTLING_FAILED, others, (king,))
    return TouchRuling(TouchRule.FREE, moves)


def _renamed(ruling: TouchRuling, rule: TouchRule) -> TouchRuling:
    return TouchRuling(rule, ruling.moves, ruling.bound)


def _is_short(move: chess.Move) -> bool:
    return chess.square_file(move.to_square) > chess.square_file(move.from_square)


def _first_that_can(
    board: chess.Board, touched: Sequence[chess.Square], moves: tuple[chess.Move, ...]
) -> TouchRuling:
    """Bind the player to the first piece touched that can be moved or captured."""
    for square in touched:
        if board.color_at(square) == board.turn:
            bound, rule = _moves_of(moves, square), TouchRule.MOVE_TOUCHED
        else:
            bound = tuple(move for move in moves if _captured_on(board, move) == square)
            rule = TouchRule.CAPTURE_TOUCHED
        if bound:
            return TouchRuling(rule, bound, (square,))
    return TouchRuling(TouchRule.FREE, moves)
