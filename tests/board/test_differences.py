from __future__ import annotations

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.board.differences import Shift, compare
from kb.board.types import StandingPiece


def test_one_move() -> None:
    before = chess.Board()
    after = before.copy()
    after.push_san("e4")
    found = compare(before, after)
    assert found.shifted == (Shift(chess.PAWN, chess.WHITE, chess.E2, chess.E4),)
    assert found.explained_by == (chess.Move.from_uci("e2e4"),)
    assert found.turn_changed
    assert (found.gone, found.come) == ((), ())


def test_capture_and_lost_right() -> None:
    before = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    after = before.copy()
    after.push_uci("a1a8")
    found = compare(before, after)
    assert found.gone == (StandingPiece(chess.A8, chess.ROOK, chess.BLACK),)
    assert (found.castling_lost, found.castling_gained) == ("Qq", "")


def test_displaced_men_are_paired_with_the_nearest() -> None:
    before = chess.Board("4k3/8/8/8/8/8/R6R/4K3 w - - 0 1")
    after = chess.Board("4k3/8/8/8/8/R6R/8/4K3 w - - 0 1")
    found = compare(before, after)
    assert [(shift.from_square, shift.to_square) for shift in found.shifted] == [
        (chess.A2, chess.A3),
        (chess.H2, chess.H3),
    ]
    assert found.explained_by == ()
    assert found.squares == (chess.A2, chess.H2, chess.A3, chess.H3)


@pytest.mark.parametrize("fen", [chess.STARTING_FEN, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"])
def test_nothing_changed(fen: str) -> None:
    found = compare(chess.Board(fen), chess.Board(fen))
    assert not found
    assert found.squares == ()
    assert not found.turn_changed


placement = st.dictionaries(st.integers(0, 63), st.sampled_from("PNBRQKpnbrqk"), max_size=16)


def _board(men: dict[int, str]) -> chess.Board:
    board = chess.Board(None)
    for square, symbol in men.items():
        board.set_piece_at(square, chess.Piece.from_symbol(symbol))
    return board


@given(placement, placement)
@settings(max_examples=100, deadline=None)
def test_doing_what_it_says_gives_the_second_board(first: dict[int, str], second: dict[int, str]) -> None:
    board, after = _board(first), _board(second)
    found = compare(board, after)
    for piece in found.gone:
        assert board.remove_piece_at(piece.square) == chess.Piece(piece.piece_type, piece.color)
    lifted = [(shift, board.remove_piece_at(shift.from_square)) for shift in found.shifted]
    for shift, piece_lifted in lifted:
        board.set_piece_at(shift.to_square, piece_lifted)
    for piece in found.come:
        board.set_piece_at(piece.square, chess.Piece(piece.piece_type, piece.color))
    assert board.board_fen() == after.board_fen()
