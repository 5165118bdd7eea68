"""The deck for Anki: stable numbers, every board a picture, nothing unescaped, the key on the back."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from kb.exam.anki import render_deck
from kb.exam.authorities import load_authorities
from kb.exam.sheet import lay_out
from kb.exam.types import Paper
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES
from tests.exam.samples import paper, placed

PRACTICE = load_authorities()["practice"]


def deck(library: Library, made: Paper) -> bytes:
    return render_deck(lay_out(made, placed(made), PRACTICE, library), made.questions)


def opened(data: bytes, folder: Path) -> tuple[sqlite3.Connection, dict[str, str]]:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        (folder / "collection").write_bytes(packed.read("collection.anki2"))
        media: dict[str, str] = json.loads(packed.read("media"))
        drawings = {name: packed.read(number).decode() for number, name in media.items()}
    return sqlite3.connect(folder / "collection"), drawings


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_is_a_note_with_its_board(library: Library, language: str, tmp_path: Path) -> None:
    made = paper(language)
    db, drawings = opened(deck(library, made), tmp_path)
    rows = db.execute("SELECT flds, tags FROM notes ORDER BY id").fetchall()
    cards = db.execute("SELECT count(*) FROM cards").fetchone()[0]
    db.close()
    assert len(rows) == cards == len(made.questions)
    for question, (fields, tags) in zip(made.questions, rows, strict=True):
        front, board, back, quotes, number = fields.split("\x1f")
        assert number == question.id
        assert question.stem in front
        assert question.key not in front or question.options
        assert question.key in back
        assert question.citations[0].text in quotes
        assert question.topic in tags.split()
        assert bool(board) == bool(question.fen)
        if board:
            assert board.split('"')[1] in drawings
    assert all(drawing.startswith("<svg") for drawing in drawings.values())


def test_numbers_do_not_depend_on_what_else_is_exported(library: Library, tmp_path: Path) -> None:
    made = paper()
    part = replace(made, questions=made.questions[3:])
    found = []
    for number, one in enumerate((made, part)):
        (tmp_path / str(number)).mkdir()
        db, _ = opened(deck(library, one), tmp_path / str(number))
        rows = db.execute("SELECT flds, guid, mid FROM notes").fetchall()
        decks = json.loads(db.execute("SELECT decks FROM col").fetchone()[0])
        db.close()
        found.append(({fields.split("\x1f")[4]: (guid, mid) for fields, guid, mid in rows}, set(decks)))
    (whole, decks), (some, same_decks) = found
    assert decks == same_decks
    assert some.items() <= whole.items()
    assert len({guid for guid, _ in whole.values()}) == len(made.questions)


def test_decks_of_two_languages_are_two_decks_of_one_kind_of_note(library: Library, tmp_path: Path) -> None:
    numbers, models = set(), set()
    for language in LANGUAGES:
        db, _ = opened(deck(library, paper(language)), tmp_path)
        numbers |= set(json.loads(db.execute("SELECT decks FROM col").fetchone()[0])) - {"1"}
        models |= {mid for (mid,) in db.execute("SELECT mid FROM notes")}
        db.close()
    assert len(numbers) == len(LANGUAGES)
    assert len(models) == 1


def test_text_is_escaped_and_no_warning_is_given(library: Library) -> None:
    # genanki warns of what looks like a damaged tag; warnings are errors here.
    assert deck(library, paper("en"))


def test_a_question_asked_twice_is_drawn_once(library: Library, tmp_path: Path) -> None:
    db, drawings = opened(deck(library, paper(each=4)), tmp_path)
    db.close()
    assert len(drawings) == 2  # the same position with and without its arrow
