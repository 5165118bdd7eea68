"""What a question does not assert: what it denies, asks leave for, imagines or quotes."""

from __future__ import annotations

from dataclasses import dataclass

from kb.dialog.lexicon import Reading
from kb.dialog.patterns import Match

__all__ = ["Scopes", "outermost"]

_NEGATION_REACH = 6
_WITHOUT_REACH = 3
_CLOSE_REACH = 2
_MODAL_REACH = 14


@dataclass(frozen=True, slots=True)
class Scopes:
    """Word numbers that are not asserted, by the reason why.

    Built from the ``scope`` patterns: ``negation``, ``without`` and ``modal`` reach forward to the end of
    their clause, ``inverted`` covers a clause it opens in a question, ``unreal`` and ``conditional`` cover
    their clause, ``opener`` words begin a new clause; a negation ends at a ``joint`` ("not replaced and
    pressed").
    """

    denied: frozenset[int]
    denied_closely: frozenset[int]
    asked_leave: frozenset[int]
    unreal: frozenset[int]
    conditional: frozenset[int]
    quoted: frozenset[int]

    @classmethod
    def of(cls, reading: Reading) -> Scopes:
        """Work out the scopes of a text."""
        openers = {m.first for m in reading.matches if m.label == "scope.opener"}
        joints = frozenset(m.first for m in reading.matches if m.label == "scope.joint")
        clauses: list[int] = []
        clause, last = 0, (-1, -1)
        for index, word in enumerate(reading.words):
            place = (word.sentence, word.clause)
            clause += place != last or index in openers
            last = place
            clauses.append(clause)

        def forward(label: str, reach: int, stops: frozenset[int] = frozenset()) -> frozenset[int]:
            covered: set[int] = set()
            for m in reading.matches:
                if m.label == label:
                    for at in range(m.last, min(m.last + reach, len(clauses))):
                        if at in stops or clauses[at] != clauses[m.last - 1]:
                            break
                        covered.add(at)
            return frozenset(covered)

        def whole(label: str) -> frozenset[int]:
            hit = {clauses[m.last - 1] for m in reading.matches if m.label == label}
            return frozenset(at for at, own in enumerate(clauses) if own in hit)

        def inverted() -> frozenset[int]:
            """Clauses of a question that open with its verb: "is the game over", "is de partij uit"."""
            hit = {
                clauses[m.first]
                for m in reading.matches
                if m.label == "scope.inverted"
                and reading.words[m.first].asked
                and (m.first == 0 or clauses[m.first - 1] != clauses[m.first])
            }
            return frozenset(at for at, own in enumerate(clauses) if own in hit)

        return cls(
            forward("scope.negation", _NEGATION_REACH, joints)
            | forward("scope.without", _WITHOUT_REACH, joints),
            forward("scope.negation", _CLOSE_REACH, joints) | forward("scope.without", _CLOSE_REACH, joints),
            forward("scope.modal", _MODAL_REACH) | inverted(),
            whole("scope.unreal"),
            whole("scope.conditional"),
            frozenset(at for at, word in enumerate(reading.words) if word.quoted),
        )

    def asserted_event(self, match: Match) -> bool:
        """Whether the match tells of something that happened."""
        denied = not match.label.endswith(".false") and match.first in self.denied
        return not denied and match.first not in self.unreal | self.asked_leave | self.quoted

    def asserted_setting(self, match: Match) -> bool:
        """Whether the match says how things are; leave asked for something else does not matter."""
        return match.first not in self.denied_closely | self.unreal

    def hypothetical(self, match: Match) -> bool:
        """Whether the match stands in an if-clause, which tells the case only if nothing else does."""
        return match.first in self.conditional


def outermost(matches: tuple[Match, ...]) -> tuple[Match, ...]:
    """Drop matches that lie inside a longer one: "not pressed" beats "pressed"."""
    return tuple(m for m in matches if not any(m.within(other) for other in matches))
