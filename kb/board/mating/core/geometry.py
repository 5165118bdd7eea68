"""Steps of the pieces on sets of squares, as 64-bit masks with bit 0 for a1."""

from __future__ import annotations

from .tables import ALL, BISHOP, FILE_A, KNIGHT, NOT_A, NOT_AB, NOT_GH, NOT_H, ROOK


def straight(squares: int) -> int:
    """Return the squares one rook step from ``squares``."""
    return ((squares << 8) | (squares >> 8) | ((squares & NOT_H) << 1) | ((squares & NOT_A) >> 1)) & ALL


def diagonal(squares: int) -> int:
    """Return the squares one bishop step from ``squares``."""
    sides = ((squares & NOT_H) << 1) | ((squares & NOT_A) >> 1)
    return ((sides << 8) | (sides >> 8)) & ALL


def jumps(squares: int) -> int:
    """Return the squares a knight's move from ``squares``."""
    near = ((squares & NOT_H) << 1) | ((squares & NOT_A) >> 1)
    far = ((squares & NOT_GH) << 2) | ((squares & NOT_AB) >> 2)
    return ((near << 16) | (near >> 16) | (far << 8) | (far >> 8)) & ALL


def strikes(squares: int, colour: int) -> int:
    """Return the squares attacked by pawns of ``colour`` on ``squares``."""
    sides = ((squares & NOT_H) << 1) | ((squares & NOT_A) >> 1)
    return sides >> 8 if colour else (sides << 8) & ALL


def steps(kind: int, squares: int) -> int:
    """Return the squares one step of a piece of ``kind``, not a pawn, from ``squares``."""
    if kind == KNIGHT:
        return jumps(squares)
    if kind == BISHOP:
        return diagonal(squares)
    if kind == ROOK:
        return straight(squares)
    return straight(squares) | diagonal(squares)


def file_of(square: int) -> int:
    """Return the file of one square, both as masks."""
    file = FILE_A
    while not file & square:
        file <<= 1
    return file
