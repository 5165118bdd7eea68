from __future__ import annotations

import chess
import pytest

from kb.board.displacement import carry_out, displace
from kb.board.types import ReadMove


def test_a_hand_moves_anything_anywhere() -> None:
    board = chess.Board()
    displace(board, chess.D1, chess.H8)
    assert board.piece_at(chess.H8) == chess.Piece(chess.QUEEN, chess.WHITE)
    assert board.turn is chess.BLACK
    assert board.castling_rights & chess.BB_H8 == 0
    assert board.move_stack == []


def test_counters_follow_captures_and_pawns() -> None:
    board = chess.Board("4k3/8/8/8/8/8/4P3/R3K3 b - - 7 20")
    displace(board, chess.E8, chess.D7)
    assert (board.halfmove_clock, board.fullmove_number) == (8, 21)
    displace(board, chess.E2, chess.E5)
    assert (board.halfmove_clock, board.fullmove_number) == (0, 21)


def test_an_empty_hand_passes_the_turn() -> None:
    board = chess.Board()
    displace(board, chess.E4, chess.E5)
    assert board.board_fen() == chess.STARTING_BOARD_FEN
    assert board.turn is chess.BLACK


def _move(start: int | None, end: int | None, **more: object) -> ReadMove:
    return ReadMove("", 0, 0, chess.WHITE, None, start, end, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("move", [_move(None, chess.E4), _move(None, None), _move(chess.E2, None)])
def test_unknown_squares_pass_the_turn(move: ReadMove) -> None:
    board = chess.Board()
    carry_out(board, move)
    assert board.board_fen() == chess.STARTING_BOARD_FEN
    assert board.turn is chess.BLACK


def test_an_illegal_promotion_puts_the_named_piece() -> None:
    board = chess.Board("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1")
    carry_out(board, _move(chess.E7, chess.E8, promotion=chess.KING, legal=False))
    assert board.piece_at(chess.E8) == chess.Piece(chess.KING, chess.WHITE)


def test_castling_over_a_blocked_square_leaves_the_rook() -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/4KB1R w K - 0 1")
    carry_out(board, _move(chess.E1, chess.G1, castling=True, legal=False))
    assert board.board_fen() == "4k3/8/8/8/8/8/8/5BKR"
