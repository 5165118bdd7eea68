"""Comparisons and reports as Markdown, HTML and CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from kb.comparing.differences import Side
from kb.comparing.disagreements import Report
from kb.comparing.timeline import Comparison, Entry, Group, OfficialText, Timeline
from kb.laws.quotes import folded
from kb.messages import Catalogue, catalogue

__all__ = [
    "ExportFormat",
    "differences_html",
    "export_comparison",
    "export_report",
    "places_line",
    "report_html",
    "side_line",
    "text_line",
    "timelines_html",
    "title_of",
]

PROGRAM = "chess-laws-kb"
_TIMELINE_COLUMNS = (
    "topic",
    "aspect",
    "edition",
    "from",
    "to",
    "clauses",
    "change",
    "what_changed",
    "rule",
    "texts",
    "confidence",
    "doubts",
)
_WORD_COLUMNS = ("text", "words")
_REPORT_COLUMNS = ("kind", "change", "places", "difference")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>|~#])")


class ExportFormat(StrEnum):
    """The forms a comparison can be saved in."""

    MD = "md"
    HTML = "html"
    CSV = "csv"


def export_comparison(comparison: Comparison, form: ExportFormat) -> str:
    """Write a comparison; one of words if it has any, else its timelines.

    >>> from kb.comparing.timeline import compare
    >>> from kb.laws.library import open_library
    >>> shown = compare(open_library(), "colours_reversed", language="en")
    >>> export_comparison(shown, ExportFormat.MD).splitlines()[0]
    '# Comparing editions: Colours reversed'
    """
    if form is ExportFormat.CSV:
        rows = _word_rows(comparison) if comparison.words else _timeline_rows(comparison)
        return _csv(rows)
    return _rendered(f"comparison.{form}", comparison.language, comparison=comparison)


def export_report(report: Report, form: ExportFormat) -> str:
    """Write the report of disagreements."""
    if form is ExportFormat.CSV:
        return _csv(_report_rows(report))
    return _rendered(f"report.{form}", report.language, report=report)


def timelines_html(comparison: Comparison) -> str:
    """Return the timelines as a piece of HTML; all text is escaped."""
    return _rendered("timelines.html", comparison.language, comparison=comparison)


def differences_html(comparison: Comparison) -> str:
    """Return the comparison of words as a piece of HTML; all text is escaped."""
    return _rendered("words.html", comparison.language, comparison=comparison)


def report_html(report: Report, *, level: int = 2) -> str:
    """Return the report as a piece of HTML with headings from ``level`` on; all text is escaped."""
    return _rendered("disagreements.html", report.language, report=report, level=level)


def title_of(comparison: Comparison) -> str:
    """Name what is compared: its topics, each once."""
    titles = dict.fromkeys(line.title for group in comparison.groups for line in group.timelines)
    return catalogue(comparison.language).text("compare.title", topic=tuple(titles))


def places_line(comparison: Comparison, group: Group) -> str:
    """Say where the number asked for stands for this group; empty where a topic was named."""
    words = catalogue(comparison.language)
    places = (*group.documents, *(words.text("compare.edition", edition=e) for e in group.editions))
    return words.text("compare.number_means", number=comparison.asked, places=places) if places else ""


def text_line(text: OfficialText, words: Catalogue) -> str:
    """Label a held clause: document, number, status, and what it does if it does not settle the matter."""
    role = f"compare.role.{text.role}"
    status = words.text(f"status.{text.status}")
    if role in words.ids:
        status = f"{status}; {words.text(role)}"
    return words.text("compare.text", document=text.document, clause=text.clause, status=status)


def side_line(side: Side, words: Catalogue) -> str:
    """Label one of two texts compared, and say where it is our translation."""
    line = words.text(
        "compare.side",
        document=side.document,
        edition=side.edition,
        status=words.text(f"status.{side.status}"),
        clauses=side.clauses,
    )
    if not side.translated_into:
        return line
    language = words.text(f"compare.into.{side.translated_into}")
    return words.text("compare.side_translated", side=line, language=language)


def _timeline_rows(comparison: Comparison) -> Iterator[list[str]]:
    words = catalogue(comparison.language)
    yield [words.text(f"compare.column.{name}") for name in _TIMELINE_COLUMNS]
    for group in comparison.groups:
        for line in group.timelines:
            for entry in line.entries:
                yield _entry_row(line, entry, words)


def _entry_row(line: Timeline, entry: Entry, words: Catalogue) -> list[str]:
    return [
        line.title,
        line.name,
        entry.edition,
        entry.in_force_from.isoformat(),
        entry.in_force_to.isoformat() if entry.in_force_to else "",
        ", ".join(entry.numbers),
        entry.label,
        entry.what_changed,
        entry.restatement,
        "\n".join(f"{text_line(t, words)} {folded(t.text)}" for t in entry.texts),
        entry.confidence_text,
        "\n".join(entry.doubts),
    ]


def _word_rows(comparison: Comparison) -> Iterator[list[str]]:
    words = catalogue(comparison.language)
    yield [words.text(f"compare.column.{name}") for name in _WORD_COLUMNS]
    for difference in comparison.words:
        places = {"removed": difference.first.document, "added": difference.second.document, "kept": "="}
        yield from ([places[run.mark], run.text] for run in difference.runs)


def _report_rows(report: Report) -> Iterator[list[str]]:
    words = catalogue(report.language)
    yield [words.text(f"compare.column.{name}") for name in _REPORT_COLUMNS]
    for one in report.disagreements:
        weight = words.text("compare.reading" if one.changes_reading else "compare.no_reading")
        places = "; ".join(f"{p.document} {', '.join(p.clauses)}" for p in one.places)
        yield [words.text(f"compare.kind.{one.kind}"), weight, places, one.text]
    for flaw in report.flaws:
        where = f"{flaw.document} {flaw.clause}".strip()
        yield [words.text("compare.flaws_title"), words.text("compare.no_reading"), where, flaw.text]


def _csv(rows: Iterator[list[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _rendered(template: str, language: str, **values: object) -> str:
    words = catalogue(language)
    found = _environment().get_template(f"{template}.j2")
    return (
        found.render(t=words.text, words=words, language=language, program=PROGRAM, **values).strip() + "\n"
    )


def _markdown(text: str) -> str:
    r"""Escape what Markdown would read as its own.

    >>> _markdown("7.5a¶2 *new* | <b>")
    '7.5a¶2 \\*new\\* \\| \\<b\\>'
    """
    return _MARKDOWN.sub(r"\\\1", folded(text))


@cache
def _environment() -> Environment:
    found = Environment(
        loader=PackageLoader("kb.comparing"),
        autoescape=select_autoescape(("html.j2",)),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["folded"] = folded
    found.filters["md"] = _markdown
    found.globals.update(places_line=places_line, text_line=text_line, side_line=side_line, title_of=title_of)
    return found
