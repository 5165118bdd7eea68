"""Splitting PGN text into games: headers and the span of the moves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["HEADER", "GameSpan", "find_games", "is_other_variant"]

HEADER = re.compile(r'\[\s?([A-Za-z0-9_]{1,40})\s{1,4}["“”]((?:[^"“”\\\n]|\\.){0,1000})["“”]\s?\]')
_MAX_HEADERS = 100
_ORTHODOX = frozenset(
    (
        "",
        "standard",
        "chess",
        "normal",
        "from position",
        "fromposition",
        "blitz",
        "rapid",
        "bullet",
        "classical",
    )
)


@dataclass(frozen=True, slots=True)
class GameSpan:
    """One game of a PGN text: where it begins, its headers, and where its moves begin and end."""

    offset: int
    headers: Mapping[str, str]
    fen_offset: int | None
    moves_start: int
    end: int


def find_games(text: str) -> list[GameSpan]:
    """Split a text at its PGN header blocks; a text without headers gives no span.

    Moves before the first header block belong to no span.
    """
    if "[" not in text:
        return []
    blocks: list[list[re.Match[str]]] = []
    for match in HEADER.finditer(text):
        if blocks and not text[blocks[-1][-1].end() : match.start()].strip("\\n\r\n\t ,"):
            blocks[-1].append(match)
        else:
            blocks.append([match])
    if not blocks:
        return []
    ends = [block[0].start() for block in blocks[1:]] + [len(text)]
    return [_span(block, end) for block, end in zip(blocks, ends, strict=True)]


def _span(block: list[re.Match[str]], end: int) -> GameSpan:
    headers = {match[1]: re.sub(r"\\(.)", r"\1", match[2]) for match in block[:_MAX_HEADERS]}
    fen_offset = next((match.start(2) for match in block if match[1] == "FEN"), None)
    return GameSpan(block[0].start(), MappingProxyType(headers), fen_offset, block[-1].end(), end)


def is_other_variant(headers: Mapping[str, str]) -> bool:
    """Tell whether the headers name another game than orthodox chess.

    >>> is_other_variant({"Variant": "Atomic"})
    True
    """
    return headers.get("Variant", "").strip().lower() not in _ORTHODOX
