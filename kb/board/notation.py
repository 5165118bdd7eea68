"""Reading one written move: its shape in a language's letters, without a board.

Understands short and long algebraic notation and UCI, figurines, local piece letters, and the loose ways
people write them: "0-0", "e8D", "e8(D)", "e8=dama", "Л:b7", "Qd1-h5", "e2 to e4", "exd6 e.p.", "ed5".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import chess

from kb.board.letters import FIGURINES, FILE_LOOKALIKES, LANGUAGES, PIECE_WORDS, piece_letters

__all__ = ["CASTLE_PATTERN", "MOVE_PATTERN", "MoveShape", "parse_shape", "readable_languages"]

# Lower-case piece letters are read where they cannot be the file of a pawn.
_LETTER = r"(?:[КKкk][рpРP]|[A-ZФЛСКП♔-♟]|[kqrntlpфлпк](?=[a-hасе1-8x:х×-]))"
_FILE = r"[a-hасе]"
_DASH = r"[-‐-―−]"
_LINK = rf"(?:\s?{_DASH}>?\s?|\s?[→>]\s?|\s(?:to|naar|a|hasta|на)\s)"
_CAPTURE = r"[x:хX×Х]"
_WORD = "(?i:" + "|".join(sorted(PIECE_WORDS, key=len, reverse=True)) + ")"
_PIECE = rf"(?:{_WORD}|[КKкk][рpРP]|[A-Za-zФЛСКПфлскп♔-♟])"
_PROMOTION = (
    rf"(?:\s?[=/]\s?\(?({_PIECE})\)?|\(({_PIECE})\)"
    r"|([КK][рp]|[A-ZФЛСКП♔-♟]|[qrbnфлскdtac](?![\w])))"
)
# "00" stays a number, as in "0.00"; "OO" is castling.
CASTLE_PATTERN = rf"(?:[0OoОо]{_DASH}[0OoОо](?:{_DASH}[0OoОо])?|[OО]{{2,3}})(?![\wА-я])"
MOVE_PATTERN = (
    rf"(?:{_LETTER})?(?:{_FILE}[1-8]{_LINK}|{_FILE}?[1-8]?{_CAPTURE}?|{_FILE}[1-8])"
    rf"{_CAPTURE}?{_FILE}[1-8](?:(?<=[18]){_PROMOTION})?:?"
    rf"|{_FILE}{_CAPTURE}{_FILE}(?![\wа-я])"
)
_MOVE = re.compile(
    rf"(?P<piece>{_LETTER})?(?P<from_file>{_FILE})?(?P<from_rank>[1-8])?"
    rf"(?:{_LINK}|(?P<capture>{_CAPTURE}))?"
    rf"(?P<to>{_FILE}[1-8])(?:{_PROMOTION})?(?P<late_capture>:)?"
)
_SHORT_PAWN_CAPTURE = re.compile(rf"(?P<from_file>{_FILE}){_CAPTURE}?(?P<to_file>{_FILE})")
_CASTLE = re.compile(CASTLE_PATTERN)
_SUFFIX = re.compile(r"(?:[+#!?‡†∓±=∞□]|e\.?\s?p\.?|мат|mate|[!?]+)+$")
_MAX_LENGTH = 24


@dataclass(frozen=True, slots=True)
class MoveShape:
    """What a written move says.

    :param piece: ``None`` when the letters do not say it (UCI, "e2-e4").
    :param castling: ``"K"`` or ``"Q"`` for the side, else ``None``; then all else is empty.
    :param to_file: set instead of ``to_square`` for "exd".
    :param promotion: may be a king or a pawn: people write that too.
    """

    piece: chess.PieceType | None = None
    from_file: int | None = None
    from_rank: int | None = None
    to_square: chess.Square | None = None
    to_file: int | None = None
    promotion: chess.PieceType | None = None
    capture: bool = False
    castling: str | None = None


def readable_languages(text: str) -> tuple[str, ...]:
    """List the languages in whose letters a written move can be read; all four for a plain pawn move.

    >>> readable_languages("Txb7+")
    ('es', 'nl')
    """
    return tuple(language for language in LANGUAGES if parse_shape(text, language) is not None)


@lru_cache(maxsize=4096)
def parse_shape(text: str, language: str) -> MoveShape | None:
    """Read one written move in the letters of a language, or ``None`` when it is none.

    >>> parse_shape("Л:b7+", "ru") == parse_shape("Rxb7", "en")
    True
    """
    if len(text) > _MAX_LENGTH:
        return None
    body = _SUFFIX.sub("", text.strip()).strip()
    if _CASTLE.fullmatch(body):
        return MoveShape(castling="Q" if sum(char in "0OoОо" for char in body) == 3 else "K")
    match = _MOVE.fullmatch(body)
    if match is None:
        return _short_pawn_capture(body)
    return _from_match(match, language)


def _from_match(match: re.Match[str], language: str) -> MoveShape | None:
    letter = match["piece"]
    piece = _piece(letter, language) if letter else None
    written = next((match[index] for index in _promotion_groups(match) if match[index]), None)
    promotion = _piece(written, language) if written else None
    if written and match["from_rank"] and not letter:
        promotion = promotion or _piece(written, "en")  # UCI names pieces in English whoever writes it
    if (letter and piece is None) or (written and promotion is None):
        return None
    target = match["to"].translate(FILE_LOOKALIKES)
    from_file = _file(match["from_file"])
    from_rank = int(match["from_rank"]) - 1 if match["from_rank"] else None
    if letter is None and not (from_file is not None and from_rank is not None):
        piece = chess.PAWN
    if letter is None and from_file is None and from_rank is not None:
        return None
    return MoveShape(
        piece=piece,
        from_file=from_file,
        from_rank=from_rank,
        to_square=chess.parse_square(target),
        promotion=promotion,
        capture=bool(match["capture"] or match["late_capture"]),
    )


def _promotion_groups(match: re.Match[str]) -> range:
    first = match.re.groupindex["to"] + 1
    return range(first, first + 3)


def _short_pawn_capture(body: str) -> MoveShape | None:
    """Read "exd" and "ed": a pawn capture that names only the files."""
    match = _SHORT_PAWN_CAPTURE.fullmatch(body)
    if match is None:
        return None
    from_file, to_file = _file(match["from_file"]), _file(match["to_file"])
    assert from_file is not None
    assert to_file is not None
    if abs(from_file - to_file) != 1:
        return None
    return MoveShape(piece=chess.PAWN, from_file=from_file, to_file=to_file, capture=True)


def _file(letter: str | None) -> int | None:
    return None if letter is None else "abcdefgh".index(letter.translate(FILE_LOOKALIKES))


def _piece(letter: str, language: str) -> chess.PieceType | None:
    letters = piece_letters(language)
    return (
        FIGURINES.get(letter)
        or letters.get(letter)
        or letters.get(letter.capitalize())
        or PIECE_WORDS.get(letter.lower())
    )
