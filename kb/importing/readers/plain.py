"""Plain text: every filled line as it stands, pages by form feeds."""

from __future__ import annotations

from collections.abc import Iterator

from kb.importing.source import Line

__all__ = ["plain_lines", "split_lines"]

_BLANK = " \t\u00a0\u200b\ufeff\r"


def plain_lines(text: str) -> tuple[Line, ...]:
    r"""Return the filled lines of a plain text.

    >>> [(l.text, l.gap, l.page) for l in plain_lines("one\n\n two\n\fthree")]
    [('one', 0, 0), ('two', 1, 0), ('three', 0, 1)]
    """
    found: list[Line] = []
    gap = page = 0
    for offset, raw in split_lines(text):
        page += raw.count("\f")
        content = raw.strip(_BLANK + "\f")
        if not content:
            gap += 1
            continue
        lead = raw.index(content)
        found.append(
            Line(
                start=offset + lead,
                end=offset + lead + len(content),
                text=content,
                page=page,
                gap=gap,
            )
        )
        gap = 0
    return tuple(found)


def split_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield (offset, line without its end) of every line."""
    offset = 0
    for line in text.split("\n"):
        yield offset, line
        offset += len(line) + 1
