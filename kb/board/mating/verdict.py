"""What the prover answers: a line to mate, a reason why there is none, or neither."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import chess

__all__ = ["CanMate", "CannotMate", "Reason", "Undetermined", "Verdict"]


class Reason(StrEnum):
    """Why a side can never give mate; each member names what ``CannotMate`` carries with it."""

    ALREADY_CHECKMATED = "already_checkmated"
    """The game is over: the side asked about is itself checkmated."""
    STALEMATE = "stalemate"
    """The game is over: the side to move has no legal move and is not in check."""
    BARE_KING = "bare_king"
    """The side has nothing but its king."""
    LONE_KNIGHT = "lone_knight"
    """King and one knight, and the opponent has at most queens: nobody can block the king's flight."""
    SAME_COLOURED_BISHOPS = "same_coloured_bishops"
    """King and bishops, and on the board no knight, no pawn and no bishop of the other square colour."""
    BLOCKED = "blocked"
    """Wherever the pieces can ever get to, they cannot mate: pawns or other pieces shut them in."""
    FORCED_LINE = "forced_line"
    """``forced`` holds moves that have no alternative; after them the reason is ``after``."""
    ENUMERATED = "enumerated"
    """Every line was followed to its end, or to where another reason holds: ``positions`` positions."""


@dataclass(frozen=True, slots=True)
class CanMate:
    """The side can checkmate: ``line`` is a series of legal moves from the board to the mate.

    The line is a proof, not good play; it is empty when the mate stands on the board.
    """

    line: tuple[chess.Move, ...]


@dataclass(frozen=True, slots=True)
class CannotMate:
    """No series of legal moves leads to a checkmate by the side.

    :ivar forced: the forced moves of ``Reason.FORCED_LINE``, else empty.
    :ivar after: the reason that holds after the forced moves, else ``None``.
    :ivar positions: how many positions were examined one by one, else 0.
    """

    reason: Reason
    forced: tuple[chess.Move, ...] = ()
    after: Reason | None = None
    positions: int = 0


@dataclass(frozen=True, slots=True)
class Undetermined:
    """Neither was proved.

    :ivar spent: the nodes used; 0 when the position has no meaning under the rules
        of movement (two kings of a colour, a pawn on the last rank, the side that
        moved left in check).
    """

    spent: int


Verdict = CanMate | CannotMate | Undetermined
