"""Splitting the text of a held document into clauses with exact character spans.

The texts are kept as received, defects included, so the parser relies on order:
a number at the start of a line opens a clause only when it continues the
sequence.  That is what keeps a wrapped "4.7." inside clause 7.5.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from kb.laws.labels import label_key

__all__ = ["Layout", "ParsedClause", "Span", "parse_clauses"]

_BLANK = " \t\u00a0"
# A decimal label; the text may be glued to it ("7.2.2Si") and a dot may follow ("7.5.1.").
_DECIMAL = re.compile(r"(\d{1,2}(?:\.\d{1,2}){1,3})\.?(?=[\s\u00a0]|$|[^\W\d_])")
_LETTER = re.compile(r"(?:•[\s\u00a0]*)?([a-z])\.(?=[\s\u00a0]|$)")


class Layout(StrEnum):
    """How the lines of a document relate to its paragraphs."""

    WRAPPED = "wrapped"  # a line without a label continues the paragraph above
    LINE_PER_PARAGRAPH = "line_per_paragraph"  # every filled line is a paragraph


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of characters in the source text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ParsedClause:
    """A clause as found: printed and canonical label, paragraph spans in source order."""

    label: str
    printed: str
    paragraphs: tuple[Span, ...]


@dataclass(slots=True)
class _Open:
    label: str
    printed: str
    paragraphs: list[Span]


def parse_clauses(text: str, *, layout: Layout, noise_lines: frozenset[int]) -> tuple[ParsedClause, ...]:
    r"""Return the clauses of ``text`` in source order.

    :param noise_lines: 1-based numbers of lines that belong to no clause.

    Spans leave out labels, line ends and surrounding blanks (no-break spaces
    too); everything inside is untouched.  Numbers that head no text of their own
    (7.5 over 7.5.1) give no clause.

    >>> text = "7.1 One.\n7.2\n a. Two, see\n4.7. and on."
    >>> for c in parse_clauses(text, layout=Layout.WRAPPED, noise_lines=frozenset()):
    ...     print(c.label, [text[s.start:s.end] for s in c.paragraphs])
    7.1 ['One.']
    7.2a ['Two, see\n4.7. and on.']
    """
    clauses: list[_Open] = []
    number = ""
    for at, content in _content_lines(text, noise_lines):
        start, line = at, content
        decimal = _decimal_label(line, clauses, number)
        if decimal is not None:
            number = decimal[1]
            clauses.append(_Open(number, decimal[0].group().strip(), []))
            start, line = _after(start, line, decimal[0].end())
        letter = _letter_label(line, clauses, number)
        if letter is not None:
            if clauses and clauses[-1].label == number and not clauses[-1].paragraphs:
                clauses.pop()
            clauses.append(_Open(number + letter.group(1), letter.group().lstrip("•" + _BLANK), []))
            start, line = _after(start, line, letter.end())
        if line and clauses:
            labelled = decimal is not None or letter is not None
            _add(clauses[-1].paragraphs, Span(start, start + len(line)), layout, labelled)
    return tuple(ParsedClause(c.label, c.printed, tuple(c.paragraphs)) for c in clauses if c.paragraphs)


def _content_lines(text: str, noise_lines: Iterable[int]) -> Iterator[tuple[int, str]]:
    """Yield (offset, content) of every filled line that is not noise, blanks stripped."""
    offset = 0
    for number, line in enumerate(text.split("\n"), start=1):
        stripped = line.strip(_BLANK + "\r")
        if stripped and number not in noise_lines:
            yield offset + line.index(stripped), stripped
        offset += len(line) + 1


def _decimal_label(line: str, clauses: list[_Open], number: str) -> tuple[re.Match[str], str] | None:
    match = _DECIMAL.match(line)
    if match is None:
        return None
    label = match.group(1)
    if not clauses:
        return match, label
    same_article = label.partition(".")[0] == number.partition(".")[0]
    return (match, label) if same_article and label_key(label) > label_key(number) else None


def _letter_label(line: str, clauses: list[_Open], number: str) -> re.Match[str] | None:
    match = _LETTER.match(line)
    if match is None or not number:
        return None
    letters = [c.label[len(number) :] for c in clauses if c.label.startswith(number)]
    expected = chr(ord(max(letters)) + 1) if any(letters) else "a"
    return match if match.group(1) == expected else None


def _after(start: int, line: str, consumed: int) -> tuple[int, str]:
    rest = line[consumed:].lstrip(_BLANK)
    return start + len(line) - len(rest), rest


def _add(paragraphs: list[Span], span: Span, layout: Layout, labelled: bool) -> None:
    if layout is Layout.WRAPPED and paragraphs and not labelled:
        paragraphs[-1] = Span(paragraphs[-1].start, span.end)
    else:
        paragraphs.append(span)
