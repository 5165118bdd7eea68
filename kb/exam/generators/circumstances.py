"""What surrounds an offence: which one it is, whether the clock was pressed, answered, the game over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import chess

from kb.exam.counting import losing_number
from kb.exam.scene import Draw, party
from kb.exam.trust import Play
from kb.exam.types import Format
from kb.messages import Message, msg

__all__ = ["Circumstances", "circumstances"]

FIRST = ("question.first.1", "question.first.2")
SECOND = ("question.second.1", "question.second.2")
_CALLS = ("question.calls.1", "question.calls.2")
_REPLIED = ("question.replied.1", "question.replied.2")


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Drawn circumstances: the facts, and the sentences before and after the act."""

    facts: dict[str, Any]
    before: tuple[Message, ...]
    after: tuple[Message, ...]
    pressed: bool


def circumstances(
    draw: Draw,
    play: Play,
    player: chess.Color,
    *,
    numbers: tuple[int, ...] = (1, 1, 1, 2, 2, 3),
    unpressed: float = 0.12,
    replied: float = 0.25,
    over: float = 0.08,
) -> Circumstances:
    """Draw the circumstances of an offence by ``player``.

    :param numbers: which offence it can be; later ones only where the scale of the kind of play goes so far.
    :param unpressed: how often the clock has not been pressed yet; that is never answered.
    """
    losing = losing_number(draw.law, play)
    if draw.form is Format.CLOCKS:  # only what is penalised in minutes
        numbers, unpressed, over = tuple(n for n in numbers if n < losing) or numbers, 0.0, 0.0
        replied = 0.0 if play.supervised is False else replied
    number = min(draw.pick(numbers), losing)
    pressed = not draw.chance(unpressed)
    answered = pressed and draw.chance(replied)
    ended = pressed and not answered and draw.chance(over)
    facts = {
        "offender": party(player),
        "offence_number": number,
        "clock_pressed": pressed,
        "opponent_moved": answered or ended,
        "game_over": ended,
    }
    before = {1: draw.say(FIRST), 2: draw.say(SECOND), 3: msg("question.third.1")}[number]
    return Circumstances(facts, (before,), _after(draw, pressed, answered, ended), pressed)


def _after(draw: Draw, pressed: bool, answered: bool, ended: bool) -> tuple[Message, ...]:
    if ended:
        return (msg("question.over.1"),)
    if answered:
        return (draw.say(_REPLIED),)
    return (draw.say(_CALLS),) if pressed else ()
