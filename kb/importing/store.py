"""Where added texts are kept: one folder each, written whole or not at all.

Layout, below the folder given to :class:`DocumentStore`::

    <id>/text.txt        the cleaned text, which quotes address
    <id>/original.txt    what the reader got out of the source file
    <id>/document.json   what the text is, and its clauses
    .new-…, .old-…       a text being written, or one just replaced

A folder gets its name only when all three files are on the disk.  A replacement changes places
with the old text in one step where the system can (Linux), else in two; a process killed between
the two leaves the old text aside, and the next one puts it back.
"""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
import errno
import hashlib
import json
import os
import re
import secrets
import shutil
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from kb.errors import RequestError, TextStoreError
from kb.files import flush, scratch_folder
from kb.importing.types import ImportedDocument
from kb.laws.imported import FORMAT
from kb.settings import Settings

__all__ = ["DocumentStore", "HeldText", "check_id"]

_NEW: Final = ".new-"
_OLD: Final = ".old-"
_ABANDONED_AFTER: Final = 3600.0  # seconds after which a text being written is given up
_ID: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?")
_EXCHANGE: Final = 2  # RENAME_EXCHANGE of renameat2(2)
_HERE: Final = -100  # AT_FDCWD
_FOLDER_HINT: Final = "Set KB_DATA_DIR to a folder you can write to."


@dataclass(frozen=True, slots=True)
class HeldText:
    """What a stored text is, without its words."""

    id: str
    language: str
    edition: str
    title: str
    authority: str
    clauses: int
    source_file: str
    source_sha256: str

    def to_json(self) -> dict[str, Any]:
        """Return it as the command line prints it."""
        return {name: getattr(self, name) for name in self.__slots__}


class DocumentStore:
    """The texts added in one folder; processes may share it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @classmethod
    def from_settings(cls, settings: Settings) -> Self:
        """Name the folder the settings ask for; nothing is created yet."""
        return cls(settings.documents_dir)

    def holds(self, document_id: str) -> bool:
        """Whether a text is stored under this id."""
        return (self._folder / document_id / "document.json").is_file()

    def refuse_taken(self, document_id: str) -> None:
        """Raise RequestError if a text is stored under this id."""
        if self.holds(document_id):
            raise RequestError(
                f"A text {document_id!r} is already held.",
                hint="Give --replace to put this one in its place, or another --id.",
                field="id",
            )

    def write(self, document: ImportedDocument, *, replace: bool = False) -> Path:
        """Store a text and return its folder.

        :raises RequestError: the id cannot be used, or is taken and ``replace`` is not set.
        :raises TextStoreError: the folder cannot be written; what was stored before is untouched.
        """
        check_id(document.id)
        if not replace:
            self.refuse_taken(document.id)
        try:
            self.recover()
            self._folder.mkdir(parents=True, exist_ok=True)
            new = scratch_folder(self._folder, _NEW)
            try:
                _fill(new, document)
                self._publish(new, self._folder / document.id)
            finally:
                shutil.rmtree(new, ignore_errors=True)
        except OSError as error:
            raise TextStoreError(f"The text cannot be stored: {error}.", hint=_FOLDER_HINT) from error
        return self._folder / document.id

    def texts(self) -> tuple[HeldText, ...]:
        """Return the stored texts in order of id; folders that are no text are passed over."""
        with contextlib.suppress(OSError):
            self.recover()
        names = sorted(_names(self._folder))
        found = (_held(self._folder / name) for name in names if not name.startswith("."))
        return tuple(text for text in found if text is not None)

    def remove(self, document_id: str) -> None:
        """Delete a stored text.

        :raises RequestError: none is stored under this id; names those that are.
        :raises TextStoreError: the folder cannot be changed.
        """
        if not _ID.fullmatch(document_id) or not (self._folder / document_id).is_dir():
            known = ", ".join(text.id for text in self.texts()) or "–"
            raise RequestError(
                f"No added text has the id {document_id[:70]!r}.", hint=f"Added texts: {known}.", field="id"
            )
        try:
            aside = scratch_folder(self._folder, _NEW)
            (self._folder / document_id).rename(aside / "removed")
            flush(self._folder)
            shutil.rmtree(aside)
        except OSError as error:
            raise TextStoreError(f"The text cannot be removed: {error}.", hint=_FOLDER_HINT) from error

    def recover(self) -> None:
        """Put back a text a killed replacement had moved aside, and delete what others left behind."""
        for name in sorted(_names(self._folder)):
            place = self._folder / name
            if name.startswith(_OLD):
                target = self._folder / name.removeprefix(_OLD).partition("-")[2]
                if target.exists():
                    shutil.rmtree(place, ignore_errors=True)
                else:
                    place.rename(target)
            elif name.startswith(_NEW):
                with contextlib.suppress(OSError):
                    if time.time() - place.stat().st_mtime > _ABANDONED_AFTER:
                        shutil.rmtree(place, ignore_errors=True)

    def _publish(self, new: Path, place: Path) -> None:
        if not place.exists():
            new.rename(place)
        elif not _exchange(new, place):
            aside = self._folder / f"{_OLD}{secrets.token_hex(4)}-{place.name}"
            place.rename(aside)
            new.rename(place)
            shutil.rmtree(aside, ignore_errors=True)
        flush(self._folder)


def check_id(document_id: str) -> None:
    """Refuse an id that cannot name a folder everywhere.

    :raises RequestError: if it is not made of small letters, digits and hyphens, at most 64.
    """
    if not _ID.fullmatch(document_id):
        raise RequestError(
            f"{document_id[:70]!r} cannot be the id of a text.",
            hint="Use small Latin letters, digits and hyphens, for example fr-2023.",
            field="id",
        )


def _fill(folder: Path, document: ImportedDocument) -> None:
    text, original = document.text.encode("utf-8"), document.original.encode("utf-8")
    described = {
        "format": FORMAT,
        "id": document.id,
        "language": document.language,
        "edition": document.edition,
        "title": document.title,
        "authority": document.authority,
        "in_force_from": document.in_force_from,
        "in_force_to": document.in_force_to,
        "status": "imported",
        "source_file": document.source_file,
        "source_sha256": document.source_sha256,
        "sha256": hashlib.sha256(text).hexdigest(),
        "original_sha256": hashlib.sha256(original).hexdigest(),
        "clauses": [clause.to_json() for clause in document.clauses],
        "aspects": {
            ref: {"clauses": list(mapped.clauses), "penalty": list(mapped.penalty)}
            for ref, mapped in sorted(document.aspects.items())
        },
    }
    (folder / "text.txt").write_bytes(text)
    (folder / "original.txt").write_bytes(original)
    body = json.dumps(described, ensure_ascii=False, indent=1) + "\n"
    (folder / "document.json").write_text(body, encoding="utf-8", newline="\n")
    for path in (*(folder / name for name in ("text.txt", "original.txt", "document.json")), folder):
        flush(path)


def _held(place: Path) -> HeldText | None:
    """Read what a stored text is; ``None`` if the folder holds none."""
    try:
        data = json.loads((place / "document.json").read_text(encoding="utf-8"))
        if data["format"] != FORMAT or data["id"] != place.name:
            return None
        return HeldText(
            id=data["id"],
            language=data["language"],
            edition=data["edition"],
            title=data["title"],
            authority=data["authority"],
            clauses=len(data["clauses"]),
            source_file=data["source_file"],
            source_sha256=data["source_sha256"],
        )
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _names(folder: Path) -> list[str]:
    try:
        return [place.name for place in folder.iterdir() if place.is_dir()]
    except OSError:
        return []


def _exchange(first: Path, second: Path) -> bool:
    """Let two folders change names in one step; ``False`` where the system cannot."""
    if not sys.platform.startswith("linux"):
        return False
    library = ctypes.CDLL(ctypes.util.find_library("c"), use_errno=True)
    if not hasattr(library, "renameat2"):
        return False
    if library.renameat2(_HERE, os.fsencode(first), _HERE, os.fsencode(second), _EXCHANGE) == 0:
        return True
    code = ctypes.get_errno()
    if code in (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP):  # an old kernel, or a file system without it
        return False
    raise OSError(code, os.strerror(code), str(second))
