"""Piece letters and chess words of the four languages, and letters that only look like others."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import chess

__all__ = [
    "FIGURINES",
    "FILE_LOOKALIKES",
    "LANGUAGES",
    "PIECE_LETTERS",
    "PIECE_WORDS",
    "piece_letters",
]

LANGUAGES = ("en", "es", "nl", "ru")

_P, _N, _B, _R, _Q, _K = chess.PIECE_TYPES

# Russian letters also appear typed with the Latin letters they look like: "C" for elephant, "Kp" for king.
PIECE_LETTERS: Mapping[str, Mapping[str, chess.PieceType]] = MappingProxyType(
    {
        "en": MappingProxyType({"K": _K, "Q": _Q, "R": _R, "B": _B, "N": _N, "P": _P}),
        "es": MappingProxyType({"R": _K, "D": _Q, "T": _R, "A": _B, "C": _N, "P": _P}),
        "nl": MappingProxyType({"K": _K, "D": _Q, "T": _R, "L": _B, "P": _N}),
        "ru": MappingProxyType(
            {
                "Кр": _K, "КР": _K, "Kp": _K, "Kр": _K, "Кp": _K, "KP": _K,
                "Ф": _Q, "Л": _R, "С": _B, "C": _B, "К": _N, "K": _N, "П": _P, "п": _P,
            }
        ),
    }
)  # fmt: skip

FIGURINES: Mapping[str, chess.PieceType] = MappingProxyType(
    {
        **dict(zip("♔♕♖♗♘♙", (_K, _Q, _R, _B, _N, _P), strict=True)),
        **dict(zip("♚♛♜♝♞♟", (_K, _Q, _R, _B, _N, _P), strict=True)),
    }
)

FILE_LOOKALIKES = str.maketrans("асеАСЕ", "aceACE")
"""Cyrillic letters that stand for the files a, c and e."""

PIECE_WORDS: Mapping[str, chess.PieceType] = MappingProxyType(
    {
        "king": _K, "queen": _Q, "rook": _R, "bishop": _B, "knight": _N, "horse": _N, "pawn": _P,
        "kings": _K, "queens": _Q, "rooks": _R, "bishops": _B, "knights": _N, "pawns": _P,
        "rey": _K, "dama": _Q, "reina": _Q, "torre": _R, "alfil": _B, "caballo": _N, "peon": _P, "peón": _P,
        "damas": _Q, "reinas": _Q, "torres": _R, "alfiles": _B, "caballos": _N, "peones": _P,
        "koning": _K, "dame": _Q, "koningin": _Q, "toren": _R, "loper": _B, "paard": _N, "pion": _P,
        "dames": _Q, "torens": _R, "lopers": _B, "paarden": _N, "pionnen": _P,
        "король": _K, "ферзь": _Q, "ладья": _R, "слон": _B, "конь": _N, "пешка": _P,
        "короля": _K, "ферзя": _Q, "ладью": _R, "слона": _B, "коня": _N, "пешку": _P,
        "ферзём": _Q, "ферзем": _Q, "ладьёй": _R, "ладьей": _R, "слоном": _B, "конём": _N, "конем": _N,
        "ферзи": _Q, "ладьи": _R, "слоны": _B, "кони": _N, "пешки": _P, "королём": _K, "королем": _K,
    }
)  # fmt: skip
"""Words for the pieces, lower case, with the endings that stand beside a square."""


def piece_letters(language: str) -> Mapping[str, chess.PieceType]:
    """Give the piece letters of a language, English ones for a language not held.

    >>> piece_letters("nl")["P"] == chess.KNIGHT
    True
    """
    return PIECE_LETTERS.get(language, PIECE_LETTERS["en"])
