"""What changed between two positions: for displaced men and for showing a restored position."""

from __future__ import annotations

from dataclasses import dataclass

import chess

from kb.board.types import StandingPiece

__all__ = ["Differences", "Shift", "compare"]


@dataclass(frozen=True, slots=True)
class Shift:
    """A piece that stands on another square than before."""

    piece_type: chess.PieceType
    color: chess.Color
    from_square: chess.Square
    to_square: chess.Square


@dataclass(frozen=True, slots=True)
class Differences:
    """What must be done to the first board to get the second.

    :param shifted: pieces of the same kind that moved; the nearest squares are paired.
    :param gone: pieces only on the first board.
    :param come: pieces only on the second board.
    :param castling_lost: rights of the first board that the second lacks, in FEN letters.
    :param castling_gained: the reverse.
    :param explained_by: the legal moves of the first position that each give the second placement.
    """

    shifted: tuple[Shift, ...]
    gone: tuple[StandingPiece, ...]
    come: tuple[StandingPiece, ...]
    turn_changed: bool
    castling_lost: str
    castling_gained: str
    explained_by: tuple[chess.Move, ...]

    @property
    def squares(self) -> tuple[chess.Square, ...]:
        """All squares that look different, ascending."""
        found = {square for shift in self.shifted for square in (shift.from_square, shift.to_square)}
        found |= {piece.square for piece in (*self.gone, *self.come)}
        return tuple(sorted(found))

    def __bool__(self) -> bool:
        """Whether the men stand differently."""
        return bool(self.shifted or self.gone or self.come)


def compare(before: chess.Board, after: chess.Board) -> Differences:
    """Compare two positions.

    Pairs pieces of one kind greedily by distance, then by square; it does not promise that the pieces really
    went that way.

    >>> end = chess.Board()
    >>> end.push_san("Nf3")
    Move.from_uci('g1f3')
    >>> [chess.square_name(square) for square in compare(chess.Board(), end).squares]
    ['g1', 'f3']
    """
    shifted: list[Shift] = []
    gone: list[StandingPiece] = []
    come: list[StandingPiece] = []
    for color in (chess.WHITE, chess.BLACK):
        for piece_type in reversed(chess.PIECE_TYPES):
            old = before.pieces(piece_type, color)
            new = after.pieces(piece_type, color)
            pairs, left, right = _pair(list(old - new), list(new - old))
            shifted += [Shift(piece_type, color, start, end) for start, end in pairs]
            gone += [StandingPiece(square, piece_type, color) for square in left]
            come += [StandingPiece(square, piece_type, color) for square in right]
    return Differences(
        shifted=tuple(shifted),
        gone=tuple(gone),
        come=tuple(come),
        turn_changed=before.turn != after.turn,
        castling_lost=_rights(before.clean_castling_rights() & ~after.clean_castling_rights()),
        castling_gained=_rights(after.clean_castling_rights() & ~before.clean_castling_rights()),
        explained_by=_explaining_moves(before, after),
    )


def _pair(
    old: list[chess.Square], new: list[chess.Square]
) -> tuple[list[tuple[chess.Square, chess.Square]], list[chess.Square], list[chess.Square]]:
    """Pair the nearest squares; give the pairs and what is left on either side."""
    pairs: list[tuple[chess.Square, chess.Square]] = []
    while old and new:
        start, end = min(
            ((start, end) for start in old for end in new),
            key=lambda pair: (chess.square_distance(*pair), chess.square_manhattan_distance(*pair), pair),
        )
        pairs.append((start, end))
        old.remove(start)
        new.remove(end)
    return pairs, old, new


def _rights(mask: chess.Bitboard) -> str:
    corners = (("K", chess.BB_H1), ("Q", chess.BB_A1), ("k", chess.BB_H8), ("q", chess.BB_A8))
    return "".join(letter for letter, corner in corners if mask & corner)


def _explaining_moves(before: chess.Board, after: chess.Board) -> tuple[chess.Move, ...]:
    target = after.board_fen()
    found: list[chess.Move] = []
    for move in before.legal_moves:
        played = before.copy(stack=False)
        played.push(move)
        if played.board_fen() == target:
            found.append(move)
    return tuple(sorted(found, key=chess.Move.uci))
