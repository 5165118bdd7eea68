"""Measure vector indexes: build, memory, latency, and recall@10 of approximate against exact search.

Usage: python -m eval.bench_index [--counts 1000,100000] [--indexes exact,graph,lists,lists_sq8,milvus]

``exact`` and ``graph`` are what the product uses (``kb/search/vectors.py``), ``milvus`` is the embedded
Milvus.  ``lists`` is an inverted file, ``lists_sq8`` one with a byte for each number; both are here for
comparison.  Each index and size is measured in a process of its own and printed as one row of a Markdown
table.  A million vectors take 3.6 GB, and an index over them as much again: ``--counts 1000000``.

The clauses are synthetic, shaped after the vectors of our own questions under the built-in encoder: 896
numbers; a common direction (mean cosine of two texts 0.58); deviations from it whose variance falls off by
rank so that about 100 directions carry it; and clusters of 20 texts on one subject that share two fifths
of it, so that the nearest neighbour is at a cosine of about 0.8 and the tenth at about 0.75.  The queries
are further members of clusters.  Recall@10 is the share of the ten best by exact search that are found.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import faiss
import numpy as np
import psutil

from kb.search.encoder import Matrix
from kb.search.vectors import FaissIndex, Ids, Kind, VectorIndex

__all__ = ["recall", "synthetic", "synthetic_queries"]

_DIMENSION: Final = 896
_CLUSTER: Final = 20  # texts on one subject
_COMMON: Final = 0.585  # part of the squared length along the common direction
_SHARED: Final = 0.4  # part of the variance that a cluster has in common
_FALL: Final = (10.0, 0.45)  # standard deviation by rank: (rank + a) ** -b
_CHUNK: Final = 20_000
_QUERIES: Final = 300
_K: Final = 10
_SEED: Final = 7
_PROBED: Final = 64  # lists looked through for a query
_LISTS: Final = ["lists", "lists_sq8"]
_MILVUS: Final = "milvus"


def synthetic(count: int) -> Matrix:
    """Make ``(count, 896)`` unit vectors, the same at every call; members of a cluster are spread evenly."""
    made = np.empty((count, _DIMENSION), dtype=np.float32)
    clusters = _clusters(count)
    for number, start in enumerate(range(0, count, _CHUNK)):
        rows = np.arange(start, min(start + _CHUNK, count)) % clusters
        made[start : start + len(rows)] = _members(rows, np.random.default_rng([_SEED, number]))
    return made


def synthetic_queries(count: int, queries: int = _QUERIES) -> Matrix:
    """Make ``(queries, 896)`` further members of the clusters of ``synthetic(count)``."""
    rng = np.random.default_rng([_SEED, 1, count])
    return _members(rng.integers(0, _clusters(count), queries), rng)


def _clusters(count: int) -> int:
    return max(1, count // _CLUSTER)


def _members(clusters: Ids, rng: np.random.Generator) -> Matrix:
    """Make one vector for each cluster number given."""
    rank = np.arange(_DIMENSION - 1)
    spread = (rank + _FALL[0]) ** -_FALL[1]
    spread *= np.sqrt((1 - _COMMON) / (spread**2).sum())
    own = rng.standard_normal((len(clusters), len(rank)), dtype=np.float32)
    centres = {
        n: np.random.default_rng([_SEED, 2, n]).standard_normal(len(rank), dtype=np.float32)
        for n in np.unique(clusters).tolist()
    }
    shared = np.stack([centres[n] for n in clusters.tolist()])
    rows = np.empty((len(clusters), _DIMENSION), dtype=np.float32)
    rows[:, 0] = np.sqrt(_COMMON)
    rows[:, 1:] = (np.sqrt(_SHARED) * shared + np.sqrt(1 - _SHARED) * own) * spread
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows


def exact_best(vectors: Matrix, queries: Matrix, k: int) -> Ids:
    """Return the rows of the ``k`` best vectors of each query, by comparing all."""
    best_rows = np.empty((len(queries), 0), dtype=np.int64)
    best_scores = np.empty((len(queries), 0), dtype=np.float32)
    for start in range(0, len(vectors), _CHUNK):
        scores = queries @ vectors[start : start + _CHUNK].T
        rows = np.broadcast_to(np.arange(start, start + scores.shape[1]), scores.shape)
        scores, rows = np.hstack([best_scores, scores]), np.hstack([best_rows, rows])
        order = np.argsort(-scores, axis=1, kind="stable")[:, :k]
        best_scores, best_rows = (np.take_along_axis(a, order, axis=1) for a in (scores, rows))
    return best_rows


def recall(found: Ids, best: Ids) -> float:
    """Return the mean share of ``best`` that is found.

    >>> recall(np.array([[1, 2], [3, 4]]), np.array([[2, 9], [4, 3]]))
    0.75
    """
    hits = [len(set(f) & set(b)) for f, b in zip(found.tolist(), best.tolist(), strict=True)]
    return sum(hits) / best.size


def measure(name: str, count: int, folder: Path, threads: int) -> dict[str, float | int | str]:
    """Build one index over ``count`` clauses and search it."""
    vectors, queries = synthetic(count), synthetic_queries(count)
    best = exact_best(vectors, queries, _K)
    process = psutil.Process()
    before = process.memory_info().rss
    began = time.perf_counter()
    index = _built(name, vectors, folder, threads)
    build = time.perf_counter() - began
    held = process.memory_info().rss - before
    del vectors
    index.search(queries[:5], _K)
    found, times = [], []
    for query in queries:
        began = time.perf_counter()
        found.append(index.search(query[np.newaxis, :], _K)[0][0])
        times.append(1000 * (time.perf_counter() - began))
    return {
        "index": name,
        "clauses": count,
        "build_s": round(build, 1),
        "memory_mb": round(held / 2**20),
        "p50_ms": round(float(np.percentile(times, 50)), 2),
        "p95_ms": round(float(np.percentile(times, 95)), 2),
        "recall_at_10": round(recall(np.array(found), best), 3),
    }


def _built(name: str, vectors: Matrix, folder: Path, threads: int) -> VectorIndex:
    ids = np.arange(len(vectors), dtype=np.int64)
    if name in _LISTS:
        return FaissIndex(_listed(ids, vectors, bytes_only=name != _LISTS[0]))
    if name != _MILVUS:
        return FaissIndex.build(ids, vectors, Kind(name), threads=threads)
    from pymilvus import MilvusClient

    from kb.search.milvus import MilvusIndex, write_collection

    client = MilvusClient(str(folder / "bench.db"))
    write_collection(client, "bench", [f"{number:064}" for number in ids.tolist()], vectors)
    client.load_collection("bench")
    return MilvusIndex(client, "bench", *vectors.shape)


def _listed(ids: Ids, vectors: Matrix, *, bytes_only: bool) -> faiss.IndexIDMap2:
    """Make an inverted file with about four times the square root of the count of lists."""
    count, dimension = vectors.shape
    lists = max(1, min(round(4 * count**0.5), count // 40))
    centres = faiss.IndexFlatIP(dimension)
    metric = faiss.METRIC_INNER_PRODUCT
    if bytes_only:
        kind = faiss.ScalarQuantizer.QT_8bit
        index = faiss.IndexIVFScalarQuantizer(centres, dimension, lists, kind, metric)
    else:
        index = faiss.IndexIVFFlat(centres, dimension, lists, metric)
    index.nprobe = min(_PROBED, lists)
    index.cp.niter = 6
    index.train(np.ascontiguousarray(vectors[:: max(1, count // (lists * 40))]))
    mapped = faiss.IndexIDMap2(index)
    for start in range(0, count, _CHUNK):
        mapped.add_with_ids(vectors[start : start + _CHUNK], ids[start : start + _CHUNK])
    return mapped


def _rows(names: list[str], counts: list[int], threads: int) -> Iterator[dict[str, float | int | str]]:
    for count in counts:
        for name in names:
            command = [sys.executable, "-m", "eval.bench_index", "--one", name, "--counts", str(count)]
            command += ["--threads", str(threads)]
            yield json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--counts", default="1000,100000", help="numbers of clauses")
    parser.add_argument("--indexes", default=",".join([*Kind, *_LISTS, _MILVUS]), help="what to measure")
    parser.add_argument("--threads", type=int, default=1, help="threads that build a graph")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_args()
    counts = [int(count) for count in options.counts.split(",")]
    if options.one:
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(measure(options.one, counts[0], Path(folder), options.threads)))
        return
    for number, row in enumerate(_rows(options.indexes.split(","), counts, options.threads)):
        if number == 0:
            print(f"| {' | '.join(row)} |\n|{'---|' * len(row)}", flush=True)
        print(f"| {' | '.join(map(str, row.values()))} |", flush=True)


if __name__ == "__main__":
    main()
