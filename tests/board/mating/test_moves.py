from __future__ import annotations

import random

import chess
import pytest

from kb.board.mating.backend import Core
from kb.board.mating.packing import move_between, pack, playable
from tests.board.mating.sets import hard, ordinary, tricky


def agree(board: chess.Board, core: Core) -> None:
    """Compare the successors of one position with python-chess."""
    packed = pack(board)
    expected = {}
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        expected[pack(after)] = move
    found = core.successors(packed)
    assert len(found) == len(set(found))
    assert set(found) == set(expected), board.fen()
    for after_bytes, move in expected.items():
        assert move_between(packed, after_bytes) == move


def test_successors_are_those_of_python_chess(core: Core) -> None:
    rng = random.Random(4)
    for row in [*rng.sample(hard(), 60), *rng.sample(ordinary(), 120), *tricky()]:
        board = chess.Board(row.fen)
        for _ in range(4):
            if not playable(board):
                break
            agree(board, core)
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))


@pytest.mark.parametrize(
    "fen",
    [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/4Q3/8/8/8/R3K2R b KQkq - 0 1",
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
        "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "4k3/8/8/8/1b6/8/3P4/4K3 w - - 0 1",
        "rnb1k1nr/pppp1ppp/8/4p3/1b2P2q/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 1",
    ],
)
def test_castling_pins_en_passant_and_promotion(fen: str, core: Core) -> None:
    board = chess.Board(fen)
    agree(board, core)
    for move in list(board.legal_moves):
        board.push(move)
        agree(board, core)
        board.pop()


def test_attacks_are_those_of_python_chess(core: Core) -> None:
    for row in random.Random(5).sample(ordinary(), 60):
        board = chess.Board(row.fen)
        packed = pack(board)
        for square in chess.SQUARES:
            assert core.attacked(packed, square, 0) == board.is_attacked_by(chess.WHITE, square)
            assert core.attacked(packed, square, 8) == board.is_attacked_by(chess.BLACK, square)
