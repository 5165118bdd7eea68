"""Which piece an answer says must now be moved."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import chess

from kb.board.letters import FILE_LOOKALIKES
from kb.board.notation import parse_shape
from kb.exam.marking_claims import Claim
from kb.exam.marking_reading import Part, Standing, key_of
from kb.exam.types import Question

__all__ = ["ANY_PIECE", "Table", "piece_claims"]

ANY_PIECE = "any"

_WRITTEN = re.compile(r"(?<!\w)[^\W_♔-♟]{0,3}[♔-♟]?[^\W_]{0,3}[-x:×]?[a-hасе][1-8](?:=?[^\W_]{1,2})?(?!\w)")
_BETWEEN = 3  # words between a piece and its square: "the knight that stood on g1"
_LETTERS = "PNBRQK"


class Table:
    """The board a question shows, for finding the pieces an answer means.

    ``attempted`` is the piece the question is about: the one that was moved illegally.
    """

    def __init__(self, question: Question) -> None:
        self.board = _board(question.fen)
        self.attempted: chess.Square | None = None
        if question.attempted:
            try:
                self.attempted = chess.Move.from_uci(question.attempted).from_square
            except chess.InvalidMoveError:
                self.attempted = None

    def name(self, square: chess.Square) -> str:
        """Return a piece as a key writes it, "Ng1"; of an empty square, the square."""
        piece = self.board.piece_at(square) if self.board else None
        letter = piece.symbol().upper() if piece else ""
        return f"{letter}{chess.square_name(square)}"

    def origins(self, kind: chess.PieceType, target: chess.Square) -> list[chess.Square]:
        """Return where a piece of a kind that may legally move to a square stands."""
        if self.board is None:
            return []
        moves = (m for m in self.board.legal_moves if m.to_square == target)
        return sorted({m.from_square for m in moves if self.board.piece_type_at(m.from_square) == kind})

    def only(self, kind: chess.PieceType) -> chess.Square | None:
        """Return the piece of a kind an answer means that names no square: the one moved, or the only one."""
        if self.board is None:
            return None
        if self.attempted is not None and self.board.piece_type_at(self.attempted) == kind:
            return self.attempted
        squares = self.board.pieces(kind, self.board.turn)
        return squares.pop() if len(squares) == 1 else None


def _board(fen: str | None) -> chess.Board | None:
    try:
        return chess.Board(fen) if fen else None
    except ValueError:
        return None


def piece_claims(parts: Sequence[Part], question: Question, language: str) -> tuple[Claim, ...]:
    """Return the pieces said to have to move, "Ng1", or :data:`ANY_PIECE`; a kind alone is "N".

    Only sentences that speak of a duty to move are read: "the knight cannot jump to g3" names no duty.
    """
    table = Table(question)
    claims: list[Claim] = []
    for part in parts:
        duties = [m for m in part.topic("duty") if part.standing(m) is not Standing.DENIED]
        sentences = {part.sentence(m) for m in duties}
        free = [m for m in duties if m.label == "duty.any"]
        claims += [Claim(ANY_PIECE, part.span(m), part.standing(m)) for m in free]
        claims += (c for at, c in _named(part, table, language) if at in sentences)
    return tuple(claims)


def _named(part: Part, table: Table, language: str) -> Iterator[tuple[int, Claim]]:
    """Yield the pieces named in a part, each with the number of its sentence."""
    words = part.reading.words
    kinds = [m for m in part.topic("piece") if key_of(m) != "touched"]
    with_square: set[int] = set()
    for found in _WRITTEN.finditer(part.reading.text):
        first, last = part.words_in(*found.span())
        if first == last:
            continue
        before = [
            m
            for m in kinds
            if m.last <= first <= m.last + _BETWEEN and words[m.first].sentence == words[first].sentence
        ]
        named = before[-1] if before else None
        kind = chess.PIECE_NAMES.index(key_of(named)) if named else None
        values = _written(found.group(), kind, table, language)
        if named and values:
            with_square.add(named.first)
        standing = part.standing_at(*found.span())
        start = part.reading.span(named)[0] if named and values else found.start()
        for value in values:
            yield words[first].sentence, Claim(value, part.place(start, found.end()), standing)
    for match in part.topic("piece"):
        if match.first in with_square:
            continue
        value = _unplaced(key_of(match), table)
        if value:
            yield part.sentence(match), Claim(value, part.span(match), part.standing(match))


def _written(text: str, named: chess.PieceType | None, table: Table, language: str) -> list[str]:
    """Return the pieces a written square or move can mean; of an empty square without a piece, none."""
    target = text[-2:].translate(FILE_LOOKALIKES)
    square = chess.parse_square(target) if target in chess.SQUARE_NAMES else None
    shape = parse_shape(text, language) or parse_shape(text, "en")
    bare = len(text) == len("g1")
    kind = named if bare or shape is None else shape.piece
    if shape is not None:
        square = shape.to_square
    if square is None:
        return []
    if table.board is None:
        return [f"{_LETTERS[kind - 1] if kind else ''}{chess.square_name(square)}"]
    if _stands(table, square) and (kind is None or table.board.piece_type_at(square) == kind):
        return [table.name(square)]
    return [table.name(origin) for origin in table.origins(kind, square)] if kind else []


def _stands(table: Table, square: chess.Square) -> bool:
    """Whether a piece of the player to move stands on a square."""
    return table.board is not None and table.board.color_at(square) == table.board.turn


def _unplaced(kind: str, table: Table) -> str:
    """Return the piece meant by its kind alone, or by having been touched.

    Of several that could be meant it is "N?"; without a board the letter stands for any of its kind.
    """
    if kind == "touched":
        return table.name(table.attempted) if table.attempted is not None else ""
    number = chess.PIECE_NAMES.index(kind)
    square = table.only(number)
    if square is not None:
        return table.name(square)
    return _LETTERS[number - 1] + ("?" if table.board else "")
