"""Questions and papers: the same from the same seed, sound, none twice, spread over topics."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval.exam_coverage import PAGE, coverage_page, uncovered
from eval.exam_faults import faults
from kb.board.touch import legal_replacements
from kb.errors import RequestError
from kb.exam.generating import (
    formats_of,
    generate,
    generator_names,
    make_paper,
    rejudge,
    topics_asked,
)
from kb.exam.questions import _content_id
from kb.exam.types import Format, Paper, PointKind, Question
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES

EDITIONS = ("2001", "2005", "2009", "2014", "2017", "2018", "2023")
KINDS = [(name, form) for name in generator_names() for form in formats_of(name)]


def made(
    library: Library, language: str, edition: str, kind: tuple[str, Format], seed: int
) -> Question | None:
    try:
        return generate(library, language, edition, *kind, seed)
    except RequestError:  # this edition has none of the kind
        return None


def packed(thing: Question | Paper) -> str:
    return json.dumps(thing.to_json(), ensure_ascii=False)


# -- one question ---------------------------------------------------------------


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(KINDS), st.sampled_from(LANGUAGES), st.sampled_from(EDITIONS), st.integers(0, 10**6))
def test_no_question_has_a_fault(
    library: Library, kind: tuple[str, Format], language: str, edition: str, seed: int
) -> None:
    question = made(library, language, edition, kind, seed)
    if question is not None:
        assert list(faults(library, question)) == []
        assert 1 <= question.difficulty <= 5
        assert question.marks == (sum(p.marks for p in question.points) or 1)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(KINDS), st.integers(0, 10**6))
def test_a_seed_makes_the_same_bytes_and_in_another_language_the_same_situation(
    library: Library, kind: tuple[str, Format], seed: int
) -> None:
    first = made(library, "nl", "2023", kind, seed)
    again = made(library, "nl", "2023", kind, seed)
    if first is None or again is None:
        assert first is again
        return
    assert packed(first) == packed(again)
    there = made(library, "ru", "2023", kind, seed)
    assert there is not None
    assert (there.fen, there.attempted, there.verdict, there.right) == (
        first.fen,
        first.attempted,
        first.verdict,
        first.right,
    )
    assert there.stem != first.stem


def test_the_id_is_of_the_content_alone(library: Library) -> None:
    question = generate(library, "en", "2023", "colours_reversed", Format.CHOICE, 1)
    assert _content_id(replace(question, seed=2, generator="other", id="")) == question.id
    assert _content_id(replace(question, stem="Another.")) != question.id


def test_open_questions_ask_for_what_the_ruling_gives(library: Library) -> None:
    question = generate(library, "en", "2023", "illegal_move_told", Format.OPEN, 3)
    points = {point.kind: point.accepted for point in question.points}
    minutes = {"RESTORE_2MIN": "2", "RESTORE_1MIN": "1"}.get(question.verdict)
    assert (PointKind.MINUTES in points) == (minutes is not None)
    assert points[PointKind.VERDICT] == (str(question.verdict),)


def test_the_moves_left_are_those_of_touch_move(library: Library) -> None:
    for seed in range(8):
        question = generate(library, "en", "2023", "moves_after_illegal_move", Format.CHOICE, seed)
        board = chess.Board(question.fen or "")
        touched = chess.Move.from_uci(question.attempted or "").from_square
        left = {board.san(move) for move in legal_replacements(board, touched)}
        rook = "O-O" in question.stem.replace("0", "O")  # castling touches the rook too
        listed = set(question.key.removesuffix(".").replace(":", ",").split(", ")[1:]) or {
            question.key.removesuffix(".").removeprefix("Only ")
        }
        every = {board.san(move) for move in board.legal_moves}
        assert rook or left == (every if question.key == "Any legal move." else listed)


def test_a_flag_falls_on_the_clock_that_runs(library: Library) -> None:
    for seed in range(40):
        question = generate(library, "en", "2023", "flag_fall", Format.CHOICE, seed)
        assert question.fen is not None
        side = "White" if chess.Board(question.fen).turn else "Black"
        said = question.stem.partition(" is to move in the position shown. ")[2]
        assert f"{side}'s flag" in said or said.startswith(f"{side} has used up"), question.stem


def test_a_game_that_is_over_has_no_option_right_but_for_a_word(library: Library) -> None:
    stands = "too late: the move stands"
    over = 0
    for seed in range(120):
        question = generate(library, "en", "2023", "two_hands", Format.CHOICE, seed)
        if question.key.startswith("The game is over"):
            over += 1
            assert not any(stands in option.text for option in question.options), question
    assert over


def test_a_complaint_after_the_reply_fails_by_the_clause_on_lost_claims(library: Library) -> None:
    keys = {
        ("only then complains" in question.stem, question.key)
        for seed in range(30)
        for question in [generate(library, "en", "2023", "other_piece_moved", Format.CLAUSE, seed)]
    }
    assert keys == {(True, "4.8"), (False, "4.3.1")}


def test_a_question_not_made_here_is_not_ruled_on(library: Library) -> None:
    question = generate(library, "en", "2023", "two_hands", Format.CHOICE, 1)
    for other in (replace(question, id="x"), replace(question, generator="nothing")):
        with pytest.raises(RequestError):
            rejudge(library, other)


@pytest.mark.parametrize(
    ("edition", "generator", "form", "field"),
    [
        ("1999", "two_hands", Format.CHOICE, "edition"),
        ("2023", "nothing", Format.CHOICE, "generator"),
        ("2023", "two_hands", Format.FIND, "format"),
        ("2005", "fast_illegal_move", Format.CHOICE, "format"),  # its appendix was not seen
    ],
)
def test_what_cannot_be_asked_is_refused(
    library: Library, edition: str, generator: str, form: Format, field: str
) -> None:
    with pytest.raises(RequestError) as refused:
        generate(library, "en", edition, generator, form, 1)
    assert refused.value.field == field
    assert refused.value.hint


# -- papers ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "language"), [("2023", "en"), ("2014", "nl"), ("2017", "es"), ("2001", "ru")]
)
def test_a_paper_has_no_question_twice_and_spreads_over_its_topics(
    library: Library, edition: str, language: str
) -> None:
    paper = make_paper(library, language=language, edition=edition, count=40, seed=11)
    shown = {
        (q.stem, q.ask, q.fen, q.attempted, q.pgn, *sorted(o.text for o in q.options))
        for q in paper.questions
    }
    assert len(shown) == len({q.id for q in paper.questions}) == 40
    per_topic = Counter(q.topic for q in paper.questions)
    assert max(per_topic.values()) - min(per_topic.values()) <= 2
    places = Counter(q.right for q in paper.questions if q.options)
    assert set(places) == {0, 1, 2, 3}
    assert packed(paper) == packed(make_paper(library, language=language, edition=edition, count=40, seed=11))


def test_a_paper_keeps_to_the_topics_and_formats_named(library: Library) -> None:
    paper = make_paper(
        library,
        language="es",
        edition="2023",
        count=12,
        seed=5,
        topics=("two_hands", "promotion_not_replaced"),
        formats=(Format.CLOCKS, Format.OPEN),
        authority="fide",
        minutes=60,
        pass_percent=80,
    )
    assert {q.topic for q in paper.questions} == {"two_hands", "promotion_not_replaced"}
    assert {q.format for q in paper.questions} <= {Format.CLOCKS, Format.OPEN}
    assert (paper.authority, paper.minutes, paper.pass_percent) == ("fide", 60, 80)
    assert paper.marks == sum(q.marks for q in paper.questions)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"count": 0}, "count"),
        ({"count": 201}, "count"),
        ({"topics": ("nothing",)}, "topics"),
        ({"edition": "1999"}, "edition"),
        ({"topics": ("touch_move",), "formats": (Format.CLOCKS,)}, "count"),
    ],
)
def test_a_paper_that_cannot_be_made_is_refused(library: Library, change: dict, field: str) -> None:
    asked = {"language": "en", "edition": "2023", "count": 5, "seed": 1} | change
    with pytest.raises(RequestError) as refused:
        make_paper(library, **asked)
    assert refused.value.field == field


# -- what there is ----------------------------------------------------------------


def test_every_topic_of_article_7_and_its_neighbours_has_questions(library: Library) -> None:
    assert uncovered(library) == []
    for topic in topics_asked():
        forms = {form for name in generator_names(topic) for form in formats_of(name)}
        assert {Format.CHOICE, Format.OPEN, Format.CLAUSE} <= forms, topic


def test_the_table_of_questions_is_up_to_date(library: Library) -> None:
    assert PAGE.read_text(encoding="utf-8") == coverage_page(library)


# -- the check itself ---------------------------------------------------------------


def _spoiled(question: Question) -> list[Question]:
    first, *rest = question.options
    twice = (replace(first, right=True), *(replace(o, right=True) for o in rest))
    same = (replace(first, text=rest[0].text), *rest)
    return [
        replace(question, options=twice),
        replace(question, options=same),
        replace(question, stem=question.stem + " {player}"),
        replace(question, stem=question.stem + " Wit speelt het paard niet."),
        replace(question, ask=question.ask + " Ход белых."),
        replace(question, announced="" if question.announced else "impossible"),
    ]


def test_the_check_finds_what_is_wrong(library: Library) -> None:
    question = generate(library, "en", "2023", "pawn_standing", Format.CHOICE, 4)
    assert list(faults(library, question)) == []
    for spoiled in _spoiled(question):
        assert list(faults(library, spoiled))
