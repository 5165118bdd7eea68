"""Which edition says this: the edition that rules so, and three that rule otherwise."""

from __future__ import annotations

from dataclasses import dataclass

from kb.exam.asking import OPTIONS, shuffled
from kb.exam.outcomes import alike, outcome
from kb.exam.scene import Draw, NotDrawn, Scene
from kb.exam.telling import Teller
from kb.exam.trust import PLAY, is_certain, is_seen
from kb.exam.types import Option
from kb.laws.editions import Edition
from kb.messages import msg
from kb.rules.judge import judge
from kb.rules.ruling import Ruling

__all__ = ["WordedAsked", "edition_options", "worded_options"]


@dataclass(frozen=True, slots=True)
class WordedAsked:
    """A rule in our words, and the options."""

    text: str
    options: tuple[Option, ...]


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


def worded_options(draw: Draw, scene: Scene, tell: Teller) -> WordedAsked:
    """Return the rule in our words and four editions, of which only the scene's own has it.

    :raises NotDrawn: if there are not three others whose rule was seen and is another.
    """
    aspect = draw.library.topics.aspect(scene.case.ref)
    own = draw.library.ours[draw.language]
    others = [
        law
        for law in draw.library.editions
        if not aspect.same_rule(law.id, draw.law.id) and is_seen(draw.library, law, aspect.ref)
    ]
    if len(others) < OPTIONS - 1 or not is_seen(draw.library, draw.law, aspect.ref):
        raise NotDrawn
    options = []
    for law in (draw.law, *draw.rng.sample(others, OPTIONS - 1)):
        text = own.restatement(aspect.ref, aspect.rules[law.id])
        why = msg("question.why.edition_rules", edition=law.id, ruling=text)
        options.append(Option(_dated(tell, law), right=law.id == draw.law.id, why=tell.say(why)))
    return WordedAsked(own.restatement(aspect.ref, aspect.rules[draw.law.id]), shuffled(draw, options))


def _dated(tell: Teller, law: Edition) -> str:
    start = tell.day(law.in_force_from)
    if law.in_force_to is None:
        return tell.say("question.option.edition_current", edition=law.id, start=start)
    return tell.say(
        "question.option.edition_past", edition=law.id, start=start, end=tell.day(law.in_force_to)
    )
