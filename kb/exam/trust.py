"""What may hang on an exam question: only rules and kinds of play the sources show.

A question must not be decided by what is disputed or was never seen, so a ruling with an open doubt
about the very point is not asked, and neither is a kind of play whose figures are inference.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.laws.editions import Edition
from kb.laws.library import Library
from kb.laws.topics import Aspect, Scope, TopicRef
from kb.rules.facts import TimeControl
from kb.rules.ruling import Ruling, Verdict

__all__ = ["PLAY", "Play", "is_certain", "is_seen", "number_seen"]


@dataclass(frozen=True, slots=True)
class Play:
    """A kind of play; ``supervised`` is ``None`` where the Laws make no such difference."""

    tempo: TimeControl
    supervised: bool | None = None


_STANDARD = Play(TimeControl.STANDARD)
_RAPID, _BLITZ = Play(TimeControl.RAPID, False), Play(TimeControl.BLITZ, False)
_RAPID_FULL, _BLITZ_FULL = Play(TimeControl.RAPID, True), Play(TimeControl.BLITZ, True)
# Left out: fast play of editions whose appendix was not seen (2001 and 2005 rapid, 2014 blitz), minutes
# that follow from inference only (2009 rapid without supervision), and those that are debated (2018 blitz
# without supervision, 2023 blitz with it).
PLAY: dict[str, tuple[Play, ...]] = {
    "2001": (_STANDARD, Play(TimeControl.BLITZ)),
    "2005": (_STANDARD,),
    "2009": (_STANDARD, _RAPID_FULL, _BLITZ_FULL, _BLITZ),
    "2014": (_STANDARD, _RAPID_FULL, _RAPID),
    "2017": (_STANDARD, _RAPID_FULL, _RAPID, _BLITZ_FULL, _BLITZ),
    "2018": (_STANDARD, _RAPID_FULL, _RAPID, _BLITZ_FULL),
    "2023": (_STANDARD, _RAPID_FULL, _RAPID, _BLITZ),
}
# Verdicts a question can have as its answer.
_ASKABLE = frozenset(Verdict) - {
    Verdict.ASK_EVENT_RULES,
    Verdict.ASK_LAST_MOVE,
    Verdict.ASK_TOUCHED_FIRST,
    Verdict.INFO,
    Verdict.LOCAL_RULE,
    Verdict.OTHER_ARTICLE,
    Verdict.OUT_OF_SCOPE,
}
# Doubts that leave the verdict as it is: where a legal move with two hands stays is never asked, which
# touch clauses a text cites neither, and which item of the general list is chosen is the arbiter's own.
_HARMLESS = frozenset(
    {"doubt.position_after_equal_offence", "doubt.touch_clauses_not_seen", "doubt.sanction_by_analogy"}
)


def is_certain(library: Library, law: Edition, ruling: Ruling) -> bool:
    """Whether a ruling can be the key: decided, undisputed, and by a rule the sources of the edition show."""
    settled = not ruling.needs and all(doubt.id in _HARMLESS for doubt in ruling.doubts)
    refs = {ruling.topic, ruling.asked}
    return ruling.verdict in _ASKABLE and settled and all(is_seen(library, law, ref) for ref in refs)


def number_seen(library: Library, law: Edition, ref: TopicRef, number: str) -> bool:
    """Whether a clause number was read in a text of the edition or in a good source.

    Held documents prove their own numbers.  Where the data is sure of a rule and unsure of some of its
    numbers, those of Article 7 are the sure ones.
    """
    aspect = library.topics.aspect(ref)
    held = [d.id for d in library.of_edition(law.id)]
    if any(number in aspect.governing(document) for document in held):
        return True
    tables = [path.partition(".")[0] for path in aspect.numbers if number in law.texts(path)]
    marks = [re.findall(r"\b(?:V2?|K)\b", law.confidence(table)) for table in tables]
    return bool(marks) and all(
        found and ("K" not in found or (found[0] == "V" and number.startswith("7."))) for found in marks
    )


def is_seen(library: Library, law: Edition, ref: TopicRef) -> bool:
    """Whether the rule of an aspect was read, or follows from what was.

    It was read where a source of the edition shows it, or a held text of Article 7 what that article has
    and lacks.  It follows where it never changed, or is the same before and after.
    """
    aspect, topic = library.topics.aspect(ref), library.topics[ref.topic]
    if len(set(aspect.rules.values())) == 1 or _shown(law, aspect):
        return True
    if topic.scope is Scope.ARTICLE7 and library.of_edition(law.id):
        return True
    place = library.editions.ids.index(law.id)
    editions = list(library.editions)
    before = next((e for e in reversed(editions[:place]) if _shown(e, aspect)), None)
    after = next((e for e in editions[place + 1 :] if _shown(e, aspect)), None)
    return (
        before is not None
        and after is not None
        and aspect.same_rule(before.id, law.id)
        and aspect.same_rule(law.id, after.id)
    )


def _shown(law: Edition, aspect: Aspect) -> bool:
    return any("V" in law.confidence(path.partition(".")[0]) for path in aspect.numbers)
