"""The entries of the search index: every text that tells what a question may be about."""

from __future__ import annotations

from collections.abc import Iterator

from kb.laws.documents import Status
from kb.laws.library import Library
from kb.laws.topics import TopicRef
from kb.search.entries import Entry, EntryKind

__all__ = ["OFF_TOPIC", "corpus_entries"]

OFF_TOPIC = TopicRef("out_of_scope", "off_topic")


def corpus_entries(library: Library) -> tuple[Entry, ...]:
    """Return the entries of a library: clauses, restatements, translations, names, questions, added texts.

    The order and the ids depend on the corpus and the added texts alone; these come last, so that
    adding one leaves the others as they are.
    """
    return (*_clauses(library), *_own(library), *_imported(library))


def _clauses(library: Library) -> Iterator[Entry]:
    for document_id in sorted(library.documents):
        document = library.documents[document_id]
        if document.status is Status.IMPORTED:
            continue
        for clause in document.clauses:
            text = document.clause_text(clause.label)
            for aspect in library.topics.about(document_id, clause.label):
                ref = aspect.ref
                entry_id = f"clause/{document_id}/{clause.label}/{ref}"
                yield Entry(
                    entry_id,
                    text,
                    EntryKind.CLAUSE,
                    document.language,
                    ref.topic,
                    ref.aspect,
                    document_id,
                    clause.label,
                )


def _imported(library: Library) -> Iterator[Entry]:
    for document in library.imported():
        for clause in document.clauses:
            text = f"{clause.heading}\n{document.clause_text(clause.label)}".strip()
            entry_id = f"imported/{document.id}/{clause.label}"
            yield Entry(
                entry_id,
                text,
                EntryKind.IMPORTED,
                document.language,
                document=document.id,
                clause=clause.label,
            )


def _own(library: Library) -> Iterator[Entry]:
    for language, ours in library.ours.items():
        for (ref, rule), text in ours.restatements.items():
            entry_id = f"restatement/{language}/{ref}/{rule}"
            yield Entry(entry_id, text, EntryKind.RESTATEMENT, language, ref.topic, ref.aspect)
        for (document_id, label), text in ours.translations.items():
            for aspect in library.topics.about(document_id, label):
                ref = aspect.ref
                entry_id = f"translation/{language}/{document_id}/{label}/{ref}"
                yield Entry(
                    entry_id, text, EntryKind.TRANSLATION, language, ref.topic, ref.aspect, document_id, label
                )
        for ref, texts in ours.questions.items():
            for n, text in enumerate(texts):
                entry_id = f"question/{language}/{ref}/{n}"
                yield Entry(entry_id, text, EntryKind.QUESTION, language, ref.topic, ref.aspect)
        for n, text in enumerate(ours.off_topic):
            entry_id = f"off_topic/{language}/{n}"
            yield Entry(entry_id, text, EntryKind.OFF_TOPIC, language, OFF_TOPIC.topic, OFF_TOPIC.aspect)
    for topic in library.topics:
        for language, name in topic.names.items():
            ref = topic.aspects[0].ref
            yield Entry(f"name/{language}/{topic.id}", name, EntryKind.NAME, language, ref.topic, ref.aspect)
