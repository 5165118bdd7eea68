"""Reading whatever board material a question carries."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from types import MappingProxyType

from kb.board.bare import find_bare_run
from kb.board.described import Described, find_described, side_from_words
from kb.board.fen import FenSpan, UnreadableFen, build_position, find_fens, with_side
from kb.board.links import find_links
from kb.board.movetext import MAX_PLIES, MoveRun, find_runs, read_field
from kb.board.pgn import GameSpan, find_games, is_other_variant
from kb.board.playing import play_run
from kb.board.types import (
    BoardReading,
    Echo,
    EchoKind,
    ExampleKey,
    InputField,
    Place,
    Position,
    PositionSource,
    Problem,
    ProblemKind,
    ReadGame,
    RepairKind,
    RestReason,
)

__all__ = ["MAX_FIELD", "MAX_GAMES", "MAX_TEXT", "read_board"]

MAX_TEXT = 20_000
"""Characters of a sentence that are looked at."""
MAX_FIELD = 200_000
"""Characters of a PGN or moves field that are looked at; whole files are for :mod:`kb.board.games`."""
MAX_GAMES = 20
_REST_PROBLEMS = {
    RestReason.UNREADABLE_MOVE: ProblemKind.MOVE_UNREADABLE,
    RestReason.UNCLOSED_COMMENT: ProblemKind.MOVE_UNREADABLE,
    RestReason.UNCLOSED_VARIATION: ProblemKind.MOVE_UNREADABLE,
    RestReason.TOO_MANY_MOVES: ProblemKind.TOO_MANY_MOVES,
}
_UNUSABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufeff\u200b-\u200f\u2028\u2029\ud800-\udfff\u00a0]")
_EXAMPLE = {
    InputField.TEXT: ExampleKey.FEN,
    InputField.FEN: ExampleKey.FEN,
    InputField.PGN: ExampleKey.PGN,
    InputField.MOVES: ExampleKey.MOVES,
}


_MAX_FENS = 20
_LINK_EXAMPLE = {ProblemKind.GAME_LINK: ExampleKey.PGN, ProblemKind.STUDY_LINK: ExampleKey.PGN}


@dataclass(frozen=True, slots=True)
class _Material:
    """The moves of one game as found, and what is known of it."""

    run: MoveRun
    where: InputField
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    start: Position | None = None


@dataclass(frozen=True, slots=True)
class _Spotted:
    """A position as found."""

    span: FenSpan
    source: PositionSource
    written: str


@dataclass(slots=True)
class _Found:
    """What has been found so far."""

    positions: list[_Spotted] = field(default_factory=list)
    masked: list[tuple[int, int]] = field(default_factory=list)
    games: list[_Material] = field(default_factory=list)
    headers: list[_Spotted] = field(default_factory=list)
    link_problems: list[Problem] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def report(self, kind: ProblemKind, place: Place, number: int | None = None) -> None:
        """Note something unreadable, with the example that fits its field."""
        self.problems.append(Problem(kind, place, _EXAMPLE[place.field], number))


def read_board(
    text: str,
    *,
    language: str,
    fen: str | None = None,
    pgn: str | None = None,
    moves: str | None = None,
) -> BoardReading:
    """Find the positions, games and moves in a free sentence and in the fields beside it.

    The fields win: with ``fen`` the sentence's FENs are only further positions, with ``pgn`` or ``moves``
    its moves are not read.  Never raises on any text: what cannot be read is listed in ``problems`` with its
    place and the key of a working example.  A sentence without board material gives an empty, false reading.

    >>> read_board("is 8/q1P1k3/8/8/8/8/6PP/7K w and then 1.c8 legal?", language="en").moves[0].uci
    'c7c8'
    """
    found = _Found()
    text = _clean(text, MAX_TEXT, InputField.TEXT, found)
    if fen is not None and fen.strip():
        _read_fen_field(_clean(fen, MAX_TEXT, InputField.FEN, found), language, found)
    _read_text_positions(text, language, found)
    for raw, where in ((pgn, InputField.PGN), (moves, InputField.MOVES)):
        if raw is not None and raw.strip():
            _read_moves_field(_clean(raw, MAX_FIELD, where, found), where, found)
    moves_given = bool((pgn or "").strip() or (moves or "").strip())
    if not moves_given:
        _read_text_games(text, found)
    spotted = [*found.positions, *found.headers]
    every = [_build(one, text, found.games) for one in spotted]
    if not moves_given and not found.games and every:
        every[0] = _read_bare(text, language, every[0], found)
    position = every[0] if every else None
    games = tuple(_play(material, language, position, found) for material in found.games[:MAX_GAMES])
    if position is None and not games:
        found.problems += found.link_problems
    return BoardReading(
        position=position,
        other_positions=tuple(every[1:]),
        games=games,
        echoes=(*_position_echoes(spotted, every), *(echo for game in games for echo in _move_echoes(game))),
        problems=tuple(found.problems),
    )


def _clean(text: str, limit: int, where: InputField, found: _Found) -> str:
    """Cut a text to its limit and replace what no keyboard types by spaces, so that offsets stay."""
    if len(text) > limit:
        found.report(ProblemKind.INPUT_TOO_LONG, Place(where, limit, text[limit : limit + 60]), limit)
        text = text[:limit]
    return _UNUSABLE.sub(" ", text)


def _read_fen_field(text: str, language: str, found: _Found) -> None:
    """Read the FEN field; a link or a position in words is welcome there too."""
    before = len(found.positions) + len(found.problems)
    for link in find_links(text):
        _take_fen(link.fen, text, PositionSource.FIELD, InputField.FEN, found)
    if len(found.positions) + len(found.problems) == before:
        for span in islice(find_fens(text), 1):
            _take_fen(span, text, PositionSource.FIELD, InputField.FEN, found)
    if len(found.positions) + len(found.problems) == before:
        described = find_described(text, language)
        if described is None:
            found.report(ProblemKind.NO_FEN, Place(InputField.FEN, 0, text[:60]))
        else:
            found.positions.append(_spot_described(described, text))


def _read_text_positions(text: str, language: str, found: _Found) -> None:
    for game in find_games(text)[:MAX_GAMES]:
        found.masked.append((game.offset, game.moves_start))
    headers = tuple(found.masked)
    for link in islice(find_links(text), _MAX_FENS):
        found.masked.append((link.offset, link.end))
        _take_fen(link.fen, text, PositionSource.URL, InputField.TEXT, found)
        if link.problem is not None:
            place = Place(InputField.TEXT, link.offset, link.text[:60])
            example = _LINK_EXAMPLE.get(link.problem, ExampleKey.FEN)
            found.link_problems.append(Problem(link.problem, place, example))
    for span in islice(find_fens(text), _MAX_FENS):
        if any(start <= span.offset < end for start, end in found.masked):
            continue
        found.masked.append((span.offset, span.end))
        _take_fen(span, text, PositionSource.TEXT, InputField.TEXT, found)
    if not found.positions and not headers:
        described = find_described(text, language, found.masked)
        if described is not None:
            found.masked.append((described.offset, described.end))
            found.positions.append(_spot_described(described, text))


def _take_fen(
    span: FenSpan | UnreadableFen | None,
    text: str,
    source: PositionSource,
    where: InputField,
    found: _Found,
) -> None:
    if isinstance(span, FenSpan):
        found.positions.append(_Spotted(span, source, text[span.offset : span.end]))
    elif span is not None:
        found.report(span.kind, Place(where, span.offset, span.text[:60]), span.rank)


def _spot_described(described: Described, text: str) -> _Spotted:
    start, end = described.offset, described.end
    span = FenSpan(start, end, described.board, None, None, None, (None, None), ())
    return _Spotted(span, PositionSource.DESCRIBED, text[start:end])


def _read_moves_field(text: str, where: InputField, found: _Found) -> None:
    games = find_games(text)
    if len(games) > MAX_GAMES:
        found.report(ProblemKind.TOO_MANY_GAMES, Place(where, games[MAX_GAMES].offset, ""), MAX_GAMES)
    for game in games[:MAX_GAMES]:
        _take_game(read_field(text, game.moves_start, game.end), game, text, where, found)
    if games:
        return
    run = read_field(text)
    runs = [run] if run.moves else find_runs(text)
    found.games += [_Material(run, where) for run in runs]
    if not runs:
        found.report(ProblemKind.NO_MOVES, Place(where, 0, text[:60]))


def _read_text_games(text: str, found: _Found) -> None:
    games = find_games(text)[:MAX_GAMES]
    borders = [game.offset for game in games] + [len(text)]
    before = find_runs(text[: borders[0]], found.masked)
    found.games += [_Material(run, InputField.TEXT) for run in before]
    for game in games:
        runs = find_runs(text[: game.end], [(0, game.moves_start), *found.masked])
        _take_game(runs[0] if runs else MoveRun(None, None), game, text, InputField.TEXT, found)


def _take_game(run: MoveRun, game: GameSpan, text: str, where: InputField, found: _Found) -> None:
    """Keep a game with headers, or just its position when it has no moves."""
    start = None
    if is_other_variant(game.headers):
        found.report(ProblemKind.VARIANT, Place(where, game.offset, game.headers["Variant"][:60]))
        return
    if game.fen_offset is not None:
        span = next(find_fens(text[game.fen_offset : game.moves_start]), None)
        if isinstance(span, FenSpan):
            start = build_position(span, PositionSource.PGN)
            found.headers.append(_Spotted(span, PositionSource.PGN, game.headers["FEN"]))
        else:
            kind = ProblemKind.NO_FEN if span is None else span.kind
            offset = game.fen_offset + (0 if span is None else span.offset)
            found.report(
                kind, Place(where, offset, text[offset : offset + 60]), None if span is None else span.rank
            )
            return
    if run.moves or start is None:
        found.games.append(_Material(run, where, game.headers, start))


def _build(spotted: _Spotted, text: str, games: list[_Material]) -> Position:
    """Make a position; words, then move numbers tell who is to move when the FEN does not."""
    span, source = spotted.span, spotted.source
    if span.side is not None or source is PositionSource.PGN:
        return build_position(span, source)
    said = side_from_words(text)
    if said is not None:
        return build_position(span, source, side=(said, RepairKind.SIDE_FROM_WORDS))
    moved = next((game.run.color for game in games if game.run.color is not None), None)
    if moved is not None and not _starts_at_move_one(games[0].run):
        return build_position(span, source, side=(moved, RepairKind.SIDE_FROM_MOVES))
    return build_position(span, source)


def _starts_at_move_one(run: MoveRun) -> bool:
    return run.number == 1 and run.color is True


def _read_bare(text: str, language: str, position: Position, found: _Found) -> Position:
    """Read moves without numbers; when nobody said who is to move, they may tell that too."""
    bare = find_bare_run(text, language, position, found.masked)
    if bare is None and any(repair.kind is RepairKind.SIDE_ASSUMED for repair in position.repairs):
        turned = with_side(position, not position.board().turn)
        bare = find_bare_run(text, language, turned, found.masked)
        position = turned if bare else position
    found.games += [_Material(bare, InputField.TEXT)] if bare else []
    return position


def _play(material: _Material, language: str, position: Position | None, found: _Found) -> ReadGame:
    """Read a game's moves and report those that stay unclear."""
    run = material.run
    given = material.start or position
    game = play_run(run, language, given, headers=material.headers, fixed=material.start is not None)
    for move in game.moves:
        if move.ambiguous:
            found.report(ProblemKind.MOVE_AMBIGUOUS, Place(material.where, move.offset, move.text))
    rest = game.rest
    if rest is not None and rest.reason in _REST_PROBLEMS:
        limit = MAX_PLIES if rest.reason is RestReason.TOO_MANY_MOVES else None
        found.report(_REST_PROBLEMS[rest.reason], Place(material.where, rest.offset, rest.text[:60]), limit)
    return game


def _position_echoes(spotted: list[_Spotted], positions: list[Position]) -> Iterator[Echo]:
    """Repeat each position that was described or had to be repaired."""
    for one, position in zip(spotted, positions, strict=True):
        told = [repair for repair in position.repairs if repair.kind is not RepairKind.COUNTERS_ASSUMED]
        if told or position.source is PositionSource.DESCRIBED:
            yield Echo(EchoKind.POSITION, one.written, position.fen)


def _move_echoes(game: ReadGame) -> Iterator[Echo]:
    """Repeat each move that was not written as it is understood."""
    for move in game.moves:
        understood = move.san or move.uci
        if understood is not None and move.text.rstrip("+#!?") != understood.rstrip("+#"):
            yield Echo(EchoKind.MOVE, move.text, understood)
