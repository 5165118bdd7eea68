"""What the page's board shows for pasted text and for proofs."""

from __future__ import annotations

import base64
import itertools
from datetime import date

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.board.mating import can_checkmate
from kb.desk import rule_on
from kb.dialog.request import Request
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES
from kb.rules.ruling import Mating
from kb.web.boards import MAX_PASTE, line_frames, part_board, pasted_board
from kb.web.picture import position_picture, sprite

PAWN = "6k1/4Pppp/8/8/8/8/8/6K1 w - - 0 1"


@pytest.mark.parametrize(
    "text",
    [PAWN, "6k1/4Pppp/8/8/8/8/8/6K1 w", "https://lichess.org/analysis/6k1/4Pppp/8/8/8/8/8/6K1_w_-_-_0_1"],
)
def test_a_position_comes_on_the_board(text: str) -> None:
    show = pasted_board(text, "en")
    assert [frame["fen"] for frame in show.frames] == [PAWN]
    assert (show.game, show.attempted) == ("", "")


def test_a_game_can_be_stepped_through_and_opens_at_its_illegal_move() -> None:
    text = '[White "A"]\n\n1. e4 e5 2. Ke3 Nc6 *'
    show = pasted_board(text, "es")
    board = chess.Board()
    for frame, san in zip(show.frames, ["", "e4", "e5"], strict=False):
        if san:
            board.push_san(san)
        assert chess.Board(frame["fen"]).board_fen() == board.board_fen()
    assert (show.at, show.attempted, show.game) == (2, "e1e3", text)
    assert show.frames[3]["move"] == "2. Ke3"
    assert show.frames[4]["move"] == "2... Cc6"
    assert "Ke3" in show.note


def test_the_piece_that_makes_a_move_illegal_is_marked(library: Library) -> None:
    text = '[FEN "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1"]\n[SetUp "1"]\n\n1. Rh7 *'
    assert pasted_board(text, "en").marked == ("e2",)
    request = Request("", language="en", fen="4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", moves="h1h7")
    answer = rule_on(library, request, "illegal_move_restoration", today=lambda: date(2026, 11, 30))
    show = part_board(answer.parts[0])
    assert show is not None
    assert (show.attempted, show.marked) == ("h1h7", ("e2",))


def test_a_legal_game_opens_at_its_end() -> None:
    show = pasted_board("1. e4 e5 2. Nf3", "en")
    assert (show.at, len(show.frames), show.note) == (3, 4, "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_read_says_why_and_how(language: str) -> None:
    show = pasted_board("9k1/8/8/8/8/8/8/6K1 w", language)
    assert show.frames == ()
    assert PAWN in show.note or "/" in show.note


def test_an_impossible_position_is_shown_with_a_remark() -> None:
    show = pasted_board("rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "en")
    assert len(show.frames) == 1
    assert show.note


@given(st.text(max_size=300))
def test_any_text_is_shown_or_explained(text: str) -> None:
    show = pasted_board(text, "en")
    assert show.frames or show.note
    assert 0 <= show.at <= len(show.frames)


def test_long_text_is_bounded() -> None:
    show = pasted_board("1. e4 e5 " + "2. Nf3 Ng8 " * MAX_PASTE, "en")
    assert len(show.frames) <= 601


def test_the_mating_line_ends_in_mate() -> None:
    board = chess.Board("7k/8/8/8/8/8/8/KQ6 w - - 0 1")
    mating = Mating(chess.WHITE, board.fen(), can_checkmate(board, chess.WHITE))
    frames = line_frames(mating, "ru")
    assert chess.Board(frames[-1]["fen"]).is_checkmate()
    for earlier, later in itertools.pairwise(frames):
        stepped = chess.Board(earlier["fen"])
        stepped.push_uci(later["uci"])
        assert stepped.fen() == later["fen"]


def test_without_a_line_there_is_nothing_to_step_through() -> None:
    board = chess.Board("7k/8/8/8/8/8/8/K7 w - - 0 1")
    assert line_frames(Mating(chess.WHITE, board.fen(), can_checkmate(board, chess.WHITE)), "en") == ()
    assert line_frames(None, "en") == ()


@pytest.mark.parametrize(
    "fen", [PAWN, chess.STARTING_FEN, "8/8/8/8/8/8/8/8 w - - 0 1", "kk6/8/8/8/8/8/8/KK6 w - - 0 1"]
)
def test_every_position_can_be_drawn(fen: str) -> None:
    kind, _, data = position_picture(fen, "a1h8").partition(",")
    assert kind == "data:image/svg+xml;base64"
    drawn = base64.b64decode(data).decode()
    assert drawn.startswith("<svg")
    assert drawn.count("<use") == len(chess.Board(fen).piece_map())


def test_the_sprite_has_the_twelve_pieces() -> None:
    assert all(f'id="{colour}{kind}"' in sprite() for colour in "wb" for kind in "kqrbnp")
