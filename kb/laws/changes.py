"""What changed in the rules from edition to edition, and what our sources leave open about it.

The data is ``corpus/changes.toml``.  Which rule an edition has stands in the concordance
(``Aspect.rules``); this says of each step from one edition to the next what sort of step it is.
Each is worded by the message ``change.<topic>.<aspect>.<edition>``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from kb.errors import CorpusError
from kb.laws.topics import TopicRef

__all__ = ["AspectChanges", "Changes", "Confidence", "Mark", "Step", "load_changes"]


class Step(StrEnum):
    """What an edition did to a rule of the edition before it."""

    RULE = "rule"  # another rule
    CLAUSE = "clause"  # another rule, in a clause or sentence there was not before
    DETAIL = "detail"  # a change within what our restatement covers for both editions
    WORDING = "wording"  # other words, references or names; no other outcome
    UNSEEN = "unseen"  # one of the two texts was not seen: whether it changed cannot be said

    @property
    def changes_rule(self) -> bool:
        """Whether the rule became another one."""
        return self in {Step.RULE, Step.CLAUSE, Step.DETAIL}


class Mark(StrEnum):
    """How sure a piece of the data is."""

    V = "V"  # read in a stored text of that edition
    V2 = "V2"  # seen in a secondary source
    K = "K"  # knowledge or inference


@dataclass(frozen=True, slots=True)
class Confidence:
    """How sure we are of a rule and of its clause number in one edition.

    Several marks mean that parts of it rest on sources of different strength, surest first.
    """

    rule: tuple[Mark, ...]
    number: tuple[Mark, ...]

    @property
    def sure(self) -> bool:
        """Whether everything was read in a stored text of the edition."""
        return {*self.rule, *self.number} == {Mark.V}


@dataclass(frozen=True, slots=True)
class AspectChanges:
    """What is known of one aspect through the editions.

    ``steps`` by edition; ``doubts`` are keys of the editions' ``doubts`` tables; ``traced`` is false
    where only clause numbers were followed, so that an unchanged rule cannot be asserted.
    """

    steps: Mapping[str, Step]
    doubts: tuple[str, ...]
    traced: bool
    confidence: Mapping[str, Confidence]


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes of every aspect; an aspect that is not in the file never changed."""

    _aspects: Mapping[TopicRef, AspectChanges] = field(repr=False)

    def of(self, ref: TopicRef) -> AspectChanges:
        """Return what is known of one aspect."""
        return self._aspects.get(ref, _NOTHING)

    def __iter__(self) -> Iterator[tuple[TopicRef, str, Step]]:
        """Yield every step that is worded: its aspect, its edition, what it is."""
        for ref, aspect in self._aspects.items():
            for edition, step in aspect.steps.items():
                yield ref, edition, step


_NOTHING = AspectChanges({}, (), traced=True, confidence={})
_SPLIT = re.compile(r"number (?P<number>[VK2, ]+); rule (?P<rule>[VK2, ]+)|(?P<both>[VK2, ]+)")


def load_changes(path: Path) -> Changes:
    """Read ``changes.toml``.

    :raises CorpusError: if it is missing or malformed.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return Changes(
            {
                TopicRef(topic, aspect): _aspect(table)
                for topic, aspects in data.items()
                for aspect, table in aspects.items()
            }
        )
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise CorpusError(
            f"changes.toml cannot be read: {error!r}.",
            hint="Restore corpus/changes.toml from the repository, or reinstall the package.",
        ) from error


def _aspect(table: Mapping[str, Any]) -> AspectChanges:
    return AspectChanges(
        steps={edition: Step(kind) for edition, kind in table.get("steps", {}).items()},
        doubts=tuple(table.get("doubts", ())),
        traced=bool(table.get("traced", True)),
        confidence={
            edition: _confidence(text)
            for editions, text in table.get("confidence", {}).items()
            for edition in editions.split(" ")
        },
    )


def _confidence(text: str) -> Confidence:
    """Read "V", "V2, K" or "number V; rule K".

    >>> _confidence("number V; rule K").rule
    (<Mark.K: 'K'>,)
    """
    match = _SPLIT.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a confidence")
    both = match["both"]
    return Confidence(rule=_marks(both or match["rule"]), number=_marks(both or match["number"]))


def _marks(text: str) -> tuple[Mark, ...]:
    return tuple(Mark(one) for one in text.split(", "))
