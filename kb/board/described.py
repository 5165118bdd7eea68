"""Positions given in words: "White: Kg1, pawn e7. Black: Kg8", "Blancas: Rg6, De5. Negras: Rf8"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import chess

from kb.board.letters import FIGURINES, FILE_LOOKALIKES, LANGUAGES, PIECE_WORDS, piece_letters

__all__ = ["Described", "find_described", "side_from_words"]

_WHITE = r"white|whites|blancas?|blancos?|wit|witte|белые|белых|бел\.?"
_BLACK = r"black|blacks|negras?|negros?|zwart|zwarte|ч[её]рные|ч[её]рных|ч[её]рн\.?"
_LABEL = re.compile(
    rf"(?<!\w)(?:(?:(?P<white>{_WHITE})|{_BLACK})"
    r"(?:\s?\)?\s?[:=–—(-]\s?|\s?\)\s|\s(?:has|have|tienen?|heeft|имеют)\s|\s)|(?P<initial>[wbnzбч])\s?:\s?)",
    re.IGNORECASE,
)
_WORD = "|".join(sorted(PIECE_WORDS, key=len, reverse=True))
_SQUARES = r"[a-hасе][1-8](?![\wА-я])"
_ITEM = re.compile(
    r"(?:(?P<letter>(?:[КK][рpРP]|[A-ZФЛСКП♔-♟])\s?|[кk][рp]|[kqrntlpфлкп](?=[a-h])|[пp]\.\s?(?=[a-h]))"
    rf"|(?P<word>(?i:{_WORD}))[\s:]+(?:(?:on|at|en|op|na|на|in)\s+)?)?(?P<square>{_SQUARES})"
)
_PREFIXED = re.compile(r"(?<!\w)([wb])\s?([KQRBNP])\s?([a-h][1-8])(?!\w)")
_JOINT = re.compile(r"(?:[\s,;.+/&]|\*\*|`|(?:and|y|e|en|i|и|con|with|met|plus)\b(?=\s))*", re.IGNORECASE)
_PLURAL_END = re.compile(r"(?:s|es|en|и|nen)$")
_MOVER = (
    (re.compile(rf"(?:{_WHITE})\s+(?:is\s+)?(?:to\s+(?:move|play)|aan\s+(?:zet|de\s+beurt)|juegan|mueven|a\s+jugar|al\s+turno|начинают|ходят|на\s+ходу)"
                r"|(?:turno|juegan|mueven|mueve|tocan?)\s+(?:de\s+|a\s+)?(?:las\s+)?blanc\w+|ход\s+(?:за\s+)?бел\w+|wits?\s+beurt"
                r"|white'?s\s+(?:turn|move)", re.IGNORECASE), chess.WHITE),
    (re.compile(rf"(?:{_BLACK})\s+(?:is\s+)?(?:to\s+(?:move|play)|aan\s+(?:zet|de\s+beurt)|juegan|mueven|a\s+jugar|al\s+turno|начинают|ходят|на\s+ходу)"
                r"|(?:turno|juegan|mueven|mueve|tocan?)\s+(?:de\s+|a\s+)?(?:las\s+)?negr\w+|ход\s+(?:за\s+)?ч[её]рн\w+|zwarts?\s+beurt"
                r"|black'?s\s+(?:turn|move)", re.IGNORECASE), chess.BLACK),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Described:
    """A position in words: its board field, where it stood, and the language of its letters."""

    offset: int
    end: int
    board: str
    language: str


@dataclass(frozen=True, slots=True)
class _Item:
    letter: str | None
    word: str | None
    square: chess.Square
    color: chess.Color


def side_from_words(text: str) -> chess.Color | None:
    """Tell who is said to be on move, if only one side is.

    >>> side_from_words("Zwart aan zet.")
    False
    """
    found = {color for pattern, color in _MOVER if pattern.search(text)}
    return found.pop() if len(found) == 1 else None


def find_described(text: str, language: str, masked: Sequence[tuple[int, int]] = ()) -> Described | None:
    """Find a position given in words.

    It must name both colours, or one colour with at least two men, and hold at least one king; an item
    without letter or word is a pawn.  When letters fit several languages the asker's wins unless only another
    one gives each side exactly one king.
    """
    items: list[_Item] = []
    start, end, labels = -1, 0, set[chess.Color]()
    found = [label for label in _LABEL.finditer(text) if not any(a <= label.start() < b for a, b in masked)]
    initials = {label["initial"].lower() for label in found if label["initial"]}
    for label in found:
        if label.start() < end:
            continue
        color = _color(label, initials)
        read, stop = _read_items(text, label.end(), color)
        if not read or (len(read) == 1 and read[0].letter is None and read[0].word is None):
            continue
        start = label.start() if start < 0 else start
        end = stop
        items += read
        labels.add(color)
    if len(labels) < 2 and len(items) < 2:
        return _find_prefixed(text)
    for name in _languages(items, language):
        board = _place(items, name)
        if board is not None and board.kings:
            return Described(start, end, board.board_fen(), name)
    return None


def _color(label: re.Match[str], initials: set[str]) -> chess.Color:
    """Tell the colour of a label; "B:" is White beside the Spanish "N:", otherwise Black."""
    initial = (label["initial"] or "").lower()
    return label["white"] is not None or initial in ("w", "б") or (initial == "b" and "n" in initials)


def _find_prefixed(text: str) -> Described | None:
    """Find "wKg1 wQe5 bKg8": at least three men, a king among them, each with its colour before it."""
    found = list(_PREFIXED.finditer(text))
    if len(found) < 3 or not any(match[2] == "K" for match in found):
        return None
    board = chess.BaseBoard.empty()
    for match in found[:64]:
        symbol = match[2] if match[1] == "w" else match[2].lower()
        board.set_piece_at(chess.parse_square(match[3]), chess.Piece.from_symbol(symbol))
    return Described(found[0].start(), found[-1].end(), board.board_fen(), "en")


def _read_items(text: str, position: int, color: chess.Color) -> tuple[list[_Item], int]:
    items: list[_Item] = []
    letter: str | None = None
    word: str | None = None
    end = position
    while len(items) <= 64:
        joint = _JOINT.match(text, position)
        item = _ITEM.match(text, joint.end() if joint else position)
        if item is None:
            return items, end
        if item["letter"] or item["word"]:
            letter = (item["letter"] or "").rstrip(".\u00a0 ") or None
            word = (item["word"] or "").lower() or None
        elif word is None or not _PLURAL_END.search(word):
            letter = word = None  # a bare square after "Kg1," is a pawn; after "pawns f2" it goes on
        square = chess.parse_square(item["square"].lower().translate(FILE_LOOKALIKES))
        items.append(_Item(letter, word, square, color))
        position = end = item.end()
    return items, end


def _languages(items: Sequence[_Item], language: str) -> list[str]:
    """Order the languages that know all letters: first those that give each side one king."""
    order = [name for name in dict.fromkeys((language, "en", *LANGUAGES)) if _place(items, name) is not None]

    def misses_kings(name: str) -> bool:
        board = _place(items, name)
        return board is None or any(len(board.pieces(chess.KING, color)) != 1 for color in chess.COLORS)

    return sorted(order, key=misses_kings)


def _place(items: Sequence[_Item], language: str) -> chess.BaseBoard | None:
    board = chess.BaseBoard.empty()
    for item in items:
        piece_type = _piece_type(item, language)
        if piece_type is None:
            return None
        board.set_piece_at(item.square, chess.Piece(piece_type, item.color))
    return board


def _piece_type(item: _Item, language: str) -> chess.PieceType | None:
    if item.word is not None:
        return PIECE_WORDS[item.word]
    if item.letter is None:
        return chess.PAWN
    if item.letter in FIGURINES:
        return FIGURINES[item.letter]
    letters = piece_letters(language)
    return letters.get(item.letter) or letters.get(item.letter.capitalize())
