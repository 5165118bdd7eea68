"""Papers and keys as pages and PDF: complete, without the key on the paper, the same bytes every time."""

from __future__ import annotations

import io
import logging
import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser

import chess
import pypdf
import pypdfium2
import pytest

from kb.exam.authorities import load_authorities
from kb.exam.boards import board_drawing, inline_drawing, pieces_drawing
from kb.exam.pages import render_page
from kb.exam.pdf import render_pdf
from kb.exam.sheet import Sheet, lay_out
from kb.exam.types import Format
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES
from tests.exam.samples import PAWN_LEFT, paper, placed

EXAMS = load_authorities()


def sheet(library: Library, language: str = "en", *, exam: str = "practice", each: int = 1) -> Sheet:
    made = paper(language, each=each)
    return lay_out(made, placed(made, part=EXAMS[exam].parts[0].id), EXAMS[exam], library)


class _Text(HTMLParser):
    """The visible text of a page, and its tags."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self._hidden = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._hidden = tag in {"style", "title"} or (self._hidden and tag != "body")

    def handle_endtag(self, tag: str) -> None:
        self._hidden = False if tag in {"style", "title"} else self._hidden

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.text.append(data)


def read(page: str) -> tuple[str, list[tuple[str, dict[str, str | None]]]]:
    parser = _Text()
    parser.feed(page)
    parser.close()
    return " ".join(" ".join(parser.text).split()), parser.tags


def pdf_text(data: bytes) -> str:
    pages = pypdf.PdfReader(io.BytesIO(data)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_paper_has_every_question_and_no_key(library: Library, language: str) -> None:
    made = paper(language)
    text, tags = read(render_page(sheet(library, language), key=False))
    assert sum(tag == "section" for tag, _ in tags) == len(made.questions)
    for question in made.questions:
        assert question.stem in text
        assert all(option.text in text for option in question.options)
        assert all(step not in text for step in question.explanation[:1])
    assert "es-2017" not in text
    open_lines = sum(attrs.get("class") == "line" for _, attrs in tags)
    assert open_lines == sum(q.answer_lines for q in sheet(library, language).questions) > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_key_has_answers_points_reasons_and_labelled_quotes(library: Library, language: str) -> None:
    made = paper(language)
    text, _ = read(render_page(sheet(library, language), key=True))
    for question in made.questions:
        assert question.key in text
        assert all(option.why in text for option in question.options)
        assert all(point.text in text for point in question.points)
        for citation in question.citations:
            assert f"«{citation.text}»" in text
            assert citation.translation in text
    assert text.count("es-2017") == len(made.questions)
    assert "7.5.2" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pdf_says_what_the_page_says(library: Library, language: str) -> None:
    laid_out = sheet(library, language)
    said = pdf_text(render_pdf(laid_out, key=False))
    for question in laid_out.questions:
        assert question.stem[:40] in said
        assert all(text[:20] in said for _, text in question.options)
    key = pdf_text(render_pdf(laid_out, key=True))
    assert key.count("es-2017") == len(laid_out.questions)
    assert laid_out.questions[0].key.answer[:30] in key
    assert laid_out.questions[0].key.steps[0][:30] in key
    assert laid_out.questions[0].key.steps[0][:30] not in said


def test_text_is_escaped_and_nothing_is_fetched(library: Library) -> None:
    for key in (False, True):
        page = render_page(sheet(library), key=key)
        assert "<the pawn>" not in page
        assert not re.search(r"""(src|href)=["']?(https?:|//|/|\w+\.)""", page.replace('href="#', ""))
        assert "<script" not in page
    assert "&lt;the pawn&gt; counts as promoted &amp; the" in page


def test_ids_on_the_page_are_unique_and_every_piece_is_defined(library: Library) -> None:
    page = render_page(sheet(library, each=3), key=False)
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids)) == 12
    assert set(re.findall(r'<use href="#([^"]+)"', page)) <= set(ids)


def test_the_board_shows_every_piece_and_the_attempted_move_as_an_arrow() -> None:
    drawn = board_drawing(PAWN_LEFT, "c7c8")
    assert drawn.count("<use ") == len(chess.Board(PAWN_LEFT).piece_map())
    assert 'class="arrow"' in drawn
    assert 'class="arrow"' not in board_drawing(PAWN_LEFT, None)
    assert "<desc" not in drawn
    assert "<defs>" not in inline_drawing(PAWN_LEFT, "c7c8")
    assert pieces_drawing().count("<g ") >= 12


@pytest.mark.parametrize("fen", ["8/8/8/8/8/8/8/8 w - - 0 1", "kkkk4/8/8/8/8/8/PPPPPPPP/p6K b - - 0 1"])
def test_positions_that_cannot_be_are_drawn_all_the_same(library: Library, fen: str) -> None:
    made = paper()
    odd = replace(made, questions=(replace(made.questions[0], fen=fen, attempted="0000"),))
    laid_out = lay_out(odd, placed(odd), EXAMS["practice"], library)
    assert render_pdf(laid_out, key=False)
    assert "<svg" in render_page(laid_out, key=False)


def test_two_parts_have_their_headings_and_what_is_ours_is_said(library: Library) -> None:
    made = paper("nl")
    first, second = (part.id for part in EXAMS["feda"].parts)
    both = placed(made, part=first)[:2] + placed(made, part=second)[2:]
    laid_out = lay_out(made, both, EXAMS["feda"], library)
    assert [q.part for q in laid_out.questions] == ["Deel 1", "", "Deel 2", "", "", ""]
    about = " ".join(laid_out.lines)
    assert "50%" in about
    assert "1/3" in about
    assert "Door ons gekozen" in about
    assert "niet in deze taal" in about


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_glyph_is_missing_in_the_font(
    library: Library, language: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        for key in (False, True):
            render_pdf(sheet(library, language, exam="feda"), key=key)
    assert caplog.records == []


def test_a_board_leaves_ink_on_the_printed_page(library: Library) -> None:
    made = paper()
    one = replace(made, questions=made.questions[:1])
    with_board = render_pdf(lay_out(one, placed(one), EXAMS["practice"], library), key=False)
    bare = replace(one, questions=(replace(one.questions[0], fen=None),))
    without = render_pdf(lay_out(bare, placed(bare), EXAMS["practice"], library), key=False)
    assert _ink(with_board) > _ink(without) + 500


def test_long_questions_break_over_pages_and_nothing_is_lost(library: Library) -> None:
    made = paper()
    words = " ".join(f"word{n}" for n in range(3000))
    long = replace(made, questions=(replace(made.questions[1], format=Format.OPEN, stem=words),))
    laid_out = lay_out(long, placed(long), EXAMS["practice"], library)
    data = render_pdf(laid_out, key=False)
    said = pdf_text(data)
    assert all(f"word{n}" in said for n in (0, 1500, 2999))
    assert len(pypdf.PdfReader(io.BytesIO(data)).pages) > 2


def test_another_process_makes_the_same_bytes() -> None:
    here, there = (_made_elsewhere(seed) for seed in ("1", "2"))
    assert here == there
    assert len(here.split()) == 5


_MAKE = """
import hashlib
from kb.exam.anki import render_deck
from kb.exam.authorities import load_authorities
from kb.exam.pages import render_page
from kb.exam.pdf import render_pdf
from kb.exam.sheet import lay_out
from kb.laws.library import open_library
from tests.exam.samples import paper, placed
made = paper("ru")
laid_out = lay_out(made, placed(made), load_authorities()["practice"], open_library())
for key in (False, True):
    print(hashlib.sha256(render_pdf(laid_out, key=key)).hexdigest())
    print(hashlib.sha256(render_page(laid_out, key=key).encode()).hexdigest())
print(hashlib.sha256(render_deck(laid_out, made.questions)).hexdigest())
"""


def _made_elsewhere(seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", _MAKE],
        env={"PYTHONHASHSEED": seed, "PYTHONPATH": ".", "TZ": f"UTC+{seed}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout


def _ink(data: bytes) -> int:
    """Count the dark points of the first page."""
    document = pypdfium2.PdfDocument(data)
    try:
        pixels = document[0].render(scale=1, grayscale=True).to_numpy()
        return int((pixels < 128).sum())
    finally:
        document.close()
