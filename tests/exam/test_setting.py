"""Setting papers: the parts an exam asks for, the same questions from the same seed, clear refusals."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from fractions import Fraction

import pytest

from kb.errors import RequestError
from kb.exam.authorities import load_authorities
from kb.exam.reviewing import review_paper
from kb.exam.setting import Wish, set_paper
from kb.exam.spacing import CardKey
from kb.exam.study import DueCard
from kb.exam.types import Format
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES

EXAMS = load_authorities()
DAY = datetime(2026, 11, 30, tzinfo=UTC)


@pytest.mark.parametrize("name", EXAMS)
@pytest.mark.parametrize("language", ["nl", "en"])
def test_a_paper_has_the_parts_the_exam_asks_for(library: Library, name: str, language: str) -> None:
    exam = EXAMS[name]
    made = set_paper(library, exam, Wish(language, "2023", 7))
    assert len(made.paper.questions) == exam.questions
    assert [one.question for one in made.placed] == list(made.paper.questions)
    for part in exam.parts:
        mine = [one for one in made.placed if one.part == part.id]
        assert len(mine) == part.questions
        assert {one.wrong_costs for one in mine} == {part.wrong_costs}
        if part.marks_each:
            assert {one.question.marks for one in mine} == {part.marks_each}
        if not part.mixed:
            assert Counter(one.question.format for one in mine) == dict(part.formats)
    assert len({question.id for question in made.paper.questions}) == exam.questions
    assert (made.paper.minutes, made.paper.pass_percent) == (exam.minutes, exam.pass_percent)


def test_the_seed_decides(library: Library) -> None:
    first, again, other = (set_paper(library, EXAMS["uvr"], Wish("es", "2018", seed)) for seed in (1, 1, 2))
    assert first.paper.to_json() == again.paper.to_json()
    assert first.paper.questions != other.paper.questions


def test_practice_takes_topics_formats_and_a_count(library: Library) -> None:
    wish = Wish("ru", "2014", 3, count=6, topics=("two_hands",), formats=(Format.OPEN,))
    made = set_paper(library, EXAMS["practice"], wish)
    assert len(made.placed) == 6
    assert {q.topic for q in made.paper.questions} == {"two_hands"}
    assert {q.format for q in made.paper.questions} == {Format.OPEN}
    assert {q.edition for q in made.paper.questions} == {"2014"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "wish"),
    [
        ("fide", {"count": 3}),
        ("uvr", {"count": 0}),
        ("fide", {"topics": ("two_hands",)}),
        ("fide", {"formats": (Format.OPEN,)}),
        ("practice", {"count": 0}),
        ("practice", {"count": 201}),
        ("practice", {"count": -1}),
        ("practice", {"topics": ("banana",)}),
        ("practice", {"topics": ("two_hands",), "formats": (Format.FIND,), "count": 200}),
    ],
)
def test_what_cannot_be_had_is_refused_with_a_way_out(
    library: Library, language: str, name: str, wish: dict[str, object]
) -> None:
    with pytest.raises(RequestError) as error:
        set_paper(library, EXAMS[name], Wish(language, "2023", 1, **wish))
    assert error.value.hint
    assert error.value.field


def test_a_card_shows_another_question_of_its_kind_each_time(library: Library) -> None:
    key = CardKey("colours_reversed", "choice", "colours_reversed")
    papers = [
        review_paper(library, [DueCard(key, DAY, answers)], "nl", "2023") for answers in (1, 1, 2, 3, 4)
    ]
    asked = [made.placed[0].question for made in papers if made]
    assert len(asked) == 5
    assert asked[0] == asked[1]
    assert len({question.id for question in asked}) > 2
    assert {(q.topic, str(q.format), q.generator) for q in asked} == {(key.topic, key.format, key.generator)}
    assert {one.wrong_costs for made in papers if made for one in made.placed} == {Fraction(0)}


def test_cards_of_kinds_that_are_gone_are_passed_over(library: Library) -> None:
    gone = DueCard(CardKey("t", "choice", "no_such_generator"), DAY, 1)
    odd = DueCard(CardKey("colours_reversed", "essay", "colours_reversed"), DAY, 1)
    kept = DueCard(CardKey("colours_reversed", "choice", "colours_reversed"), DAY, 1)
    assert review_paper(library, [gone, odd], "en", "2023") is None
    made = review_paper(library, [gone, kept, odd], "en", "2023")
    assert made is not None
    assert len(made.placed) == 1
