"""The king hops by which players at an electronic board enter the result, told apart from moves."""

from __future__ import annotations

import chess

from kb.board.types import ReadMove, SignalResult

__all__ = ["split_signal"]

_CENTRE = frozenset((chess.D4, chess.E4, chess.D5, chess.E5))
_LONG_ENOUGH = 20
_LIGHT = frozenset((chess.E4, chess.D5))
_DARK = frozenset((chess.D4, chess.E5))


def split_signal(
    moves: tuple[ReadMove, ...],
) -> tuple[tuple[ReadMove, ...], tuple[ReadMove, ...], SignalResult | None]:
    """Split off the result signal at the end of a game: (moves, signal moves, meaning).

    The signal is one or two last king moves to d4, e4, d5 or e5 that are not legal as moves, or that would
    put the kings beside each other; a single hop is believed only at the end of a longer game.  Kings on e4
    and d5 mean that White won, on d4 and e5 that Black won, else a draw.
    """
    tail: list[ReadMove] = []
    for move in reversed(moves[-2:]):
        if not _is_hop(move):
            break
        tail.insert(0, move)
    if len(tail) == 2 and tail[0].legal:
        # A legal king move to the centre is a hop only if the other king then lands beside it.
        tail = tail if _beside(tail) else tail[1:]
    too_short = len(tail) == 1 and len(moves) < _LONG_ENOUGH
    if not tail or too_short or not _impossible_as_moves(tail):
        return moves, (), None
    return moves[: len(moves) - len(tail)], tuple(tail), _meaning(tail)


def _is_hop(move: ReadMove) -> bool:
    if "x" in move.text or ":" in move.text:
        return False  # a capture was meant as a move
    return move.piece == chess.KING and move.to_square in _CENTRE and not move.castling


def _beside(tail: list[ReadMove]) -> bool:
    first, second = tail[0].to_square, tail[1].to_square
    assert first is not None
    assert second is not None
    return chess.square_distance(first, second) == 1


def _impossible_as_moves(tail: list[ReadMove]) -> bool:
    if tail[0].legal is None:
        return len(tail) == 2 and _beside(tail)
    far = [
        move
        for move in tail
        if move.from_square is not None
        and move.to_square is not None
        and chess.square_distance(move.from_square, move.to_square) > 1
    ]
    return bool(far) or (len(tail) == 2 and _beside(tail))


def _meaning(tail: list[ReadMove]) -> SignalResult:
    if len(tail) == 1:
        return SignalResult.UNCLEAR
    squares = {move.to_square for move in tail}
    if squares == _LIGHT:
        return SignalResult.WHITE_WINS
    if squares == _DARK:
        return SignalResult.BLACK_WINS
    return SignalResult.DRAW if len(squares) == 2 else SignalResult.UNCLEAR
