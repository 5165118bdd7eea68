"""Which encoding a text is written in: tried in order, and refused where none gives plausible letters."""

from __future__ import annotations

import codecs
from typing import Final

from kb.errors import SourceFileError

__all__ = ["decode"]

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_OLD: Final = ("cp1252", "cp1251", "koi8-r", "cp866", "cp1250")
_LATIN: Final = frozenset("áéíóúàèìòùâêîôûäëïöüãõñçßœæøåÁÉÍÓÚÀÈÂÊÎÔÛÄËÏÖÜÑÇ‘’“”„–—…«»¿¡ºª°½¼¾·•§€\u00a0")
_COMMON_RUSSIAN: Final = frozenset("оеаинтсрвлкмдпу")
_MOST_ACCENTED: Final = 0.3  # share of letters beyond ASCII in a text of Latin letters
_PLAUSIBLE: Final = 0.55  # share of the letters beyond ASCII that must be common ones


def decode(data: bytes) -> str:
    """Return the text of a file, its line ends those of Unix.

    :raises SourceFileError: the bytes are no text in any encoding tried here.
    """
    text = _marked(data) or _utf(data) or _guessed(data)
    if text is None or _is_binary(text):
        raise SourceFileError(
            "The file is not text in any encoding that can be told (UTF-8, UTF-16, Windows, KOI8, DOS).",
            hint="Open it in an editor and save it as UTF-8.",
            reason="encoding",
        )
    return text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")


def _marked(data: bytes) -> str | None:
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _try(data, name)
    return None


def _utf(data: bytes) -> str | None:
    """Try UTF-16 where every second byte is nearly always the same plane, then UTF-8."""
    sample = data[:20_000]
    if sample.count(0) > len(sample) // 8:
        zeros_first = sum(1 for b in sample[0::2] if b == 0)
        zeros_second = sum(1 for b in sample[1::2] if b == 0)
        return _try(data, "utf-16-be" if zeros_first > zeros_second else "utf-16-le")
    return _try(data, "utf-8")


def _guessed(data: bytes) -> str | None:
    """Return the text in the old encoding whose letters look most like a language we know."""
    scored = []
    for order, name in enumerate(_OLD):
        text = _try(data, name)
        if text is not None:
            scored.append((_likeness(text), -order, text))
    best = max(scored, default=None)
    return best[2] if best is not None and best[0] >= _PLAUSIBLE else None


def _likeness(text: str) -> float:
    beyond = [c for c in text[:200_000] if ord(c) > 127]
    if not beyond:
        return 1.0
    plain = sum(c.isascii() and c.isalpha() for c in text[:200_000])
    if len(beyond) < _MOST_ACCENTED * (plain + len(beyond)):
        return sum(c in _LATIN for c in beyond) / len(beyond)
    return sum(c in _COMMON_RUSSIAN for c in beyond) / len(beyond)


def _try(data: bytes, name: str) -> str | None:
    try:
        return data.decode(name)
    except UnicodeError:
        return None


def _is_binary(text: str) -> bool:
    """Whether control characters or unassigned ones show that this is no text."""
    sample = text[:200_000]
    odd = sum(1 for c in sample if (ord(c) < 32 and c not in "\n\r\t\f") or c == "\ufffd")
    return odd > len(sample) // 200
