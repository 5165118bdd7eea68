"""Which clauses of an added text settle which topics: by the edition's clause numbers, else by search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kb.errors import CorpusError
from kb.importing.types import ImportedClause
from kb.laws.editions import Edition
from kb.laws.labels import GLOSSARY, canonical_label
from kb.laws.topics import Aspect, Mapped, Topics

__all__ = ["Nearest", "Suggestion", "map_by_numbers", "map_suggestions", "merged", "suggest"]

_GENERAL_PENALTY: Final = "illegal_move"  # the table whose penalty holds where an aspect has none of its own
_MOST_CHILDREN: Final = 4  # clauses below a number that are taken in its place, if it heads no text
_FEWEST_WORDS: Final = 6  # a clause with fewer tells a search too little
_MOST_FOR_AN_ASPECT: Final = 3

Nearest = Callable[[str], tuple[str, float] | None]
"""Given the text of a clause, the aspect ("topic.aspect") nearest in meaning and how near (0 to 1)."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A link proposed by search; ``score`` is how near the clause is to the aspect (0 to 1)."""

    aspect: str
    label: str
    score: float


def map_by_numbers(
    topics: Topics, edition: Edition, clauses: Sequence[ImportedClause]
) -> tuple[dict[str, Mapped], tuple[str, ...]]:
    """Return the clauses of every aspect by the edition's numbers, and the aspects whose clauses are missing.

    An aspect has a penalty of its own where it has one in a held text.
    """
    held = {clause.label for clause in clauses}
    order = [clause.label for clause in clauses]
    found: dict[str, Mapped] = {}
    missing: list[str] = []
    for aspect in topics.aspects:
        numbers = list(_numbers(aspect, edition))
        settled = tuple(_held(numbers, held, order))
        if settled:
            penalty = tuple(p for p in _penalty(aspect, edition, held, order) if p not in settled)
            found[str(aspect.ref)] = Mapped(settled, penalty)
        elif numbers:
            missing.append(str(aspect.ref))
    return found, tuple(missing)


def suggest(clauses: Sequence[ImportedClause], text: str, nearest: Nearest) -> tuple[Suggestion, ...]:
    """Return the links a search proposes, the nearest first for every aspect, for somebody to confirm."""
    found: dict[str, list[Suggestion]] = {}
    for clause in clauses:
        words = " ".join(text[s.start : s.end] for s in clause.paragraphs)
        if clause.label.startswith(GLOSSARY) or len(words.split()) < _FEWEST_WORDS:
            continue
        near = nearest(words)
        if near is not None:
            found.setdefault(near[0], []).append(Suggestion(near[0], clause.label, near[1]))
    best = (sorted(s, key=lambda one: -one.score)[:_MOST_FOR_AN_ASPECT] for _, s in sorted(found.items()))
    return tuple(one for group in best for one in group)


def map_suggestions(suggestions: Iterable[Suggestion]) -> dict[str, Mapped]:
    """Return confirmed suggestions as the mapping that is stored."""
    labels: dict[str, list[str]] = {}
    for one in suggestions:
        labels.setdefault(one.aspect, []).append(one.label)
    return {aspect: Mapped(tuple(found), ()) for aspect, found in labels.items()}


def _numbers(aspect: Aspect, edition: Edition) -> Iterator[str]:
    """Yield the canonical numbers the edition gives for an aspect, each once."""
    seen: set[str] = set()
    for path in aspect.numbers:
        for printed in edition.texts(path):
            label = canonical_label(printed)
            if label is not None and label not in seen:
                seen.add(label)
                yield label


def _penalty(aspect: Aspect, edition: Edition, held: set[str], order: Sequence[str]) -> Iterator[str]:
    if not aspect.penalty:
        return
    tables = [path.partition(".")[0] for path in aspect.numbers]
    own = [text for table in tables for text in _penalty_numbers(edition, table)]
    labels = (canonical_label(text) for text in own or _penalty_numbers(edition, _GENERAL_PENALTY))
    yield from _held([label for label in labels if label is not None], held, order)


def _penalty_numbers(edition: Edition, table: str) -> tuple[str, ...]:
    try:
        return edition.texts(f"{table}.penalty_clause")
    except CorpusError:  # not every table fixes a penalty
        return ()


def _held(numbers: Iterable[str], held: set[str], order: Sequence[str]) -> Iterator[str]:
    """Yield the labels of the text that stand for these numbers, in the order of the numbers."""
    for number in numbers:
        same = next((form for form in (number, _other_style(number)) if form in held), None)
        if same is not None:
            yield same
            continue
        below = [label for label in order if label.startswith(f"{number}.")]
        if 0 < len(below) <= _MOST_CHILDREN:
            yield from below


def _other_style(label: str) -> str:
    """Write the last level in the other style: a letter as a number, a number as a letter.

    >>> _other_style("7.5a"), _other_style("7.5.1"), _other_style("A.4.2"), _other_style("4.1")
    ('7.5.1', '7.5a', 'A.4b', '')
    """
    if label[-1:].isalpha():
        return f"{label[:-1]}.{ord(label[-1]) - ord('a') + 1}"
    above, _, last = label.rpartition(".")
    if above.count(".") >= 1 and last.isdigit() and 1 <= int(last) <= 8:
        return above + chr(ord("a") + int(last) - 1)
    return ""


def merged(first: Mapping[str, Mapped], second: Mapping[str, Mapped]) -> dict[str, Mapped]:
    """Join two mappings; where both know an aspect the first holds."""
    return {**second, **first}
