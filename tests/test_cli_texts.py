"""``kb import``, ``kb texts`` and ``kb remove`` as a user meets them."""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kb import cli, cli_texts
from kb.errors import KbError, RequestError
from kb.importing.store import DocumentStore
from tests.importing.texts import bold_markdown, regulation, write

LAWS = (
    "Article 7: Irregularities\n7.3 Colours are as they are.\n"
    "7.6 Pieces stand where they stand, see Article 9.9.\n"
)


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setattr(cli_texts, "_index", lambda *_: None)


@pytest.fixture
def laws(tmp_path: Path) -> str:
    return str(write(tmp_path, "laws.txt", LAWS))


def run(*arguments: str, stdin: str = "") -> Result:
    result = CliRunner().invoke(cli.app, list(arguments), input=stdin)
    if isinstance(result.exception, KbError):
        raise result.exception
    return result


def held(tmp_path: Path) -> list[str]:
    return [text.id for text in DocumentStore(tmp_path / "data" / "documents").texts()]


def test_a_dry_run_reports_and_stores_nothing(tmp_path: Path, laws: str) -> None:
    result = run("import", laws, "-l", "en", "-e", "2018", "--dry-run")
    assert result.exit_code == 0
    assert "2 clauses found in laws.txt." in result.stdout
    assert "7.6 → 9.9" in result.stdout
    assert "Colours reversed (colours_reversed.wrong_player_white)" in result.stdout
    assert held(tmp_path) == []


@pytest.mark.parametrize(("answer", "kept"), [("y\n", ["en-2018"]), ("n\n", [])])
def test_it_asks_before_anything_is_stored(tmp_path: Path, laws: str, answer: str, kept: list[str]) -> None:
    result = run("import", laws, "-l", "en", "-e", "2018", stdin=answer)
    assert result.exit_code == 0
    assert held(tmp_path) == kept


def test_without_an_answer_nothing_is_stored(tmp_path: Path, laws: str) -> None:
    with pytest.raises(RequestError, match="--yes"):
        run("import", laws, "-l", "en", "-e", "2018")
    assert held(tmp_path) == []


@pytest.mark.parametrize(
    ("language", "said"),
    [("es", "Guardado como"), ("nl", "Opgeslagen als"), ("ru", "Сохранено под именем"), ("fr", "Stored as")],
)
def test_it_speaks_the_language_of_the_text_or_english(laws: str, language: str, said: str) -> None:
    result = run("import", laws, "-l", language, "--no-suggestions", "--yes")
    assert said in result.stdout


def test_json_is_one_object_and_asks_nothing(tmp_path: Path, laws: str) -> None:
    data = json.loads(run("import", laws, "-l", "en", "-e", "2018", "--yes", "--json").stdout)
    assert data["stored"] is True
    assert data["id"] == "en-2018"
    assert data["clauses"] == 2
    assert data["aspects"]["colours_reversed.wrong_player_white"] == {"clauses": ["7.3"], "penalty": []}
    assert held(tmp_path) == ["en-2018"]
    with pytest.raises(RequestError, match="--dry-run"):
        run("import", laws, "-l", "en", "-e", "2018", "--json")


def test_a_second_import_needs_replace(laws: str) -> None:
    arguments = ("import", laws, "-l", "en", "-e", "2018", "--yes")
    run(*arguments)
    with pytest.raises(RequestError, match="--replace"):
        run(*arguments)
    assert run(*arguments, "--replace").exit_code == 0


def test_the_source_file_is_recorded(tmp_path: Path, laws: str) -> None:
    run("import", laws, "-l", "en", "-e", "2018", "--authority", "A club", "--title", "The Laws", "--yes")
    (text,) = DocumentStore(tmp_path / "data" / "documents").texts()
    assert (text.title, text.authority, text.source_file) == ("The Laws", "A club", "laws.txt")
    assert text.source_sha256 == hashlib.sha256(LAWS.encode()).hexdigest()


def test_search_proposes_links_only_for_texts_without_edition(
    tmp_path: Path, laws: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    proposed = lambda _: lambda text: ("two_hands.two_hands_used", 0.9)  # noqa: E731
    monkeypatch.setattr(cli_texts, "_nearest", proposed)
    result = run("import", laws, "-l", "en", "--title", "Tea", stdin="y\nn\n")
    assert "proposed by search" in result.stdout
    stored = json.loads((tmp_path / "data" / "documents" / "en-tea" / "document.json").read_text("utf-8"))
    assert stored["aspects"] == {}
    run("import", laws, "-l", "en", "--title", "Tea", "--replace", "--yes", "--suggestions")
    stored = json.loads((tmp_path / "data" / "documents" / "en-tea" / "document.json").read_text("utf-8"))
    assert stored["aspects"] == {"two_hands.two_hands_used": {"clauses": ["7.6"], "penalty": []}}


def test_texts_lists_ours_and_added_ones(laws: str) -> None:
    assert "kb import adds one" in run("texts").stdout
    run("import", laws, "-l", "en", "-e", "2018", "--yes")
    rows = json.loads(run("texts", "--json").stdout)
    assert {row["id"] for row in rows} >= {"es-2017", "nl-2014", "en-2001", "ru-2014", "en-2018"}
    assert [row["status"] for row in rows if row["id"] == "en-2018"] == ["imported"]
    assert "geïmporteerde tekst" in run("texts", "-l", "nl").stdout


def test_remove_asks_and_removes(tmp_path: Path, laws: str) -> None:
    run("import", laws, "-l", "en", "-e", "2018", "--yes")
    run("remove", "en-2018", stdin="n\n")
    assert held(tmp_path) == ["en-2018"]
    assert "removed" in run("remove", "en-2018", "--yes").stdout
    assert held(tmp_path) == []
    with pytest.raises(RequestError, match="en-2018"):
        run("remove", "en-2018", "--yes")
    with pytest.raises(RequestError):
        run("remove", "es-2017", "--yes")  # ours


def test_an_import_killed_at_random_moments_leaves_the_old_text_whole(tmp_path: Path, laws: str) -> None:
    run("import", laws, "-l", "en", "-e", "2018", "--yes")
    folder = tmp_path / "data" / "documents" / "en-2018"
    other = write(tmp_path, "other.md", bold_markdown(regulation(1, ("7",))))
    command = [
        sys.executable,
        "-m",
        "kb",
        "import",
        str(other),
        "-l",
        "en",
        "-e",
        "2018",
        "--yes",
        "--replace",
    ]
    environment = os.environ | {
        "KB_DATA_DIR": str(tmp_path / "data"),
        "KB_CACHE_DIR": str(tmp_path / "cache"),
    }
    root, pick = Path(__file__).resolve().parents[1], random.Random(5)
    for _ in range(4):
        process = subprocess.Popen(
            command, cwd=root, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(pick.uniform(0.2, 1.6))
        process.send_signal(signal.SIGKILL)
        process.wait()
        data = json.loads((folder / "document.json").read_text(encoding="utf-8"))
        assert hashlib.sha256((folder / "text.txt").read_bytes()).hexdigest() == data["sha256"]
        assert data["source_file"] in ("laws.txt", "other.md")
        assert held(tmp_path) == ["en-2018"]
    assert run("import", laws, "-l", "en", "-e", "2018", "--yes", "--replace").exit_code == 0
