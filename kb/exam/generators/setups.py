"""Board, set-up, colours and displaced men."""

from __future__ import annotations

from kb.exam.registry import generates
from kb.exam.scene import Draw, Scene, Slip, given
from kb.messages import msg
from kb.rules.ruling import Verdict

_NOTICED = ("exam.colours.1", "exam.colours.2")


@generates("colours_reversed")
def colours_reversed(draw: Draw) -> Scene:
    """The wrong player has White."""
    play = draw.play(fast=0.4)
    moves = draw.pick((3, 5, 7, 8, 9, 9, 10, 10, 11, 14, 18, 23))
    over = draw.chance(0.12)
    told = [draw.say(_NOTICED, moves=moves)]
    if over:
        told = [msg("exam.colours.over", moves=moves)]
    case = given("colours_reversed", "wrong_player_white", play, moves_played=moves, game_over=over)
    slips = (
        Slip(msg("exam.colours.slip.result.why"), said=msg("exam.colours.slip.result")),
        Slip(msg("exam.colours.slip.agree.why"), said=msg("exam.colours.slip.agree")),
        Slip(msg("exam.colours.slip.swap.why"), said=msg("exam.colours.slip.swap")),
        Slip(msg("exam.colours.slip.new.why"), verdict=Verdict.NEW_GAME),
    )
    return Scene(case, play, tuple(told), slips=slips)
