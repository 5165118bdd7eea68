"""The keys of questions against the law written down by hand, and the boards they show."""

from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.board.impossible import find_impossibilities
from kb.board.types import Impossibility
from kb.exam.counting import losing_number
from kb.exam.generating import _made
from kb.exam.illegal_moves import illegal_moves
from kb.exam.outcomes import alike, wordings
from kb.exam.positions import draw_ending, draw_finished, draw_game, draw_wrong_set_up, replay
from kb.exam.registry import GENERATORS
from kb.exam.scene import Scene
from kb.exam.trust import PLAY, is_certain
from kb.exam.types import Format
from kb.laws.library import Library
from kb.laws.topics import TopicRef
from kb.messages import catalogue
from kb.rules.facts import Facts
from kb.rules.judge import judge
from kb.rules.reasoning import Case
from kb.rules.ruling import Verdict
from tests.rules.oracle import EDITIONS, LAW, Told

# Generators whose cases the table by hand speaks of: no touching, no acts beyond the topic's own.
TABLED = (
    "colours_reversed", "wrong_set_up", "board_turned", "knocked_over", "knocked_over_unclear",
    "knocked_over_punished", "found_displaced", "clock_times", "illegal_move", "illegal_move_unpressed",
    "illegal_move_told", "fast_illegal_move", "fast_illegal_move_told", "penalty", "penalty_scale",
    "mate_impossible", "two_hands", "empty_press", "king_taken", "both_kings_in_check", "who_acts",
    "missing_queen", "mate_then_found", "stalemate", "flag_fall",
)  # fmt: skip


def told(scene: Scene, edition: str, *, bare: bool) -> Told:
    facts = scene.case.facts
    return Told(
        edition,
        str(scene.play.tempo),
        bool(scene.play.supervised),
        facts.offence_number,
        facts.clock_pressed,
        facts.opponent_moved,
        facts.game_over,
        bare_king=bare,
        moves=facts.moves_played,
    )


def cannot_mate(scene: Scene) -> bool:
    """Whether the side facing the one at fault cannot mate with what it has, by python-chess."""
    return scene.shown is not None and chess.Board(scene.shown).has_insufficient_material(not scene.player)


def by_hand(scene: Scene, edition: str) -> str:
    """Look the verdict up in the table; mates that are impossible are read off the board by python-chess."""
    ref = str(scene.case.ref)
    if ref == "flag_fall.loss_or_draw":
        board = chess.Board(scene.shown or "")
        walled = len(board.pieces(chess.PAWN, chess.WHITE)) == 4  # pawns locked on every other file
        if walled or board.is_insufficient_material():
            return "GAME_OVER_DRAW"
    if ref == "draw_exception.opponent_cannot_mate":  # the table takes it that the opponent cannot
        ref = "illegal_move_restoration.go_back"
    return LAW[ref](told(scene, edition, bare=cannot_mate(scene)))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", TABLED)
def test_the_key_is_what_the_law_says(library: Library, name: str, edition: str) -> None:
    law = library.editions.get(edition)
    for seed in range(4):
        made = _made(library, "en", law, GENERATORS[name], Format.CHOICE, seed)
        if made is None:
            continue
        expected = by_hand(made.scene, edition)
        assert made.question.verdict == expected, made.question.stem


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_illegal_moves_are_illegal_and_games_legal(seed: int) -> None:
    rng = random.Random(seed)
    board = replay(draw_game(rng, rng.randint(10, 60)))
    assert board.is_valid()
    assert find_impossibilities(board) == ()
    for move in illegal_moves(rng, board).values():
        assert not board.is_legal(move)
        assert board.color_at(move.from_square) == board.turn


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["K", "KN", "KRP", "KBB"]), st.booleans())
def test_endings_can_be_real_and_go_on(seed: int, men: str, turn: bool) -> None:
    board = draw_ending(random.Random(seed), men, "KP", turn)
    assert board is not None
    assert board.is_valid()
    assert not board.is_game_over()
    assert board.turn is turn
    assert len(board.piece_map()) == len(men) + 2


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6), st.booleans(), st.booleans())
def test_finished_games_are_finished(seed: int, loser: bool, mate: bool) -> None:
    board = draw_finished(random.Random(seed), loser, mate=mate)
    if board is not None:
        assert board.turn is loser
        assert board.is_checkmate() if mate else board.is_stalemate()


def test_wrong_set_ups_are_seen_as_such() -> None:
    for seed in range(40):
        board = draw_wrong_set_up(random.Random(seed))
        assert set(find_impossibilities(board)) & {
            Impossibility.BISHOP_AND_KNIGHT_SWAPPED,
            Impossibility.KING_AND_QUEEN_SWAPPED,
            Impossibility.KNIGHT_AND_ROOK_SWAPPED,
            Impossibility.WRONG_SET_UP,
        }


def test_no_kind_of_play_is_asked_about_whose_minutes_are_in_doubt(library: Library) -> None:
    for law in library.editions:
        for play in PLAY[law.id]:
            facts = Facts(time_control=play.tempo, supervised=play.supervised, offence_number=1)
            ruling = judge(Case(TopicRef("illegal_move_restoration", "go_back"), facts), law, library.topics)
            assert is_certain(library, law, ruling), (law.id, play, ruling.doubts)
            assert 1 <= losing_number(law, play) <= 3


def test_disputed_rulings_are_not_asked(library: Library) -> None:
    law = library.editions.get("2017")
    case = Case(TopicRef("illegal_move_restoration", "go_back"), Facts(offence_number=2))
    assert not is_certain(library, law, judge(case, law, library.topics))  # separate counts, or one
    law = library.editions.get("2005")
    case = Case(TopicRef("two_hands", "two_hands_used"), Facts())
    assert not is_certain(library, law, judge(case, law, library.topics))  # its text was not seen


@pytest.mark.parametrize("language", ["en", "es", "nl", "ru"])
def test_rulings_that_are_worded_alike_are_held_to_be_alike(language: str) -> None:
    words = catalogue(language)
    places = dict.fromkeys(("player", "opponent", "receiver", "owner", "rival"), "x")
    said: dict[str, Verdict] = {}
    for message_id, verdict in wordings():
        text = words.text(message_id, **places)
        assert alike(said.setdefault(text, verdict), verdict), text
