"""Which edition says this: the edition that rules so, and three that rule otherwise."""

from __future__ import annotations

from kb.exam.asking import OPTIONS, shuffled
from kb.exam.outcomes import alike, outcome
from kb.exam.scene import Draw, NotDrawn, Scene
from kb.exam.telling import Teller
from kb.exam.trust import PLAY, is_certain
from kb.exam.types import Option
from kb.laws.editions import Edition
from kb.messages import msg
from kb.rules.judge import judge
from kb.rules.ruling import Ruling

__all__ = ["edition_options"]


def edition_options(draw: Draw, scene: Scene, ruling: Ruling, tell: Teller) -> tuple[Option, ...]:
    """Return four editions with their dates, of which only the scene's own rules as given.

    :raises NotDrawn: if not three others surely rule otherwise.
    """
    wrong = []
    for law in draw.library.editions:
        if law.id == draw.law.id or scene.play not in PLAY[law.id]:
            continue
        other = judge(scene.case, law, draw.library.topics)
        if is_certain(draw.library, law, other) and not alike(other.verdict, ruling.verdict):
            why = msg(
                "question.why.edition_rules", edition=law.id, ruling=tell.say(outcome(other.verdict, scene))
            )
            wrong.append(Option(_dated(tell, law), right=False, why=tell.say(why)))
    if len(wrong) < OPTIONS - 1:
        raise NotDrawn
    why = msg(
        "question.why.edition_rules", edition=draw.law.id, ruling=tell.say(outcome(ruling.verdict, scene))
    )
    right = Option(_dated(tell, draw.law), right=True, why=tell.say(why))
    return shuffled(draw, [right, *draw.rng.sample(wrong, OPTIONS - 1)])


def _dated(tell: Teller, law: Edition) -> str:
    start = tell.day(law.in_force_from)
    if law.in_force_to is None:
        return tell.say("question.option.edition_current", edition=law.id, start=start)
    return tell.say(
        "question.option.edition_past", edition=law.id, start=start, end=tell.day(law.in_force_to)
    )
