"""An answer cut into words, with what each of its clauses says plainly, supposes or denies."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from kb.dialog.lexicon import Reading, read_with
from kb.dialog.patterns import Match
from kb.dialog.request import well_formed
from kb.dialog.scopes import Scopes, outermost
from kb.dialog.words import MAX_WORDS
from kb.exam.marking_words import answer_words

__all__ = ["MAX_ANSWER", "Part", "Span", "Standing", "key_of", "read_answer", "readable"]

MAX_ANSWER = 10_000
"""Characters of an answer that are read."""
_PART = 1400  # characters: no more words than the matcher reads at once
OWN_NOT = ".not"  # ends the key of patterns with a "not" of their own in the middle
_ABBREVIATED = re.compile(
    r"(?<!\w)(?:min|mins|мин|art|arts|artt|art[ií]c|seg|sec|sek|сек|ст|п|пп|pto|mov|cf|resp|vs|nr|no|núm|num|Nr|т|ед|ok|i\.e|e\.g|bijv|evt|ca)"
    r"\.(?!\s*(?:[A-ZÁÉÍÓÚА-ЯЁ¿¡]|$))",
)
_ITEM = re.compile(r"(?:(?<=[\s:;,])|^)\d{1,2}\)(?=\s)|^[ \t]*\d{1,2}[.)](?=[ \t])", re.MULTILINE)
_WRAPPED = re.compile(r"(?<=[^\n]{49}[^\n.!?:;])\n(?=\w)")  # a long line that goes on in the next
_AFTER = 3  # words between what is denied and a "not" behind it


class Standing(IntEnum):
    """How firmly something is said; what is said more firmly decides."""

    PLAIN = 0
    SUPPOSED = 1  # "would": firm enough where nothing is said more firmly
    CONDITIONAL = 2  # "if", "normally", "the next time", and what is quoted
    DENIED = 3


@dataclass(frozen=True, slots=True)
class Span:
    """Words of an answer: where they stand, as character offsets, and what they are."""

    start: int
    end: int
    text: str


def key_of(match: Match) -> str:
    """Return what a match claims: the key its pattern stands under."""
    return match.label.split(".")[1]


@dataclass(frozen=True, slots=True)
class Part:
    """A run of whole sentences of an answer, read.

    ``text`` is the part as written, ``reading`` without the points of abbreviations, which end no sentence;
    ``standings`` has one entry for each word, ``segments`` the number of its clause; ``offset`` is where
    the part begins in the answer.
    """

    reading: Reading
    text: str
    offset: int
    segments: tuple[int, ...]
    standings: tuple[Standing, ...]
    negators: frozenset[int]

    def topic(self, *names: str) -> tuple[Match, ...]:
        """Return the matches of the topics, the longest where one holds another."""
        found = (m for m in self.reading.matches if m.label.partition(".")[0] in names)
        return outermost(tuple(m for m in found if self._unbroken(m)))

    def _unbroken(self, match: Match) -> bool:
        """Whether a match that must not reach over a comma does not."""
        if not match.label.startswith(_IN_ONE_CLAUSE) or match.label.endswith(OWN_NOT):
            return True
        words = self.reading.words
        return words[match.first].clause == words[match.last - 1].clause

    def sentence(self, match: Match) -> int:
        """Return the number of the sentence a match begins in."""
        return self.reading.words[match.first].sentence

    def standing(self, match: Match) -> Standing:
        """Tell how firmly a match is said: as its least firm end; its own "not" does not deny it."""
        first = self.standings[match.first]
        if match.first in self.negators or match.label.endswith(OWN_NOT):
            return Standing.PLAIN if first is Standing.DENIED else first
        return max(first, self.standings[match.last - 1])

    def standing_at(self, start: int, end: int) -> Standing:
        """Tell how firmly what stands at these characters of this part is said."""
        first, last = self.words_in(start, end)
        return max(self.standings[first:last], default=Standing.PLAIN)

    def place(self, start: int, end: int) -> Span:
        """Return characters of this part as a span of the whole answer."""
        return Span(self.offset + start, self.offset + end, self.text[start:end])

    def span(self, match: Match) -> Span:
        """Return where a match stands in the whole answer."""
        return self.place(*self.reading.span(match))

    def words_in(self, start: int, end: int) -> tuple[int, int]:
        """Return the numbers of the words that overlap characters of this part, ``(first, last)``."""
        inside = [i for i, w in enumerate(self.reading.words) if w.start < end and start < w.end]
        return (inside[0], inside[-1] + 1) if inside else (0, 0)


def read_answer(text: str, language: str) -> tuple[Part, ...]:
    """Read the first ``MAX_ANSWER`` characters of an answer; never raises for its content.

    :raises CorpusError: the language's word list is missing or damaged.
    """
    lexicon = answer_words(language)
    whole = text[:MAX_ANSWER]
    parts = []
    unnumbered = _ITEM.sub(lambda found: " " * len(found.group()), whole)
    unbroken = _ABBREVIATED.sub(lambda found: f"{found.group()[:-1]} ", unnumbered)
    unbroken = _WRAPPED.sub(_unwrapped, unbroken)
    for start, end in _cut(unbroken):
        reading = read_with(unbroken[start:end], language, lexicon)
        segments = _segments(reading)
        negators = frozenset(m.first for m in reading.matches if m.label in _NEGATORS)
        parts.append(
            Part(reading, whole[start:end], start, segments, _standings(reading, segments), negators)
        )
    return tuple(parts)


def readable(text: str) -> str:
    """Return a text as it is marked: without what no output can carry, and cut to ``MAX_ANSWER``."""
    return well_formed(text[:MAX_ANSWER])


def _unwrapped(found: re.Match[str]) -> str:
    following = found.string[found.end()]
    return " " if following.islower() or following.isdigit() else found.group()


def _cut(text: str) -> list[tuple[int, int]]:
    """Cut a text into parts that end with a line or a sentence, where there is one to end with."""
    cuts = []
    start = 0
    while start < len(text):
        end = min(start + _PART, len(text))
        if end < len(text):
            ends = (text.rfind(mark, start + _PART // 2, end) for mark in ("\n", ". ", " "))
            end = next((at + 1 for at in ends if at >= 0), end)
        cuts.append((start, end))
        start = end
    return cuts


def _segments(reading: Reading) -> tuple[int, ...]:
    """Number the clauses: they end at punctuation and begin with an opening word ("because", "but")."""
    openers = {m.first for m in reading.matches if m.label == "scope.opener"}
    numbers: list[int] = []
    number, last = 0, (-1, -1)
    for at, word in enumerate(reading.words):
        place = (word.sentence, word.clause)
        number += place != last or at in openers
        last = place
        numbers.append(number)
    return tuple(numbers)


def _standings(reading: Reading, segments: tuple[int, ...]) -> tuple[Standing, ...]:
    standings = [Standing.PLAIN] * len(segments)
    joints = [m.first for m in reading.matches if m.label == "scope.joint"]
    for match in reading.labelled("scope"):
        standing = _SCOPES.get(match.label)
        if standing is not None:
            covered = _covered(match, reading, segments)
            first, last = _between(joints, match) if match.label == "scope.usually" else (0, len(segments))
            for at in range(first, min(last, len(segments))):
                if segments[at] in covered:
                    standings[at] = max(standings[at], standing)
    scopes = Scopes.of(reading)
    for at in scopes.quoted:
        standings[at] = max(standings[at], Standing.CONDITIONAL)
    for at in scopes.denied:
        standings[at] = Standing.DENIED
    for match in reading.labelled("scope"):
        if match.label == "scope.after":
            for at in range(match.first - 1, max(match.first - _AFTER - 1, -1), -1):
                if segments[at] != segments[match.first]:
                    break
                standings[at] = Standing.DENIED
    return tuple(standings)


_ENDINGS = ("loss", "win", "draw", "new_game", "goes_on", "over")
_IN_ONE_CLAUSE = (
    *(f"outcome.{ending}" for ending in _ENDINGS),
    "position.",
    "exception.",
    "loser.",
    "winner.",
    "recipient.",
    "opposite.",
)
_NEGATORS = frozenset({"scope.negation", "scope.without"})
_SCOPES = {
    "scope.would": Standing.SUPPOSED,
    "scope.usually": Standing.CONDITIONAL,
    "scope.if": Standing.CONDITIONAL,
    "scope.unless": Standing.CONDITIONAL,
    "scope.although": Standing.DENIED,
}


def _between(joints: list[int], match: Match) -> tuple[int, int]:
    """Return the words from the last "and" before a match to the next one after it."""
    before = max((at for at in joints if at < match.first), default=0)
    after = min((at for at in joints if at >= match.last), default=MAX_WORDS)
    return before, after


def _covered(match: Match, reading: Reading, segments: tuple[int, ...]) -> set[int]:
    """Return the clauses a word colours: its own; of an "if" also the one it is about.

    "If it is his second, he loses" colours both; so does "he loses if it is his second", but not
    "he loses, unless …", where a comma parts what is said from its exception.
    """
    words, at = reading.words, match.first
    own = segments[at]
    covered = {own}
    if match.label in {"scope.if", "scope.unless"}:
        following = next((i for i in range(at, len(words)) if segments[i] > own), None)
        begins = at == 0 or segments[at - 1] != own
        led = at > 0 and begins and words[at - 1].sentence == words[at].sentence
        joined = led and words[at - 1].clause == words[at].clause
        if joined and match.label == "scope.if":
            covered.add(segments[at - 1])
        elif not joined and following is not None and words[following].sentence == words[at].sentence:
            covered.add(segments[following])
    return covered
