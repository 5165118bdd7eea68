"""One look over a position: material, shape, and a guess how far the mate is."""

from __future__ import annotations

from . import moves
from .tables import (
    BISHOP,
    CORNERS,
    DISTANCE,
    EDGE,
    HOPS,
    KING,
    KING_STEPS,
    KINGS,
    KNIGHT,
    LEVELS,
    PAWN,
    QUEEN,
    ROOK,
)

HOPELESS = -1
NEVER = 30


class Survey:
    """Looks over positions on behalf of ``winner`` (0 or 8).

    :ivar aim: the losing king's steps from every square to a place where it might be mated, or empty.
    :ivar shape: after :meth:`look`, a number that changes with every capture and pawn move.
    """

    def __init__(self, winner: int) -> None:
        self.winner = winner
        self.loser = winner ^ 8
        self.aim = b""
        self.shape = 0
        self.counts = [0] * 16
        self.bishop_colours = 0
        self.own_colours = 0
        self.officers = [0] * 64  # squares of the winner's pieces, king and pawns aside
        self.officer_count = 0
        self.pawns = [0] * 64  # squares of the winner's pawns
        self.pawn_count = 0
        self.foes = [0] * 64  # squares of the loser's pieces and pawns, king aside
        self.foe_count = 0

    def look(self, position: bytes) -> int:
        """Return an estimate of the way to the mate, or ``HOPELESS`` if the material rules one out.

        The estimate promises nothing.  It follows the plan that works on most boards:
        take the opponent's pieces, get a queen, drive the king to the edge, bring the
        other king.  Without a force that mates a bare king the opponent's pieces are
        needed as blockers in a corner, and count for it.
        """
        self._count(position)
        counts = self.counts
        heavy = 2 * counts[QUEEN | self.winner] + counts[ROOK | self.winner]
        minors_only = not heavy and not self.pawn_count
        if minors_only and self._hopeless():
            return HOPELESS
        king = position[KINGS + (self.loser >> 3)]
        friend = position[KINGS + (self.winner >> 3)]
        estimate = DISTANCE[64 * king + friend]
        if self.aim and self.pawn_count and not heavy:
            return estimate + 4 * self.aim[king] + 3 * self._flights(position, king) + self._escort(king)
        if minors_only and not self._mates_alone():
            return 60 + self.foe_count + self._help(king, friend, position)
        if self.foe_count < 9:
            estimate += self._flights(position, king)
        estimate += 2 * EDGE[king] + 10 * self.foe_count - 7 * counts[PAWN | self.loser]
        estimate += self._contact(friend)
        if heavy >= 2:
            return estimate
        if heavy:
            return estimate + 4
        if self.pawn_count:
            return estimate + 12 + self._promotion(position) + self._nearest(king)
        return estimate + 20 + self._nearest(king)

    def _count(self, position: bytes) -> None:
        """Collect the counts, the squares of both sides and the shape."""
        for code in range(16):
            self.counts[code] = 0
        self.officer_count = 0
        self.pawn_count = 0
        self.foe_count = 0
        self.bishop_colours = 0
        self.own_colours = 0
        self.shape = 0
        for square in range(64):
            piece = position[square]
            if not piece:
                continue
            self.shape += 128
            self.counts[piece] += 1
            kind = piece & 7
            if kind == PAWN:
                self.shape += square >> 3
            elif kind == BISHOP:
                colour = 1 + ((square ^ (square >> 3)) & 1)
                self.bishop_colours |= colour
                if piece & 8 == self.winner:
                    self.own_colours |= colour
            elif kind == KING:
                continue
            if piece & 8 != self.winner:
                self.foes[self.foe_count] = square
                self.foe_count += 1
            elif kind == PAWN:
                self.pawns[self.pawn_count] = square
                self.pawn_count += 1
            else:
                self.officers[self.officer_count] = square
                self.officer_count += 1

    def _hopeless(self) -> bool:
        """Say whether the winner, with minor pieces only, can never mate; see ``material`` for the rules."""
        counts = self.counts
        if counts[KNIGHT | self.winner]:
            return self.officer_count == 1 and self.foe_count == counts[QUEEN | self.loser]
        return not self.officer_count or (
            self.bishop_colours != 3 and not counts[PAWN | self.loser] and not counts[KNIGHT | self.loser]
        )

    def _mates_alone(self) -> bool:
        """Say whether the winner's minor pieces, two or more, can mate a bare king."""
        knights = self.counts[KNIGHT | self.winner]
        return self.officer_count > 1 and (knights > 0 or self.own_colours == 3)

    def _flights(self, position: bytes, king: int) -> int:
        """Return how many squares beside the losing king are neither its own pieces' nor attacked."""
        free = 0
        squares = KING_STEPS[king]
        for square in squares:
            piece = position[square]
            if (not piece or piece & 8 == self.winner) and not moves.attacked(position, square, self.winner):
                free += 1
        return free

    def _escort(self, king: int) -> int:
        """Return how far the nearest officer and the two nearest of the loser's pieces are from ``king``."""
        first = second = 7
        for index in range(self.foe_count):
            gap = DISTANCE[64 * king + self.foes[index]]
            if gap < first:
                second = first
                first = gap
            elif gap < second:
                second = gap
        return first + second + self._nearest(king)

    def _nearest(self, king: int) -> int:
        """Return the distance from ``king`` to the nearest of the winner's officers, 7 if there is none."""
        best = 7
        for index in range(self.officer_count):
            gap = DISTANCE[64 * king + self.officers[index]]
            if gap < best:
                best = gap
        return best

    def _contact(self, friend: int) -> int:
        """Return the smallest distance between the winner's king or officers and a piece to take."""
        if not self.foe_count:
            return 0
        best = 7
        for index in range(self.foe_count):
            row = 64 * self.foes[index]
            gap = DISTANCE[row + friend]
            if gap < best:
                best = gap
            for other in range(self.officer_count):
                gap = DISTANCE[row + self.officers[other]]
                if gap < best:
                    best = gap
        return best

    def _promotion(self, position: bytes) -> int:
        """Return four for each step the foremost pawn has to go, two more if something stops it."""
        best = 99
        ahead = -8 if self.winner else 8
        for index in range(self.pawn_count):
            square = self.pawns[index]
            left = 4 * ((square >> 3) if self.winner else 7 - (square >> 3))
            if position[square + ahead]:
                left += 2
            if left < best:
                best = left
        return best

    def _help(self, king: int, friend: int, position: bytes) -> int:
        """Return how far the board is from the simplest picture in which a lone minor piece mates.

        The losing king stands in a corner, for bishops one of their colour; the other
        king takes two of its three flights, one of the loser's own pieces the third.
        """
        only_bishops = not self.counts[KNIGHT | self.winner]
        first = self.officers[0]
        best = LEVELS
        for corner in CORNERS:
            if only_bishops and ((corner ^ (corner >> 3)) ^ (first ^ (first >> 3))) & 1:
                continue
            along = 1 if corner & 7 == 0 else -1
            up = 8 if corner < 8 else -8
            walk = DISTANCE[64 * king + corner]
            gap = self._pair(friend, corner + 2 * up, along) + self._blocker(position, corner + along)
            other = self._pair(friend, corner + 2 * along, up) + self._blocker(position, corner + up)
            if other < gap:
                gap = other
            gap = 5 * walk + 2 * gap
            if not only_bishops:
                gap += self._hops(position, corner)
            if gap < best:
                best = gap
        return best

    def _hops(self, position: bytes, corner: int) -> int:
        """Return the moves the winner's handiest knight needs to the corner."""
        best = 9
        for index in range(self.officer_count):
            square = self.officers[index]
            if position[square] & 7 == KNIGHT and HOPS[64 * square + corner] < best:
                best = HOPS[64 * square + corner]
        return best

    def _pair(self, friend: int, square: int, step: int) -> int:
        """Return the king moves from ``friend`` to ``square`` or the one beside it."""
        near = DISTANCE[64 * friend + square]
        beside = DISTANCE[64 * friend + square + step]
        return min(beside, near)

    def _blocker(self, position: bytes, target: int) -> int:
        """Return about how many moves the loser's handiest piece needs to block ``target``."""
        best = NEVER
        for index in range(self.foe_count):
            square = self.foes[index]
            kind = position[square] & 7
            need = NEVER
            if kind == KNIGHT:
                need = HOPS[64 * square + target]
            elif kind == BISHOP:
                if not ((square ^ (square >> 3)) ^ (target ^ (target >> 3))) & 1:
                    need = 0 if square == target else 2
            elif kind == PAWN:
                need = 3 + (7 - (square >> 3) if self.winner else square >> 3)
                if square & 7 == target & 7:
                    ahead = (target >> 3) - (square >> 3) if self.winner else (square >> 3) - (target >> 3)
                    if 0 <= ahead < need:
                        need = ahead
            else:
                need = 4
            if need < best:
                best = need
        return best
