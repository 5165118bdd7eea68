"""Board, set-up, colours and displaced men."""

from __future__ import annotations

from typing import Any

import chess

from kb.exam.positions import draw_game, draw_wrong_set_up, replay
from kb.exam.registry import generates
from kb.exam.scene import Draw, NotDrawn, Scene, Slip, given, on_board, party
from kb.exam.types import Format
from kb.messages import Message, msg
from kb.rules.ruling import Verdict

__all__: list[str] = []

_COLOURS = ("question.colours.1", "question.colours.2")
_SET_UP = ("question.set_up.1", "question.set_up.2")
_TURNED = ("question.turned.1", "question.turned.2")
_KNOCKED = ("question.knocked.1", "question.knocked.2", "question.knocked.3")
_DISPLACED = ("question.displaced.1", "question.displaced.2")
_TIMES = ("question.times.1", "question.times.2")
_REVERSED = Slip(msg("question.colours.slip.result.why"), said=msg("question.colours.slip.result"))
_START_SLIPS = (
    Slip(msg("question.slip.agree.why"), said=msg("question.slip.agree")),
    Slip(msg("question.set_up.slip.loss.why"), said=msg("question.set_up.slip.loss")),
    Slip(msg("question.set_up.slip.draw.why"), said=msg("question.set_up.slip.draw")),
)
_MOVES_AROUND_TEN = (3, 5, 7, 8, 9, 9, 10, 10, 11, 14, 18, 23)
_MOVES_OF_CLAIMS = (2, 2, 3, 4, 6, 8, 9, 10, 11, 15)


@generates("colours_reversed", Format.EDITION)
def colours_reversed(draw: Draw) -> Scene:
    """The wrong player has White."""
    play = draw.play(fast=0.4)
    moves, over = draw.pick(_MOVES_AROUND_TEN), draw.chance(0.12)
    told = msg("question.colours.over", moves=moves) if over else draw.say(_COLOURS, moves=moves)
    slips = (
        _REVERSED,
        _START_SLIPS[0],
        Slip(msg("question.colours.slip.swap.why"), said=msg("question.colours.slip.swap")),
    )
    case = given("colours_reversed", "wrong_player_white", play, moves_played=moves, game_over=over)
    return Scene(case, play, (told,), slips=slips)


@generates("wrong_initial_position")
def wrong_set_up(draw: Draw) -> Scene:
    """Men set up on wrong squares, noticed some moves later or after the game."""
    play = draw.play(fast=0.5)
    board, moves, over = draw_wrong_set_up(draw.rng), draw.pick(_MOVES_OF_CLAIMS), draw.chance(0.1)
    noticed = msg("question.set_up.over", moves=moves) if over else draw.say(_SET_UP, moves=moves)
    case = given(
        "wrong_initial_position",
        "pieces_misplaced",
        play,
        board=on_board(board),
        moves_played=moves,
        game_over=over,
    )
    slips = (
        *_START_SLIPS,
        Slip(msg("question.set_up.slip.put_right.why"), said=msg("question.set_up.slip.put_right")),
    )
    told = (msg("question.set_up.began"), noticed)
    return Scene(case, play, told, shown=board.fen(), announced=True, slips=slips)


@generates("board_turned")
def board_turned(draw: Draw) -> Scene:
    """The board was laid with dark squares at the players' right hands."""
    play = draw.play(fast=0.4)
    moves, over = draw.pick(_MOVES_OF_CLAIMS), draw.chance(0.1)
    told = msg("question.turned.over", moves=moves) if over else draw.say(_TURNED, moves=moves)
    case = given("board_turned", "orientation", play, moves_played=moves, game_over=over)
    slips = (
        _START_SLIPS[0],
        _START_SLIPS[2],
        Slip(msg("question.turned.slip.new_game.why"), verdict=Verdict.NEW_GAME),
        Slip(msg("question.turned.slip.corner.why"), said=msg("question.turned.slip.corner")),
    )
    return Scene(case, play, (told,), slips=slips)


@generates("displaced_pieces_by_player")
def knocked_over(draw: Draw) -> Scene:
    """A player knocks men over and they can simply be put back."""
    player = draw.side()
    told = (draw.say(_KNOCKED), msg("question.knocked.known"))
    slips = (
        Slip(msg("question.knocked.slip.their_time.why"), said=msg("question.knocked.slip.their_time")),
        Slip(msg("question.knocked.slip.illegal.why"), verdict=Verdict.PENALTY_2MIN),
        Slip(msg("question.slip.new_game.why"), verdict=Verdict.NEW_GAME),
        Slip(msg("question.slip.loss.why"), verdict=Verdict.LOSS),
        Slip(msg("question.knocked.slip.leave.why"), said=msg("question.knocked.slip.leave")),
    )
    also = frozenset({Verdict.STOP_CLOCK_CALL_ARBITER, Verdict.ARBITER_DISCRETION, Verdict.RESTORE})
    return _knocked(draw, player, "put_right", told, slips, also)


@generates("displaced_pieces_by_player")
def knocked_over_unclear(draw: Draw) -> Scene:
    """A player knocks men over and nobody agrees where they stood."""
    player = draw.side()
    told = (draw.say(_KNOCKED), msg("question.knocked.unclear"))
    slips = (
        Slip(msg("question.knocked.slip.guess.why"), said=msg("question.knocked.slip.guess")),
        Slip(msg("question.knocked.slip.opponent_says.why"), said=msg("question.knocked.slip.opponent_says")),
        Slip(msg("question.slip.new_game.why"), verdict=Verdict.NEW_GAME),
        Slip(msg("question.slip.loss.why"), verdict=Verdict.LOSS),
        Slip(msg("question.slip.draw.why"), verdict=Verdict.DRAW),
    )
    also = frozenset({Verdict.RESTORE_OWN_TIME, Verdict.ARBITER_DISCRETION, Verdict.RESTORE})
    return _knocked(draw, player, "clock_and_arbiter", told, slips, also)


@generates("displaced_pieces_by_player")
def knocked_over_punished(draw: Draw) -> Scene:
    """The opponent asks for a penalty for men knocked over."""
    player = draw.side()
    told = (draw.say(_KNOCKED), msg("question.knocked.penalty"))
    slips = (
        Slip(msg("question.knocked.slip.illegal.why"), verdict=Verdict.PENALTY_2MIN),
        Slip(msg("question.slip.loss.why"), verdict=Verdict.LOSS),
        Slip(msg("question.knocked.slip.never.why"), said=msg("question.knocked.slip.never")),
        Slip(msg("question.slip.new_game.why"), verdict=Verdict.NEW_GAME),
        Slip(
            msg("question.knocked.slip.opponent_chooses.why"),
            said=msg("question.knocked.slip.opponent_chooses"),
        ),
    )
    also = frozenset({Verdict.RESTORE_OWN_TIME, Verdict.STOP_CLOCK_CALL_ARBITER, Verdict.RESTORE})
    return _knocked(draw, player, "punishment", told, slips, also)


@generates("pieces_found_displaced")
def found_displaced(draw: Draw) -> Scene:
    """A man is found off its square, and nobody made an illegal move."""
    play = draw.play(fast=0.3)
    board = replay(draw_game(draw.rng, draw.rng.randint(24, 60)))
    square = draw.pick(tuple(chess.SquareSet(board.occupied & ~board.kings)))
    beside = tuple(s for s in chess.SquareSet(chess.BB_KING_ATTACKS[square]) if not board.piece_at(s))
    if not beside:
        raise NotDrawn
    player = bool(board.color_at(square))
    over = draw.chance(0.1)
    told = draw.say(
        ("question.displaced.over",) if over else _DISPLACED,
        move=board.fullmove_number,
        square=chess.square_name(square),
        wrong=chess.square_name(draw.pick(beside)),
    )
    slips = (
        Slip(msg("question.displaced.slip.illegal.why"), verdict=Verdict.RESTORE_2MIN),
        Slip(msg("question.displaced.slip.stays.why"), said=msg("question.displaced.slip.stays")),
        Slip(msg("question.slip.new_game.why"), verdict=Verdict.NEW_GAME),
        Slip(msg("question.slip.loss.why"), verdict=Verdict.LOSS),
        Slip(msg("question.displaced.slip.here.why"), said=msg("question.displaced.slip.here")),
    )
    case = given("pieces_found_displaced", "go_back", play, game_over=over)
    return Scene(case, play, (told,), player=player, slips=slips)


@generates("clock_times_after_irregularity")
def clock_times(draw: Draw) -> Scene:
    """The position was put back; who says what the clocks show."""
    play, player = draw.play(fast=0.3), draw.side()
    told = draw.say(_TIMES, moves=draw.rng.randint(5, 9))
    slips = (
        Slip(msg("question.times.slip.stay.why"), said=msg("question.times.slip.stay")),
        Slip(msg("question.times.slip.agree.why"), said=msg("question.times.slip.agree")),
        Slip(msg("question.times.slip.scoresheet.why"), said=msg("question.times.slip.scoresheet")),
        Slip(msg("question.times.slip.half.why"), said=msg("question.times.slip.half")),
        Slip(msg("question.times.slip.program.why"), said=msg("question.times.slip.program")),
    )
    case = given("clock_times_after_irregularity", "who_sets_times", play)
    return Scene(case, play, (told,), player=player, slips=slips)


def _knocked(
    draw: Draw,
    player: chess.Color,
    aspect: str,
    told: tuple[Message, ...],
    slips: tuple[Slip, ...],
    also: frozenset[Verdict],
) -> Scene:
    play = draw.play(fast=0.4)
    facts: dict[str, Any] = {"offender": party(player), "game_over": False}
    case = given("displaced_pieces_by_player", aspect, play, **facts)
    return Scene(case, play, told, player=player, slips=slips, also=also)
