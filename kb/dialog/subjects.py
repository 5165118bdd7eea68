"""Who did it: the side that is the subject of some words of a question."""

from __future__ import annotations

from kb.dialog.lexicon import Reading
from kb.dialog.patterns import Match
from kb.dialog.scopes import outermost
from kb.rules.facts import Party

__all__ = ["Subjects"]

_SIDES = {
    "me": Party.ME,
    "opponent": Party.OPPONENT,
    "white": Party.WHITE,
    "black": Party.BLACK,
    "both": Party.BOTH,
}
_VERBS = {"verb.first": Party.ME, "verb.third": Party.OPPONENT}
_ANTECEDENTS = frozenset({"party.other", "party.white", "party.black"})
_MARKS = frozenset({"party.asker", "party.official"})
_PLAYERS = frozenset({"party.me", "party.asker", "party.opponent"})
_BYSTANDERS = frozenset({"party.other", "party.arbiter"})
_AFTER = 5


class Subjects:
    """Finds subjects by the ``party`` patterns of a language.

    ``me``, ``opponent``, ``white``, ``black``, ``both`` name a side.  ``third`` is "he" or "she": whoever
    was named before, else the opponent.  ``arbiter`` and ``other`` are people of whom nothing follows.
    ``me_thing`` ("my rook") is a subject only where nothing else is, ``me_has`` ("у меня") only of what
    one has.  ``asker`` marks that the asker plays in the game himself, ``official`` that he is the arbiter.
    """

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._mentions = [m for m in outermost(reading.labelled("party")) if m.label not in _MARKS]
        labels = {m.label for m in reading.matches}
        self._official = "party.official" in labels
        self._plays = not self._official and bool(_PLAYERS & labels)
        starts: dict[int, int] = {}
        for index, word in enumerate(reading.words):
            starts.setdefault(word.sentence, index)
        self._starts = starts

    def of(self, match: Match) -> Party | None:
        """Return the side that is the subject of ``match``, or ``None`` if that is not clear.

        Without a subject in the sentence it is what the language takes a dropped subject to mean.
        """
        mention = self._subject(match, having=False)
        return self._dropped(match) if mention is None else self._side(mention)

    def named_before(self, match: Match) -> bool:
        """Whether a subject that is no mere possession stands before ``match`` in its sentence."""
        return any(m.first < match.first and not _weak(m) for m in self._near(match, having=False))

    def owner(self, match: Match) -> Party | None:
        """Return whose the thing in ``match`` is that is said to be "his" or "her"."""
        return self._third(match)

    def holder(self, match: Match) -> Party | None:
        """Return the side that has what ``match`` names ("у него", "he has"), or ``None``."""
        mention = self._subject(match, having=True)
        return None if mention is None else self._side(mention)

    def counted(self, match: Match) -> Party | None:
        """Return whose offence is counted: named in the match, before it, or just after it in its clause."""
        near = self._near(match, having=True)
        inside = [m for m in near if match.first <= m.first < match.last]
        openers = [m.first for m in self._reading.matches if m.label in {"scope.opener", "scope.joint"}]
        words = self._reading.words
        after = [
            m
            for m in near
            if match.last <= m.first < match.last + _AFTER
            and not m.label.endswith("_thing")
            and words[m.first].clause == words[match.last - 1].clause
            and not any(match.last <= at < m.first for at in openers)
        ]
        if inside:
            return self._side(inside[0])
        if self._subject(match, having=True) is None and after:
            return self._side(after[0])
        side = self.holder(match)
        return self._dropped(match) if side is None and self._subject(match, having=True) is None else side

    def told(self) -> tuple[tuple[Party | None, Match], ...]:
        """Return every side named as a subject or an owner outside of questions."""
        return tuple(
            (self._side(m), m)
            for m in self._mentions
            if not m.label.endswith("_has") and not self._reading.words[m.first].asked
        )

    def _near(self, match: Match, *, having: bool) -> list[Match]:
        sentence = self._reading.words[match.first].sentence
        return [
            m
            for m in self._mentions
            if self._reading.words[m.first].sentence == sentence and (having or not m.label.endswith("_has"))
        ]

    def _subject(self, match: Match, *, having: bool) -> Match | None:
        """Return the subject of a match, nearest first.

        Right behind its first word in the same clause ("drukte ik", "нажал он"), else the nearest
        before it, else inside it.  A possession ("my rook") is a subject only where nothing else is.
        """
        near = self._near(match, having=having)
        last = max((m for m in near if m.first < match.first), key=lambda m: (m.first, m.last), default=None)
        if last is not None and last.label.endswith("_thing") and self._opens_clause(last):
            return last
        strong = [m for m in near if not m.label.endswith("_thing")]
        clauses = [word.clause for word in self._reading.words]
        for subjects in (
            [
                m
                for m in strong
                if m.first in {match.first, match.first + 1} and clauses[m.first] == clauses[match.first]
            ],
            [m for m in strong if m.first < match.first],
            [m for m in strong if m.first < match.last],
        ):
            if subjects:
                return max(subjects, key=lambda m: (m.first, m.last))
        if any(m.label in _BYSTANDERS for m in near):
            return None
        return min((m for m in near if m.first <= match.first), key=lambda m: m.first, default=None)

    def _opens_clause(self, mention: Match) -> bool:
        """Whether a mention begins a clause within its sentence: "..., when his rook moved"."""
        words = self._reading.words
        if mention.first == self._starts[words[mention.first].sentence]:
            return False
        before = mention.first - 1
        opener = any(m.first == before for m in self._reading.matches if m.label == "scope.opener")
        return opener or words[before].clause != words[mention.first].clause

    def _side(self, mention: Match) -> Party | None:
        kind = mention.label.removeprefix("party.").removesuffix("_thing").removesuffix("_has")
        return self._third(mention) if kind == "third" else _SIDES.get(kind)

    def _third(self, mention: Match) -> Party | None:
        """Read "he" or "she": the last side or person named before, else the opponent."""
        words = self._reading.words
        if self._means_a_piece(mention):
            return None
        before = [
            m
            for m in self._mentions
            if m.first < mention.first
            and (
                m.label in _ANTECEDENTS
                or (m.label == "party.arbiter" and words[m.first].sentence == words[mention.first].sentence)
            )
        ]
        if before:
            return _SIDES.get(before[-1].label.removeprefix("party."))
        return None if self._official else Party.OPPONENT

    def _means_a_piece(self, mention: Match) -> bool:
        """Whether "hij" or "он" follows a piece so closely that it may be the piece."""
        if self._reading.language not in _PIECES_ARE_HE:
            return False
        pieces = [m.last for m in self._reading.labelled("piece")]
        names = [m.first for m in self._mentions if m.first < mention.first]
        recent = [at for at in pieces if mention.first - _PIECE_REACH <= at <= mention.first]
        return any(not any(name >= at for name in names) for at in recent)

    def _dropped(self, match: Match) -> Party | None:
        """Read a telling without a subject by its verb.

        An ending of the first person is the asker, of the third the opponent if the asker speaks of
        himself at all.  Where verbs have no such endings, a verb that opens the sentence is the asker's.
        """
        words = self._reading.words
        if self._official or (words[match.first].asked and self._reading.language in _OPENING_TELLS):
            return None
        all_verbs = self._reading.labelled("verb")
        if self._reading.language in _OPENING_TELLS:
            verbs = self._opening_verbs(self._starts[words[match.first].sentence])
        else:
            sentence = words[match.first].sentence
            before = [m for m in all_verbs if m.first < match.first and words[m.first].sentence == sentence]
            inside = [m for m in all_verbs if match.first <= m.first < match.last]
            verbs = inside or ([] if words[match.first].asked else before[-1:])
        sides = {_VERBS[m.label] for m in verbs}
        if len(sides) != 1:
            return None
        side = sides.pop()
        return side if side is Party.ME or self._plays else None

    def _opening_verbs(self, start: int) -> list[Match]:
        """Return the verb a sentence opens with (its pattern may begin with an adverb)."""
        return [m for m in self._reading.labelled("verb") if m.first == start]


_PIECES_ARE_HE = frozenset({"nl", "ru"})
_PIECE_REACH = 2
_OPENING_TELLS = frozenset({"en", "nl"})


def _weak(mention: Match) -> bool:
    return mention.label.endswith(("_thing", "_has"))
