"""Games that went on after neither side could checkmate any more (Article 5.2.2)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

import chess

from kb.board.mating import CannotMate, can_checkmate

__all__ = ["DEAD_BUDGET", "Death", "Proofs", "death_in", "may_be_dead", "prove_dead"]

DEAD_BUDGET = 5_000
"""Nodes spent on a side of one position; deciding ordinary positions takes a tenth of it."""
_FEW_MEN = 2
_FEW_MOVES = 2

Proofs = tuple[tuple[chess.Color, CannotMate], ...]
"""Why each of the named sides cannot mate."""


@dataclass(frozen=True, slots=True)
class Death:
    """Where a game was over, and why.

    :param ply: index of the first move on the board's stack that was made in a dead position.
    :param fen: that position.
    """

    ply: int
    fen: str
    proofs: Proofs


def death_in(board: chess.Board) -> Death | None:
    """Find the first move of a game that was made in a dead position.

    What is dead stays dead, so the last position is looked at first, and only if it is dead the first dead
    one is searched for between it and the start.

    :param board: with its move stack, all legal moves; left as it is.

    It does not promise to find every death: see :func:`may_be_dead`; and what could not be proved within
    :data:`DEAD_BUDGET` counts as alive.

    >>> board = chess.Board("8/8/8/3k4/8/4p3/5K2/8 w - - 0 1")
    >>> for san in ("Kxe3", "Ke5", "Kd3"):
    ...     _ = board.push_san(san)
    >>> death_in(board).ply
    1
    """
    moves = board.move_stack
    if not moves or not may_be_dead(board):
        return None
    found, proofs = len(moves), prove_dead(board)
    if proofs is None:
        return None
    fen = board.fen()
    alive = -1
    while found - alive > 1:
        middle = (alive + found) // 2
        earlier = _after(board, middle)
        earlier_proofs = prove_dead(earlier)
        if earlier_proofs is None:
            alive = middle
        else:
            found, proofs, fen = middle, earlier_proofs, earlier.fen()
    return Death(found, fen, proofs) if found < len(moves) else None


def may_be_dead(board: chess.Board) -> bool:
    """Tell cheaply whether a position is worth a proof: few men, hardly a move, or nothing that gets through.

    No proof: a position of another kind can be dead, though in practice it has to be composed for that.  Of
    the labelled positions in ``tests/data/mating`` all dead ones from ordinary games pass, and 97% of those
    made to be hard, while five of six ordinary positions are sorted out.
    """
    return (
        chess.popcount(board.occupied & ~board.kings) <= _FEW_MEN
        or not (board.knights | board.rooks | board.queens)
        or not _pawns_can_move(board)
        or len(list(islice(board.generate_legal_moves(), _FEW_MOVES + 1))) <= _FEW_MOVES
    )


def prove_dead(board: chess.Board) -> Proofs | None:
    """Give the proofs that neither side can mate, or ``None`` if one can or neither was proved."""
    proofs: dict[chess.Color, CannotMate] = {}
    for colour in _stronger_first(board):
        verdict = can_checkmate(board, colour, budget=DEAD_BUDGET)
        if not isinstance(verdict, CannotMate):
            return None
        proofs[colour] = verdict
    return tuple((colour, proofs[colour]) for colour in chess.COLORS)


def _stronger_first(board: chess.Board) -> tuple[chess.Color, chess.Color]:
    """Order the sides so that the one more likely to have a mate, quickly found, comes first."""
    weights = (
        (board.queens, 9),
        (board.rooks, 5),
        (board.pawns, 4),
        (board.bishops | board.knights, 3),
    )
    white, black = (
        sum(weight * chess.popcount(men & board.occupied_co[colour]) for men, weight in weights)
        for colour in chess.COLORS
    )
    return (chess.WHITE, chess.BLACK) if white >= black else (chess.BLACK, chess.WHITE)


def _pawns_can_move(board: chess.Board) -> bool:
    """Tell whether a pawn of either side has a square to go to or a man to take, pins left aside."""
    white = board.pawns & board.occupied_co[chess.WHITE]
    black = board.pawns & board.occupied_co[chess.BLACK]
    if (white << 8 | black >> 8) & ~board.occupied & chess.BB_ALL:
        return True
    taken_by_white = (white & ~chess.BB_FILE_A) << 7 | (white & ~chess.BB_FILE_H) << 9
    taken_by_black = (black & ~chess.BB_FILE_A) >> 9 | (black & ~chess.BB_FILE_H) >> 7
    return bool(
        taken_by_white & board.occupied_co[chess.BLACK] or taken_by_black & board.occupied_co[chess.WHITE]
    )


def _after(board: chess.Board, plies: int) -> chess.Board:
    earlier = board.root()
    for move in board.move_stack[:plies]:
        earlier.push(move)
    return earlier
