"""Putting lines together while a reader goes through a file: text, places in it, marks of the layout."""

from __future__ import annotations

from kb.importing.source import Item, Line

__all__ = ["LineWriter"]


class LineWriter:
    """Collects the lines of a source and the text they stand in."""

    def __init__(self) -> None:
        self._chunks: list[str] = []
        self._length = 0
        self._page = 0
        self.lines: list[Line] = []

    @property
    def text(self) -> str:
        """Everything written so far."""
        return "".join(self._chunks)

    @property
    def length(self) -> int:
        """Number of characters written so far."""
        return self._length

    def page(self) -> None:
        """Begin a new page."""
        self._write("\f")
        self._page += 1

    def line(
        self,
        text: str,
        *,
        gap: int = 0,
        heading: int = 0,
        item: Item | None = None,
        level: int = -1,
        opens: bool = False,
        strong: int = 0,
        box: bool = False,
        link: bool = False,
        right: float = 0.0,
    ) -> None:
        """Write one line; blank text is passed over."""
        content = text.strip()
        if not content:
            return
        self._write("\n" * gap)
        start = self._length
        self._write(content + "\n")
        self.lines.append(
            Line(
                start=start,
                end=start + len(content),
                text=content,
                page=self._page,
                gap=gap,
                heading=heading,
                item=item,
                level=level,
                opens=opens,
                strong=min(strong, len(content)),
                box=box,
                link=link,
                right=right,
            )
        )

    def _write(self, text: str) -> None:
        self._chunks.append(text)
        self._length += len(text)
