"""Whether the sets of squares of :class:`.reach.Reach` leave room for a mate.

A mated king stands on a square of its set; some winner's piece checks it; and
each square beside it is attacked by a winner's piece or held by one of the
loser's own.  Two tests follow from this.  The quick one asks it of each square
by itself.  The exact one also remembers that a piece is in one place at a time:
for each king square it collects what every piece can contribute from one square,
and asks whether the contributions can add up.
"""

from __future__ import annotations

from . import geometry, reach
from .tables import ALL, BISHOP, DISTANCE, KING, KING_STEPS, KNIGHT, ONE, PAWN, QUEEN, RAYS, ROOK

CHECK = 256  # in a contribution: bits 0-7 for the king's steps, then the check


class MateRoom:
    """The question for one fixpoint and one winner (0 or 8)."""

    def __init__(self, room: reach.Reach, winner: int) -> None:
        self.room = room
        self.winner = winner
        self.fixed = (self.room.white | self.room.black) & ~self.room.gone
        self.checks = 0
        self.guards = 0
        self.liners = 0
        self.king_walk = 0
        self.loose = False  # some winner's piece roams as a queen or as a promoted pawn
        self.blockers = self.room.stands(winner ^ 8)
        self.states: list[int] = []
        self.known = bytearray(512)
        for index in range(self.room.count):
            self._note(index)

    def _note(self, index: int) -> None:
        """Add one piece to the sets of the quick test."""
        code = self.room.codes[index]
        kind = code & 7
        if code & 8 != self.winner:
            if kind == KING:
                self.king_walk = self.room.walks[index]
            return
        attacks = self.room.attacks(index)
        self.guards |= attacks
        if kind == KING:
            return
        self.checks |= attacks
        self.liners |= self.room.promoted[index]
        if kind not in (KNIGHT, PAWN):
            self.liners |= self.room.walks[index]
        if self.room.promoted[index] or (kind == QUEEN and self.room.walks[index] != self.room.homes[index]):
            self.loose = True

    def possible(self) -> bool:
        """Say whether the tests leave any square on which the other king might be mated."""
        square = 0
        while square < 64 and not self._open(square):
            square += 1
        return square < 64

    def _open(self, square: int) -> bool:
        """Say whether the tests let the other king be mated on ``square``."""
        bit = ONE << square
        if not bit & self.king_walk & self.checks or not self._shut(square, bit):
            return False
        return self.loose or self._fits(square)

    def aim(self) -> bytes:
        """Return the other king's steps from every square to one where it might be mated.

        Empty if a queen of the winner roams: then the mate is not bound to a place.
        """
        if self.loose:
            return b""
        front = 0
        for square in range(64):
            if self._open(square):
                front |= ONE << square
        steps = bytearray(64)
        far = self.king_walk & ~front
        distance = 0
        while front:
            for square in range(64):
                if front >> square & 1:
                    steps[square] = distance
            distance += 1
            front = geometry.steps(KING, front) & far
            far &= ~front
        return bytes(steps)

    def _shut(self, square: int, bit: int) -> bool:
        """Say whether each square beside ``square`` can be guarded or blocked, taken by itself."""
        around = geometry.straight(bit) | geometry.diagonal(bit)
        flights = around & ~(self.guards | self.blockers)
        if not flights:
            return True
        liners = around & self.liners
        for flight in range(64):
            if flights >> flight & 1:
                behind = 2 * square - flight
                if behind < 0 or behind > 63 or not liners >> behind & 1:
                    return False
        return True

    def _fits(self, square: int) -> bool:
        """Say whether one placing of all pieces can check ``square`` and shut each square beside it."""
        beside = KING_STEPS[square]
        full = CHECK | ((1 << len(beside)) - 1)
        for state in self.states:
            self.known[state] = 0
        self.states = [0]
        self.known[0] = 1
        for index in range(self.room.count):
            if self.room.codes[index] & 8 == self.winner:
                gifts = self._guarding(index, square)
            else:
                gifts = self._blocking(index, square)
            if self._add(gifts, full):
                return True
        return False

    def _add(self, gifts: list[int], full: int) -> bool:
        """Combine every state with every one of a piece's ``gifts``; say whether ``full`` is reached."""
        size = len(self.states)
        for gift in gifts:
            for place in range(size):
                state = self.states[place] | gift
                if not self.known[state]:
                    if state == full:
                        return True
                    self.known[state] = 1
                    self.states.append(state)
        return False

    def _blocking(self, index: int, square: int) -> list[int]:
        """Return what a loser's piece can contribute: one square blocked."""
        gifts: list[int] = []
        if self.room.codes[index] & 7 == KING:
            return gifts
        everywhere = self.room.walks[index] | self.room.promoted[index]
        beside = KING_STEPS[square]
        flag = 1
        for target in beside:
            if everywhere >> target & 1:
                gifts.append(flag)
            flag += flag
        return gifts

    def _guarding(self, index: int, square: int) -> list[int]:
        """Return what a winner's piece can contribute: squares beside ``square`` attacked, and the check."""
        gifts: list[int] = []
        code = self.room.codes[index]
        kind = code & 7
        walk = self.room.walks[index]
        for origin in range(64):
            if not walk >> origin & 1 or origin == square:
                continue
            if kind == KING and DISTANCE[64 * origin + square] < 2:
                continue
            gift = self._seen(self._view(kind, code & 8, origin, square), square)
            if gift and gift not in gifts:
                gifts.append(gift)
        return gifts

    def _seen(self, view: int, square: int) -> int:
        """Return the contribution of a piece that attacks the squares of ``view``."""
        gift = CHECK if view >> square & 1 else 0
        beside = KING_STEPS[square]
        flag = 1
        for target in beside:
            if view >> target & 1:
                gift |= flag
            flag += flag
        return gift

    def _view(self, kind: int, colour: int, origin: int, king: int) -> int:
        """Return the squares attacked from ``origin`` when only pieces that stand for ever are in the way."""
        bit = ONE << origin
        if kind == PAWN:
            return geometry.strikes(bit, colour)
        if kind in (KNIGHT, KING):
            return geometry.steps(kind, bit)
        view = 0
        first = 4 if kind == BISHOP else 0
        last = 4 if kind == ROOK else 8
        for direction in range(first, last):
            ray = RAYS[8 * origin + direction]
            for target in ray:
                view |= ONE << target
                if target != king and self.fixed >> target & 1:
                    break
        return view & ALL


def mate_possible(room: reach.Reach, winner: int) -> bool:
    """Say whether the sets leave room for a mate by ``winner``; ``False`` is a proof that there is none."""
    return MateRoom(room, winner).possible()


def mate_aim(room: reach.Reach, winner: int) -> bytes:
    """Return :meth:`MateRoom.aim` for one fixpoint and winner."""
    return MateRoom(room, winner).aim()
