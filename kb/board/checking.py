"""Checking whole games: illegal moves, moves that cannot follow, and moves after the end."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, auto

import chess

from kb.board.displacement import carry_out
from kb.board.fen import FenSpan, build_position, find_fens
from kb.board.games import Damage, RawGame
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
_FEW_MEN = 4


class FindingKind(StrEnum):
    """What is wrong at one place of a game."""

    ILLEGAL_MOVE = auto()
    IMPOSSIBLE_MOVE = auto()
    """No piece on the board can have been meant: the game cannot have gone on like this."""
    AMBIGUOUS_MOVE = auto()
    AFTER_CHECKMATE = auto()
    AFTER_STALEMATE = auto()
    AFTER_DEAD_POSITION = auto()
    """Neither side had the men to mate; only bare material is looked at."""
    UNREADABLE_MOVE = auto()
    TEXT_AFTER_RESULT = auto()
    TOO_MANY_MOVES = auto()
    DAMAGED_TEXT = auto()
    UNREADABLE_FEN = auto()
    IMPOSSIBLE_START = auto()
    OTHER_VARIANT = auto()


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding.

    :param ply: 0-based, ``None`` when it concerns the whole game.
    :param number: the move number as played, ``None`` likewise.
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


@dataclass(frozen=True, slots=True)
class GameCheck:
    """What was found in a game.

    :param headers: the seven standard headers, as far as given.
    :param plies: moves read, the king signal of an electronic board not counted.
    :param left_off: findings beyond the first twenty.
    """

    index: int
    line: int
    headers: Mapping[str, str]
    plies: int
    findings: tuple[Finding, ...]
    left_off: int = 0
    signal: SignalResult | None = None

    @property
    def is_clean(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


def check_game(raw: RawGame, language: str = "en") -> GameCheck:
    """Check one game.

    An ordinary game is only played through; anything unusual sends it to the careful reader, which carries
    illegal moves out and reads on.

    :param language: whose piece letters are tried first.
    """
    findings = [Finding(FindingKind.DAMAGED_TEXT, damage=damage) for damage in raw.damage]
    if is_other_variant(raw.headers):
        findings.append(Finding(FindingKind.OTHER_VARIANT, text=raw.headers["Variant"]))
        return _result(raw, 0, findings)
    start = _start(raw)
    if start is None:
        findings.append(Finding(FindingKind.UNREADABLE_FEN, text=raw.headers["FEN"][:100]))
        return _result(raw, 0, findings)
    findings += [Finding(FindingKind.IMPOSSIBLE_START, impossible=what) for what in start.impossible]
    board = None if start.impossible else _play_through(raw.movetext, start)
    if board is not None:
        plies = len(board.move_stack)
        dead = _after_dead_position(board) if chess.popcount(board.occupied) <= _FEW_MEN else None
        return _result(raw, plies, [*findings, dead] if dead else findings)
    game = play_run(read_field(raw.movetext), language, start, fixed=True)
    findings += _game_findings(game)
    return _result(raw, len(game.moves), findings, game.signal_result)


def _result(
    raw: RawGame, plies: int, findings: list[Finding], signal: SignalResult | None = None
) -> GameCheck:
    headers = {name: raw.headers[name] for name in _SHOWN_HEADERS if name in raw.headers}
    kept = tuple(findings[:_MAX_FINDINGS])
    return GameCheck(raw.index, raw.line, headers, plies, kept, len(findings) - len(kept), signal)


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


def _after_dead_position(board: chess.Board) -> Finding | None:
    """Find the first move made although neither side had mating material; takes the moves back to find it."""
    later: list[chess.Move] = []
    while board.move_stack and board.is_insufficient_material():
        later.append(board.pop())
    if later and not board.is_insufficient_material():
        board.push(later.pop())
    if not later or not board.is_insufficient_material():
        return None
    move = later.pop()
    return Finding(
        FindingKind.AFTER_DEAD_POSITION,
        len(board.move_stack),
        board.fullmove_number,
        board.turn,
        board.san(move),
        move.uci(),
    )


def _game_findings(game: ReadGame) -> list[Finding]:
    assert game.start is not None
    findings = []
    board = game.start.board()
    for move in game.moves:
        if move.legal is not True:
            findings.append(_move_finding(move, board))
        carry_out(board, move)
    if game.rest is not None:
        findings.append(_rest_finding(game, game.rest, board))
    return findings


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
