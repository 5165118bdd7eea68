"""What a topic, a name or a clause number stands for."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.comparing.subject import Meaning, resolve
from kb.errors import KbError, RequestError, UnknownClause
from kb.laws.library import Library


def refs(meaning: Meaning) -> list[str]:
    return [str(a.ref) for a in meaning.aspects]


def test_a_topic_an_aspect_and_every_name_of_a_topic(library: Library) -> None:
    for topic in library.topics:
        for text in (topic.id, topic.id.replace("_", "-"), f" {topic.id} ", *topic.names.values()):
            (meaning,) = resolve(library, text)
            assert meaning.topics == (topic.id,)
            assert not meaning.documents
        for aspect in topic.aspects:
            assert resolve(library, str(aspect.ref))[0].aspects == (aspect,)


@pytest.mark.parametrize(
    ("label", "document", "expected"),
    [
        ("7.5.3", "es-2017", ["illegal_move_penalty.how_many", "draw_exception.opponent_cannot_mate"]),
        ("7.5.2", "es-2017", ["promotion_not_replaced.pawn_left"]),
        ("7.5.2", "ru-2014", ["illegal_move_penalty.how_many", "draw_exception.opponent_cannot_mate"]),
        ("7.4(b)", "en-2001", ["illegal_move_penalty.how_many"]),
        ("7.7.2", "es-2017", ["two_hands.two_hands_used"]),
        ("7.6", "nl-2014", ["pieces_found_displaced.go_back"]),
    ],
)
def test_a_clause_of_a_document(library: Library, label: str, document: str, expected: list[str]) -> None:
    (meaning,) = resolve(library, label, document)
    assert refs(meaning) == expected
    assert meaning.documents == (document,)


def test_a_bare_number_has_every_meaning_with_where_it_has_it(library: Library) -> None:
    meanings = {m.topics: m for m in resolve(library, "7.3")}
    colours = meanings[("colours_reversed",)]
    assert colours.documents == ("es-2017", "nl-2014", "ru-2014")
    assert colours.editions == ("2014", "2017", "2018", "2023")
    displaced = meanings[("displaced_pieces_by_player",)]
    assert displaced.documents == ("en-2001",)
    assert displaced.editions == ("2001", "2005", "2009")


def test_a_number_no_held_text_has_is_known_from_the_editions(library: Library) -> None:
    (meaning,) = resolve(library, "7.5.4")
    assert meaning.topics == ("two_hands",)
    assert meaning.editions == ("2018", "2023")
    assert resolve(library, "B6")[0].editions == ("2005",)
    assert resolve(library, "guidelines iii")[0].topics == ("quickplay_finish",)


def test_a_number_over_several_clauses_means_all_of_them(library: Library) -> None:
    (meaning,) = resolve(library, "7.7", "es-2017")
    assert meaning.topics == ("two_hands",)


def test_every_held_clause_can_be_followed(library: Library) -> None:
    for document in library.documents.values():
        for clause in document.clauses:
            if document.is_law:
                assert resolve(library, clause.label, document.id)[0].aspects


@pytest.mark.parametrize("asked", ["", "nonsense", "99.9", "7.99", "colours", "\0", "x" * 5000])
def test_what_is_not_known_is_refused_with_a_hint(library: Library, asked: str) -> None:
    with pytest.raises(RequestError) as caught:
        resolve(library, asked)
    assert caught.value.hint
    assert len(str(caught.value)) < 400


def test_unknown_documents_and_clauses_are_named(library: Library) -> None:
    with pytest.raises(UnknownClause, match="no-such"):
        resolve(library, "7.3", "no-such")
    with pytest.raises(UnknownClause, match="no clause 7"):
        resolve(library, "7.99", "es-2017")


@given(st.text(max_size=30))
def test_any_text_is_resolved_or_refused(library: Library, text: str) -> None:
    with suppress(KbError):
        assert resolve(library, text)
