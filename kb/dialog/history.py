"""Questions about the editions themselves: which one applied on a day, and what one changed.

Only questions that open with such a question and hold nothing else but a date, a topic and words of
no weight are taken; everything else is left to the ordinary way through the desk.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache

from kb.dialog.edition import EditionMention, MentionKind, find_edition_request
from kb.dialog.lexicon import toml_table
from kb.laws.editions import Editions

__all__ = ["Asks", "HistoryQuestion", "asked_history"]

_LONGEST = 160  # characters; what is longer tells a story
_MOST_TOPIC_WORDS = 7


class Asks(StrEnum):
    """What is asked about the editions."""

    IN_FORCE = "in_force"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class HistoryQuestion:
    """A question about editions: the dates or editions it names, and the words left for a topic.

    ``since`` tells that everything after the date is meant; ``whole_year`` and ``whole_month`` that the
    last date named no month, or no day.
    """

    asks: Asks
    mentions: tuple[EditionMention, ...]
    since: bool
    whole_year: bool
    whole_month: bool
    topic: str


_WORD = re.compile(r"[^\W_][\w'’-]*")
_YEAR = re.compile(r"(?:19|20)\d\d")
_BARE = re.compile(r"\d{4}|\D+|\D*\d{1,2}\D+")  # a year, "last year", "10 years ago"
_DAY = re.compile(r"\d{1,2}(?:st|nd|rd|th|º|-?го|-?е|e)?")


@dataclass(frozen=True, slots=True)
class _Words:
    """``lexicon/history.toml``, compiled."""

    asks: dict[Asks, re.Pattern[str]]
    story: re.Pattern[str]
    since: re.Pattern[str]
    rule: re.Pattern[str]
    no_weight: frozenset[str]


@cache
def _words() -> _Words:
    table = toml_table("history")
    parts = table["parts"]
    asks = {
        which: re.compile(table["greeting"] + "(?:" + "|".join(_filled(p, parts) for p in patterns) + ")")
        for which, patterns in ((Asks(name), listed) for name, listed in table["asks"].items())
    }
    rules = "|".join(pattern for name, pattern in parts.items() if name.startswith("rules_"))
    words = frozenset(word for spelt in table["no_weight"].values() for word in spelt.split())
    story, since = re.compile(table["story"]), re.compile(table["since"])
    return _Words(asks, story, since, re.compile(rf"\b(?:{rules})\b"), words)


def _filled(pattern: str, parts: dict[str, str]) -> str:
    for name, part in parts.items():
        pattern = pattern.replace("{" + name + "}", part)
    return pattern


def asked_history(text: str, *, editions: Editions, today: date) -> HistoryQuestion | None:
    """Return what a text asks about the editions themselves, or ``None`` for any other question.

    >>> from kb.laws.library import open_library
    >>> laws, today = open_library().editions, date(2026, 11, 30)
    >>> asked_history("What changed about two hands in 2018?", editions=laws, today=today).topic
    'two hands'
    >>> asked_history("He castled with two hands in 2018", editions=laws, today=today) is None
    True
    """
    if len(text) > _LONGEST:
        return None
    plain, words = _flat(text), _words()
    asks = next((one for one in (Asks.CHANGED, Asks.IN_FORCE) if words.asks[one].match(plain)), None)
    if asks is None:
        return None
    mentions = find_edition_request(text, editions=editions, today=today).mentions
    dated = tuple(m for m in mentions if m.kind is not MentionKind.CURRENT)
    without = _without(text, dated)
    if words.story.search(without):
        return None
    left = [word for word in _WORD.findall(_rest(without, asks)) if word not in words.no_weight]
    mentions += tuple(m for word in left if _YEAR.fullmatch(word) for m in _year(word, editions, today))
    topic = [word for word in left if not (_YEAR.fullmatch(word) or _DAY.fullmatch(word))]
    if len(topic) > _MOST_TOPIC_WORDS or (topic and asks is Asks.IN_FORCE):
        return None
    if asks is Asks.CHANGED and not mentions and not (topic and words.rule.search(plain)):
        return None
    since = any(words.since.search(_flat(text[: m.start])) for m in mentions)
    whole_year = bool(mentions) and _BARE.fullmatch(text[mentions[-1].start : mentions[-1].end]) is not None
    whole_month = _month_only(text, mentions, left, topic)
    return HistoryQuestion(asks, mentions, since, whole_year, whole_month, " ".join(topic))


def _year(word: str, editions: Editions, today: date) -> tuple[EditionMention, ...]:
    """Read a bare year, which in a question about editions is one ("between 2014 and 2018")."""
    return find_edition_request(f"in {word}", editions=editions, today=today).mentions


def _flat(text: str) -> str:
    return re.sub(r"\s+", " ", text.casefold()).strip(" ¿¡")


def _without(text: str, mentions: tuple[EditionMention, ...]) -> str:
    """Cut the dates and editions out of a text."""
    kept, place = [], 0
    for mention in sorted(mentions, key=lambda m: m.start):
        kept.append(text[place : mention.start])
        place = max(place, mention.end)
    return _flat(" ".join((*kept, text[place:])))


def _rest(text: str, asks: Asks) -> str:
    """Return what is left of a text without the words that ask; what stood inside them stays."""
    match = _words().asks[asks].match(text)
    if match is None:  # the date stood inside the words that ask
        return text
    return " ".join((*(part for part in match.groups() if part), text[match.end() :]))


def _month_only(text: str, mentions: tuple[EditionMention, ...], left: list[str], topic: list[str]) -> bool:
    """Whether a date names a month and a year, but no day."""
    if len(mentions) != 1 or mentions[0].day is None or len(left) != len(topic):
        return False
    said = text[mentions[0].start : mentions[0].end]
    named = re.search(r"[^\W\d_]{3,}", said) is not None and mentions[0].day.day == 1
    return named and re.search(r"(?<!\d)\d{1,2}(?!\d)", said) is None
