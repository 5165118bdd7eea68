"""Between :class:`chess.Board` and the packed positions of the core."""

from __future__ import annotations

import chess

from kb.board.mating.core import tables

__all__ = ["move_between", "pack", "playable", "standard_castling"]

_RIGHTS = (
    (chess.H1, tables.WHITE_SHORT),
    (chess.A1, tables.WHITE_LONG),
    (chess.H8, tables.BLACK_SHORT),
    (chess.A8, tables.BLACK_LONG),
)
_KING_HOMES = ((chess.WHITE, chess.E1), (chess.BLACK, chess.E8))


def playable(board: chess.Board) -> bool:
    """Say whether the ordinary rules of movement give the position a meaning.

    One king a side, no pawn on the first or last rank, and the side that has
    just moved not in check.  It does not promise that a game can lead there.
    """
    return (
        type(board).uci_variant == "chess"
        and chess.popcount(board.kings & board.occupied_co[chess.WHITE]) == 1
        and chess.popcount(board.kings & board.occupied_co[chess.BLACK]) == 1
        and not board.pawns & chess.BB_BACKRANKS
        and not board.was_into_check()
    )


def standard_castling(board: chess.Board) -> bool:
    """Say whether every castling right of the board is one of the four standard ones."""
    rights = board.clean_castling_rights()
    if rights & ~(chess.BB_A1 | chess.BB_H1 | chess.BB_A8 | chess.BB_H8):
        return False
    return all(
        not rights & board_rank or board.king(colour) == home
        for (colour, home), board_rank in zip(_KING_HOMES, (chess.BB_RANK_1, chess.BB_RANK_8), strict=True)
    )


def pack(board: chess.Board) -> bytes:
    """Pack a playable board; castling rights that are not standard are left out."""
    packed = bytearray(tables.SIZE)
    for colour, code in ((chess.WHITE, tables.WHITE), (chess.BLACK, tables.BLACK)):
        own = board.occupied_co[colour]
        for kind, squares in enumerate(
            (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings), 1
        ):
            for square in chess.scan_forward(own & squares):
                packed[square] = kind | code
        king = board.king(colour)
        assert king is not None
        packed[tables.KINGS + (code >> 3)] = king
    packed[tables.TURN] = tables.WHITE if board.turn == chess.WHITE else tables.BLACK
    if board.castling_rights and standard_castling(board):
        rights = board.clean_castling_rights()
        packed[tables.CASTLING] = sum(bit for square, bit in _RIGHTS if rights & chess.BB_SQUARES[square])
    if board.ep_square is not None and board.has_pseudo_legal_en_passant():
        packed[tables.EN_PASSANT] = board.ep_square
    return bytes(packed)


def move_between(before: bytes, after: bytes) -> chess.Move:
    """Return the move that leads from one packed position to the next.

    >>> board = chess.Board()
    >>> start = pack(board)
    >>> board.push_san("e4")
    Move.from_uci('e2e4')
    >>> move_between(start, pack(board)).uci()
    'e2e4'
    """
    us = before[tables.TURN]
    king = tables.KINGS + (us >> 3)
    if before[king] != after[king]:
        return chess.Move(before[king], after[king])
    origin = target = -1
    for square in range(64):
        if before[square] == after[square]:
            continue
        if before[square] and before[square] & 8 == us:
            origin = square
        elif after[square]:
            target = square
    promoted = after[target] & 7 if after[target] != before[origin] else None
    return chess.Move(origin, target, promoted)
