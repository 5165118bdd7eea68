"""Checking whole games: illegal moves, moves that cannot follow, moves after the end, and doubtful losses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, auto

import chess

from kb.board.dead import Proofs, death_in
from kb.board.displacement import carry_out
from kb.board.fen import FenSpan, build_position, find_fens
from kb.board.games import Damage, RawGame
from kb.board.lost import Loss, how_lost, may_be_draw, winner
from kb.board.mating import CannotMate, Undetermined, can_checkmate
from kb.board.movetext import read_field
from kb.board.pgn import is_other_variant
from kb.board.playing import play_run, start_position
from kb.board.types import (
    IllegalMove,
    Impossibility,
    Position,
    PositionSource,
    ReadGame,
    ReadMove,
    Rest,
    RestReason,
    SignalResult,
)

__all__ = ["Finding", "FindingKind", "GameCheck", "check_game"]

_SHOWN_HEADERS = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
_MAX_FINDINGS = 20
_NUMBERS_AND_SIGNS = re.compile(r"\d+\s?\.+|\$\d+|[!?]+")
_RESULTS = frozenset(("1-0", "0-1", "1/2-1/2", "*"))


class FindingKind(StrEnum):
    """What is wrong at one place of a game."""

    ILLEGAL_MOVE = auto()
    IMPOSSIBLE_MOVE = auto()
    """No piece on the board can have been meant: the game cannot have gone on like this."""
    AMBIGUOUS_MOVE = auto()
    AFTER_CHECKMATE = auto()
    AFTER_STALEMATE = auto()
    AFTER_DEAD_POSITION = auto()
    """Neither side could mate any more by any series of legal moves; see :mod:`kb.board.dead`."""
    UNREADABLE_MOVE = auto()
    TEXT_AFTER_RESULT = auto()
    TOO_MANY_MOVES = auto()
    DAMAGED_TEXT = auto()
    UNREADABLE_FEN = auto()
    IMPOSSIBLE_START = auto()
    OTHER_VARIANT = auto()
    LOST_ON_TIME = auto()
    """The game says it was lost on time, but the winner could not mate: it is a draw."""
    LOST_BY_ILLEGAL_MOVE = auto()
    """The same, lost by illegal moves."""
    LOST_BY_INFRACTION = auto()
    """The same, lost by an offence that is not named: a draw if it was an illegal move."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding.

    :param ply: 0-based, ``None`` when it concerns the whole game.
    :param number: the move number as played, ``None`` likewise.
    :param color: who moved; of a game lost, who won.
    :param fen: the position the proofs are about.
    :param proofs: why neither side can mate, or why the winner cannot.
    """

    kind: FindingKind
    ply: int | None = None
    number: int | None = None
    color: chess.Color | None = None
    text: str = ""
    uci: str | None = None
    illegal: IllegalMove | None = None
    damage: Damage | None = None
    impossible: Impossibility | None = None
    fen: str | None = None
    proofs: Proofs = ()


@dataclass(frozen=True, slots=True)
class GameCheck:
    """What was found in a game.

    :param headers: the seven standard headers, as far as given.
    :param plies: moves read, the king signal of an electronic board not counted.
    :param left_off: findings beyond the first twenty.
    :param undecided: the game was lost on time or by an illegal move, and whether the winner could mate was
        not proved either way.
    """

    index: int
    line: int
    headers: Mapping[str, str]
    plies: int
    findings: tuple[Finding, ...]
    left_off: int = 0
    signal: SignalResult | None = None
    undecided: bool = False

    @property
    def is_clean(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


@dataclass(frozen=True, slots=True)
class _Read:
    """The moves of a game as read.

    :param end: the position at the end, its stack holding the legal moves since the last illegal one; when
        the last move is illegal, the position before it; ``None`` when not every move could be carried out.
    :param end_ply: the ply of that position.
    :param whole: whether that is where the game ended.
    """

    plies: int
    end: chess.Board | None
    end_ply: int
    whole: bool
    signal: SignalResult | None = None


def check_game(raw: RawGame, language: str = "en", *, mating: bool = True) -> GameCheck:
    """Check one game.

    An ordinary game is only played through; anything unusual sends it to the careful reader, which carries
    illegal moves out and reads on.

    :param language: whose piece letters are tried first.
    :param mating: whether to look for dead positions and for losses to a side that could not mate; games
        that servers decided by rules of their own are judged by the Laws too.
    """
    findings = [Finding(FindingKind.DAMAGED_TEXT, damage=damage) for damage in raw.damage]
    if is_other_variant(raw.headers):
        findings.append(Finding(FindingKind.OTHER_VARIANT, text=raw.headers["Variant"]))
        return _result(raw, findings)
    start = _start(raw)
    if start is None:
        findings.append(Finding(FindingKind.UNREADABLE_FEN, text=raw.headers["FEN"][:100]))
        return _result(raw, findings)
    findings += [Finding(FindingKind.IMPOSSIBLE_START, impossible=what) for what in start.impossible]
    board = None if start.impossible else _play_through(raw.movetext, start)
    if board is not None:
        read = _Read(len(board.move_stack), board, len(board.move_stack), whole=True)
    else:
        game = play_run(read_field(raw.movetext), language, start, fixed=True)
        read = _read_carefully(game, findings)
    undecided = mating and read.end is not None and _judge_end(raw, read, read.end, findings)
    return _result(raw, findings, read, undecided=undecided)


def _result(
    raw: RawGame, findings: list[Finding], read: _Read | None = None, *, undecided: bool = False
) -> GameCheck:
    headers = {name: raw.headers[name] for name in _SHOWN_HEADERS if name in raw.headers}
    kept = tuple(findings[:_MAX_FINDINGS])
    plies, signal = (read.plies, read.signal) if read else (0, None)
    return GameCheck(raw.index, raw.line, headers, plies, kept, len(findings) - len(kept), signal, undecided)


def _start(raw: RawGame) -> Position | None:
    if not raw.headers.get("FEN", "").strip():
        return start_position()
    span = next(find_fens(raw.headers["FEN"]), None)
    return build_position(span, PositionSource.PGN) if isinstance(span, FenSpan) else None


def _play_through(movetext: str, start: Position) -> chess.Board | None:
    """Play a game of legal moves in English notation; ``None`` for anything else."""
    board = start.board()
    tokens = iter(_NUMBERS_AND_SIGNS.sub(" ", movetext).split())
    try:
        for token in tokens:
            if token in _RESULTS:
                break
            move = board.parse_san(token)
            if not move:
                return None
            board.push(move)
    except ValueError:
        return None
    return None if next(tokens, None) is not None else board


def _judge_end(raw: RawGame, read: _Read, board: chess.Board, findings: list[Finding]) -> bool:
    """Add what the ability to mate says about the end of a game; tell whether it stayed undecided."""
    dead = _after_dead_position(board, read.end_ply)
    if dead is not None:
        findings.append(dead)
    won, loss = winner(raw), how_lost(raw)
    if won is None or loss is None or not read.whole or raw.damage:
        return False
    if board.is_checkmate() or not may_be_draw(raw, loss):
        return False
    verdict = can_checkmate(board, won)
    if isinstance(verdict, CannotMate):
        proofs = ((won, verdict),)
        findings.append(Finding(_LOSSES[loss], color=won, fen=board.fen(), proofs=proofs))
    return isinstance(verdict, Undetermined)


_LOSSES = {
    Loss.ON_TIME: FindingKind.LOST_ON_TIME,
    Loss.BY_ILLEGAL_MOVE: FindingKind.LOST_BY_ILLEGAL_MOVE,
    Loss.BY_INFRACTION: FindingKind.LOST_BY_INFRACTION,
}


def _after_dead_position(board: chess.Board, end_ply: int) -> Finding | None:
    death = death_in(board)
    if death is None:
        return None
    dead, move = chess.Board(death.fen), board.move_stack[death.ply]
    return Finding(
        FindingKind.AFTER_DEAD_POSITION,
        end_ply - len(board.move_stack) + death.ply,
        dead.fullmove_number,
        dead.turn,
        dead.san(move),
        move.uci(),
        fen=death.fen,
        proofs=death.proofs,
    )


def _read_carefully(game: ReadGame, findings: list[Finding]) -> _Read:
    """Carry out the moves of a game that is not ordinary and add what is wrong with them."""
    assert game.start is not None
    board = restored = game.start.board()
    for move in game.moves:
        if move.legal is not True:
            findings.append(_move_finding(move, board))
            restored = board.copy()
        carry_out(board, move)
    if game.rest is not None:
        findings.append(_rest_finding(game, game.rest, board))
    ends_illegally = bool(game.moves) and game.moves[-1].legal is not True
    end_ply = len(game.moves) - ends_illegally
    known = all(move.uci is not None for move in game.moves[:end_ply])
    whole = game.rest is None or game.rest.reason is RestReason.AFTER_RESULT
    end = restored if ends_illegally else board
    return _Read(len(game.moves), end if known else None, end_ply, whole, game.signal_result)


def _move_finding(move: ReadMove, board: chess.Board) -> Finding:
    if board.is_checkmate():
        kind = FindingKind.AFTER_CHECKMATE
    elif board.is_stalemate():
        kind = FindingKind.AFTER_STALEMATE
    elif move.ambiguous:
        kind = FindingKind.AMBIGUOUS_MOVE
    elif move.from_square is None:
        kind = FindingKind.IMPOSSIBLE_MOVE
    else:
        kind = FindingKind.ILLEGAL_MOVE
    return Finding(kind, move.ply, board.fullmove_number, move.color, move.text, move.uci, move.illegal)


def _rest_finding(game: ReadGame, rest: Rest, board: chess.Board) -> Finding:
    kinds = {
        RestReason.AFTER_RESULT: FindingKind.TEXT_AFTER_RESULT,
        RestReason.TOO_MANY_MOVES: FindingKind.TOO_MANY_MOVES,
    }
    kind = kinds.get(rest.reason, FindingKind.UNREADABLE_MOVE)
    return Finding(kind, len(game.moves), board.fullmove_number, board.turn, rest.text[:60])
