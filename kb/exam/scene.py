"""What a generator draws: a case to be judged, told in messages, before it is made a question."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import TypeVar

import chess

from kb.board.impossible import find_impossibilities
from kb.board.legality import explain_illegal
from kb.board.letters import PIECE_LETTERS
from kb.board.types import BoardReading, Position, PositionSource, ReadGame, ReadMove
from kb.dialog.wording import localised_san
from kb.exam.trust import PLAY, Play
from kb.exam.types import Format
from kb.laws.editions import Edition
from kb.laws.library import Library
from kb.laws.topics import TopicRef
from kb.messages import Arg, Message, msg
from kb.rules.acts import Act
from kb.rules.facts import Facts, Origin, Party, TimeControl
from kb.rules.reasoning import Case
from kb.rules.ruling import Verdict

__all__ = ["Draw", "NotDrawn", "Scene", "Slip", "given", "on_board", "party", "with_moves"]

_T = TypeVar("_T")


class NotDrawn(Exception):
    """The throw of the dice gave no scene that can be asked about; another may."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A usual mistake: what is wrongly ruled, and why it is wrong.

    ``said`` words it; ``verdict`` is what it comes to, where it is one of the judge's own verdicts.
    ``unless``: rulings beside which it could be defended.
    """

    why: Message
    verdict: Verdict | None = None
    said: Message | None = None
    unless: frozenset[Verdict] = frozenset()


@dataclass(frozen=True, slots=True)
class Scene:
    """One situation.

    ``player`` is the side whose act is judged.  ``told`` are the sentences of the situation, without the
    Laws and the kind of play.  ``shown`` is the position to show, ``attempted`` the move to draw on it,
    ``pgn`` the game to search, its moves in the language's piece letters.  ``asks_moves``: it is asked which
    moves may be played; ``worded``: which edition has the rule of the aspect.  ``slips`` are usual mistakes,
    ``also`` what can be ruled as well without saying the opposite, so that it is never a wrong option.
    """

    case: Case
    play: Play
    told: tuple[Message, ...]
    player: chess.Color = chess.WHITE
    shown: str | None = None
    attempted: str | None = None
    pgn: str | None = None
    announced: bool = False
    slips: tuple[Slip, ...] = ()
    asks_moves: bool = False
    worded: bool = False
    also: frozenset[Verdict] = frozenset()

    @property
    def topic(self) -> str:
        """The topic the generator asked about."""
        return self.case.ref.topic


class Draw:
    """The dice of one question, and what is drawn for: the library, the edition, the language, the format."""

    def __init__(
        self,
        rng: random.Random,
        library: Library,
        law: Edition,
        language: str,
        form: Format = Format.CHOICE,
    ) -> None:
        self.rng = rng
        self.library = library
        self.law = law
        self.language = language
        self.form = form

    def pick(self, options: tuple[_T, ...]) -> _T:
        """Return one of the options."""
        return self.rng.choice(options)

    def chance(self, share: float) -> bool:
        """Return true in this share of all throws."""
        return self.rng.random() < share

    def say(self, variants: tuple[str, ...], /, **args: Arg) -> Message:
        """Return one of several wordings of the same thing."""
        return msg(self.pick(variants), **args)

    def side(self) -> chess.Color:
        """Return White or Black."""
        return self.chance(0.5)

    def play(self, *, fast: float = 0.5) -> Play:
        """Return a kind of play whose rules are known well enough in this edition."""
        known = PLAY[self.law.id]
        quick = tuple(p for p in known if p.tempo is not TimeControl.STANDARD)
        return self.pick(quick) if quick and self.chance(fast) else known[0]

    def unsupervised(self) -> Play:
        """Return a kind of fast play without full supervision.

        :raises NotDrawn: if none is known well enough in this edition.
        """
        return self._one_of(tuple(p for p in PLAY[self.law.id][1:] if not p.supervised))

    def supervised(self) -> Play:
        """Return standard play or a kind of fast play under full supervision."""
        standard, *fast = PLAY[self.law.id]
        return self._one_of((standard, *(p for p in fast if p.supervised)))

    def _one_of(self, plays: tuple[Play, ...]) -> Play:
        if not plays:
            raise NotDrawn
        return self.pick(plays)

    def written(self, board: chess.Board, move: chess.Move) -> str:
        """Write a move, legal or not, in long notation with the language's piece letters.

        >>> from kb.laws.library import open_library
        >>> library = open_library()
        >>> draw = Draw(random.Random(1), library, library.editions.latest, "nl")
        >>> draw.written(chess.Board(), chess.Move.from_uci("g1f3"))
        'Pg1-f3'
        """
        piece = board.piece_type_at(move.from_square)
        distance = chess.square_file(move.to_square) - chess.square_file(move.from_square)
        if piece == chess.KING and abs(distance) == 2:
            return "0-0" if distance > 0 else "0-0-0"
        by_kind: dict[int, str] = {}
        for letter, kind in PIECE_LETTERS[self.language].items():
            by_kind.setdefault(kind, letter)
        head = "" if piece in {None, chess.PAWN} else by_kind[piece or chess.PAWN]
        takes = board.piece_at(move.to_square) is not None or board.is_en_passant(move)
        joint = "x" if takes else "-"
        tail = by_kind[move.promotion] if move.promotion else ""
        return f"{head}{chess.square_name(move.from_square)}{joint}{chess.square_name(move.to_square)}{tail}"

    def read(self, board: chess.Board, move: chess.Move, ply: int = 0, *, long: bool = True) -> ReadMove:
        """Return a move as the board reader would give it, legal or not."""
        illegal = explain_illegal(board, move.from_square, move.to_square, move.promotion)
        san = board.san(move) if illegal is None else None
        short = None if long else self._short(board, move, san)
        kind = board.piece_type_at(move.from_square)
        castling = kind == chess.KING and abs(chess.square_file(move.to_square) - 4) == 2
        return ReadMove(
            text=short or self.written(board, move),
            offset=0,
            ply=ply,
            color=board.turn,
            piece=kind,
            from_square=move.from_square,
            to_square=move.to_square,
            promotion=move.promotion,
            castling=castling and chess.square_distance(move.from_square, move.to_square) == 2,
            legal=illegal is None,
            san=san,
            illegal=illegal,
        )

    def _short(self, board: chess.Board, move: chess.Move, san: str | None) -> str | None:
        """Write a move in short notation; an illegal one as if nothing stood against it."""
        if san is not None:
            return localised_san(san, self.language)
        full = self.written(board, move)
        if full.startswith("0-0"):
            return full
        target = chess.square_name(move.to_square)
        if board.piece_type_at(move.from_square) != chess.PAWN:
            head = full.partition(chess.square_name(move.from_square))[0]
            return f"{head}{'x' if board.piece_at(move.to_square) else ''}{target}"
        if chess.square_file(move.from_square) == chess.square_file(move.to_square):
            return target
        return f"{chess.square_name(move.from_square)[0]}x{target}"


def party(colour: chess.Color) -> Party:
    """Name a side as a fact."""
    return Party.WHITE if colour else Party.BLACK


def given(
    topic: str, aspect: str, play: Play, *acts: Act, board: BoardReading | None = None, **facts: object
) -> Case:
    """Return a case whose facts are all stated, the kind of play among them."""
    stated = replace(Facts(time_control=play.tempo, supervised=play.supervised), **facts)  # type: ignore[arg-type]
    names = [n for n in Facts.__dataclass_fields__ if getattr(stated, n) is not None]
    origins = tuple((name, Origin.GIVEN) for name in names)
    return Case(TopicRef(topic, aspect), stated, origins, frozenset(acts), board or BoardReading())


def on_board(board: chess.Board) -> BoardReading:
    """Return a position as the board reader would give it."""
    return BoardReading(position=_position(board))


def with_moves(start: chess.Board, moves: tuple[ReadMove, ...]) -> BoardReading:
    """Return moves from a position as the board reader would give them."""
    position = _position(start)
    game = ReadGame(position, moves, first_number=start.fullmove_number)
    return BoardReading(position=position, games=(game,))


def _position(board: chess.Board) -> Position:
    return Position(board.fen(), PositionSource.FIELD, (), find_impossibilities(board))
