"""A server takes up texts that are added or removed while it runs."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kb.desk import Desk
from kb.dialog.request import Request
from kb.errors import IndexStoreError
from kb.laws.imported import added_state
from kb.search.encoder import Encoder
from kb.settings import Settings
from kb.web import live
from kb.web.live import LiveDesk
from kb.web.pool import PooledDesk
from tests.added import write_text

QUESTION = Request("May a phone be in the hall?", language="en")


def _until(happens: Callable[[], bool]) -> None:
    ends = time.monotonic() + 120
    while not happens():
        assert time.monotonic() < ends
        time.sleep(0.02)


@pytest.fixture
def chosen(cache_folder: Path, tmp_path: Path) -> Settings:
    return Settings(cache_dir=cache_folder, data_dir=tmp_path)


@pytest.mark.parametrize("workers", [0, 1])
def test_an_added_text_is_quoted_and_a_removed_one_is_not(desk: Desk, chosen: Settings, workers: int) -> None:
    running = PooledDesk(desk, chosen, workers) if workers else LiveDesk(desk, chosen, ())
    try:
        assert running.ask(QUESTION) == desk.ask(QUESTION)
        place = write_text(chosen.documents_dir, "en-added")
        _until(lambda: "en-added" in running.library.documents)
        quoted = {citation.quote.document for citation in running.ask(QUESTION).citations}
        assert "en-added" in quoted
        assert any(entry.document == "en-added" for entry in running.finder.index.entries)
        shutil.rmtree(place)
        _until(lambda: "en-added" not in running.library.documents)
        assert running.ask(QUESTION) == desk.ask(QUESTION)
    finally:
        if isinstance(running, PooledDesk):
            running.close()


def test_what_cannot_be_opened_leaves_the_old_desk_and_is_tried_once(
    desk: Desk, chosen: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Encoder | None] = []

    def fails(_: Settings, *, encoder: Encoder | None = None) -> tuple[Desk, None]:
        tried.append(encoder)
        raise IndexStoreError("No index today.")

    monkeypatch.setattr(live, "open_desk", fails)
    running = LiveDesk(desk, chosen, ())
    write_text(chosen.documents_dir, "en-added")
    running.look()
    _until(lambda: bool(tried) and not running._opening.locked())
    assert running.ask(QUESTION) == desk.ask(QUESTION)
    assert tried == [desk.finder.index.encoder]


def test_the_state_tells_texts_apart_by_name_and_time(tmp_path: Path) -> None:
    assert added_state(tmp_path / "nowhere") == ()
    write_text(tmp_path, "en-one")
    (tmp_path / ".new-half").mkdir()
    first = added_state(tmp_path)
    assert [name for name, _ in first] == ["en-one"]
    write_text(tmp_path, "en-two")
    assert added_state(tmp_path) != first
