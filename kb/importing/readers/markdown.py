"""Markdown: markup taken off, headings, lists and bold beginnings kept as what they say of the layout."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from kb.importing.readers.plain import split_lines
from kb.importing.source import Item, Line

__all__ = ["looks_like_markdown", "markdown_lines"]

_SIGNS = re.compile(r"^#{1,6}\s*\w|^\s*\*\*\S|\]\((?:#|\.|/|http)|^\s{0,6}1\.\s.*\n\s*1\.\s", re.MULTILINE)
_HEADING = re.compile(r"(#{1,6})\s*(.*?)\s*#*$")
_UNDERLINE = re.compile(r"(?:={3,}|-{3,})$")
_RULE = re.compile(r"(?:[-*_]\s*){3,}$")
_ITEM = re.compile(r"(?P<mark>[-*+]|(?P<number>\d{1,3})[.)])(?P<space>\s+)(?=\S)")
_ONLY_LINK = re.compile(r"\[[^\]]*\]\(#[^)]*\)$")
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_LINK = re.compile(r"\[([^\]]*)\]\([^)\s]*(?:\s[^)]*)?\)")
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
_BREAK = re.compile(r"<br\s*/?>\s*$")
_BOLD_START = re.compile(r"(?:\*\*|__)(?=\S)(.+?)(?:\*\*|__)")
_EMPHASIS = re.compile(
    r"(?<!\\)(?:\*\*|__(?=\S)|(?<=\S)__|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])|(?<!\w)_(?=\S)|(?<=\S)_(?!\w))"
)
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+.!>-])")
_MATTER = "---"
_LONGEST_MATTER = 60
_METADATA = re.compile(r"\s*(?:[\w-]+:(?:\s|$)|- |#|$)")
_FENCES = ("```", "~~~")
_LONGEST_FENCED = 16  # lines of a block between fences that is a diagram or an example, not the text itself
_TABLE_RULE = re.compile(r"\|?[\s:|-]*-{2,}[\s:|-]*\|?$")


def looks_like_markdown(text: str) -> bool:
    """Whether a plain text is written in Markdown: at least three clear signs of it."""
    return len(_SIGNS.findall(text[:400_000])) >= 3


@dataclass(slots=True)
class _Lists:
    """The open list items: where their markers and their contents begin.

    ``shut`` are those a paragraph to the left of them has closed: a caption in the middle of a list does
    not end it, the next item that is indented like them goes on below the same item.
    """

    open: list[tuple[int, int]] = field(default_factory=list)
    shut: list[tuple[int, int]] = field(default_factory=list)

    def item(self, indent: int, content: int) -> int:
        self.open += [entry for entry in self.shut if entry[0] <= indent]
        self.shut.clear()
        while self.open and indent < self.open[-1][0]:
            self.open.pop()
        if self.open and indent < self.open[-1][1] and indent <= self.open[-1][0] + 1:
            self.open.pop()
        self.open.append((indent, content))
        return len(self.open)

    def paragraph(self, indent: int) -> int:
        """Return the nesting of a paragraph after a blank line, closing the items it is not part of."""
        while self.open and indent < self.open[-1][1]:
            self.shut.insert(0, self.open.pop())
        return len(self.open)

    def goes_on(self, indent: int) -> bool:
        """Whether an item indented so goes on with a list a paragraph has closed."""
        return any(entry[0] == indent for entry in self.shut)

    def end(self) -> None:
        """Close all lists for good."""
        self.open.clear()
        self.shut.clear()


def markdown_lines(text: str) -> tuple[Line, ...]:
    r"""Return the filled lines of a Markdown text without its markup.

    >>> lines = markdown_lines("## Part\n\n**7.1** One\n1. two\n   1. three")
    >>> [(l.text, l.heading, l.item.depth if l.item else 0, l.strong) for l in lines]
    [('Part', 2, 0, 0), ('7.1 One', 0, 0, 3), ('two', 0, 1, 0), ('three', 0, 2, 0)]
    """
    raws = list(split_lines(text))
    skipped = _front_matter(raws)
    fenced = _fenced(raws)
    found: list[Line] = []
    lists = _Lists()
    gap, broken = 0, True
    for number, (offset, raw) in enumerate(raws):
        content = raw.strip(" \t\r\u00a0\ufeff\f")
        if number in skipped:
            continue
        if not content or content.startswith(_FENCES):
            gap, broken = gap + 1, True
            continue
        if number in fenced:
            start = offset + raw.index(content)
            found.append(Line(start, start + len(content), content, gap=gap, level=max(1, len(lists.open))))
            gap = 0
            continue
        if _UNDERLINE.match(content) and found and not gap:
            found[-1] = _as_heading(found[-1])
            broken = True
            continue
        if _RULE.match(content) or _TABLE_RULE.match(content):
            broken = True
            continue
        line = _line(offset + raw.index(content), content, _indent(raw), gap, lists, broken)
        broken = bool(_BREAK.search(content)) or (line is not None and line.heading > 0)
        if line is not None:
            found.append(line)
            gap = 0
        else:
            gap, broken = gap + 1, True
    return tuple(found)


def _line(start: int, content: str, indent: int, gap: int, lists: _Lists, broken: bool) -> Line | None:
    end = start + len(content)
    box = content.startswith(">")
    body = content.lstrip("> ") if box else content
    heading = _HEADING.match(body)
    if heading is not None and heading[2]:
        lists.end()
        title = _clean(heading[2])[0]
        return (
            Line(start, end, title, gap=gap, heading=len(heading[1]), level=0, opens=True) if title else None
        )
    # An indented block, such as the moves of a game.
    code = indent >= 4 and bool(gap) and not lists.open and not lists.goes_on(indent)
    marker = None if code else _ITEM.match(body)
    item = None
    if marker is not None:
        depth = lists.item(indent, indent + len(marker["mark"]) + min(len(marker["space"]), 4))
        number = marker["number"]
        item = Item(depth, number is not None, int(number) if number else None)
        body = body[marker.end() :]
        level = depth
    else:
        level = lists.paragraph(indent) if gap or not lists.open else len(lists.open)
    cleaned, strong = _clean(body)
    if not cleaned:
        return None
    return Line(
        start,
        end,
        cleaned,
        gap=gap,
        item=item,
        level=level,
        opens=bool(gap) or item is not None or broken,
        strong=strong,
        box=box,
        link=bool(_ONLY_LINK.fullmatch(body)),
    )


def _clean(text: str) -> tuple[str, int]:
    """Take the markup off a line; return it and how many of its first characters were bold."""
    text = _LINK.sub(r"\1", _IMAGE.sub("", text))
    text = html.unescape(_TAG.sub(" ", text)).strip().replace("`", "")
    if "|" in text and text.startswith("|"):
        text = "\t".join(cell.strip() for cell in text.strip("|").split("|"))
    bold = _BOLD_START.match(text)
    strong = len(_plain(bold[1])) if bold else 0
    return _plain(text), strong


def _plain(text: str) -> str:
    return _ESCAPE.sub(r"\1", _EMPHASIS.sub("", text)).strip()


def _indent(raw: str) -> int:
    expanded = raw.expandtabs(4)
    return len(expanded) - len(expanded.lstrip(" \u00a0"))


def _as_heading(line: Line) -> Line:
    return Line(line.start, line.end, line.text, gap=line.gap, heading=1, level=0, opens=True)


def _fenced(raws: list[tuple[int, str]]) -> frozenset[int]:
    """Return the lines of short blocks between fences: they are part of the words around them."""
    inside: set[int] = set()
    opened: int | None = None
    for number, (_, raw) in enumerate(raws):
        if not raw.strip().startswith(_FENCES):
            continue
        if opened is None:
            opened = number
        else:
            if number - opened <= _LONGEST_FENCED:
                inside.update(range(opened + 1, number))
            opened = None
    return frozenset(inside)


def _front_matter(raws: list[tuple[int, str]]) -> frozenset[int]:
    """Return the lines of metadata between two rules, at the head of a file or of one joined to it."""
    inside: set[int] = set()
    for number, (_, raw) in enumerate(raws):
        if raw.strip() != _MATTER or number in inside:
            continue
        for last, (_, below) in enumerate(raws[number + 1 : number + _LONGEST_MATTER], start=number + 1):
            if below.strip() == _MATTER:
                inside.update(range(number, last + 1))
                break
            if number and not _METADATA.match(below):
                break
    return frozenset(inside)
