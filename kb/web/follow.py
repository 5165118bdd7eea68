"""Follow-up questions: "and in blitz?", "and the third time?", "and in 2015?" change the case before."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from kb.board.reading import read_board
from kb.dialog.acts import acts_from_words
from kb.dialog.edition import find_edition_request
from kb.dialog.facts import facts_from_words
from kb.dialog.history import asked_history
from kb.dialog.language import detect_language
from kb.dialog.request import Request
from kb.laws.editions import Editions
from kb.rules.facts import Facts, merged

__all__ = ["follow_up"]

_MOST_WORDS = 14
_OPENINGS = {
    "en": r"and|but|what if|what about|how about|same|then",
    "es": r"y|pero|entonces|qu[eé] tal|lo mismo|igual",
    "nl": r"en|maar|wat als|hoe zit|hetzelfde|dan",
    "ru": r"а|и|но|тогда|то же",
}


def follow_up(
    before: Request, said: str, *, ui_language: str, editions: Editions, today: date
) -> Request | None:
    """Return the case before with what ``said`` changes, or ``None`` if it asks something of its own.

    A change is short, opens like one ("and …"), brings a fact or an edition, and neither a board nor
    an act the case before did not have; a question about the editions themselves is no change.
    """
    language = detect_language(said, prior=before.language or ui_language)
    if len(said.split()) > _MOST_WORDS or not _opens_like_one(said, language):
        return None
    facts = facts_from_words(said, language).facts
    named = find_edition_request(said, editions=editions, today=today).ids
    acts = {a.value for a in acts_from_words(said, language)}
    acts -= {a.value for a in acts_from_words(before.question, before.language or language)}
    if asked_history(said, editions=editions, today=today) is not None:
        return None
    if acts or (facts == Facts() and not named) or read_board(said, language=language):
        return None
    edition = named[-1] if named else before.edition
    return replace(
        before,
        edition=edition,
        date=None if named else before.date,
        facts=merged(facts, before.facts),
    )


def _opens_like_one(said: str, language: str) -> bool:
    return re.match(rf"[\s¿¡(\"«…—-]*(?:{_OPENINGS[language]})\b", said.casefold()) is not None
