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
_MANY_MEN = 8
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
    one is searched for.

    :param board: with its move stack, all legal moves; left as it is.

    It does not promise to find every death: see :func:`may_be_dead`; and what could not be proved within
    :data:`DEAD_BUDGET` counts as alive.

    >>> board = chess.Board("8/8/8/3k4/8/4p3/5K2/8 w - - 0 1")
    >>> for san in ("Kxe3", "Ke5", "Kd3"):
    ...     _ = board.push_san(san)
    >>> death_in(board).ply
    1
    """
    end = len(board.move_stack)
    if not end or not may_be_dead(board) or prove_dead(board) is None:
        return None
    dead, alive, step = end, -1, 1
    proofs: Proofs = ()
    # Most games end with the move that made them dead: so in growing steps from the end, then by halves.
    while dead - alive > 1:
        probe = max(dead - step, 0) if alive < 0 else (alive + dead) // 2
        found = prove_dead(_after(board, probe))
        if found is None:
            alive = probe
        else:
            dead, proofs, step = probe, found, 2 * step
    return Death(dead, _after(board, dead).fen(), proofs) if dead < end else None


def may_be_dead(board: chess.Board) -> bool:
    """Tell cheaply whether a position is worth a proof: few men, nothing that gets through, or hardly a move.

    No proof: a position of another kind can be dead, though in practice it has to be composed for that.  Of
    the labelled positions in ``tests/data/mating`` all dead ones from ordinary games pass, and 97% of those
    made to be hard, while nine of ten ordinary positions are sorted out.
    """
    men = chess.popcount(board.occupied & ~board.kings)
    return (
        men <= _FEW_MEN
        or not (board.knights | board.rooks | board.queens)
        or not _pawns_can_move(board)
        # With many men a check alone often leaves but one or two moves.
        or ((men <= _MANY_MEN or not board.is_check()) and _has_few_moves(board))
    )


def _has_few_moves(board: chess.Board) -> bool:
    return len(list(islice(board.generate_legal_moves(), _FEW_MOVES + 1))) <= _FEW_MOVES


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
