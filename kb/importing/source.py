"""What a reader gets out of a file: its text as read, and lines with what the layout says about them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum, unique

__all__ = ["Flow", "Item", "Line", "Source", "visual_width"]


@unique
class Flow(StrEnum):
    """How the lines of a source relate to its paragraphs."""

    WRAPPED = "wrapped"
    """Lines end where the page does: paragraphs are told by width, blank lines and sentence ends."""

    MARKED = "marked"
    """The source marks where paragraphs begin (Markdown, HTML, Word); other lines continue them."""


@dataclass(frozen=True, slots=True)
class Item:
    """A list marker: nesting from 1, whether it counts, and the number printed (``None`` for a bullet)."""

    depth: int
    ordered: bool
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One filled line.

    ``start`` and ``end`` are its place in the source text, outer blanks left out; ``text`` is its
    content without markup.  ``gap`` counts blank lines before it; ``heading`` is a heading level or 0;
    ``level`` is the list nesting it belongs to (-1: unknown); ``opens`` says the source marks a
    paragraph here; ``strong`` is how many characters of ``text`` are bold at its beginning; ``box``
    that the layout sets it apart (a box, a quotation); ``link`` that it is nothing but a link within
    the page.  ``right`` is where it ends, in ems from the left margin, where that is measured.
    """

    start: int
    end: int
    text: str
    page: int = 0
    gap: int = 0
    heading: int = 0
    item: Item | None = None
    level: int = -1
    opens: bool = False
    strong: int = 0
    box: bool = False
    link: bool = False
    right: float = 0.0


@dataclass(frozen=True, slots=True)
class Source:
    """A file as read: ``text`` is kept for display, pages separated by form feeds."""

    name: str
    sha256: str
    text: str = field(repr=False)
    lines: tuple[Line, ...] = field(repr=False)
    flow: Flow = Flow.WRAPPED


_NARROW = frozenset("ijlI.,;:'|!’‘`")
_SLIM = frozenset('ftr()[]-"“”/')
_WIDE = frozenset("mwMW@%—ЖШЩЮФМжшщюфмы")


def visual_width(text: str) -> float:
    """Estimate the printed width of a line in ems, as in a common proportional typeface.

    Does not promise more than telling a full line from one that had room for another word.

    >>> visual_width("iiii") < visual_width("mmmm")
    True
    """
    return sum(map(_char_width, " ".join(text.split())))


def _char_width(char: str) -> float:
    if char in _NARROW or char == " ":
        return 0.27
    if char in _SLIM:
        return 0.36
    if char in _WIDE:
        return 0.82
    return 0.66 if char.isupper() else 0.51
