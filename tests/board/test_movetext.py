from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.board.movetext import MAX_PLIES, find_runs, iter_bare_moves, read_field
from kb.board.types import RestReason


def runs(text: str) -> list[tuple[int | None, bool | None, str]]:
    return [(run.number, run.color, " ".join(move.text for move in run.moves)) for run in find_runs(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1.e4 d6 and then he said", [(1, True, "e4 d6")]),
        ("1.Re5+ Qc5+?? ignoring the check, then 2.Rxc5#. Who", [(1, True, "Re5+ Qc5+ Rxc5#")]),
        ("27.Rxb7+ Ne3+ 28.Kd3 and claims 28.Kd3 was", [(27, True, "Rxb7+ Ne3+ Kd3")]),
        ("27...Ne3+ 28. Kd3", [(27, False, "Ne3+ Kd3")]),
        ("27… Ne3", [(27, False, "Ne3")]),
        ("1.e4 e5 2.Bc4 d6 3.Kh5 (like a queen!) g6 is mate", [(1, True, "e4 e5 Bc4 d6 Kh5 g6")]),
        ("1.e4 and e5 then 2.Nf3", [(1, True, "e4 e5 Nf3")]),
        ("**1** e4 e5 2 Nf3", [(1, True, "e4 e5 Nf3")]),
        ("1 e4 e5 2 Nf3 Nc6", [(1, True, "e4 e5 Nf3 Nc6")]),
        ("ends ... 41. Ke4 Kd5 but", [(41, True, "Ke4 Kd5")]),
        ("1. e4 e5 * Move 4 can't be", [(1, True, "e4 e5")]),
        ("**1.e4** e5 2.Nf3", [(1, True, "e4 e5 Nf3")]),
        ("5.0-0 Ag4", [(5, True, "0-0 Ag4")]),
        ("1.e4 e5. Later 7.Qh5 came", [(1, True, "e4 e5"), (7, True, "Qh5")]),
        ("27.Л:b7+ Кe3+ 28.Крd3. Чёрные", [(27, True, "Л:b7+ Кe3+ Крd3")]),
        ("1.e2-e4 e7-e5", [(1, True, "e2-e4 e7-e5")]),
        ("can 2.Ke2 follow 1.e4 e5?", [(1, True, "e4 e5 Ke2")]),
        ("1. e4! e5?! 2. Nf3 $1 {best} Nc6 ; x", [(1, True, "e4 e5 Nf3 Nc6")]),
    ],
)
def test_moves_in_sentences(text: str, expected: list[tuple[int | None, bool | None, str]]) -> None:
    assert runs(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "what about clause e5",
        "7.5.3 and 7.5a, 7.4(a), A.4.2, 11.3",
        "time control 5+3, then 10+5",
        "article 10.e4",
        "art. 7.a4 says so",
        "rule 7.b5",
        "артикул, п. 7.а4",
        "at 10.30 on 3.5.2023",
        "he moved e5 and then Nf3",
        "board 7. Bad luck",
        "1. read 2. think",
        "score 1-0 or 1/2",
        "both clocks show 0.00 at 15.00",
        "Elo 2100.e4",
    ],
)
def test_no_moves_in_sentences(text: str) -> None:
    assert runs(text) == []


def test_masked_spans_hold_no_moves() -> None:
    assert find_runs("1.e4 e5", [(0, 7)]) == []


@pytest.mark.parametrize(
    ("text", "moves", "reason"),
    [
        ("e4 e5 Nf3", "e4 e5 Nf3", None),
        ("1 e4 e5 2 Nf3", "e4 e5 Nf3", None),
        ("1.e4 e5 2.Nf3 (2.f4 (2.Nc3 {x ) (} exf4)) Nc6 $14", "e4 e5 Nf3 Nc6", None),
        ("c8=D / c8=T", "c8=D", RestReason.ALTERNATIVE),
        ("c8 or c8=Q", "c8", RestReason.ALTERNATIVE),
        ("1. e4 {never closed", "e4", RestReason.UNCLOSED_COMMENT),
        ("1. e4 (1. d4", "e4", RestReason.UNCLOSED_VARIATION),
        ("1. e4 xyz 2. d4", "e4", RestReason.UNREADABLE_MOVE),
        ("1. e4 e5 1-0 more", "e4 e5", RestReason.AFTER_RESULT),
        ("1. e4 ; a comment\n e5\n% escape\n2. d4", "e4 e5 d4", None),
        ("1. e4 e5 1/2-1/2", "e4 e5", None),
    ],
)
def test_fields(text: str, moves: str, reason: RestReason | None) -> None:
    run = read_field(text)
    assert " ".join(move.text for move in run.moves) == moves
    assert (run.rest and run.rest.reason) == reason


@pytest.mark.parametrize(
    ("text", "result"),
    [("e4 1-0", "1-0"), ("e4 0–1", "0-1"), ("e4 ½-½", "1/2-1/2"), ("e4 *", "*"), ("e4", "*")],
)
def test_results(text: str, result: str) -> None:
    assert read_field(text).result == result


def test_offsets_point_at_the_moves() -> None:
    text = "he said 1. e4 e5 {aside} 2. Nf3"
    for move in find_runs(text)[0].moves:
        assert text[move.offset : move.offset + len(move.text)] == move.text


def test_deep_variations_and_comments_are_counted_not_recursed() -> None:
    run = read_field("1. e4 " + "(" * 100_000 + "x" + ")" * 100_000 + " e5")
    assert [move.text for move in run.moves] == ["e4", "e5"]
    assert read_field("1. e4 " + "(" * 100_000).rest is not None


def test_the_number_of_moves_is_bounded() -> None:
    run = read_field("e4 " * (MAX_PLIES + 10))
    assert len(run.moves) == MAX_PLIES
    assert run.rest is not None
    assert run.rest.reason is RestReason.TOO_MANY_MOVES


@given(st.text(alphabet="1234567890.e4Nfdx(){};-* Кр\n", max_size=200))
@settings(max_examples=300, deadline=None)
def test_scanners_end_on_any_text(text: str) -> None:
    for run in (*find_runs(text), read_field(text)):
        for move in run.moves:
            assert text[move.offset : move.offset + len(move.text)] == move.text
    for move in iter_bare_moves(text, ()):
        assert text[move.offset : move.offset + len(move.text)] == move.text
