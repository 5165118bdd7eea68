"""Files written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.files import flush, scratch_folder, write_whole


def test_a_file_is_replaced_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "deck.apkg"
    path.write_bytes(b"before")
    write_whole(path, b"after")
    assert path.read_bytes() == b"after"
    assert list(tmp_path.iterdir()) == [path]


def test_what_was_there_stays_when_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "paper.pdf"
    path.write_bytes(b"before")

    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="full"):
        write_whole(path, b"after")
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_folder_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        write_whole(tmp_path / "nowhere" / "x", b"")


def test_scratch_folders_do_not_meet(tmp_path: Path) -> None:
    made = {scratch_folder(tmp_path, ".new-") for _ in range(20)}
    assert len(made) == 20
    assert all(folder.is_dir() and folder.name.startswith(".new-") for folder in made)
    flush(tmp_path)
