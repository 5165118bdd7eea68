"""Closed questions: the option meant, by whatever way it is named."""

from __future__ import annotations

import pytest

from kb.exam.generating import formats_of, generate, generator_names
from kb.exam.marking import Status, mark
from kb.exam.marking_lines import marking_lines
from kb.exam.types import Format
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES
from kb.messages import catalogue
from tests.exam.marking_samples import closed_question, open_question

CHOICE = closed_question(Format.CHOICE, "White loses.", "A draw.", "Play on.", "A new game.", right=2)


@pytest.mark.parametrize(
    ("answer", "language", "chosen"),
    [
        ("c", "en", 2), ("C)", "en", 2), ("(c)", "en", 2), ("3", "en", 2), ("option C", "en", 2),
        ("Antwoord: b", "nl", 1), ("la a", "es", 0), ("opción d", "es", 3), ("вариант в", "ru", 2),
        ("Б", "ru", 1), ("c", "ru", 2), ("play on", "en", 2), ("PLAY ON!", "en", 2),
        ("a or b", "en", -1), ("", "en", -1), ("e", "en", -1), ("9", "en", -1), ("a draw, I think", "en", -1),
        ("I do not know", "en", -1), ("c" * 90, "en", -1),
    ],
)  # fmt: skip
def test_an_option_by_letter_number_or_words(answer: str, language: str, chosen: int) -> None:
    marked = mark(CHOICE, answer, language)
    assert marked.chosen == chosen
    assert marked.earned == (2 if chosen == 2 else 0)
    expected = {2: Status.FOUND, -1: Status.MISSING}.get(chosen, Status.CONTRADICTED)
    assert [point.status for point in marked.points] == [expected]


@pytest.mark.parametrize(
    "answer", ["w 0:28:22 b 1:30:30", "0:28:22, 1:30:30", "Black 1:30:30 – White 0:28:22"]
)
def test_two_times_set_the_clocks(answer: str) -> None:
    clocks = closed_question(
        Format.CLOCKS, "White 0:26:22, Black 1:28:30", "White 0:28:22, Black 1:30:30", right=1
    )
    assert mark(clocks, answer, "en").chosen == 1


def test_times_in_short_and_other_languages() -> None:
    clocks = closed_question(Format.CLOCKS, "Wit 0:05:00, zwart 0:07:00", "Wit 0:07:00, zwart 0:05:00")
    assert mark(clocks, "5:00 en 7:00", "nl").chosen == 0
    assert mark(clocks, "zwart 5:00, wit 7:00", "nl").chosen == 1
    assert mark(clocks, "5 en 7", "nl").chosen == 0
    assert mark(clocks, "5:00", "nl").chosen == -1
    assert mark(clocks, "5:00 en 8:00", "nl").chosen == -1


@pytest.mark.parametrize(
    ("answer", "chosen"),
    [
        ("16, black", 0), ("16...", 0), ("move 16 by Black, two minutes to White", 0), ("13. Qd8", -1),
        ("13...Qd8", 2), ("14 black", 1), ("16 white", -1), ("no move is wrong", -1), ("16... too late", 0),
    ],
)  # fmt: skip
def test_a_move_is_found_by_number_and_colour(answer: str, chosen: int) -> None:
    find = closed_question(
        Format.FIND,
        "16...Rf8-f5: The position is put back and White gets 2 extra minutes.",
        "14...Bxd4: It is too late: the move stands and play goes on.",
        "13...Qd8: It is too late: the move stands and play goes on.",
    )
    assert mark(find, answer, "en").chosen == chosen


def test_of_two_rulings_on_one_move_the_words_decide() -> None:
    find = closed_question(
        Format.FIND,
        "15.Bc1xb3: It is too late: the move stands and play goes on.",
        "15.Bc1xb3: The position before the move is put back and Black gets 1 extra minute.",
    )
    assert mark(find, "15 white, restore, 1 minute to Black", "en").chosen == 1
    assert mark(find, "15 white, the move stands", "en").chosen == 0
    assert mark(find, "15 white", "en").chosen == -1


def test_a_clause_or_an_edition_by_its_number() -> None:
    clause = closed_question(Format.CLAUSE, "7.5.3", "7.4.2", "B.2")
    assert mark(clause, "art. 7.4.2", "en").chosen == 1
    assert mark(clause, "7.5.3 or 7.4.2", "en").chosen == -1
    edition = closed_question(Format.EDITION, "2005 edition (2005 – 2009)", "2009 edition (2009 – 2014)")
    assert mark(edition, "that of 2009", "en").chosen == 1
    assert mark(edition, "2005 or 2009", "en").chosen == -1


def test_without_options_the_key_is_the_answer() -> None:
    clocks = closed_question(Format.CLOCKS, key="White 0:10:00, Black 0:12:00")
    assert mark(clocks, "10:00 and 12:00", "en").earned == 2
    assert mark(clocks, "12:00 and 10:00", "en").points[0].status is Status.CONTRADICTED
    assert mark(clocks, " ", "en").points[0].status is Status.MISSING


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_generated_option_can_be_named(language: str, library: Library) -> None:
    letters = catalogue(language).text("paper.letters")
    for seed, name in enumerate(generator_names()):
        form = next((form for form in formats_of(name) if form is not Format.OPEN), None)
        if form is None:
            continue
        question = generate(library, language, "2023", name, form, seed)
        for place, option in enumerate(question.options):
            for answer in (option.text, letters[place], str(place + 1)):
                marked = mark(question, answer, language)
                assert marked.chosen == place, (name, answer)
                assert (marked.earned == marked.marks) is option.right


def test_the_marking_in_words() -> None:
    words = catalogue("en")
    opened = open_question(("minutes", "2"), ("whose_clock", "black"), ("clause", "7.5.1"))
    assert marking_lines(mark(opened, "two minutes to White", "en"), opened, words) == (
        "1/1 found: minutes 2 «two minutes»",
        "0/1 contradicted: whose_clock black «to White»",
        "0/1 missing: clause 7.5.1",
        "1 of 3 marks",
    )
    assert marking_lines(mark(CHOICE, "c", "en"), CHOICE, words) == ("right: Play on.", "2 of 2 marks")
    assert (
        marking_lines(mark(CHOICE, "a", "en"), CHOICE, words)[0] == "wrong: White loses.; right is: Play on."
    )
    assert "no single option" in marking_lines(mark(CHOICE, "?", "en"), CHOICE, words)[0]
