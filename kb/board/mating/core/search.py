"""Cooperative search for a checkmate over packed positions.

Best-first search with two open lists that take turns: one greedy by
:func:`distance_to_mate`, one by plies played plus that estimate.  Every position
met is kept whole, so when both lists run dry each position that can be reached
has been seen and none of them is the mate looked for.
"""

from __future__ import annotations

from .moves import attacked, successors
from .tables import (
    DISTANCE,
    EDGE,
    KING,
    KING_STEPS,
    KINGS,
    PAWN,
    QUEEN,
    ROOK,
    TURN,
)

LEVELS = 256  # open-list priorities run from 0 to LEVELS - 1


def distance_to_mate(position: bytes, winner: int) -> int:
    """Estimate, without any promise, how far ``winner`` (0 or 8) is from giving mate.

    It is built from what a finished mate looks like: a piece that can mate near
    the losing king, that king at the edge with few free squares, the other king close.
    """
    loser = winner ^ 8
    king = position[KINGS + (loser >> 3)]
    friend = position[KINGS + (winner >> 3)]
    heavy = 0
    minors = 0
    nearest = 7
    promotion = 9
    others = 0
    for square in range(64):
        piece = position[square]
        if not piece:
            continue
        kind = piece & 7
        if kind == KING:
            continue
        if piece & 8 == winner:
            if kind == PAWN:
                left = (square >> 3) if winner else 7 - (square >> 3)
                if left < promotion:
                    promotion = left
            else:
                if kind == QUEEN or kind == ROOK:
                    heavy += 1
                    if kind == QUEEN:
                        heavy += 1
                else:
                    minors += 1
                gap = DISTANCE[64 * square + king]
                if gap < nearest:
                    nearest = gap
        elif kind != PAWN:
            others += 1
    free = 0
    for square in KING_STEPS[king]:
        piece = position[square]
        if (not piece or piece & 8 == winner) and DISTANCE[64 * square + friend] > 1:
            free += 1
    estimate = 3 * EDGE[king] + 2 * DISTANCE[64 * king + friend] + 2 * free + nearest
    if heavy >= 2:
        estimate += others
    elif heavy:
        estimate += 4 + others
    elif promotion < 9:
        estimate += 12 + 4 * promotion + others
    else:
        estimate += 20
    return estimate


class Search:
    """One search: the positions met so far, each with the one it came from."""

    def __init__(self, root: bytes, winner: int) -> None:
        self.winner = winner
        self.positions: list[bytes] = [root]
        self.parents: list[int] = [-1]
        self.depths: list[int] = [0]
        self.seen: set[bytes] = {root}
        self.done = bytearray(1)
        self.greedy: list[list[int]] = [[] for _ in range(LEVELS)]
        self.patient: list[list[int]] = [[] for _ in range(LEVELS)]
        self.mate = -1
        self.spent = 0
        self.greedy[0].append(0)
        self.patient[0].append(0)

    def expand(self, node: int) -> None:
        """Meet every successor of ``node``; note a mate by the winner in ``mate``."""
        position = self.positions[node]
        winner = self.winner
        loser = winner ^ 8
        depth = self.depths[node] + 1
        for after in successors(position):
            self.spent += 1
            if after in self.seen:
                continue
            self.seen.add(after)
            index = len(self.positions)
            self.positions.append(after)
            self.parents.append(node)
            self.depths.append(depth)
            self.done.append(0)
            if (
                after[TURN] == loser
                and attacked(after, after[KINGS + (loser >> 3)], winner)
                and not successors(after)
            ):
                self.mate = index
                return
            estimate = distance_to_mate(after, winner)
            self.greedy[min(estimate, LEVELS - 1)].append(index)
            self.patient[min(estimate + 2 * depth, LEVELS - 1)].append(index)

    def run(self, budget: int) -> bool:
        """Search until a mate, the end of all positions or ``budget`` positions met.

        Return whether the search came to an end: ``mate`` then holds a node, or
        is -1 when no position that can be reached is such a mate.
        """
        low_greedy = 0
        low_patient = 0
        while self.mate < 0:
            if self.spent >= budget:
                return False
            low_greedy = self._next(self.greedy, 0)
            if low_greedy < 0:
                return True
            self.expand(low_greedy)
            if self.mate >= 0:
                break
            low_patient = self._next(self.patient, 0)
            if low_patient < 0:
                return True
            self.expand(low_patient)
        return True

    def _next(self, levels: list[list[int]], start: int) -> int:
        """Take the best node not yet expanded from ``levels``, or -1."""
        for level in range(start, LEVELS):
            waiting = levels[level]
            while waiting:
                node = waiting.pop()
                if not self.done[node]:
                    self.done[node] = 1
                    return node
        return -1

    def line(self) -> list[bytes]:
        """Return the positions from the root to the mate, both included."""
        path = []
        node = self.mate
        while node >= 0:
            path.append(self.positions[node])
            node = self.parents[node]
        path.reverse()
        return path
