from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.board.legality import explain_illegal, explain_illegal_castling
from kb.board.types import IllegalReason
from tests.board.legality_oracle import random_pairs, verdict

PAIRS_HERE = 4000
"""The full 100,000 run in eval/check_legality.py."""


def disagreement(board: chess.Board, move: chess.Move) -> str:
    """Say where we differ from python-chess or from the oracle, or nothing."""
    ours = explain_illegal(board, move.from_square, move.to_square, move.promotion)
    reason = None if ours is None else ours.reason.value
    here = f"{board.fen(en_passant='fen')} {move.uci() if move else '0000'}: {reason}"
    theirs = move.from_square != move.to_square and board.is_legal(move)
    if (ours is None) != theirs:
        return f"{here}, python-chess says {'legal' if theirs else 'illegal'}"
    letter = None if move.promotion is None else chess.piece_symbol(move.promotion)
    expected, men = verdict(
        board.fen(en_passant="fen"), _pair(move.from_square), _pair(move.to_square), letter
    )
    if expected != reason:
        return f"{here}, oracle says {expected}"
    if ours is not None and ours.pieces and {_pair(piece.square) for piece in ours.pieces} != men:
        return f"{here}, oracle names {men}"
    return ""


def _pair(square: chess.Square) -> tuple[int, int]:
    return chess.square_file(square), chess.square_rank(square)


def test_agrees_with_python_chess_and_the_oracle() -> None:
    for board, move in random_pairs(random.Random(11), PAIRS_HERE):
        assert disagreement(board, move) == ""


@given(
    st.dictionaries(st.integers(0, 63), st.sampled_from("PNBRQKpnbrqk"), max_size=12),
    st.booleans(),
    st.integers(0, 63),
    st.integers(0, 63),
    st.sampled_from((None, *chess.PIECE_TYPES)),
)
@settings(max_examples=400, deadline=None)
def test_impossible_positions_always_get_an_answer(
    men: dict[int, str], white: bool, start: int, end: int, promotion: int | None
) -> None:
    board = chess.Board(None)
    for square, symbol in men.items():
        board.set_piece_at(square, chess.Piece.from_symbol(symbol))
    board.turn = white
    ours = explain_illegal(board, start, end, promotion)
    move = chess.Move(start, end, promotion=promotion)
    takes_king = board.piece_type_at(end) == chess.KING
    assert (ours is None) == (start != end and not takes_king and board.is_legal(move))


def test_several_kings_of_a_colour_always_get_an_answer() -> None:
    rng = random.Random(3)
    reasons = set()
    for _ in range(1500):
        board = chess.Board(None)
        for symbol, square in zip("KKKkRqrnb", rng.sample(chess.SQUARES, 9), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        for start in board.pieces(chess.KING, chess.WHITE):
            end = rng.choice(list(chess.SquareSet(chess.BB_KING_ATTACKS[start])))
            ours = explain_illegal(board, start, end)
            legal = board.is_legal(chess.Move(start, end)) and board.piece_type_at(end) != chess.KING
            assert (ours is None) == legal, board.fen()
            reasons.add(ours and ours.reason)
    assert IllegalReason.OWN_KING_IN_CHECK in reasons


@pytest.mark.parametrize(
    ("fen", "move", "reason", "pieces"),
    [
        ("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "h1h8", "own_king_in_check", "e2"),
        ("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "exposes_king", "e7"),
        ("4k3/8/8/8/8/8/8/R2QK3 w - - 0 1", "a1e1", "path_blocked", "d1"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1e1", "own_piece_on_target", "e1"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", "captures_king", "e8"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "e8e7", "not_your_turn", "e8"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "b1b2", "no_piece_there", ""),
        ("4k3/8/8/8/8/8/8/B3K3 w - - 0 1", "a1a2", "piece_does_not_move_so", "a1"),
        ("8/8/8/8/4k3/8/4K3/8 w - - 0 1", "e2e3", "king_next_to_king", "e4"),
        ("4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "e1e2", "king_into_check", "a2"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "castling_right_lost", ""),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1g1", "castling_no_rook", ""),
        ("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "e1g1", "castling_blocked", "f1"),
        ("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "e1g1", "castling_in_check", "e2"),
        ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "castling_through_check", "f8"),
        ("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "castling_into_check", "g8"),
        ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e2", "pawn_moves_backwards", "e3"),
        ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5", "pawn_double_step_not_from_start", "e3"),
        ("4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1", "e3e4", "pawn_captures_straight", "e4"),
        ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3d4", "pawn_captures_nothing", "e3"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", "en_passant_too_late", "d5"),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8", "promotion_missing", ""),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8k", "promotion_to_king_or_pawn", ""),
        ("8/8/4P1k1/8/8/8/8/4K3 w - - 0 1", "e6e7q", "promotion_not_on_last_rank", ""),
    ],
)
def test_reasons(fen: str, move: str, reason: str, pieces: str) -> None:
    parsed = chess.Move.from_uci(move)
    illegal = explain_illegal(chess.Board(fen), parsed.from_square, parsed.to_square, parsed.promotion)
    assert illegal is not None
    assert illegal.reason == IllegalReason(reason)
    assert " ".join(chess.square_name(piece.square) for piece in illegal.pieces) == pieces


def test_a_promotion_spoils_even_legal_castling() -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    illegal = explain_illegal(board, chess.E1, chess.G1, chess.QUEEN)
    assert illegal is not None
    assert illegal.reason is IllegalReason.PROMOTION_NOT_ON_LAST_RANK


def test_castling_without_the_king_at_home_has_lost_its_right() -> None:
    illegal = explain_illegal_castling(chess.Board("4k3/8/8/8/8/8/4K3/7R w - - 0 1"), short=True)
    assert illegal is not None
    assert illegal.reason is IllegalReason.CASTLING_RIGHT_LOST
    assert [piece.square for piece in illegal.pieces] == [chess.E2]


def test_castling_of_the_other_side_is_out_of_turn() -> None:
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    illegal = explain_illegal_castling(board, short=False, color=chess.BLACK)
    assert illegal is not None
    assert illegal.reason is IllegalReason.NOT_YOUR_TURN
    assert explain_illegal_castling(board, short=False) is None
