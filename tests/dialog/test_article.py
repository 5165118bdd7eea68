"""Imported texts in answers: quoted in place of our wording, and on articles no judge rules on."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.desk import Desk, open_desk, rule_on
from kb.dialog.answer import Answer, RefusalReason, Route
from kb.dialog.request import Request
from kb.laws.documents import Status
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES
from kb.rules.facts import Facts, TimeControl
from kb.rules.ruling import Verdict
from kb.settings import Settings
from tests.added import LAWS, write_text
from tests.conftest import TODAY

WORDING = {label: wording for label, _, wording in LAWS}
KNIGHT = {
    "es": "¿cómo se mueve el caballo?",
    "nl": "hoe beweegt het paard?",
    "ru": "как ходит конь?",
    "en": "how does a knight move?",
}
ILLEGAL = {
    "es": "Mi rival hizo una jugada ilegal y pulsó el reloj, es la primera. ¿Qué pasa?",
    "en": "My opponent made an illegal move and pressed the clock, his first. What happens?",
}


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    write_text(folder / "documents", "en-added")
    write_text(folder / "documents", "club-rules", [("3.6", "House", "Knights live in the bar.")], edition="")
    return folder


@pytest.fixture(scope="module")
def wider(added: Path, cache_folder: Path) -> Desk:
    """A desk that holds texts added by a user."""
    return open_desk(Settings(cache_dir=cache_folder, data_dir=added), today=lambda: TODAY)[0]


def _quoted(answer: Answer) -> list[tuple[str, str]]:
    return [(c.quote.clause, c.text) for c in answer.citations if c.status == Status.IMPORTED]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_on_any_article_is_answered_with_the_clause_quoted(wider: Desk, language: str) -> None:
    answer = wider.ask(Request(KNIGHT[language], language=language))
    assert answer.route is Route.TEXT
    assert answer.refusal is None
    assert answer.verdict is Verdict.OTHER_ARTICLE
    assert answer.topic == "other_article"
    assert _quoted(answer) == [("3.6", WORDING["3.6"])]
    assert "3.6" in answer.text
    assert WORDING["3.6"] in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_added_texts_the_same_question_is_refused(desk: Desk, language: str) -> None:
    assert desk.ask(Request(KNIGHT[language], language=language)).route is Route.REFUSAL


@pytest.mark.parametrize(
    ("question", "clauses"),
    [
        ("When may I castle?", ["3.8.2", "3.8.2.1"]),
        ("His phone rang during the game, what now?", ["11.3.2"]),
    ],
)
def test_what_was_only_pointed_at_is_quoted_with_the_clauses_below_it(
    desk: Desk, wider: Desk, question: str, clauses: list[str]
) -> None:
    before, after = (one.ask(Request(question, language="en")) for one in (desk, wider))
    assert before.refusal is not None
    assert before.refusal.reason is RefusalReason.NOT_IN_TEXTS
    assert after.refusal is None
    assert [clause for clause, _ in _quoted(after)] == clauses
    assert after.parts[0].rule is None


@pytest.mark.parametrize(
    ("question", "facts", "clause"),
    [
        ("Do I have to write down the moves?", None, "8.1.1"),
        ("Do I have to write down the moves?", TimeControl.RAPID, "A.2"),
        ("Do I have to write down the moves in blitz?", None, "A.2"),
        ("¿Hay que anotar las jugadas en una partida relámpago?", None, "A.2"),
        ("Moet ik in snelschaak noteren?", None, "A.2"),
        ("Надо ли записывать ходы в блице?", None, "A.2"),
    ],
)
def test_fast_play_has_its_own_clause_on_recording(
    wider: Desk, question: str, facts: TimeControl | None, clause: str
) -> None:
    answer = wider.ask(Request(question, edition="2023", facts=Facts(time_control=facts)))
    assert [label for label, _ in _quoted(answer)] == [clause]


@pytest.mark.parametrize(
    "question",
    [
        "Mag ik praten tijdens de partij?",
        "Can players talk during the game?",
        "¿Puedo hablar con mi rival?",
        "Можно ли разговаривать во время партии?",
    ],
)
def test_talking_is_a_matter_of_disturbing_and_not_of_phones(wider: Desk, question: str) -> None:
    assert _quoted(wider.ask(Request(question))) == [("11.5", WORDING["11.5"])]


def test_a_reader_of_another_language_gets_our_wording_beside_the_quote(wider: Desk) -> None:
    answer = wider.ask(Request("¿Cuándo se puede enrocar?", language="es"))
    (part,) = answer.parts
    assert [c.translation for c in part.citations] == ["", ""]
    assert part.rule is not None
    assert part.rule.edition == "2023"


@pytest.mark.parametrize("question", ["What should I play against the Sicilian?", "Good morning!"])
def test_what_is_no_matter_of_the_laws_stays_refused(wider: Desk, question: str) -> None:
    assert wider.ask(Request(question, language="en")).route is Route.REFUSAL


def test_a_ruling_quotes_the_text_of_its_edition_in_place_of_our_wording(desk: Desk, wider: Desk) -> None:
    request = Request(ILLEGAL["en"], language="en", edition="2023")
    before, after = desk.ask(request), wider.ask(request)
    assert before.verdict is after.verdict is Verdict.RESTORE_2MIN
    assert after.parts[0].rule is None
    assert before.parts[0].rule is not None
    assert ("7.5.1", WORDING["7.5.1"]) in _quoted(after)
    assert [s.text for s in before.parts[0].steps] == [s.text for s in after.parts[0].steps]
    cited = [c.quote for s in after.parts[0].steps for c in s.citations if c.quote.document == "en-added"]
    assert {q.clause for q in cited} >= {"7.5.1", "7.5.5"}


def test_a_ruling_for_a_foreign_reader_keeps_our_wording_too(wider: Desk) -> None:
    (part,) = wider.ask(Request(ILLEGAL["es"], language="es", edition="2023")).parts
    assert part.rule is not None
    for step in part.steps:
        readable = any(c.language == "es" or c.translation for c in step.citations)
        assert step.rule is not None or readable or not step.numbers


def test_another_edition_is_judged_by_its_own_rule_and_the_text_marked(wider: Desk) -> None:
    request = Request(ILLEGAL["en"], language="en", edition="2001")
    (part,) = wider.ask(request).parts
    marks = {c.same_rule for c in part.citations if c.quote.document == "en-added"}
    assert marks == {False}
    assert part.rule is not None
    knight = wider.ask(Request(KNIGHT["en"], language="en", edition="2001"))
    assert [c.same_rule for c in knight.citations] == [None]
    assert "not known here" in knight.text


def test_of_a_matter_only_pointed_at_no_other_edition_is_said_to_have_the_same_rule(wider: Desk) -> None:
    def told(edition: str) -> set[bool | None]:
        answer = wider.ask(Request("My phone rang during the game", language="en", edition=edition))
        quoted = [c for c in answer.parts[0].citations if c.quote.document == "en-added"]
        assert [c.quote.clause for c in quoted] == ["11.3.2"]
        return {c.same_rule for c in quoted}

    assert told("2023") == {True}
    assert told("2009") == told("2018") == {None}


def test_texts_that_are_no_laws_never_enter_answers_of_the_judge_or_the_guide(wider: Desk) -> None:
    for question in (*KNIGHT.values(), *ILLEGAL.values()):
        answer = wider.ask(Request(question))
        assert "club-rules" not in answer.text
        assert all("club-rules" not in part.absent for part in answer.parts)


def test_no_rule_is_said_to_be_absent_from_a_text_that_was_not_mapped_to_it(wider: Desk) -> None:
    answer = wider.ask(Request("We played with colours reversed for 15 moves", language="en", edition="2023"))
    assert all("en-added" not in part.absent for part in answer.parts)


def test_a_position_is_always_the_judges(desk: Desk, wider: Desk) -> None:
    request = Request("is this castling fine?", language="en", fen="4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    assert [a.verdict for a in (desk.ask(request), wider.ask(request))] == [Verdict.OTHER_ARTICLE] * 2


def test_a_clause_asked_for_by_number_is_found_in_an_added_text(wider: Desk) -> None:
    answer = wider.ask(Request("article 3.8.2", language="en"))
    assert _quoted(answer) == [("3.8.2", WORDING["3.8.2"])]
    unmapped = wider.ask(Request("what does 6.7 say?", language="en"))
    assert _quoted(unmapped) == [("6.7", WORDING["6.7"])]
    assert unmapped.parts[0].title == "Article 6"


def test_ruling_on_a_topic_named_outright_quotes_it_too(wider: Desk) -> None:
    library: Library = wider.library
    answer = rule_on(library, Request("", language="en"), "castling", today=lambda: TODAY)
    assert answer.refusal is None
    assert _quoted(answer)[0][0] == "3.8.2"
    assert "not held" not in answer.text


def test_another_regulation_answers_what_the_laws_do_not_and_says_so(
    desk: Desk, cache_folder: Path, tmp_path: Path
) -> None:
    rule = "A half-point bye may be taken once, in any round but the last, if asked for in advance."
    write_text(tmp_path / "documents", "open-rules", [("4.1", "Byes", rule)], edition="", aspects={})
    holding = open_desk(Settings(cache_dir=cache_folder, data_dir=tmp_path), today=lambda: TODAY)[0]
    question = Request("May I take a half-point bye in the last round?", language="en")
    assert desk.ask(question).route is Route.REFUSAL
    answer = holding.ask(question)
    assert _quoted(answer) == [("4.1", rule)]
    assert answer.parts[0].aspect == "regulation.open-rules"
    assert "Not from the Laws of Chess" in answer.text
    assert "not a text of the Laws" in answer.text
    assert holding.ask(Request("How are you?", language="en")).route is Route.REFUSAL


def test_in_an_edition_whose_numbers_are_not_known_the_clause_is_found_in_its_article(
    cache_folder: Path, tmp_path: Path
) -> None:
    clauses = [
        ("11.1", "Article 11", "In this test text a won game is one point."),
        ("12.1", "Article 12", "In this test text players behave well."),
        ("12.7", "Article 12", "In this test text smoking is for the smoking area only."),
        ("12.9", "Article 12", "In this test text rulings may be appealed."),
        ("glossary/blunderbuss", "Glossary", "In this test text a very bad move."),
    ]
    write_text(tmp_path / "documents", "en-old", clauses, edition="2009", aspects={})
    old = open_desk(Settings(cache_dir=cache_folder, data_dir=tmp_path), today=lambda: TODAY)[0]
    answer = old.ask(Request("Where may I smoke during the game?", language="en", edition="2009"))
    assert _quoted(answer)[0] == ("12.7", clauses[2][2])
    points = old.ask(Request("How many points do I get for a win?", language="en", edition="2009"))
    assert _quoted(points) == [("11.1", clauses[0][2])]
    word = old.ask(Request("What is a blunderbuss?", language="en", edition="2009"))
    assert _quoted(word) == [("glossary/blunderbuss", clauses[4][2])]
