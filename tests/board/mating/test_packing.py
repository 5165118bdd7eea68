from __future__ import annotations

import chess
import pytest

from kb.board.mating.core import tables
from kb.board.mating.packing import move_between, pack, playable, standard_castling


def test_pack_keeps_everything_that_decides_the_legal_moves() -> None:
    packed = pack(chess.Board("r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 0 1"))
    assert packed[chess.A8] == tables.ROOK | tables.BLACK
    assert packed[chess.E5] == tables.PAWN
    assert packed[tables.TURN] == tables.WHITE
    assert packed[tables.CASTLING] == tables.WHITE_SHORT | tables.BLACK_LONG
    assert packed[tables.EN_PASSANT] == chess.D6
    assert packed[tables.KINGS] == chess.E1
    assert packed[tables.KINGS + 1] == chess.E8


def test_an_en_passant_square_that_no_pawn_can_use_is_left_out() -> None:
    first = pack(chess.Board("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1"))
    second = pack(chess.Board("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1"))
    assert first == second


@pytest.mark.parametrize(
    ("fen", "uci"),
    [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"),
        ("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n"),
        ("4k3/8/8/8/8/8/p7/1N2K3 b - - 0 1", "a2b1q"),
        ("3rk3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d8"),
    ],
)
def test_the_move_between_two_positions_is_found(fen: str, uci: str) -> None:
    board = chess.Board(fen)
    before = pack(board)
    board.push_uci(uci)
    assert move_between(before, pack(board)).uci() == uci


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
        "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/p3K3 w - - 0 1",
        "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
        "8/8/8/8/8/8/3k4/4K3 w - - 0 1",
        "8/8/8/8/8/8/8/8 w - - 0 1",
    ],
)
def test_positions_without_a_meaning_are_not_playable(fen: str) -> None:
    assert not playable(chess.Board(fen))


def test_castling_from_other_files_is_noticed() -> None:
    assert standard_castling(chess.Board())
    assert not standard_castling(chess.Board("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", chess960=True))
    assert not standard_castling(chess.Board("r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", chess960=True))
