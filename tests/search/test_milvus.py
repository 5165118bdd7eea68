"""The Milvus store: embedded in a file, and the same client against a server in another process."""

from __future__ import annotations

import importlib.util
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kb.desk import Desk
from kb.errors import IndexStoreError, SettingsError
from kb.search.encoder import Degradation, Matrix
from kb.search.entries import Entry, EntryKind, Side
from kb.search.store import Cause, FileStore, IndexStore, open_store
from kb.search.vectors import FaissIndex
from kb.settings import IndexChoice, IndexEngine, Settings
from kb.web.serving import serve
from tests.search.conftest import HashEncoder

pymilvus = pytest.importorskip("pymilvus")
pytest.importorskip("milvus_lite")

from kb.search import milvus  # noqa: E402
from kb.search.milvus import MilvusIndex, MilvusStore  # noqa: E402

ROOT = Path(__file__).parents[2]
ENTRIES = tuple(
    Entry(f"e/{n}", f"text number {n}", kind, "en", f"topic {n % 5}")
    for n, kind in enumerate(list(EntryKind) * 5)
)

QUESTIONS = (
    "¿Puedo enrocar con las dos manos?",
    "Mijn tegenstander drukte de klok in zonder te zetten.",
    "Тронул фигуру и отпустил — обязан ходить?",
    "my phone rang during the game",
    "What is the weather in Utrecht?",
    "",
)


def in_file(path: Path) -> MilvusStore:
    return MilvusStore(IndexChoice(IndexEngine.MILVUS, str(path)))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """An embedded Milvus served by another process: the client sees nothing but an address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    folder = tmp_path_factory.mktemp("served")
    code = (
        "from milvus_lite.adapter.grpc.server import run_server\n"
        f"run_server({str(folder)!r}, '127.0.0.1', {port})"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL)
    for _ in range(300):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.1)
    yield f"http://127.0.0.1:{port}"
    process.send_signal(signal.SIGKILL)
    process.wait()


@pytest.fixture(params=["file", "server"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> IndexStore:
    if request.param == "file":
        return open_store(Settings(index=f"milvus:{tmp_path}/new/index.db"))
    return open_store(Settings(index=f"milvus:{request.getfixturevalue('server')}"))


def test_built_once_opened_again_and_grown_with_what_is_known(store: IndexStore) -> None:
    quick = HashEncoder(f"hash-{id(store)}")
    assert store.state(ENTRIES, quick) is Cause.MISSING
    built = store.open_or_build(ENTRIES, quick)
    assert (built.report.built, built.report.encoded, built.report.stored) == (
        Cause.MISSING,
        len(ENTRIES),
        True,
    )
    quick.encoded.clear()
    assert store.state(ENTRIES, quick) is Cause.NONE
    opened = store.open_or_build(ENTRIES, quick)
    assert opened.report.built is Cause.NONE
    assert quick.encoded == []
    assert opened.index.matrix().tobytes() == built.index.matrix().tobytes()

    changed = (replace(ENTRIES[0], text="new"), *ENTRIES[2:], replace(ENTRIES[1], topic="other"))
    grown = store.open_or_build(changed, quick)
    assert (grown.report.built, grown.report.encoded) == (Cause.MISSING, 1)
    assert quick.encoded == ["new"]
    expected = np.concatenate([HashEncoder(quick.id)._encode([e.text], e.kind.side) for e in changed])
    assert grown.index.matrix().tobytes() == expected.tobytes()
    assert store.open_or_build(ENTRIES, quick).report.built is Cause.NONE


def test_another_encoder_takes_nothing_over(store: IndexStore) -> None:
    store.open_or_build(ENTRIES, HashEncoder("one"))
    opened = store.open_or_build(ENTRIES, HashEncoder("two"))
    assert (opened.report.built, opened.report.reused) == (Cause.MISSING, 0)


class HeldVectors:
    """The encoder of a desk without the work: gives the vectors its index holds."""

    degraded = Degradation.NONE

    def __init__(self, desk: Desk) -> None:
        index = desk.finder.index
        self.id, self.dimension = f"held+{index.encoder.id}", index.encoder.dimension
        self._held = {
            (entry.kind.side, entry.text): row
            for entry, row in zip(index.entries, index.matrix(), strict=True)
        }

    def encode_queries(self, texts: Sequence[str]) -> Matrix:
        return np.array([self._held[Side.QUERY, text] for text in texts])

    def encode_documents(self, texts: Sequence[str]) -> Matrix:
        return np.array([self._held[Side.DOCUMENT, text] for text in texts])


def test_finds_the_same_as_faiss_on_the_corpus(tmp_path: Path, desk: Desk) -> None:
    entries, encoder = desk.finder.index.entries, HeldVectors(desk)
    exact = FileStore(tmp_path / "faiss").open_or_build(entries, encoder).index
    embedded = in_file(tmp_path / "index.db").open_or_build(entries, encoder).index
    assert embedded.matrix().tobytes() == exact.matrix().tobytes()
    asked = desk.finder.index.encoder.encode_queries(QUESTIONS)
    for ours, theirs in zip(embedded.search(asked, 50), exact.search(asked, 50), strict=True):
        same_up_to_ties(ours, theirs)


def same_up_to_ties(ours, theirs) -> None:
    """Compare two rankings: equal scores in every place, equal entries but for those that tie."""
    assert [hit.score for hit in ours] == pytest.approx([hit.score for hit in theirs], abs=1e-5)
    last = theirs[-1].score
    for mine, other in zip(ours, theirs, strict=True):
        if mine.entry.id != other.entry.id:
            assert mine.score == pytest.approx(other.score, abs=1e-5)
    sure = {hit.entry.id for hit in theirs if hit.score > last + 1e-5}
    assert sure <= {hit.entry.id for hit in ours}


def test_the_index_agrees_with_faiss_at_the_edges(tmp_path: Path) -> None:
    encoder = HashEncoder()
    index = in_file(tmp_path / "index.db").open_or_build(ENTRIES, encoder).index._vectors
    flat = FaissIndex.build(np.arange(len(ENTRIES)), index.get(np.arange(len(ENTRIES))))
    assert (len(index), index.dimension) == (len(ENTRIES), encoder.dimension)
    asked = encoder.encode_queries(["a", "b"])
    for k in (0, 1, len(ENTRIES), 10 * len(ENTRIES)):
        ids, scores = index.search(asked, k)
        expected_ids, expected_scores = flat.search(asked, k)
        assert ids.tolist() == expected_ids.tolist()
        np.testing.assert_allclose(scores, expected_scores, atol=1e-5)
    assert index.search(asked[:0], 3)[0].shape == (0, 3)
    assert index.get(np.array([7, 2, 7])).tobytes() == flat.get(np.array([7, 2, 7])).tobytes()
    with pytest.raises(KeyError):
        index.get(np.array([len(ENTRIES)]))


def test_a_large_index_is_a_graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kb.search.vectors.EXACT_UP_TO", 10)
    opened = in_file(tmp_path / "index.db").open_or_build(ENTRIES, HashEncoder())
    index = opened.index._vectors
    (name,) = milvus._ours(index._client)
    assert index._client.describe_index(name, "vector")["index_type"] == "HNSW"
    hits = opened.index.search_text(ENTRIES[0].text, 5)
    assert len(hits) == 5


def test_an_incomplete_collection_is_built_anew(tmp_path: Path, quick: HashEncoder) -> None:
    store = in_file(tmp_path / "index.db")
    index = store.open_or_build(ENTRIES, quick).index._vectors
    (name,) = milvus._ours(index._client)
    index._client.delete(name, ids=[3, 4])
    assert store.state(ENTRIES, quick) is Cause.DAMAGED
    opened = store.open_or_build(ENTRIES, quick)
    assert (opened.report.built, opened.report.encoded) == (Cause.DAMAGED, 2)
    assert store.state(ENTRIES, quick) is Cause.NONE


def test_old_and_abandoned_collections_of_a_file_are_dropped(
    tmp_path: Path, quick: HashEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(milvus, "_KEPT", 2)
    store = in_file(tmp_path / "index.db")
    client = store.open_or_build(ENTRIES[:1], quick).index._vectors._client
    milvus.write_collection(
        client, f"{milvus._NEW}{time.time():.0f}_left", ["k"], quick.encode_queries(["k"])
    )
    milvus.write_collection(client, "of_somebody_else", ["k"], quick.encode_queries(["k"]))
    for count in (2, 3):
        store.open_or_build(ENTRIES[:count], quick)
    left = client.list_collections()
    assert "of_somebody_else" in left
    assert len(milvus._ours(client)) == 2
    assert store.state(ENTRIES[:3], quick) is Cause.NONE


def test_a_server_keeps_what_others_may_be_using(
    server: str, quick: HashEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = MilvusStore(IndexChoice(IndexEngine.MILVUS, server))
    quick.id = "kept"
    client = store.open_or_build(ENTRIES[:1], quick).index._vectors._client
    unfinished, abandoned = f"{milvus._NEW}{time.time():.0f}_elsewhere", f"{milvus._NEW}1700000000_elsewhere"
    for name in (unfinished, abandoned):
        milvus.write_collection(client, name, ["k"], quick.encode_queries(["k"]))
    monkeypatch.setattr(milvus, "_KEPT", 1)
    store.open_or_build(ENTRIES[:2], quick)
    assert unfinished in client.list_collections()
    assert abandoned not in client.list_collections()
    assert all(store.state(ENTRIES[:count], quick) is Cause.NONE for count in (1, 2))


def test_of_two_builds_at_once_the_first_stays(server: str, quick: HashEncoder) -> None:
    store = MilvusStore(IndexChoice(IndexEngine.MILVUS, server))
    quick.id = "twice"

    def meanwhile(done: int, total: int) -> None:
        if done == total:
            store.open_or_build(ENTRIES, HashEncoder("twice"))

    opened = store.open_or_build(ENTRIES, quick, meanwhile)
    names = milvus._ours(opened.index._vectors._client)
    assert sum(name.startswith(milvus._family(quick)) for name in names) == 1
    assert not any(name.startswith(milvus._NEW) and "elsewhere" not in name for name in names)
    assert opened.index.search_text(ENTRIES[3].text, 40)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills forked processes")
def test_a_build_killed_at_any_line_leaves_the_old_index_usable(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.search.killed", "milvus", str(tmp_path), "2"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "2"), done.stderr


class TestTrouble:
    def test_no_server(self) -> None:
        store = open_store(Settings(index="milvus:http://127.0.0.1:1"))
        with pytest.raises(IndexStoreError, match=r"No Milvus answers.*KB_INDEX=faiss needs no server"):
            store.state(ENTRIES, HashEncoder())

    def test_a_server_that_says_nothing_is_given_up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(milvus, "_CONNECT", 0.3)
        with socket.create_server(("127.0.0.1", 0)) as silent:
            store = open_store(Settings(index=f"milvus:http://127.0.0.1:{silent.getsockname()[1]}"))
            with pytest.raises(IndexStoreError, match="No Milvus answers"):
                store.open_or_build(ENTRIES, HashEncoder())

    def test_a_file_another_process_uses(self, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "index.db"
        code = (
            "import sys, time, pymilvus; client = pymilvus.MilvusClient(sys.argv[1]); print(1, flush=True);"
            "time.sleep(60)"
        )
        other = subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE)
        assert other.stdout is not None
        with other, other.stdout:
            other.stdout.readline()
            with pytest.raises(IndexStoreError, match="another process uses it"):
                in_file(path).open_or_build(ENTRIES, HashEncoder())
            other.kill()
        assert "Traceback" not in capfd.readouterr().err

    def test_a_file_that_is_something_else(self, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
        (tmp_path / "index.db").write_text("SQLite format 3")
        with pytest.raises(IndexStoreError, match="is something else"):
            in_file(tmp_path / "index.db").state(ENTRIES, HashEncoder())
        assert "Traceback" not in capfd.readouterr().err

    def test_a_folder_that_cannot_be_made(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("in the way")
        with pytest.raises(IndexStoreError, match="cannot be opened"):
            in_file(tmp_path / "file" / "index.db").open_or_build(ENTRIES, HashEncoder())

    def test_asking_for_the_state_makes_no_file(self, tmp_path: Path, quick: HashEncoder) -> None:
        assert in_file(tmp_path / "index.db").state(ENTRIES, quick) is Cause.MISSING
        assert list(tmp_path.iterdir()) == []

    def test_a_collection_dropped_under_a_reader_is_an_error_that_helps(
        self, tmp_path: Path, quick: HashEncoder
    ) -> None:
        opened = in_file(tmp_path / "index.db").open_or_build(ENTRIES, quick)
        index = opened.index._vectors
        assert isinstance(index, MilvusIndex)
        index._client.drop_collection(index._name)
        with pytest.raises(IndexStoreError, match=r"Milvus failed: .*start again"):
            opened.index.search_text("anything", 3)

    def test_without_pymilvus(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "kb.search.milvus", None)
        with pytest.raises(IndexStoreError, match=r"pip install .*\[milvus\]"):
            open_store(Settings(index="milvus:http://localhost:19530"))

    def test_without_milvus_lite(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
        with pytest.raises(IndexStoreError, match="pip install milvus-lite"):
            in_file(tmp_path / "index.db").open_or_build(ENTRIES, HashEncoder())

    def test_a_file_does_not_serve_several_workers(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setenv("KB_INDEX", f"milvus:{tmp_path}/index.db")
        with pytest.raises(SettingsError, match="one worker"):
            serve("127.0.0.1", 0, workers=2)
        assert list(tmp_path.iterdir()) == []
