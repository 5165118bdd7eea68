"""Kills index builds at chosen lines, in child processes, and looks at what is left.

Run as ``python -m tests.search.killed faiss|milvus FOLDER KILLS`` in a process of its own, because it forks:
nothing here starts a thread before a fork.  Prints how many builds were killed before they were done.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from kb.search.entries import Entry, EntryKind
from kb.search.milvus import MilvusStore
from kb.search.store import Cause, FileStore, IndexStore
from kb.settings import IndexChoice, IndexEngine
from tests.search.conftest import HashEncoder

OLD = tuple(Entry(f"e/{n}", f"text number {n}", EntryKind.NAME, "en", "t") for n in range(40))
NEW = (*OLD[5:], *(Entry(f"n/{n}", f"new text {n}", EntryKind.CLAUSE, "en", "t") for n in range(20)))
TRACED = (
    "kb/search/store.py",
    "kb/search/milvus.py",
    "milvus_lite/db.py",
    "milvus_lite/schema/persistence.py",
)


def store_of(engine: str, folder: Path) -> IndexStore:
    if engine == "faiss":
        return FileStore(folder)
    return MilvusStore(IndexChoice(IndexEngine.MILVUS, str(folder / "index.db")))


class LineCounter:
    """Counts lines run in the traced files and kills the process at one of them."""

    def __init__(self, deadly: int | None) -> None:
        self.lines = 0
        self._deadly = deadly

    def __call__(self, frame, event, _arg):
        if not any(part in frame.f_code.co_filename for part in TRACED):
            return None
        if event == "line":
            self.lines += 1
            if self.lines == self._deadly:
                os.kill(os.getpid(), signal.SIGKILL)
        return self


def in_child(work: Callable[[], int]) -> int:
    """Run ``work`` in a forked process; return its exit code (at most 255), or -9 if it was killed."""
    pid = os.fork()
    if pid == 0:
        code = 254
        try:
            code = work()
        finally:
            sys.stderr.flush()
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def build_new(engine: str, folder: Path, deadly: int | None, result: Path) -> int:
    counter = LineCounter(deadly)
    threading.settrace(counter)
    sys.settrace(counter)
    store_of(engine, folder).open_or_build(NEW, HashEncoder())
    sys.settrace(None)
    result.write_text(str(counter.lines))
    return 0


def old_is_sound(engine: str, folder: Path) -> int:
    opened = store_of(engine, folder).open_or_build(OLD, HashEncoder())
    assert opened.report.built is Cause.NONE, opened.report
    assert opened.index.matrix().tobytes() == HashEncoder().encode_queries([e.text for e in OLD]).tobytes()
    return 0


def new_can_be_built(engine: str, folder: Path) -> int:
    opened = store_of(engine, folder).open_or_build(NEW, HashEncoder())
    fresh = HashEncoder()
    expected = [fresh._encode([e.text], e.kind.side)[0].tobytes() for e in NEW]
    assert [row.tobytes() for row in opened.index.matrix()] == expected
    assert opened.index.search_text("text number 7", 1)[0].entry.id == "e/7"
    return 0


def attempt(engine: str, base: Path, folder: Path, deadly: int) -> bool:
    """Build the new index beside the old one, killed at a line; say whether it was killed."""
    shutil.copytree(base, folder)
    ended = in_child(lambda: build_new(engine, folder, deadly, folder.with_suffix(".lines")))
    assert ended in (0, -signal.SIGKILL), ended
    for look in (old_is_sound, new_can_be_built):
        assert in_child(lambda: look(engine, folder)) == 0, f"{look.__name__}, killed at line {deadly}"  # noqa: B023
    return ended != 0


def main() -> None:
    engine, folder, kills = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    base, whole, counted = folder / "base", folder / "whole", folder / "lines"
    base.mkdir()
    assert in_child(lambda: store_of(engine, base).open_or_build(OLD, HashEncoder()) is None) == 0
    shutil.copytree(base, whole)
    assert in_child(lambda: build_new(engine, whole, None, counted)) == 0
    lines = int(counted.read_text())
    chosen = sorted(random.Random(kills).sample(range(1, lines + 1), min(kills, lines)))
    print(sum(attempt(engine, base, folder / str(line), line) for line in chosen))


if __name__ == "__main__":
    main()
