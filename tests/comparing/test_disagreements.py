"""The report of what texts disagree: whole, in four languages, and the same as beside the quotes."""

from __future__ import annotations

import pytest

from kb.comparing.disagreements import disagreements
from kb.dialog.citing import Citer
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_divergence_and_every_defect_is_told(library: Library, language: str) -> None:
    report = disagreements(library, language)
    assert {d.id for d in report.disagreements} == {d.id for d in library.divergences}
    weights = [d.changes_reading for d in report.disagreements]
    assert weights == sorted(weights, reverse=True)
    assert len(report.flaws) == sum(len(d.defects) for d in library.documents.values())
    texts = [d.text for d in report.disagreements] + [f.text for f in report.flaws]
    assert all(text and "{" not in text for text in texts)
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_quote_carries_exactly_what_the_report_says_can_change_its_reading(
    library: Library, language: str
) -> None:
    report = disagreements(library, language)
    for document in library.documents.values():
        citer = Citer(library, language, document.edition)
        for clause in document.clauses:
            told = " ".join(
                d.text
                for d in report.disagreements
                if d.changes_reading
                and any(p.document == document.id and clause.label in p.clauses for p in d.places)
            )
            assert all(c.note == told for c in citer.for_clause(document, clause.label))


def test_topics_narrow_the_report(library: Library) -> None:
    report = disagreements(library, "en", ("colours_reversed",))
    assert {d.id for d in report.disagreements} == {"es-2017.7.3", "es-2017.7.3.colours"}
    assert not report.flaws


def test_texts_in_circulation_are_named_as_not_held(library: Library) -> None:
    found = {d.id: d for d in disagreements(library, "en").disagreements}
    assert not found["ru-2023.old_clauses"].places[0].held
    assert found["es-2017.7.4.2"].places[0].held
    assert found["es-2017.7.4.2"].topics == ("displaced_pieces_by_player",)
