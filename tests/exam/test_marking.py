"""Marking as a whole: what is returned, what it promises for any text, and the samples marked by hand."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval import check_marking
from kb.exam.generating import formats_of, generate, generator_names
from kb.exam.marking import MAX_ANSWER, Status, mark
from kb.exam.types import Format
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES
from tests.exam.marking_samples import open_question

ALL = (
    ("verdict", "RESTORE_2MIN"),
    ("minutes", "2"),
    ("whose_clock", "black"),
    ("position", "restored"),
    ("piece", "Ng1"),
    ("clause", "7.5.1 7.5.5"),
)
RIGHT = {
    "en": "The position is restored, White must move the knight on g1, Black gets two minutes (7.5.1).",
    "es": "Se repone la posición, el blanco debe mover el caballo de g1, dos minutos a las negras (7.5.1).",
    "nl": "De stelling wordt hersteld, wit moet het paard van g1 spelen, zwart krijgt 2 minuten (7.5.1).",
    "ru": "Позиция восстанавливается, белые обязаны ходить конём с g1, чёрным две минуты (7.5.1).",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_right_answer_earns_every_point_with_its_words(language: str) -> None:
    marked = mark(open_question(*ALL), RIGHT[language], language)
    assert [point.status for point in marked.points] == [Status.FOUND] * len(ALL)
    assert (marked.earned, marked.marks) == (6, 6)
    for point in marked.points:
        assert point.spans
        assert all(marked.answer[span.start : span.end] == span.text for span in point.spans)


def test_json_says_what_was_found_and_is_the_same_each_time() -> None:
    question = open_question(*ALL)
    first = mark(question, RIGHT["en"], "en").to_json()
    assert first == mark(question, RIGHT["en"], "en").to_json()
    assert first["points"][1] == {
        "number": 2,
        "kind": "minutes",
        "text": "minutes 2.",
        "status": "found",
        "marks": 1,
        "earned": 1,
        "words": [{"start": 71, "end": 82, "text": "two minutes"}],
    }


def test_marks_of_a_point_are_all_or_none() -> None:
    question = open_question(("minutes", "2"), ("whose_clock", "black"), marks=2)
    marked = mark(question, "two minutes to White", "en")
    assert [(p.status, p.earned) for p in marked.points] == [(Status.FOUND, 2), (Status.CONTRADICTED, 0)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("answer", ["", " \n", "?", "\0", "\ud800", "1", "…"])
def test_nothing_said_earns_nothing(language: str, answer: str) -> None:
    marked = mark(open_question(*ALL), answer, language)
    assert {point.status for point in marked.points} == {Status.MISSING}


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("en", "win or draw or loss, 1 or 2 minutes, White or Black, restored or it stands"),
        ("es", "gana, pierde o tablas, 1 o 2 minutos, blancas o negras, se repone o la jugada vale"),
        ("nl", "winst, verlies of remise, 1 of 2 minuten, wit of zwart, stelling terug of zet blijft staan"),
        ("ru", "победа, поражение или ничья, 1 или 2 минуты, позицию вернуть или ход остаётся в силе"),
    ],
)
def test_whoever_says_everything_says_nothing(language: str, answer: str) -> None:
    question = open_question(("verdict", "LOSS"), ("minutes", "2"), ("position", "restored"))
    assert mark(question, answer, language).earned == 0
    assert mark(open_question(("verdict", "DRAW")), answer, language).earned == 0


_BITS = st.sampled_from(
    [
        "2", "двa", "minuten", "minutos", "минуты", "7.5.1", "Ng1", "Кg1", "not", "niet", "no", "не",
        "\n", ". ", ", ", "½", "0-1", "+2'", "if", "als", "si", "если", "white", "zwart", "«", "1)", "g1-g3",
    ]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(_BITS, st.text(max_size=6)), max_size=40), st.sampled_from(LANGUAGES))
def test_any_text_is_marked_and_every_span_is_a_place_in_it(bits: list[str], language: str) -> None:
    marked = mark(open_question(*ALL), " ".join(bits), language)
    assert len(marked.points) == len(ALL)
    for point in marked.points:
        assert point.earned == (point.marks if point.status is Status.FOUND else 0)
        assert bool(point.spans) == (point.status is not Status.MISSING)
        for span in point.spans:
            assert marked.answer[span.start : span.end] == span.text
            assert span.text.strip()


@pytest.mark.parametrize(
    "hostile",
    [
        "a" * 300_000, "7.5.1 " * 9_000, "(" * 50_000, "+2" * 40_000, "no " * 40_000, "Ng1-g3x" * 9_000,
        "2 minutos a las negras " * 5_000, "½-" * 30_000, "1." * 30_000, "a\u0301" * 50_000, "🙂" * 50_000,
    ],
)  # fmt: skip
def test_hostile_answers_are_cut_short(hostile: str) -> None:
    marked = mark(open_question(*ALL), hostile, "es")
    assert len(marked.answer) <= MAX_ANSWER
    assert all(span.end <= MAX_ANSWER for point in marked.points for span in point.spans)


def test_a_long_answer_is_read_to_its_end() -> None:
    chatter = "I thought about this for a while and looked at the board again. " * 150
    assert MAX_ANSWER - 1000 < len(chatter) < MAX_ANSWER - 100
    marked = mark(open_question(*ALL), chatter + RIGHT["en"], "en")
    assert marked.earned == marked.marks
    beyond = mark(open_question(*ALL), chatter * 2 + RIGHT["en"], "en")
    assert beyond.earned == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_wording_of_the_key_earns_its_points(language: str, library: Library) -> None:
    asked = 0
    for seed, name in enumerate(generator_names()):
        if Format.OPEN not in formats_of(name):
            continue
        question = generate(library, language, "2023", name, Format.OPEN, seed)
        said = " ".join(f"{point.text.rstrip('.')}." for point in question.points)
        marked = mark(question, said, language)
        assert marked.earned == marked.marks, (name, said, marked)
        asked += 1
    assert asked >= 10


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["", "held_out", "held_out_2", "held_out_3", "held_out_4", "held_out_5"])
def test_answers_marked_by_hand(language: str, name: str) -> None:
    compared = list(check_marking.compared(language, name))
    agreed = sum(
        (point.status is Status.FOUND) == (by_hand is Status.FOUND) for _, point, by_hand in compared
    )
    assert len(compared) >= 30
    assert agreed >= check_marking.LEAST * len(compared)


def test_the_order_of_sentences_does_not_matter() -> None:
    rng = random.Random(7)
    sentences = [
        "Black gets two minutes.",
        "The position is restored.",
        "White must move the knight.",
        "Article 7.5.1.",
    ]
    for _ in range(10):
        rng.shuffle(sentences)
        assert mark(open_question(*ALL), " ".join(sentences), "en").earned == 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_telling_the_case_over_again_earns_next_to_nothing(language: str, library: Library) -> None:
    earned = points = 0
    for seed, name in enumerate(generator_names()):
        if Format.OPEN not in formats_of(name):
            continue
        question = generate(library, language, "2023", name, Format.OPEN, seed)
        points += len(question.points)
        earned += mark(question, f"{question.stem} {question.ask}", language).earned
        told = question.stem.replace(".", " …")  # no sentence is as it was
        earned += mark(question, told, language).earned
    assert points > 25
    assert earned <= 0.06 * points


def test_sentences_of_the_question_count_as_copied_and_places_stay() -> None:
    question = replace(
        open_question(("minutes", "2"), ("position", "restored")), stem="Two minutes are left."
    )
    answer = "two minutes ARE left. The position is restored."
    marked = mark(question, answer, "en")
    assert [point.status for point in marked.points] == [Status.MISSING, Status.FOUND]
    (span,) = marked.points[1].spans
    assert marked.answer[span.start : span.end] == span.text == "restored"
