"""The board of a question gives nothing away and says in words what it shows."""

from __future__ import annotations

import json

import chess
import pytest

from kb.exam.generating import make_paper
from kb.exam.types import Format, Question
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES
from kb.messages import catalogue
from kb.web.exam_board import described, exam_board


def questions(library: Library, language: str, *formats: Format) -> tuple[Question, ...]:
    paper = make_paper(library, language=language, edition="2023", count=8, seed=3, formats=formats)
    return paper.questions


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_shown_move_by_move_up_to_its_last(library: Library, language: str) -> None:
    for question in questions(library, language, Format.FIND):
        board = exam_board(question, catalogue(language))
        assert board is not None
        frames = json.loads(board.frames)
        assert frames[0] == {"fen": chess.STARTING_FEN, "move": "", "uci": ""}
        assert set().union(*frames) == {"fen", "move", "uci"}  # no sign of where it went wrong
        assert question.pgn is not None
        for frame in frames[1:]:
            assert frame["move"].rpartition(" ")[2] in question.pgn


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_position_is_drawn_and_said(library: Library, language: str) -> None:
    shown = [q for q in questions(library, language, Format.CHOICE, Format.OPEN) if q.fen]
    assert shown
    for question in shown:
        board = exam_board(question, catalogue(language))
        assert board is not None
        assert board.fen == question.fen
        assert board.attempted == (question.attempted or "")
        assert len(json.loads(board.frames)) == 1
        squares = [chess.square_name(square) for square in chess.Board(question.fen).piece_map()]
        assert all(f" {square}" in board.described for square in squares)


@pytest.mark.parametrize(
    ("language", "letters"),
    [("en", "K Q R B N"), ("es", "R D T A C"), ("nl", "K D T L P"), ("ru", "Кр Ф Л С К")],
)
def test_pieces_have_the_letters_of_the_language(library: Library, language: str, letters: str) -> None:
    question = next(q for q in questions(library, language, Format.CHOICE) if q.fen)
    board = exam_board(question, catalogue(language))
    assert board is not None
    assert board.letters == letters


def test_an_empty_board_is_said_to_be_so() -> None:
    assert described("8/8/8/8/8/8/8/8 w - - 0 1", catalogue("en")).endswith("The board is empty.")
