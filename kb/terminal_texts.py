"""Reports of imports and lists of texts on a terminal, with rich."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from kb.importing.report import Report
from kb.laws.topics import Topics
from kb.messages import Catalogue

__all__ = ["Listed", "print_report", "print_texts", "progress_bar"]

_MOST_SHOWN = 12  # of anything that can be long; the rest is counted, --json has all


@dataclass(frozen=True, slots=True)
class Listed:
    """A held text as it is listed; ``status`` names what kind of text it is."""

    id: str
    language: str
    edition: str
    clauses: int
    status: str
    title: str


def print_report(report: Report, file: str, topics: Topics, words: Catalogue) -> None:
    """Print what an import found, nothing being stored yet."""
    out = Console(highlight=False)
    out.print(Text(words.text("texts.found", n=report.clauses, file=file), style="bold"))
    out.print(_parts(report, words))
    if report.duplicates:
        _section(out, words.text("texts.duplicates"), report.duplicates, words)
    suspicious = [f"{s.label} ({s.printed}): {words.text(f'texts.why.{s.why}')}" for s in report.suspicious]
    if suspicious:
        _section(out, words.text("texts.suspicious"), suspicious, words)
    if report.dangling:
        lines = [f"{d.label} → {d.names}" for d in report.dangling]
        _section(out, words.text("texts.dangling"), lines, words)
    for aside in report.aside:
        reason = words.text(f"texts.aside.{aside.reason}")
        _section(out, words.text("texts.aside", n=aside.lines, reason=reason), aside.samples, words)
    _print_mapping(out, report, topics, words)


def print_texts(texts: Sequence[Listed], words: Catalogue) -> None:
    """Print the texts that can be quoted, one a line."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in ("id", "language", "edition", "clauses", "status", "title"):
        justify = "right" if column == "clauses" else "left"
        table.add_column(words.text(f"texts.column.{column}"), justify=justify)  # type: ignore[arg-type]
    for text in texts:
        status = words.text(f"status.{text.status}")
        table.add_row(
            text.id, text.language, text.edition or "–", str(text.clauses), status, Text(text.title)
        )
    Console(highlight=False).print(table)


@contextmanager
def progress_bar(title: str) -> Iterator[Progress]:
    """Show a bar on the error channel while a task of unknown length runs."""
    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield progress


def _parts(report: Report, words: Catalogue) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(words.text("texts.column.part"))
    table.add_column(words.text("texts.column.title"))
    table.add_column(words.text("texts.column.clauses"), justify="right")
    table.add_column(words.text("texts.column.gaps"))
    for part in report.parts:
        gaps = Text(", ".join(part.gaps) or "–", style="yellow" if part.gaps else "dim")
        table.add_row(part.head, Text(part.title), str(part.clauses), gaps)
    return table


def _print_mapping(out: Console, report: Report, topics: Topics, words: Catalogue) -> None:
    if report.mapped:
        names = {str(aspect.ref): topic.names for topic in topics for aspect in topic.aspects}
        out.print(Text(words.text("texts.mapped", n=len(report.mapped)), style="bold"))
        for ref, mapped in sorted(report.mapped.items()):
            penalty = f" + {', '.join(mapped.penalty)}" if mapped.penalty else ""
            name = names[ref].get(words.language, ref) if ref in names else ref
            line = Text.assemble(f"{', '.join(mapped.clauses)}{penalty}  ", (f"{name} ({ref})", "dim"))
            out.print(Padding(line, (0, 2)))
    if report.unmapped:
        _section(out, words.text("texts.unmapped"), report.unmapped, words)
    if report.suggestions:
        lines = [f"{s.label} → {s.aspect} ({s.score:.2f})" for s in report.suggestions]
        _section(out, words.text("texts.suggested", n=len(lines)), lines, words)


def _section(out: Console, title: str, lines: Iterable[str], words: Catalogue) -> None:
    found = list(lines)
    out.print(Text(title, style="bold"))
    for line in found[:_MOST_SHOWN]:
        out.print(Padding(Text(f"• {line}"), (0, 2)))
    if len(found) > _MOST_SHOWN:
        rest = words.text("texts.more", n=len(found) - _MOST_SHOWN, option="--json")
        out.print(Padding(Text(rest, style="dim"), (0, 2)))
