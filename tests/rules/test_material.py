"""What men alone tell, checked against the prover on every square."""

from __future__ import annotations

import random

import chess
import pytest

from kb.board.mating import CanMate, can_checkmate
from kb.rules.material import Material, cannot_mate_with, read_material

TYPES = (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)


@pytest.mark.parametrize(
    ("text", "material"),
    [
        ("bare king", Material()),
        ("only a king", Material()),
        ("K", Material()),
        ("King only", Material()),
        ("K+N", Material(knights=1)),
        ("K+pawn", Material(pawns=1)),
        ("king and two bishops", Material(bishops=2)),
        ("king, rook and 2 pawns", Material(rooks=1, pawns=2)),
        ("K+Q+Q", Material(queens=2)),
        ("lots of pieces", None),
        ("", None),
        ("K+dragon", None),
    ],
)
def test_reading(text: str, material: Material | None) -> None:
    assert read_material(text) == material


def _material(men: list[int]) -> Material:
    return Material(*(men.count(kind) for kind in TYPES))


@pytest.mark.parametrize("seed", range(6))
def test_never_a_false_cannot(seed: int) -> None:
    """Where the men alone say no, no placement of them may allow a mate."""
    rng = random.Random(seed)
    for _ in range(60):
        mine = [rng.choice(TYPES) for _ in range(rng.randint(0, 2))]
        theirs = [rng.choice(TYPES) for _ in range(rng.randint(0, 2))]
        if not cannot_mate_with(_material(mine), _material(theirs)):
            continue
        board = chess.Board(None)
        squares = rng.sample(range(8, 56), 2 + len(mine) + len(theirs))
        men = [
            (chess.KING, True),
            (chess.KING, False),
            *((k, True) for k in mine),
            *((k, False) for k in theirs),
        ]
        for square, (kind, colour) in zip(squares, men, strict=True):
            board.set_piece_at(square, chess.Piece(kind, colour))
        if board.is_valid():
            assert not isinstance(can_checkmate(board, chess.WHITE), CanMate), board.fen()


def test_an_unknown_opponent_leaves_only_the_bare_king_sure() -> None:
    assert cannot_mate_with(Material(), None)
    assert not cannot_mate_with(Material(knights=1), None)
    assert cannot_mate_with(Material(knights=1), Material(queens=1))
    assert not cannot_mate_with(Material(knights=1), Material(pawns=1))
    assert not cannot_mate_with(Material(pawns=1), Material())
