"""A broken added text: told by ``kb texts`` and ``kb doctor``, and in nobody's way."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb import cli_texts, doctor
from kb.clauses import clause_view
from kb.laws.library import open_library
from tests.added import write_text


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KB_DATA_DIR", str(tmp_path))
    write_text(tmp_path / "documents", "en-sound")
    (write_text(tmp_path / "documents", "en-broken") / "text.txt").write_text("something else")
    return tmp_path


def test_kb_texts_warns_of_it(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cli_texts.list_texts("en")
    told = capsys.readouterr()
    assert "en-sound" in told.out
    assert "The added text en-broken is left out" in told.err


def test_kb_doctor_names_it_and_the_sound_ones(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_search", lambda *_: [])
    health = doctor.examine()
    found = {check.name: check for check in health.checks}
    assert not found["en-broken"].good
    assert "left out" in found["en-broken"].found
    assert found["en-sound"].good
    assert "en-sound" in found["editions"].found
    assert not health.well


def test_everything_else_works_on(data: Path) -> None:
    library = open_library(added=data / "documents")
    assert [v.document for v in clause_view(library, "3.8.2", None)] == ["en-sound"]
