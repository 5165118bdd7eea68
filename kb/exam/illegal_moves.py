"""Illegal moves as players really make them, found in a position, with the reason each is illegal."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess

from kb.board.legality import explain_illegal
from kb.board.types import IllegalReason

__all__ = ["illegal_moves"]

_SLIPS = {
    chess.KNIGHT: ((1, 3), (2, 2), (3, 1), (1, 1)),
    chess.BISHOP: ((1, 2), (2, 3), (0, 1)),
    chess.ROOK: ((1, 1), (1, 2)),
    chess.QUEEN: ((1, 2), (2, 1)),
    chess.PAWN: ((0, 2), (1, 1), (0, 1)),
}
_NEVER_ASKED = frozenset(
    {
        IllegalReason.NO_PIECE_THERE,
        IllegalReason.NOT_YOUR_TURN,
        IllegalReason.OWN_PIECE_ON_TARGET,
        IllegalReason.CAPTURES_KING,
        IllegalReason.PROMOTION_MISSING,
        IllegalReason.PROMOTION_NOT_ON_LAST_RANK,
        IllegalReason.PROMOTION_TO_KING_OR_PAWN,
    }
)


def illegal_moves(rng: random.Random, board: chess.Board) -> dict[IllegalReason, chess.Move]:
    """Return one illegal move of the side to move for every reason found; not every reason there is."""
    found: dict[IllegalReason, list[chess.Move]] = {}
    for move in dict.fromkeys(_candidates(rng, board)):
        illegal = explain_illegal(board, move.from_square, move.to_square)
        if illegal is not None and illegal.reason not in _NEVER_ASKED:
            found.setdefault(illegal.reason, []).append(move)
    return {reason: rng.choice(moves) for reason, moves in sorted(found.items())}


def _candidates(rng: random.Random, board: chess.Board) -> Iterator[chess.Move]:
    yield from (m for m in board.pseudo_legal_moves if not m.promotion and not board.is_legal(m))
    yield from _castlings(board)
    yield from _late_en_passant(board)
    own = list(chess.SquareSet(board.occupied_co[board.turn] & ~board.kings))
    for origin in rng.sample(own, min(6, len(own))):
        yield from _slips(rng, board, origin)


def _castlings(board: chess.Board) -> Iterator[chess.Move]:
    rank = 0 if board.turn else 7
    home = chess.square(4, rank)
    if board.piece_at(home) == chess.Piece(chess.KING, board.turn):
        for file, corner in ((6, 7), (2, 0)):
            rook = board.piece_at(chess.square(corner, rank))
            if rook == chess.Piece(chess.ROOK, board.turn):
                yield chess.Move(home, chess.square(file, rank))


def _late_en_passant(board: chess.Board) -> Iterator[chess.Move]:
    rank, step = (4, 8) if board.turn else (3, -8)
    for origin in board.pieces(chess.PAWN, board.turn):
        if chess.square_rank(origin) != rank:
            continue
        for beside in (-1, 1):
            file = chess.square_file(origin) + beside
            if 0 <= file < 8:
                neighbour = chess.square(file, rank)
                if board.piece_at(neighbour) == chess.Piece(chess.PAWN, not board.turn):
                    yield chess.Move(origin, neighbour + step)


def _slips(rng: random.Random, board: chess.Board, origin: chess.Square) -> Iterator[chess.Move]:
    """Yield slips of the hand with one man: a wrong jump, a way that is blocked, a pawn astray."""
    kind = board.piece_type_at(origin)
    assert kind is not None
    forward = 1 if board.turn else -1
    for right, up in _SLIPS.get(kind, ()):
        side = rng.choice((-1, 1))
        height = forward if kind == chess.PAWN else rng.choice((-1, 1))
        file, rank = chess.square_file(origin) + right * side, chess.square_rank(origin) + up * height
        if 0 <= file < 8 and 0 < rank < 7:
            yield chess.Move(origin, chess.square(file, rank))
    if kind in {chess.BISHOP, chess.ROOK, chess.QUEEN}:
        empty = chess.Board(None)
        empty.set_piece_at(origin, chess.Piece(kind, board.turn))
        beyond = empty.attacks(origin) - board.attacks(origin)
        targets = [s for s in beyond if board.color_at(s) != board.turn]
        if targets:
            yield chess.Move(origin, rng.choice(targets))
