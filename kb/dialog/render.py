"""An answer as plain text: what the terminal, the copy button and the JSON ``text`` show."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from kb.dialog.answer import Answer, Citation, OtherEdition, Part, RuleText
from kb.laws.quotes import folded
from kb.messages import Catalogue, catalogue
from kb.rules.ruling import Verdict

__all__ = ["board_heading", "citation_label", "clause_label", "relation", "render_text"]

_ENDED = frozenset(
    {
        Verdict.DRAW,
        Verdict.GAME_OVER_DRAW,
        Verdict.GAME_OVER_MATE,
        Verdict.LOSS,
        Verdict.NEW_GAME,
        Verdict.RESULT_STANDS,
    }
)


def render_text(answer: Answer) -> str:
    """Return the whole answer as plain text in its language; sections without content are left out."""
    words = catalogue(answer.language)
    blocks: list[str] = []
    if answer.refusal:
        blocks.append(answer.refusal.message)
    for part in answer.parts:
        blocks += _part(part, answer, words)
    blocks += answer.notes
    return "\n\n".join(block for block in blocks if block)


def _part(part: Part, answer: Answer, words: Catalogue) -> list[str]:
    refused = answer.refusal is not None
    head = f"{part.title}: {part.headline}" if len(answer.parts) > 1 else part.headline
    blocks = [answer.edition_line] if refused else [f"{head}\n({answer.edition_line})"]
    blocks += [
        f"{need.question}\n" + _bullets(f"{v}: {s}" for v, _, s in need.outcomes) for need in part.needs
    ]
    if part.steps and not refused:
        lines = (f"{n}. {s.text}{_numbers(s.numbers)}" for n, s in enumerate(part.steps, start=1))
        blocks.append(words.text(part.steps_heading) + "\n" + "\n".join(lines))
    if part.replacements:
        blocks.append(words.text("section.replacements") + " " + ", ".join(part.replacements))
    if part.restored:
        blocks.append(words.text(board_heading(part)) + " " + part.restored)
    if part.proof:
        blocks.append("\n".join(part.proof))
    if part.rule:
        blocks.append(_rule(part.rule, words))
    blocks += [_citation(c, words) for c in part.citations]
    blocks += _elsewhere(part, words)
    return blocks


def board_heading(part: Part) -> str:
    """Return the heading of the board shown: play goes on from it, or it is what the game ended with."""
    return "section.final" if part.verdict in _ENDED else "section.restored"


def _elsewhere(part: Part, words: Catalogue) -> list[str]:
    """Return what differs by edition and time control, the facts used, doubts, and what to do now."""
    blocks = []
    if part.absent and part.citations:
        blocks.append(words.text("section.absent") + " " + ", ".join(part.absent) + ".")
    different = [o for o in part.other_editions if not o.same]
    if different:
        blocks.append(words.text("section.other_editions") + "\n" + _bullets(_grouped(different)))
    if part.tempos:
        lines = (f"{words.text(f'value.time_control.{t}')}: {s}" for t, _, s in part.tempos)
        blocks.append(words.text("section.tempos") + "\n" + _bullets(lines))
    if part.facts_text:
        blocks.append(words.text("section.facts") + "\n" + _bullets(part.facts_text))
    if part.doubts:
        blocks.append(words.text("section.doubts") + "\n" + _bullets(part.doubts))
    if part.now:
        blocks.append(words.text("section.now") + "\n" + _bullets(part.now))
    return blocks


def _rule(rule: RuleText, words: Catalogue) -> str:
    label = words.text("label.ours", edition=rule.edition, numbers=", ".join(rule.numbers) or "–")
    sure = "" if rule.confidence == "V" else " " + words.text("label.confidence", marks=rule.confidence)
    return f"{label}\n{rule.text}{sure}"


def citation_label(citation: Citation, words: Catalogue) -> str:
    """Name a quote: document, clause, status, edition."""
    return clause_label(
        citation.quote.document, citation.quote.clause, citation.status, citation.edition, words
    )


def clause_label(document: str, clause: str, status: str, edition: str, words: Catalogue) -> str:
    """Name a clause of a document; texts that are no Laws have no edition."""
    named = {"document": document, "clause": clause, "status": words.text(f"status.{status}")}
    if not edition:
        return words.text("imported.label", **named)
    return words.text("label.quote", edition=edition, **named)


def relation(citation: Citation, words: Catalogue) -> str:
    """Say how a quote's edition relates to the one asked about, where it is another rule or not known."""
    if not citation.edition:
        return ""
    if citation.same_rule is None:
        return f"— {words.text('imported.unknown_rule')}"
    return "" if citation.same_rule else words.text("label.other_rule")


def _citation(citation: Citation, words: Catalogue) -> str:
    label = citation_label(citation, words)
    lines = [f"{label} {relation(citation, words)}".rstrip(), f"«{folded(citation.text)}»"]
    if citation.translation:
        lines.append(words.text("label.translation") + " " + citation.translation)
    if citation.note:
        lines.append(words.text("label.note") + " " + citation.note)
    return "\n".join(lines)


def _numbers(numbers: tuple[str, ...]) -> str:
    return f" [{', '.join(numbers)}]" if numbers else ""


def _grouped(others: list[OtherEdition]) -> list[str]:
    groups = itertools.groupby(others, key=lambda o: o.summary)
    return [f"{', '.join(o.edition for o in group)}: {summary}" for summary, group in groups]


def _bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)
