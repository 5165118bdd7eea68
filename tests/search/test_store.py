from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kb.search.store as store_module
from kb.errors import EncoderError
from kb.search.encoder import BuiltinEncoder
from kb.search.entries import Entry, EntryKind
from kb.search.store import Cause, FileStore, Opened, open_store
from kb.settings import FAISS, Settings
from tests.search.conftest import HashEncoder

ENTRIES = tuple(
    Entry(f"e/{n}", f"text number {n}", kind, "en", f"topic {n % 5}")
    for n, kind in enumerate(list(EntryKind) * 5)
)


def vectors_file(opened: Opened) -> Path:
    return opened.report.folder / "vectors.bin"


def manifest_file(opened: Opened) -> Path:
    return opened.report.folder / "manifest.json"


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


class TestBuildingAndOpening:
    def test_the_first_time_it_builds_and_stores(self, tmp_path: Path, quick: HashEncoder) -> None:
        opened = FileStore(tmp_path / "new" / "index").open_or_build(ENTRIES, quick)
        assert opened.report.built is Cause.MISSING
        assert opened.report.stored
        assert (opened.report.encoded, opened.report.reused) == (len(ENTRIES), 0)
        assert names(tmp_path / "new" / "index") == {opened.report.folder.name}

    def test_the_second_time_it_opens_and_finds_the_same(self, tmp_path: Path, quick: HashEncoder) -> None:
        store = FileStore(tmp_path)
        built = store.open_or_build(ENTRIES, quick)
        quick.encoded.clear()
        opened = store.open_or_build(ENTRIES, quick)
        assert opened.report.built is Cause.NONE
        assert quick.encoded == []
        assert opened.index.matrix().tobytes() == built.index.matrix().tobytes()
        assert opened.index.search_text("anything", 9) == built.index.search_text("anything", 9)

    def test_its_state_can_be_asked_without_building(self, tmp_path: Path, quick: HashEncoder) -> None:
        store = FileStore(tmp_path / "index")
        assert store.state(ENTRIES, quick) is Cause.MISSING
        assert not (tmp_path / "index").exists()
        store.open_or_build(ENTRIES, quick)
        assert store.state(ENTRIES, quick) is Cause.NONE

    def test_the_manifest_says_what_is_inside(self, tmp_path: Path, quick: HashEncoder) -> None:
        manifest = json.loads(
            manifest_file(FileStore(tmp_path).open_or_build(ENTRIES, quick)).read_text(encoding="utf-8")
        )
        assert manifest["encoder"] == "hash-1"
        assert manifest["engine"] == "faiss"
        assert manifest["dimension"] == 16
        assert len(manifest["texts"]) == len(ENTRIES)
        assert {"faiss-cpu", "numpy"} <= set(manifest["libraries"])

    def test_two_builds_are_the_same_to_the_byte(self, tmp_path: Path, quick: HashEncoder) -> None:
        one = FileStore(tmp_path / "one").open_or_build(ENTRIES, quick)
        two = FileStore(tmp_path / "two").open_or_build(ENTRIES, quick)
        assert one.report.folder.name == two.report.folder.name
        assert vectors_file(one).read_bytes() == vectors_file(two).read_bytes()
        assert manifest_file(one).read_bytes() == manifest_file(two).read_bytes()

    def test_the_settings_say_where(self, tmp_path: Path, quick: HashEncoder) -> None:
        store = open_store(Settings(cache_dir=tmp_path, index=FAISS))
        assert store.open_or_build(ENTRIES, quick).report.folder.parent == tmp_path / "index"


class TestChanges:
    def test_another_corpus_reuses_what_it_can(self, tmp_path: Path, quick: HashEncoder) -> None:
        store = FileStore(tmp_path)
        store.open_or_build(ENTRIES, quick)
        quick.encoded.clear()
        changed = (replace(ENTRIES[0], text="new"), *ENTRIES[2:], replace(ENTRIES[1], topic="other"))
        opened = store.open_or_build(changed, quick)
        assert opened.report.built is Cause.MISSING
        assert (opened.report.encoded, opened.report.reused) == (1, len(ENTRIES) - 1)
        assert quick.encoded == ["new"]
        fresh = FileStore(tmp_path / "fresh").open_or_build(changed, quick)
        assert vectors_file(opened).read_bytes() == vectors_file(fresh).read_bytes()

    def test_reused_and_fresh_are_the_same_with_the_real_encoder(
        self, tmp_path: Path, builtin: BuiltinEncoder
    ) -> None:
        few = [replace(entry, text=f"{entry.text}: ¿y el alfil?") for entry in ENTRIES[:9]]
        store = FileStore(tmp_path / "grown")
        store.open_or_build(few[2:7], builtin)
        grown = store.open_or_build(few, builtin)
        fresh = FileStore(tmp_path / "fresh").open_or_build(few, builtin)
        assert (grown.report.encoded, grown.report.reused) == (4, 5)
        assert vectors_file(grown).read_bytes() == vectors_file(fresh).read_bytes()

    def test_another_encoder_reuses_nothing(self, tmp_path: Path, quick: HashEncoder) -> None:
        store = FileStore(tmp_path)
        store.open_or_build(ENTRIES, quick)
        opened = store.open_or_build(ENTRIES, HashEncoder("hash-2"))
        assert (opened.report.built, opened.report.reused) == (Cause.MISSING, 0)

    def test_going_back_to_an_earlier_encoder_needs_no_build(
        self, tmp_path: Path, quick: HashEncoder
    ) -> None:
        store = FileStore(tmp_path)
        store.open_or_build(ENTRIES, quick)
        store.open_or_build(ENTRIES, HashEncoder("hash-2"))
        assert store.open_or_build(ENTRIES, quick).report.built is Cause.NONE

    def test_another_format_is_built_anew(
        self, tmp_path: Path, quick: HashEncoder, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store = FileStore(tmp_path)
        store.open_or_build(ENTRIES, quick)
        monkeypatch.setattr(store_module, "_FORMAT", 2)
        report = store.open_or_build(ENTRIES, quick).report
        assert (report.built, report.reused) == (Cause.MISSING, 0)

    def test_old_indexes_are_cleaned_up(self, tmp_path: Path, quick: HashEncoder) -> None:
        store = FileStore(tmp_path)
        folders = []
        for count in range(1, 7):
            folders.append(store.open_or_build(ENTRIES[:count], quick).report.folder)
            os.utime(folders[-1] / "manifest.json", (count, count))
        assert names(tmp_path) == {folder.name for folder in folders[-3:]}

    def test_what_killed_builds_left_is_cleaned_up_later(self, tmp_path: Path, quick: HashEncoder) -> None:
        (tmp_path / ".new-1-a").mkdir(parents=True)
        (tmp_path / ".old-1-b").mkdir()
        (tmp_path / ".new-2-c").mkdir()
        long_ago = time.time() - 7200
        for name in (".new-1-a", ".old-1-b"):
            os.utime(tmp_path / name, (long_ago, long_ago))
        folder = FileStore(tmp_path).open_or_build(ENTRIES, quick).report.folder
        assert names(tmp_path) == {".new-2-c", folder.name}


def flip(path: Path, place: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)


def rewrite(path: Path, change: Callable[[bytes], bytes]) -> None:
    path.write_bytes(change(path.read_bytes()))


def to_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def to_file(path: Path) -> None:
    shutil.rmtree(path)
    path.write_text("x")


def empty(path: Path) -> None:
    for inside in path.iterdir():
        inside.unlink()


DAMAGES: dict[str, Callable[[Opened], None]] = {
    "flipped byte in the header": lambda done: flip(vectors_file(done), 1),
    "flipped byte in the middle": lambda done: flip(vectors_file(done), 500),
    "flipped byte at the end": lambda done: flip(vectors_file(done), -1),
    "truncated vectors": lambda done: rewrite(vectors_file(done), lambda data: data[:-7]),
    "longer vectors": lambda done: rewrite(vectors_file(done), lambda data: data + b"x"),
    "empty vectors": lambda done: rewrite(vectors_file(done), lambda _: b""),
    "missing vectors": lambda done: vectors_file(done).unlink(),
    "vectors are a folder": lambda done: to_folder(vectors_file(done)),
    "truncated manifest": lambda done: rewrite(manifest_file(done), lambda data: data[:99]),
    "empty manifest": lambda done: rewrite(manifest_file(done), lambda _: b""),
    "missing manifest": lambda done: manifest_file(done).unlink(),
    "manifest is not text": lambda done: rewrite(manifest_file(done), lambda _: b"\xff\xfe\0"),
    "manifest is a list": lambda done: rewrite(manifest_file(done), lambda _: b"[]"),
    "manifest is deep": lambda done: rewrite(manifest_file(done), lambda _: b"[" * 100_000),
    "manifest lacks a field": lambda done: rewrite(manifest_file(done), lambda _: b"{}"),
    "manifest of another corpus": lambda done: rewrite(
        manifest_file(done), lambda data: data.replace(b'"corpus": "', b'"corpus": "0')
    ),
    "empty folder": lambda done: empty(done.report.folder),
    "a file instead": lambda done: to_file(done.report.folder),
}


class TestDamage:
    @pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
    def test_a_damaged_index_is_rebuilt(
        self, tmp_path: Path, quick: HashEncoder, damage: Callable[[Opened], None]
    ) -> None:
        store = FileStore(tmp_path)
        before = store.open_or_build(ENTRIES, quick)
        sound = vectors_file(before).read_bytes()
        damage(before)
        assert store.state(ENTRIES, quick) is Cause.DAMAGED
        after = store.open_or_build(ENTRIES, quick)
        assert after.report.built is Cause.DAMAGED
        assert after.report.stored
        assert vectors_file(after).read_bytes() == sound
        assert store.open_or_build(ENTRIES, quick).report.built is Cause.NONE
        assert names(tmp_path) == {after.report.folder.name}

    @settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(place=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7))
    def test_no_flipped_bit_in_the_manifest_spoils_the_vectors(
        self, tmp_path: Path, quick: HashEncoder, place: float, bit: int
    ) -> None:
        store = FileStore(tmp_path)
        before = store.open_or_build(ENTRIES, quick)
        path = manifest_file(before)
        sound = path.read_bytes()
        data = bytearray(sound)
        data[int(place * len(data))] ^= 1 << bit
        path.write_bytes(data)
        after = store.open_or_build(ENTRIES, quick)
        assert after.index.matrix().tobytes() == before.index.matrix().tobytes()
        grown = store.open_or_build((*ENTRIES, Entry("z", "z", EntryKind.NAME, "en")), quick)
        assert grown.index.matrix()[: len(ENTRIES)].tobytes() == before.index.matrix().tobytes()
        shutil.rmtree(tmp_path)

    def test_a_damaged_index_gives_no_vectors_to_the_next(self, tmp_path: Path, quick: HashEncoder) -> None:
        store = FileStore(tmp_path)
        flip(vectors_file(store.open_or_build(ENTRIES, quick)), -1)
        report = store.open_or_build(ENTRIES[1:], quick).report
        assert (report.built, report.reused) == (Cause.MISSING, 0)


class TestTrouble:
    def test_a_folder_that_cannot_be_made_means_working_in_memory(
        self, tmp_path: Path, quick: HashEncoder
    ) -> None:
        (tmp_path / "file").write_text("in the way")
        opened = FileStore(tmp_path / "file" / "index").open_or_build(ENTRIES, quick)
        assert not opened.report.stored
        assert "file" in opened.report.problem
        assert opened.index.search_text(ENTRIES[7].text, 40)

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
    def test_a_read_only_folder_means_working_in_memory(self, tmp_path: Path, quick: HashEncoder) -> None:
        tmp_path.chmod(0o500)
        opened = FileStore(tmp_path).open_or_build(ENTRIES, quick)
        tmp_path.chmod(0o700)
        assert not opened.report.stored

    @pytest.mark.parametrize("step", ["_checksum", "flush"])
    def test_a_full_disk_leaves_nothing_half_written(
        self, tmp_path: Path, quick: HashEncoder, monkeypatch: pytest.MonkeyPatch, step: str
    ) -> None:
        def full(_path: Path) -> str:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(store_module, step, full)
        report = FileStore(tmp_path).open_or_build(ENTRIES, quick).report
        assert not report.stored
        assert "No space left" in report.problem
        assert names(tmp_path) <= {report.folder.name}
        monkeypatch.undo()
        assert FileStore(tmp_path).open_or_build(ENTRIES, quick).report.stored

    def test_an_encoder_that_fails_leaves_the_stored_index_alone(
        self, tmp_path: Path, quick: HashEncoder, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store = FileStore(tmp_path)
        store.open_or_build(ENTRIES, quick)
        monkeypatch.setattr(quick, "encode_queries", lambda texts: quick.encode_documents(texts)[:, :3])
        changed = [replace(entry, text=f"{entry.text}!") for entry in ENTRIES]
        with pytest.raises(EncoderError):
            store.open_or_build(changed, quick)
        assert store.open_or_build(ENTRIES, quick).report.built is Cause.NONE

    def test_an_index_finished_by_another_process_meanwhile_is_kept(
        self, tmp_path: Path, quick: HashEncoder
    ) -> None:
        store = FileStore(tmp_path)

        def meanwhile(done: int, total: int) -> None:
            if done == total:
                FileStore(tmp_path).open_or_build(ENTRIES, HashEncoder())
                stamps.append(next(tmp_path.glob("*/manifest.json")).stat().st_ino)

        stamps: list[int] = []
        opened = store.open_or_build(ENTRIES, quick, meanwhile)
        assert opened.report.stored
        assert manifest_file(opened).stat().st_ino == stamps[0]
        assert names(tmp_path) == {opened.report.folder.name}


PROCESS = """
import contextlib
import sys
from pathlib import Path
from kb.search.store import FileStore
from tests.search.conftest import HashEncoder
from tests.search.test_store import ENTRIES

for turn in range(30):
    count = len(ENTRIES) - turn % 4
    opened = FileStore(Path(sys.argv[1])).open_or_build(ENTRIES[:count], HashEncoder())
    assert opened.index.search_text(ENTRIES[3].text, 1)[0].entry.language == "en"
    assert len(opened.index.matrix()) == count
    if turn % 3 == 0:
        with contextlib.suppress(OSError):  # cleaned up by another process
            (opened.report.folder / "vectors.bin").write_bytes(b"damaged")
"""


def test_processes_building_at_once_do_not_disturb_each_other(tmp_path: Path, quick: HashEncoder) -> None:
    command = [sys.executable, "-W", "error", "-c", PROCESS, str(tmp_path)]
    root = Path(__file__).parents[2]
    running = [subprocess.Popen(command, cwd=root, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    errors = [process.communicate()[1] for process in running]
    assert [process.returncode for process in running] == [0, 0, 0], errors
    opened = FileStore(tmp_path).open_or_build(ENTRIES, quick)
    assert opened.index.matrix().tobytes() == (
        FileStore(tmp_path / "fresh").open_or_build(ENTRIES, quick).index.matrix().tobytes()
    )


def test_a_build_killed_at_any_line_leaves_the_old_index_usable(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.search.killed", "faiss", str(tmp_path), "12"]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "12"), done.stderr
