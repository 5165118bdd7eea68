"""A paper or its key as PDF: A4, boards as vector graphics, a font that has Cyrillic."""

from __future__ import annotations

import io
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final

import ttf_opensans
from fpdf import FPDF
from fpdf.enums import WrapMode, XPos, YPos

from kb.exam.boards import board_drawing
from kb.exam.sheet import Key, Sheet, SheetQuestion
from kb.messages import Catalogue, catalogue

__all__ = ["render_pdf"]

_FONT: Final = "OpenSans"
_FACES: Final = {
    "": ttf_opensans.OPENSANS_REGULAR,
    "B": ttf_opensans.OPENSANS_SEMIBOLD,
    "I": ttf_opensans.OPENSANS_ITALIC,
}
_MADE: Final = datetime(2001, 7, 1, tzinfo=UTC)  # fixed, so that the same sheet gives the same bytes

_MARGIN: Final = 18.0
_SIZE: Final = 10.0
_SMALL: Final = 8.5
_LEADING: Final = 5.0  # height of a line of text
_WRITING: Final = 8.5  # height of a line to write on
_BOARD: Final = 58.0
_GAP: Final = 5.0
_INDENT: Final = 6.0
_GREY: Final = 90
_NOT_IN_FONT: Final = {0x202F: 0xA0, 0x2009: 0xA0}  # narrow spaces, as dates have them


def render_pdf(sheet: Sheet, *, key: bool) -> bytes:
    """Return a paper, or its key, as PDF; the same sheet gives the same bytes."""
    page = _Page(sheet, key=key)
    for question in sheet.questions:
        if key:
            page.put_key(question)
        else:
            page.put_question(question)
    return bytes(page.output())


class _Page(FPDF):  # type: ignore[misc]  # fpdf2 is not typed for us
    """The paper while it is being written."""

    def __init__(self, sheet: Sheet, *, key: bool) -> None:
        super().__init__(format="A4")
        self._sheet = sheet
        self._words: Catalogue = catalogue(sheet.language)
        self._title = f"{sheet.title} – {self._words.text('paper.key')}" if key else sheet.title
        self.set_creation_date(_MADE)
        self.set_title(self._title)
        self.set_lang(sheet.language)
        self.set_producer("chess-laws-kb")
        self.set_margins(_MARGIN, _MARGIN, _MARGIN)
        self.set_auto_page_break(auto=True, margin=_MARGIN)
        for style, face in _FACES.items():
            self.add_font(_FONT, style, str(face.path))
        self.add_page()
        self._head(key=key)

    def footer(self) -> None:
        """Write what makes the paper again, and the number of the page; called by fpdf2."""
        self.set_y(-_MARGIN + 4)
        self._style(size=_SMALL, grey=True)
        self.cell(self.epw / 2, _LEADING, self._sheet.mark)
        self.cell(self.epw / 2, _LEADING, f"{self.page_no()} / {{nb}}", align="R")

    def put_question(self, question: SheetQuestion) -> None:
        """Write one question, on a new page if this one has no room for the whole of it."""
        self._part(question)
        self._keep_together(self._height(question))
        self._question_head(question)
        if question.announced:
            self._text(question.announced, style="I")
        self._text(question.stem)
        if question.pgn:
            self._text(question.pgn, size=_SMALL, indent=_INDENT)
        top, left = self.get_y() + 1, 0.0
        if question.fen:
            self._board(question, top)
            left = _BOARD + _GAP
            self.set_y(top)
        first = self.page
        self._text(question.ask, style="B", indent=left)
        for letter, text in question.options:
            self._item(f"{letter})", text, left)
        for _ in range(question.answer_lines):
            self._line(left)
        if question.fen and self.page == first:
            self.set_y(max(self.get_y(), top + _BOARD + _LEADING))
        self.ln(_GAP)

    def put_key(self, question: SheetQuestion) -> None:
        """Write the key to one question."""
        key = question.key
        self._part(question)
        self._keep_together(4 * _LEADING)
        self._question_head(question)
        self._text(key.answer, style="B")
        self._options(key)
        if key.points:
            self._label(self._words.text("paper.points"))
            for marks, text in key.points:
                self._item("•", f"{text} ({marks})", 0)
        if key.steps:
            self._label(self._words.text("section.why"))
            for number, step in enumerate(key.steps, start=1):
                self._item(f"{number}.", step, 0)
        for quote in key.quotes:
            self._label(quote.label)
            self._text(quote.text, style="I", indent=_INDENT)
            for note in quote.notes:
                self._text(note, size=_SMALL, indent=_INDENT, grey=True)
        self.ln(_GAP)

    # -- pieces ------------------------------------------------------------------------

    def _head(self, *, key: bool) -> None:
        self._text(self._title, style="B", size=16, leading=8)
        for line in self._sheet.lines:
            self._text(line, size=_SMALL, leading=4.5)
        if key:
            self._label(self._words.text("paper.own_words"))
        else:
            self.ln(_GAP)
            self._blanks((self._words.text("paper.name"), self._words.text("paper.date")))
        self.ln(_GAP)

    def _blanks(self, labels: Iterable[str]) -> None:
        width = self.epw / 2
        for label in labels:
            self._style()
            self.cell(width - _GAP, _LEADING + 2, label, border="B")
            self.cell(_GAP, _LEADING)
        self.ln(_LEADING + 2)

    def _part(self, question: SheetQuestion) -> None:
        if question.part:
            self._keep_together(5 * _LEADING)
            self._text(question.part, style="B", size=13, leading=8)
            self.line(self.l_margin, self.get_y(), self.l_margin + self.epw, self.get_y())
            self.ln(2)

    def _question_head(self, question: SheetQuestion) -> None:
        self.set_x(self.l_margin)
        self._style("B")
        self.cell(self.epw / 2, _LEADING + 1, self._words.text("paper.question", number=question.number))
        self._style(size=_SMALL, grey=True)
        self.cell(self.epw / 2, _LEADING + 1, question.marks, align="R", new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def _board(self, question: SheetQuestion, top: float) -> None:
        drawing = board_drawing(question.fen or "", question.attempted)
        self.image(io.BytesIO(drawing.encode()), x=self.l_margin, y=top, w=_BOARD)
        self.set_y(top + _BOARD)
        self._style(size=_SMALL, grey=True)
        self.cell(_BOARD, _LEADING, question.to_move, align="C")

    def _options(self, key: Key) -> None:
        for option in key.options:
            self._item(f"{option.letter})", option.text, 0, style="B" if option.right else "")
            self._text(option.why, indent=_INDENT)

    def _label(self, text: str) -> None:
        self._keep_together(3 * _LEADING)
        self.ln(1)
        self._text(text, size=_SMALL, grey=True)

    def _item(self, mark: str, text: str, indent: float, style: str = "") -> None:
        self._style(style)
        if self.will_page_break(_LEADING):
            self.add_page()
        self.set_x(self.l_margin + indent)
        self.cell(_INDENT, _LEADING, mark)
        self._text(text, indent=indent + _INDENT, style=style)

    def _line(self, indent: float) -> None:
        if self.will_page_break(_WRITING):
            self.add_page()
        self.ln(_WRITING)
        self.set_draw_color(150)
        self.line(self.l_margin + indent, self.get_y(), self.l_margin + self.epw, self.get_y())
        self.set_draw_color(0)

    # -- text --------------------------------------------------------------------------

    def _style(self, style: str = "", *, size: float = _SIZE, grey: bool = False) -> None:
        self.set_font(_FONT, style, size)
        self.set_text_color(_GREY if grey else 0)

    def _text(
        self,
        text: str,
        *,
        style: str = "",
        size: float = _SIZE,
        leading: float = _LEADING,
        indent: float = 0,
        grey: bool = False,
    ) -> None:
        self._style(style, size=size, grey=grey)
        self._cell(text, indent, leading)

    def _cell(self, text: str, indent: float, leading: float = _LEADING, **more: Any) -> Any:
        self.set_x(self.l_margin + indent)
        width = self.epw - indent
        options = {"align": "L", "new_x": XPos.LMARGIN, "new_y": YPos.NEXT, "wrapmode": WrapMode.WORD}
        return self.multi_cell(width, leading, text.translate(_NOT_IN_FONT), **options, **more)

    # -- room --------------------------------------------------------------------------

    def _keep_together(self, height: float) -> None:
        """Begin a new page where a block does not fit on this one but would on a whole one."""
        if height < self.eph and self.will_page_break(height):
            self.add_page()

    def _height(self, question: SheetQuestion) -> float:
        self._style()
        above = sum(self._measured(text, 0) for text in (question.announced, question.stem, question.pgn))
        left = _BOARD + _GAP if question.fen else 0
        beside = self._measured(question.ask, left)
        beside += sum(self._measured(text, left + _INDENT) for _, text in question.options)
        beside += _WRITING * question.answer_lines
        board = _BOARD + _LEADING if question.fen else 0
        return above + max(beside, board) + 2 * _LEADING

    def _measured(self, text: str, indent: float) -> float:
        return float(self._cell(text, indent, dry_run=True, output="HEIGHT")) if text else 0
