"""The sets of squares against real play: nothing that happens may fall outside them."""

from __future__ import annotations

import random

import chess
import pytest

from kb.board.mating.backend import Core, pure
from kb.board.mating.core import geometry, materoom, reach, tables
from kb.board.mating.packing import pack, playable
from kb.board.mating.prove import prove
from kb.board.mating.verdict import CanMate
from tests.board.mating.sets import hard, ordinary


def mask(squares: chess.SquareSet) -> int:
    return int(squares)


@pytest.mark.parametrize("square", [chess.A1, chess.H1, chess.A8, chess.H8, chess.D4, chess.B7, chess.G2])
def test_steps_are_those_of_python_chess(square: chess.Square) -> None:
    bit = chess.BB_SQUARES[square]
    ring = chess.BB_KING_ATTACKS[square]
    lines = chess.BB_RANKS[chess.square_rank(square)] | chess.BB_FILES[chess.square_file(square)]
    assert geometry.straight(bit) == ring & lines
    assert geometry.diagonal(bit) == ring & ~lines
    assert geometry.jumps(bit) == chess.BB_KNIGHT_ATTACKS[square]
    assert geometry.strikes(bit, tables.WHITE) == chess.BB_PAWN_ATTACKS[chess.WHITE][square]
    assert geometry.strikes(bit, tables.BLACK) == chess.BB_PAWN_ATTACKS[chess.BLACK][square]
    assert geometry.steps(tables.KING, bit) == ring


def squares_of(sets: reach.Reach, code: int) -> int:
    """Every square where a piece of this code may stand, promoted pawns included."""
    total = 0
    for index in range(sets.count):
        own = sets.codes[index]
        if own == code:
            total |= sets.walks[index]
        if own == (tables.PAWN | (code & 8)) and code & 7 not in (tables.PAWN, tables.KING):
            total |= sets.promoted[index]
    return total


def test_no_line_of_play_leaves_the_sets() -> None:
    rng = random.Random(6)
    held = 0
    for row in [*rng.sample(hard(), 250), *rng.sample(ordinary(), 50)]:
        board = chess.Board(row.fen)
        if not playable(board):
            continue
        sets = reach.Reach(pack(board))
        for _ in range(40):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
            packed = pack(board)
            for square in range(64):
                if packed[square]:
                    assert squares_of(sets, packed[square]) >> square & 1, (row.fen, board.fen())
            # Of several like pieces one may be taken for another: that loses a proof, no more.
            kinds = [code for code in packed[:64] if code]
            if not packed[tables.EN_PASSANT] and len(kinds) == len(set(kinds)):
                held += 1
                assert sets.holds(packed), (row.fen, board.fen())
    assert held > 300


def test_a_mate_is_possible_wherever_one_is_found(core: Core) -> None:
    found = 0
    for row in random.Random(7).sample(hard(), 120 if core.compiled else 60):
        board = chess.Board(row.fen)
        for colour in chess.COLORS:
            if not row.can(colour):
                continue
            verdict = prove(board, colour, 3000, core).verdict
            if not isinstance(verdict, CanMate):
                continue
            found += 1
            judge = board.copy(stack=False)
            winner = tables.WHITE if colour else tables.BLACK
            for move in (*verdict.line, None):
                assert not core.shut_in(pack(judge), winner), judge.fen()
                if move is not None:
                    judge.push(move)
    assert found > 25


def test_a_position_outside_the_sets_is_not_held() -> None:
    start = "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1"
    sets = reach.Reach(pack(chess.Board(start)))
    assert sets.holds(pack(chess.Board("8/8/k7/p2p2p1/P2P2P1/K7/8/8 b - - 0 1")))
    assert not sets.holds(pack(chess.Board("4K3/8/8/p2p2p1/P2P2P1/8/8/4k3 w - - 0 1")))
    assert not sets.holds(pack(chess.Board("4k3/8/8/p2p4/P2P2P1/8/8/4K3 w - - 0 1")))
    assert not sets.holds(pack(chess.Board("4k3/8/8/p2p2p1/P2P2P1/8/8/3QK3 w - - 0 1")))


@pytest.mark.parametrize(
    ("fen", "white", "black"),
    [
        # A whole fence; one with a hole; one that a knight jumps.
        ("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", False, False),
        ("4k3/8/8/p2p2p1/P2P4/8/8/4K3 w - - 0 1", True, True),
        ("4k3/8/8/p2p2p1/P2P2P1/8/8/3NK3 w - - 0 1", True, True),
        # A dark bishop behind the fence can take what stands on dark squares only.
        ("4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1", False, False),
        ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/2B1K3 w - - 0 1", True, True),
        # The last move let a pawn pass: taking it opens the fence.
        ("4k3/8/8/p1pPp1p1/P1P1P1P1/8/8/4K3 w - c6 0 1", True, True),
        # One blocker is not two: a lone bishop on the right side cannot make the corner.
        ("3k4/4b3/8/p1pBp1p1/P1PbP1P1/8/8/1B1K4 b - - 0 1", False, False),
    ],
)
def test_known_fences(fen: str, white: bool, black: bool, core: Core) -> None:
    packed = pack(chess.Board(fen))
    assert core.shut_in(packed, tables.WHITE) is not white
    assert core.shut_in(packed, tables.BLACK) is not black


def test_no_labelled_mate_is_ruled_out(core: Core) -> None:
    rows = hard() if core.compiled else random.Random(8).sample(hard(), 300)
    for row in rows:
        board = chess.Board(row.fen)
        if not playable(board) or board.is_checkmate():
            continue
        packed = pack(board)
        for colour, winner in ((chess.WHITE, tables.WHITE), (chess.BLACK, tables.BLACK)):
            if row.can(colour):
                assert not core.shut_in(packed, winner), row.fen


def test_quick_test_never_claims_more_than_the_exact_one() -> None:
    assert pure().shut_in is not None
    for row in random.Random(9).sample(hard(), 200):
        board = chess.Board(row.fen)
        if playable(board):
            room = materoom.MateRoom(reach.Reach(pack(board)), tables.WHITE)
            if not room.king_walk & room.checks:
                assert not room.possible()
