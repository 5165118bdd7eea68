"""Piece codes, the layout of a packed position and the geometry of the board.

A packed position is a ``bytes`` of length :data:`SIZE`: one piece code for each
square (a1 = 0, h8 = 63), then the side to move, the castling rights, the en
passant square and the two king squares.  Equal bytes mean equal positions in
the sense of Article 9.2, counters aside.
"""

from __future__ import annotations

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = 1, 2, 3, 4, 5, 6
WHITE, BLACK = 0, 8  # added to a piece code; a code of 0 is an empty square

TURN, CASTLING, EN_PASSANT, KINGS, SIZE = 64, 65, 66, 67, 69

# Castling rights as bits.
WHITE_SHORT, WHITE_LONG, BLACK_SHORT, BLACK_LONG = 1, 2, 4, 8

LEVELS = 256  # estimates of the way to a mate run from 0 to LEVELS - 1

# Sets of squares as masks, bit 0 for a1.
ONE = 1  # named, so that a shift of it is 64 bits wide when compiled
ALL = 0xFFFFFFFFFFFFFFFF
FILE_A = 0x0101010101010101
NOT_A = 0xFEFEFEFEFEFEFEFE
NOT_H = 0x7F7F7F7F7F7F7F7F
NOT_AB = 0xFCFCFCFCFCFCFCFC
NOT_GH = 0x3F3F3F3F3F3F3F3F
LAST_RANKS = 0xFF000000000000FF

_ORTHOGONAL = ((0, 1), (0, -1), (1, 0), (-1, 0))
_DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def _ray(square: int, file_step: int, rank_step: int, limit: int = 7) -> bytes:
    """Return the squares from ``square`` in one direction, nearest first."""
    squares: list[int] = []
    file, rank = square % 8 + file_step, square // 8 + rank_step
    while 0 <= file < 8 and 0 <= rank < 8 and len(squares) < limit:
        squares.append(rank * 8 + file)
        file, rank = file + file_step, rank + rank_step
    return bytes(squares)


def _steps(square: int, directions: tuple[tuple[int, int], ...]) -> bytes:
    """Return the squares one step away in each of ``directions``."""
    return b"".join(_ray(square, file, rank, 1) for file, rank in directions)


# RAYS[8 * square + direction]: directions 0-3 are a rook's, 4-7 a bishop's.
RAYS: list[bytes] = [_ray(square, *step) for square in range(64) for step in _ORTHOGONAL + _DIAGONAL]
KNIGHT_STEPS: list[bytes] = [_steps(square, _JUMPS) for square in range(64)]
KING_STEPS: list[bytes] = [_steps(square, _ORTHOGONAL + _DIAGONAL) for square in range(64)]

# PAWN_TAKES[square + 64 if black]: the squares a pawn there attacks.
PAWN_TAKES: list[bytes] = [_steps(square, ((-1, 1), (1, 1))) for square in range(64)] + [
    _steps(square, ((-1, -1), (1, -1))) for square in range(64)
]

# DISTANCE[64 * a + b]: king moves between two squares; EDGE: to the nearest edge.
DISTANCE: bytes = bytes(max(abs(a % 8 - b % 8), abs(a // 8 - b // 8)) for a in range(64) for b in range(64))
EDGE: bytes = bytes(min(s % 8, 7 - s % 8, s // 8, 7 - s // 8) for s in range(64))
CORNERS: bytes = bytes((0, 7, 56, 63))


def _hops(start: int) -> bytes:
    """Return the knight moves from ``start`` to every square."""
    found = {start: 0}
    queue = [start]
    for square in queue:
        for target in KNIGHT_STEPS[square]:
            if target not in found:
                found[target] = found[square] + 1
                queue.append(target)
    return bytes(found[square] for square in range(64))


# HOPS[64 * a + b]: knight moves between two squares.
HOPS: bytes = b"".join(_hops(square) for square in range(64))

# The rights that survive a move from or to a square.
_LOST = {4: 3, 7: 1, 0: 2, 60: 12, 63: 4, 56: 8}
RIGHTS_KEPT: bytes = bytes(15 ^ _LOST.get(square, 0) for square in range(64))
