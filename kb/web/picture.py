"""Still pictures of positions, and the sprite of the same pieces for the board one can move on."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from functools import cache, lru_cache

import chess
import chess.svg

__all__ = ["position_picture", "sprite"]

_COLOURS = {
    "square light": "#eceae2",
    "square dark": "#a9b3a2",
    "square light lastmove": "#eceae2",
    "square dark lastmove": "#a9b3a2",
    "margin": "#00000000",
    "coord": "#6b7280",
    "inner border": "#00000000",
    "outer border": "#00000000",
}
_ARROW = "#b3261ecc"
_TILE = 45


@lru_cache(maxsize=256)
def position_picture(fen: str, attempted: str | None = None, *, size: int = 320) -> str:
    """Return a ``data:`` address of a drawn position, the attempted move as an arrow.

    A data address keeps the ids inside the drawing apart from those of the page and of other boards.

    :param attempted: a move in UCI, legal or not.

    >>> position_picture(chess.STARTING_FEN)[:26]
    'data:image/svg+xml;base64,'
    """
    board = chess.Board(fen)
    drawn = chess.svg.board(
        board,
        size=size,
        arrows=tuple(_arrow(attempted)),
        colors=_COLOURS,
        check=board.king(board.turn) if board.is_check() else None,
    )
    return "data:image/svg+xml;base64," + base64.b64encode(str(drawn).encode()).decode("ascii")


def _arrow(uci: str | None) -> Iterable[chess.svg.Arrow]:
    if uci:
        move = chess.Move.from_uci(uci)
        yield chess.svg.Arrow(move.from_square, move.to_square, color=_ARROW)


@cache
def sprite() -> str:
    """Return one SVG file with the twelve pieces under the ids the board looks for ("wk" … "bp")."""
    pieces = "".join(
        f'<g id="{"w" if symbol.isupper() else "b"}{symbol.lower()}">{drawn}</g>'
        for symbol, drawn in sorted(chess.svg.PIECES.items())
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_TILE} {_TILE}">{pieces}</svg>'
