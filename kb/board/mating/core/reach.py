"""Where the pieces can ever get to, and whether that leaves room for a mate.

For every piece of a position this computes a set of squares that holds each
square the piece can stand on after any series of legal moves.  The sets are the
least fixpoint of rules that only forget constraints, never add one: a piece
blocks its square until some rule lets it leave or be captured, everything else
is allowed.  A mate that does not fit into these sets cannot happen.

Sets of squares are 64-bit masks, bit 0 for a1.
"""

from __future__ import annotations

from . import geometry
from .tables import ALL, EN_PASSANT, KING, KINGS, LAST_RANKS, ONE, PAWN, TURN

__all__ = ["Reach"]


class Reach:
    """The fixpoint for one position.

    :ivar count: the number of pieces; the lists below have one entry for each, then zeros.
    :ivar codes, homes: piece code and square (as a mask) of each piece.
    :ivar walks: where each piece can ever stand in its own shape.
    :ivar promoted: for each pawn, where the piece it becomes can ever stand.
    :ivar placed: where :meth:`holds` has found each piece in its own shape, 0 if nowhere.
    :ivar gone: the occupied squares whose first occupant may leave or be captured.
    """

    def __init__(self, position: bytes) -> None:
        self.codes = [0] * 64
        self.homes = [0] * 64
        self.walks = [0] * 64
        self.promoted = [0] * 64
        self.placed = [0] * 64
        self.count = 0
        self.gone = 0
        self.white = 0
        self.black = 0
        self.white_takes = 0
        self.black_takes = 0
        self.kings = (ONE << position[KINGS]) | (ONE << position[KINGS + 1])
        for square in range(64):
            piece = position[square]
            if piece:
                bit = ONE << square
                self.codes[self.count] = piece
                self.homes[self.count] = bit
                self.walks[self.count] = bit
                self.count += 1
                if piece & 8:
                    self.black |= bit
                else:
                    self.white |= bit
        if position[EN_PASSANT]:
            self._passed(position[EN_PASSANT], position[TURN])
        while self._grow():
            pass

    def _passed(self, target: int, taker: int) -> None:
        """Let the pawn that has just passed ``target`` count as being there, and as one that may go."""
        home = ONE << (target + 8 if taker else target - 8)
        for index in range(self.count):
            if self.homes[index] == home:
                self.walks[index] |= ONE << target
                self.gone |= home

    def stands(self, colour: int) -> int:
        """Return every square a piece of ``colour``, the king aside, can ever stand on."""
        total = 0
        for index in range(self.count):
            code = self.codes[index]
            if code & 8 == colour and code & 7 != KING:
                total |= self.walks[index] | self.promoted[index]
        return total

    def takes(self, colour: int) -> int:
        """Return every square on which ``colour`` might ever take something."""
        total = 0
        for index in range(self.count):
            code = self.codes[index]
            if code & 8 == colour:
                walk = self.walks[index]
                total |= self.promoted[index] | (geometry.strikes(walk, colour) if code & 7 == PAWN else walk)
        return total

    def fixed_attacks(self, colour: int) -> int:
        """Return squares that ``colour`` attacks for ever, by pieces that stand for ever."""
        attacks = 0
        for index in range(self.count):
            home = self.homes[index]
            code = self.codes[index]
            if code & 8 == colour and not home & self.gone:
                attacks |= (
                    geometry.strikes(home, colour) if code & 7 == PAWN else geometry.steps(code & 7, home)
                )
        return attacks

    def attacks(self, index: int) -> int:
        """Return every square the piece can ever attack."""
        code = self.codes[index]
        if code & 7 != PAWN:
            return geometry.steps(code & 7, self.walks[index])
        promoted = self.promoted[index]
        return (
            geometry.strikes(self.walks[index], code & 8)
            | geometry.straight(promoted)
            | geometry.diagonal(promoted)
            | geometry.jumps(promoted)
        )

    def _grow(self) -> bool:
        """Apply every rule once; say whether any set has grown."""
        occupied = self.white | self.black
        free = (ALL ^ occupied) | self.gone
        white_stands = self.stands(0)
        black_stands = self.stands(8)
        self.white_takes = self.takes(0)
        self.black_takes = self.takes(8)
        white_rules = self.fixed_attacks(0)
        black_rules = self.fixed_attacks(8)
        grown = False
        for index in range(self.count):
            code = self.codes[index]
            kind = code & 7
            # A king is never captured: its square opens only when it leaves.
            prey = (self.white if code & 8 else self.black) & ~self.kings
            if kind == PAWN:
                if self._pawn(index, free, white_stands if code & 8 else black_stands, free | prey):
                    grown = True
                continue
            allowed = free | prey
            if kind == KING:
                allowed &= ~(white_rules if code & 8 else black_rules)
            old = self.walks[index]
            new = self._flood(kind, old, allowed)
            if new != old:
                self.walks[index] = new
                grown = True
        return self._open(occupied) or grown

    def _open(self, occupied: int) -> bool:
        """Note the squares whose first occupant may be gone; say whether there is a new one."""
        gone = self.gone
        for index in range(self.count):
            home = self.homes[index]
            everywhere = self.walks[index] | self.promoted[index]
            gone |= everywhere & occupied & ~home
            if everywhere != home:
                gone |= home
        if gone == self.gone:
            return False
        self.gone = gone
        return True

    def _pawn(self, index: int, free: int, victims: int, allowed: int) -> bool:
        """Let a pawn push, capture and promote; say whether its sets have grown."""
        colour = self.codes[index] & 8
        old = self.walks[index]
        push = (old >> 8 if colour else (old << 8) & ALL) & ~self._held(index)
        # En passant needs no rule: the victim has passed over the square, so it counts as standing there.
        new = old | (push & free) | (geometry.strikes(old, colour) & victims)
        promoted = self.promoted[index] | (new & LAST_RANKS)
        new &= ~LAST_RANKS
        if promoted:
            while True:
                more = promoted | (
                    (geometry.straight(promoted) | geometry.diagonal(promoted) | geometry.jumps(promoted))
                    & allowed
                )
                if more == promoted:
                    break
                promoted = more
        if new == old and promoted == self.promoted[index]:
            return False
        self.walks[index] = new
        self.promoted[index] = promoted
        return True

    def _held(self, index: int) -> int:
        """Return the squares that a pawn cannot push to because an enemy pawn ahead never yields.

        Two such pawns keep their order as long as neither is taken and neither takes its way off the file.
        """
        held = 0
        colour = self.codes[index] & 8
        for other in range(self.count):
            if self._faces(index, other):
                home = self.homes[other]
                # That pawn's first square and all behind it.
                held |= geometry.file_of(home) & ((home << 1) - 1 if colour else ~(home - 1))
        return held

    def _faces(self, index: int, other: int) -> bool:
        """Say whether a pawn bound to its file has one ahead that can neither leave the file nor be taken."""
        colour = self.codes[index] & 8
        if self.codes[other] != PAWN | (colour ^ 8):
            return False
        home = self.homes[index]
        theirs = self.homes[other]
        file = geometry.file_of(home)
        if not theirs & file or self.walks[index] & ~file:
            return False
        if theirs > home if colour else theirs < home:
            return False
        return not self.walks[other] & (~file | (self.black_takes if colour else self.white_takes))

    def _flood(self, kind: int, squares: int, allowed: int) -> int:
        """Return ``squares`` with all that ``kind`` can walk to over ``allowed``."""
        while True:
            new = squares | (geometry.steps(kind, squares) & allowed)
            if new == squares:
                return squares
            squares = new

    def holds(self, position: bytes) -> bool:
        """Say whether the sets are also true of every line from ``position``.

        They are if each piece that stands for ever is at home, every other piece is one
        of those the sets speak of, on a square of its set, and pawns that never pass each
        other have not: no legal move leads out of that, wherever it starts inside.
        """
        if position[EN_PASSANT]:
            return False
        used = 0
        for index in range(self.count):
            self.placed[index] = 0
        for square in range(64):
            code = position[square]
            if code:
                index = self._place(code, ONE << square, used)
                if index < 0:
                    return False
                used |= ONE << index
                if code == self.codes[index]:
                    self.placed[index] = ONE << square
        return self._in_order()

    def _in_order(self) -> bool:
        """Say whether the pieces as placed keep what the sets rely on: who stays, and who is before whom."""
        for index in range(self.count):
            here = self.placed[index]
            if not here:
                if not self.homes[index] & self.gone:
                    return False
            elif self.codes[index] & 7 == PAWN:
                for other in range(self.count):
                    if self._faces(index, other):
                        there = self.placed[other]
                        if not there or (there > here if self.codes[index] & 8 else there < here):
                            return False
        return True

    def _place(self, code: int, bit: int, used: int) -> int:
        """Return a piece not in ``used`` that may stand as ``code`` on ``bit``, or -1."""
        for index in range(self.count):
            if self.codes[index] == code and self.walks[index] & bit and not used >> index & 1:
                return index
        if code & 7 in (PAWN, KING):
            return -1
        for index in range(self.count):
            if (
                self.codes[index] == PAWN | (code & 8)
                and self.promoted[index] & bit
                and not used >> index & 1
            ):
                return index
        return -1
