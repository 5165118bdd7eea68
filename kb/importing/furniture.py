"""What stands on a page beside the text: page numbers, running headers and footers, contents, navigation."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from kb.importing.source import Line

__all__ = ["Furniture", "Reason", "find_furniture"]

_NEAR = 6  # filled lines around a page break where headers and footers stand
_LONGEST_ENTRY = 300  # characters of a line in a table of contents
_SHORTEST_RUN = 3  # page numbers in a row that make a numbering of pages
_NUMBER = re.compile(r"[-–—\[(]?\s*(\d{1,4})\s*[-–—\])]?")
_NAMED_NUMBER = re.compile(
    r"(?:.{0,60}\W)?(?:page|pág(?:ina)?\.?|pagina|blz\.?|seite|стр(?:аница)?\.?|p\.)\s*(\d{1,4})"
    r"(?:\s*(?:of|sur|de|van|von|из|/)\s*\d{1,4})?\W*",
    re.IGNORECASE,
)
_CONTENTS = re.compile(r".{3,}?(?:\.\s?){4,}\s*\d{1,4}|.{3,}?…{2,}\s*\d{1,4}")


@unique
class Reason(StrEnum):
    """Why a line of the source is no part of any clause."""

    PAGE_NUMBER = "page_number"
    HEADER = "header"
    CONTENTS = "contents"
    NAVIGATION = "navigation"
    COMMENTARY = "commentary"
    CAPTION = "caption"


@dataclass(frozen=True, slots=True)
class Furniture:
    """Lines set aside, by index, and the page every line stands on."""

    reasons: dict[int, Reason]
    pages: tuple[int, ...]


def find_furniture(lines: Sequence[Line]) -> Furniture:
    """Find what belongs to the page and not to the text.

    Pages are counted from the reader's own (form feeds, pages of a PDF), else from page numbers
    standing alone in a rising row.  A header or footer is a line that comes back, digits aside,
    at the same distance from at least half of the page breaks.
    """
    reasons: dict[int, Reason] = {}
    for index, line in enumerate(lines):
        if line.link:
            reasons[index] = Reason.NAVIGATION
        elif len(line.text) <= _LONGEST_ENTRY and _CONTENTS.fullmatch(line.text):
            reasons[index] = Reason.CONTENTS
    numbers = _page_numbers(lines)
    reasons.update(dict.fromkeys(numbers, Reason.PAGE_NUMBER))
    breaks = [i for i in range(1, len(lines)) if lines[i].page != lines[i - 1].page]
    for index in _running(lines, [0, *breaks] if breaks else numbers):
        reasons.setdefault(index, Reason.HEADER)
    return Furniture(reasons, _pages(lines, breaks, numbers, reasons))


def _page_numbers(lines: Sequence[Line]) -> list[int]:
    """Return the indexes of page numbers: named ones, and the longest rising row of bare ones."""
    named = [i for i, line in enumerate(lines) if _NAMED_NUMBER.fullmatch(line.text)]
    bare = [
        (i, int(match[1]))
        for i, line in enumerate(lines)
        if line.item is None and not line.heading and (match := _NUMBER.fullmatch(line.text))
    ]
    row = _rising_row(bare)
    found = set(named) if len(named) >= _SHORTEST_RUN else set()
    return sorted(found | set(row))


def _rising_row(bare: list[tuple[int, int]]) -> list[int]:
    """Return the longest row of numbers that rise by one or two; a number printed twice counts once."""
    length: list[int] = []
    back: list[int] = []
    for place, (index, number) in enumerate(bare):
        length.append(1)
        back.append(-1)
        for before in range(max(0, place - 12), place):
            step = number - bare[before][1]
            far = index - bare[before][0] >= 5
            if ((step in (1, 2) and far) or (step == 0 and not far)) and length[before] >= length[place]:
                length[place], back[place] = length[before] + 1, before
    if max(length, default=0) < _SHORTEST_RUN:
        return []
    place, row = length.index(max(length)), list[int]()
    while place >= 0:
        row.append(bare[place][0])
        place = back[place]
    return row[::-1]


def _running(lines: Sequence[Line], marks: Sequence[int]) -> list[int]:
    """Return the lines that come back at the same places beside at least half of the page breaks."""
    near: dict[tuple[str, int], set[int]] = defaultdict(set)
    for mark in marks:
        for index in range(max(0, mark - _NEAR), min(len(lines), mark + _NEAR + 1)):
            near[_shape(lines[index].text), index - mark].add(index)
    total = Counter(_shape(line.text) for line in lines)
    regular: dict[str, set[int]] = defaultdict(set)
    for (key, _), places in near.items():
        often = total[key] >= min(_SHORTEST_RUN, len(marks))
        if len(places) > 1 and often and any(c.isalpha() for c in key):
            regular[key] |= places
    found: set[int] = set()
    for key, places in regular.items():
        if len(places) >= len(marks) / 2 and total[key] <= 2 * len(places):
            once_a_page = total[key] <= len(marks) + 1
            found |= (
                {i for i, line in enumerate(lines) if _shape(line.text) == key} if once_a_page else places
            )
    return sorted(found)


def _shape(text: str) -> str:
    return re.sub(r"\d+", "#", " ".join(text.split())).casefold()


def _pages(
    lines: Sequence[Line], breaks: Sequence[int], numbers: Sequence[int], reasons: dict[int, Reason]
) -> tuple[int, ...]:
    """Number the pages: as the reader has them, else a new one at every page number and what runs with it."""
    if breaks:
        return tuple(line.page for line in lines)
    starts = set()
    for index in numbers:
        start = index
        while start - 1 in reasons and reasons[start - 1] in (Reason.HEADER, Reason.PAGE_NUMBER):
            start -= 1
        starts.add(start)
    pages, page = [], 0
    for index in range(len(lines)):
        page += index in starts
        pages.append(page)
    return tuple(pages)
