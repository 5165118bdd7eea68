"""Board, set-up, colours and displaced men: 7.1-7.4 and 7.6 of 2017 and their older numbers."""

from __future__ import annotations

from dataclasses import replace

from kb.board.types import Impossibility, RepairKind
from kb.rules.acts import Act
from kb.rules.facts import Origin
from kb.rules.penalty import ruled_by_result
from kb.rules.reasoning import Reasoning
from kb.rules.registry import judges
from kb.rules.ruling import Ruling, Verdict

__all__ = ["SETUP_ERRORS", "claim_limit", "setup_errors"]

_LIMIT = ("rapid_blitz_illegal_move", "setup_claim_limit")
SETUP_ERRORS = frozenset(
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
    if over := _over(r):
        return over
    ref = ("wrong_initial_position", "pieces_misplaced")
    for problem in setup_errors(r):
        r.step(f"impossible.{problem}")
    r.step(
        "step.setup_wrong", r.basis("initial_position_setup", "setup", "wrong_initial_position.setup_clauses")
    )
    if _claim_limit_passed(r):
        r.step(f"step.no_castling_with.{r.law.text(f'{r.tempo}.misplaced_may_not_castle')}", _LIMIT)
        return r.ruling(Verdict.CONTINUE)
    r.step("step.new_game", ref)
    r.now("now.stop_clock_call_arbiter")
    return r.ruling(Verdict.NEW_GAME)


@judges("board_turned")
def board_turned(r: Reasoning) -> Ruling:
    """Board the wrong way round: the position moves to a board that lies right."""
    if over := _over(r):
        return over
    ref = ("board_turned", "orientation")
    laid = r.basis("initial_position_setup", "setup", "board_turned.orientation_clause")
    if r.did(Act.LIGHT_SQUARE_ON_RIGHT):
        r.step(
            "step.board_is_right",
            laid,
        )
        return r.ruling(Verdict.CONTINUE)
    r.step("step.board_turned", laid)
    if r.did(Act.SETUP_WRONG):
        r.doubt_about("turned_and_wrong_setup")
        r.step("step.setup_wrong_too", ("wrong_initial_position", "pieces_misplaced"))
        if _claim_limit_passed(r):
            return r.ruling(Verdict.CONTINUE)
        r.step("step.new_game", ("wrong_initial_position", "pieces_misplaced"))
        r.now("now.stop_clock_call_arbiter")
        return r.ruling(Verdict.NEW_GAME)
    if _claim_limit_passed(r, cure=Verdict.TRANSFER_BOARD):
        return r.ruling(Verdict.CONTINUE)
    r.step("step.transfer_board", ref)
    r.now("now.stop_clock_call_arbiter")
    return r.ruling(Verdict.TRANSFER_BOARD)


@judges("colours_reversed")
def colours_reversed(r: Reasoning) -> Ruling:
    """The wrong player has White: ten moves decide since 2017, the arbiter before."""
    if over := _over(r):
        return over
    ref = ("colours_reversed", "wrong_player_white")
    if r.law.flag("colours_reversed.arbiter_may_override"):
        r.step("step.colours_continue_unless_arbiter", ref)
        _say_claim_ended(r)
        return r.ruling(Verdict.CONTINUE_UNLESS_ARBITER)
    limit = r.law.number("colours_reversed.threshold_moves")
    least, most = _moves_of_both(r)
    if least >= limit:
        r.step("step.colours_go_on", ref, moves=least, limit=limit)
        return r.ruling(Verdict.CONTINUE)
    if most is not None and most < limit:
        r.step("step.colours_new_game", ref, moves=most, limit=limit)
        r.now("now.stop_clock_call_arbiter")
        return r.ruling(Verdict.NEW_GAME)
    r.step("step.colours_depends_on_moves", ref, limit=limit)
    r.need("moves_played", ((f"< {limit}", Verdict.NEW_GAME), (f">= {limit}", Verdict.CONTINUE)))
    return r.ruling(Verdict.INFO)


def claim_limit(r: Reasoning) -> Ruling:
    """Until when a set-up claim may be made in fast play: in general, or for the moves played."""
    if over := _over(r):
        return over
    if _moves_of_both(r)[1] is not None:
        return board_turned(r) if r.did(Act.BOARD_TURNED) else wrong_initial_position(r)
    r.step("step.setup_limit", _LIMIT, limit=r.law.number("rapid.setup_claim_limit_moves"))
    return r.ruling(Verdict.INFO)


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
    r.step("step.displaced_stop_clock", (topic, "clock_and_arbiter"))
    r.step("step.displaced_may_punish", (topic, "punishment"))
    _say_claim_ended(r)
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
    _say_claim_ended(r)
    r.now("now.stop_clock_call_arbiter")
    return r.ruling(Verdict.RESTORE)


def _over(r: Reasoning) -> Ruling | None:
    """Return the ruling that the result is kept, also where the words tell how the game ended."""
    if r.case.facts.game_over is None and r.did(Act.MATE_ON_BOARD, Act.STALEMATE, Act.RESIGNED):
        r.case = replace(r.case, facts=replace(r.case.facts, game_over=True))
        r.note_fact("game_over", "true", Origin.STATED)
    return ruled_by_result(r)


def _claim_limit_passed(r: Reasoning, *, cure: Verdict = Verdict.NEW_GAME) -> bool:
    """Whether it is too late for a set-up claim: only in rapid and blitz without full supervision."""
    if not r.unsupervised:
        return False
    limit = r.law.number(f"{r.tempo}.setup_claim_limit_moves")
    least, most = _moves_of_both(r)
    if least >= limit:
        r.step("step.setup_limit_passed", _LIMIT, limit=limit, moves=least)
        return True
    if most is not None and most < limit:
        r.step("step.setup_limit_open", _LIMIT, limit=limit, moves=most)
        return False
    r.step("step.setup_limit_not_passed_assumed", _LIMIT, limit=limit)
    r.need("moves_played", ((f"< {limit}", cure), (f">= {limit}", Verdict.CONTINUE)))
    return False


def _say_claim_ended(r: Reasoning) -> None:
    """Say that the player can no longer claim it, where a text ends that right with the next touch."""
    if r.unsupervised and r.law.texts(f"{r.tempo}.claims_end_clause"):
        basis = r.basis("rapid_blitz_illegal_move", "not_claimed", f"{r.tempo}.claims_end_clause")
        r.step("step.claim_ends_by_touching", basis)


def _moves_of_both(r: Reasoning) -> tuple[int, int | None]:
    """Return the least and the most moves that both players can have made; the most may be unknown."""
    white, black = r.case.facts.white_moves, r.case.facts.black_moves
    if white is not None or black is not None:
        r.fact("white_moves")
        r.fact("black_moves")
        if white is None or black is None:
            # White is never behind Black, and at most one move ahead.
            known = white if white is not None else black
            assert known is not None
            return (max(known - 1, 0), known) if black is None else (known, known)
        return min(white, black), min(white, black)
    if r.case.facts.moves_played is not None:
        moves = int(r.fact("moves_played"))
        return moves, moves
    played = _moves_on_board(r)
    if played is None:
        return 0, None
    r.note_fact("black_moves", str(played), Origin.READ)
    return played, played


def _moves_on_board(r: Reasoning) -> int | None:
    """Return how many moves Black has made by the end of the game read, if it is known from move 1."""
    game = r.case.board.games[0] if r.case.board.games else None
    if game is None or not game.moves:
        return None
    if game.start is not None and any(x.kind is RepairKind.COUNTERS_ASSUMED for x in game.start.repairs):
        return None
    return game.first_number - 1 + sum(not m.color for m in game.moves)


def setup_errors(r: Reasoning) -> list[Impossibility]:
    """Return what was wrong with the set-up, as far as a position or the start of the moves shows it."""
    starts = [game.start for game in r.case.board.games[:1]]
    positions = [p for p in (r.case.board.position, *starts) if p is not None]
    return list(dict.fromkeys(error for p in positions for error in p.impossible if error in SETUP_ERRORS))
