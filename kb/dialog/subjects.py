"""Who did it: the side that is the subject of some words of a question."""

from __future__ import annotations

from kb.dialog.lexicon import Reading
from kb.dialog.patterns import Match
from kb.rules.facts import Party

__all__ = ["Subjects"]

_SIDES = {
    "me": Party.ME,
    "opponent": Party.OPPONENT,
    "white": Party.WHITE,
    "black": Party.BLACK,
    "both": Party.BOTH,
}

_AFTER = 5
_NOT_SUBJECTS = frozenset({"party.asker", "party.official"})
_PLAYERS = frozenset({"party.me", "party.asker", "party.opponent"})


class Subjects:
    """Finds subjects by the ``party`` patterns of a language.

    ``me``, ``opponent``, ``white``, ``black``, ``both`` name a side; ``third`` is a pronoun or verb in
    the third person, the opponent wherever the asker speaks of himself; ``other`` is anybody else (arbiter, a child,
    "someone"), of whom nothing follows.  ``asker`` marks that the asker plays in the game himself,
    ``official`` that he is the arbiter or studies to be one.
    """

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._mentions = [m for m in reading.labelled("party") if m.label not in _NOT_SUBJECTS]
        labels = {m.label for m in reading.matches}
        self._plays = "party.official" not in labels and bool(_PLAYERS & labels)

    @property
    def asker_plays(self) -> bool:
        """Whether the asker speaks of himself as a player."""
        return self._plays

    def of(self, match: Match) -> Party | None:
        """Return the side that is the subject of ``match``, or ``None`` if that is not clear.

        Without a subject in the sentence it is what the language takes a dropped subject to mean.
        """
        mention = self._before(match)
        return self._dropped(match) if mention is None else self._side(mention)

    def nearest(self, match: Match) -> Party | None:
        """Return the side named nearest before ``match`` or at its beginning, or ``None``."""
        mention = self._before(match)
        return None if mention is None else self._side(mention)

    def holder(self, match: Match) -> Party | None:
        """Return whose count ``match`` is: named in it ("her second"), just after it, or before it."""
        sentence = self._reading.words[match.first].sentence
        near = [
            m
            for m in self._mentions
            if match.first <= m.first < match.last + _AFTER
            and self._reading.words[m.first].sentence == sentence
        ]
        return self._side(near[0]) if near else self.of(match)

    def _before(self, match: Match) -> Match | None:
        """Return the nearest subject; a possession ("my rook") is one only where no other is."""
        sentence = self._reading.words[match.first].sentence
        before = [
            m
            for m in self._mentions
            if m.first <= match.first and self._reading.words[m.first].sentence == sentence
        ]
        strong = [m for m in before if not m.label.endswith("_thing")]
        if strong:
            return max(strong, key=lambda m: (m.first, m.last))
        return min(before, key=lambda m: m.first, default=None)

    def _side(self, mention: Match) -> Party | None:
        kind = mention.label.removeprefix("party.").removesuffix("_thing")
        if kind == "third":
            return Party.OPPONENT if self._plays else None
        return _SIDES.get(kind)

    def _dropped(self, match: Match) -> Party | None:
        """A telling without a subject is the asker's own in Russian, Dutch and English; not in Spanish."""
        if self._reading.language == "es" or not self._plays:
            return None
        if self._reading.words[match.first].asked:
            return None
        return Party.ME
