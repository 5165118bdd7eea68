"""From lines to clauses: the whole way, and the cleaned text that the clauses address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kb.importing.commentary import set_commentary_aside
from kb.importing.furniture import Reason, find_furniture
from kb.importing.glossary import add_glossary
from kb.importing.numbering import find_openings
from kb.importing.outline import NOBODY, Outline, Start, outline
from kb.importing.paragraphs import Paragraph, Row, split_paragraphs
from kb.importing.parts import Part, PartKind, find_parts
from kb.importing.source import Line, Source
from kb.importing.types import ImportedClause
from kb.importing.words import Vocabulary, join_lines
from kb.laws.parsing import Span

__all__ = ["Aside", "Found", "Structured", "find_clauses"]


@dataclass(frozen=True, slots=True)
class Aside:
    """A line of the source that is no part of any clause, and why."""

    reason: Reason
    page: int
    text: str


@dataclass(frozen=True, slots=True)
class Found:
    """How a clause was recognised, for the report."""

    label: str
    printed: str
    corrected: bool
    out_of_order: bool
    counted: bool


@dataclass(frozen=True, slots=True)
class Structured:
    """The clauses of a source, the cleaned text they address, and what was noticed on the way."""

    text: str = field(repr=False)
    clauses: tuple[ImportedClause, ...] = field(repr=False)
    found: tuple[Found, ...] = field(repr=False)
    aside: tuple[Aside, ...] = field(repr=False)
    duplicates: tuple[str, ...]


def find_clauses(source: Source) -> Structured:
    """Find the clauses of a source.

    Does not promise that the source is a regulation: a text without numbers gives no clauses.
    """
    lines = source.lines
    furniture = find_furniture(lines)
    reasons = dict(furniture.reasons)
    parts = find_parts(lines, frozenset(reasons))
    closed = frozenset(reasons) | {i for part in parts for i in part.title_lines}
    openings = find_openings(lines, frozenset(reasons), parts, source.flow)
    made = outline(lines, closed, parts, openings)
    _glossaries(lines, closed, parts, made)
    paragraphs, widths = split_paragraphs(lines, furniture.pages, made, source.flow)
    commentary = set_commentary_aside(lines, furniture.pages, parts, made, paragraphs, widths)
    reasons.update(commentary)
    kept = [rest for p in paragraphs if (rest := _without(p, commentary)).rows]
    writer = _Writer(lines, parts, made, kept)
    text, clauses = writer.write()
    labels = {clause.label for clause in clauses}
    return Structured(
        text=text,
        clauses=tuple(clauses),
        found=tuple(
            Found(s.label, s.printed, s.corrected, s.out_of_order, s.counted)
            for s in made.starts
            if s.label in labels
        ),
        aside=tuple(Aside(r, furniture.pages[i], lines[i].text) for i, r in sorted(reasons.items())),
        duplicates=tuple(writer.duplicates),
    )


def _without(paragraph: Paragraph, aside: Mapping[int, Reason]) -> Paragraph:
    rows = [row for row in paragraph.rows if row.line not in aside]
    return Paragraph(paragraph.owner, paragraph.broken_by, rows)


def _glossaries(lines: Sequence[Line], closed: frozenset[int], parts: Sequence[Part], made: Outline) -> None:
    for place, part in enumerate(parts):
        if part.kind is PartKind.GLOSSARY:
            end = parts[place + 1].line if place + 1 < len(parts) else len(lines)
            add_glossary(lines, [i for i in range(part.line, end) if i not in closed], place, made)


class _Writer:
    """Writes the cleaned text: headings and paragraphs, one a line, and notes where each clause is."""

    def __init__(
        self, lines: Sequence[Line], parts: Sequence[Part], made: Outline, paragraphs: Sequence[Paragraph]
    ) -> None:
        self._lines = lines
        self._parts = parts
        self._made = made
        self._paragraphs = paragraphs
        self._words = Vocabulary(line.text for line in lines)
        self._chunks: list[str] = []
        self._length = 0
        self.duplicates: list[str] = []

    def write(self) -> tuple[str, list[ImportedClause]]:
        """Return the text and its clauses in the order of their beginnings."""
        spans: dict[int, list[Span]] = {}
        original: dict[int, list[Span]] = {}
        waiting = list(self._parts)
        for paragraph in self._paragraphs:
            while waiting and waiting[0].line < paragraph.rows[0].line:
                self._heading(waiting.pop(0))
            body = join_lines([row.text for row in paragraph.rows], self._words)
            first = paragraph.owner not in spans and paragraph.owner != NOBODY
            label = self._made.starts[paragraph.owner].printed + " " if first else ""
            at = self._length + len(label)
            self._line(label + body)
            if paragraph.owner != NOBODY:
                spans.setdefault(paragraph.owner, []).append(Span(at, at + len(body)))
                original.setdefault(paragraph.owner, []).extend(self._original(paragraph.rows))
        for part in waiting:
            self._heading(part)
        return "".join(self._chunks), self._clauses(spans, original)

    def _clauses(self, spans: dict[int, list[Span]], original: dict[int, list[Span]]) -> list[ImportedClause]:
        found: list[ImportedClause] = []
        seen: set[str] = set()
        for owner in sorted(spans):
            start: Start = self._made.starts[owner]
            if start.label in seen:
                self.duplicates.append(start.label)
                continue
            seen.add(start.label)
            heading = self._parts[start.part].title if start.part >= 0 else ""
            clause = ImportedClause(
                start.label, start.printed, heading, tuple(spans[owner]), tuple(original[owner])
            )
            found.append(clause)
        return found

    def _original(self, rows: Sequence[Row]) -> list[Span]:
        """Return the source spans of rows; rows that follow each other make one."""
        spans: list[Span] = []
        last = NOBODY - 1
        for row in rows:
            line = self._lines[row.line]
            start = line.start
            if row.text_from and line.end - line.start == len(line.text):
                start += row.text_from
            if spans and row.line == last + 1:
                spans[-1] = Span(spans[-1].start, line.end)
            else:
                spans.append(Span(start, line.end))
            last = row.line
        return spans

    def _heading(self, part: Part) -> None:
        self._line(" ".join(" ".join(self._lines[i].text for i in part.title_lines).split()))

    def _line(self, text: str) -> None:
        self._chunks.append(text + "\n")
        self._length += len(text) + 1
