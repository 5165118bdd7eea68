"""Chess things put into messages: pieces on squares, and why a move is illegal."""

from __future__ import annotations

import chess

from kb.board.types import IllegalMove, StandingPiece
from kb.messages import Message, msg

__all__ = ["piece_name", "piece_on", "why_illegal"]


def piece_name(kind: chess.PieceType) -> Message:
    """Name a kind of piece."""
    return msg(f"piece.{chess.piece_name(kind)}")


def piece_on(kind: chess.PieceType, square: chess.Square) -> Message:
    """Name a piece with its square: "rook e1"."""
    return msg("piece_on", piece=piece_name(kind), square=chess.square_name(square))


def why_illegal(illegal: IllegalMove) -> Message:
    """Say why a move is illegal, with the pieces and squares in the way."""
    return msg(
        f"why.{illegal.reason}",
        pieces=tuple(_standing(p) for p in illegal.pieces),
        squares=tuple(chess.square_name(s) for s in illegal.squares),
    )


def _standing(piece: StandingPiece) -> Message:
    return piece_on(piece.piece_type, piece.square)
