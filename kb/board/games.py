"""Reading PGN files of any size game by game: plain, ``.gz`` or ``.zst``, in bounded memory.

Comments, variations and escape lines are dropped while reading, so what is held at any time is one line, the
main line of one game, and the beginning of its closing remark.
"""

from __future__ import annotations

import codecs
import gzip
import io
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self, cast

import zstandard

from kb.board.pgn import HEADER
from kb.errors import BoardReadingError

__all__ = ["Damage", "GameFile", "RawGame", "iter_games"]

_LINE_LIMIT = 65_536
_MAIN_LINE_LIMIT = 40_000
"""Characters of a main line that are kept: some 5,000 plies with their numbers."""
_MAX_HEADERS = 100
_MAX_REMARK = 500
_MAX_ZSTD_WINDOW = 1 << 27
_MARK = re.compile(r"[{}();]")
_RESULT = re.compile(r"\s*(?:1-0|0-1|1/2-1/2|\*)\s*")
_RESULT_AT_END = re.compile(r"(?:^|\s)(?:1-0|0-1|1/2-1/2|\*)\s*$")
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufeff]")


class Damage(StrEnum):
    """What is wrong with the text of a game."""

    UNCLOSED_COMMENT = auto()
    UNCLOSED_VARIATION = auto()
    UNOPENED_VARIATION = auto()
    BROKEN_HEADER = auto()
    TOO_LONG = auto()
    """The main line goes on after 40,000 characters; the rest was dropped."""


@dataclass(frozen=True, slots=True)
class RawGame:
    """One game as found in a file: its headers and main line, not yet looked at.

    :param index: 1-based number in the file.
    :param line: 1-based line on which it begins.
    :param remark: the comment after the last move, at most 500 characters; there some programs say how the
        game ended.
    """

    index: int
    line: int
    headers: Mapping[str, str]
    movetext: str
    damage: tuple[Damage, ...] = ()
    remark: str = ""


@dataclass(slots=True)
class _Builder:
    """The game being read."""

    line: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    pieces: list[str] = field(default_factory=list)
    length: int = 0
    damage: list[Damage] = field(default_factory=list)
    remark: str = ""
    remark_at: int = 0
    in_comment: bool = False
    depth: int = 0
    finished: bool = False

    def is_empty(self) -> bool:
        return not self.headers and not self.pieces and not self.damage

    def note(self, damage: Damage) -> None:
        if damage not in self.damage:
            self.damage.append(damage)

    def add(self, text: str) -> None:
        """Keep a piece of the main line."""
        if not text.strip():
            return
        if self.length + len(text) > _MAIN_LINE_LIMIT:
            self.note(Damage.TOO_LONG)
            return
        self.pieces.append(text)
        self.length += len(text)

    def comment(self, text: str) -> None:
        """Keep a piece of a comment on the main line, as long as no move follows it."""
        if self.depth:
            return
        if self.remark_at != len(self.pieces):
            self.remark, self.remark_at = "", len(self.pieces)
        if len(self.remark) < _MAX_REMARK:
            self.remark = f"{self.remark} {text.strip()}"[:_MAX_REMARK]

    def closing_remark(self) -> str:
        """Give the comments that nothing but the result follows."""
        last = all(_RESULT.fullmatch(piece) for piece in self.pieces[self.remark_at :])
        return self.remark.strip() if last else ""

    def build(self, index: int) -> RawGame:
        if self.in_comment:
            self.note(Damage.UNCLOSED_COMMENT)
        elif self.depth:
            self.note(Damage.UNCLOSED_VARIATION)
        movetext = " ".join(self.pieces)
        return RawGame(index, self.line, self.headers, movetext, tuple(self.damage), self.closing_remark())


def iter_games(stream: BinaryIO) -> Iterator[RawGame]:
    """Yield the games of a PGN stream, damaged ones too; never raises for what the text says.

    :raises BoardReadingError: the stream is not text in a single-byte encoding or UTF-8.
    """
    builder, index = _Builder(), 0
    after_blank = True
    for number, line in _lines(stream):
        blank = not line.strip()
        if _starts_game(line, builder, after_blank=after_blank) and not builder.is_empty():
            index += 1
            yield builder.build(index)
            builder = _Builder()
        if not blank:
            builder.line = builder.line or number
            _take_line(line, builder)
        after_blank = blank
    if not builder.is_empty():
        yield builder.build(index + 1)


def _lines(stream: BinaryIO) -> Iterator[tuple[int, str]]:
    """Yield (line number, text) with lines longer than the limit cut at a space."""
    number, carry, fresh = 0, b"", True
    while True:
        raw = stream.readline(_LINE_LIMIT)
        if not raw:
            break
        if number == 0 and raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            raise BoardReadingError("The file is in UTF-16.", hint="Save it as UTF-8 and try again.", place=0)
        if number == 0:
            raw = raw.removeprefix(codecs.BOM_UTF8)
        number += fresh
        fresh = raw.endswith(b"\n")
        raw = carry + raw
        cut = len(raw) if fresh else max(raw.rfind(b" "), 0) or len(raw)
        raw, carry = raw[:cut], raw[cut:]
        yield number, _decode(raw)
    if carry:
        yield number, _decode(carry)


def _decode(raw: bytes) -> str:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    return _UNPRINTABLE.sub(" ", text)


def _starts_game(line: str, builder: _Builder, *, after_blank: bool) -> bool:
    """Tell whether a line begins the next game; an unclosed comment ends where a header block begins."""
    if line.startswith("[") and HEADER.match(line):
        open_text = builder.in_comment or builder.depth > 0
        if open_text:
            return after_blank and line.startswith("[Event ")
        return bool(builder.pieces) or builder.finished or (after_blank and line.startswith("[Event "))
    return builder.finished and bool(line.strip()) and not line.startswith(("%", ";"))


def _take_line(line: str, builder: _Builder) -> None:
    outside = not builder.in_comment and builder.depth == 0
    if outside and line.startswith("%"):
        return
    if outside and line.startswith("[") and not builder.pieces:
        _take_headers(line, builder)
        return
    if outside and not _MARK.search(line):
        builder.add(line)
    else:
        _take_marked(line, builder)
    if not builder.in_comment and builder.depth == 0 and _RESULT_AT_END.search(line):
        builder.finished = True


def _take_headers(line: str, builder: _Builder) -> None:
    found = HEADER.findall(line)
    if not found:
        builder.note(Damage.BROKEN_HEADER)
    for name, value in found:
        if len(builder.headers) < _MAX_HEADERS:
            builder.headers.setdefault(name, re.sub(r"\\(.)", r"\1", value))


def _take_marked(line: str, builder: _Builder) -> None:
    """Tell main line, comments and variations apart, counting the depth instead of recursing."""
    start = 0
    for match in _MARK.finditer(line):
        mark = match.group()
        if builder.in_comment:
            if mark == "}":
                builder.comment(line[start : match.start()])
                builder.in_comment, start = False, match.end()
            continue
        if builder.depth == 0:
            builder.add(line[start : match.start()])
        start = match.end()
        if mark == ";":
            builder.comment(line[start:])
            return
        _open_or_close(mark, builder)
    if builder.in_comment:
        builder.comment(line[start:])
    elif builder.depth == 0:
        builder.add(line[start:])


def _open_or_close(mark: str, builder: _Builder) -> None:
    if mark == "{":
        builder.in_comment = True
    elif mark == "(":
        builder.depth += 1
    elif mark == ")" and builder.depth:
        builder.depth -= 1
    else:
        builder.note(Damage.UNOPENED_VARIATION)


class GameFile:
    """A PGN file, or a stream such as the standard input, as an iterable of games.

    A file is unpacked by its ending, a stream by its first bytes.

    :raises BoardReadingError: on opening or while iterating, when the file is missing, unreadable or damaged.
    """

    def __init__(self, source: Path | BinaryIO) -> None:
        self._raw: io.BufferedReader[Any]
        self.size: int | None = None
        """Bytes of the file as stored; ``None`` for a stream."""
        if not isinstance(source, Path):
            self.name = "-"
            self._raw = io.BufferedReader(cast("io.RawIOBase", source))
            return
        self.name = str(source)
        try:
            self.size = source.stat().st_size
            self._raw = source.open("rb")
        except OSError as error:
            raise _unreadable(self.name, error) from error

    @property
    def bytes_read(self) -> int:
        """How far into the file as stored, compressed or not, the reading has come; 0 for a stream."""
        return 0 if self.size is None else self._raw.tell()

    def __enter__(self) -> Self:
        """Give the open file itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file; a stream is left to its owner."""
        if self.size is None:
            self._raw.detach()
        else:
            self._raw.close()

    def __iter__(self) -> Iterator[RawGame]:
        """Yield the games; those before a damage of the file are not lost."""
        try:
            yield from iter_games(self._decompressed())
        except (OSError, EOFError, zlib.error, zstandard.ZstdError) as error:
            raise _unreadable(self.name, error) from error

    def _decompressed(self) -> BinaryIO:
        packing = self._packing()
        if packing is _Packing.GZIP:
            return io.BufferedReader(gzip.GzipFile(fileobj=self._raw))
        if packing is _Packing.ZSTD:
            decompressor = zstandard.ZstdDecompressor(max_window_size=_MAX_ZSTD_WINDOW)
            return io.BufferedReader(
                decompressor.stream_reader(self._raw, read_across_frames=True, closefd=False)
            )
        return self._raw

    def _packing(self) -> _Packing | None:
        if self.size is None:
            start = self._raw.peek(4)
            return next((packing for packing in _Packing if start.startswith(packing.value)), None)
        return _ENDINGS.get(Path(self.name).suffix)


class _Packing(Enum):
    """How a file is compressed, with the bytes it then begins with."""

    GZIP = b"\x1f\x8b"
    ZSTD = b"\x28\xb5\x2f\xfd"


_ENDINGS = {".gz": _Packing.GZIP, ".zst": _Packing.ZSTD, ".zstd": _Packing.ZSTD}


def _unreadable(name: str, error: Exception) -> BoardReadingError:
    return BoardReadingError(
        f"{name} cannot be read: {error}.",
        hint="Check the path, and that the file is a whole PGN file, plain, .gz or .zst.",
    )
