"""Repairs that leave the wording alone: hyphens at line ends, letters spaced out, runs of blanks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

__all__ = ["Vocabulary", "join_lines", "tidy"]

_WORD = re.compile(r"[^\W\d_]+(?:[-‐‑][^\W\d_]+)*")
_HYPHEN_END = re.compile(r"\b([^\W\d_]{1,60})([-‐\u00ad])$")
_FIRST_WORD = re.compile(r"[^\W\d_]+(?:[-‐‑][^\W\d_]+)*")
_SPLIT_INSIDE = re.compile(r"\b([^\W\d_]{2,60})- ([^\W\d_]{2,60})")
_SPACED = re.compile(r"(?<!\S)(?:[^\W\d_]|/)(?: (?:[^\W\d_]|/)){2,60}(?!\S)")
_ONE_LETTER_WORDS: Final = frozenset("aeiouyàéсвкоуияа")
_SYMBOLS = re.compile(r"[\ue000-\uf8ff]\s?")  # bullets of symbol fonts, which mean nothing elsewhere
_LONGEST_WORD: Final = 80
_AND: Final = frozenset(["en", "of", "und", "oder", "and", "or", "y", "o", "et", "ou", "и", "или", "e", "i"])


class Vocabulary:
    """The words of a text, to tell a hyphen that joins from one that breaks a word."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._words = {w.casefold() for text in texts for w in _WORD.findall(text)}

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and word.casefold() in self._words


def join_lines(texts: Sequence[str], words: Vocabulary) -> str:
    """Join the wrapped lines of a paragraph, closing words broken by a hyphen.

    A hyphen is dropped where the closed word is found elsewhere in the text, or neither form is.

    >>> join_lines(["a deci-", "sion by the vice-", "president"], Vocabulary(["vice-president"]))
    'a decision by the vice-president'
    """
    joined = ""
    for text in texts:
        broken = _HYPHEN_END.search(joined, max(0, len(joined) - _LONGEST_WORD))
        following = _FIRST_WORD.match(text)
        if broken is not None and following is not None and text[:1].islower():
            if following[0] in _AND:  # Dutch and German "wit- en zwartspelers"
                joined += " " + text
                continue
            hyphenated = f"{broken[1]}-{following[0]}"
            closed = broken[1] + following[0]
            keep = broken[2] != "\u00ad" and hyphenated in words and closed not in words
            joined = (joined if keep else joined[: broken.start(2)]) + text
        elif joined.endswith(("/", "–")) and not joined.endswith(" –"):
            joined += text
        else:
            joined += (" " if joined else "") + text
    return tidy(joined, words)


def tidy(text: str, words: Vocabulary) -> str:
    """Close up letters spaced out and words split by a hyphen and a blank; make runs of blanks one.

    >>> tidy("when h i s / h e r  move is re- instated", Vocabulary(["reinstated"]))
    'when his/her move is reinstated'
    """
    text = _SYMBOLS.sub("", text).replace("\u00ad", "").replace("\t", " ")
    text = _SPACED.sub(_close_up, text)
    text = _SPLIT_INSIDE.sub(lambda match: _close_split(match, words), text)
    return re.sub(r" {2,}", " ", text).strip()


def _close_up(match: re.Match[str]) -> str:
    letters = match[0].split(" ")
    if all(letter in _ONE_LETTER_WORDS for letter in letters) or any(c.isupper() for c in letters[1:]):
        return match[0]
    return "".join(letters)


def _close_split(match: re.Match[str], words: Vocabulary) -> str:
    if match[2].casefold() in _AND:
        return match[0]
    if match[1] + match[2] in words:
        return match[1] + match[2]
    return f"{match[1]}-{match[2]}" if f"{match[1]}-{match[2]}" in words else match[0]
