from __future__ import annotations

import random

import chess
import pytest

from kb.board.impossible import find_impossibilities
from kb.board.types import Impossibility


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        (chess.STARTING_FEN, []),
        ("4k3/4Q3/8/8/8/8/4r3/4K3 w - - 0 1", ["both_kings_in_check", "side_not_to_move_in_check"]),
        ("4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1", ["side_not_to_move_in_check"]),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", ["no_black_king"]),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", ["no_white_king"]),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", ["several_white_kings"]),
        ("4k2k/8/8/8/8/8/8/K7 w - - 0 1", ["several_black_kings"]),
        ("P3k3/8/8/8/8/8/8/K7 w - - 0 1", ["pawn_on_last_rank"]),
        ("4k3/8/8/8/8/8/8/K4p2 b - - 0 1", ["pawn_on_last_rank"]),
        ("4k3/8/8/8/8/8/8/K4P2 w - - 0 1", ["pawn_on_first_rank"]),
        ("4k3/8/8/8/8/P7/PPPPPPPP/K7 w - - 0 1", ["too_many_white_pawns"]),
        ("4k3/8/8/8/8/8/PPPPPPPP/KQQ5 w - - 0 1", ["too_many_white_promotions"]),
        ("4k3/8/8/8/8/8/PPPPPPPP/KBB5 w - - 0 1", []),
        ("4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 1", ["too_many_white_promotions"]),
        ("b1b1k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1", ["too_many_black_promotions"]),
        ("8/8/8/8/3Kk3/8/8/8 w - - 0 1", ["kings_touch", "both_kings_in_check", "side_not_to_move_in_check"]),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1", ["king_and_queen_swapped"]),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR w KQkq - 0 1", ["bishop_and_knight_swapped"]),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR w Kkq - 0 1", ["knight_and_rook_swapped"]),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR w Kkq - 8 9", []),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/QNBRKBNR w Kkq - 0 1", ["wrong_set_up"]),
        # Two bishops on two diagonals: neither can have come without giving the other's check earlier.
        ("8/8/8/8/8/2b1k1b1/8/3RKR2 w - - 0 1", ["impossible_check"]),
        ("5B2/7r/5K1k/7r/8/4B3/8/8 b - - 0 1", ["impossible_check"]),
        # A pawn on its starting square cannot have just arrived there.
        ("8/4p3/5K2/8/8/8/8/k7 w - - 0 1", ["impossible_check"]),
        ("8/8/8/8/8/8/4k3/K6r w - - 0 1", []),
        ("r3k3/8/8/8/8/8/8/3RK1R1 b q - 0 1", []),
        ("4k3/8/8/8/8/8/8/5RK1 w - - 0 1", []),
        ("5k2/8/8/8/8/8/8/5RK1 b - - 0 1", []),
        ("3r4/p4pkQ/1qp3p1/6N1/3b4/8/PP4PP/4R2K b - - 0 32", []),
        ("6kQ/1p2b1P1/4pn2/pq1p4/3P4/P4P2/1Pr5/K2R3R b - - 1 30", []),
        ("8/8/3P4/8/5k2/8/7B/K7 b - - 0 1", []),
    ],
)
def test_named(fen: str, expected: list[str]) -> None:
    assert [found.value for found in find_impossibilities(chess.Board(fen))] == expected


def test_too_many_pieces() -> None:
    board = chess.Board()
    board.set_piece_at(chess.E4, chess.Piece(chess.KNIGHT, chess.WHITE))
    found = find_impossibilities(board)
    assert Impossibility.TOO_MANY_WHITE_PIECES in found
    assert Impossibility.TOO_MANY_WHITE_PROMOTIONS in found


def test_game_positions_are_never_called_impossible() -> None:
    rng = random.Random(3)
    for _ in range(40):
        board = chess.Board()
        for _ in range(120):
            moves = list(board.legal_moves)
            if not moves:
                break
            checks = [move for move in moves if board.gives_check(move)]
            board.push(rng.choice(checks or moves))
            assert find_impossibilities(board) == (), board.fen()


def test_positions_python_chess_refuses_are_named() -> None:
    rng = random.Random(5)
    for _ in range(400):
        board = chess.Board(None)
        for square in rng.sample(range(64), rng.randint(2, 20)):
            board.set_piece_at(square, chess.Piece.from_symbol(rng.choice("PNBRQKpnbrqkKk")))
        board.turn = rng.random() < 0.5
        if not board.is_valid():
            assert find_impossibilities(board), board.fen()
