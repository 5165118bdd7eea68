"""What the reading of boards, games and moves returns: frozen values, no prose.

Squares are python-chess squares (0 = a1 … 63 = h8), piece types its 1 … 6 (pawn … king), colours its
booleans (``True`` = White).  Offsets are 0-based characters in the input they name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, auto
from types import MappingProxyType

import chess

from kb.board.displacement import carry_out

__all__ = [
    "EXAMPLES",
    "BoardReading",
    "Echo",
    "EchoKind",
    "ExampleKey",
    "IllegalMove",
    "IllegalReason",
    "Impossibility",
    "InputField",
    "Place",
    "Position",
    "PositionSource",
    "Problem",
    "ProblemKind",
    "ReadGame",
    "ReadMove",
    "Repair",
    "RepairKind",
    "Rest",
    "RestReason",
    "SignalResult",
    "StandingPiece",
]


class PositionSource(StrEnum):
    """Where a position was read."""

    TEXT = auto()
    """A FEN inside the sentence."""
    URL = auto()
    """A FEN inside a link."""
    FIELD = auto()
    """A FEN given in its own field."""
    DESCRIBED = auto()
    """Pieces and squares in words."""
    PGN = auto()
    """The FEN header of a game."""
    START = auto()
    """The initial position, or a wrongly set up one that the moves and the final position prove."""


class RepairKind(StrEnum):
    """What had to be filled in or put right before a position could be used."""

    SIDE_FROM_WORDS = auto()
    SIDE_FROM_MOVES = auto()
    SIDE_FROM_CHECK = auto()
    SIDE_ASSUMED = auto()
    CASTLING_ASSUMED = auto()
    """No castling field: every king and rook on its home squares is taken to have its right."""
    CASTLING_DROPPED = auto()
    """A right without its king or rook at home."""
    EN_PASSANT_DROPPED = auto()
    """An en passant square behind which no pawn can have made a double step."""
    COUNTERS_ASSUMED = auto()
    UNDERSCORES = auto()
    PERCENT_ENCODING = auto()
    MARKUP_REMOVED = auto()
    LOOKALIKE_LETTERS = auto()


@dataclass(frozen=True, slots=True)
class Repair:
    """One repair: what was written (possibly nothing) and what it was read as."""

    kind: RepairKind
    before: str = ""
    after: str = ""


class Impossibility(StrEnum):
    """Why no game from the initial position can have led to a position (necessary conditions only)."""

    NO_WHITE_KING = auto()
    NO_BLACK_KING = auto()
    SEVERAL_WHITE_KINGS = auto()
    SEVERAL_BLACK_KINGS = auto()
    PAWN_ON_FIRST_RANK = auto()
    """A pawn on its own side's first rank."""
    PAWN_ON_LAST_RANK = auto()
    """A pawn on the rank where it should have been promoted."""
    TOO_MANY_WHITE_PAWNS = auto()
    TOO_MANY_BLACK_PAWNS = auto()
    TOO_MANY_WHITE_PIECES = auto()
    TOO_MANY_BLACK_PIECES = auto()
    TOO_MANY_WHITE_PROMOTIONS = auto()
    """More promoted pieces than pawns missing, e.g. two bishops of one square colour and eight pawns."""
    TOO_MANY_BLACK_PROMOTIONS = auto()
    KINGS_TOUCH = auto()
    BOTH_KINGS_IN_CHECK = auto()
    SIDE_NOT_TO_MOVE_IN_CHECK = auto()
    IMPOSSIBLE_CHECK = auto()
    """No last move can have given this check, or this combination of checks."""
    KING_AND_QUEEN_SWAPPED = auto()
    BISHOP_AND_KNIGHT_SWAPPED = auto()
    KNIGHT_AND_ROOK_SWAPPED = auto()
    WRONG_SET_UP = auto()
    """Every man still at home, but in an order that is none of the above swaps."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position as it will be judged: a full FEN, its source, what was filled in, what is impossible.

    >>> Position(chess.STARTING_FEN, PositionSource.START).board().turn
    True
    """

    fen: str
    source: PositionSource
    repairs: tuple[Repair, ...] = ()
    impossible: tuple[Impossibility, ...] = ()
    offset: int = 0

    def board(self) -> chess.Board:
        """Give a fresh board, which the caller may change."""
        return chess.Board(self.fen)


class IllegalReason(StrEnum):
    """Why a move is illegal: the first obstacle in the order an arbiter would name it."""

    NO_PIECE_THERE = auto()
    """The square is empty, or no own piece of that kind exists (then ``from_square`` is ``None``)."""
    NOT_YOUR_TURN = auto()
    PIECE_DOES_NOT_MOVE_SO = auto()
    PATH_BLOCKED = auto()
    OWN_PIECE_ON_TARGET = auto()
    CAPTURES_KING = auto()
    OWN_KING_IN_CHECK = auto()
    """The king was in check and still is."""
    EXPOSES_KING = auto()
    """The move opens a line to the player's own king."""
    KING_INTO_CHECK = auto()
    KING_NEXT_TO_KING = auto()
    CASTLING_RIGHT_LOST = auto()
    CASTLING_NO_ROOK = auto()
    CASTLING_BLOCKED = auto()
    CASTLING_IN_CHECK = auto()
    CASTLING_THROUGH_CHECK = auto()
    CASTLING_INTO_CHECK = auto()
    PAWN_MOVES_BACKWARDS = auto()
    PAWN_DOUBLE_STEP_NOT_FROM_START = auto()
    PAWN_CAPTURES_STRAIGHT = auto()
    PAWN_CAPTURES_NOTHING = auto()
    EN_PASSANT_TOO_LATE = auto()
    """An enemy pawn stands where it could have been taken in passing, but not by this move."""
    PROMOTION_MISSING = auto()
    """The pawn reached the last rank and stayed a pawn."""
    PROMOTION_TO_KING_OR_PAWN = auto()
    PROMOTION_NOT_ON_LAST_RANK = auto()


@dataclass(frozen=True, slots=True, order=True)
class StandingPiece:
    """A piece on a square."""

    square: chess.Square
    piece_type: chess.PieceType
    color: chess.Color


@dataclass(frozen=True, slots=True)
class IllegalMove:
    """Why a move is illegal and who is in the way.

    :param pieces: by reason: the checking or pinning pieces, the blocker, the piece on the target square,
        the piece that guards a castling square, the pawn that could no longer be taken in passing.
    :param squares: by reason: the blocked, guarded or target square.
    """

    reason: IllegalReason
    pieces: tuple[StandingPiece, ...] = ()
    squares: tuple[chess.Square, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadMove:
    """One move as written and as understood.

    :param text: the move as written, without its number.
    :param ply: 0-based index in its game.
    :param color: who moves.
    :param piece: ``None`` only when unknown (UCI without a board).
    :param from_square: ``None`` when no single own piece can be meant.
    :param uci: ``None`` when either square is unknown; castling is the king's move.
    :param legal: ``None`` when there is no position to judge it on, or when several pieces can make the move.
    :param ambiguous: several own pieces can make the move, or could have been meant by an illegal one.
    """

    text: str
    offset: int
    ply: int
    color: chess.Color
    piece: chess.PieceType | None
    from_square: chess.Square | None
    to_square: chess.Square | None
    promotion: chess.PieceType | None = None
    castling: bool = False
    legal: bool | None = None
    san: str | None = None
    illegal: IllegalMove | None = None
    ambiguous: bool = False

    @property
    def promotion_missing(self) -> bool:
        """Whether a pawn reached the last rank and no piece was named."""
        return self.illegal is not None and self.illegal.reason is IllegalReason.PROMOTION_MISSING

    @property
    def uci(self) -> str | None:
        """The move in UCI, also when illegal; ``None`` when a square is unknown."""
        if self.from_square is None or self.to_square is None:
            return None
        return chess.Move(self.from_square, self.to_square, promotion=self.promotion).uci()


class SignalResult(StrEnum):
    """The result that an electronic board's king signal stands for."""

    WHITE_WINS = auto()
    BLACK_WINS = auto()
    DRAW = auto()
    UNCLEAR = auto()


class RestReason(StrEnum):
    """Why the tail of a game was left unread."""

    UNREADABLE_MOVE = auto()
    ALTERNATIVE = auto()
    """What follows is another move instead of the one read ("c8=D / c8=T")."""
    AFTER_RESULT = auto()
    TOO_MANY_MOVES = auto()
    UNCLOSED_COMMENT = auto()
    UNCLOSED_VARIATION = auto()
    OTHER_VARIANT = auto()


@dataclass(frozen=True, slots=True)
class Rest:
    """The unread tail of a game (at most its first 200 characters), where it starts and why it was left."""

    text: str
    offset: int
    reason: RestReason


@dataclass(frozen=True, slots=True)
class ReadGame:
    """The main line of a game, illegal moves included.

    :param start: ``None`` when the moves begin later than move 1 and no position is known.
    :param language: the language whose piece letters fit.
    :param signal_moves: king hops of an electronic board at the end, set apart from ``moves``.
    """

    start: Position | None
    moves: tuple[ReadMove, ...]
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    first_number: int = 1
    result: str = "*"
    language: str = "en"
    signal_moves: tuple[ReadMove, ...] = ()
    signal_result: SignalResult | None = None
    rest: Rest | None = None

    @property
    def first_illegal(self) -> int | None:
        """The 0-based ply of the first illegal move."""
        return next((move.ply for move in self.moves if move.legal is False), None)

    def board_before(self, ply: int) -> chess.Board:
        """Give the board before a ply, illegal moves carried out as they were on the board.

        :param ply: 0 … ``len(moves)``; ``len(moves)`` gives the final board.
        :raises ValueError: no start position is known.
        """
        if self.start is None:
            raise ValueError("the game has no known starting position")
        board = self.start.board()
        for move in self.moves[:ply]:
            carry_out(board, move)
        return board


class InputField(StrEnum):
    """Which of the inputs an offset counts in."""

    TEXT = auto()
    FEN = auto()
    PGN = auto()
    MOVES = auto()


@dataclass(frozen=True, slots=True)
class Place:
    """A spot in an input: the field, the offset, and at most 60 characters found there."""

    field: InputField
    offset: int
    text: str


class ExampleKey(StrEnum):
    """Which working example helps."""

    FEN = auto()
    MOVES = auto()
    PGN = auto()
    DESCRIBED = auto()


EXAMPLES: Mapping[ExampleKey, str] = MappingProxyType(
    {
        ExampleKey.FEN: "6k1/4Pppp/8/8/8/8/8/6K1 w - - 0 1",
        ExampleKey.MOVES: "1. e4 e5 2. Nf3 Nc6",
        ExampleKey.PGN: '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 Nc6 *',
        ExampleKey.DESCRIBED: "White: Kg1, Qe5, pawn h2. Black: Kg8, pawn g7.",
    }
)


class ProblemKind(StrEnum):
    """What could not be read."""

    FEN_RANK_COUNT = auto()
    FEN_RANK_LENGTH = auto()
    FEN_LETTER = auto()
    NO_FEN = auto()
    """The FEN field holds no FEN."""
    NO_MOVES = auto()
    """The moves or PGN field holds no moves."""
    MOVE_UNREADABLE = auto()
    MOVE_AMBIGUOUS = auto()
    GAME_LINK = auto()
    STUDY_LINK = auto()
    PICTURE_LINK = auto()
    BOARD_LINK = auto()
    """A link to an editor or analysis board that carries no position."""
    INPUT_TOO_LONG = auto()
    TOO_MANY_MOVES = auto()
    TOO_MANY_GAMES = auto()
    VARIANT = auto()
    """A game of another variant than orthodox chess."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something unreadable: what, where, and which example shows how to write it.

    :param number: the rank (8 … 1) for FEN problems, the limit for limits, else ``None``.
    """

    kind: ProblemKind
    place: Place
    example: ExampleKey
    number: int | None = None


class EchoKind(StrEnum):
    """What an echo repeats."""

    MOVE = auto()
    POSITION = auto()


@dataclass(frozen=True, slots=True)
class Echo:
    """What was written and what it was understood as (SAN or UCI for moves, FEN for positions)."""

    kind: EchoKind
    text: str
    understood: str


@dataclass(frozen=True, slots=True)
class BoardReading:
    """All board material of one question.

    :param position: the position the question is about, if one was given.
    :param other_positions: further positions, in order of appearance.
    :param games: games and move runs; those of a field come before those of the sentence.
    """

    position: Position | None = None
    other_positions: tuple[Position, ...] = ()
    games: tuple[ReadGame, ...] = ()
    echoes: tuple[Echo, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def moves(self) -> tuple[ReadMove, ...]:
        """The moves of the first game, or nothing."""
        return self.games[0].moves if self.games else ()

    def __bool__(self) -> bool:
        """Whether anything of a board was found, readable or not."""
        return bool(self.position or self.games or self.problems)
