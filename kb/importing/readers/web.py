"""HTML: the visible text block by block, with headings, lists, tables and bold beginnings as marks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from kb.importing.readers.lines import LineWriter
from kb.importing.source import Item

__all__ = ["read_html"]

_HIDDEN: Final = frozenset(
    (
        "script",
        "style",
        "noscript",
        "template",
        "head",
        "svg",
        "iframe",
        "select",
        "button",
        "form",
        "nav",
        "footer",
    )
)
_BLOCKS: Final = frozenset(
    re.findall(
        r"\w+",
        "p div section article main header footer table tbody thead ul ol dl dt dd blockquote aside figure "
        "figcaption pre hr center details summary h1 h2 h3 h4 h5 h6 address body html",
    )
)
_BOLD: Final = frozenset(("b", "strong", "dt"))
_BOXES: Final = frozenset(("blockquote", "aside"))
_BOX_CLASS = re.compile(
    r"(?:^|[\s_-])(?:comment(?:ary)?|remark|note|annotation)s?(?:$|[\s_-])", re.IGNORECASE
)
_FURNITURE = re.compile(
    r"(?:^|[\s_-])(?:nav(?:bar|igation)?|menu|breadcrumbs?|sidebar|footer|cookies?|share|social|toc)(?:$|[\s_-])",
    re.IGNORECASE,
)
_DEEPEST: Final = 200  # nested elements; deeper ones are read as plain text
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_ROMANS: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")


@dataclass(slots=True)
class _Place:
    """Where in the page the reader is: list nesting, whether boxed, whether in a cell."""

    lists: int = 0
    box: bool = False
    cell: bool = False
    heading: int = 0


@dataclass(slots=True)
class _Buffer:
    """The inline text of the block being read."""

    parts: list[str] = field(default_factory=list)
    strong: int = 0
    plain: bool = False
    links_only: bool = True
    item: Item | None = None


def read_html(text: str) -> LineWriter:
    """Return the lines of an HTML page."""
    tree = LexborHTMLParser(text)
    reader = _Reader()
    if tree.body is not None:
        reader.visit(tree.body, _Place(), 0)
        reader.flush(_Place())
    return reader.out


class _Reader:
    """Walks the tree of a page and writes a line for every block and every line break."""

    def __init__(self) -> None:
        self.out = LineWriter()
        self._buffer = _Buffer()

    def visit(self, node: LexborNode, place: _Place, depth: int) -> None:
        """Read what is below a node."""
        counter = _first_number(node)
        child = node.child
        while child is not None:
            tag = child.tag or ""
            if tag == "-text":
                self._text(child.text_content or "", bold=False, link=False)
            elif depth >= _DEEPEST:
                self._text(child.text(), bold=False, link=False)
            elif tag == "li":
                counter = _attribute_number(child, "value", counter)
                self._item(child, node, place, depth, counter)
                counter += 1
            elif tag not in _HIDDEN and not _beside_the_text(child):
                self._element(child, tag, place, depth)
            child = child.next

    def _element(self, node: LexborNode, tag: str, place: _Place, depth: int) -> None:
        if tag == "br":
            self._text("\t", bold=False, link=False) if place.cell else self.flush(place)
        elif tag == "tr":
            self._row(node, place, depth)
        elif tag in _BLOCKS:
            if place.cell and tag in ("p", "div"):
                self.visit(node, place, depth + 1)
                self._text(" ", bold=False, link=False)
                return
            self.flush(place)
            boxed = place.box or tag in _BOXES or bool(_BOX_CLASS.search(node.attributes.get("class") or ""))
            heading = int(tag[1]) if len(tag) == 2 and tag[0] == "h" and tag[1].isdigit() else place.heading
            inner = _Place(place.lists + (tag in ("ul", "ol")), boxed, place.cell, heading)
            self.visit(node, inner, depth + 1)
            self.flush(inner)
        elif tag == "a" and (node.attributes.get("href") or "").startswith("#"):
            self._text(node.text(), bold=False, link=True)
        elif tag in _BOLD:
            self._text(node.text(), bold=True, link=False)
        else:
            self.visit(node, place, depth + 1)

    def _row(self, node: LexborNode, place: _Place, depth: int) -> None:
        self.flush(place)
        inner = _Place(place.lists, place.box, cell=True)
        cell = node.child
        while cell is not None:
            if cell.tag in ("td", "th"):
                self.visit(cell, inner, depth + 1)
                self._text("\t", bold=False, link=False)
            cell = cell.next
        self.flush(place)

    def _item(self, node: LexborNode, parent: LexborNode, place: _Place, depth: int, number: int) -> None:
        self.flush(place)
        ordered = parent.tag == "ol"
        mark = _mark((parent.attributes.get("type") or "1"), number) if ordered else ""
        if mark:
            self._buffer.parts.append(mark)
        else:
            self._buffer.item = Item(max(1, place.lists), ordered, number if ordered else None)
        self.visit(node, place, depth + 1)
        self.flush(place)

    def _text(self, text: str, *, bold: bool, link: bool) -> None:
        if not text.strip(" \n\r"):
            if self._buffer.parts:
                self._buffer.parts.append(text if "\t" in text else " ")
            return
        buffer = self._buffer
        if bold and not buffer.plain:
            buffer.strong = sum(map(len, buffer.parts)) + len(text.strip())
        elif not bold:
            buffer.plain = True
        buffer.links_only = buffer.links_only and link
        buffer.parts.append(text if "\t" in text and not text.strip() else re.sub(r"[ \t\r\n]+", " ", text))

    def flush(self, place: _Place) -> None:
        """End the line being read."""
        buffer, self._buffer = self._buffer, _Buffer()
        text = "".join(buffer.parts).strip()
        if not text:
            self._buffer.item = buffer.item
            return
        self.out.line(
            text,
            gap=1,
            heading=place.heading,
            item=buffer.item,
            level=place.lists,
            opens=True,
            strong=buffer.strong,
            box=place.box,
            link=buffer.links_only and buffer.item is not None,
        )


def _beside_the_text(node: LexborNode) -> bool:
    """Whether an element is a part of the site and not of its text: menus, footers, links to share."""
    given = node.attributes
    if given.get("role") in ("navigation", "search", "contentinfo", "banner"):
        return True
    return any(_FURNITURE.search(given.get(name) or "") for name in ("class", "id"))


def _first_number(node: LexborNode) -> int:
    return _attribute_number(node, "start", 1) if node.tag == "ol" else 1


def _attribute_number(node: LexborNode, name: str, otherwise: int) -> int:
    value = node.attributes.get(name) or ""
    return int(value) if value.isdigit() and len(value) < 4 else otherwise


def _mark(kind: str, number: int) -> str:
    """Return the mark a browser prints for a lettered or roman list; "" for a numbered one."""
    if kind in ("a", "A") and 1 <= number <= len(_LETTERS):
        return f"{_LETTERS[number - 1]}) "
    if kind in ("i", "I") and 1 <= number <= len(_ROMANS):
        return f"({_ROMANS[number - 1]}) "
    return ""
