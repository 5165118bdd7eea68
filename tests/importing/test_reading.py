"""Files of every kind read, and hostile ones refused with a reason and a way out."""

from __future__ import annotations

import contextlib
import io
import random
import zipfile
from collections.abc import Callable
from pathlib import Path

import docx
import fpdf
import pypdf
import pytest
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from hypothesis import given
from hypothesis import strategies as st

from kb.errors import SourceFileError
from kb.importing import reading
from kb.importing.encoding import decode
from kb.importing.furniture import Reason
from kb.importing.reading import read_source
from kb.importing.structure import find_clauses
from tests.importing.texts import Rule, by_head, decimals, letters, regulation, texts, title, wrapped, write

RUSSIAN = (
    "Статья 1: Чай\n1.1 Хозяин наливает чай гостям и остаётся у самовара.\n1.2 Гость несёт чашки обратно.\n"
)
SPANISH = "Artículo 1: El té\n1.1 El anfitrión sirve el té según el número de tazas.\n1.2 ¿Y mañana? Café.\n"


def refused(path: Path) -> str:
    with pytest.raises(SourceFileError) as caught:
        read_source(path)
    assert caught.value.hint
    return caught.value.reason


# -- encodings ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1251", "koi8-r", "cp866"]
)
def test_russian_in_every_encoding(encoding: str) -> None:
    assert decode(RUSSIAN.encode(encoding)) == RUSSIAN


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-be", "cp1252", "latin-1"])
def test_spanish_in_every_encoding(encoding: str) -> None:
    assert decode(SPANISH.encode(encoding)) == SPANISH


def test_line_ends_of_all_systems_are_made_one() -> None:
    assert decode(b"a\r\nb\rc\n") == "a\nb\nc\n"


@given(st.binary(min_size=400, max_size=600))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    reasons = []
    try:
        decode(data)
    except SourceFileError as error:
        reasons.append(error.reason)
    assert reasons in ([], ["encoding"])


# -- text, HTML ----------------------------------------------------------------------------


def test_html_lists_and_tables(tmp_path: Path) -> None:
    rules = regulation(1)
    assert texts(find_clauses(read_source(write(tmp_path, "lists.html", _html_lists(rules))))) == letters(
        rules
    )
    assert texts(find_clauses(read_source(write(tmp_path, "table.htm", _html_table(rules))))) == decimals(
        rules
    )


def _html_lists(rules: list[Rule]) -> str:
    page = ["<!doctype html><html><head><title>x</title><style>p{}</style></head><body>"]
    page.append('<ul><li><a href="#a">Article 1: Contents</a></li></ul><p>Compare 1.1(a), 1.1(b), 2.1.a.</p>')
    for head, group in by_head(rules):
        page.append(f"<h2>{title(head)}</h2>")
        depth = 0
        for rule in group:
            wanted = len(rule.path) - 1
            page += ["</li></ol>"] * (depth - wanted)
            page += ["<ol>"] * max(0, wanted - depth) or ["</li>"]
            page.append(f"<li>{rule.words}")
            depth = wanted
        page += ["</li></ol>"] * depth
    return "\n".join([*page, "<script>var x = '7.7 no';</script></body></html>"])


def _html_table(rules: list[Rule]) -> str:
    page = ["<html><body><nav>Home</nav>"]
    for head, group in by_head(rules):
        rows = "".join(f"<tr><td>{r.decimal}</td><td><p>{r.words}</p></td></tr>" for r in group)
        page.append(f"<h3>{title(head)}</h3><table>{rows}</table>")
    return "".join(page)


def test_a_remark_in_a_box_is_set_aside(tmp_path: Path) -> None:
    page = (
        "<html><body><h1>Article 1: Tea</h1><p>1.1 Hot.</p><blockquote>Mostly.</blockquote>"
        "<p>1.2 Sweet and strong.</p>"
    )
    found = find_clauses(read_source(write(tmp_path, "x.html", page)))
    assert texts(found) == {"1.1": "Hot.", "1.2": "Sweet and strong."}
    assert [a.reason for a in found.aside] == [Reason.COMMENTARY]


def test_menus_and_footers_of_a_site_are_no_text(tmp_path: Path) -> None:
    page = (
        '<html><body><div class="site-nav"><a href="/">Home</a></div><div id="main"><h2>Article 1: Tea</h2>'
        '<p><b>1.1</b> Hot.<br>1.2 Sweet.</p></div><div role="navigation">Next</div>'
        "<footer>2024</footer></body></html>"
    )
    source = read_source(write(tmp_path, "x.html", page))
    assert source.text.split() == ["Article", "1:", "Tea", "1.1", "Hot.", "1.2", "Sweet."]
    assert texts(find_clauses(source)) == {"1.1": "Hot.", "1.2": "Sweet."}


def test_html_nested_too_deep_does_no_harm(tmp_path: Path) -> None:
    page = "<html><body>" + "<div>" * 5000 + "1.1 Deep." + "</div>" * 5000
    assert read_source(write(tmp_path, "deep.html", page)).lines


# -- Word ------------------------------------------------------------------------------------


def test_word_numbers_are_worked_out_as_printed(tmp_path: Path) -> None:
    document = docx.Document()
    _numbering(document)
    rules = [Rule(("4", "1"), "First."), Rule(("4", "2"), "Second:"), Rule(("4", "2", "1"), "Below.")]
    rules += [Rule(("4", "2", "2"), "Below again."), Rule(("4", "3"), "Third.")]
    _numbered(document.add_paragraph("The pot"), 0)
    for rule in rules:
        _numbered(document.add_paragraph(rule.words), len(rule.path) - 1)
    document.save(str(tmp_path / "x.docx"))
    source = read_source(tmp_path / "x.docx")
    assert "Article 4:\tThe pot" in source.text
    assert texts(find_clauses(source)) == letters(rules)


def _numbering(document: docx.document.Document) -> None:
    root = document.part.numbering_part.element
    abstract = OxmlElement("w:abstractNum")
    abstract.set(qn("w:abstractNumId"), "77")
    for depth, (start, kind, pattern) in enumerate(
        [("4", "decimal", "Article %1:"), ("1", "decimal", "%1.%2"), ("1", "lowerLetter", "%3)")]
    ):
        level = OxmlElement("w:lvl")
        level.set(qn("w:ilvl"), str(depth))
        for name, value in (("start", start), ("numFmt", kind), ("lvlText", pattern)):
            child = OxmlElement(f"w:{name}")
            child.set(qn("w:val"), value)
            level.append(child)
        abstract.append(level)
    root.insert(0, abstract)
    number = OxmlElement("w:num")
    number.set(qn("w:numId"), "77")
    reference = OxmlElement("w:abstractNumId")
    reference.set(qn("w:val"), "77")
    number.append(reference)
    root.append(number)


def _numbered(paragraph: docx.text.paragraph.Paragraph, depth: int) -> None:
    numbering = paragraph._p.get_or_add_pPr().get_or_add_numPr()
    numbering.get_or_add_numId().val = 77
    numbering.get_or_add_ilvl().val = depth


def test_word_tables_headings_and_boxes(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_heading("Article 1: Tea", 1)
    table = document.add_table(rows=2, cols=2)
    for row, (label, words) in zip(
        table.rows, [("1.1", "Hot and very strong."), ("1.2", "Sweet.")], strict=True
    ):
        row.cells[0].text, row.cells[1].text = label, words
    box = document.add_table(rows=1, cols=1)
    box.rows[0].cells[0].text = "Some like it cold."
    document.add_paragraph("1.3 With milk, in the afternoon.")
    document.save(str(tmp_path / "x.docx"))
    found = find_clauses(read_source(tmp_path / "x.docx"))
    assert texts(found) == {
        "1.1": "Hot and very strong.",
        "1.2": "Sweet.",
        "1.3": "With milk, in the afternoon.",
    }
    assert [a.text for a in found.aside] == ["Some like it cold."]


# -- PDF -----------------------------------------------------------------------------------------


class _Paper(fpdf.FPDF):
    def header(self) -> None:
        self.set_font("Times", "I", 9)
        self.cell(0, 8, "Tea Room Rules", new_x="LMARGIN", new_y="NEXT")

    def footer(self) -> None:
        self.set_y(-15)
        self.cell(0, 10, str(self.page_no()), align="C")


def _pdf(path: Path, rules: list[Rule], *, boxes: bool = False) -> Path:
    paper, pick = _Paper(), random.Random(2)
    paper.set_auto_page_break(True, 25)
    paper.add_page()
    for head, group in by_head(rules):
        paper.set_font("Times", "B", 13)
        paper.multi_cell(0, 8, title(head), new_x="LMARGIN", new_y="NEXT")
        for rule in group:
            paper.set_font("Times", "", 11)
            if paper.get_y() > 250:
                paper.add_page()
            paper.cell(18, 5.5, rule.decimal)
            paper.multi_cell(0, 5.5, rule.words, new_x="LMARGIN", new_y="NEXT")
            if boxes and pick.random() < 0.3:
                paper.set_fill_color(220)
                paper.multi_cell(0, 5, "Some guests forget this.", fill=True, new_x="LMARGIN", new_y="NEXT")
    paper.output(str(path))
    return path


@pytest.mark.parametrize("boxes", [False, True])
def test_a_pdf_with_headers_page_numbers_and_boxes(tmp_path: Path, boxes: bool) -> None:
    rules = regulation(2)
    found = find_clauses(read_source(_pdf(tmp_path / "x.pdf", rules, boxes=boxes)))
    assert texts(found) == decimals(rules)
    reasons = {a.reason for a in found.aside}
    assert reasons == {Reason.HEADER, Reason.PAGE_NUMBER} | ({Reason.COMMENTARY} if boxes else set())


def test_pages_are_separated_by_form_feeds(tmp_path: Path) -> None:
    source = read_source(_pdf(tmp_path / "x.pdf", regulation(2)))
    assert source.text.count("\f") == source.lines[-1].page > 0
    assert all(source.text[line.start : line.end] == line.text for line in source.lines)


# -- hostile files ------------------------------------------------------------------------------


def _encrypted(path: Path) -> None:
    writer = pypdf.PdfWriter()
    writer.add_blank_page(200, 200)
    writer.encrypt("secret")
    writer.write(str(path))


def _blank_pages(path: Path, count: int) -> None:
    writer = pypdf.PdfWriter()
    for _ in range(count):
        writer.add_blank_page(200, 200)
    writer.write(str(path))


def _bomb(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", b"\0" * 120_000_000)


def _plain_zip(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("notes.txt", "hello")


HOSTILE: dict[str, tuple[str, Callable[[Path], object], str]] = {
    "encrypted": ("x.pdf", _encrypted, "encrypted"),
    "scanned": ("x.pdf", lambda p: _blank_pages(p, 3), "scanned"),
    "five thousand pages": ("x.pdf", lambda p: _blank_pages(p, 5_000), "too_large"),
    "cut pdf": ("x.pdf", lambda p: p.write_bytes(b"%PDF-1.7\n" + bytes(range(256)) * 4), "damaged"),
    "pdf called text": ("x.txt", lambda p: p.write_bytes(b"%PDF-1.7\n"), "mislabelled"),
    "text called pdf": ("x.pdf", lambda p: p.write_text("1.1 Tea."), "mislabelled"),
    "zip bomb": ("x.docx", _bomb, "too_large"),
    "zip called docx": ("x.docx", _plain_zip, "mislabelled"),
    "cut docx": ("x.docx", lambda p: p.write_bytes(b"PK\x03\x04 word/ and nothing"), "damaged"),
    "old word": ("x.docx", lambda p: p.write_bytes(b"\xd0\xcf\x11\xe0" + b"\0" * 600), "mislabelled"),
    "rich text": ("x.txt", lambda p: p.write_bytes(b"{\\rtf1 1.1 Tea}"), "mislabelled"),
    "binary": ("x.txt", lambda p: p.write_bytes(random.Random(1).randbytes(5_000)), "encoding"),
    "empty": ("x.txt", lambda p: p.write_text(" \n "), "empty"),
    "no text": ("x.html", lambda p: p.write_text("<html><body><script>1.1</script></body></html>"), "empty"),
    "unknown kind": ("x.odt", lambda p: p.write_text("1.1 Tea."), "kind"),
    "folder": ("x.txt", lambda p: p.mkdir(), "unreadable"),
    "missing": ("x.txt", lambda p: None, "unreadable"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_with_a_reason_and_a_way_out(tmp_path: Path, name: str) -> None:
    file, make, reason = HOSTILE[name]
    make(tmp_path / file)
    assert refused(tmp_path / file) == reason


def test_size_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, "x.txt", wrapped(regulation()))
    monkeypatch.setattr(reading, "_MOST_LINES", 20)
    assert refused(path) == "too_large"
    monkeypatch.setattr(reading, "_MOST_TEXT", 1000)
    assert refused(path) == "too_large"
    monkeypatch.setattr(reading, "MOST_BYTES", 100)
    assert refused(path) == "too_large"


def test_a_file_that_takes_too_long_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _pdf(tmp_path / "x.pdf", regulation())
    monkeypatch.setattr(reading, "_LONGEST_READ", 0.01)
    assert refused(path) == "too_hard"


def test_entities_in_word_files_are_not_followed(tmp_path: Path) -> None:
    secret = write(tmp_path, "secret.txt", "the key is under the mat")
    document = io.BytesIO()
    docx.Document().save(document)
    path = tmp_path / "x.docx"
    evil = (
        f'<!DOCTYPE x [<!ENTITY e SYSTEM "{secret.as_uri()}">]>'
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        "<w:body><w:p><w:r><w:t>1.1 Tea &e;</w:t></w:r></w:p></w:body></w:document>"
    )
    with zipfile.ZipFile(document) as old, zipfile.ZipFile(path, "w") as new:
        for entry in old.infolist():
            data = evil.encode() if entry.filename == "word/document.xml" else old.read(entry)
            new.writestr(entry, data)
    shown = ""
    with contextlib.suppress(SourceFileError):  # refusing it altogether is as good
        shown = read_source(path).text
    assert "under the mat" not in shown
