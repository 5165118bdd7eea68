"""Which editions of the Laws a question asks about, by name or by date."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum, unique

from kb.dialog.lexicon import Reading, load_lexicon, read_with
from kb.dialog.patterns import Match
from kb.dialog.words import Kind, Word
from kb.errors import RequestError
from kb.laws.editions import Edition, Editions

__all__ = ["EditionMention", "EditionRequest", "MentionKind", "find_edition_request"]

_FIRST_YEAR = 1929
_LAST_YEAR = 2099
_RULES_REACH = 4
_MONTH_REACH = 3
_FULL_DATE = re.compile(
    r"(?<![\d.,/-])(?:(?P<y>\d{4})-(?P<m>\d{1,2})(?:-(?P<d>\d{1,2}))?"
    r"|(?P<d2>\d{1,2})(?P<sep>[./-])(?P<m2>\d{1,2})(?P=sep)(?P<y2>\d{4}))(?![\d/-]|[.,]\d)"
)


@unique
class MentionKind(StrEnum):
    """How a question points at an edition."""

    NAMED = "named"  # "the 2014 rules"
    DATED = "dated"  # "in 2016", "on 1 May 2016", "last year", "World Cup 2015"
    CURRENT = "current"  # "today's rules"
    TOO_EARLY = "too_early"  # before the oldest edition held


@dataclass(frozen=True, slots=True)
class EditionMention:
    """One pointer to an edition, and its words as character offsets.

    ``edition`` is ``None`` only for TOO_EARLY.  ``day`` is the day meant where a date was given; of a
    bare year it is the last day.  ``also`` is the edition in force earlier in the same year when only
    the year is known and the edition changed in it.
    """

    kind: MentionKind
    edition: str | None
    day: date | None
    also: str | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class EditionRequest:
    """All pointers to editions in a question, in order of the text."""

    mentions: tuple[EditionMention, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """The edition ids meant, each once, in order of the text."""
        return tuple(dict.fromkeys(m.edition for m in self.mentions if m.edition is not None))


def find_edition_request(text: str, *, editions: Editions, today: date) -> EditionRequest:
    """Find the editions a question names or dates, in any of the four languages.

    A year beside a word for rules names the edition of that year if there is one; any other year is a
    date, and of a year in which the edition changed the later one is meant (``also`` tells the earlier).
    Numbers that only look like years (ratings, clock times, boards, prices, move counts) are no dates.
    It does not tell whether the date belongs to the case or to an example.

    :raises CorpusError: the word list is missing or damaged.
    """
    reading = read_with(text, "", load_lexicon("dates"))
    finder = _Finder(reading, editions, today)
    mentions = sorted(finder.all(), key=lambda m: (m.start, m.end))
    return EditionRequest(tuple(mentions))


class _Finder:
    """Finds the mentions of one text."""

    def __init__(self, reading: Reading, editions: Editions, today: date) -> None:
        self._reading = reading
        self._editions = editions
        self._today = today
        self._at: dict[str, dict[int, Match]] = {}
        for match in reading.matches:
            self._at.setdefault(match.label, {})[match.first] = match

    def all(self) -> list[EditionMention]:
        found = [*self._full_dates()]
        taken = [(m.start, m.end) for m in found]
        for index, word in enumerate(self._reading.words):
            if not any(start <= word.start < end for start, end in taken) and _is_year(word):
                found += self._year(index, word)
        found += self._relative()
        found += self._current(bool(found))
        return found

    # ---------------------------------------------------------------- written dates and years

    def _full_dates(self) -> Iterator[EditionMention]:
        for match in _FULL_DATE.finditer(self._reading.text[: self._length()]):
            year, month, day = (
                int(match[a] or match[b] or 0) for a, b in (("y", "y2"), ("m", "m2"), ("d", "d2"))
            )
            if month > 12 >= day > 0 and match["sep"] == "/":
                month, day = day, month
            if _FIRST_YEAR <= year <= _LAST_YEAR and 1 <= month <= 12 and day <= 31:
                yield self._dated(_day_or_last(year, month, day or 1), match.start(), match.end())

    def _length(self) -> int:
        return self._reading.words[-1].end if self._reading.words else 0

    def _year(self, index: int, word: Word) -> list[EditionMention]:
        year = word.number or 0
        month, first = self._month_before(index)
        if self._refused(index) or not (month or self._cued(index)):
            return []
        start = self._reading.words[first].start
        before = self._label_ending("year.before", first)
        if before is not None:
            last = date(year, month or 1, 1) - timedelta(days=1)
            return [self._dated(last, before, word.end)]
        if not month and str(year) in self._editions.ids and self._rules_near(index):
            return [EditionMention(MentionKind.NAMED, str(year), None, None, start, word.end)]
        if month:
            return [self._dated(_day_or_last(year, month, self._day_of(first)), start, word.end)]
        return [self._whole_year(year, start, word.end)]

    def _whole_year(self, year: int, start: int, end: int) -> EditionMention:
        last = min(date(year, 12, 31), self._today) if year == self._today.year else date(year, 12, 31)
        mention = self._dated(last, start, end)
        earlier = self._edition_on(date(year, 1, 1))
        also = earlier.id if earlier is not None and earlier.id != mention.edition else None
        return EditionMention(mention.kind, mention.edition, mention.day, also, start, end)

    def _dated(self, day: date, start: int, end: int) -> EditionMention:
        edition = self._edition_on(day)
        if edition is None:
            return EditionMention(MentionKind.TOO_EARLY, None, day, None, start, end)
        return EditionMention(MentionKind.DATED, edition.id, day, None, start, end)

    def _edition_on(self, day: date) -> Edition | None:
        try:
            return self._editions.on(day)
        except RequestError:
            return None

    def _month_before(self, index: int) -> tuple[int, int]:
        """Return the month (of a season, one month) before a year or 0, and where its date begins."""
        for at in range(index - 1, max(index - 1 - _MONTH_REACH, -1), -1):
            for month in range(1, 13):
                if at in self._at.get(f"month.{month}", {}):
                    return month, at
            if self._reading.words[at].number is None and len(self._reading.words[at].plain) > 3:
                break
        return 0, index

    def _day_of(self, month_at: int) -> int:
        """Return the day named beside a month ("1 de julio", "July 1st"), else 1."""
        words = self._reading.words
        for at in (month_at - 1, month_at - 2, month_at + 1):
            if 0 <= at < len(words):
                number = words[at].number
                if number is not None and 1 <= number <= 31 and words[at].kind is Kind.NUMBER:
                    return number
        return 1

    def _cued(self, index: int) -> bool:
        """Whether the words around a number say that it is a year."""
        before = any(m.last == index for m in self._at.get("year.cue_before", {}).values())
        after = any(index < at <= index + 2 for at in self._at.get("year.cue_after", {}))
        event = any(max(index - 3, 0) <= at < index for at in self._at.get("year.event", {}))
        name = index > 0 and self._reading.text[self._reading.words[index - 1].start].isupper()
        return before or after or event or name

    def _refused(self, index: int) -> bool:
        word = self._reading.words[index]
        sign = (
            self._reading.text[max(word.start - 1, 0) : word.start]
            + self._reading.text[word.end : word.end + 2]
        )
        if re.search(r"[€$£#№]", sign):
            return True
        before = any(index - 1 <= m.last <= index for m in self._at.get("year.refused_before", {}).values())
        return before or (
            index + 1 in self._at.get("year.refused_after", {})
            and self._reading.words[index + 1].clause == word.clause
        )

    def _label_ending(self, label: str, index: int) -> int | None:
        """Return where a match of ``label`` ending at word ``index`` begins in the text."""
        for match in self._at.get(label, {}).values():
            if match.last == index:
                return self._reading.span(match)[0]
        return None

    def _rules_near(self, index: int) -> bool:
        sentence = self._reading.words[index].sentence
        return any(
            index - _RULES_REACH <= at <= index + 2 and self._reading.words[at].sentence == sentence
            for at in self._at.get("rules.word", {})
        )

    # ---------------------------------------------------------------- years ago, today

    def _relative(self) -> Iterator[EditionMention]:
        for match in self._reading.labelled("relative"):
            ago = {"last_year": 1, "before_last": 2}.get(match.label.removeprefix("relative."))
            years = ago if ago is not None else (match.number or 1)
            if years <= self._today.year - _FIRST_YEAR:
                yield self._whole_year(self._today.year - years, *self._reading.span(match))

    def _current(self, others: bool) -> Iterator[EditionMention]:
        """Take "now" for an edition only in a question that also points elsewhere."""
        latest = self._editions.on(self._today).id
        for match in self._reading.labelled("current"):
            asked = self._reading.words[match.first].asked
            if match.label == "current.strong" or (others and asked):
                yield EditionMention(MentionKind.CURRENT, latest, None, None, *self._reading.span(match))
                return


def _is_year(word: Word) -> bool:
    digits = word.kind is Kind.NUMBER and word.number is not None
    return digits and _FIRST_YEAR <= (word.number or 0) <= _LAST_YEAR


def _day_or_last(year: int, month: int, day: int) -> date:
    """Return a day; of one its month does not have ("30 February"), the last day of the month."""
    return date(year, month, min(day, monthrange(year, month)[1]))
