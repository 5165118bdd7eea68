"""Board, set-up, colours and displaced men: 7.1-7.4 and 7.6 of 2017 and their older numbers."""

from __future__ import annotations

from kb.board.types import Impossibility
from kb.rules.acts import Act
from kb.rules.facts import Origin
from kb.rules.penalty import ruled_by_result
from kb.rules.reasoning import Reasoning
from kb.rules.registry import judges
from kb.rules.ruling import Ruling, Verdict

__all__: list[str] = []

_SETUP_ERRORS = frozenset(
    {
        Impossibility.KING_AND_QUEEN_SWAPPED,
        Impossibility.BISHOP_AND_KNIGHT_SWAPPED,
        Impossibility.KNIGHT_AND_ROOK_SWAPPED,
        Impossibility.WRONG_SET_UP,
    }
)


@judges("clock_times_after_irregularity")
def clock_times(r: Reasoning) -> Ruling:
    """Who fixes the times after men are put back: the arbiter, by best judgement."""
    r.step("step.arbiter_sets_times", ("clock_times_after_irregularity", "who_sets_times"))
    if r.law.flag("clock_times_after_irregularity.may_leave_times_unchanged"):
        r.step("step.times_may_stay", ("clock_times_after_irregularity", "who_sets_times"))
    return r.ruling(Verdict.ARBITER_DISCRETION)


@judges("wrong_initial_position")
def wrong_initial_position(r: Reasoning) -> Ruling:
    """Men set up wrongly: a new game if found in time during the game."""
    if over := ruled_by_result(r):
        return over
    ref = ("wrong_initial_position", "pieces_misplaced")
    for problem in _setup_errors(r):
        r.step(f"impossible.{problem}")
    r.step("step.setup_wrong", ref)
    if _claim_limit_passed(r):
        return r.ruling(Verdict.CONTINUE)
    r.step("step.new_game", ref)
    r.now("now.stop_clock_call_arbiter")
    return r.ruling(Verdict.NEW_GAME)


@judges("board_turned")
def board_turned(r: Reasoning) -> Ruling:
    """Board the wrong way round: the position moves to a board that lies right."""
    if over := ruled_by_result(r):
        return over
    ref = ("board_turned", "orientation")
    if r.did(Act.LIGHT_SQUARE_ON_RIGHT):
        r.step("step.board_is_right", ("initial_position_setup", "setup"))
        return r.ruling(Verdict.CONTINUE)
    r.step("step.board_turned", ref)
    if r.did(Act.SETUP_WRONG):
        if r.law.text("board_turned.requires_only_error") == "unknown":
            r.doubt("doubt.only_error_not_seen")
        r.step("step.setup_wrong_too", ("wrong_initial_position", "pieces_misplaced"))
        if _claim_limit_passed(r):
            return r.ruling(Verdict.CONTINUE)
        r.step("step.new_game", ("wrong_initial_position", "pieces_misplaced"))
        return r.ruling(Verdict.NEW_GAME)
    if _claim_limit_passed(r, cure=Verdict.TRANSFER_BOARD):
        return r.ruling(Verdict.CONTINUE)
    r.step("step.transfer_board", ref)
    r.now("now.stop_clock_call_arbiter")
    return r.ruling(Verdict.TRANSFER_BOARD)


@judges("colours_reversed")
def colours_reversed(r: Reasoning) -> Ruling:
    """The wrong player has White: ten moves decide since 2017, the arbiter before."""
    if over := ruled_by_result(r):
        return over
    ref = ("colours_reversed", "wrong_player_white")
    if r.law.flag("colours_reversed.arbiter_may_override"):
        r.step("step.colours_continue_unless_arbiter", ref)
        return r.ruling(Verdict.CONTINUE_UNLESS_ARBITER)
    limit = r.law.number("colours_reversed.threshold_moves")
    black = _black_moves(r)
    if black is None:
        r.step("step.colours_depends_on_moves", ref, limit=limit)
        r.need("moves_played", ((f"< {limit}", Verdict.NEW_GAME), (f">= {limit}", Verdict.CONTINUE)))
        return r.ruling(Verdict.INFO)
    if black < limit:
        r.step("step.colours_new_game", ref, moves=black, limit=limit)
        r.now("now.stop_clock_call_arbiter")
        return r.ruling(Verdict.NEW_GAME)
    r.step("step.colours_go_on", ref, moves=black, limit=limit)
    return r.ruling(Verdict.CONTINUE)


@judges("displaced_pieces_by_player")
def displaced(r: Reasoning) -> Ruling:
    """A player knocked men over: own time, clock and arbiter if needed, punishment at discretion."""
    if over := ruled_by_result(r):
        return over
    topic = "displaced_pieces_by_player"
    aspect = r.case.ref.aspect
    if aspect == "punishment":
        r.step("step.displaced_may_punish", (topic, "punishment"))
        return r.ruling(Verdict.ARBITER_DISCRETION)
    if aspect == "clock_and_arbiter":
        r.step("step.displaced_stop_clock", (topic, "clock_and_arbiter"))
        r.step("step.displaced_own_time", (topic, "put_right"))
        r.now("now.stop_clock_call_arbiter")
        return r.ruling(Verdict.STOP_CLOCK_CALL_ARBITER)
    r.step("step.displaced_own_time", (topic, "put_right"))
    r.now("now.displaced")
    return r.ruling(Verdict.RESTORE_OWN_TIME)


@judges("pieces_found_displaced")
def found_displaced(r: Reasoning) -> Ruling:
    """Men found off their squares: back to the position before, or the last identifiable one."""
    if over := ruled_by_result(r):
        return over
    r.step("step.found_displaced", ("pieces_found_displaced", "go_back"))
    r.step("step.no_penalty_counted", ("pieces_found_displaced", "go_back"))
    r.step("step.arbiter_sets_times", ("clock_times_after_irregularity", "who_sets_times"))
    r.now("now.stop_clock_call_arbiter")
    return r.ruling(Verdict.RESTORE)


def _claim_limit_passed(r: Reasoning, *, cure: Verdict = Verdict.NEW_GAME) -> bool:
    """Whether it is too late for a set-up claim: only in rapid and blitz without full supervision."""
    if not r.unsupervised:
        return False
    limit = r.law.number(f"{r.tempo}.setup_claim_limit_moves")
    moves = r.fact("moves_played")
    ref = ("rapid_blitz_illegal_move", "setup_claim_limit")
    if moves is None:
        r.step("step.setup_limit_not_passed_assumed", ref, limit=limit)
        r.need("moves_played", ((f"< {limit}", cure), (f">= {limit}", Verdict.CONTINUE)))
        return False
    passed = int(moves) >= limit
    r.step(
        "step.setup_limit_passed" if passed else "step.setup_limit_open", ref, limit=limit, moves=int(moves)
    )
    return passed


def _black_moves(r: Reasoning) -> int | None:
    """How many moves Black has made, which ends the right to a new game."""
    if r.case.facts.black_moves is not None:
        return int(r.fact("black_moves"))
    if r.case.facts.moves_played is not None:
        return int(r.fact("moves_played"))
    if r.case.board.moves:
        black = sum(1 for m in r.case.board.moves if not m.color)
        r.note_fact("black_moves", str(black), Origin.READ)
        return black
    return None


def _setup_errors(r: Reasoning) -> list[Impossibility]:
    position = r.case.board.position
    return [p for p in position.impossible if p in _SETUP_ERRORS] if position else []
