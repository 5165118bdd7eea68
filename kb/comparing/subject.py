"""What someone wants to compare: a topic, one of its aspects, or whatever a clause number stands for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kb.errors import RequestError
from kb.laws.documents import Document
from kb.laws.editions import Edition
from kb.laws.labels import ancestor_labels, canonical_label
from kb.laws.library import Library
from kb.laws.topics import Aspect

__all__ = ["Meaning", "resolve"]

_MOST = 80  # characters of what was asked that an error repeats


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing that was asked about: its aspects, in the order of the concordance.

    ``documents`` and ``editions`` say where the number asked for stands for it; both are empty where a
    topic was named.
    """

    aspects: tuple[Aspect, ...]
    documents: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics of the aspects, each once."""
        return tuple(dict.fromkeys(a.ref.topic for a in self.aspects))


def resolve(library: Library, asked: str, document: str | None = None) -> tuple[Meaning, ...]:
    """Return what a topic, a ``topic.aspect``, a topic's name or a clause number stands for.

    A number means other things in other texts and editions, so without a document there can be several
    meanings; those of the held documents come first.

    :raises RequestError: if it stands for nothing known here.
    :raises UnknownClause: if the document is not held, or has no such clause.
    """
    text = asked.strip()
    named = _named(library, text)
    if named:
        return (Meaning(named),)
    label = canonical_label(text) or text
    if document is not None:
        held = library.document(document)
        if not held.children(label):
            held.clause(label)  # raises for one that is not held
        aspects = _of_document(library, held, label)
        if not aspects:
            raise RequestError(
                f"{document} {label} is tied to no topic, so it cannot be followed through the editions.",
                hint="Give a topic instead; `kb topics` lists them.",
                field="subject",
            )
        return (Meaning(aspects, documents=(document,)),)
    found = _of_number(library, label)
    if not found:
        raise RequestError(
            f"{text[:_MOST]!r} is neither a topic nor a clause number known here.",
            hint="Give a topic (`kb topics` lists them) or a clause number such as 7.5.3.",
            field="subject",
        )
    return found


def _named(library: Library, text: str) -> tuple[Aspect, ...]:
    plain = text.casefold().replace("-", "_").replace(" ", "_")
    for topic in library.topics:
        if plain == topic.id or text.casefold() in {name.casefold() for name in topic.names.values()}:
            return topic.aspects
    return tuple(a for a in library.topics.aspects if str(a.ref) == plain)


def _of_number(library: Library, label: str) -> tuple[Meaning, ...]:
    """Return every meaning of a number, in the held documents and in the editions."""
    found: list[tuple[str, str, tuple[Aspect, ...]]] = []
    for key in sorted(library.documents):
        document = library.documents[key]
        if document.is_law and (document.holds(label) or document.children(label)):
            found.append((key, "", _of_document(library, document, label)))
    found += [("", law.id, _of_edition(library, law, label)) for law in library.editions]
    groups: dict[tuple[str, ...], list[tuple[str, str, tuple[Aspect, ...]]]] = {}
    for one in found:
        if one[2]:
            groups.setdefault(Meaning(one[2]).topics, []).append(one)
    return tuple(
        Meaning(
            _in_order(library, (a for _, _, aspects in group for a in aspects)),
            documents=tuple(document for document, _, _ in group if document),
            editions=tuple(edition for _, edition, _ in group if edition),
        )
        for group in groups.values()
    )


def _of_document(library: Library, document: Document, label: str) -> tuple[Aspect, ...]:
    """Return the aspects a clause of a document is mainly about, or those of the clauses below it."""
    labels = [label] if document.holds(label) else [c.label for c in document.children(label)]
    return _in_order(library, (a for one in labels for a in _mainly(library, document, one)))


def _mainly(library: Library, document: Document, label: str) -> list[Aspect]:
    """Return the aspects that rest on this clause and on the fewest others; else all that touch it."""
    settled = [a for a in library.topics.aspects if label in a.clauses.get(document.id, ())]
    return _narrowest((len(a.clauses[document.id]), a) for a in settled) or list(
        library.topics.about(document.id, label)
    )


def _of_edition(library: Library, law: Edition, label: str) -> tuple[Aspect, ...]:
    exact: list[tuple[int, Aspect]] = []
    below: list[tuple[int, Aspect]] = []
    for aspect in library.topics.aspects:
        numbers = aspect.numbers_in(law)
        plain = [canonical_label(n) or n for n in numbers]
        if label in plain or label.casefold() in {_bare(n) for n in numbers}:
            exact.append((len(numbers), aspect))
        elif any(label in ancestor_labels(n) for n in plain):
            below.append((1, aspect))
    return tuple(_narrowest(exact) or _narrowest(below))


def _narrowest(counted: Iterable[tuple[int, Aspect]]) -> list[Aspect]:
    found = list(counted)
    fewest = min((count for count, _ in found), default=0)
    return [aspect for count, aspect in found if count == fewest]


def _in_order(library: Library, aspects: Iterable[Aspect]) -> tuple[Aspect, ...]:
    wanted = {a.ref for a in aspects}
    return tuple(a for a in library.topics.aspects if a.ref in wanted)


def _bare(number: str) -> str:
    return re.sub(r"\s+", " ", number).casefold()
