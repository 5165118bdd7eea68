"""The answer to a question for one clause by its number."""

from __future__ import annotations

from kb.dialog.answer import Answer, Citation, Part, Refusal, RefusalReason, Route
from kb.dialog.citing import Citer
from kb.dialog.compose import OTHER_ARTICLE, edition_line, public_topic
from kb.dialog.request import Request
from kb.laws.documents import Document
from kb.laws.editions import Edition
from kb.laws.guide import GUIDE
from kb.laws.library import Library
from kb.laws.topics import Aspect
from kb.messages import Catalogue, catalogue
from kb.rules.ruling import Verdict

__all__ = ["lookup_answer"]


def lookup_answer(
    library: Library, request: Request, label: str, language: str, law: Edition, *, named: bool
) -> Answer:
    """Return the clause with this number: from the edition if one was named, else from the asker's text.

    Says what the same number means elsewhere, since editions number the same rule differently.
    Where no held text has it, says what the number stands for in the edition, or that it is unknown.

    :param named: whether the edition was named in the request or the question.
    """
    words = catalogue(language)
    holding = [d for d in _by_nearness(library, language, law, named) if d.holds(label) or d.children(label)]
    if named and not any(d.edition == law.id for d in holding):
        holding_elsewhere, holding = holding, []
    else:
        holding_elsewhere = holding[1:]
    if holding:
        edition = library.editions.get(holding[0].edition) if holding[0].is_law else law
        return _found(library, request, holding[0], label, language, edition, holding_elsewhere)
    about = _aspect_by_number(library, law, label)
    if about is not None:
        return _by_number(library, request, about, label, language, law, holding_elsewhere)
    held = ", ".join(sorted(library.documents))
    message = words.text("note.no_such_clause", clause=label, documents=held)
    refusal = Refusal(RefusalReason.NOT_IN_TEXTS, message)
    line = edition_line(law, language)
    return Answer(request.id, request.question, Route.REFUSAL, language, law.id, line, (), refusal, (), "")


def _by_nearness(library: Library, language: str, law: Edition, named: bool) -> list[Document]:
    """Return the documents as they are looked into; texts that are no Laws come last."""
    documents = [library.documents[key] for key in sorted(library.documents)]
    if named:
        return sorted(documents, key=lambda d: (not d.is_law, d.edition != law.id, d.language != language))
    return sorted(documents, key=lambda d: (not d.is_law, d.language != language, d.edition < law.id))


def _found(
    library: Library,
    request: Request,
    document: Document,
    label: str,
    language: str,
    law: Edition,
    elsewhere: list[Document],
) -> Answer:
    words = catalogue(language)
    citer = Citer(library, language, law.id)
    labels = [label] if document.holds(label) else [c.label for c in document.children(label)]
    labels += [c.label for c in document.clauses if c.label.startswith(f"{label}¶")]
    citations = tuple(c for one in labels for c in citer.for_clause(document, one))
    about = next(iter(library.topics.about(document.id, labels[0])), None)
    title = document.clause(labels[0]).heading or label
    return Answer(
        id=request.id,
        question=request.question,
        route=Route.TEXT,
        language=language,
        edition=law.id,
        edition_line=edition_line(law, language),
        parts=(
            _part(library, about, law, language, citer, citations)
            if about is not None
            else Part(OTHER_ARTICLE, f"{GUIDE}.{label}", title, Verdict.INFO, title, None, citations),
        ),
        refusal=None,
        notes=_same_number(library, label, about, elsewhere, language, words),
        text="",
    )


def _part(
    library: Library,
    aspect: Aspect,
    law: Edition,
    language: str,
    citer: Citer,
    citations: tuple[Citation, ...],
) -> Part:
    return Part(
        topic=public_topic(library, aspect.ref),
        aspect=str(aspect.ref),
        title=library.topics[aspect.ref.topic].names[language],
        verdict=Verdict.INFO,
        headline=library.topics[aspect.ref.topic].names[language],
        rule=None if citations else citer.rule_text(aspect.ref, law, aspect.numbers_in(law)),
        citations=citations,
    )


def _by_number(
    library: Library,
    request: Request,
    aspect: Aspect,
    label: str,
    language: str,
    law: Edition,
    elsewhere: list[Document],
) -> Answer:
    words = catalogue(language)
    citer = Citer(library, language, law.id)
    topic = library.topics[aspect.ref.topic].names[language]
    note = words.text("note.number_in_edition", clause=label, edition=law.id, topic=topic)
    return Answer(
        id=request.id,
        question=request.question,
        route=Route.TEXT,
        language=language,
        edition=law.id,
        edition_line=edition_line(law, language),
        parts=(_part(library, aspect, law, language, citer, ()),),
        refusal=None,
        notes=(note, *_same_number(library, label, aspect, elsewhere, language, words)),
        text="",
    )


def _same_number(
    library: Library,
    label: str,
    aspect: Aspect | None,
    elsewhere: list[Document],
    language: str,
    words: Catalogue,
) -> tuple[str, ...]:
    """Say what the same number means in the other held texts, where it means something else."""
    lines = []
    for document in elsewhere:
        about = library.topics.about(document.id, label)
        if about and (aspect is None or about[0].ref.topic != aspect.ref.topic):
            topic = library.topics[about[0].ref.topic].names[language]
            lines.append(words.text("note.lookup_line", document=document.id, clause=label, topic=topic))
    return (words.text("note.same_number", lines=tuple(lines)),) if lines else ()


def _aspect_by_number(library: Library, law: Edition, label: str) -> Aspect | None:
    """Return the aspect this number stands for in an edition: of several, the one with fewest numbers."""
    numbers = {a.ref: a.numbers_in(law) for a in library.topics.aspects}
    named = [a for a in library.topics.aspects if label in numbers[a.ref]]
    return min(named, key=lambda a: len(numbers[a.ref]), default=None)
