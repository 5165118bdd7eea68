"""PDF: lines put together from words by their place on the page; boxes and type kept as marks."""

from __future__ import annotations

import itertools
from pathlib import Path
from statistics import median
from typing import Any, Final

from kb.errors import SourceFileError
from kb.importing.readers.lines import LineWriter

__all__ = ["MOST_PAGES", "read_pdf"]

MOST_PAGES: Final = 1_000
_MOST_CHARACTERS: Final = 5_000_000
_FEWEST_CHARACTERS: Final = 25  # on an average page; with less it is a picture of a page
_DAMAGED_HINT: Final = "Open it in a viewer and print it to a new PDF, or save its text."


def read_pdf(path: Path) -> LineWriter:
    """Return the lines of a PDF file.

    :raises SourceFileError: it is damaged, encrypted, has too many pages, or no text (a scan).
    """
    _check(path)
    import pdfplumber
    from pdfminer.pdfexceptions import PDFException
    from pdfplumber.utils.exceptions import PdfminerException

    out = LineWriter()
    try:
        with pdfplumber.open(path) as document:
            for number, page in enumerate(document.pages):
                if number:
                    out.page()
                _page(page, out)
                page.close()
                if out.length > _MOST_CHARACTERS:
                    raise _too_large(f"more than {_MOST_CHARACTERS} characters")
            pages = len(document.pages)
    except (PDFException, PdfminerException, ValueError, TypeError, KeyError, IndexError, OSError) as error:
        if isinstance(error, SourceFileError):
            raise
        raise _damaged(error) from error
    if sum(len(line.text) for line in out.lines) < _FEWEST_CHARACTERS * pages:
        raise SourceFileError(
            "The PDF holds pictures of pages and no text.",
            hint="Run it through text recognition (OCR) first, or import another copy.",
            reason="scanned",
        )
    return out


def _check(path: Path) -> None:
    import pypdf
    from pypdf.errors import PyPdfError

    try:
        reader = pypdf.PdfReader(path)
        if reader.is_encrypted and not reader.decrypt(""):
            raise SourceFileError(
                "The PDF is protected by a password.",
                hint="Save a copy without the password and import that.",
                reason="encrypted",
            )
        pages = len(reader.pages)
    except (PyPdfError, ValueError, TypeError, KeyError, RecursionError, OSError) as error:
        if isinstance(error, SourceFileError):
            raise
        raise _damaged(error) from error
    if pages > MOST_PAGES:
        raise _too_large(f"{pages} pages, {MOST_PAGES} at most")
    if not pages:
        raise _damaged(ValueError("no pages"))


def _damaged(error: Exception) -> SourceFileError:
    return SourceFileError(f"The PDF is damaged: {error}.", hint=_DAMAGED_HINT, reason="damaged")


def _too_large(what: str) -> SourceFileError:
    return SourceFileError(
        f"The PDF is too large ({what}).",
        hint="Save the pages of the regulation alone in a new PDF.",
        reason="too_large",
    )


def _page(page: Any, out: LineWriter) -> None:
    """Write the lines of a page from top to bottom."""
    words = page.extract_words(
        x_tolerance_ratio=0.2, keep_blank_chars=False, use_text_flow=False, extra_attrs=["fontname", "size"]
    )
    if not words:
        return
    size = median(word["size"] for word in words) or 10.0
    margin = min(word["x0"] for word in words)
    boxes = _boxes(page)
    bottom = None
    for row in _rows(words, size):
        top, low = min(w["top"] for w in row), max(w["bottom"] for w in row)
        out.line(
            _joined(row, size),
            gap=0 if bottom is None else _blank_lines(top - bottom, size),
            strong=_bold(row),
            box=any(_inside(row, box) for box in boxes),
            right=(row[-1]["x1"] - margin) / size,
        )
        bottom = low


def _rows(words: list[Any], size: float) -> list[list[Any]]:
    """Group words into lines: those whose middles differ by less than a third of the type size."""
    ordered = sorted(words, key=lambda w: ((w["top"] + w["bottom"]) / 2, w["x0"]))
    rows: list[list[Any]] = []
    middle = None
    for word in ordered:
        centre = (word["top"] + word["bottom"]) / 2
        if middle is None or centre - middle > size / 3:
            rows.append([])
            middle = centre
        rows[-1].append(word)
    return [sorted(row, key=lambda w: w["x0"]) for row in rows]


def _joined(row: list[Any], size: float) -> str:
    """Join the words of a line; a wide gap (a tab) becomes two blanks."""
    text = str(row[0]["text"])
    for before, word in itertools.pairwise(row):
        text += ("  " if word["x0"] - before["x1"] > size else " ") + str(word["text"])
    return text


def _bold(row: list[Any]) -> int:
    count = 0
    for word in row:
        if "bold" not in word["fontname"].lower():
            break
        count += len(word["text"]) + 1
    return max(0, count - 1)


def _blank_lines(gap: float, size: float) -> int:
    """Return how many blank lines a vertical gap stands for, lines being set at most one and a half apart."""
    return int(gap / (size * 0.9))


def _boxes(page: Any) -> list[tuple[float, float, float, float]]:
    """Return the frames and tinted grounds on a page that could hold text, without the page's own ground."""
    area = float(page.width * page.height)
    found = []
    for rect in page.rects:
        width, height = rect["x1"] - rect["x0"], rect["bottom"] - rect["top"]
        if width > 0.3 * page.width and height > 12 and width * height < 0.7 * area:
            found.append((rect["x0"], rect["top"], rect["x1"], rect["bottom"]))
    return found


def _inside(row: list[Any], box: tuple[float, float, float, float]) -> bool:
    left, top, right, bottom = box
    return all(
        left - 2 <= w["x0"] and w["x1"] <= right + 2 and top - 3 <= w["top"] and w["bottom"] <= bottom + 3
        for w in row
    )
