"""Finding FENs in free text, whole or partial or damaged, and making positions of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import chess

from kb.board.impossible import find_impossibilities
from kb.board.types import Position, PositionSource, ProblemKind, Repair, RepairKind

__all__ = [
    "FenSpan",
    "UnreadableFen",
    "build_position",
    "find_fen_in_link",
    "find_fens",
    "read_fen_span",
    "with_side",
]

# Look-alike Cyrillic letters that autocorrection or a Russian keyboard puts into the board field.
_LOOKALIKES = str.maketrans("РрКкВв", "PpKkBb")
_RANK = r"[0-9A-Za-zРрКкВв*]{1,16}"
_SLASH = r"(?:\\?/|%2[Ff])"
_GAP = r"(?:[ \t\u00a0_+*`\\]|%20|&nbsp;){1,8}"
_BOARD = re.compile(rf"(?<![\w/%.-]){_RANK}(?:{_SLASH}{_RANK}){{5,9}}(?!{_SLASH}[\w])")
_SIDE = re.compile(rf"({_GAP}|,\s?)([wbWB]|white|black)(?![^\W_]|[/'’])")
_CASTLING = re.compile(rf"({_GAP})(-|[–—]|(?=[KQkqAHah])K?Q?k?q?(?:[AHah]{{0,4}}))(?![^\W_]|\+)")
_EN_PASSANT = re.compile(rf"({_GAP})(-|[–—]|[a-h][36])(?![^\W_])")
# A number that starts a move ("27.Rb7") is no counter; "0 4. New game" still is.
_MOVE_AHEAD = (
    r"\.{1,3}\s?(?:[A-ZА-Я♔-♟][рp]?[a-hасе1-8]?[1-8]?[x:хX×-]?[a-hасе][1-8]|[a-hасе][1-8x:х]|[0OО]-)"
)
_COUNTER = re.compile(rf"({_GAP})(\d{{1,20}})(?!\d|{_MOVE_AHEAD})")
_STRICT_RANK = r"[pnbrqkPNBRQK1-8]{1,8}"
_BOARD_IN_LINK = re.compile(rf"(?<=[/=]){_STRICT_RANK}(?:{_SLASH}{_STRICT_RANK}){{7}}")
_FEN_LETTERS = frozenset("pnbrqkPNBRQK12345678")
_MAX_COUNTER = 9999


@dataclass(frozen=True, slots=True)
class UnreadableFen:
    """Something that was meant as a FEN but is none: what is wrong, where, in which rank."""

    kind: ProblemKind
    offset: int
    end: int
    text: str
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class FenSpan:
    """A FEN as found: its fields as written and how the text had to be repaired."""

    offset: int
    end: int
    board: str
    side: chess.Color | None
    castling: str | None
    en_passant: str | None
    counters: tuple[int | None, int | None]
    repairs: tuple[Repair, ...]


def find_fens(text: str) -> Iterator[FenSpan | UnreadableFen]:
    """Yield every FEN of a text, and every damaged one, in order of appearance."""
    if text.count("/") < 5 and "%2" not in text:
        return
    end = 0
    for match in _BOARD.finditer(text):
        if match.start() < end or not _looks_like_a_board(match.group()):
            continue
        found = read_fen_span(text, match)
        end = found.end
        yield found


def find_fen_in_link(text: str, start: int, end: int) -> FenSpan | UnreadableFen | None:
    """Find the FEN that a link carries in its path or its query, if it carries one."""
    match = _BOARD_IN_LINK.search(text, start, end)
    return None if match is None else read_fen_span(text, match)


def _looks_like_a_board(raw: str) -> bool:
    """Tell a board field from a path or a date: piece letters and digits only, a king or a full rank."""
    plain = re.sub(_SLASH, "", raw)
    letters = [char for char in plain if char.isalpha()]
    good = sum(char.translate(_LOOKALIKES) in _FEN_LETTERS for char in letters)
    digits = sum(char.isdigit() for char in plain)
    return digits + good >= 8 and len(letters) - good <= 1 + len(letters) // 8 and good + digits > 0


def read_fen_span(text: str, match: re.Match[str]) -> FenSpan | UnreadableFen:
    """Read the fields that follow a board field; each missing one is left to be filled in."""
    repairs = list(_text_repairs(match.group()))
    board = re.sub(_SLASH, "/", match.group()).replace("*", "").translate(_LOOKALIKES)
    wrong = _check_board(board, match)
    if wrong is not None:
        return wrong
    position = match.end()
    fields: list[str | None] = []
    gaps = ""
    for pattern in (_SIDE, _CASTLING, _EN_PASSANT, _COUNTER, _COUNTER):
        field = pattern.match(text, position)
        if field is None:
            break
        gaps += field.group(1)
        fields.append(field.group(2))
        position = field.end()
    fields += [None] * (5 - len(fields))
    repairs += _text_repairs(gaps)
    side, castling, en_passant, half, full = fields
    return FenSpan(
        offset=match.start(),
        end=position,
        board=board,
        side=None if side is None else side[0] in "wW",
        castling=castling,
        en_passant=en_passant,
        counters=(_counter(half), _counter(full)),
        repairs=tuple(dict.fromkeys(repairs)),
    )


def _text_repairs(raw: str) -> Iterator[Repair]:
    if "_" in raw:
        yield Repair(RepairKind.UNDERSCORES)
    if "%2" in raw:
        yield Repair(RepairKind.PERCENT_ENCODING)
    if "*" in raw or "`" in raw or "\\" in raw or "&nbsp;" in raw:
        yield Repair(RepairKind.MARKUP_REMOVED)
    if any(char != char.translate(_LOOKALIKES) for char in raw):
        yield Repair(RepairKind.LOOKALIKE_LETTERS)


def _counter(raw: str | None) -> int | None:
    return None if raw is None or len(raw) > 4 else min(int(raw), _MAX_COUNTER)


def _check_board(board: str, match: re.Match[str]) -> UnreadableFen | None:
    """Find the first thing that keeps a board field from being read."""
    offset, end, raw = match.start(), match.end(), match.group()
    ranks = board.split("/")
    if len(ranks) != 8:
        return UnreadableFen(ProblemKind.FEN_RANK_COUNT, offset, end, raw[:60])
    starts = [0, *(slash.end() for slash in re.finditer(_SLASH, raw))]
    for index, rank in enumerate(ranks):
        kind = _rank_fault(rank)
        if kind is not None:
            return UnreadableFen(kind, offset + starts[index], end, rank, 8 - index)
    return None


def _rank_fault(rank: str) -> ProblemKind | None:
    if any(char not in _FEN_LETTERS for char in rank):
        return ProblemKind.FEN_LETTER
    squares = sum(int(char) if char.isdigit() else 1 for char in rank)
    return None if squares == 8 else ProblemKind.FEN_RANK_LENGTH


def build_position(
    span: FenSpan, source: PositionSource, *, side: tuple[chess.Color, RepairKind] | None = None
) -> Position:
    """Fill in what a FEN leaves open and name what is impossible about the position.

    :param side: who is to move when the FEN does not say, and how that is known.
    """
    repairs = list(span.repairs)
    board = chess.Board(None)
    board.set_board_fen(re.sub(r"\d{2,}", _join_digits, span.board))
    board.turn = _side(board, span, side, repairs)
    _set_castling(board, span, repairs)
    _set_en_passant(board, span, repairs)
    half, full = span.counters
    if half is None or full is None:
        repairs.append(Repair(RepairKind.COUNTERS_ASSUMED))
    board.halfmove_clock, board.fullmove_number = half or 0, full or 1
    return Position(
        board.fen(en_passant="fen"), source, tuple(repairs), find_impossibilities(board), span.offset
    )


def with_side(position: Position, color: chess.Color) -> Position:
    """Give the same position with a side to move that the moves prove."""
    board = position.board()
    if board.turn == color:
        return position
    before, after = ("w", "b") if color == chess.BLACK else ("b", "w")
    board.turn, board.ep_square = color, None
    kept = [repair for repair in position.repairs if repair.kind is not RepairKind.SIDE_ASSUMED]
    return replace(
        position,
        fen=board.fen(en_passant="fen"),
        repairs=(*kept, Repair(RepairKind.SIDE_FROM_MOVES, before, after)),
        impossible=find_impossibilities(board),
    )


def _join_digits(match: re.Match[str]) -> str:
    """Join runs such as "11" or "53", which python-chess refuses, into one digit."""
    return str(sum(int(char) for char in match.group()))


def _side(
    board: chess.Board,
    span: FenSpan,
    known: tuple[chess.Color, RepairKind] | None,
    repairs: list[Repair],
) -> chess.Color:
    if span.side is not None:
        return span.side
    color, kind = known or (chess.WHITE, RepairKind.SIDE_ASSUMED)
    if known is None:
        attacked = [
            side
            for side in chess.COLORS
            if any(board.is_attacked_by(not side, king) for king in board.pieces(chess.KING, side))
        ]
        if len(attacked) == 1:
            color, kind = attacked[0], RepairKind.SIDE_FROM_CHECK
    repairs.append(Repair(kind, after="w" if color == chess.WHITE else "b"))
    return color


def _set_castling(board: chess.Board, span: FenSpan, repairs: list[Repair]) -> None:
    written = span.castling
    if written is None:
        board.castling_rights = chess.BB_CORNERS
        board.castling_rights = board.clean_castling_rights()
        if board.castling_rights:
            repairs.append(Repair(RepairKind.CASTLING_ASSUMED, after=board.castling_xfen()))
        return
    letters = written.translate(str.maketrans("HAha", "KQkq"))
    corners = {"K": chess.BB_H1, "Q": chess.BB_A1, "k": chess.BB_H8, "q": chess.BB_A8}
    board.castling_rights = sum({corners[letter] for letter in letters if letter in corners})
    kept = board.clean_castling_rights()
    if kept != board.castling_rights:
        board.castling_rights = kept
        repairs.append(Repair(RepairKind.CASTLING_DROPPED, written, board.castling_xfen()))


def _set_en_passant(board: chess.Board, span: FenSpan, repairs: list[Repair]) -> None:
    written = span.en_passant
    if written is None or written not in chess.SQUARE_NAMES:
        return
    board.ep_square = chess.parse_square(written)
    if board.status() & chess.STATUS_INVALID_EP_SQUARE:
        board.ep_square = None
        repairs.append(Repair(RepairKind.EN_PASSANT_DROPPED, written, "-"))
