"""Answers, clauses and the first visit as HTML.  All of it comes from ``Answer``; all text is escaped."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from kb.clauses import ClauseView, clause_view
from kb.comparing.differences import Run, compare_words
from kb.dialog.answer import Answer, Citation, NeededFact, Part, Route
from kb.dialog.request import MAX_QUESTION, Request
from kb.errors import UnknownClause
from kb.laws.library import Library
from kb.laws.quotes import folded
from kb.laws.topics import TopicRef
from kb.messages import Catalogue, catalogue
from kb.rules.ruling import Verdict
from kb.web.boards import line_frames
from kb.web.navigation import Section, header, templates
from kb.web.share import link_query

__all__ = [
    "Choice",
    "EditionRow",
    "choices",
    "edition_rows",
    "examples",
    "render_answer",
    "render_clause",
    "render_header",
    "render_notice",
    "render_question",
    "render_welcome",
]

_EXAMPLES = ("ui.example.1", "ui.example.2", "ui.example.3", "ui.example.4", "ui.example.5")
_ENOUGH_EXAMPLES = 3
_EXAMPLE_POSITION = "6k1/4Pppp/8/8/8/8/8/6K1 w, 1. e8"

_TONES = {
    "loss": {Verdict.LOSS, Verdict.LOSS_AT_2ND, Verdict.LOSS_AT_3RD},
    "time": {
        Verdict.RESTORE_1MIN,
        Verdict.RESTORE_2MIN,
        Verdict.QUEEN_1MIN,
        Verdict.QUEEN_2MIN,
        Verdict.PENALTY_1MIN,
        Verdict.PENALTY_2MIN,
    },
    "ask": {Verdict.ASK_LAST_MOVE, Verdict.ASK_TOUCHED_FIRST, Verdict.ASK_EVENT_RULES},
    "none": {Verdict.OTHER_ARTICLE, Verdict.OUT_OF_SCOPE, Verdict.INFO, Verdict.LOCAL_RULE},
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of the fact asked for: the value as JSON, its label, and what it would lead to."""

    value: str
    label: str
    summary: str


@dataclass(frozen=True, slots=True)
class EditionRow:
    """Editions in a row that decide alike; ``changes`` compares our wording with that of the one asked."""

    editions: str
    summary: str
    asked: bool
    same: bool
    changes: tuple[Run, ...]


def render_answer(answer: Answer, request: Request, library: Library, *, number: int) -> str:
    """Return an answer as one ``<article>``; ``number`` makes its ids unique on the page.

    :param request: what was asked, for the link that asks it again.
    :raises CorpusError: if a wording or text is missing.
    """
    words = catalogue(answer.language)
    parts = [
        {
            "part": part,
            "tone": _tone(part.verdict),
            "needs": [(need, choices(need, words)) for need in part.needs],
            "near": _near(part, answer.language),
            "far": [c for c in part.citations if c not in _near(part, answer.language)],
            "rows": edition_rows(part, answer, library),
            "frames": json.dumps(line_frames(part.mating, answer.language)),
        }
        for part in answer.parts
    ]
    return _render(
        "answer",
        answer.language,
        answer=answer,
        parts=parts,
        number=number,
        query=link_query(request),
        examples=examples(answer.language)[:_ENOUGH_EXAMPLES] if answer.route is Route.REFUSAL else (),
    )


def render_question(request: Request, said: str, *, language: str, follows: bool) -> str:
    """Return what was said, and the board material with it, as it is shown above its answer."""
    return _render("question", language, request=request, said=said[:MAX_QUESTION], follows=follows)


def render_notice(message_id: str, *, language: str, **places: str) -> str:
    """Return a sentence shown in place of an answer: busy, failed, cannot be read."""
    return _render("notice", language, message=catalogue(language).text(message_id, **places))


def render_welcome(language: str) -> str:
    """Return what a first visit shows: what can be asked, with examples in the language."""
    return _render("welcome", language, examples=examples(language), limit=MAX_QUESTION)


def examples(language: str) -> tuple[str, ...]:
    """Return questions worth trying, in a language; one of them comes with a position."""
    words = catalogue(language)
    return tuple(words.text(example, position=_EXAMPLE_POSITION) for example in _EXAMPLES)


def render_header(language: str) -> str:
    """Return the head of the chat with the switch between languages."""
    return header(language, Section.CHAT, root="..")


def render_clause(library: Library, document: str, label: str, language: str) -> str:
    """Return a clause with its neighbours and the other languages, for the fold under a quote.

    :raises UnknownClause: if it is not held.
    """
    held = next((v for v in clause_view(library, label, document) if v.label == label), None)
    if held is None:
        raise UnknownClause(
            f"{document} has no clause {label[:40]!r}.", hint="Choose a clause that is shown."
        )
    return _render(
        "clause",
        language,
        view=held,
        title=library.document(document).title,
        before=_text(library, document, held.before),
        after=_text(library, document, held.after),
        cousins=tuple(_cousins(library, held)),
    )


def choices(need: NeededFact, words: Catalogue) -> tuple[Choice, ...]:
    """Return the buttons for a fact that is asked for; a range is answered by its nearest number."""
    return tuple(_choice(need.field, value, summary, words) for value, _, summary in need.outcomes)


def edition_rows(part: Part, answer: Answer, library: Library) -> tuple[EditionRow, ...]:
    """Return every edition's decision, oldest first, neighbours that are alike joined; none if all agree."""
    if all(o.same for o in part.other_editions):
        return ()
    rows = [EditionRow(answer.edition, part.headline, asked=True, same=True, changes=())]
    for other in part.other_editions:
        changes = _changes(part, other.edition, answer, library)
        rows.append(EditionRow(other.edition, other.summary, asked=False, same=other.same, changes=changes))
    rows.sort(key=lambda row: row.editions)
    alike = itertools.groupby(rows, key=lambda row: (row.asked, row.summary, row.changes))
    return tuple(_joined(list(group)) for _, group in alike)


def _joined(rows: list[EditionRow]) -> EditionRow:
    first, last = rows[0].editions, rows[-1].editions
    return rows[0] if first == last else replace(rows[0], editions=f"{first}–{last}")


def _changes(part: Part, edition: str, answer: Answer, library: Library) -> tuple[Run, ...]:
    """Compare our wording of the rule in the edition asked about with the one of another edition."""
    ref = TopicRef(*part.aspect.split(".", 1))
    rules = library.topics.aspect(ref).rules
    here, there = rules[answer.edition], rules[edition]
    own = library.ours[answer.language]
    return () if here == there else compare_words(own.restatement(ref, here), own.restatement(ref, there))


def _choice(field: str, value: str, summary: str, words: Catalogue) -> Choice:
    if value.startswith("< "):
        limit = int(value[2:])
        return Choice(json.dumps(limit - 1), words.text("ui.need.less", count=limit), summary)
    if value.startswith(">= "):
        limit = int(value[3:])
        return Choice(json.dumps(limit), words.text("ui.need.least", count=limit), summary)
    if value == "other piece":
        return Choice(json.dumps(value), words.text("ui.need.other_piece"), summary)
    named = (f"value.{field}.{value}", f"piece.{value}", f"value.{value}")
    label = next((words.text(i) for i in named if i in words.ids), value)
    known = {"true": True, "false": False}
    return Choice(json.dumps(known.get(value, value)), label, summary)


def _near(part: Part, language: str) -> tuple[Citation, ...]:
    """Return the quotes shown at once: those with the very rule in the reader's language.

    If no quote has the rule, all are looked at; if none is in the language, the first document's are shown.
    """
    same = [c for c in part.citations if c.same_rule] or list(part.citations)
    own = [c for c in same if c.language == language]
    return tuple(own or [c for c in same if c.quote.document == same[0].quote.document])


def _tone(verdict: Verdict) -> str:
    return next((tone for tone, verdicts in _TONES.items() if verdict in verdicts), "plain")


def _text(library: Library, document: str, label: str) -> tuple[str, str] | None:
    return (label, folded(library.document(document).clause_text(label))) if label else None


def _cousins(
    library: Library, held: ClauseView
) -> Iterator[tuple[str, tuple[tuple[str, str, str], ...], str]]:
    """Yield for each other language: held clauses on the same point, and our translation of this one."""
    refs = [a.ref for a in library.topics.about(held.document, held.label)]
    for language, translation in held.translations:
        found: Iterable[tuple[str, str, str]] = (
            (d.id, label, folded(d.clause_text(label)))
            for d in library.in_language(language)
            for label in dict.fromkeys(
                n for ref in refs for n in library.topics.aspect(ref).clauses.get(d.id, ())
            )
        )
        yield language, tuple(found), translation


def _render(template: str, language: str, **values: object) -> str:
    rendered = (
        templates()
        .get_template(f"{template}.html.j2")
        .render(t=catalogue(language).text, language=language, **values)
    )
    return rendered.strip()
