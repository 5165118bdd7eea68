"""The search index in Milvus: embedded in one file with milvus-lite, or in a server or cluster.

One collection holds one index::

    kb1_<encoder>_<corpus>     hashes of everything the vectors depend on
    kb1_new_<time>_<random>    an index being written; becomes the former by one renaming

A collection is never changed after that, so a reader sees a whole index or none, and of two processes that
build at once one finishes first and the other takes what it made.  Rows are ``id`` (the number of the entry),
``text`` (the key of its text, by which later indexes take over its vector) and ``vector``.

Importing this module needs pymilvus.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import logging
import secrets
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import grpc  # type: ignore[import-untyped, unused-ignore]
import numpy as np
from pymilvus import DataType, MilvusClient
from pymilvus.exceptions import MilvusException

from kb.errors import IndexStoreError
from kb.search.encoder import Encoder, Matrix
from kb.search.entries import Entry, corpus_hash
from kb.search.index import EncodedEntries, Progress, SearchIndex, encode_entries, text_key
from kb.search.store import Cause, IndexReport, Opened
from kb.search.vectors import BREADTH, LINKS, NOTHING, Ids, Kind, best_first, kind_for, search_breadth
from kb.settings import IndexChoice

__all__ = ["MilvusIndex", "MilvusStore", "write_collection"]

_FORMAT: Final = "kb1_"
_NEW: Final = f"{_FORMAT}new_"
_KEPT: Final = 3  # indexes left in a file
_ABANDONED_AFTER: Final = 3600.0  # seconds after which an index being written on a server is given up
_CONNECT: Final = 5.0  # seconds; with the others, what keeps a dead server from hanging us
_CALL: Final = 30.0
_BUILD: Final = 600.0
_NEVER: Final = 2**31 - 1  # the embedded server takes signs of life for an attack and hangs up
_ROWS: Final = 1000  # sent or fetched at once: 4 MB of vectors
_MOST_FOUND: Final = 16_384  # Milvus returns no more for a query

# Every failure reaches us as an exception; without this the embedded server would print its traceback too.
for _talker in ("milvus_lite", "grpc._server"):
    logging.getLogger(_talker).setLevel(logging.CRITICAL)


class MilvusIndex:
    """The vectors of one loaded collection; exact or approximate by size, as with faiss.

    Searches return at most 16,384 vectors, the limit of Milvus.

    :raises IndexStoreError: (every method) Milvus does not answer, or the collection is gone.
    """

    def __init__(self, client: MilvusClient, name: str, count: int, dimension: int) -> None:
        self._client = client
        self._name = name
        self._count = count
        self._dimension = dimension

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return self._dimension

    def __len__(self) -> int:
        return self._count

    def search(self, vectors: Matrix, k: int) -> tuple[Ids, Matrix]:
        """Find the best ``min(k, len(self), 16384)`` for each of ``(m, dimension)`` vectors."""
        width = max(0, min(k, len(self), _MOST_FOUND))
        ids = np.full((len(vectors), width), NOTHING, dtype=np.int64)
        scores = np.full((len(vectors), width), -np.inf, dtype=np.float32)
        if not ids.size:
            return ids, scores
        with _speaking():
            found = self._client.search(
                self._name,
                list(vectors),
                limit=width,
                search_params=_search_params(len(self), width),
                timeout=_CALL,
            )
        for row, hits in enumerate(found):
            names = np.array([hit["id"] for hit in hits], dtype=np.int64)
            values = np.array([hit["distance"] for hit in hits], dtype=np.float32)
            ids[row, : len(names)], scores[row, : len(names)] = best_first(names, values)
        return ids, scores

    def get(self, ids: Ids) -> Matrix:
        """Return the vectors of ``n`` ids, ``(n, dimension)``.

        :raises KeyError: an id is not held.
        """
        made = np.empty((len(ids), self._dimension), dtype=np.float32)
        for start in range(0, len(ids), _ROWS):
            wanted = ids[start : start + _ROWS].tolist()
            with _speaking():
                rows = self._client.query(
                    self._name, ids=wanted, output_fields=["id", "vector"], timeout=_CALL
                )
            held = {row["id"]: row["vector"] for row in rows}
            if not held.keys() >= set(wanted):
                raise KeyError("no vector has one of these ids")
            made[start : start + len(wanted)] = [held[name] for name in wanted]
        return made


class MilvusStore:
    """Search indexes in one Milvus, which processes may share; an embedded one serves one process.

    A server keeps the indexes of earlier corpora and encoders, because another process may search them;
    dropping them is for whoever runs it.

    :param token: what the server asks for, or empty.
    """

    def __init__(self, choice: IndexChoice, token: str = "") -> None:
        self._choice = choice
        self._token = token

    def open_or_build(
        self, entries: Sequence[Entry], encoder: Encoder, progress: Progress | None = None
    ) -> Opened:
        """Open the index of these entries and this encoder, or build it.

        Vectors of unchanged texts come from earlier indexes of the same encoder.

        :raises IndexStoreError: Milvus is not installed, cannot be reached or fails; or there are no
            entries, or two have the same id.
        :raises EncoderError: the encoder gives unusable vectors.
        """
        client = self._connected()
        name = _name(entries, encoder)
        report = IndexReport(built=_state(client, name, len(entries), encoder.dimension))
        if report.built:
            known = _known_vectors(client, _family(encoder), [text_key(entry) for entry in entries])
            made = encode_entries(entries, encoder, known, progress)
            self._write(client, name, made)
            report = IndexReport(None, report.built, made.encoded, made.reused)
        _loaded(client, name)
        vectors = MilvusIndex(client, name, len(entries), encoder.dimension)
        return Opened(SearchIndex(entries, encoder, vectors), report)

    def state(self, entries: Sequence[Entry], encoder: Encoder) -> Cause:
        """Say why :meth:`open_or_build` would build, without building: falsy if it would not.

        :raises IndexStoreError: Milvus is not installed or cannot be reached.
        """
        if self._choice.embedded and not Path(self._choice.target).exists():
            return Cause.MISSING
        return _state(self._connected(), _name(entries, encoder), len(entries), encoder.dimension)

    def _connected(self) -> MilvusClient:
        if self._choice.embedded:
            return _opened_file(Path(self._choice.target))
        try:
            return MilvusClient(self._choice.target, token=self._token, timeout=_CONNECT)
        except (MilvusException, grpc.RpcError, ValueError) as error:
            raise IndexStoreError(
                f"No Milvus answers at the address in KB_INDEX: {_reason(error)}.",
                hint="Start the server or correct KB_INDEX (and KB_MILVUS_TOKEN, if it asks for one); "
                "KB_INDEX=faiss needs no server.",
            ) from error

    def _write(self, client: MilvusClient, name: str, made: EncodedEntries) -> None:
        """Write a collection under a passing name and rename it, unless another process was quicker."""
        new = f"{_NEW}{time.time():.0f}_{secrets.token_hex(8)}"
        try:
            write_collection(client, new, made.keys, made.matrix)
            with _speaking():
                if _state(client, name, *made.matrix.shape) is Cause.DAMAGED:
                    client.drop_collection(name, timeout=_CALL)
                try:
                    client.rename_collection(new, name, timeout=_CALL)
                except MilvusException:
                    if _state(client, name, *made.matrix.shape):
                        raise
        finally:
            with contextlib.suppress(MilvusException, grpc.RpcError, IndexStoreError):
                self._clean_up(client, name, new)

    def _clean_up(self, client: MilvusClient, current: str, new: str) -> None:
        """Drop what this and killed builds left; in a file, also indexes beyond the few that are kept."""
        ours = _ours(client)
        dropped = [name for name in ours if name == new or (name.startswith(_NEW) and self._abandoned(name))]
        if self._choice.embedded:
            family = current.rpartition("_")[0]
            others = [name for name in ours if not name.startswith(_NEW) and name != current]
            dropped += sorted(others, key=lambda name: not name.startswith(family))[_KEPT - 1 :]
        for name in dropped:
            client.drop_collection(name, timeout=_CALL)

    def _abandoned(self, new: str) -> bool:
        """Whether nobody writes a collection any more: in a file nobody but us could."""
        begun = new.removeprefix(_NEW).partition("_")[0]
        return self._choice.embedded or time.time() - float(begun) > _ABANDONED_AFTER


def write_collection(client: MilvusClient, name: str, keys: Sequence[str], vectors: Matrix) -> None:
    """Write ``(n, dimension)`` vectors and the keys of their texts to a new collection, indexed by size.

    :raises IndexStoreError: Milvus does not answer or refuses.
    """
    with _speaking():
        schema = client.create_schema(auto_id=False, enable_dynamic_field=False)
        schema.add_field("id", DataType.INT64, is_primary=True)
        schema.add_field("text", DataType.VARCHAR, max_length=64)
        schema.add_field("vector", DataType.FLOAT_VECTOR, dim=vectors.shape[1])
        client.create_collection(name, schema=schema, consistency_level="Strong", timeout=_CALL)
        for start in range(0, len(keys), _ROWS):
            chunk = zip(keys[start : start + _ROWS], vectors[start : start + _ROWS], strict=True)
            rows = [{"id": start + n, "text": key, "vector": vector} for n, (key, vector) in enumerate(chunk)]
            client.insert(name, rows, timeout=_CALL)
        client.flush(name, timeout=_BUILD)
        index = client.prepare_index_params()
        index.add_index("vector", metric_type="IP", **_index_params(len(keys)))
        client.create_index(name, index, timeout=_BUILD)


def _opened_file(path: Path) -> MilvusClient:
    """Open an embedded Milvus, making it if it does not exist."""
    if importlib.util.find_spec("milvus_lite") is None:
        raise IndexStoreError(
            "KB_INDEX names a file, which needs milvus-lite, and that is not installed.",
            hint="Install it with pip install milvus-lite (there is none for Windows), name a Milvus server, "
            "or set KB_INDEX=faiss.",
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return MilvusClient(str(path), timeout=_CONNECT, grpc_options={"grpc.keepalive_time_ms": _NEVER})
    except (MilvusException, grpc.RpcError, OSError) as error:
        raise IndexStoreError(
            f"The Milvus file {path} cannot be opened: another process uses it (one at a time can), "
            "it cannot be written, or it is something else.",
            hint="Stop the other process or name another file in KB_INDEX; a Milvus server serves several "
            "processes.",
        ) from error


@contextlib.contextmanager
def _speaking() -> Iterator[None]:
    """Turn what goes wrong between us and Milvus into our error."""
    try:
        yield
    except (MilvusException, grpc.RpcError, TimeoutError) as error:
        raise IndexStoreError(
            f"Milvus failed: {_reason(error)}.",
            hint="See that the Milvus in KB_INDEX runs and start again, or set KB_INDEX=faiss.",
        ) from error


def _reason(error: Exception) -> str:
    text = str(getattr(error, "message", "") or error).strip()
    return text.splitlines()[0].rstrip(".") if text else type(error).__name__


def _family(encoder: Encoder) -> str:
    """Begin the names of all indexes of an encoder."""
    parts = json.dumps([encoder.id, encoder.dimension])
    return f"{_FORMAT}{hashlib.sha256(parts.encode()).hexdigest()[:24]}_"


def _name(entries: Sequence[Entry], encoder: Encoder) -> str:
    return f"{_family(encoder)}{hashlib.sha256(corpus_hash(entries).encode()).hexdigest()[:24]}"


def _ours(client: MilvusClient) -> list[str]:
    return sorted(name for name in client.list_collections(timeout=_CALL) if name.startswith(_FORMAT))


def _state(client: MilvusClient, name: str, count: int, dimension: int) -> Cause:
    """Say whether a collection is there and what it should be."""
    with _speaking():
        if not client.has_collection(name, timeout=_CALL):
            return Cause.MISSING
        fields = client.describe_collection(name, timeout=_CALL)["fields"]
        dimensions = [field["params"].get("dim") for field in fields if field["name"] == "vector"]
        if dimensions != [dimension] or not client.list_indexes(name, timeout=_CALL):
            return Cause.DAMAGED
        _loaded(client, name)
        return Cause.NONE if _rows(client, name) == count else Cause.DAMAGED


def _loaded(client: MilvusClient, name: str) -> None:
    with _speaking():
        client.load_collection(name, timeout=_BUILD)


def _rows(client: MilvusClient, name: str) -> int:
    counted = client.query(name, filter="", output_fields=["count(*)"], timeout=_CALL)
    return int(counted[0]["count(*)"])


def _known_vectors(client: MilvusClient, family: str, keys: Sequence[str]) -> dict[str, Matrix]:
    """Map keys of texts to their vectors, as far as indexes of this encoder hold them."""
    known: dict[str, Matrix] = {}
    wanted = dict.fromkeys(keys)
    with _speaking():
        for name in (name for name in _ours(client) if name.startswith(family)):
            missing = [key for key in wanted if key not in known]
            if not missing or not client.list_indexes(name, timeout=_CALL):
                continue
            client.load_collection(name, timeout=_BUILD)
            for start in range(0, len(missing), _ROWS):
                asked = json.dumps(missing[start : start + _ROWS])
                # Of more rows than Milvus returns, with the same few texts, some are encoded again.
                rows = client.query(
                    name,
                    filter=f"text in {asked}",
                    output_fields=["text", "vector"],
                    limit=_MOST_FOUND,
                    timeout=_CALL,
                )
                known.update((row["text"], np.array(row["vector"], dtype=np.float32)) for row in rows)
    return known


def _index_params(count: int) -> dict[str, Any]:
    if kind_for(count) is Kind.EXACT:
        return {"index_type": "FLAT"}
    return {"index_type": "HNSW", "params": {"M": LINKS, "efConstruction": BREADTH}}


def _search_params(count: int, width: int) -> dict[str, Any]:
    if kind_for(count) is Kind.EXACT:
        return {"metric_type": "IP"}
    return {"metric_type": "IP", "params": {"ef": max(search_breadth(count), width)}}
