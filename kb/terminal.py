"""Answers, clauses and search results on a terminal, with rich."""

from __future__ import annotations

import itertools

import chess
from rich.console import Console, Group
from rich.markup import escape
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from kb.clauses import ClauseView
from kb.dialog.answer import Answer, Citation, Part
from kb.dialog.render import board_heading, citation_label, clause_label, relation
from kb.laws.quotes import folded
from kb.messages import Catalogue, catalogue
from kb.search.finder import Candidate
from kb.search.index import Hit

__all__ = ["print_answer", "print_clauses", "print_search"]

_WIDTH = 100


def print_answer(answer: Answer, console: Console | None = None) -> None:
    """Print an answer: verdict first, then why, the board, the rule, the quotes, what differs, what to do."""
    out = console or _console()
    words = catalogue(answer.language)
    if answer.refusal:
        out.print(Text(answer.refusal.message, style="bold yellow"))
    for part in answer.parts:
        _print_part(out, part, answer, words)
    for note in answer.notes:
        out.print(Text(note, style="dim"))


def print_clauses(views: tuple[ClauseView, ...]) -> None:
    """Print clauses with their translations, labelled as ours, and what they refer to."""
    out = _console()
    for view in views:
        words = catalogue(view.language)
        label = clause_label(view.document, view.label, view.status, view.edition, words)
        out.print(Panel(Text(folded(view.text)), title=escape(label), title_align="left", width=_WIDTH))
        if view.original:
            source = words.text("imported.original")
            out.print(Padding(Text(f"{source}\n{view.original}", style="dim"), (0, 2)))
        for language, text in view.translations:
            ours = catalogue(language).text("label.translation")
            out.print(Padding(Text(f"[{language}] {ours} {text}", style="dim"), (0, 2)))
        if view.references:
            names = ", ".join(f"{label}{'' if held else ' (–)'}" for label, held in view.references)
            out.print(Padding(Text(f"→ {names}", style="dim"), (0, 2)))
        out.print(
            Text(f"‹ {view.before or '–'}   {view.after or '–'} ›   {', '.join(view.topics)}", style="dim")
        )


def print_search(candidates: tuple[Candidate, ...], hits: tuple[Hit, ...]) -> None:
    """Print the likeliest topics and the nearest entries."""
    out = _console()
    for candidate in candidates:
        out.print(Text(f"{candidate.share:5.1%}  {candidate.ref}"))
    for hit in hits:
        out.print(Text(f"{hit.score:.3f}  {hit.entry.id}  {folded(hit.entry.text)[:120]}", style="dim"))


def _console() -> Console:
    return Console(highlight=False, soft_wrap=False)


def _print_part(out: Console, part: Part, answer: Answer, words: Catalogue) -> None:
    refused = answer.refusal is not None
    if not refused:
        out.print(Text(part.title, style="cyan"))
        out.print(Text(part.headline, style="bold green"))
    out.print(Text(answer.edition_line, style="dim"))
    for need in part.needs:
        out.print(Text(need.question, style="bold yellow"))
        _bullets(out, [f"{value}: {summary}" for value, _, summary in need.outcomes])
    if part.steps and not refused:
        out.print()
        for n, step in enumerate(part.steps, start=1):
            numbers = f"  [{', '.join(step.numbers)}]" if step.numbers else ""
            out.print(Padding(Group(Text.assemble(f"{n}. {step.text}", (numbers, "dim"))), (0, 2)))
    _print_boards(out, part, words)
    for line in part.proof:
        out.print(Text(line))
    if part.rule:
        label = words.text(
            "label.ours", edition=part.rule.edition, numbers=", ".join(part.rule.numbers) or "–"
        )
        out.print()
        out.print(Text(label, style="dim italic"))
        out.print(Padding(Text(part.rule.text), (0, 2)))
    for citation in part.citations:
        out.print(_quote(citation, words))
    _print_differences(out, part, words)


def _print_boards(out: Console, part: Part, words: Catalogue) -> None:
    fen = part.restored or part.position
    if fen:
        out.print()
        board = chess.Board(fen)
        drawn = board.unicode(empty_square="·", borders=False)
        heading = words.text(board_heading(part)) if part.restored else ""
        out.print(Padding(Text(f"{heading} {fen}".strip(), style="dim"), (0, 2)))
        out.print(Padding(Text(drawn), (0, 4)))
    if part.replacements:
        out.print(Text(words.text("section.replacements") + " " + ", ".join(part.replacements)))


def _quote(citation: Citation, words: Catalogue) -> Panel:
    label = citation_label(citation, words)
    lines = [Text(folded(citation.text))]
    if related := relation(citation, words):
        lines.append(Text(related, style="yellow"))
    if citation.translation:
        lines.append(Text(words.text("label.translation") + " " + citation.translation, style="dim"))
    if citation.note:
        lines.append(Text(words.text("label.note") + " " + citation.note, style="yellow"))
    title = escape(label.rstrip(":"))
    return Panel(Group(*lines), title=title, title_align="left", width=_WIDTH)


def _print_differences(out: Console, part: Part, words: Catalogue) -> None:
    if part.absent and part.citations:
        out.print(Text(words.text("section.absent") + " " + ", ".join(part.absent), style="dim"))
    different = [o for o in part.other_editions if not o.same]
    if different:
        grouped = itertools.groupby(different, key=lambda o: o.summary)
        _section(
            out,
            words.text("section.other_editions"),
            [f"{', '.join(o.edition for o in g)}: {s}" for s, g in grouped],
        )
    if part.tempos:
        lines = [f"{words.text(f'value.time_control.{t}')}: {s}" for t, _, s in part.tempos]
        _section(out, words.text("section.tempos"), lines)
    if part.facts_text:
        _section(out, words.text("section.facts"), list(part.facts_text))
    if part.doubts:
        _section(out, words.text("section.doubts"), list(part.doubts))
    if part.now:
        _section(out, words.text("section.now"), list(part.now))


def _section(out: Console, title: str, lines: list[str]) -> None:
    out.print(Text(title, style="bold"))
    _bullets(out, lines)


def _bullets(out: Console, lines: list[str]) -> None:
    for line in lines:
        out.print(Padding(Text(f"• {line}"), (0, 2)))
