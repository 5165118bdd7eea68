"""Links to chess boards: which carry a position, and which only point at one we cannot fetch."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.board.fen import FenSpan, UnreadableFen, find_fen_in_link
from kb.board.types import ProblemKind

__all__ = ["Link", "find_links"]

_URL = re.compile(
    r"(?:https?://|www\.|(?<![\w.@])(?=(?:lichess\.org|(?:\w+\.)?chess\.com|chess24\.com|playchess\.com)/))[^\s<>\"'|]{3,2000}",
    re.IGNORECASE,
)
_CHESS_SITE = re.compile(
    r"^(?:https?://)?(?:[\w-]+\.)*(lichess|chess|chess24|chessbase|playchess|chesstempo|chessgames|365chess|chessable|"
    r"chess-results|chessarbiter|nextchessmove|chessvision|apronus|followchess|livechesscloud)\.",
    re.IGNORECASE,
)
_PICTURE = re.compile(
    r"\.(?:png|jpe?g|gif|webp|bmp|svg|heic)(?:$|[?#])|^(?:https?://)?(?:[\w-]+\.)*(?:imgur|ibb|gyazo|prnt|postimg|prntscr)\.",
    re.IGNORECASE,
)
_STUDY = re.compile(r"/(?:study|library|practice|lesson)s?/", re.IGNORECASE)
_BOARD = re.compile(r"/(?:editor|analysis|setup|board)\b", re.IGNORECASE)
_GAME = re.compile(
    r"lichess\.org/(?:[a-z]{2}/)?(?:embed/)?(?:game/export/|embed/game/)?[A-Za-z0-9]{8}(?:[A-Za-z0-9]{4})?(?:/|$|[?#])|/(?:games?|live|daily|broadcast|swiss|tournament|event|perl|tv)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Link:
    """A link: the FEN it carries, or why the FEN or the moves are needed instead."""

    offset: int
    end: int
    text: str
    fen: FenSpan | UnreadableFen | None
    problem: ProblemKind | None


def find_links(text: str) -> Iterator[Link]:
    """Yield the links of a text that have to do with a board, in order; other links are passed over."""
    if "/" not in text:
        return
    for match in _URL.finditer(text):
        url = match.group().rstrip(").,;:!?*`")
        start, end = match.start(), match.start() + len(url)
        fen = find_fen_in_link(text, start, end)
        problem = None if fen is not None else _problem(url)
        yield Link(start, end, url, fen, problem)


def _problem(url: str) -> ProblemKind | None:
    if _PICTURE.search(url):
        return ProblemKind.PICTURE_LINK
    if not _CHESS_SITE.match(url):
        return None
    for pattern, kind in (
        (_STUDY, ProblemKind.STUDY_LINK),
        (_BOARD, ProblemKind.BOARD_LINK),
        (_GAME, ProblemKind.GAME_LINK),
    ):
        if pattern.search(url):
            return kind
    return None
