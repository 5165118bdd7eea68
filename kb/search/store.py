"""The search index kept: built once, checked at every opening, rebuilt by itself.

Layout, below the folder given to :class:`FileStore`::

    <key>/manifest.json     what the vectors were made from, and their checksum
    <key>/vectors.bin       the vectors, in the format of faiss
    .new-…                  an index being written; becomes <key> by one rename

The key is derived from everything the vectors depend on, so an index is never changed in place: a reader
sees a whole one or none, and two processes that build at once write the same thing.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum, unique
from importlib import metadata
from pathlib import Path
from typing import Final, Protocol

import numpy as np

from kb.errors import IndexStoreError
from kb.files import flush, scratch_folder
from kb.search.encoder import Encoder, Matrix
from kb.search.entries import Entry, corpus_hash
from kb.search.index import Progress, SearchIndex, encode_entries
from kb.search.vectors import FaissIndex
from kb.settings import IndexEngine, Settings

__all__ = ["Cause", "FileStore", "IndexReport", "IndexStore", "Opened", "open_store"]

_FORMAT: Final = 1
_ENGINE: Final = IndexEngine.FAISS.value
_KEPT: Final = 3  # indexes left on disk: the current one, and those of encoders or corpora used before
_ABANDONED_AFTER: Final = 3600.0  # seconds without change after which an index being written is given up
_MANIFEST: Final = "manifest.json"
_VECTORS: Final = "vectors.bin"
_NEW: Final = ".new-"
_OLD: Final = ".old-"
_LIBRARIES: Final = ("chess-laws-kb", "faiss-cpu", "numpy")


@unique
class Cause(StrEnum):
    """Why an index was built; falsy when it was not."""

    NONE = ""
    """The stored one was opened."""

    MISSING = "missing"
    """There was none for these entries and this encoder: first use, or one of the two has changed."""

    DAMAGED = "damaged"
    """There was one, but incomplete or not what its manifest says."""


@dataclass(frozen=True, slots=True)
class IndexReport:
    """How an index came about.

    ``encoded`` and ``reused`` count the distinct texts encoded now and those whose vectors came from an
    earlier index.  ``folder`` is where a file store keeps it.  ``stored`` is false when the index is in
    memory only, because ``folder`` cannot be written; ``problem`` then has the system's words for it.
    """

    folder: Path | None = None
    built: Cause = Cause.NONE
    encoded: int = 0
    reused: int = 0
    stored: bool = True
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Opened:
    """A search index and how it came about."""

    index: SearchIndex
    report: IndexReport


@dataclass(frozen=True, slots=True)
class _Manifest:
    """What is written beside the vectors; ``texts`` holds the text key of each row, for reuse."""

    format: int
    engine: str
    encoder: str
    corpus: str
    dimension: int
    libraries: dict[str, str]
    texts: list[str]
    checksum: str = ""


@dataclass(frozen=True, slots=True)
class _Stored:
    """A sound index read from disk."""

    manifest: _Manifest
    vectors: FaissIndex


class IndexStore(Protocol):
    """Keeps search indexes from one start to the next."""

    def open_or_build(
        self, entries: Sequence[Entry], encoder: Encoder, progress: Progress | None = None
    ) -> Opened:
        """Open the stored index of these entries and this encoder, or build and store it.

        :raises IndexStoreError: there are no entries, two have the same id, or the store does not answer.
        :raises EncoderError: the encoder gives unusable vectors.
        """

    def state(self, entries: Sequence[Entry], encoder: Encoder) -> Cause:
        """Say why :meth:`open_or_build` would build, without building: falsy if it would not.

        :raises IndexStoreError: the store does not answer.
        """


def open_store(settings: Settings) -> IndexStore:
    """Name the store the settings ask for; nothing is created yet.

    :raises IndexStoreError: it needs a package that is not installed.
    """
    if settings.index.engine is IndexEngine.FAISS:
        return FileStore(settings.cache_dir / "index")
    try:
        from kb.search.milvus import MilvusStore  # imports pymilvus, which is an extra
    except ImportError as error:
        raise IndexStoreError(
            f"KB_INDEX asks for Milvus, which does not load: {error}.",
            hint='Install it with pip install "chess-laws-kb[milvus]", or set KB_INDEX=faiss.',
        ) from error
    return MilvusStore(settings.index, settings.milvus_token.get_secret_value())


class FileStore:
    """Search indexes kept in one folder, which processes may share.

    Not promised: that an index is stored at all; where the folder cannot be written, each process builds
    its own in memory and says so in its report.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def open_or_build(
        self, entries: Sequence[Entry], encoder: Encoder, progress: Progress | None = None
    ) -> Opened:
        """Open the stored index of these entries and this encoder, or build and store it.

        A missing or damaged one is built anew; vectors of unchanged texts come from an earlier index of the
        same encoder.

        :raises IndexStoreError: there are no entries, or two have the same id.
        :raises EncoderError: the encoder gives unusable vectors.
        """
        corpus = corpus_hash(entries)
        place = self._place(corpus, encoder)
        stored = self._read(place, encoder, corpus)
        if stored is not None:
            return Opened(SearchIndex(entries, encoder, stored.vectors), IndexReport(place))
        cause = Cause.DAMAGED if _exists(place) else Cause.MISSING
        made = encode_entries(entries, encoder, self._known_vectors(encoder), progress)
        vectors = FaissIndex.build(np.arange(len(entries), dtype=np.int64), made.matrix)
        manifest = _Manifest(
            format=_FORMAT,
            engine=_ENGINE,
            encoder=encoder.id,
            corpus=corpus,
            dimension=encoder.dimension,
            libraries=_library_versions(),
            texts=made.keys,
        )
        report = IndexReport(place, cause, made.encoded, made.reused)
        try:
            self._write(place, _Stored(manifest, vectors), encoder)
        except OSError as error:
            report = replace(report, stored=False, problem=str(error))
        return Opened(SearchIndex(entries, encoder, vectors), report)

    def state(self, entries: Sequence[Entry], encoder: Encoder) -> Cause:
        """Say why :meth:`open_or_build` would build, without building: falsy if it would not."""
        corpus = corpus_hash(entries)
        place = self._place(corpus, encoder)
        if self._read(place, encoder, corpus) is not None:
            return Cause.NONE
        return Cause.DAMAGED if _exists(place) else Cause.MISSING

    def _place(self, corpus: str, encoder: Encoder) -> Path:
        parts = json.dumps([_FORMAT, _ENGINE, encoder.id, encoder.dimension, corpus])
        return self._folder / hashlib.sha256(parts.encode()).hexdigest()[:32]

    def _read(self, place: Path, encoder: Encoder, corpus: str | None = None) -> _Stored | None:
        """Read one stored index; ``None`` unless it is whole and of this encoder (and corpus, if given)."""
        manifest = _read_manifest(place / _MANIFEST)
        if manifest is None:
            return None
        expected = (_ENGINE, encoder.id, encoder.dimension)
        if (manifest.engine, manifest.encoder, manifest.dimension) != expected:
            return None
        if corpus is not None and manifest.corpus != corpus:
            return None
        try:
            if _checksum(place / _VECTORS) != manifest.checksum:
                return None
            vectors = FaissIndex.load(place / _VECTORS)
        except (OSError, IndexStoreError):
            return None
        if (len(vectors), vectors.dimension) != (len(manifest.texts), manifest.dimension):
            return None
        return _Stored(manifest, vectors)

    def _known_vectors(self, encoder: Encoder) -> dict[str, Matrix]:
        """Map text keys to vectors, from the newest sound index of this encoder."""
        for place in self._by_age():
            stored = self._read(place, encoder)
            if stored is not None:
                rows = stored.vectors.get(np.arange(len(stored.vectors), dtype=np.int64))
                return dict(zip(stored.manifest.texts, rows, strict=True))
        return {}

    def _write(self, place: Path, made: _Stored, encoder: Encoder) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        new = scratch_folder(self._folder, _NEW)
        try:
            made.vectors.save(new / _VECTORS)
            manifest = replace(made.manifest, checksum=_checksum(new / _VECTORS))
            text = json.dumps(asdict(manifest), indent=0, sort_keys=True)
            (new / _MANIFEST).write_text(text, encoding="utf-8")
            for path in (new / _VECTORS, new / _MANIFEST, new):
                flush(path)
            self._publish(new, place, encoder, manifest.corpus)
        finally:
            shutil.rmtree(new, ignore_errors=True)
        self._clean_up(place)

    def _publish(self, new: Path, place: Path, encoder: Encoder, corpus: str) -> None:
        """Give the finished folder its name, unless another process has stored the same index meanwhile."""
        if self._read(place, encoder, corpus) is not None:
            return
        aside = scratch_folder(self._folder, _OLD)
        try:
            with contextlib.suppress(FileNotFoundError):  # there was nothing, or another process moved it
                place.rename(aside / place.name)
            try:
                new.rename(place)
            except OSError:
                if self._read(place, encoder, corpus) is None:
                    raise
        finally:
            shutil.rmtree(aside, ignore_errors=True)
        flush(self._folder)

    def _by_age(self) -> list[Path]:
        """List the folders of stored indexes, newest first."""
        aged = []
        with contextlib.suppress(OSError):
            for place in self._folder.iterdir():
                with contextlib.suppress(OSError):  # deleted meanwhile, or not an index
                    aged.append(((place / _MANIFEST).stat().st_mtime_ns, place))
        return [place for _, place in sorted(aged, reverse=True) if not place.name.startswith((_NEW, _OLD))]

    def _clean_up(self, current: Path) -> None:
        """Delete indexes no longer used, and what builds that were killed have left behind."""
        others = [place for place in self._by_age() if place != current]
        for place in others[_KEPT - 1 :]:
            shutil.rmtree(place, ignore_errors=True)
        for pattern in (f"{_NEW}*", f"{_OLD}*"):
            for left in self._folder.glob(pattern):
                with contextlib.suppress(OSError):
                    if time.time() - left.stat().st_mtime > _ABANDONED_AFTER:
                        shutil.rmtree(left, ignore_errors=True)


def _library_versions() -> dict[str, str]:
    versions = {}
    for name in _LIBRARIES:
        with contextlib.suppress(metadata.PackageNotFoundError):  # ourselves, when run from a checkout
            versions[name] = metadata.version(name)
    return versions


def _read_manifest(path: Path) -> _Manifest | None:
    """Read a manifest; ``None`` if it is missing, of another format, or not made of what it should be."""
    try:
        manifest = _Manifest(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    texts = manifest.texts
    sound = isinstance(texts, list) and all(isinstance(text, str) for text in texts)
    return manifest if sound and manifest.format == _FORMAT else None


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _exists(place: Path) -> bool:
    try:
        return place.exists()
    except OSError:
        return False
