"""From a file to its lines: what kind of file it is; PDF and Word are read in a process of their own."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from kb.errors import SourceFileError
from kb.importing.encoding import decode
from kb.importing.readers.lines import LineWriter
from kb.importing.readers.markdown import looks_like_markdown, markdown_lines
from kb.importing.readers.plain import plain_lines
from kb.importing.readers.web import read_html
from kb.importing.source import Flow, Item, Line, Source

__all__ = ["MOST_BYTES", "read_source"]

MOST_BYTES: Final = 60_000_000
_MOST_TEXT: Final = 8_000_000  # bytes of a plain text; the whole Laws take 150,000
_MOST_LINES: Final = 60_000  # the whole Laws take 2,200
_LONGEST_READ: Final = 120.0  # seconds
_MOST_MEMORY: Final = 2_000_000_000
_KINDS: Final = {
    ".pdf": "pdf", ".docx": "docx", ".html": "html", ".htm": "html", ".xhtml": "html",
    ".txt": "text", ".md": "text", ".markdown": "text", ".text": "text", "": "text",
}  # fmt: skip
_HTML = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)
_SIGNATURES: Final = (
    (b"\xd0\xcf\x11\xe0", "doc"),
    (b"{\\rtf", "rtf"),
    (b"\x89PNG", "png"),
    (b"\xff\xd8\xff", "jpg"),
)


def read_source(path: Path) -> Source:
    """Read a .txt, .md, .html, .pdf or .docx file.

    PDF and Word files are read in a process of their own, bounded in time and memory.

    :raises SourceFileError: the file is missing, too large, damaged, protected, no text, or not what its
        name says; the hint says what to do.
    """
    data = _bytes(path)
    kind = _kind(path, data)
    digest = hashlib.sha256(data).hexdigest()
    if kind in ("pdf", "docx"):
        out = _apart(kind, path)
        flow = Flow.WRAPPED if kind == "pdf" else Flow.MARKED
        return _filled(Source(path.name, digest, out[0], out[1], flow))
    if len(data) > _MOST_TEXT:
        raise _too_large(len(data), _MOST_TEXT)
    text = decode(data)
    if kind == "html" or _HTML.match(text[:5000]):
        page = read_html(text)
        return _filled(Source(path.name, digest, page.text, tuple(page.lines), Flow.MARKED))
    if looks_like_markdown(text):
        return _filled(Source(path.name, digest, text, markdown_lines(text), Flow.MARKED))
    return _filled(Source(path.name, digest, text, plain_lines(text)))


def _bytes(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise _too_large(size, MOST_BYTES)
        return path.read_bytes()
    except SourceFileError:
        raise
    except (OSError, ValueError) as error:
        raise SourceFileError(
            f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.",
            hint="Check the path.",
            reason="unreadable",
        ) from error


def _kind(path: Path, data: bytes) -> str:
    """Return the kind of file, by its first bytes and its name."""
    if not data.strip():
        raise SourceFileError("The file is empty.", hint="Give a file with a text.", reason="empty")
    named = _KINDS.get(path.suffix.lower())
    if named is None:
        raise SourceFileError(
            f"Files of the kind {path.suffix!r} are not read.",
            hint="Save it as .txt, .md, .html, .pdf or .docx.",
            reason="kind",
        )
    actual = _by_content(data)
    if actual is None and named in ("pdf", "docx"):
        raise _mislabelled(path, f"is no {named.upper()} file")
    if actual is not None and actual != named:
        raise _mislabelled(path, f"is a file of the kind {actual.upper()}")
    return named


def _by_content(data: bytes) -> str | None:
    """Return what the first bytes say a file is; ``None`` for anything that may be text."""
    head = data[:1024]
    if b"%PDF-" in head:
        return "pdf"
    if head.startswith(b"PK\x03\x04"):
        return "docx" if b"word/" in data else "zip"
    for mark, kind in _SIGNATURES:
        if head.startswith(mark):
            return kind
    return None


def _mislabelled(path: Path, what: str) -> SourceFileError:
    return SourceFileError(
        f"{path.name} {what}.",
        hint="Give it the right ending, or save it as .txt, .md, .html, .pdf or .docx.",
        reason="mislabelled",
    )


def _too_large(size: int, most: int) -> SourceFileError:
    return SourceFileError(
        f"The file is too large ({size} bytes, {most} at most).",
        hint="Save the regulation alone in a file of its own.",
        reason="too_large",
    )


def _filled(source: Source) -> Source:
    if not source.lines:
        raise SourceFileError("The file holds no text.", hint="Give a file with a text.", reason="empty")
    if len(source.lines) > _MOST_LINES:
        raise SourceFileError(
            f"The file has too many lines ({len(source.lines)}, {_MOST_LINES} at most).",
            hint="Save the regulation alone in a file of its own.",
            reason="too_large",
        )
    return source


# -- in a process of its own ------------------------------------------------------------


def _apart(kind: str, path: Path) -> tuple[str, tuple[Line, ...]]:
    """Read a file in another process and return its text and lines."""
    command = [sys.executable, "-m", "kb.importing.reading", kind, str(path.absolute())]
    here = str(Path(__file__).resolve().parents[2])  # the other process finds this package wherever it runs
    known = os.pathsep.join(filter(None, (here, os.environ.get("PYTHONPATH"))))
    try:
        done = subprocess.run(  # noqa: S603
            command,
            capture_output=True,
            timeout=_LONGEST_READ,
            check=False,
            env=os.environ | {"PYTHONPATH": known},
        )
        answer = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        raise _gave_up(f"reading it took more than {_LONGEST_READ:.0f} seconds") from None
    except ValueError:
        raise _gave_up("reading it needed too much memory or failed") from None
    if "error" in answer:
        raise SourceFileError(**answer["error"])
    return answer["text"], tuple(_line(row) for row in answer["lines"])


def _line(row: dict[str, Any]) -> Line:
    item = row.pop("item")
    return Line(**row, item=None if item is None else Item(**item))


def _gave_up(why: str) -> SourceFileError:
    return SourceFileError(
        f"The file cannot be read: {why}.",
        hint="Save its text alone as .txt or .docx and import that.",
        reason="too_hard",
    )


def _read_here(kind: str, path: Path) -> LineWriter:
    if kind == "pdf":
        from kb.importing.readers.pdf import read_pdf

        return read_pdf(path)
    from kb.importing.readers.word import read_word

    return read_word(path)


def _main(kind: str, path: Path) -> dict[str, Any]:
    """Read one file and return what the other process is told."""
    _bound()
    try:
        out = _read_here(kind, path)
    except SourceFileError as error:
        return _told(error)
    except (MemoryError, RecursionError):
        return _told(_gave_up("it is built too deep or too large"))
    return {"text": out.text, "lines": [asdict(line) for line in out.lines]}


def _told(error: SourceFileError) -> dict[str, Any]:
    return {"error": {"message": error.message, "hint": error.hint, "reason": error.reason}}


def _bound() -> None:
    """Bound the memory of this process where the system can."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))


if __name__ == "__main__":
    import logging
    import warnings

    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    sys.stdout.write(json.dumps(_main(sys.argv[1], Path(sys.argv[2]))))
