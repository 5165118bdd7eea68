"""Where the texts disagree, as data: every place is held, and quotes are accompanied by what matters."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.errors import CorpusError
from kb.laws.divergences import DivergenceKind, load_divergences
from kb.laws.library import Library

# Clauses beside whose quotes something must be said, by hand from the list of divergences.
BESIDE = {
    "es-2017": {"7.3", "7.4.2", "7.7.1"},
    "nl-2014": {"7.1", "7.4", "7.5b", "7.6"},
    "ru-2014": {"7.5.1"},
    "en-2001": {"7.1b"},
}


@pytest.mark.parametrize("document", BESIDE)
def test_what_is_said_beside_a_quote(library: Library, document: str) -> None:
    found = {
        clause.label
        for clause in library.documents[document].clauses
        if library.divergences.beside(document, clause.label)
    }
    assert found == BESIDE[document]


def test_every_place_of_a_held_text_is_a_clause_of_it(library: Library) -> None:
    for divergence in library.divergences:
        assert divergence.places
        for name, labels in divergence.places.items():
            held = library.documents.get(name)
            assert (held is None) is (divergence.kind is DivergenceKind.CIRCULATING)
            assert labels
            if held is not None:
                assert all(held.holds(label) for label in labels), (divergence.id, name)


def test_nothing_is_said_beside_clauses_that_are_not_concerned(library: Library) -> None:
    assert library.divergences.beside("es-2017", "7.5.1") == ()
    assert library.divergences.beside("no-such", "7.3") == ()


@pytest.mark.parametrize(
    "text", ["", "[a]\nkind = 'odd'\nchanges_reading = true\n[a.places]", "[a]\n", "a = 1"]
)
def test_a_damaged_file_is_refused_with_a_hint(tmp_path: Path, text: str) -> None:
    path = tmp_path / "divergences.toml"
    if text:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(CorpusError) as caught:
        load_divergences(path)
    assert caught.value.hint
