"""Cooperative search for a checkmate over packed positions.

Greedy best-first search by :meth:`.survey.Survey.look`.  Every position met is
kept whole, so when the open list runs dry each position that can be reached has
been seen, or cut off by a proof, and none of them is the mate looked for.
"""

from __future__ import annotations

from . import materoom, moves, reach, survey
from .tables import KINGS, LEVELS, TURN

REACH_COST = 25  # nodes charged for one reachability test
PROOFS_KEPT = 8
DETOUR = 12


class Search:
    """One search: the positions met so far, each with the one it came from.

    :ivar mate: after :meth:`run`, the index of the mate found, or -1.
    :ivar spent: nodes used: positions met, and more for each reachability test.
    """

    def __init__(self, root: bytes, winner: int) -> None:
        self.winner = winner
        self.loser = winner ^ 8
        self.eye = survey.Survey(winner)
        self.eye.aim = materoom.mate_aim(reach.Reach(root), winner)
        self.eye.look(root)
        self.positions: list[bytes] = [root]
        self.parents: list[int] = [-1]
        self.shapes: list[int] = [self.eye.shape]
        self.seen: set[bytes] = {root}
        self.waiting: list[list[int]] = [[] for _ in range(LEVELS)]
        self.waiting[0].append(0)
        self.lowest = 0
        self.dice = 1
        self.turn = 0
        self.mate = -1
        self.spent = 0
        self.tests = 0
        self.cuts = 0
        self.proofs: list[reach.Reach] = []

    def run(self, budget: int) -> bool:
        """Search until a mate, the end of all positions or ``budget`` nodes spent.

        Return whether the search came to an end: without a mate it has then proved
        that no position that can be reached is one.
        """
        while self.mate < 0:
            if self.spent >= budget:
                return False
            node = self._next()
            if node < 0:
                return True
            self._expand(node)
        return True

    def line(self) -> list[bytes]:
        """Return the positions from the root to the mate, both included."""
        path = []
        node = self.mate
        while node >= 0:
            path.append(self.positions[node])
            node = self.parents[node]
        path.reverse()
        return path

    def _next(self) -> int:
        """Take the node to expand, or -1 when none is left.

        Half the time it is the latest of the lowest estimate, in turn any of the lowest
        and any of a slightly higher one: a plan that leads nowhere must not eat the budget.
        """
        while self.lowest < LEVELS and not self.waiting[self.lowest]:
            self.lowest += 1
        if self.lowest == LEVELS:
            return -1
        self.turn += 1
        level = self.lowest
        if self.turn & 3 == 0:
            level += self._draw(DETOUR)
            if level >= LEVELS or not self.waiting[level]:
                level = self.lowest
        waiting = self.waiting[level]
        last = len(waiting) - 1
        pick = last if self.turn & 1 else self._draw(last + 1)
        node = waiting[pick]
        waiting[pick] = waiting[last]
        waiting.pop()
        return node

    def _draw(self, sides: int) -> int:
        """Return the next number below ``sides`` of a fixed sequence."""
        self.dice = (self.dice * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.dice >> 8) % sides

    def _expand(self, node: int) -> None:
        """Meet every successor of ``node``; note a mate by the winner in ``mate``."""
        position = self.positions[node]
        shape = self.shapes[node]
        following = moves.successors(position)
        for after in following:
            self.spent += 1
            if after in self.seen:
                continue
            self.seen.add(after)
            estimate = self.eye.look(after)
            if estimate < 0:
                continue
            after_shape = self.eye.shape
            if after_shape != shape and self._dead(after):
                continue
            index = len(self.positions)
            self.positions.append(after)
            self.parents.append(node)
            self.shapes.append(after_shape)
            if after[TURN] == self.loser and self._mated(after):
                self.mate = index
                return
            if estimate >= LEVELS:
                estimate = LEVELS - 1
            self.waiting[estimate].append(index)
            if estimate < self.lowest:
                self.lowest = estimate

    def _mated(self, position: bytes) -> bool:
        """Say whether the loser, to move, is checkmated."""
        king = position[KINGS + (self.loser >> 3)]
        return moves.attacked(position, king, self.winner) and not moves.successors(position)

    def _dead(self, position: bytes) -> bool:
        """Say whether reachability proves that no mate can follow; tests are rationed unless they succeed."""
        for proof in self.proofs:
            if proof.holds(position):
                return True
        if 500 + self.tests * self.tests * 8 > self.spent + self.cuts * (1600 + 1000 * self.cuts):
            return False
        self.tests += 1
        self.spent += REACH_COST
        proof = reach.Reach(position)
        if materoom.mate_possible(proof, self.winner):
            return False
        self.cuts += 1
        self.proofs.insert(0, proof)
        del self.proofs[PROOFS_KEPT:]
        return True


def shut_in(position: bytes, winner: int) -> bool:
    """Say whether reachability alone proves that ``winner`` (0 or 8) can never mate from ``position``."""
    return not materoom.mate_possible(reach.Reach(position), winner)
