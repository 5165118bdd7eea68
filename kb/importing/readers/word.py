"""Word documents: paragraphs and tables in order, automatic numbers worked out as Word prints them."""

from __future__ import annotations

import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from kb.errors import SourceFileError
from kb.importing.readers.lines import LineWriter
from kb.importing.source import Item

__all__ = ["read_word"]

_MOST_UNPACKED: Final = 100_000_000  # bytes a document may take unpacked
_MOST_FILES: Final = 5_000
_MOST_RATIO: Final = 400  # unpacked to packed; text packs to about a tenth
_W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_HEADING_STYLE = re.compile(r"(?:heading|titre|t[ií]tulo|kop|заголовок|berschrift)\s*(\d)", re.IGNORECASE)
_BULLETS: Final = frozenset(("bullet", "none"))
_ROMAN_SIGNS: Final = ((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"))
_RUSSIAN: Final = "абвгдежзиклмнопрст"
_DAMAGED_HINT: Final = "Open it in a word processor and save it anew as .docx, or as plain text."


def read_word(path: Path) -> LineWriter:
    """Return the lines of a .docx file.

    :raises SourceFileError: it is damaged, protected by a password, or unpacks to far more than a text.
    """
    _check_size(path)
    import docx
    from docx.opc.exceptions import PackageNotFoundError

    try:
        document = docx.Document(str(path))
        return _Reader(document).read()
    except (PackageNotFoundError, KeyError, ValueError, AttributeError, zipfile.BadZipFile, OSError) as error:
        raise SourceFileError(
            f"The Word document cannot be read: {error}.", hint=_DAMAGED_HINT, reason="damaged"
        ) from error


def _check_size(path: Path) -> None:
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        raise SourceFileError(
            f"The Word document is damaged: {error}.", hint=_DAMAGED_HINT, reason="damaged"
        ) from error
    unpacked, packed = sum(e.file_size for e in entries), sum(e.compress_size for e in entries)
    if len(entries) > _MOST_FILES or unpacked > _MOST_UNPACKED or unpacked > _MOST_RATIO * max(packed, 1000):
        raise SourceFileError(
            f"The Word document unpacks to {unpacked} bytes in {len(entries)} files, more than a text has.",
            hint="Save the text alone in a new document.",
            reason="too_large",
        )


@dataclass(frozen=True, slots=True)
class _Level:
    """One level of a numbering: what counts, how it is written, where it starts."""

    kind: str
    pattern: str
    start: int


class _Numbering:
    """The numberings of a document and how far each has counted."""

    def __init__(self, root: Any) -> None:
        self._levels: dict[str, dict[int, _Level]] = {}
        self._abstract: dict[str, str] = {}
        self._starts: dict[tuple[str, int], int] = {}
        self._counts: dict[str, dict[int, int]] = defaultdict(dict)
        self._begun: set[tuple[str, int]] = set()
        if root is not None:
            self._load(root)

    def _load(self, root: Any) -> None:
        for abstract in root.iterchildren(f"{_W}abstractNum"):
            levels = {int(e.get(f"{_W}ilvl")): _level(e) for e in abstract.iterchildren(f"{_W}lvl")}
            self._levels[abstract.get(f"{_W}abstractNumId")] = levels
        for number in root.iterchildren(f"{_W}num"):
            key = number.get(f"{_W}numId")
            self._abstract[key] = _value(number, "abstractNumId") or ""
            for override in number.iterchildren(f"{_W}lvlOverride"):
                start = _value(override, "startOverride")
                if start is not None and start.isdigit():
                    self._starts[key, int(override.get(f"{_W}ilvl"))] = int(start)

    def next(self, key: str, depth: int) -> tuple[str, _Level] | None:
        """Count one paragraph and return its printed label, or ``None`` for an unknown numbering."""
        abstract = self._abstract.get(key, "")
        levels = self._levels.get(abstract, {})
        level = levels.get(depth)
        if level is None:
            return None
        counts = self._counts[abstract]
        override = self._starts.get((key, depth))
        if override is not None and (key, depth) not in self._begun:
            counts[depth] = override
        else:
            counts[depth] = counts.get(depth, level.start - 1) + 1
        self._begun.add((key, depth))
        for deeper in [d for d in counts if d > depth]:
            del counts[deeper]
        return _printed(level, levels, counts), level


def _level(element: Any) -> _Level:
    start = _value(element, "start") or "1"
    return _Level(
        _value(element, "numFmt") or "decimal",
        _value(element, "lvlText") or "",
        int(start) if start.isdigit() else 1,
    )


def _printed(level: _Level, levels: dict[int, _Level], counts: dict[int, int]) -> str:
    if level.kind in _BULLETS:
        return ""

    def place(match: re.Match[str]) -> str:
        depth = int(match[1]) - 1
        above = levels.get(depth, level)
        return _figure(counts.get(depth, above.start), above.kind)

    return re.sub(r"%(\d)", place, level.pattern).strip()


def _figure(number: int, kind: str) -> str:
    """Write a number as Word does for a kind of numbering.

    >>> _figure(4, "lowerRoman"), _figure(2, "lowerLetter"), _figure(3, "decimal"), _figure(3, "russianLower")
    ('iv', 'b', '3', 'в')
    """
    if kind in ("lowerLetter", "upperLetter"):
        letter = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
        return letter.upper() if kind == "upperLetter" else letter
    if kind in ("lowerRoman", "upperRoman"):
        return _roman(number).lower() if kind == "lowerRoman" else _roman(number)
    if kind in ("russianLower", "russianUpper") and 1 <= number <= len(_RUSSIAN):
        letter = _RUSSIAN[number - 1]
        return letter.upper() if kind == "russianUpper" else letter
    return f"{number:02d}" if kind == "decimalZero" else str(number)


def _roman(number: int) -> str:
    written = ""
    for value, sign in _ROMAN_SIGNS:
        while number >= value and len(written) < 20:
            written, number = written + sign, number - value
    return written + "I" * max(0, min(number, 3))


class _Reader:
    """Goes through the body of a document."""

    def __init__(self, document: Any) -> None:
        self._body = document.element.body
        self._styles = {s.style_id: s.element for s in document.styles}
        parts = (r.target_part for r in document.part.rels.values() if r.reltype.endswith("/numbering"))
        part = next(parts, None)
        self._numbering = _Numbering(part.element if part is not None else None)
        self._out = LineWriter()

    def read(self) -> LineWriter:
        """Return the lines."""
        for element, box in _blocks(self._body, box=False):
            if element.tag == f"{_W}tr":
                self._row(element)
            else:
                self._paragraph(element, box=box)
        return self._out

    def _row(self, row: Any) -> None:
        cells = [[self._labelled(p) for p in cell.iter(f"{_W}p")] for cell in row.iterchildren(f"{_W}tc")]
        texts = [[text for text, _ in cell if text.strip()] for cell in cells]
        first = "\t".join(cell[0] for cell in texts if cell)
        self._out.line(first, gap=1, opens=True)
        for cell in texts:
            for text in cell[1:]:
                self._out.line(text, opens=True)

    def _paragraph(self, paragraph: Any, *, box: bool) -> None:
        text, item = self._labelled(paragraph)
        strong = _strong(paragraph)
        label = len(text) - len(_text(paragraph))
        for place, piece in enumerate(text.split("\n")):
            self._out.line(
                piece,
                gap=1 if place == 0 else 0,
                heading=self._heading(paragraph),
                item=item if place == 0 else None,
                level=item.depth if item is not None else 0,
                opens=True,
                strong=label + strong if strong and place == 0 else 0,
                box=box or self._boxed(paragraph),
            )

    def _labelled(self, paragraph: Any) -> tuple[str, Item | None]:
        """Return a paragraph with its automatic number in front, or the bullet it has."""
        text = _text(paragraph)
        found = self._number(paragraph)
        if found is None or not text.strip():
            return text, None
        key, depth = found
        counted = self._numbering.next(key, depth)
        if counted is None:
            return text, None
        printed, level = counted
        if level.kind in _BULLETS:
            return text, Item(depth + 1, ordered=False)
        return f"{printed}\t{text}", None

    def _number(self, paragraph: Any) -> tuple[str, int] | None:
        """Return numbering and level of a paragraph, its own or that of its style."""
        seen: set[str] = set()
        element, depth = paragraph, None
        while element is not None:
            properties = element.find(f"{_W}pPr")
            numbering = properties.find(f"{_W}numPr") if properties is not None else None
            if numbering is not None:
                level = _value(numbering, "ilvl")
                depth = int(level) if depth is None and level is not None and level.isdigit() else depth
                key = _value(numbering, "numId")
                if key == "0":
                    return None
                if key is not None:
                    return key, depth or 0
            style = _style_of(element, properties)
            element = self._styles.get(style) if style is not None and style not in seen else None
            seen.add(style or "")
        return None

    def _heading(self, paragraph: Any) -> int:
        properties = paragraph.find(f"{_W}pPr")
        style = _style_of(paragraph, properties) or ""
        match = _HEADING_STYLE.search(style)
        if match is not None:
            return int(match[1])
        return 1 if style in ("Title", "Titre", "Titel") else 0

    def _boxed(self, paragraph: Any) -> bool:
        properties = paragraph.find(f"{_W}pPr")
        return properties is not None and properties.find(f"{_W}pBdr") is not None


def _blocks(body: Any, *, box: bool) -> Iterator[tuple[Any, bool]]:
    """Yield paragraphs and table rows in order; a table of one column is a box around its paragraphs."""
    for element in body.iterchildren():
        if element.tag == f"{_W}p":
            yield element, box
        elif element.tag == f"{_W}tbl":
            rows = list(element.iterchildren(f"{_W}tr"))
            if all(len(list(row.iterchildren(f"{_W}tc"))) == 1 for row in rows):
                for paragraph in element.iter(f"{_W}p"):
                    yield paragraph, True
            else:
                yield from ((row, box) for row in rows)
        elif element.tag == f"{_W}sdt":
            content = element.find(f"{_W}sdtContent")
            if content is not None:
                yield from _blocks(content, box=box)


def _text(paragraph: Any) -> str:
    pieces = []
    for element in paragraph.iter():
        if element.tag == f"{_W}t":
            pieces.append(element.text or "")
        elif element.tag == f"{_W}tab":
            pieces.append("\t" if element.getparent().tag == f"{_W}r" else "")
        elif element.tag in (f"{_W}br", f"{_W}cr"):
            pieces.append("\n")
        elif element.tag == f"{_W}noBreakHyphen":
            pieces.append("-")
    return "".join(pieces).strip()


def _strong(paragraph: Any) -> int:
    """Return how many characters at the beginning of a paragraph are bold."""
    count = 0
    for run in paragraph.iter(f"{_W}r"):
        text = "".join(t.text or "" for t in run.iterchildren(f"{_W}t"))
        properties = run.find(f"{_W}rPr")
        bold = properties.find(f"{_W}b") if properties is not None else None
        if text.strip() and (bold is None or bold.get(f"{_W}val") in ("0", "false")):
            break
        count += len(text)
    return count


def _style_of(element: Any, properties: Any) -> str | None:
    if element.tag == f"{_W}style":
        return _value(element, "basedOn")
    return _value(properties, "pStyle") if properties is not None else None


def _value(element: Any, name: str) -> str | None:
    child = element.find(f"{_W}{name}")
    return None if child is None else child.get(f"{_W}val")
