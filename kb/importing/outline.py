"""Which clause every line of a source belongs to: printed numbers, letters below them, lists counted off."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from kb.importing.numbering import Opening, label_of
from kb.importing.parts import Part, PartKind
from kb.importing.source import Line

__all__ = ["NOBODY", "Outline", "Start", "outline"]

NOBODY: Final = -1  # a line that stands before the first clause of its part

_LETTER = re.compile(r"[•\s]*\(?([a-zа-я])[.)](?:\s+|$)")
_BARE_NUMBER = re.compile(r"\(?(\d{1,2})[.)]\s+(?=[^\W\d_])")
_THIRD = re.compile(r"\(?(\d{1,2}|[ivx]{1,4})[.)](?:\s+|$)")
_LETTER_REFERENCE = re.compile(r"\b\d{1,2}\.\d{1,2}\.?\s?\(?[a-h]\b")
_DECIMAL_REFERENCE = re.compile(r"\b\d{1,2}\.\d{1,2}\.\d{1,2}\b")
_LOOKALIKES: Final = str.maketrans("авсе", "abce")
_RUSSIAN: Final = "абвгдежзик"
_ROMANS: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_NUMBERED_PARTS: Final = frozenset({PartKind.ARTICLE, PartKind.APPENDIX, PartKind.GUIDELINES})
_DEEPEST = 3
_LETTERS_AT = 2  # the level of a list at which letters stand
_FEW = 5  # marks below this many say nothing of the style: what references look like does


@dataclass(frozen=True, slots=True)
class Start:
    """A clause begins on this line, its words at ``text_from``.

    ``counted`` tells that its label was counted off in a list whose own marks are lost.
    """

    line: int
    text_from: int
    label: str
    printed: str
    part: int
    counted: bool = False
    corrected: bool = False
    out_of_order: bool = False


@dataclass(slots=True)
class Outline:
    """The clauses in source order and, for every line, the index of its clause or ``NOBODY``."""

    starts: list[Start] = field(default_factory=list)
    owners: dict[int, int] = field(default_factory=dict)


def outline(
    lines: Sequence[Line], closed: frozenset[int], parts: Sequence[Part], openings: Sequence[Opening]
) -> Outline:
    """Give every line that is neither set aside nor a heading to a clause.

    :param closed: indexes of the lines of headings and of lines set aside.
    """
    style = _style(lines, openings)
    made = Outline()
    bounds = [-1, *(part.line for part in parts), len(lines)]
    by_line = {o.line: o for o in openings}
    for place in range(len(bounds) - 1):
        part = parts[place - 1] if place else None
        span = [i for i in range(max(0, bounds[place]), bounds[place + 1]) if i not in closed]
        if part is not None and part.kind is PartKind.GLOSSARY:
            made.owners.update(dict.fromkeys(span, NOBODY))
        elif part is not None and _counts(part, lines, span, sum(i in by_line for i in span)):
            _Counter(lines, made, style, part.head, place - 1).count(span)
        elif part is not None and part.kind is PartKind.FRONT:
            _front(part, place - 1, span, made)
        else:
            below = {i: by_line[i] for i in span if i in by_line}
            _numbered(lines, span, below or _bare_numbers(lines, span, part), style, place - 1, made)
    return made


# -- printed numbers ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Style:
    """How the levels below a number are marked: by letters, and whether lists have lost them."""

    lettered: bool
    bullets: bool  # no list counts: bullets stand for the letters


def _style(lines: Sequence[Line], openings: Sequence[Opening]) -> _Style:
    third = sum(1 for o in openings if not o.letter and len(o.numbers) >= 2)
    letters = sum(1 for o in openings if o.letter)
    taken = {o.line: o for o in openings}
    expected = ""
    for index, line in enumerate(lines):
        if index in taken:
            expected = "a"
            match = _LETTER.match(line.text[taken[index].text_from :])
        else:
            expected = "a" if _BARE_NUMBER.match(line.text) else expected
            match = _LETTER.match(line.text)
        if match is not None and expected and _is_letter(match[1], expected):
            letters += 1
            expected = chr(ord(expected) + 1)
    if letters + third < _FEW:
        whole = "\n".join(line.text for line in lines)
        letters += len(_LETTER_REFERENCE.findall(whole))
        third += len(_DECIMAL_REFERENCE.findall(whole))
    lettered = letters > third
    return _Style(lettered, lettered and not any(line.item and line.item.ordered for line in lines))


def _is_letter(printed: str, expected: str) -> bool:
    place = ord(expected) - ord("a")
    russian = _RUSSIAN[place] if place < len(_RUSSIAN) else ""
    return printed.translate(_LOOKALIKES) == expected or printed == russian


def _numbered(
    lines: Sequence[Line],
    span: Sequence[int],
    by_line: dict[int, Opening],
    style: _Style,
    part: int,
    made: Outline,
) -> None:
    """Follow printed numbers, and below them letters and numbers in brackets where the text is so written."""
    owner, number = NOBODY, ""
    letters = _Letters(lines, made, style, part)
    for index in span:
        opening = by_line.get(index)
        if opening is not None:
            number = label_of(opening)
            owner = len(made.starts)
            made.starts.append(
                Start(
                    index,
                    opening.text_from,
                    number,
                    opening.printed,
                    part,
                    corrected=opening.corrected,
                    out_of_order=opening.out_of_order,
                )
            )
            letters.under(number)
        if number:
            owner = letters.follow(index, owner)
        made.owners[index] = owner


def _bare_numbers(lines: Sequence[Line], span: Sequence[int], part: Part | None) -> dict[int, Opening]:
    """Return the numbers 1, 2, 3 … that begin lines of a part whose clauses do not repeat its own number."""
    found: dict[int, Opening] = {}
    if part is None or part.kind not in _NUMBERED_PARTS:
        return found
    due = 1
    for index in span:
        match = _BARE_NUMBER.match(lines[index].text)
        if match is not None and int(match[1]) == due:
            found[index] = Opening(index, match[0].strip(), match.end(), part.head, (due,), False, 0.0)
            due += 1
    return found


class _Letters:
    """The letters, and numbers below letters, of one numbered clause."""

    def __init__(self, lines: Sequence[Line], made: Outline, style: _Style, part: int) -> None:
        self._lines = lines
        self._made = made
        self._style = style
        self._part = part
        self._number = ""
        self._letter = self._third = 0

    def under(self, number: str) -> None:
        """Begin below a number; a number with its letter ("7.4.b") goes on with the letters after it."""
        self._third = 0
        if number[-1:].isalpha():
            self._number, self._letter = number[:-1], ord(number[-1]) - ord("a") + 1
        else:
            self._number, self._letter = number, 0

    def follow(self, index: int, owner: int) -> int:
        """Return whose this line is: a new lettered clause's, or still ``owner``'s."""
        if not self._style.lettered:
            return owner
        line = self._lines[index]
        offset = self._made.starts[-1].text_from if self._made.starts[-1].line == index else 0
        text = line.text[offset:]
        match = _LETTER.match(text)
        expected = chr(ord("a") + self._letter)
        if match is not None and _is_letter(match[1], expected):
            return self._open(index, offset + match.end(), f"{self._number}{expected}", match[0].strip())
        if self._lost(line, offset):
            label = f"{self._number}{expected}"
            return self._open(index, offset, label, label, counted=True)
        third = _THIRD.match(text)
        if third is not None and self._letter and _third_number(third[1]) == self._third + 1:
            self._third += 1
            letter = chr(ord("a") + self._letter - 1)
            label = f"{self._number}{letter}{self._third}"
            self._made.starts.append(Start(index, offset + third.end(), label, third[0].strip(), self._part))
            return len(self._made.starts) - 1
        return owner

    def _lost(self, line: Line, offset: int) -> bool:
        item = line.item
        return item is not None and not offset and item.depth == 1 and (item.ordered or self._style.bullets)

    def _open(self, index: int, text_from: int, label: str, printed: str, *, counted: bool = False) -> int:
        self._letter += 1
        self._third = 0
        starts = self._made.starts
        if starts and starts[-1].line == index and not _LETTERED.search(starts[-1].label):
            starts.pop()  # "7.4 a. words": the number heads no words of its own
        starts.append(Start(index, text_from, label, printed, self._part, counted=counted))
        return len(starts) - 1


_LETTERED = re.compile(r"[a-z]\d*$")


def _third_number(printed: str) -> int:
    return int(printed) if printed.isdigit() else (_ROMANS.index(printed) + 1 if printed in _ROMANS else 0)


# -- lists whose marks are lost ---------------------------------------------------------


def _counts(part: Part, lines: Sequence[Line], span: Sequence[int], numbered: int) -> bool:
    """Whether the clauses of a part are items of a list, and not ``numbered`` by what is printed."""
    if part.kind not in _NUMBERED_PARTS:
        return False
    items = sum(1 for i in span if (item := lines[i].item) is not None and item.ordered)
    return items > 3 * numbered


@dataclass(slots=True)
class _Level:
    """One level of a list: how far it has counted, and whether its own numbers rise from 1."""

    count: int = 0
    rising: bool = True
    interrupted: bool = False
    unnumbered: bool = False  # a second list under the same clause: part of its words
    start: int = NOBODY


class _Counter:
    """Counts the items of one part; what the source prints ("1." again and again) is not trusted."""

    def __init__(self, lines: Sequence[Line], made: Outline, style: _Style, head: str, part: int) -> None:
        self._lines = lines
        self._made = made
        self._style = style
        self._head = head
        self._part = part
        self._levels: list[_Level] = []

    def count(self, span: Sequence[int]) -> None:
        """Give every line of the part to the clause it belongs to."""
        for index in span:
            line = self._lines[index]
            mark = _LETTER.match(line.text) if line.item is None and line.level == _LETTERS_AT else None
            if line.item is not None and line.item.ordered and line.item.depth <= _DEEPEST:
                self._made.owners[index] = self._item(index, line.item.depth, line.item.number or 0)
            elif mark is not None and line.opens and _is_letter(mark[1], self._letter_due()):
                due = ord(self._letter_due()) - ord("a") + 1
                self._made.owners[index] = self._item(index, _LETTERS_AT, due, text_from=mark.end())
            else:
                self._made.owners[index] = self._paragraph(line)

    def _letter_due(self) -> str:
        """Return the letter that comes next where a list inside the list has kept its letters."""
        return chr(ord("a") + (self._levels[1].count if len(self._levels) >= _LETTERS_AT else 0))

    def _item(self, index: int, depth: int, number: int, *, text_from: int = 0) -> int:
        depth = min(depth, len(self._levels) + 1)
        del self._levels[depth:]
        if len(self._levels) < depth:
            self._levels.append(_Level())
        level = self._levels[-1]
        above = self._levels[-2] if depth > 1 else None
        if above is not None and above.unnumbered:
            level.unnumbered = True
        if level.interrupted and level.rising and level.count >= 2 and number == 1:
            level.unnumbered = True
        level.interrupted = False
        if level.unnumbered:
            return above.start if above is not None else level.start
        level.count += 1
        level.rising = level.rising and number == level.count
        level.start = len(self._made.starts)
        label = self._label()
        self._made.starts.append(Start(index, text_from, label, label, self._part, counted=True))
        return level.start

    def _label(self) -> str:
        counts = [level.count for level in self._levels]
        if not self._style.lettered:
            return ".".join((self._head, *map(str, counts)))
        label = f"{self._head}.{counts[0]}"
        if len(counts) > 1:
            label += chr(ord("a") + counts[1] - 1)
        return label + (str(counts[2]) if len(counts) > 2 else "")

    def _paragraph(self, line: Line) -> int:
        """Return whose a line is that is no item: it stands under the item its indentation says."""
        depth = line.level if line.item is None else line.item.depth - 1
        depth = max(1, min(depth, len(self._levels)))
        for level in self._levels[depth:]:
            level.interrupted = level.interrupted or line.opens
        return self._levels[depth - 1].start if self._levels else NOBODY


# -- introduction and preface ------------------------------------------------------------


def _front(part: Part, place: int, span: Sequence[int], made: Outline) -> None:
    if not span:
        return
    made.owners.update(dict.fromkeys(span, len(made.starts)))
    made.starts.append(Start(span[0], 0, part.head, part.head, place))
