"""Questions as a deck for Anki: the same question is the same note, however often it is exported."""

from __future__ import annotations

import hashlib
import io
import tempfile
import zipfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import genanki

from kb.exam.boards import board_drawing
from kb.exam.pages import environment
from kb.exam.sheet import Sheet, SheetQuestion
from kb.exam.types import Question
from kb.messages import catalogue

__all__ = ["render_deck"]

# Never changed: Anki knows a deck and a kind of note by its number.
_MODEL: Final = 1_607_392_001
_DECKS: Final = {"es": 1_607_392_011, "nl": 1_607_392_012, "ru": 1_607_392_013, "en": 1_607_392_014}

_MADE: Final = 993_945_600.0  # 1 July 2001, so that the same questions give the same bytes
_ZIP_DAY: Final = (2001, 7, 1, 0, 0, 0)
_FIELDS: Final = ("Question", "Board", "Answer", "Quotes", "Id")
_FRONT: Final = "{{Question}}{{Board}}"
_BACK: Final = "{{FrontSide}}<hr id=answer>{{Answer}}{{Quotes}}"
_CSS: Final = """
.card { font: 18px/1.45 sans-serif; max-width: 42rem; margin: 0 auto; text-align: left; }
.card img { width: 20rem; max-width: 100%; background: #fff; }
.game { font: 15px/1.4 monospace; }
.label { font-size: 80%; opacity: .75; margin-bottom: .2rem; }
.plain { list-style: none; padding-left: 1rem; }
blockquote { margin: .2rem 0 .8rem; padding-left: .8rem; border-left: 3px solid #888; }
"""


def render_deck(sheet: Sheet, questions: Sequence[Question]) -> bytes:
    """Return an ``.apkg`` file with one note for each question, boards as pictures.

    The same questions give the same bytes.  Notes are told apart by the ids of their questions, so a deck
    imported again brings its notes up to date and leaves what Anki has learned about them alone.

    :param sheet: the questions laid out, in the same order.
    """
    deck = genanki.Deck(_DECKS[sheet.language], f"chess-laws-kb {sheet.language}")
    pictures: dict[str, str] = {}
    card: Any = environment().get_template("card.html.j2").make_module({"t": catalogue(sheet.language).text})
    for question, laid_out in zip(questions, sheet.questions, strict=True):
        deck.add_note(_note(question, laid_out, card, _picture(laid_out, pictures)))
    with tempfile.TemporaryDirectory() as folder:
        paths = [_written(Path(folder) / name, drawing) for name, drawing in sorted(pictures.items())]
        packed = io.BytesIO()
        genanki.Package(deck, media_files=paths).write_to_file(packed, timestamp=_MADE)
    return _undated(packed.getvalue())


def _note(question: Question, laid_out: SheetQuestion, card: Any, board: str) -> Any:
    front, back, quotes = (str(part(laid_out)).strip() for part in (card.front, card.back, card.quotes))
    return genanki.Note(
        model=_model(),
        fields=[front, board, back, quotes, question.id],
        guid=genanki.guid_for(question.id),
        tags=[question.topic, str(question.format), f"edition-{question.edition}"],
    )


def _picture(question: SheetQuestion, pictures: dict[str, str]) -> str:
    """Return the field that shows the board of a question, and keep the drawing it needs."""
    if not question.fen:
        return ""
    drawing = board_drawing(question.fen, question.attempted)
    name = f"chess-laws-kb-{hashlib.sha256(drawing.encode()).hexdigest()[:16]}.svg"
    pictures[name] = drawing
    return f'<img src="{name}"><p class="label">{question.to_move}</p>'


def _written(path: Path, drawing: str) -> str:
    path.write_text(drawing, encoding="utf-8")
    return str(path)


def _undated(packed: bytes) -> bytes:
    """Return a zip file with the day of every member fixed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as given, zipfile.ZipFile(out, "w") as fixed:
        for name in given.namelist():
            member = zipfile.ZipInfo(name, _ZIP_DAY)
            fixed.writestr(member, given.read(name), zipfile.ZIP_DEFLATED)
    return out.getvalue()


@cache
def _model() -> Any:
    return genanki.Model(
        _MODEL,
        "chess-laws-kb",
        fields=[{"name": name} for name in _FIELDS],
        templates=[{"name": "chess-laws-kb", "qfmt": _FRONT, "afmt": _BACK}],
        css=_CSS,
        sort_field_index=len(_FIELDS) - 1,
    )
