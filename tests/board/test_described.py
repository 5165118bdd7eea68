from __future__ import annotations

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.board.described import find_described, side_from_words
from kb.board.letters import PIECE_LETTERS


@pytest.mark.parametrize(
    ("language", "text", "board"),
    [
        ("es", "Blancas: Rg6, De5, Ah6. Negras: Rf8, Ah8. ¿tablas?", "5k1b/8/6KB/4Q3/8/8/8/8"),
        ("es", "blancas (Rc6, peón c7) y negras: Ra7", None),
        ("es", "Blancas: rey g6, dama e5. Negras: rey f8", "5k2/8/6K1/4Q3/8/8/8/8"),
        ("en", "White: Kg1, pawn e7. Black: Kg8, pawns f7 g7 h7.", "6k1/4Pppp/8/8/8/8/8/6K1"),
        ("en", "White: Kg1, pawns a2, b2 and c2; Black: Kg8", "6k1/8/8/8/8/8/PPP5/6K1"),
        ("en", "White Kg1, Qd2; Black Kg8, Rf8", "5rk1/8/8/8/8/8/3Q4/6K1"),
        ("en", "White has king on e1 and rook on h1, Black has king on e8", "4k3/8/8/8/8/8/8/4K2R"),
        ("en", "White: Kg1, e4, f4. Black: Kg8", "6k1/8/8/8/4PP2/8/8/6K1"),
        ("nl", "Wit: Kg1, Dd4, pion h2. Zwart: Kg8, Pf6, pion g7", "6k1/6p1/5n2/8/3Q4/8/7P/6K1"),
        ("nl", "wit: Kg1 zwart: Kg8, Tf8, Lc5", "5rk1/8/8/2b5/8/8/8/6K1"),
        ("ru", "Белые: Крg1, Фe5, п. h2. Чёрные: Крg8, Лa8, пешки g7 h7", "r5k1/6pp/8/4Q3/8/8/7P/6K1"),
        ("ru", "белые: Крg1, Лe1; черные: Крg8, Сc5", "6k1/8/8/2b5/8/8/8/4R1K1"),
        ("ru", "Белые: Kpg1, Кс3. Чёрные: Kpg8", "6k1/8/8/8/8/2N5/8/6K1"),
        # English letters in a Spanish question: only so has each side one king.
        ("es", "White: Kg1, Rh1. Black: Kg8, Ra8", "r5k1/8/8/8/8/8/8/6KR"),
        ("en", "White: ♔g1, ♕d2. Black: ♚g8", "6k1/8/8/8/8/8/3Q4/6K1"),
        ("en", "White: Kg1, Ke1, Qd2. Black: no king", "8/8/8/8/8/8/3Q4/4K1K1"),
    ],
)
def test_positions_in_words(language: str, text: str, board: str | None) -> None:
    found = find_described(text, language)
    if board is None:
        assert found is None or found.board
    else:
        assert found is not None
        assert found.board == board


@pytest.mark.parametrize(
    "text",
    [
        "White played e4 and Black replied e5",
        "white to move: what now",
        "Black: he pressed the clock",
        "The white queen went to d5, the black king on e8 stayed",
        "las blancas ganan en 7.5",
        "wit speelt en zwart wint",
    ],
)
def test_other_sentences_describe_nothing(text: str) -> None:
    assert find_described(text, "en") is None


@pytest.mark.parametrize(
    ("text", "color"),
    [
        ("White to move", chess.WHITE),
        ("black to play and win", chess.BLACK),
        ("Juegan blancas", chess.WHITE),
        ("mueven las negras", chess.BLACK),
        ("Zwart aan zet.", chess.BLACK),
        ("wit is aan de beurt", chess.WHITE),
        ("ход чёрных", chess.BLACK),
        ("Белые начинают", chess.WHITE),
        ("white to move or black to move?", None),
        ("nobody", None),
    ],
)
def test_side_from_words(text: str, color: bool | None) -> None:
    assert side_from_words(text) == color


@given(
    st.sampled_from(["en", "es", "nl", "ru"]),
    st.lists(st.sampled_from(chess.SQUARE_NAMES), min_size=3, max_size=10, unique=True),
    st.lists(st.sampled_from(chess.PIECE_TYPES[1:5]), min_size=8, max_size=8),
)
@settings(max_examples=80, deadline=None)
def test_any_description_round_trips(language: str, squares: list[str], pieces: list[int]) -> None:
    letters = {kind: letter for letter, kind in reversed(list(PIECE_LETTERS[language].items()))}
    names = {
        "en": ("White", "Black"),
        "es": ("Blancas", "Negras"),
        "nl": ("Wit", "Zwart"),
        "ru": ("Белые", "Чёрные"),
    }
    board = chess.BaseBoard.empty()
    said: tuple[list[str], list[str]] = ([], [])
    for number, square in enumerate(squares):
        kind = chess.KING if number < 2 else pieces[number % 8]
        side = number % 2
        board.set_piece_at(chess.parse_square(square), chess.Piece(kind, side == 0))
        said[side].append(letters[kind] + square)
    white, black = names[language]
    found = find_described(f"{white}: {', '.join(said[0])}. {black}: {', '.join(said[1])}.", language)
    assert found is not None
    assert found.board == board.board_fen()


@pytest.mark.parametrize(
    "text",
    [
        "W: Kg1, Qd4; B: Kg8",
        "wKg1 wQd4 bKg8 stalemate?",
        "White: K g1, Q d4. Black: K g8",
        "white Kg1 Qd4, black Kg8: is it mate",
        "White (Kg1, Qd4) Black (Kg8)",
    ],
)
def test_short_forms(text: str) -> None:
    found = find_described(text, "en")
    assert found is not None
    assert found.board == "6k1/8/8/8/3Q4/8/8/6K1"


def test_initials_of_other_languages() -> None:
    for language, text in (
        ("es", "B: Rg1, Dd4; N: Rg8"),
        ("nl", "W: Kg1, Dd4; Z: Kg8"),
        ("ru", "Б: Крg1, Фd4; Ч: Крg8"),
    ):
        found = find_described(text, language)
        assert found is not None
        assert found.board == "6k1/8/8/8/3Q4/8/8/6K1"
