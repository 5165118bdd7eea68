"""The asserted matches of a text: what its words say, less what they deny, ask or imagine."""

from __future__ import annotations

from dataclasses import dataclass

from kb.dialog.lexicon import Reading, read
from kb.dialog.patterns import Match
from kb.dialog.scopes import Scopes, outermost
from kb.dialog.subjects import Subjects

__all__ = ["Evidence", "evidence"]

_DENIALS = frozenset({"scope.negation", "scope.without"})
_TELLING = ("acts.", "clock_pressed.", "offence_number.", "opponent_moved.", "game_over.", "flag.")


@dataclass(frozen=True, slots=True)
class Evidence:
    """A reading with its scopes and subjects worked out."""

    reading: Reading
    scopes: Scopes
    subjects: Subjects
    told_by: int
    """The first sentence that tells what happened; later if-clauses depart from the case."""

    def events(self, section: str) -> tuple[Match, ...]:
        """Return the matches of a section that tell of something that happened."""
        return tuple(
            m
            for m in outermost(self._affirmed(section))
            if self.scopes.asserted_event(m) and self._tells(m) and not self._all_asked(m)
        )

    def settings(self, section: str) -> tuple[Match, ...]:
        """Return the matches of a section that say how things are."""
        return tuple(
            m
            for m in outermost(self._affirmed(section))
            if self.scopes.asserted_setting(m) and self._tells(m)
        )

    def topics(self, section: str) -> tuple[Match, ...]:
        """Return the matches of a section whether asserted or only asked about."""
        return outermost(self.reading.labelled(section))

    def _affirmed(self, section: str) -> tuple[Match, ...]:
        """Return the matches of a section, less those that took a "not" or "nearly" into a gap."""
        denials = [m for m in self.reading.matches if m.label in _DENIALS]
        return tuple(
            match
            for match in self.reading.labelled(section)
            if not (match.label.endswith(".true") or section == "flag")
            or not any(match.first < m.first and m.last < match.last for m in denials)
        )

    def _all_asked(self, match: Match) -> bool:
        """Whether the match is all that a question consists of: "is the game over?"."""
        words = self.reading.words
        if not words[match.first].asked:
            return False
        around = range(max(match.first - 4, 0), min(match.last + 4, len(words)))
        length = sum(words[at].sentence == words[match.first].sentence for at in around)
        return length <= match.last - match.first + 2

    def _tells(self, match: Match) -> bool:
        departs = self.scopes.hypothetical(match) and self.sentence(match) > self.told_by
        return not departs

    def sentence(self, match: Match) -> int:
        """Return the number of the sentence a match stands in."""
        return self.reading.words[match.first].sentence


def evidence(text: str, language: str) -> Evidence:
    """Read a text and work out what it asserts.

    :raises CorpusError: the language's lexicon is missing or damaged.
    """
    reading = read(text, language)
    scopes = Scopes.of(reading)
    told = [
        reading.words[m.first].sentence
        for m in reading.matches
        if m.label.startswith(_TELLING)
        and scopes.asserted_event(m)
        and not scopes.hypothetical(m)
        and not reading.words[m.first].asked
    ]
    return Evidence(reading, scopes, Subjects(reading), min(told, default=len(reading.words)))
