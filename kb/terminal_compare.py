"""Comparisons and the report of disagreements on a terminal, with rich."""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from kb.comparing.differences import Difference, Mark
from kb.comparing.disagreements import Disagreement, Report
from kb.comparing.exporting import places_line, side_line, text_line, title_of
from kb.comparing.timeline import Change, Comparison, Entry, OfficialText
from kb.laws.quotes import folded
from kb.messages import Catalogue, catalogue

__all__ = ["print_comparison", "print_report"]

_WIDTH = 100
_CHANGES = frozenset({Change.RULE, Change.CLAUSE, Change.DETAIL})
_STYLES = {Mark.REMOVED: "red strike", Mark.ADDED: "green underline", Mark.KEPT: ""}


def print_comparison(comparison: Comparison, console: Console | None = None) -> None:
    """Print timelines, or the comparison of words where there is one."""
    out = console or Console(highlight=False)
    words = catalogue(comparison.language)
    out.print(Text(title_of(comparison), style="bold"))
    if comparison.words:
        for difference in comparison.words:
            _print_words(out, difference, words)
        return
    if len(comparison.groups) > 1:
        out.print(Text(words.text("compare.number_ambiguous", number=comparison.asked), style="yellow"))
    for group in comparison.groups:
        if place := places_line(comparison, group):
            out.print(Text(place, style="yellow"))
        for line in group.timelines:
            out.print()
            out.print(Text(line.heading, style="bold cyan"))
            for entry in line.entries:
                out.print(Padding(Group(*_entry(entry, words)), (0, 0, 1, 2)))
    out.print(Text(words.text("compare.confidence_key"), style="dim"))


def print_report(report: Report, console: Console | None = None) -> None:
    """Print where the texts disagree, what can change a reading first, and the defects of the sources."""
    out = console or Console(highlight=False)
    words = catalogue(report.language)
    out.print(Text(words.text("compare.disagreements_title"), style="bold"))
    out.print(Text(words.text("compare.disagreements_intro"), style="dim"))
    for weight in (True, False):
        out.print()
        heading = "compare.reading" if weight else "compare.no_reading"
        out.print(Text(words.text(heading), style="bold yellow" if weight else "bold"))
        for one in report.disagreements:
            if one.changes_reading is weight:
                out.print(Padding(Group(_places(one, words), Text(one.text)), (0, 0, 1, 2)))
    if report.flaws:
        out.print(Text(words.text("compare.flaws_title"), style="bold"))
        for flaw in report.flaws:
            out.print(Padding(Text(f"• {flaw.text}", style="dim"), (0, 2)))


def _entry(entry: Entry, words: Catalogue) -> list[RenderableType]:
    clause = (
        words.text("compare.clauses", numbers=entry.numbers)
        if entry.numbers
        else words.text("compare.no_clause")
    )
    marks = words.text("compare.confidence", marks=entry.confidence_text)
    style = "bold green" if entry.change in _CHANGES else ""
    lines: list[RenderableType] = [
        Text.assemble((entry.edition, "bold"), (f"  {entry.period}", "dim")),
        Text.assemble((entry.label, style), f" · {clause}", (f" · {marks}", "dim")),
    ]
    if entry.what_changed:
        lines.append(Text(entry.what_changed))
    lines += [_text(text, words) for text in entry.texts]
    if entry.worded:
        lines.append(Text(words.text("compare.ours"), style="dim italic"))
        lines.append(Padding(Text(entry.restatement), (0, 2)))
    lines += [Text(f"{words.text('compare.doubts')} {doubt}", style="yellow") for doubt in entry.doubts]
    return lines


def _text(text: OfficialText, words: Catalogue) -> Panel:
    lines = [Text(folded(text.text))]
    if text.translation:
        lines.append(Text(f"{words.text('label.translation')} {text.translation}", style="dim"))
    lines += [Text(f"{words.text('label.note')} {note}", style="yellow") for note in text.notes]
    title = escape(text_line(text, words).rstrip(":"))
    return Panel(Group(*lines), title=title, title_align="left", width=_WIDTH - 4)


def _print_words(out: Console, difference: Difference, words: Catalogue) -> None:
    first, second = difference.first, difference.second
    out.print(Text(f"1. {side_line(first, words)}", style="dim"))
    out.print(Text(f"2. {side_line(second, words)}", style="dim"))
    if difference.same:
        out.print(Text(words.text("compare.no_difference")))
        return
    out.print(
        Text(words.text("compare.words_key", first=first.document, second=second.document), style="dim")
    )
    # Marked by signs as well, for terminals without colours: [-gone-] {+new+}.
    signs = {Mark.REMOVED: ("[-", "-]"), Mark.ADDED: ("{+", "+}"), Mark.KEPT: ("", "")}
    shown = Text()
    for run in difference.runs:
        before, after = signs[run.mark]
        shown.append(run.lead)
        shown.append(f"{before}{run.text}{after}", style=_STYLES[run.mark])
    out.print(Padding(shown, (0, 2)))


def _places(one: Disagreement, words: Catalogue) -> Text:
    places = "; ".join(
        f"{p.document}{'' if p.held else ' (' + words.text('compare.not_held') + ')'} {', '.join(p.clauses)}"
        for p in one.places
    )
    return Text.assemble((places, "cyan"), (f"  ({words.text(f'compare.kind.{one.kind}')})", "dim"))
