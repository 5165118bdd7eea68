"""Playing written moves on a board: choosing the language of the letters and the starting position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType

import chess

from kb.board.displacement import carry_out
from kb.board.fen import with_side
from kb.board.impossible import find_impossibilities
from kb.board.letters import LANGUAGES
from kb.board.movetext import MoveRun, WrittenMove
from kb.board.notation import MoveShape, parse_shape
from kb.board.resolving import resolve, unplaced
from kb.board.signals import split_signal
from kb.board.types import (
    IllegalReason,
    Position,
    PositionSource,
    ReadGame,
    ReadMove,
    RepairKind,
    Rest,
    RestReason,
)

__all__ = ["play_run", "start_position"]

_NO_HEADERS: Mapping[str, str] = MappingProxyType({})
# How the first rank stands when two kinds of pieces were swapped while setting up.
_SWAPPED_RANKS = ("RNBKQBNR", "RBNQKNBR", "RBNQKBNR", "RNBQKNBR", "NRBQKBRN", "NRBQKBNR", "RNBQKBRN")
_HOME_BONUS = 0.5
"""Faults forgiven to the asker's language before another one that also has faults is taken."""
_WILD = frozenset((IllegalReason.NO_PIECE_THERE, IllegalReason.PIECE_DOES_NOT_MOVE_SO))
"""Reasons that make it likelier that the letters were misread than other illegal moves do."""
_TRUSTED_START = 4
"""Shortest game that is taken to start from an initial position although another position was given."""


@dataclass(frozen=True, slots=True)
class _Played:
    """Moves as read in one language from one start."""

    start: Position | None
    language: str
    moves: tuple[ReadMove, ...]
    unread: int
    final: str

    @property
    def faults(self) -> int:
        wild = sum(move.illegal is not None and move.illegal.reason in _WILD for move in self.moves)
        return 3 * self.unread + sum(move.legal is not True for move in self.moves) + wild


def start_position() -> Position:
    """Give the initial position."""
    return Position(chess.STARTING_FEN, PositionSource.START)


def play_run(
    run: MoveRun,
    language: str,
    given: Position | None,
    *,
    headers: Mapping[str, str] = _NO_HEADERS,
    fixed: bool = False,
) -> ReadGame:
    """Read the moves of a run as a game, illegal ones included.

    :param language: the asker's language, tried first.
    :param given: the position the question gives: where the moves begin or, if that fits better, end.
    :param fixed: ``given`` is certainly the start, as with a FEN header.
    """
    best = _best(run, language, given, fixed)
    moves, signal, meaning = split_signal(best.moves)
    return ReadGame(
        start=best.start,
        moves=moves,
        headers=headers,
        first_number=run.number or (best.start.board().fullmove_number if best.start else 1),
        result=run.result,
        language=best.language,
        signal_moves=signal,
        signal_result=meaning,
        rest=run.rest or _unread_rest(run, best),
    )


def _unread_rest(run: MoveRun, played: _Played) -> Rest | None:
    if not played.unread:
        return None
    first = run.moves[len(played.moves)]
    return Rest(first.text, first.offset, RestReason.UNREADABLE_MOVE)


def _best(run: MoveRun, language: str, given: Position | None, fixed: bool) -> _Played:
    """Choose the start: the given position, unless the moves lead to it from an initial position."""
    if given is None:
        may_begin = run.number in (None, 1) and run.color is not chess.BLACK
        return _in_best_language(run, language, start_position() if may_begin else None)
    if _ends_there(run, given) and not fixed:
        return _in_best_language(run, language, None)
    from_given = _from_given(run, language, given)
    begins = run.number == 1 and run.color is not chess.BLACK
    if fixed or not begins or not from_given.faults or len(run.moves) < _TRUSTED_START:
        return from_given
    from_start = _in_best_language(run, language, start_position())
    for played in chain([from_start], _from_swapped(run, language)):
        if played.final == given.fen.split()[0]:
            return played
    return from_given if from_start.faults else from_start


def _ends_there(run: MoveRun, given: Position) -> bool:
    """Tell whether by their numbers the moves lead to the given position instead of starting from it."""
    counted = all(repair.kind is not RepairKind.COUNTERS_ASSUMED for repair in given.repairs)
    board = given.board()
    due = run.due() == (board.fullmove_number, board.turn)
    return counted and due and run.number not in (None, 1)


def _from_given(run: MoveRun, language: str, given: Position) -> _Played:
    """Play from the given position; with the other side on move if the number says so and it fits better."""
    played = _in_best_language(run, language, given)
    if run.color is None or run.color == given.board().turn or not played.faults:
        return played
    turned = _in_best_language(run, language, with_side(given, run.color))
    return turned if turned.faults < played.faults else played


def _from_swapped(run: MoveRun, language: str) -> Iterator[_Played]:
    """Play the run from initial positions with men swapped, on one side or both."""
    for rank in _SWAPPED_RANKS:
        for white, black in ((rank, "RNBQKBNR"), ("RNBQKBNR", rank), (rank, rank)):
            board = chess.Board()
            board.set_board_fen(f"{black.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{white}")
            board.castling_rights = board.clean_castling_rights()
            start = Position(board.fen(), PositionSource.START, impossible=find_impossibilities(board))
            yield _in_best_language(run, language, start)


def _in_best_language(run: MoveRun, language: str, start: Position | None) -> _Played:
    """Read the run in the language that fits.

    A language must know all letters; the asker's comes first; another one wins only if it makes every move
    legal and the asker's does not.
    """
    order = [language, *(other for other in ("en", *LANGUAGES) if other != language)]
    tried: list[_Played] = []
    seen: set[tuple[MoveShape | None, ...]] = set()
    for candidate in dict.fromkeys(order):
        shapes = tuple(parse_shape(move.text, candidate) for move in run.moves)
        if shapes in seen or None in shapes:
            continue
        seen.add(shapes)
        played = _play(run.moves, shapes, run, candidate, start)
        if played.faults == 0:
            return played
        tried.append(played)
    if tried:
        return min(
            tried, key=lambda played: played.faults - (_HOME_BONUS if played.language == language else 0)
        )
    return _play_mixed(run, order, start)


def _first_color(run: MoveRun, start: Position | None) -> chess.Color:
    if run.color is not None:
        return run.color
    return chess.WHITE if start is None else start.board().turn


def _play(
    written: Sequence[WrittenMove],
    shapes: Sequence[MoveShape | None],
    run: MoveRun,
    language: str,
    start: Position | None,
) -> _Played:
    board = _board(start)
    color = _first_color(run, start)
    moves: list[ReadMove] = []
    for ply, (move, shape) in enumerate(zip(written, shapes, strict=True)):
        if shape is None:
            break
        moves.append(_read_one(board, shape, move, ply, color))
        color = not color
    return _Played(start, language, tuple(moves), len(written) - len(moves), _placement(board))


def _play_mixed(run: MoveRun, languages: Sequence[str], start: Position | None) -> _Played:
    """Read each move in the first language that makes it legal, else in the first that knows its letters."""
    board = _board(start)
    color = _first_color(run, start)
    moves: list[ReadMove] = []
    used = languages[0]
    for ply, move in enumerate(run.moves):
        options = [(name, shape) for name in languages if (shape := parse_shape(move.text, name)) is not None]
        if not options:
            break
        legal = (
            option for option in options if board is not None and resolve(board, option[1], move.text).legal
        )
        used, shape = next(legal, options[0])
        moves.append(_read_one(board, shape, move, ply, color))
        color = not color
    return _Played(start, used, tuple(moves), len(run.moves) - len(moves), _placement(board))


def _board(start: Position | None) -> chess.Board | None:
    if start is None:
        return None
    return start.board()


def _placement(board: chess.Board | None) -> str:
    return "" if board is None else board.board_fen()


def _read_one(
    board: chess.Board | None, shape: MoveShape, move: WrittenMove, ply: int, color: chess.Color
) -> ReadMove:
    if board is None:
        return unplaced(shape, move.text, move.offset, ply, color)
    read = resolve(board, shape, move.text, move.offset, ply)
    carry_out(board, read)
    return read
