from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.board.letters import LANGUAGES, PIECE_LETTERS
from kb.board.notation import MoveShape, parse_shape, readable_languages

K, Q, R, B, N, P = chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN


def shape(
    piece: int | None, to: str, origin: str = "", promotion: int | None = None, capture: bool = False
) -> MoveShape:
    file = next((chess.FILE_NAMES.index(char) for char in origin if char.isalpha()), None)
    rank = next((int(char) - 1 for char in origin if char.isdigit()), None)
    return MoveShape(piece, file, rank, chess.parse_square(to), None, promotion, capture)


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("e4", "en", shape(P, "e4")),
        ("Nf3", "en", shape(N, "f3")),
        ("Cf3", "es", shape(N, "f3")),
        ("Pf3", "nl", shape(N, "f3")),
        ("Kf3", "nl", shape(K, "f3")),
        ("Rf3", "es", shape(K, "f3")),
        ("Af3", "es", shape(B, "f3")),
        ("Lf3", "nl", shape(B, "f3")),
        ("Кf3", "ru", shape(N, "f3")),
        ("Kf3", "ru", shape(N, "f3")),
        ("Крf3", "ru", shape(K, "f3")),
        ("Kpf3", "ru", shape(K, "f3")),
        ("Kрf3", "ru", shape(K, "f3")),
        ("крf3", "ru", shape(K, "f3")),
        ("Сf4", "ru", shape(B, "f4")),
        ("Cf4", "ru", shape(B, "f4")),
        ("Кс6", "ru", shape(N, "c6")),
        ("е4", "ru", shape(P, "e4")),
        ("Л:b7+", "ru", shape(R, "b7", capture=True)),
        ("Лхb7", "ru", shape(R, "b7", capture=True)),
        ("Rxb7+", "en", shape(R, "b7", capture=True)),
        ("Txb7+!", "nl", shape(R, "b7", capture=True)),
        ("Rb7:", "en", shape(R, "b7", capture=True)),
        ("R×b7", "en", shape(R, "b7", capture=True)),
        ("Nbd2", "en", shape(N, "d2", "b")),
        ("R1a3", "en", shape(R, "a3", "1")),
        ("Qh4e1", "en", shape(Q, "e1", "h4")),
        ("Qd1-h5", "en", shape(Q, "h5", "d1")),
        ("Qd1–h5??", "en", shape(Q, "h5", "d1")),
        ("e2-e4", "es", shape(None, "e4", "e2")),
        ("e2e4", "es", shape(None, "e4", "e2")),
        ("e7e8q", "es", shape(None, "e8", "e7", Q)),
        ("e7e8n", "es", shape(None, "e8", "e7", N)),
        ("e7-e8ф", "ru", shape(None, "e8", "e7", Q)),
        ("exd5", "en", shape(P, "d5", "e", capture=True)),
        ("ed5", "en", shape(P, "d5", "e")),
        ("exd6 e.p.", "en", shape(P, "d6", "e", capture=True)),
        ("exd6ep", "en", shape(P, "d6", "e", capture=True)),
        ("bxc3", "en", shape(P, "c3", "b", capture=True)),
        ("Bxc3", "en", shape(B, "c3", capture=True)),
        ("e8=Q", "en", shape(P, "e8", promotion=Q)),
        ("e8Q#", "en", shape(P, "e8", promotion=Q)),
        ("e8N", "en", shape(P, "e8", promotion=N)),
        ("e8(D)", "es", shape(P, "e8", promotion=Q)),
        ("e8=D", "nl", shape(P, "e8", promotion=Q)),
        ("e8/D", "nl", shape(P, "e8", promotion=Q)),
        ("e8D", "es", shape(P, "e8", promotion=Q)),
        ("e8Ф", "ru", shape(P, "e8", promotion=Q)),
        ("e8 = Q", "en", shape(P, "e8", promotion=Q)),
        ("dxe8=R+", "en", shape(P, "e8", "d", R, capture=True)),
        ("e8=K", "en", shape(P, "e8", promotion=K)),
        ("e8=Кр", "ru", shape(P, "e8", promotion=K)),
        ("e8=К", "ru", shape(P, "e8", promotion=N)),
        ("c8", "en", shape(P, "c8")),
        ("♘f3", "es", shape(N, "f3")),
        ("♞xe5", "ru", shape(N, "e5", capture=True)),
        ("nf3", "en", shape(N, "f3")),
        ("qxd5", "en", shape(Q, "d5", capture=True)),
        ("Pe4", "en", shape(P, "e4")),
        ("O-O", "en", MoveShape(castling="K")),
        ("0-0-0+", "nl", MoveShape(castling="Q")),
        ("о-о", "ru", MoveShape(castling="K")),
        ("O–O–O", "es", MoveShape(castling="Q")),
        ("OO", "en", MoveShape(castling="K")),
        ("ed", "en", MoveShape(P, 4, to_file=3, capture=True)),
        ("exd", "en", MoveShape(P, 4, to_file=3, capture=True)),
    ],
)
def test_shapes(text: str, language: str, expected: MoveShape) -> None:
    assert parse_shape(text, language) == expected


@pytest.mark.parametrize(
    "text", ["", "e9", "i4", "Xf3", "7.5.3", "5+3", "e", "hello", "Nf", "1-0", "e4e", "Nf3Nc6", "4e5", "e8=X"]
)
def test_no_moves(text: str) -> None:
    assert readable_languages(text) == ()


def test_local_letters_tell_the_language() -> None:
    assert readable_languages("Dd5") == ("es", "nl")
    assert readable_languages("Фd5") == ("ru",)
    assert readable_languages("Nd5") == ("en",)
    assert readable_languages("d5") == LANGUAGES


@given(
    st.sampled_from(LANGUAGES),
    st.sampled_from(chess.PIECE_TYPES[1:]),
    st.sampled_from(chess.SQUARE_NAMES),
    st.sampled_from(["", "x", ":"]),
    st.sampled_from(["", "+", "#", "!?", "??"]),
)
def test_every_piece_in_every_language(
    language: str, piece: int, square: str, capture: str, suffix: str
) -> None:
    letter = next(letter for letter, kind in PIECE_LETTERS[language].items() if kind == piece)
    expected = shape(piece, square, capture=bool(capture))
    assert parse_shape(f"{letter}{capture}{square}{suffix}", language) == expected


@given(st.text(max_size=20), st.sampled_from(LANGUAGES))
def test_never_raises(text: str, language: str) -> None:
    parse_shape(text, language)


def test_long_input_is_refused_at_once() -> None:
    assert parse_shape("e4" + "!" * 10_000, "en") is None
