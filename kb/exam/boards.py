"""Boards of questions as drawings for print: vector graphics with little ink."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import chess
import chess.svg

__all__ = ["board_drawing", "inline_drawing", "pieces_drawing"]

_COLOURS: Final = {
    "square light": "#ffffff",
    "square dark": "#d3d6d0",
    "margin": "#ffffff",
    "coord": "#333333",
    "inner border": "#333333",
    "outer border": "#ffffff",
}
_ARROW: Final = "#b3261ecc"
_DESCRIPTION: Final = re.compile(r"<desc>.*?</desc>", re.DOTALL)
_PIECES: Final = re.compile(r"<defs>.*?</defs>", re.DOTALL)


@lru_cache(maxsize=256)
def board_drawing(fen: str, attempted: str | None) -> str:
    """Return a whole SVG file of a position, White below, the attempted move as an arrow.

    :param attempted: a move in UCI, legal or not.

    >>> board_drawing(chess.STARTING_FEN, "e2e5")[:4]
    '<svg'
    """
    drawn = chess.svg.board(
        chess.Board(fen), size=360, borders=True, arrows=tuple(_arrow(attempted)), colors=_COLOURS
    )
    # The description repeats the position in letters, which readers of SVG show as an empty tip.
    return _DESCRIPTION.sub("", str(drawn))


def inline_drawing(fen: str, attempted: str | None) -> str:
    """Return a drawing for a page that has ``pieces_drawing`` once; its ids do not repeat."""
    return _PIECES.sub("", board_drawing(fen, attempted), count=1)


def pieces_drawing() -> str:
    """Return an invisible SVG with the twelve pieces that inline drawings refer to."""
    pieces = "".join(drawn for _, drawn in sorted(chess.svg.PIECES.items()))
    hidden = 'width="0" height="0" style="position:absolute" aria-hidden="true"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {hidden}><defs>{pieces}</defs></svg>'


def _arrow(uci: str | None) -> Iterator[chess.svg.Arrow]:
    move = chess.Move.from_uci(uci) if uci else chess.Move.null()
    if move:
        yield chess.svg.Arrow(move.from_square, move.to_square, color=_ARROW)
