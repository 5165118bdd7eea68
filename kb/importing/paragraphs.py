"""Paragraphs of the clauses: where one ends and the next begins, and how sure that is."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum, auto, unique
from statistics import median
from typing import Final

from kb.importing.outline import NOBODY, Outline
from kb.importing.source import Flow, Line, visual_width

__all__ = ["Break", "Paragraph", "Row", "Widths", "finished", "split_paragraphs"]

_FINISHED = re.compile(r"[.!?…][»”’\"')\]]*$")
_PAUSED = re.compile(r"[.!?:;…][»”’\"')\]]*$")
_BULLET = re.compile(r"[•\-–—▪◦→*\ue000-\uf8ff]\s|o\s|\(?[a-zа-я0-9]{1,2}[.)]\s|\([a-z0-9]\)$|[0-9]\.$")
_ROOM: Final = 0.5  # ems a line must have had left for the next word before its end speaks of a paragraph
_SHORT: Final = 0.75  # of a full line
WIDER: Final = 1.06  # how much wider than the clause a line must run to stand in another column


@unique
class Break(StrEnum):
    """Why a paragraph is taken to begin where it does."""

    START = auto()
    """The first of its clause here."""
    BLANK = auto()
    """After a blank line."""
    WIDTH = auto()
    """The line before had room for its first word, or the column is another."""
    SHORT = auto()
    """After a short line that ends no sentence."""
    LIST = auto()
    """It begins with the mark of a list."""
    MARK = auto()
    """The source marks it."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line, or what is left of it after its label: index, where its words begin, the words.

    ``width`` is where it ends on the page, or how wide its words are where that is not measured.
    """

    line: int
    text_from: int
    text: str
    width: float


@dataclass(slots=True)
class Paragraph:
    """Rows that belong together; ``owner`` is the index of their clause or ``NOBODY``."""

    owner: int
    broken_by: Break
    rows: list[Row] = field(default_factory=list)

    @property
    def words(self) -> int:
        """Number of words."""
        return sum(len(row.text.split()) for row in self.rows)

    @property
    def whole(self) -> str:
        """The text of all rows."""
        return " ".join(row.text for row in self.rows)

    @property
    def last(self) -> str:
        """The text of the last row."""
        return self.rows[-1].text


class Widths:
    """How wide the clauses run on each page, told from lines that must be full."""

    def __init__(self, lines: Sequence[Line], pages: Sequence[int], runs: Sequence[Sequence[Row]]) -> None:
        self._pages = pages
        full: dict[int, list[float]] = defaultdict(list)
        for run in runs:
            for row, following in itertools.pairwise(run):
                if finished(row.text) and _starts_sentence(following.text):
                    break
                if not lines[following.line].gap:
                    full[pages[row.line]].append(row.width)
        self._of_page = {page: sorted(found)[int(len(found) * 0.9)] for page, found in full.items()}
        self._usual = median(self._of_page.values()) if self._of_page else 0.0

    def at(self, line: int) -> float:
        """Return the width of a full line of a clause on the page of this line; 0 if nothing is known."""
        return self._of_page.get(self._pages[line], self._usual)


def split_paragraphs(
    lines: Sequence[Line], pages: Sequence[int], made: Outline, flow: Flow
) -> tuple[list[Paragraph], Widths]:
    """Return the paragraphs of all clauses in source order, and how wide clauses run."""
    runs = list(_runs(lines, made))
    rows = [run for _, run in runs]
    widths = Widths(lines, pages, rows)
    found: list[Paragraph] = []
    for owner, run in runs:
        found.extend(_split(lines, owner, run, widths, flow))
    return found, widths


def finished(text: str) -> bool:
    """Whether a text ends as a sentence does."""
    return bool(_FINISHED.search(text))


def _runs(lines: Sequence[Line], made: Outline) -> Iterator[tuple[int, list[Row]]]:
    """Yield the rows of each clause; a clause that is taken up again later gives another run."""
    from_start = {(start.line, place): start.text_from for place, start in enumerate(made.starts)}
    starting = {start.line for start in made.starts}
    current, run = NOBODY, list[Row]()
    for index in sorted(made.owners):
        owner = made.owners[index]
        if owner != current or index in starting:
            if run:
                yield current, run
            current, run = owner, []
        text_from = from_start.get((index, owner), 0)
        text = lines[index].text[text_from:].strip()
        if text:
            offset = lines[index].text.index(text, text_from)
            run.append(Row(index, offset, text, lines[index].right or visual_width(text)))
    if run:
        yield current, run


def _split(
    lines: Sequence[Line], owner: int, run: Sequence[Row], widths: Widths, flow: Flow
) -> Iterator[Paragraph]:
    paragraph = Paragraph(owner, Break.START)
    width = 0.0
    for place, row in enumerate(run):
        if place:
            before = run[place - 1]
            width = max(width, before.width)
            reason = (
                _marked(lines[row.line])
                if flow is Flow.MARKED
                else _break(lines[row.line], before, row, max(width, widths.at(before.line)))
            )
            if reason is not None:
                yield paragraph
                paragraph = Paragraph(owner, reason)
        paragraph.rows.append(row)
    if paragraph.rows:
        yield paragraph


def _marked(line: Line) -> Break | None:
    if not line.opens:
        return None
    return Break.LIST if line.item is not None or _BULLET.match(line.text) else Break.MARK


def _break(line: Line, before: Row, row: Row, width: float) -> Break | None:
    if _BULLET.match(row.text) and (_PAUSED.search(before.text) or line.gap):
        return Break.LIST
    starts = _starts_sentence(row.text)
    if line.gap and (starts or not any(c.isalnum() for c in row.text)):
        return Break.BLANK
    if not starts:
        return None
    if not _PAUSED.search(before.text):
        short = before.width < _SHORT * width and row.text[:1].isupper() and not before.text.endswith(",")
        return Break.SHORT if short else None
    first = visual_width(row.text.split(maxsplit=1)[0])
    if before.width + 0.27 + first + _ROOM < width or (finished(before.text) and row.width > width * WIDER):
        return Break.WIDTH
    return None


def _starts_sentence(text: str) -> bool:
    first = next((c for c in text if c not in "«“‘\"'‘’(¿¡[ "), "")
    return first.isupper() or first.isdigit() or first in "•-–—"
