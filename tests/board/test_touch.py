from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.board.touch import TouchRule, legal_replacements, touch_move

CASTLE = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    ("fen", "touched", "rule", "moves"),
    [
        # 4.3.1 the first own piece that can be moved
        ("4k3/8/8/8/8/8/P7/4K2B w - - 0 1", "a2", TouchRule.MOVE_TOUCHED, "a2a3 a2a4"),
        ("4k3/8/8/8/8/p7/P7/4K3 w - - 0 1", "a2 e1", TouchRule.MOVE_TOUCHED, "e1d1 e1d2 e1e2 e1f1 e1f2"),
        # 4.3.2 the first enemy piece that can be captured
        ("4k3/8/8/8/8/n7/1P6/4K3 w - - 0 1", "a3", TouchRule.CAPTURE_TOUCHED, "b2a3"),
        ("4k3/8/8/8/7r/n7/1P6/4K3 w - - 0 1", "h4 a3", TouchRule.CAPTURE_TOUCHED, "b2a3"),
        # 4.3.3 both: capture with the piece touched, else the first that can
        ("4k3/8/8/8/8/n7/1P6/R3K3 w - - 0 1", "a1 a3", TouchRule.CAPTURE_WITH_TOUCHED, "a1a3"),
        ("4k3/8/8/8/8/n7/1P6/4K2B w - - 0 1", "a3 h1", TouchRule.CAPTURE_TOUCHED, "b2a3"),
        ("4k3/8/8/8/8/n7/8/6KN w - - 0 1", "h1 a3", TouchRule.MOVE_TOUCHED, "h1f2 h1g3"),
        # in check: the piece touched must parry it if it can
        ("4k3/8/8/8/8/8/3q4/3QK3 w - - 0 1", "d1", TouchRule.MOVE_TOUCHED, "d1d2"),
        ("4k3/8/8/8/8/8/3q4/R3K3 w - - 0 1", "a1", TouchRule.FREE, "e1d2 e1f1"),
        # 4.4.1 king and rook: castle
        (CASTLE, "e1 h1", TouchRule.CASTLE, "e1g1"),
        (CASTLE, "e1 a1", TouchRule.CASTLE, "e1c1"),
        # 4.4.2 rook first: no castling with it
        (CASTLE, "h1 e1", TouchRule.ROOK_BEFORE_KING, "h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8"),
        ("4k3/8/8/8/8/8/7P/4KN1R w - - 0 1", "h1 e1", TouchRule.ROOK_BEFORE_KING, "h1g1"),
        # 4.4.3 castling illegal: the king moves, also by castling to the other side
        ("4k1r1/8/8/8/8/8/3PPP2/R2QKB1R w KQ - 0 1", "e1 h1", TouchRule.FREE, None),
        (
            "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            "e1 h1",
            TouchRule.KING_AFTER_CASTLING_FAILED,
            "e1c1 e1d1 e1d2 e1e2",
        ),
        # the pawn touched promotes to any piece
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7", TouchRule.MOVE_TOUCHED, "e7e8b e7e8n e7e8q e7e8r"),
        # en passant: the pawn touched is not on the target square
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d5", TouchRule.CAPTURE_TOUCHED, "e5d6"),
        # an empty square binds nobody
        ("4k3/8/8/8/8/8/P7/K7 w - - 0 1", "e4", TouchRule.NOTHING_TOUCHED, None),
        # a king is never captured
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "e8", TouchRule.FREE, None),
    ],
)
def test_touch_move(fen: str, touched: str, rule: TouchRule, moves: str | None) -> None:
    ruling = touch_move(chess.Board(fen), [chess.parse_square(name) for name in touched.split()])
    assert ruling.rule is rule
    if moves is not None:
        assert " ".join(move.uci() for move in ruling.moves) == moves


def test_legal_replacements_bind_own_piece_then_target() -> None:
    board = chess.Board("4k3/8/8/8/8/n7/1P6/R3K3 w - - 0 1")
    assert [move.uci() for move in legal_replacements(board, chess.A1, chess.A3)] == ["a1a3"]
    assert [move.uci() for move in legal_replacements(board, None, chess.A3)] == ["a1a3", "b2a3"]
    assert len(legal_replacements(board, None)) == board.legal_moves.count()


def oracle(board: chess.Board, own: int, target: int | None) -> set[str]:
    """The plain reading of 4.3 and 4.5 for one own piece that is not part of a castling attempt."""
    moves = list(board.legal_moves)
    if target is not None:
        both = {
            m.uci() for m in moves if m.from_square == own and m.to_square == target and board.is_capture(m)
        }
        if both:
            return both
    mine = {m.uci() for m in moves if m.from_square == own}
    if mine:
        return mine
    if target is not None:
        taking = {m.uci() for m in moves if m.to_square == target}
        if taking:
            return taking
    return {m.uci() for m in moves}


@given(st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_against_the_plain_reading(seed: int) -> None:
    rng = random.Random(seed)
    board = chess.Board()
    for _ in range(rng.randint(0, 80)):
        moves = list(board.legal_moves)
        if not moves:
            return
        board.push(rng.choice(moves))
    own = rng.choice(list(chess.SquareSet(board.occupied_co[board.turn])))
    enemies = list(chess.SquareSet(board.occupied_co[not board.turn]))
    target = rng.choice([None, *enemies])
    assert {move.uci() for move in legal_replacements(board, own, target)} == oracle(board, own, target)
