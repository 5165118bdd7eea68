"""A slow second prover: every reachable position by python-chess, then backwards from the mates."""

from __future__ import annotations

import random

import chess

Key = str  # the position part of a FEN


def key(board: chess.Board) -> Key:
    return board.epd(en_passant="legal")


def graph(board: chess.Board, limit: int) -> dict[Key, list[Key]] | None:
    """Return every reachable position with its successors, or ``None`` if there are more than ``limit``."""
    start = key(board)
    following: dict[Key, list[Key]] = {}
    queue = [start]
    met = {start}
    while queue:
        here = queue.pop()
        board.set_epd(here)
        following[here] = []
        for move in list(board.legal_moves):
            board.push(move)
            after = key(board)
            board.pop()
            following[here].append(after)
            if after not in met:
                if len(met) == limit:
                    return None
                met.add(after)
                queue.append(after)
    return following


def can_mate(following: dict[Key, list[Key]], colour: chess.Color) -> set[Key]:
    """Return the positions of a graph from which ``colour`` can be helped to give mate."""
    before: dict[Key, list[Key]] = {here: [] for here in following}
    for here, afters in following.items():
        for after in afters:
            before[after].append(here)
    queue = [
        here
        for here, afters in following.items()
        if not afters
        and chess.Board(here + " 0 1").is_checkmate()
        and chess.Board(here + " 0 1").turn != colour
    ]
    found = set(queue)
    for here in queue:
        for earlier in before[here]:
            if earlier not in found:
                found.add(earlier)
                queue.append(earlier)
    return found


def varied(board: chess.Board, rng: random.Random) -> chess.Board | None:
    """Return ``board`` with one piece put elsewhere or taken off, or ``None`` if that makes no position."""
    board = board.copy(stack=False)
    square = rng.choice(list(chess.scan_forward(board.occupied)))
    piece = board.remove_piece_at(square)
    assert piece is not None
    if piece.piece_type == chess.KING or rng.random() < 0.6:
        board.set_piece_at(rng.choice([s for s in chess.SQUARES if not board.piece_at(s)]), piece)
    board.turn = rng.choice(chess.COLORS)
    board.castling_rights = chess.BB_EMPTY
    board.ep_square = None
    return board if board.is_valid() else None
