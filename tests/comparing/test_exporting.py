"""Exports: every edition is there, nothing comes through unescaped, tables can be read back."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from kb.comparing.disagreements import disagreements
from kb.comparing.exporting import ExportFormat, export_comparison, export_report
from kb.comparing.timeline import Comparison, compare
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES
from kb.laws.quotes import folded

EVIL = "<img src=x onerror=alert(1)> *bold* | [x](javascript:1) `~"
VOID = {"meta"}


class Seen(HTMLParser):
    """Reads a page slowly; unbalanced tags are an error."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def evil(comparison: Comparison) -> Comparison:
    """Put hostile text everywhere a document's words can stand."""
    (group,) = comparison.groups
    lines = tuple(
        replace(
            line,
            title=EVIL,
            entries=tuple(
                replace(
                    e,
                    restatement=EVIL,
                    what_changed=EVIL,
                    doubts=(EVIL,),
                    texts=tuple(
                        replace(t, text=EVIL, translation=EVIL, notes=(EVIL,), document=EVIL) for t in e.texts
                    ),
                )
                for e in line.entries
            ),
        )
        for line in group.timelines
    )
    return replace(comparison, asked=EVIL, groups=(replace(group, timelines=lines, documents=(EVIL,)),))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_has_a_row_for_every_edition_and_reads_back(library: Library, language: str) -> None:
    found = compare(library, "illegal_move_penalty", language=language)
    table = rows(export_comparison(found, ExportFormat.CSV))
    entries = [e for line in found.groups[0].timelines for e in line.entries]
    assert len(table) == 1 + len(entries)
    assert len({len(row) for row in table}) == 1
    for row, entry in zip(table[1:], entries, strict=True):
        assert row[2] == entry.edition
        assert row[3] == entry.in_force_from.isoformat()
        assert row[5] == ", ".join(entry.numbers)
        assert row[8] == entry.restatement
        assert all(folded(t.text) in row[9] for t in entry.texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_and_markdown_hold_every_edition_and_every_quote(library: Library, language: str) -> None:
    for topic in ("colours_reversed", "two_hands", "touch_move"):
        found = compare(library, topic, language=language)
        page = Seen(export_comparison(found, ExportFormat.HTML))
        plain = export_comparison(found, ExportFormat.MD)
        for entry in (e for line in found.groups[0].timelines for e in line.entries):
            assert entry.edition in page.text
            assert f"### {entry.edition} " in plain
            for text in entry.texts:
                assert folded(text.text) in folded(page.text)
                assert folded(text.text) in plain
            if entry.worded:
                assert entry.restatement in page.text


def test_differences_are_marked_for_eyes_and_ears(library: Library) -> None:
    found = compare(library, "displaced_pieces_by_player", language="en", words=("es-2017", "nl-2014"))
    page = export_comparison(found, ExportFormat.HTML)
    assert Seen(page).tags.count("del") == Seen(page).tags.count("ins") + 1 or "ins" in Seen(page).tags
    assert "only in the first:" in page
    assert "our working translation into Spanish, not the official wording" in page
    plain = export_comparison(found, ExportFormat.MD)
    assert "~~pueden detener~~" in plain
    assert "**debe parar**" in plain
    table = rows(export_comparison(found, ExportFormat.CSV))
    assert ["es-2017", "pueden detener"] in table
    assert ["nl-2014", "debe parar"] in table


def test_nothing_comes_through_unescaped(library: Library) -> None:
    comparison = evil(compare(library, "colours_reversed", language="en"))
    page = Seen(export_comparison(comparison, ExportFormat.HTML))
    assert "img" not in page.tags
    assert EVIL in page.text
    plain = export_comparison(comparison, ExportFormat.MD)
    assert "<img" not in plain.replace("\\<img", "")
    assert "\\*bold\\*" in plain
    assert rows(export_comparison(comparison, ExportFormat.CSV))[1][8] == EVIL


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_in_every_form(library: Library, language: str) -> None:
    report = disagreements(library, language)
    page = Seen(export_report(report, ExportFormat.HTML))
    table = rows(export_report(report, ExportFormat.CSV))
    plain = export_report(report, ExportFormat.MD)
    assert len(table) == 1 + len(report.disagreements) + len(report.flaws)
    for one in report.disagreements:
        assert one.text in page.text
        assert any(one.text in row for row in table)
    assert plain.count("\n| ") >= len(report.disagreements)
