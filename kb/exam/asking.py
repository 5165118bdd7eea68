"""Closed questions on a scene: which ruling, out of four."""

from __future__ import annotations

from collections.abc import Iterator

from kb.exam.outcomes import alike, outcome
from kb.exam.scene import Draw, NotDrawn, Scene, Slip
from kb.exam.telling import Teller
from kb.exam.twins import twins
from kb.exam.types import Option
from kb.messages import Message
from kb.rules.ruling import Ruling, Step, Verdict

__all__ = ["OPTIONS", "deciding_step", "ruling_options", "shuffled"]

OPTIONS = 4
# The steps that say most, the first found first.
_DECIDING = (
    "step.game_over",
    "step.drawn_cannot_mate",
    "step.resigning_loses",
    "step.minutes",
    "step.loss_by_count",
    "step.loss_at_once",
    "step.not_completed",
    "step.claim_lost_by_touching",
    "step.touch.claim_lost",
    "step.too_late_claimed",
    "step.too_late_seen_or_claimed",
)


def ruling_options(draw: Draw, scene: Scene, ruling: Ruling, tell: Teller) -> tuple[Option, ...]:
    """Return four rulings, one of them right.

    The wrong ones are what a neighbouring case comes to, or usual mistakes.

    :raises NotDrawn: if there are not three that are surely wrong.
    """
    key = tell.say(outcome(ruling.verdict, scene))
    right = Option(
        key, right=True, why=tell.say("question.why.right", step=tell.say(deciding_step(ruling).said))
    )
    options, verdicts = [right], [ruling.verdict]
    for verdict, said, why in _wrong(draw, scene, ruling, tell):
        text = tell.say(said)
        if any(text == option.text for option in options):
            continue
        if verdict is not None:
            if (
                verdict in scene.also
                or _half_right(verdict, ruling)
                or any(alike(verdict, other) for other in verdicts)
            ):
                continue
            verdicts.append(verdict)
        options.append(Option(text, right=False, why=tell.say(why)))
        if len(options) == OPTIONS:
            return shuffled(draw, options)
    raise NotDrawn


def _half_right(verdict: Verdict, ruling: Ruling) -> bool:
    """Whether a wrong ruling is right but for a word: "too late, play goes on" where the game is over."""
    return ruling.verdict is Verdict.RESULT_STANDS and verdict is Verdict.STANDS


def deciding_step(ruling: Ruling) -> Step:
    """Return the step that says most about the verdict.

    That is the penalty or why there is none, else the last step on the rule that decided, else the last.
    """
    by_id = {step.said.id: step for step in ruling.steps}
    for message_id in _DECIDING:
        if message_id in by_id:
            return by_id[message_id]
    refs = {ruling.topic, ruling.asked}
    about = [step for step in ruling.steps if step.basis is not None and step.basis.ref in refs]
    ruled = [step for step in ruling.steps if step.basis is not None]
    return (about or ruled or list(ruling.steps))[-1]


def shuffled(draw: Draw, options: list[Option]) -> tuple[Option, ...]:
    """Return the options in random order."""
    draw.rng.shuffle(options)
    return tuple(options)


def _wrong(
    draw: Draw, scene: Scene, ruling: Ruling, tell: Teller
) -> Iterator[tuple[Verdict | None, Message, Message]]:
    """Yield neighbours' rulings and usual mistakes, the dullest last: that the game might have been over."""
    slips = [slip for slip in scene.slips if ruling.verdict not in slip.unless]
    draw.rng.shuffle(slips)
    if slips and draw.chance(0.5):
        yield _slipped(slips.pop(), scene)
    near = twins(draw, scene, tell)
    dull = [twin for twin in near if twin.verdict is Verdict.RESULT_STANDS]
    for twin in near:
        if twin not in dull:
            yield twin.verdict, outcome(twin.verdict, scene), twin.why
    for slip in slips:
        yield _slipped(slip, scene)
    for twin in dull:
        yield twin.verdict, outcome(twin.verdict, scene), twin.why


def _slipped(slip: Slip, scene: Scene) -> tuple[Verdict | None, Message, Message]:
    if slip.verdict is not None:
        return slip.verdict, outcome(slip.verdict, scene), slip.why
    assert slip.said is not None
    return None, slip.said, slip.why
