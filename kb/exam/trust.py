"""What may hang on an exam question: only rules and kinds of play the sources show.

A question must not be decided by what is disputed or was never seen, so a ruling with an open doubt
about the very point is not asked, and neither is a kind of play whose figures are inference.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.laws.editions import Edition
from kb.rules.facts import TimeControl
from kb.rules.ruling import Ruling, Verdict

__all__ = ["ASKABLE", "PLAY", "Play", "is_settled", "numbers_seen", "rule_seen"]


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
ASKABLE = frozenset(Verdict) - {
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


def is_settled(ruling: Ruling) -> bool:
    """Whether nothing about the verdict is disputed, unseen or left to a fact that was not given."""
    return not ruling.needs and all(doubt.id in _HARMLESS for doubt in ruling.doubts)


def numbers_seen(law: Edition, path: str) -> bool:
    """Whether the clause number at ``table.key`` was read in a text of the edition or a good source."""
    marks = re.findall(r"\b(?:V2?|K)\b", law.confidence(path.partition(".")[0]))
    return bool(marks) and "K" not in marks


def rule_seen(law: Edition, table: str) -> bool:
    """Whether the rules of a table were read in a text of the edition or a good source, numbers apart."""
    return "V" in law.confidence(table)
