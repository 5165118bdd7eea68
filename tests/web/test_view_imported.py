"""Imported texts on the page, in the API's schema and on the terminal: labelled, the source beside."""

from __future__ import annotations

import pytest

from kb.clauses import clause_view
from kb.desk import rule_on
from kb.dialog.answer import Citation
from kb.dialog.citing import Citer
from kb.dialog.render import citation_label, relation
from kb.dialog.request import Request
from kb.laws.library import Library, open_library
from kb.messages import catalogue
from kb.terminal import print_clauses
from kb.web.api import clauses_json
from kb.web.schemas import AnswerBody, ClausesBody
from kb.web.view import render_answer, render_clause
from tests.added import LAWS, write_text
from tests.conftest import TODAY

WORDING = {label: wording for label, _, wording in LAWS}


@pytest.fixture(scope="module")
def wider(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("added")
    write_text(folder, "en-added")
    write_text(folder, "club-rules", [("3.6", "House", "Knights live in the bar.")], edition="", aspects={})
    return open_library(added=folder)


def test_a_ruling_shows_the_imported_clause_labelled_as_imported(wider: Library) -> None:
    request = Request("", language="en")
    answer = rule_on(wider, request, "castling", today=lambda: TODAY)
    page = render_answer(answer, request, wider, number=1)
    assert WORDING["3.8.2"] in page
    assert "imported text" in page
    body = AnswerBody.model_validate(answer.to_json())
    assert body.citations[0].status == "imported"


def test_a_clause_shows_its_heading_and_the_source_where_cleaning_changed_it(wider: Library) -> None:
    page = render_clause(wider, "en-added", "3.6", "es")
    assert WORDING["3.6"] in page
    assert "Article 3" in page
    assert "te-\nxt" in page
    plain = render_clause(wider, "es-2017", "7.3", "es")
    assert "archivo de origen" not in plain


def test_views_of_imported_clauses_have_no_translation_of_ours(wider: Library) -> None:
    views = clause_view(wider, "3.6", "en-added")
    assert [v.translations for v in views] == [()]
    assert views[0].heading == "Article 3"
    assert views[0].original.startswith("3.6")
    ClausesBody.model_validate(clauses_json(clause_view(wider, "3.6", None)))


def test_the_terminal_shows_the_source_beside_the_cleaned_text(
    wider: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    print_clauses(clause_view(wider, "3.6", "en-added"))
    shown = capsys.readouterr().out
    assert "As it stood in the source file" in shown
    print_clauses(clause_view(wider, "3.6", "club-rules"))
    assert "not a text of the Laws" in capsys.readouterr().out


def test_how_a_quote_relates_to_the_edition_asked_about_is_said(wider: Library) -> None:
    words = catalogue("en")

    def cited(document: str, label: str, edition: str) -> Citation:
        citer = Citer(wider, "en", edition)
        return citer.for_matter(wider.document(document), label, ())[0]

    assert relation(cited("en-added", "3.6", "2023"), words) == ""
    assert "not known here" in relation(cited("en-added", "3.6", "2018"), words)
    rules = cited("club-rules", "3.6", "2023")
    assert relation(rules, words) == ""
    assert "edition" not in citation_label(rules, words)
