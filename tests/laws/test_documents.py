"""The four held texts: every clause found, every span exact, every defect survived."""

from __future__ import annotations

import hashlib
import itertools
import shutil
from pathlib import Path

import pytest

from kb.errors import CorpusError, QuoteMismatch, UnknownClause
from kb.laws.documents import load_document
from kb.laws.library import Library, corpus_folder
from kb.laws.quotes import quote_clause

LABELS = {
    "es-2017": [
        "7.1", "7.2.1", "7.2.2", "7.3", "7.4.1", "7.4.2", "7.4.3", "7.5.1", "7.5.2", "7.5.3", "7.6",
        "7.7.1", "7.7.2", "7.8.1", "7.8.2",
    ],
    "nl-2014": ["7.1", "7.2a", "7.2b", "7.3", "7.4", "7.5a", "7.5a¶2", "7.5b", "7.6"],
    "en-2001": ["7.1a", "7.1b", "7.2", "7.3", "7.4a", "7.4b", "7.5"],
    "ru-2014": ["7.1", "7.2.1", "7.2.2", "7.3", "7.4", "7.5.1", "7.5.1¶2", "7.5.2", "7.6"],
}  # fmt: skip
# First and last words of pieces that a careless parser gets wrong.
EDGES = {
    ("es-2017", "7.2.2"): ("Si en el trascurso", "colocado correctamente."),  # glued to its label
    ("es-2017", "7.5.1"): ("Un movimiento ilegal", "esta posición restablecida."),  # holds a line "4.7. …"
    ("es-2017", "7.8.2"): ("Para la primera infracción", "movimientos legales."),  # no final newline
    ("nl-2014", "7.5a¶2"): ("Als de speler een pion", "kleur als de pion."),
    ("nl-2014", "7.5b"): ("Na de in artikel 7.5a", "zetten dan ook."),
    ("en-2001", "7.1a"): ("If during a game", "a new game played."),  # bullet and no-break spaces
    ("en-2001", "7.4b"): ("After the action taken", "game lost by this player."),
    ("en-2001", "7.5"): ("If during a game", "this re-instated position."),  # unlabelled second line
    ("ru-2014", "7.1"): ("Если произошло", "ходов на часах."),  # after the dangling 6.10
    ("ru-2014", "7.5.1¶2"): ("Если игрок передвинул пешку", "цвет пешки."),
    ("ru-2014", "7.6"): ("Если во время игры", "восстановленной позиции."),  # before the footer
}
REFERENCES = {
    ("es-2017", "7.5.1"): [("4.3", False), ("4.7", False)],  # "artículos 4.3 y" / "4.7" over a line break
    ("es-2017", "7.5.3"): [("7.5.1", True), ("7.5.2", True)],
    ("es-2017", "7.7.2"): [("7.7.1", True), ("7.7.1", True)],  # "art. 7.7.1" and "art.7.7.1"
    ("nl-2014", "7.5a"): [("4.3", False), ("4.7", False)],
    ("nl-2014", "7.5b"): [("7.5a", True)],
    ("en-2001", "7.4a"): [("6.14", False), ("4.3", False)],
    ("en-2001", "7.4b"): [("7.4a", True)],  # printed "Article 7.4(a)"
    ("ru-2014", "7.5.1"): [("4.3", False), ("4.7", False)],
    ("ru-2014", "7.5.2"): [("7.5.1", True)],
}


@pytest.mark.parametrize("document_id", LABELS)
def test_every_citable_piece_is_found(library: Library, document_id: str) -> None:
    assert [c.label for c in library.document(document_id).clauses] == LABELS[document_id]


def test_there_are_forty_pieces(library: Library) -> None:
    assert sum(len(d.clauses) for d in library.documents.values()) == 40


@pytest.mark.parametrize(("piece", "edges"), EDGES.items(), ids=str)
def test_pieces_begin_and_end_where_they_should(
    library: Library, piece: tuple[str, str], edges: tuple[str, str]
) -> None:
    text = library.document(piece[0]).clause_text(piece[1])
    assert text.startswith(edges[0])
    assert text.endswith(edges[1])


def test_spans_never_overlap_and_cover_everything_but_labels_and_noise(library: Library) -> None:
    for document in library.documents.values():
        spans = sorted((s.start, s.end) for c in document.clauses for s in c.paragraphs)
        assert all(before[1] <= after[0] for before, after in itertools.pairwise(spans))
        left = list(document.text)
        for start, end in spans:
            left[start:end] = " " * (end - start)
        rest = "".join(left)
        noise = {"es-2017": 0, "nl-2014": 0, "en-2001": 60, "ru-2014": 600}[document.id]
        labels = sum(len(c.printed) + 6 for c in document.clauses)
        assert len("".join(rest.split())) <= noise + labels


@pytest.mark.parametrize(("piece", "references"), REFERENCES.items(), ids=str)
def test_cross_references_are_found_and_linked(
    library: Library, piece: tuple[str, str], references: list[tuple[str, bool]]
) -> None:
    document = library.document(piece[0])
    found = document.references(piece[1])
    assert [(r.reference.label, r.held) for r in found] == references
    text = document.clause_text(piece[1])
    for link in found:
        cited = text[link.reference.start : link.reference.end]
        assert cited.replace("(", "").replace(")", "") == link.reference.label


def test_texts_are_the_given_bytes(library: Library) -> None:
    for document_id in LABELS:
        raw = (corpus_folder() / "documents" / document_id / "text.txt").read_bytes()
        assert raw.decode("utf-8") == library.document(document_id).text
        assert not raw.endswith(b"\n")
        assert b"\r" not in raw


def test_quotes_are_the_bytes_of_their_span(library: Library) -> None:
    for document in library.documents.values():
        raw = document.text
        for clause in document.clauses:
            for quote in quote_clause(document, clause.label):
                text = quote.read(document)
                assert text == raw[quote.start : quote.end]
                assert quote.sha256 == hashlib.sha256(text.encode()).hexdigest()
                assert text == text.strip()


def test_missing_parents_lead_to_their_children(library: Library) -> None:
    spanish = library.document("es-2017")
    assert [c.label for c in spanish.children("7.5")] == ["7.5.1", "7.5.2", "7.5.3"]
    assert [c.label for c in library.document("nl-2014").children("7.2")] == ["7.2a", "7.2b"]
    assert len(library.document("ru-2014").children("7")) == 9


def test_neighbours(library: Library) -> None:
    before, after = library.document("nl-2014").neighbours("7.5a¶2")
    assert before is not None
    assert after is not None
    assert (before.label, after.label) == ("7.5a", "7.5b")
    assert library.document("es-2017").neighbours("7.1")[0] is None


def test_unknown_clause_says_what_is_held(library: Library) -> None:
    with pytest.raises(UnknownClause, match=r"has no clause 7\.7\.1.*7\.5a¶2"):
        library.document("nl-2014").clause("7.7.1")
    with pytest.raises(UnknownClause, match="es-2017"):
        library.document("fr-2014")


def _copied(tmp_path: Path) -> Path:
    folder = tmp_path / "es-2017"
    shutil.copytree(corpus_folder() / "documents" / "es-2017", folder)
    return folder


def test_a_flipped_byte_gives_an_error_and_no_quote(tmp_path: Path) -> None:
    folder = _copied(tmp_path)
    raw = bytearray((folder / "text.txt").read_bytes())
    raw[100] ^= 1
    (folder / "text.txt").write_bytes(bytes(raw))
    with pytest.raises(CorpusError, match="es-2017 is not the one it was recorded with"):
        load_document(folder)


def test_a_quote_from_another_text_is_refused(library: Library, tmp_path: Path) -> None:
    quote = quote_clause(library.document("es-2017"), "7.3")[0]
    folder = _copied(tmp_path)
    text = (folder / "text.txt").read_text(encoding="utf-8").replace("10 movimientos", "12 movimientos")
    (folder / "text.txt").write_text(text, encoding="utf-8")
    meta = (folder / "document.toml").read_text(encoding="utf-8")
    old = library.document("es-2017")
    recorded = hashlib.sha256(old.text.encode()).hexdigest()
    changed = hashlib.sha256(text.encode()).hexdigest()
    (folder / "document.toml").write_text(meta.replace(recorded, changed), encoding="utf-8")
    with pytest.raises(QuoteMismatch, match=r"es-2017 7\.3"):
        quote.read(load_document(folder))
    with pytest.raises(QuoteMismatch):
        quote.read(library.document("nl-2014"))


@pytest.mark.parametrize("damage", ["missing text", "bad toml", "no layout", "not utf-8"])
def test_damaged_documents_are_named(tmp_path: Path, damage: str) -> None:
    folder = _copied(tmp_path)
    if damage == "missing text":
        (folder / "text.txt").unlink()
    elif damage == "bad toml":
        (folder / "document.toml").write_text("id = ", encoding="utf-8")
    elif damage == "no layout":
        meta = (folder / "document.toml").read_text(encoding="utf-8")
        (folder / "document.toml").write_text(meta.replace("layout", "lay_out"), encoding="utf-8")
    else:
        raw = b"\xff\xfe"
        (folder / "text.txt").write_bytes(raw)
        meta = (folder / "document.toml").read_text(encoding="utf-8")
        old = hashlib.sha256((corpus_folder() / "documents/es-2017/text.txt").read_bytes()).hexdigest()
        (folder / "document.toml").write_text(
            meta.replace(old, hashlib.sha256(raw).hexdigest()), encoding="utf-8"
        )
    with pytest.raises(CorpusError, match="es-2017"):
        load_document(folder)
