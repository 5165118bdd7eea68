"""Topics, their aspects, and the concordance from aspects to the clauses of every document."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from kb.errors import CorpusError
from kb.laws.editions import Edition

__all__ = ["Aspect", "Mapped", "Scope", "Topic", "TopicRef", "Topics", "load_topics"]


class Scope(StrEnum):
    """Where a topic's rule stands."""

    ARTICLE7 = "article7"  # in Article 7 of at least one held document
    NEIGHBOUR = "neighbour"  # another article that rulings on irregularities need
    POINTER = "pointer"  # elsewhere in the Laws: the answer names the clause and stops


@dataclass(frozen=True, slots=True, order=True)
class TopicRef:
    """Names one aspect of one topic."""

    topic: str
    aspect: str

    def __str__(self) -> str:
        return f"{self.topic}.{self.aspect}"


@dataclass(frozen=True, slots=True)
class Mapped:
    """The clauses of one document that settle an aspect, and those that fix its penalty."""

    clauses: tuple[str, ...]
    penalty: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Aspect:
    """One question within a topic.

    ``clauses``, ``instead`` and ``penalty`` map a document id to canonical labels: the clauses that
    settle the aspect; where the edition has no such rule, the clause that governs in its place; the
    clauses that fix the penalty.  ``numbers`` are parameter paths that hold the clause numbers of
    every edition.  ``rules`` maps each edition id to the name of its rule.  ``reported_as`` is the
    topic under whose name answers report the aspect.
    """

    ref: TopicRef
    clauses: Mapping[str, tuple[str, ...]]
    instead: Mapping[str, tuple[str, ...]]
    penalty: Mapping[str, tuple[str, ...]]
    numbers: tuple[str, ...]
    rules: Mapping[str, str]
    reported_as: str

    def governing(self, document: str) -> tuple[str, ...]:
        """Return the labels in ``document`` that settle the aspect or govern in its place; may be empty."""
        return self.clauses.get(document) or self.instead.get(document, ())

    def numbers_in(self, law: Edition) -> tuple[str, ...]:
        """Return the clause numbers of the aspect in an edition; empty where it has no clause of its own."""
        return tuple(dict.fromkeys(n for path in self.numbers for n in law.texts(path)))

    def same_rule(self, first: str, second: str) -> bool:
        """Whether two editions have the same rule for this aspect."""
        return self.rules[first] == self.rules[second]


@dataclass(frozen=True, slots=True)
class Topic:
    """What clauses and questions are about; ``names`` by language code."""

    id: str
    scope: Scope
    names: Mapping[str, str]
    aspects: tuple[Aspect, ...]


class Topics:
    """All topics in the order of ``topics.toml``."""

    def __init__(self, topics: tuple[Topic, ...]) -> None:
        self._topics = {t.id: t for t in topics}
        self._aspects = {a.ref: a for t in topics for a in t.aspects}

    def __iter__(self) -> Iterator[Topic]:
        return iter(self._topics.values())

    def __contains__(self, topic_id: object) -> bool:
        return topic_id in self._topics

    def __getitem__(self, topic_id: str) -> Topic:
        return self._topics[topic_id]

    @property
    def aspects(self) -> tuple[Aspect, ...]:
        """Every aspect of every topic."""
        return tuple(self._aspects.values())

    def aspect(self, ref: TopicRef) -> Aspect:
        """Return one aspect; raises KeyError for a reference the data does not have."""
        return self._aspects[ref]

    def with_documents(self, mapping: Mapping[str, Mapping[TopicRef, Mapped]]) -> Topics:
        """Return these topics with the clauses of further documents, by document id and aspect."""

        def extended(aspect: Aspect) -> Aspect:
            found = {doc: refs[aspect.ref] for doc, refs in mapping.items() if aspect.ref in refs}
            return replace(
                aspect,
                clauses={**aspect.clauses, **{doc: m.clauses for doc, m in found.items() if m.clauses}},
                penalty={**aspect.penalty, **{doc: m.penalty for doc, m in found.items() if m.penalty}},
            )

        if not mapping:
            return self
        return Topics(tuple(replace(t, aspects=tuple(extended(a) for a in t.aspects)) for t in self))

    def about(self, document: str, label: str) -> tuple[Aspect, ...]:
        """Return the aspects a clause of a document settles or governs, then those whose penalty it fixes.

        Aspects that rest on fewest clauses come first: they are what the clause is mainly about.
        """
        governed = [a for a in self.aspects if label in a.governing(document)]
        governed.sort(key=lambda a: len(a.governing(document)))
        penalised = [a for a in self.aspects if label in a.penalty.get(document, ()) and a not in governed]
        return (*governed, *penalised)


def load_topics(path: Path) -> Topics:
    """Read ``topics.toml``.

    :raises CorpusError: if it is missing or malformed.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return Topics(tuple(_topic(key, table) for key, table in data.items()))
    except (OSError, tomllib.TOMLDecodeError, KeyError, ValueError, AttributeError) as error:
        raise CorpusError(
            f"topics.toml cannot be read: {error!r}.",
            hint="Restore corpus/topics.toml from the repository, or reinstall the package.",
        ) from error


def _topic(key: str, table: Mapping[str, Any]) -> Topic:
    aspects = tuple(_aspect(TopicRef(key, name), a) for name, a in table["aspects"].items())
    return Topic(key, Scope(table["scope"]), dict(table["names"]), aspects)


def _aspect(ref: TopicRef, table: Mapping[str, Any]) -> Aspect:
    return Aspect(
        ref=ref,
        clauses=_labels(table, "clauses"),
        instead=_labels(table, "instead"),
        penalty=_labels(table, "penalty"),
        numbers=tuple(table["numbers"]),
        reported_as=table.get("reported_as", ref.topic),
        rules={edition: name for name, editions in table["rules"].items() for edition in editions},
    )


def _labels(table: Mapping[str, Any], key: str) -> dict[str, tuple[str, ...]]:
    return {document: tuple(labels) for document, labels in table.get(key, {}).items()}
