"""Can a side still mate: the prover asked by a judge, each question once."""

from __future__ import annotations

from functools import lru_cache

import chess

from kb.board.mating import CannotMate, can_checkmate
from kb.board.mating import Undetermined as MatingUndetermined
from kb.board.mating import Verdict as MatingVerdict
from kb.rules.reasoning import Reasoning, fen_of
from kb.rules.ruling import Mating

__all__ = ["is_dead", "prove"]


def prove(r: Reasoning, board: chess.Board, colour: chess.Color) -> bool | None:
    """Ask whether ``colour`` can still mate from ``board``; the proof is kept for the ruling.

    :return: ``None`` where it could not be proved either way, which is then said as a doubt.
    """
    fen = fen_of(board)
    verdict = _verdict(fen, colour)
    r.mating = Mating(colour, fen, verdict)
    if isinstance(verdict, MatingUndetermined):
        r.doubt("doubt.undetermined")
        return None
    return not isinstance(verdict, CannotMate)


def is_dead(board: chess.Board) -> bool:
    """Whether it is proved that neither side can mate."""
    fen = fen_of(board)
    return all(isinstance(_verdict(fen, colour), CannotMate) for colour in chess.COLORS)


# The same case is judged under seven editions and three time controls.
@lru_cache(maxsize=512)
def _verdict(fen: str, colour: chess.Color) -> MatingVerdict:
    return can_checkmate(chess.Board(fen), colour)
