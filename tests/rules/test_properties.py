"""What holds for every case: order and irrelevant facts change nothing, every step has its source."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path
from typing import Any

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.board.types import BoardReading
from kb.laws.editions import Edition
from kb.laws.library import Library, corpus_folder, open_library
from kb.laws.topics import Scope
from kb.messages import Message, catalogue
from kb.rules import judge as judge_module
from kb.rules.acts import Act
from kb.rules.facts import FACT_NAMES, Facts, Origin, Party, TimeControl, facts_from_mapping
from kb.rules.judge import judge, judge_all
from kb.rules.reasoning import Case
from kb.rules.registry import JUDGES, judges
from kb.rules.ruling import Ruling, Verdict
from tests.rules.cases import board

LIBRARY = open_library()
REFS = tuple(a.ref for a in LIBRARY.topics.aspects)
BOARDS: tuple[BoardReading, ...] = (
    BoardReading(),
    board(pgn="1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Bg4 6. Qxg4"),
    board(pgn="1. e4 e5 2. Bxh7 Nc6 3. Qh6 Nf6"),
    board("8/q1P1k3/8/8/8/8/6PP/7K w - - 0 1", "c8 Qb7"),
    board("8/q1P1k3/8/8/8/8/6PP/7K w - - 0 1"),
    board("4k3/8/8/8/8/8/3r4/R3K3 b - - 0 1", "Re2 Ra2 Rxe1"),
    board("4k3/4R3/8/8/8/8/4r3/4K3"),
    board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR w KQkq - 0 1"),
    board("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"),
    board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
    board("4k3/8/8/8/8/8/8/R6r w - - 0 1"),
)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "time_control": st.sampled_from([str(t) for t in TimeControl]),
    "offender": st.sampled_from([str(p) for p in Party]),
    "flag": st.sampled_from([str(p) for p in Party]),
    "offence_number": st.integers(1, 4),
    "moves_since": st.integers(0, 5),
    "moves_played": st.integers(0, 20),
    "white_moves": st.integers(0, 20),
    "black_moves": st.integers(0, 20),
    "first_offence": st.sampled_from(["two hands", "ordinary illegal move", "empty press", "a phone"]),
    "touched_first": st.sampled_from(["rook", "the king", "nothing"]),
    "opponent_material": st.sampled_from(["bare king", "K+N", "K+pawn", "who knows"]),
    "missing": st.just("queen"),
    "edition_asked": st.sampled_from(["2014", "current"]),
}
mappings = st.fixed_dictionaries(
    {}, optional={name: VALUES.get(name, st.booleans()) for name in FACT_NAMES if name != "flag"}
) | st.fixed_dictionaries({"flag": VALUES["flag"]})
NEVER_READ = ("increment", "missing", "clock", "clock_running", "edition_asked")


@st.composite
def cases(draw: st.DrawFn) -> Case:
    facts = facts_from_mapping(draw(mappings))
    acts = frozenset(draw(st.lists(st.sampled_from(list(Act)), max_size=3)))
    return Case(draw(st.sampled_from(REFS)), facts, (), acts, draw(st.sampled_from(BOARDS)))


laws = st.sampled_from(LIBRARY.editions.ids)
many = settings(max_examples=150, deadline=None)


def _rule(case: Case, edition: str) -> Ruling:
    return judge(case, LIBRARY.editions.get(edition), LIBRARY.topics)


# -- sources --------------------------------------------------------------------------------

# What is read off the board or the facts, and what is no matter of the Laws.
WITHOUT_LAW = ("impossible.", "step.board_signal", "step.local_rule", "step.fide_rule", "step.no_mate_here")
CLAUSES = {
    law.id: {
        n for table, keys in law._tables.items() if table != "doubts" for key in keys
        for n in (law.texts(f"{table}.{key}") if isinstance(keys[key], str | list) else ())
    }
    for law in LIBRARY.editions
}  # fmt: skip


@many
@given(cases(), laws)
def test_every_step_of_law_has_its_clause_in_that_edition(case: Case, edition: str) -> None:
    ruling = _rule(case, edition)
    assert ruling.steps
    for step in ruling.steps:
        if step.basis is None:
            assert step.said.id.startswith(WITHOUT_LAW), step.said.id
        elif step.basis.ref in REFS:
            assert step.basis.numbers, (edition, step.said.id, step.basis.ref)
            assert set(step.basis.numbers) <= CLAUSES[edition]
            assert all(n[:1].isdigit() or n[:1] in "ABCG" for n in step.basis.numbers), step


def _ids(message: Message) -> set[str]:
    inside = [a for _, arg in message.args for a in (arg if isinstance(arg, tuple) else (arg,))]
    return {message.id}.union(*(_ids(a) for a in inside if isinstance(a, Message)))


@many
@given(cases(), laws)
def test_everything_said_can_be_worded_in_every_language(case: Case, edition: str) -> None:
    ruling = _rule(case, edition)
    messages = [*(s.said for s in ruling.steps), *ruling.doubts, *ruling.now]
    for language in ("en", "es", "nl", "ru"):
        words = catalogue(language)
        for message in messages:
            assert _ids(message) <= words.ids
            assert "{" not in words.text(message)
        for fact in ruling.facts:
            assert f"fact.{fact.name}" in words.ids
        for need in ruling.needs:
            assert f"ask.{need.field}" in words.ids


@many
@given(cases(), laws)
def test_what_is_restored_is_a_position_and_its_replacements_are_legal(case: Case, edition: str) -> None:
    ruling = _rule(case, edition)
    assert ruling.verdict in Verdict
    if ruling.replacements:
        assert ruling.restored is not None
        restored = chess.Board(ruling.restored)
        for san in ruling.replacements:
            assert restored.parse_san(san) in restored.legal_moves


# -- what may not matter --------------------------------------------------------------------


@many
@given(cases(), laws)
def test_the_same_case_gives_the_same_ruling(case: Case, edition: str) -> None:
    assert repr(_rule(case, edition)) == repr(_rule(case, edition))


@many
@given(mappings, st.randoms(), st.sampled_from(REFS), st.sampled_from(BOARDS), laws)
def test_the_order_of_facts_and_acts_changes_nothing(
    told: dict[str, Any], random: Any, ref: Any, reading: BoardReading, edition: str
) -> None:
    names = list(told)
    random.shuffle(names)
    first = Case(ref, facts_from_mapping(told), tuple((n, Origin.GIVEN) for n in told), board=reading)
    other = Case(
        ref,
        facts_from_mapping({n: told[n] for n in names}),
        tuple((n, Origin.GIVEN) for n in names),
        board=reading,
    )
    assert _rule(first, edition) == _rule(other, edition)


@many
@given(cases(), laws, st.sampled_from(NEVER_READ))
def test_an_irrelevant_fact_changes_nothing(case: Case, edition: str, name: str) -> None:
    texts = {"edition_asked": "2014", "missing": "x"}
    value = facts_from_mapping({name: texts.get(name, True)})
    without = replace(case.facts, **{name: None})
    added = replace(case.facts, **{name: getattr(value, name)})
    assert _rule(replace(case, facts=without), edition) == _rule(replace(case, facts=added), edition)


@many
@given(cases(), laws)
def test_every_fact_the_verdict_used_is_listed_with_its_origin(case: Case, edition: str) -> None:
    ruling = _rule(case, edition)
    assert len({f.name for f in ruling.facts}) == len(ruling.facts)
    stated = {name for name in FACT_NAMES if getattr(case.facts, name) is not None}
    assert all(f.name in stated or f.origin is not Origin.GIVEN for f in ruling.facts)
    # A fact that is not listed may be left out.
    unused = dict.fromkeys(stated - {f.name for f in ruling.facts})
    assert _rule(replace(case, facts=replace(case.facts, **unused)), edition).verdict is ruling.verdict


# -- editions differ by their parameters alone -------------------------------------------------


@many
@given(cases(), laws)
def test_the_name_of_an_edition_decides_nothing(case: Case, edition: str) -> None:
    law = LIBRARY.editions.get(edition)
    renamed = Edition("later", law.in_force_from, law.in_force_to, law._tables)
    assert replace(judge(case, renamed, LIBRARY.topics), edition=edition) == _rule(case, edition)


@pytest.mark.parametrize(
    ("path", "value", "verdict"),
    [
        ("illegal_move.penalties_standard", ["1min", "loss"], "RESTORE_1MIN"),
        ("illegal_move.penalties_standard", ["loss"], "LOSS"),
        ("illegal_move.penalties_standard", ["2min", "2min", "2min", "loss"], "RESTORE_2MIN"),
    ],
)
def test_a_changed_parameter_changes_the_verdict(
    library: Library, path: str, value: object, verdict: str
) -> None:
    law = library.editions.latest
    table, _, key = path.partition(".")
    changed = {**law._tables, table: {**law._tables[table], key: value}}
    other = Edition("other", law.in_force_from, None, changed)
    ref = next(r for r in REFS if str(r) == "illegal_move_restoration.go_back")
    assert judge(Case(ref, Facts(offence_number=1)), other, library.topics).verdict == verdict


def test_no_rule_asks_which_edition_it_is() -> None:
    folder = Path(judge_module.__file__).parent
    years = set(LIBRARY.editions.ids)
    for path in sorted(folder.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Compare):
                parts = [node.left, *node.comparators]
                constants = {str(p.value) for p in parts if isinstance(p, ast.Constant)}
                assert not constants & years, (path.name, node.lineno)
                assert not any(isinstance(p, ast.Attribute) and ast.unparse(p) == "r.law.id" for p in parts)


# -- judges and topics ------------------------------------------------------------------------


def test_every_topic_that_is_ruled_on_has_a_judge_and_every_judge_a_topic() -> None:
    ruled = {t.id for t in LIBRARY.topics if t.scope is not Scope.POINTER}
    pointers = {t.id for t in LIBRARY.topics if t.scope is Scope.POINTER}
    assert ruled <= JUDGES.keys() <= ruled | pointers


def test_a_topic_has_one_judge() -> None:
    with pytest.raises(ValueError, match="two judges"):
        judges("two_hands")(lambda r: r.ruling(Verdict.INFO))


def test_all_editions_at_once_are_each_on_its_own() -> None:
    case = Case(REFS[0], board=BOARDS[1])
    rulings = judge_all(case, LIBRARY.editions, LIBRARY.topics)
    assert tuple(rulings) == LIBRARY.editions.ids
    assert all(rulings[law.id] == _rule(case, law.id) for law in LIBRARY.editions)


def test_the_corpus_is_the_one_of_the_checkout() -> None:
    assert (corpus_folder() / "editions.toml").is_file()
