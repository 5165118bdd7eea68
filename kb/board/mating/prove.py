"""The question put: can this side still checkmate by any series of legal moves."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import chess

from kb.board.mating.backend import Core, active
from kb.board.mating.core import tables
from kb.board.mating.material import hopeless_material
from kb.board.mating.packing import move_between, pack, playable, standard_castling
from kb.board.mating.verdict import CanMate, CannotMate, Reason, Undetermined, Verdict

__all__ = ["DEFAULT_BUDGET", "Proof", "can_checkmate", "prove"]

DEFAULT_BUDGET = 20_000


def can_checkmate(board: chess.Board, colour: chess.Color, *, budget: int = DEFAULT_BUDGET) -> Verdict:
    """Say whether ``colour`` can checkmate by any series of legal moves, the opponent helping.

    This is the question of Articles 5.2.2, 6.9 and 7.5.5.  Castling, en passant and all
    promotions count; move counters and earlier positions do not (the 75-move rule and
    repetition are other articles).  The board is not changed.

    :param board: any board; one that makes no sense gives ``Undetermined(0)``.
    :param budget: positions the prover may look at; the same budget gives the same answer everywhere.

    It does not promise the shortest line, nor an answer: ``Undetermined`` is one.

    >>> can_checkmate(chess.Board("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"), chess.BLACK)
    CannotMate(reason=<Reason.BARE_KING: 'bare_king'>, forced=(), after=None, positions=0)
    >>> can_checkmate(chess.Board("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"), chess.WHITE).line[-1]
    Move.from_uci('f7f8')
    """
    return prove(board, colour, budget, active()).verdict


@dataclass(frozen=True, slots=True)
class Proof:
    """A verdict and the nodes it took: positions met in the search, and more for each static test."""

    verdict: Verdict
    spent: int


def prove(board: chess.Board, colour: chess.Color, budget: int, core: Core) -> Proof:
    """Answer :func:`can_checkmate` with the given build of the core."""
    if not playable(board):
        return Proof(Undetermined(0), 0)
    hopeless = hopeless_material(board, colour)
    if hopeless is not None:
        # No move leads to check by two bishops of one square colour; a position set up by hand may show it.
        if hopeless is Reason.SAME_COLOURED_BISHOPS and board.turn != colour and board.is_checkmate():
            return Proof(CanMate(()), 0)
        return Proof(CannotMate(hopeless), 0)
    winner = tables.WHITE if colour == chess.WHITE else tables.BLACK
    # Castling on other files is unknown to the core: then moves are missing, and only a mate proves anything.
    complete = not board.castling_rights or standard_castling(board)
    path = [pack(board)]
    after = core.successors(path[0])
    while len(after) == 1 and after[0] not in path and complete:
        path.append(after[0])
        after = core.successors(path[-1])
    if not after:
        return Proof(_over(board, path, winner, core) if complete else Undetermined(len(path)), len(path))
    if complete and len(path) > 1:
        hopeless = hopeless_material(_played(board, path)[0], colour)
        if hopeless is not None:
            return Proof(_cannot(board, path, hopeless), len(path))
    if complete and core.shut_in(path[-1], winner):
        return Proof(_cannot(board, path, Reason.BLOCKED), len(path))
    search = core.search(path[-1], winner)
    ended = search.run(budget)
    spent = len(path) + search.spent
    if search.mate >= 0:
        return Proof(_certified(board, path[:-1] + search.line(), spent), spent)
    if not ended or not complete:
        return Proof(Undetermined(spent), spent)
    return Proof(_cannot(board, path, Reason.ENUMERATED, len(search.positions)), spent)


def _over(board: chess.Board, path: list[bytes], winner: int, core: Core) -> Verdict:
    """Judge a path whose last position has no legal move."""
    last = path[-1]
    mover = last[tables.TURN]
    if not core.attacked(last, last[tables.KINGS + (mover >> 3)], mover ^ 8):
        return _cannot(board, path, Reason.STALEMATE)
    if mover == winner:
        return _cannot(board, path, Reason.ALREADY_CHECKMATED)
    return _certified(board, path, len(path))


def _played(board: chess.Board, path: list[bytes]) -> tuple[chess.Board, tuple[chess.Move, ...]]:
    """Return the end of ``path`` and its moves, as python-chess plays them.

    :raises chess.IllegalMoveError: python-chess does not agree that a move is legal.
    """
    judge = board.copy(stack=False)
    moves = []
    for before, after in pairwise(path):
        # Read as text, so that castling is written as this board writes it.
        moves.append(judge.parse_uci(move_between(before, after).uci()))
        judge.push(moves[-1])
    return judge, tuple(moves)


def _cannot(board: chess.Board, path: list[bytes], reason: Reason, positions: int = 0) -> CannotMate:
    """Return the refusal for the end of ``path``, with its moves if it has any."""
    if len(path) == 1:
        return CannotMate(reason, positions=positions)
    return CannotMate(Reason.FORCED_LINE, _played(board, path)[1], reason, positions)


def _certified(board: chess.Board, path: list[bytes], spent: int) -> Verdict:
    """Return the line of ``path`` if python-chess plays it to a mate: nothing less is a proof."""
    try:
        judge, line = _played(board, path)
    except chess.IllegalMoveError:
        return Undetermined(spent)
    return CanMate(line) if judge.is_checkmate() else Undetermined(spent)
