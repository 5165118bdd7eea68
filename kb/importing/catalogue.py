"""The catalogue of texts that can be downloaded, and whether what arrives is of the kind it names.

The catalogue is ``corpus/catalogue.toml``.
"""

from __future__ import annotations

import re
import tomllib
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum, unique
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from kb.errors import CorpusError, RequestError

__all__ = [
    "PEEK",
    "Catalogued",
    "FileKind",
    "announced_otherwise",
    "begins_otherwise",
    "ends_otherwise",
    "find_catalogued",
    "read_catalogue",
]

_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MEND: Final = "Correct corpus/catalogue.toml, or reinstall the package."


@unique
class FileKind(StrEnum):
    """The kinds of file a text comes as; the value is the ending of the file's name."""

    PDF = "pdf"
    HTML = "html"
    DOCX = "docx"
    TEXT = "txt"
    MARKDOWN = "md"


PEEK: Final = 4096
"""Bytes of the beginning that are looked at."""

_TAIL: Final = 2048
_TYPES: Final = {
    FileKind.PDF: {"application/pdf", "application/x-pdf"},
    FileKind.HTML: {"text/html", "application/xhtml+xml"},
    FileKind.DOCX: {
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/zip",
    },
    FileKind.TEXT: {"text/plain"},
    FileKind.MARKDOWN: {"text/plain", "text/markdown", "text/x-markdown"},
}
_SAYS_NOTHING: Final = {"", "application/octet-stream", "binary/octet-stream"}
_PDF: Final = b"%PDF-"
_PDF_END: Final = b"%%EOF"
_ZIP: Final = b"PK\x03\x04"
_MARKS: Final = (b"<!doctype html", b"<html")


@dataclass(frozen=True, slots=True)
class Catalogued:
    """A text that can be downloaded.

    ``least`` and ``most`` bound its size in bytes.  ``checked`` is the day the address was last seen to
    deliver the text, ``None`` if nobody has checked it.
    """

    id: str
    title: str
    language: str
    edition: str
    publisher: str
    address: str
    kind: FileKind
    least: int
    most: int
    checked: date | None

    @property
    def host(self) -> str:
        """The machine the text comes from.

        >>> example = Catalogued("a", "A", "en", "2023", "A", "https://a.org/b", FileKind.PDF, 1, 2, None)
        >>> example.host
        'a.org'
        """
        return urlsplit(self.address).hostname or ""

    def to_json(self) -> dict[str, Any]:
        """Return it as the command line prints it."""
        return {
            "id": self.id,
            "title": self.title,
            "language": self.language,
            "edition": self.edition,
            "publisher": self.publisher,
            "address": self.address,
            "format": self.kind.value,
            "checked": self.checked.isoformat() if self.checked else None,
        }


def read_catalogue(path: Path) -> dict[str, Catalogued]:
    """Read the catalogue, by id in its own order.

    :raises CorpusError: it is missing or damaged, or an address is not https.
    """
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        return {name: _catalogued(name, table) for name, table in tables.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CorpusError(f"The catalogue of texts cannot be used: {error!s}.", hint=_MEND) from error


def find_catalogued(catalogue: Mapping[str, Catalogued], name: str) -> Catalogued:
    """Return the entry of an id.

    :raises RequestError: there is none; names those there are.
    """
    if name not in catalogue:
        raise RequestError(
            f"The catalogue has no text {name[:40]!r}.",
            hint=f"Use one of: {', '.join(catalogue)}.",
            field="id",
        )
    return catalogue[name]


def _catalogued(name: str, table: Mapping[str, Any]) -> Catalogued:
    checked = table["checked"]
    made = Catalogued(
        name,
        str(table["title"]),
        str(table["language"]),
        str(table["edition"]),
        str(table["publisher"]),
        str(table["address"]),
        FileKind(table["format"]),
        int(table["least"]),
        int(table["most"]),
        date.fromisoformat(checked) if checked else None,
    )
    address = urlsplit(made.address)
    if not _ID.fullmatch(name) or address.scheme != "https" or not address.hostname:
        msg = f"{name!r} needs an id of small letters, digits and hyphens, and an https address"
        raise ValueError(msg)
    if not 0 < made.least < made.most:
        msg = f"the bounds of {name!r} leave no size"
        raise ValueError(msg)
    return made


def announced_otherwise(kind: FileKind, content_type: str) -> bool:
    """Whether a ``Content-Type`` speaks against a kind.

    >>> announced_otherwise(FileKind.PDF, "text/html; charset=utf-8")
    True
    >>> announced_otherwise(FileKind.PDF, "application/octet-stream")
    False
    """
    said = content_type.partition(";")[0].strip().lower()
    return said not in _SAYS_NOTHING | _TYPES[kind]


def begins_otherwise(kind: FileKind, beginning: bytes, *, final: bool) -> bool:
    """Whether the first bytes speak against a kind.

    :param final: no more of the beginning is to come, so what has not been seen is not there.
    """
    bare = beginning.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if kind is FileKind.PDF:
        return (final or len(beginning) >= PEEK) and _PDF not in beginning[:1024]
    if kind is FileKind.DOCX:
        return (
            not beginning.startswith(_ZIP[: len(beginning)])
            if len(beginning) < len(_ZIP)
            else (not beginning.startswith(_ZIP))
        )
    foreign = b"\0" in beginning or bare.startswith((_PDF.lower(), _ZIP.lower()))
    if kind is FileKind.HTML:
        return foreign or (final and not any(mark in bare for mark in _MARKS))
    return foreign or bare.startswith(_MARKS)


def ends_otherwise(kind: FileKind, path: Path) -> bool:
    """Whether a whole file is cut off or broken, as far as its kind lets one see.

    :raises OSError: the file cannot be read.
    """
    if kind is FileKind.DOCX:
        try:
            with zipfile.ZipFile(path) as packed:
                return "word/document.xml" not in packed.namelist()
        except zipfile.BadZipFile:
            return True
    if kind is FileKind.PDF:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - _TAIL))
            return _PDF_END not in file.read()
    return path.stat().st_size == 0
