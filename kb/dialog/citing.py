"""From a rule to what can be quoted for it: held clauses by address, else our restatement."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from kb.dialog.answer import Citation, RuleText
from kb.laws.documents import Document, Status
from kb.laws.editions import Edition
from kb.laws.library import Library
from kb.laws.quotes import Quote, quote_clause
from kb.laws.topics import Aspect, Scope, TopicRef
from kb.messages import catalogue
from kb.rules.ruling import Basis, Ruling, Verdict

__all__ = ["Citer"]


class Citer:
    """Cites for one answer: one library, one language of the asker, one edition."""

    def __init__(self, library: Library, language: str, edition: str) -> None:
        self._library = library
        self._language = language
        self._edition = edition

    def for_ruling(self, ruling: Ruling) -> tuple[Citation, ...]:
        """Return the quotes that settle a ruling: every held document, the asker's language first.

        What is no matter of the Laws has none.
        """
        if ruling.verdict is Verdict.OUT_OF_SCOPE:
            return ()
        aspects = [self._aspect(ref) for ref in _settling(ruling)]
        found: list[Citation] = []
        for document in self._ordered():
            labels: list[tuple[str, Aspect]] = []
            for aspect in aspects:
                labels += [(label, aspect) for label in aspect.governing(document.id)]
                if ruling.penalised:
                    labels += [(label, aspect) for label in aspect.penalty.get(document.id, ())]
            found += self._cite(document, labels)
        return tuple(found)

    def for_basis(self, basis: Basis) -> tuple[Citation, ...]:
        """Return the quotes for one step: only documents whose edition has the very same rule."""
        aspect = self._aspect(basis.ref)
        found: list[Citation] = []
        for document in self._ordered():
            if aspect.same_rule(document.edition, self._edition):
                found += self._cite(
                    document, [(label, aspect) for label in aspect.clauses.get(document.id, ())]
                )
        return tuple(found)

    def for_clause(self, document: Document, label: str) -> tuple[Citation, ...]:
        """Return the quotes of one clause asked for by its number."""
        about = self._library.topics.about(document.id, label)
        return tuple(self._citation(document, quote, about) for quote in quote_clause(document, label))

    def for_matter(self, document: Document, label: str, refs: Iterable[TopicRef]) -> tuple[Citation, ...]:
        """Return the quotes of a clause that answers a question on some matter of the Laws.

        Whether another edition says the same is known only where the matter is that of an aspect.
        """
        aspects = tuple(self._aspect(ref) for ref in refs)
        found = [self._citation(document, quote, aspects) for quote in quote_clause(document, label)]
        known = bool(aspects) or document.edition == self._edition
        return tuple(found if known else (replace(c, same_rule=None) for c in found))

    def rule_text(self, ref: TopicRef, law: Edition, numbers: tuple[str, ...]) -> RuleText:
        """Return our wording of an aspect's rule in an edition, with how sure the data is of it."""
        aspect = self._aspect(ref)
        own = self._library.ours[self._language]
        tables = dict.fromkeys(path.partition(".")[0] for path in aspect.numbers)
        confidence = ", ".join(_marks(law.confidence(table) for table in tables))
        return RuleText(
            ref.topic, ref.aspect, law.id, numbers, own.restatement(ref, aspect.rules[law.id]), confidence
        )

    def without_rule(self, ruling: Ruling) -> tuple[str, ...]:
        """Return the ids of the corpus's documents that have no clause for the aspect asked about.

        Of an imported text it is not known: what it was mapped to may be less than it has.
        """
        aspect = self._aspect(ruling.asked)
        ours = (d for d in self._ordered() if d.status is not Status.IMPORTED)
        return tuple(d.id for d in ours if not aspect.governing(d.id))

    def _aspect(self, ref: TopicRef) -> Aspect:
        return self._library.topics.aspect(ref)

    def _ordered(self) -> list[Document]:
        """Texts of the Laws as they are cited: the asker's language, the edition asked about, then by id."""
        documents = [d for _, d in sorted(self._library.documents.items()) if d.is_law]
        return sorted(documents, key=lambda d: (d.language != self._language, d.edition != self._edition))

    def _cite(self, document: Document, labels: Iterable[tuple[str, Aspect]]) -> list[Citation]:
        found = []
        for label, aspect in dict(labels).items():
            found += [self._citation(document, quote, (aspect,)) for quote in quote_clause(document, label)]
        return found

    def _citation(self, document: Document, quote: Quote, aspects: tuple[Aspect, ...]) -> Citation:
        foreign = document.language != self._language
        notes = self._library.divergences.beside(document.id, quote.clause)
        words = catalogue(self._language)
        return Citation(
            quote=quote,
            text=quote.read(document),
            status=str(document.status),
            edition=document.edition,
            language=document.language,
            same_rule=self._same_rule(document, aspects),
            translation=self._translation(document, quote) if foreign else "",
            note=" ".join(words.text(d.message) for d in notes),
        )

    def _same_rule(self, document: Document, aspects: tuple[Aspect, ...]) -> bool | None:
        """Say whether a text of another edition has the rule asked about; ``None`` if that is not known.

        Of matters the data only points at, it follows the clause numbers and not every change of the rule.
        """
        topics = self._library.topics
        if any(not a.same_rule(document.edition, self._edition) for a in aspects):
            return False
        pointers = any(topics[a.ref.topic].scope is Scope.POINTER for a in aspects)
        return None if pointers and document.edition != self._edition else True

    def _translation(self, document: Document, quote: Quote) -> str:
        """Return the working translation of the whole clause, once, beside its first paragraph.

        There is none of imported texts.
        """
        if quote.paragraph != 1 or document.status is Status.IMPORTED:
            return ""
        return self._library.ours[self._language].translation(document.id, quote.clause)


def _marks(confidences: Iterable[str]) -> list[str]:
    """Return the marks of confidence, surest first, without the English remarks of the data."""
    found = {mark for text in confidences for mark in re.findall(r"\b(?:V2?|K)\b", text)}
    return [mark for mark in ("V", "V2", "K") if mark in found]


def _settling(ruling: Ruling) -> list[TopicRef]:
    """Return the aspects whose clauses settle the ruling, the one asked about first."""
    refs = [ruling.asked, ruling.topic, *(s.basis.ref for s in ruling.steps if s.settles and s.basis)]
    return list(dict.fromkeys(refs))
