"""Moves that a sentence names without a number, read only because a position makes them plausible."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

import chess

from kb.board.displacement import carry_out
from kb.board.letters import LANGUAGES, PIECE_WORDS, piece_letters
from kb.board.movetext import MoveRun, WrittenMove, iter_bare_moves
from kb.board.notation import MoveShape, parse_shape
from kb.board.resolving import resolve
from kb.board.types import IllegalReason, Position, ReadMove

__all__ = ["find_bare_run"]

_MAX_TOKENS = 60
_CUE = re.compile(
    r"(?:play(?:s|ed|ing)?|mov(?:e[sd]?|ing)|after|push(?:e[sd]|ing)?|went|goes|advanc\w+|"
    r"jug\w+|mov[ií]\w*|muev\w+|tras|despu[eé]s\s+de|avanz\w+|hizo|hice|"
    r"speel\w*|zette?|na|schuift|schoof|ging|gaat|opgerukt|"
    r"сыгра\w+|сходил\w*|пош[её]л\w*|после|двин\w+|ход\w*)"
    r"(?:[\s:«\"'(*`]+(?:the|my|his|a|el|la|su|mi|de|met|zijn|mijn|pawn|pe[oó]n|pion|пешк\w+|to|op|naar|на|en)){0,3}"
    r"[\s:«\"'(*`]+$",
    re.IGNORECASE,
)
_PIECE = "|".join(
    sorted((word for word, kind in PIECE_WORDS.items() if kind != chess.PAWN), key=len, reverse=True)
)
_PROMOTION_WORD = re.compile(
    r"\s*(?:[=(]|(?:with|as|con|como|met|als|с|со)\s)?\s*(?:(?:an?|the|una?|la|el|een|de|het|new|nieuwe)\s+)?"
    rf"(?P<word>{_PIECE})(?!\w)",
    re.IGNORECASE,
)
_LONG = r"long|queen-?\s?side|larg[oa]|lange?|длинн\w+"
_SHORT = r"short|king-?\s?side|cort[oa]|korte?|коротк\w+"
_CASTLING = r"castl\w+|enroc\w+|enroque|rokeer\w*|gerokeerd|rokade|рокир\w+"
_CASTLING_IN_WORDS = re.compile(
    rf"(?<!\w)(?:(?:{_CASTLING})\s+(?:(?:en|the|naar|в|на)\s+)?(?:(?P<long>{_LONG})|{_SHORT})"
    rf"|(?:(?P<long_first>{_LONG})|{_SHORT})\s+(?:{_CASTLING}))(?!\w)",
    re.IGNORECASE,
)
_NOT_A_MOVE = frozenset((IllegalReason.NO_PIECE_THERE, IllegalReason.NOT_YOUR_TURN))


def find_bare_run(
    text: str, language: str, position: Position, masked: Sequence[tuple[int, int]]
) -> MoveRun | None:
    """Find moves without numbers, played one after another from a position.

    A piece move counts when one piece can be meant by it, legal or not; a bare square only when a pawn would
    be promoted there or a word such as "played" stands before it.  "Kc6" with the king already on c6 is a
    description, not a move.
    """
    board = position.board()
    run = MoveRun(None, None)
    for token, cued in _tokens(text, masked):
        if any(token.text == move.text for move in run.moves):
            continue
        written = _with_promotion_word(text, token, language, board)
        read = _read(board, written, language, cued=cued, first=not run.moves)
        if read is not None:
            run.moves.append(written)
            carry_out(board, read)
    return run if run.moves else None


def _tokens(text: str, masked: Sequence[tuple[int, int]]) -> Iterator[tuple[WrittenMove, bool]]:
    """Yield what may be moves, in order, and whether a word such as "played" stands before it."""
    written = islice(iter_bare_moves(text, masked), _MAX_TOKENS)
    named = (
        WrittenMove("O-O-O" if match["long"] or match["long_first"] else "O-O", match.start())
        for match in islice(_CASTLING_IN_WORDS.finditer(text), _MAX_TOKENS)
    )
    for token in sorted((*written, *named), key=lambda token: token.offset):
        yield token, _CUE.search(text, max(0, token.offset - 48), token.offset) is not None


def _with_promotion_word(text: str, token: WrittenMove, language: str, board: chess.Board) -> WrittenMove:
    """Turn "c8 con la dama" into "c8=D" where a pawn can reach that square."""
    shape = parse_shape(token.text, language)
    if shape is None or not resolve(board, shape, token.text).promotion_missing:
        return token
    word = _PROMOTION_WORD.match(text, token.offset + len(token.text))
    if word is None:
        return token
    letters = piece_letters(language)
    piece = PIECE_WORDS[word["word"].lower()]
    letter = next(letter for letter, kind in letters.items() if kind == piece)
    return WrittenMove(f"{token.text}={letter}", token.offset)


def _read(
    board: chess.Board, token: WrittenMove, language: str, *, cued: bool, first: bool
) -> ReadMove | None:
    """Read a token in the first language that makes it a legal move, else a plausible illegal one."""
    plausible: list[ReadMove] = []
    for name in dict.fromkeys((language, "en", *LANGUAGES)):
        shape = parse_shape(token.text, name)
        if shape is None or _describes(board, shape):
            continue
        read = resolve(board, shape, token.text, token.offset)
        if _is_plausible(read, shape, cued=cued, first=first):
            if read.legal:
                return read
            plausible.append(read)
    return plausible[0] if plausible else None


def _describes(board: chess.Board, shape: MoveShape) -> bool:
    """Tell whether the token says where a piece stands, or a castling that has already been carried out."""
    if shape.castling is not None:
        king = board.king(board.turn)
        return king is not None and chess.square_file(king) == (6 if shape.castling == "K" else 2)
    if shape.to_square is None or shape.from_rank is not None or shape.capture:
        return False
    standing = board.piece_type_at(shape.to_square)
    return standing is not None and standing == shape.piece


def _is_plausible(read: ReadMove, shape: MoveShape, *, cued: bool, first: bool) -> bool:
    if read.promotion_missing:
        return True
    plain_square = shape.piece == chess.PAWN and shape.promotion is None and not shape.capture
    if plain_square and not cued:
        return False
    if read.legal:
        return True
    known = read.uci is not None and read.illegal is not None and read.illegal.reason not in _NOT_A_MOVE
    return known and first and not plain_square
