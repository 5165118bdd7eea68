"""Can a side still checkmate?  An exact answer with its proof.

The method follows M. Ambrona, "A Practical Algorithm for Chess Unwinnability"
(FUN with Algorithms, 2022): material, forced moves, an over-approximation of
where the pieces can ever get to, and a guided search for a cooperative mate
that is also an enumeration when it runs out of positions.
"""

from kb.board.mating.prove import DEFAULT_BUDGET, can_checkmate
from kb.board.mating.verdict import CanMate, CannotMate, Reason, Undetermined, Verdict

__all__ = [
    "DEFAULT_BUDGET",
    "CanMate",
    "CannotMate",
    "Reason",
    "Undetermined",
    "Verdict",
    "can_checkmate",
]
