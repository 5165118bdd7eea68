"""The asserted matches of a text: what its words say, less what they deny, ask or imagine."""

from __future__ import annotations

from dataclasses import dataclass

from kb.dialog.lexicon import Reading, read
from kb.dialog.patterns import Match
from kb.dialog.scopes import Scopes, outermost
from kb.dialog.subjects import Subjects

__all__ = ["Evidence", "evidence"]

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
            for m in self._longest(section)
            if self.scopes.asserted_event(m) and self._tells(m) and not self._denied_inside(m)
        )

    def settings(self, section: str) -> tuple[Match, ...]:
        """Return the matches of a section that say how things are."""
        return tuple(m for m in self._longest(section) if self.scopes.asserted_setting(m) and self._tells(m))

    def topics(self, section: str) -> tuple[Match, ...]:
        """Return the matches of a section whether asserted or only asked about."""
        return self._longest(section)

    def _denied_inside(self, match: Match) -> bool:
        """Whether a yes-pattern took a "not" into one of its gaps."""
        return match.label.endswith(".true") and any(
            match.first < m.first and m.last < match.last
            for m in self.reading.matches
            if m.label == "scope.negation"
        )

    def _longest(self, section: str) -> tuple[Match, ...]:
        return outermost(self.reading.labelled(section))

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
