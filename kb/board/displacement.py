"""Carrying out moves as they happened on the board, legal or not, so that what came later can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

if TYPE_CHECKING:
    from kb.board.types import ReadMove

__all__ = ["carry_out", "displace"]


def displace(board: chess.Board, from_square: chess.Square, to_square: chess.Square) -> None:
    """Move a piece by hand, whatever it is and whoever is to move, and pass the turn.

    The board's counters advance, castling rights whose king or rook has left are dropped, no en passant
    square arises, and the move stack is cleared: python-chess could not take such a move back.
    """
    piece = board.remove_piece_at(from_square)
    captured = board.piece_at(to_square)
    if piece is not None:
        board.set_piece_at(to_square, piece)
    _pass_turn(
        board, irreversible=captured is not None or (piece is not None and piece.piece_type == chess.PAWN)
    )


def carry_out(board: chess.Board, move: ReadMove) -> None:
    """Carry out a read move on a board in place; a move without known squares only passes the turn."""
    if move.from_square is None or move.to_square is None:
        _pass_turn(board, irreversible=False)
        return
    if move.legal:
        board.push(chess.Move(move.from_square, move.to_square, promotion=move.promotion))
        return
    color = board.color_at(move.from_square)
    displace(board, move.from_square, move.to_square)
    if move.promotion is not None and color is not None:
        board.set_piece_at(move.to_square, chess.Piece(move.promotion, color))
    if move.castling and color is not None:
        _bring_rook(board, color, move.to_square)


def _bring_rook(board: chess.Board, color: chess.Color, king_target: chess.Square) -> None:
    """Put the rook of an attempted castling beside the king, if it is there and its square is free."""
    rank = chess.square_rank(king_target)
    short = chess.square_file(king_target) == 6
    corner = chess.square(7 if short else 0, rank)
    beside = chess.square(5 if short else 3, rank)
    if board.piece_at(corner) == chess.Piece(chess.ROOK, color) and board.piece_at(beside) is None:
        board.remove_piece_at(corner)
        board.set_piece_at(beside, chess.Piece(chess.ROOK, color))


def _pass_turn(board: chess.Board, *, irreversible: bool) -> None:
    board.clear_stack()
    board.ep_square = None
    board.halfmove_clock = 0 if irreversible else board.halfmove_clock + 1
    if board.turn == chess.BLACK:
        board.fullmove_number += 1
    board.turn = not board.turn
    board.castling_rights = board.clean_castling_rights()
