"""What an import says before anything is stored: counts, gaps, doubts, and the mapping to topics."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.errors import RequestError, SourceFileError
from kb.importing.importer import describe, prepare
from kb.importing.mapping import Suggestion, map_by_numbers, suggest
from kb.importing.report import Report, Suspicion, make_report
from kb.importing.types import ImportedClause
from kb.laws.editions import Edition
from kb.laws.labels import canonical_label
from kb.laws.library import Library, open_library
from kb.laws.parsing import Span
from kb.laws.topics import Aspect, Mapped
from tests.importing.texts import bold_markdown, find, lost_lists, regulation, write

TEA = (
    "Article 4: Tea\n\n4.1 Hot. See Article 4.2.\n4.2 Sweet, as in Articles 9.9 and 4.5.1.\n"
    "4.5 Strong:\n4.5.1 black, or\n4.5.3 green, see Article\n\n"
    "Appendix A. Cups\n\nA.2 Blue. See Article A.7.\n"
)


@pytest.fixture(scope="module")
def library() -> Library:
    return open_library()


def report(text: str) -> Report:
    return make_report(find(text), {}, (), ())


# -- the report --------------------------------------------------------------------------


def test_clauses_are_counted_by_part_and_gaps_named() -> None:
    found = {part.head: (part.title, part.clauses, part.gaps) for part in report(TEA).parts}
    assert found == {
        "4": ("Tea", 5, ("4.3", "4.4", "4.5.2")),
        "A": ("Cups", 1, ("A.1",)),
    }
    assert report(TEA).clauses == 6


def test_gaps_agree_with_a_slow_count() -> None:
    rules = regulation(6)
    kept = [rule for n, rule in enumerate(rules) if n % 7]
    labels = {rule.decimal for rule in kept}
    whole = {".".join(rule.path[:n]) for rule in kept for n in range(2, len(rule.path) + 1)}
    expected = set()
    for label in whole:
        above, _, last = label.rpartition(".")
        expected |= {f"{above}.{n}" for n in range(1, int(last)) if f"{above}.{n}" not in whole}
    found = report(bold_markdown(kept))
    assert {clause for part in found.parts for clause in part.gaps} == expected
    assert found.clauses == len(labels)


def test_references_that_point_nowhere_are_named() -> None:
    named = {(d.label, d.names) for d in report(TEA).dangling}
    assert named == {("4.2", "9.9"), ("A.2", "A.7")}


def test_clauses_to_look_at() -> None:
    assert [(s.label, s.why) for s in report(TEA).suspicious] == [("4.5.3", Suspicion.CUT)]
    lost = report(lost_lists(regulation(1)))
    assert {s.why for s in lost.suspicious} == {Suspicion.COUNTED}
    assert len(lost.suspicious) == lost.clauses
    long = report("Article 1: Tea\n1.1 " + "Very hot tea. " * 200 + "\n1.2 Cold.\n")
    assert [(s.label, s.why) for s in long.suspicious] == [("1.1", Suspicion.LONG)]


def test_numbers_that_come_twice_are_named_and_the_first_is_kept() -> None:
    text = "# Article 1: Tea\n\n**1.1** Hot.\n\n**1.2** Sweet.\n\n**1.2** Bitter.\n\n**1.3** Cold.\n"
    found = find(text)
    labels = [c.label for c in found.clauses]
    assert len(labels) == len(set(labels))
    assert report(text).duplicates == ("1.2",)


def test_the_report_as_json_has_everything() -> None:
    data = report(TEA).to_json()
    assert data["clauses"] == 6
    assert data["dangling"] == [{"clause": "4.2", "names": "9.9"}, {"clause": "A.2", "names": "A.7"}]
    assert data["suspicious"] == [{"clause": "4.5.3", "printed": "4.5.3", "why": "cut"}]


# -- mapping ------------------------------------------------------------------------------


def clauses(labels: Iterator[str] | list[str]) -> list[ImportedClause]:
    return [ImportedClause(label, label, "", (Span(0, 1),), (Span(0, 1),)) for label in labels]


def numbers(aspect: Aspect, edition: Edition) -> list[str]:
    printed = itertools.chain.from_iterable(edition.texts(path) for path in aspect.numbers)
    return list(dict.fromkeys(label for p in printed if (label := canonical_label(p)) is not None))


def test_mapping_by_numbers_agrees_with_the_concordance_of_the_held_texts(library: Library) -> None:
    """Where a held text has the very numbers of its edition, the importer finds what we tied by hand."""
    compared = 0
    for document in library.documents.values():
        edition = library.editions.get(document.edition)
        mapped, _ = map_by_numbers(library.topics, edition, clauses([c.label for c in document.clauses]))
        for aspect in library.topics.aspects:
            known = aspect.clauses.get(document.id, ())
            if known and numbers(aspect, edition) == list(known):
                compared += 1
                assert mapped[str(aspect.ref)].clauses == known, (document.id, str(aspect.ref))
                penalty = aspect.penalty.get(document.id, ())
                assert set(penalty) <= {*mapped[str(aspect.ref)].penalty, *known}
    assert compared > 40


def test_every_number_of_every_edition_is_mapped_when_the_text_has_it(library: Library) -> None:
    for edition in library.editions:
        wanted = {str(a.ref): numbers(a, edition) for a in library.topics.aspects}
        labels = sorted({label for found in wanted.values() for label in found})
        mapped, missing = map_by_numbers(library.topics, edition, clauses(labels))
        assert missing == ()
        assert {ref: list(m.clauses) for ref, m in mapped.items()} == {r: w for r, w in wanted.items() if w}


def test_letters_stand_for_numbers_and_parts_for_a_heading(library: Library) -> None:
    edition = library.editions.get("2014")
    labels = ["7.2.1", "7.2.2", "7.3", "7.4.1", "7.4.2", "7.5.1", "7.5.2"]
    mapped, missing = map_by_numbers(library.topics, edition, clauses(labels))
    assert mapped["wrong_initial_position.pieces_misplaced"].clauses == ("7.2.1",)
    assert mapped["displaced_pieces_by_player.put_right"].clauses == ("7.4.1", "7.4.2")
    assert mapped["illegal_move_restoration.go_back"] == Mapped(("7.5.1",), ("7.5.2",))
    assert "flag_fall.loss_or_draw" in missing


def test_suggestions_are_the_nearest_few_of_each_aspect() -> None:
    words = ["the kettle must be filled with water", "cups are washed by the guests at night", "short one"]
    text = "\n".join(words)
    offsets = [text.index(w) for w in words]
    found = [
        ImportedClause(f"1.{n}", f"1.{n}", "", (Span(o, o + len(w)),), ())
        for n, (o, w) in enumerate(zip(offsets, words, strict=True), start=1)
    ]
    near = suggest(found, text, lambda t: ("tea.hot", 0.9) if "kettle" in t else None)
    assert near == (Suggestion("tea.hot", "1.1", 0.9),)


# -- describing and preparing ----------------------------------------------------------------


def test_id_and_dates_follow_from_the_edition(library: Library) -> None:
    described = describe(Path("laws.pdf"), library.editions, language="fr", edition="2018")
    assert (described.id, described.title) == ("fr-2018", "laws")
    assert (described.in_force_from, described.in_force_to) == ("2018-01-01", "2022-12-31")
    other = describe(Path("x.txt"), library.editions, language="ru", title="Règles du café")
    assert (other.id, other.edition, other.in_force_from) == ("ru-regles-du-cafe", "", "")
    assert describe(Path("правила.txt"), library.editions, language="ru").id == "ru-text"


def test_a_title_is_one_printable_line(library: Library) -> None:
    described = describe(
        Path("x.txt"), library.editions, language="en", title="Tea\x1b[31m\n# rooms ", authority="\u202eus\t"
    )
    assert (described.title, described.authority) == ("Tea [31m # rooms", "us")
    assert len(describe(Path("x.txt"), library.editions, language="en", title="t" * 9999).title) < 1000


@pytest.mark.parametrize(
    ("field", "value"),
    [("language", "French"), ("edition", "1985"), ("document_id", "../x"), ("in_force_from", "1/2/2020")],
)
def test_what_cannot_be_is_refused(library: Library, field: str, value: str) -> None:
    said = {"language": "fr", "edition": "2018"} | {field: value}
    with pytest.raises(RequestError) as caught:
        describe(Path("x.txt"), library.editions, **said)
    assert caught.value.hint


def test_ids_of_our_own_texts_and_dates_turned_round_are_refused(library: Library) -> None:
    with pytest.raises(RequestError, match="es-2017-full"):
        describe(Path("x"), library.editions, language="es", edition="2017", taken=library.documents)
    with pytest.raises(RequestError, match="cannot end"):
        describe(
            Path("x"), library.editions, language="es", in_force_from="2020-01-02", in_force_to="2020-01-01"
        )


def test_a_text_without_clauses_is_refused(library: Library, tmp_path: Path) -> None:
    path = write(tmp_path, "x.txt", "Dear guests,\nthe tea is ready.\n")
    described = describe(path, library.editions, language="en")
    with pytest.raises(SourceFileError) as caught:
        prepare(path, described, library.editions, library.topics)
    assert caught.value.reason == "no_clauses"


def test_an_edition_is_mapped_and_nothing_else_proposed(library: Library, tmp_path: Path) -> None:
    path = write(tmp_path, "x.txt", "Article 7: Trouble\n7.3 Colours.\n7.6 Pieces.\n")
    described = describe(path, library.editions, language="en", edition="2018")
    prepared = prepare(path, described, library.editions, library.topics, lambda _: ("a.b", 1.0))
    assert prepared.document.aspects["colours_reversed.wrong_player_white"] == Mapped(("7.3",), ())
    assert prepared.report.suggestions == ()
    assert prepared.with_suggestions() == prepared.document


def test_suggestions_are_taken_in_only_when_asked(library: Library, tmp_path: Path) -> None:
    path = write(tmp_path, "x.txt", "1.1 The kettle is filled before the guests come in.\n1.2 Short.\n")
    described = describe(path, library.editions, language="en", title="Tea")
    prepared = prepare(
        path, described, library.editions, library.topics, lambda _: ("two_hands.two_hands_used", 0.9)
    )
    assert prepared.document.aspects == {}
    assert prepared.with_suggestions().aspects == {"two_hands.two_hands_used": Mapped(("1.1",), ())}
