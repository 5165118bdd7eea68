"""Word by word: two held texts, or a text and our working translation of another into its language."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from kb.comparing.subject import Meaning
from kb.errors import RequestError
from kb.laws.documents import Document
from kb.laws.labels import label_key
from kb.laws.library import Library
from kb.laws.quotes import folded, quote_clause

__all__ = ["Difference", "Mark", "Run", "Side", "compare_words", "differences", "texts_on"]

# Pairs of equal words in two texts, which bound the time a comparison takes; two clauses of a thousand
# words each have some 30,000.
_MOST_PAIRS = 60_000
_TOKEN = re.compile(r"\s*(?:\w+(?:['’-]\w+)*|[^\w\s])")
_CLOSING = frozenset(",.;:!?)]»”")
_ISLAND = 3  # letters; shorter unchanged words between two changes only break a sentence up


class Mark(StrEnum):
    """What became of a run of words."""

    KEPT = "kept"
    REMOVED = "removed"  # stands in the first text only
    ADDED = "added"  # stands in the second text only


@dataclass(frozen=True, slots=True)
class Run:
    """Words in a row with the same fate; ``lead`` is the blank before them, if they need one."""

    lead: str
    text: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two texts; ``translated_into`` is a language where it is our working translation."""

    document: str
    edition: str
    title: str
    status: str
    language: str
    clauses: tuple[str, ...]
    translated_into: str
    text: str

    def to_json(self) -> dict[str, Any]:
        """Return the side as JSON-ready data."""
        return {
            "document": self.document,
            "edition": self.edition,
            "title": self.title,
            "status": self.status,
            "language": self.language,
            "clauses": list(self.clauses),
            "translated_into": self.translated_into,
            "official": not self.translated_into,
            "text": self.text,
        }


@dataclass(frozen=True, slots=True)
class Difference:
    """Two texts on the same topics, compared in the order given."""

    topics: tuple[str, ...]
    first: Side
    second: Side
    runs: tuple[Run, ...]

    @property
    def same(self) -> bool:
        """Whether the two have the same words."""
        return all(run.mark is Mark.KEPT for run in self.runs)

    def to_json(self) -> dict[str, Any]:
        """Return the difference as JSON-ready data."""
        return {
            "topics": list(self.topics),
            "first": self.first.to_json(),
            "second": self.second.to_json(),
            "same": self.same,
            "runs": [{"mark": str(run.mark), "text": run.lead + run.text} for run in self.runs],
        }


def compare_words(before: str, after: str) -> tuple[Run, ...]:
    """Compare two texts word by word; blanks are folded, case and punctuation count.

    Up to blanks, what is not added gives ``before`` and what is not removed gives ``after``.

    :raises RequestError: if the texts are too long to be compared.

    >>> [(str(r.mark), r.text) for r in compare_words("two minutes extra", "one minute extra")]
    [('removed', 'two minutes'), ('added', 'one minute'), ('kept', 'extra')]
    """
    old, new = (_TOKEN.findall(folded(text)) for text in (before, after))
    there = Counter(new)
    if sum(count * there[token] for token, count in Counter(old).items()) > _MOST_PAIRS:
        raise RequestError(
            "These texts are too long to be compared word by word.",
            hint="Compare a single clause: give its number and --document.",
            field="words",
        )
    runs: list[Run] = []
    for gone, kept, come in _pieces([t.strip() for t in old], [t.strip() for t in new]):
        pieces = [("".join(new[kept]), Mark.KEPT)] if kept is not None else []
        if kept is None:
            pieces += [("".join(old[gone]), Mark.REMOVED), ("".join(new[come]), Mark.ADDED)]
        for text, mark in pieces:
            if bare := text.strip():
                runs.append(Run(" " if runs and bare[0] not in _CLOSING else "", bare, mark))
    return tuple(runs)


def _pieces(old: list[str], new: list[str]) -> Iterator[tuple[slice, slice | None, slice]]:
    """Yield what goes and what comes, or what stays; short words between two changes go and come too."""
    opcodes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    gone, come = slice(0, 0), slice(0, 0)
    for place, (kind, i, j, k, m) in enumerate(opcodes):
        inside = 0 < place < len(opcodes) - 1
        if kind == "equal" and not (inside and len("".join(old[i:j])) <= _ISLAND):
            if gone.stop > gone.start or come.stop > come.start:
                yield gone, None, come
            yield slice(i, j), slice(k, m), slice(k, m)
            gone, come = slice(j, j), slice(m, m)
        else:
            gone, come = slice(gone.start, j), slice(come.start, m)
    if gone.stop > gone.start or come.stop > come.start:
        yield gone, None, come


def differences(library: Library, meaning: Meaning, first: str, second: str) -> Difference:
    """Compare what two held documents say about the same aspects.

    Two texts in one language are compared as they stand; of two languages, the first is compared with
    our working translation of the second into its language.

    :raises UnknownClause: for a document that is not held.
    :raises RequestError: if one of them has no clause on it, or there is no translation.
    """
    one, two = (_side(library, library.document(key), meaning) for key in (first, second))
    if two.language != one.language:
        two = _translated(library, two, one.language)
    return Difference(meaning.topics, one, two, compare_words(one.text, two.text))


def texts_on(library: Library, meaning: Meaning) -> tuple[str, ...]:
    """Return the ids of the documents that have a clause on these aspects."""
    return tuple(key for key in sorted(library.documents) if _clauses(library.documents[key], meaning))


def _clauses(document: Document, meaning: Meaning) -> list[str]:
    labels = {label for aspect in meaning.aspects for label in aspect.governing(document.id)}
    return sorted(labels, key=label_key)


def _side(library: Library, document: Document, meaning: Meaning) -> Side:
    labels = _clauses(document, meaning)
    if not labels:
        having = ", ".join(texts_on(library, meaning)) or "none of the held texts"
        raise RequestError(
            f"{document.id} has no clause on {', '.join(meaning.topics)}.",
            hint=f"Texts that have one: {having}.",
            field="words",
        )
    quotes = [quote for label in labels for quote in quote_clause(document, label)]
    return Side(
        document=document.id,
        edition=document.edition,
        title=document.title,
        status=str(document.status),
        language=document.language,
        clauses=tuple(labels),
        translated_into="",
        text=folded("\n".join(library.read(quote) for quote in quotes)),
    )


def _translated(library: Library, side: Side, language: str) -> Side:
    own = library.ours[language].translations if language in library.ours else {}
    missing = [label for label in side.clauses if (side.document, label) not in own]
    if missing:
        raise RequestError(
            f"There is no working translation of {side.document} {', '.join(missing)} into {language}.",
            hint="Compare two texts in the same language.",
            field="words",
        )
    text = folded("\n".join(own[side.document, label] for label in side.clauses))
    return replace(side, translated_into=language, text=text)
