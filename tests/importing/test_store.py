"""Added texts on disk: written whole, replaced in one step, usable after a kill at any moment."""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from kb.errors import RequestError, TextStoreError
from kb.importing import store as store_module
from kb.importing.store import DocumentStore, check_id
from kb.importing.types import ImportedClause, ImportedDocument
from kb.laws.parsing import Span
from kb.laws.topics import Mapped

TEXT = "1.1 The board lies between the players.\n"


def document(text: str = TEXT, **changes: str) -> ImportedDocument:
    clause = ImportedClause("1.1", "1.1", "The board", (Span(4, len(text) - 1),), (Span(4, len(text) - 1),))
    made = ImportedDocument(
        id="en-club",
        language="en",
        edition="",
        title="House rules",
        authority="Our club",
        in_force_from="2024-01-01",
        in_force_to="",
        source_file="rules.txt",
        source_sha256=hashlib.sha256(text.encode()).hexdigest(),
        text=text,
        original=text,
        clauses=(clause,),
        aspects={"board_turned.orientation": Mapped(("1.1",), ())},
    )
    return replace(made, **changes)


@pytest.fixture
def store(tmp_path: Path) -> DocumentStore:
    return DocumentStore(tmp_path / "documents")


def test_what_is_written_is_what_the_contract_says(store: DocumentStore) -> None:
    folder = store.write(document())
    data = json.loads((folder / "document.json").read_text(encoding="utf-8"))
    text = (folder / "text.txt").read_text(encoding="utf-8")
    (start, end) = data["clauses"][0]["paragraphs"][0]
    assert text[start:end] == "The board lies between the players."
    assert data["sha256"] == hashlib.sha256((folder / "text.txt").read_bytes()).hexdigest()
    assert data["original_sha256"] == hashlib.sha256((folder / "original.txt").read_bytes()).hexdigest()
    assert data["format"] == 1
    assert data["status"] == "imported"
    assert data["aspects"] == {"board_turned.orientation": {"clauses": ["1.1"], "penalty": []}}


def test_the_same_text_gives_the_same_bytes(store: DocumentStore, tmp_path: Path) -> None:
    first, second = store.write(document()), DocumentStore(tmp_path / "other").write(document())
    for name in ("text.txt", "original.txt", "document.json"):
        assert (first / name).read_bytes() == (second / name).read_bytes()


def test_a_taken_id_is_refused_and_replaced_only_on_request(store: DocumentStore) -> None:
    store.write(document())
    with pytest.raises(RequestError, match="--replace"):
        store.write(document(title="Other"))
    store.write(document(title="Other"), replace=True)
    assert [t.title for t in store.texts()] == ["Other"]


def test_a_system_without_exchange_replaces_in_two_steps(
    store: DocumentStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "_exchange", lambda *_: False)
    store.write(document())
    folder = store.write(document(title="Other"), replace=True)
    assert [t.title for t in store.texts()] == ["Other"]
    assert [p.name for p in folder.parent.iterdir()] == ["en-club"]


def test_texts_are_listed_in_order_and_removed(store: DocumentStore) -> None:
    store.write(document(id="ru-2023"))
    store.write(document(id="en-2023"))
    assert [t.id for t in store.texts()] == ["en-2023", "ru-2023"]
    assert store.texts()[0].clauses == 1
    store.remove("ru-2023")
    assert [t.id for t in store.texts()] == ["en-2023"]
    with pytest.raises(RequestError, match="en-2023"):
        store.remove("ru-2023")


@pytest.mark.parametrize("bad", ["", "..", "a/b", "A", ".new-x", "ü", "x" * 65, "a-", "con\n"])
def test_ids_that_could_leave_the_folder_are_refused(store: DocumentStore, bad: str) -> None:
    with pytest.raises(RequestError):
        check_id(bad)
    with pytest.raises(RequestError):
        store.remove(bad)
    with pytest.raises(RequestError):
        store.write(document(id=bad))


def test_folders_that_are_no_text_are_passed_over(store: DocumentStore) -> None:
    folder = store.write(document()).parent
    (folder / "notes").mkdir()
    (folder / "broken").mkdir()
    (folder / "broken" / "document.json").write_text("[" * 100_000)
    (folder / "file.txt").write_text("x")
    assert [t.id for t in store.texts()] == ["en-club"]


def test_a_text_moved_aside_by_a_killed_replacement_comes_back(store: DocumentStore) -> None:
    folder = store.write(document())
    folder.rename(folder.parent / ".old-12ab34cd-en-club")
    assert [t.id for t in store.texts()] == ["en-club"]
    leftover = folder.parent / ".old-12ab34ce-en-club"
    leftover.mkdir()
    young, old = folder.parent / ".new-1-aa", folder.parent / ".new-1-bb"
    young.mkdir()
    old.mkdir()
    os.utime(old, (0, 0))
    store.texts()
    assert not leftover.exists()
    assert young.exists()
    assert not old.exists()


def test_a_folder_that_cannot_be_written_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "documents").write_text("a file, not a folder")
    with pytest.raises(TextStoreError, match="KB_DATA_DIR"):
        DocumentStore(tmp_path / "documents").write(document())


def test_killed_at_random_moments_the_old_or_the_new_text_is_there_whole(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    store = DocumentStore(folder)
    store.write(document())
    code = (
        "import sys, itertools\nfrom pathlib import Path\nfrom tests.importing.test_store import document\n"
        "from kb.importing.store import DocumentStore\n"
        "store = DocumentStore(Path(sys.argv[1]))\nprint('ready', flush=True)\n"
        "for n in itertools.count():\n"
        "    store.write(document(title=str(n), text='1.1 ' + 'word ' * (n % 7 * 4000 + 2)), replace=True)\n"
    )
    root = Path(__file__).resolve().parents[2]
    pick = random.Random(7)
    for _ in range(6):
        process = subprocess.Popen(
            [sys.executable, "-c", code, str(folder)], cwd=root, stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(pick.uniform(0.001, 0.08))
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        data = json.loads((folder / "en-club" / "document.json").read_text(encoding="utf-8"))
        written = (folder / "en-club" / "text.txt").read_bytes()
        assert hashlib.sha256(written).hexdigest() == data["sha256"]
        assert [t.id for t in store.texts()] == ["en-club"]
    store.write(document(title="after"), replace=True)
    assert store.texts()[0].title == "after"
