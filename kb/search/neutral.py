"""A question without its board material: positions, links and move lists say nothing about its topic."""

from __future__ import annotations

import re

__all__ = ["neutral_text"]

_LINK = re.compile(r"https?://\S+|www\.\S+")
_FEN = re.compile(
    r"(?:[pnbrqkPNBRQK1-8]{1,8}/){3,7}[pnbrqkPNBRQK1-8]{1,8}"
    r"(?:[\s_]+[wb]\b)?(?:[\s_]+(?:-|[KQkq]{1,4})(?=[\s_]|$))?(?:[\s_]+(?:-|[a-h][36])(?=[\s_]|$))?(?:[\s_]+\d+){0,2}"
)
_PIECE = r"(?:Кр|Kp|[KQRBNDTALCPФЛСКП♔-♟])?"
_MOVE = rf"(?:[O0О]-[O0О](?:-[O0О])?|{_PIECE}[a-h]?[1-8]?[x:х×-]?[a-h][1-8](?:=?[QRBNDTALCФЛСК])?)[+#!?]*"
_MOVES = re.compile(rf"\d{{1,3}}\s?\.(?:\.\.|…)?\s?{_MOVE}(?:\s+{_MOVE})?(?:\s+(?:1-0|0-1|1/2-1/2|\*))?")
_NUMBER = re.compile(r"\d+")
_BLANKS = re.compile(r"\s+")
_MOST = 800  # characters of words: longer questions repeat themselves, and encoding takes time by length


def neutral_text(question: str) -> str:
    """Return the words of a question: FENs, links and numbered moves dropped, other numbers kept.

    A question that is nothing but board material comes back empty.

    >>> neutral_text("8/k1P5/2K5/8/8/8/8/8 w - - 0 1 I pushed 1. c8 and pressed, 5+3")
    'I pushed and pressed, 5+3'
    """
    bare = question
    for pattern in (_LINK, _FEN, _MOVES):
        bare = pattern.sub(" ", bare)
    return _BLANKS.sub(" ", bare).strip()[:_MOST]


def without_numbers(text: str) -> str:
    """Return the text with every number written as 0, so that move 14 and move 23 look alike."""
    return _NUMBER.sub("0", text)
