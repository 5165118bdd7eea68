"""``kb compare`` as a user meets it: timelines, words, disagreements, exports, errors in one clear line."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb import cli
from kb.comparing.disagreements import disagreements
from kb.comparing.timeline import compare
from kb.errors import RequestError
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES

ROOT = Path(__file__).resolve().parents[1]


def run(*arguments: str) -> str:
    result = CliRunner().invoke(cli.app, ["compare", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def flat(text: str) -> str:
    return " ".join(text.replace("│", " ").split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_topic_through_all_editions(library: Library, language: str) -> None:
    shown = flat(run("colours_reversed", "--language", language))
    for entry in compare(library, "colours_reversed", language=language).groups[0].timelines[0].entries:
        assert entry.edition in shown
        assert entry.label in shown
        assert flat(entry.what_changed) in shown
        assert not entry.worded or flat(entry.restatement) in shown
        for text in entry.texts:
            assert flat(text.text) in shown
            assert flat(text.translation) in shown


def test_a_clause_of_a_document_and_a_bare_number() -> None:
    assert "illegal_move" not in run("7.5.3", "--document", "es-2017")
    shown = flat(run("7.5.3"))
    assert "means different things" in shown
    assert "The number 7.5.3 means this in: es-2017, 2017 edition." in shown
    assert "The number 7.5.3 means this in: 2018 edition, 2023 edition." in shown


def test_words_of_two_texts_say_that_the_translation_is_ours() -> None:
    shown = flat(run("displaced_pieces_by_player", "--words", "es-2017", "nl-2014"))
    assert "our working translation into Spanish, not the official wording" in shown
    assert "[-pueden detener-] {+debe parar+}" in shown
    assert "have the same words" in run("colours_reversed", "--words", "nl-2014", "nl-2014")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_of_disagreements(library: Library, language: str) -> None:
    shown = flat(run("--disagreements", "-l", language))
    report = disagreements(library, language)
    assert all(flat(one.text) in shown for one in (*report.disagreements, *report.flaws))


def test_json_is_the_data_of_the_library(library: Library) -> None:
    expected = compare(library, "7.3", language="nl", words=("es-2017", "nl-2014")).to_json()
    assert json.loads(run("7.3", "--words", "es-2017", "nl-2014", "-l", "nl", "--json")) == expected
    assert json.loads(run("--disagreements", "--json")) == disagreements(library, "en").to_json()


def test_exports_to_standard_output_and_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "two hands.csv"
    assert run("two_hands", "--export", "csv", "--output", str(path)) == ""
    assert path.read_text(encoding="utf-8") == run("two_hands", "--export", "csv")
    assert len(list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"))))) == 8
    assert run("two_hands", "--export", "html").startswith("<!doctype html>")
    assert run("--disagreements", "--export", "md").startswith("# Which texts disagree")
    assert [p.name for p in tmp_path.iterdir()] == ["two hands.csv"]


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("colours_reversed", "--disagreements"),
        ("nonsense",),
        ("colours_reversed", "-l", "fr"),
        ("colours_reversed", "--export", "pdf"),
        ("colours_reversed", "--export", "md", "--json"),
        ("colours_reversed", "--output", "x.md"),
        ("two_hands", "--words", "es-2017", "nl-2014"),
        ("two_hands", "--export", "md", "--output", "/no/such/folder/x.md"),
    ],
)
def test_what_cannot_be_done_says_what_to_do(arguments: tuple[str, ...]) -> None:
    with pytest.raises(RequestError) as caught:
        CliRunner().invoke(cli.app, ["compare", *arguments], catch_exceptions=False)
    assert caught.value.hint


def test_the_program_itself_ends_with_one_line_and_no_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kb", "compare", "7.99", "--document", "es-2017"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 3
    assert done.stderr.startswith("kb: es-2017 has no clause 7.99.")
    assert "Traceback" not in done.stderr
