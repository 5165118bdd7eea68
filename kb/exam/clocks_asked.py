"""Set the clocks after the ruling: times before, the minutes the ruling gives, times after."""

from __future__ import annotations

from dataclasses import dataclass

from kb.exam.asking import OPTIONS, shuffled
from kb.exam.pointing import minutes_of
from kb.exam.scene import Draw, NotDrawn, Scene
from kb.exam.telling import Teller, clock_text
from kb.exam.types import Option
from kb.messages import Message, msg
from kb.rules.facts import TimeControl
from kb.rules.ruling import Ruling

__all__ = ["ClocksAsked", "clock_options"]

_MINUTE = 60
# Least and most seconds on a clock, and the increments of such games.
_RANGES = {
    TimeControl.STANDARD: (4 * _MINUTE, 95 * _MINUTE),
    TimeControl.RAPID: (2 * _MINUTE + 30, 12 * _MINUTE),
    TimeControl.BLITZ: (2 * _MINUTE + 5, 4 * _MINUTE),
}
_INCREMENTS = {
    TimeControl.STANDARD: (0, 30, 30),
    TimeControl.RAPID: (0, 5, 10),
    TimeControl.BLITZ: (0, 2, 3),
}


@dataclass(frozen=True, slots=True)
class ClocksAsked:
    """What the stem says of the clocks, the right times in words, and the options."""

    told: Message
    key: str
    options: tuple[Option, ...]


def clock_options(draw: Draw, scene: Scene, ruling: Ruling, tell: Teller) -> ClocksAsked:
    """Return clock times before the ruling and four pairs of times after it.

    The increment of the press is said to have been taken off already, so that only the penalty changes
    the times.

    :raises NotDrawn: if the ruling gives no minutes.
    """
    minutes = minutes_of(ruling.verdict)
    if not minutes:
        raise NotDrawn
    least, most = _RANGES[scene.play.tempo]
    # The player at fault first.
    at_fault, other = draw.rng.randint(least, most), draw.rng.randint(least, most)
    given, wrong = minutes * _MINUTE, (3 - minutes) * _MINUTE
    after = (
        ((at_fault, other + given), "question.clocks.right"),
        ((at_fault + given, other), "question.clocks.wrong_side"),
        ((at_fault, other + wrong), "question.clocks.wrong_minutes"),
        ((at_fault - given, other), "question.clocks.taken_off"),
        ((at_fault - given, other + given), "question.clocks.both"),
        ((at_fault, other), "question.clocks.unchanged"),
    )
    (right_times, why), *rest = after
    right = Option(_capital(_times(scene, right_times, tell)), right=True, why=tell.say(msg(why, n=minutes)))
    options = [right]
    for times, reason in draw.rng.sample(rest, OPTIONS - 1):
        options.append(
            Option(_capital(_times(scene, times, tell)), right=False, why=tell.say(msg(reason, n=minutes)))
        )
    if len({option.text for option in options}) < OPTIONS:
        raise NotDrawn
    increment = draw.pick(_INCREMENTS[scene.play.tempo])
    before = _times(scene, (at_fault, other), tell)
    told = (
        msg("question.clocks.told_increment", times=before, n=increment)
        if increment
        else msg("question.clocks.told", times=before)
    )
    return ClocksAsked(told, right.text, shuffled(draw, options))


def _times(scene: Scene, times: tuple[int, int], tell: Teller) -> str:
    at_fault, other = (clock_text(seconds) for seconds in times)
    white, black = (at_fault, other) if scene.player else (other, at_fault)
    return tell.say("question.clocks.times", white=white, black=black)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
