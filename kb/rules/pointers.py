"""Topics of other articles: what can be ruled on from the facts, else where the rule stands."""

from __future__ import annotations

from kb.laws.topics import Scope
from kb.rules.ending import ended_on
from kb.rules.facts import Party
from kb.rules.illegal import nothing_illegal
from kb.rules.incident import last_board
from kb.rules.material import cannot_mate_with, read_material
from kb.rules.mating import prove
from kb.rules.penalty import offender_colour
from kb.rules.reasoning import Reasoning
from kb.rules.registry import judges
from kb.rules.ruling import Ruling, Verdict

__all__ = ["is_pointer", "point_elsewhere"]

_RESIGNED = ("resignation", "resigning")


def is_pointer(r: Reasoning) -> bool:
    """Whether the topic stands in another article that no text here holds."""
    return r.topics[r.case.ref.topic].scope is Scope.POINTER


def point_elsewhere(r: Reasoning) -> Ruling:
    """Say that the Laws treat it in another article, and where."""
    r.step("step.pointer", (r.case.ref.topic, r.case.ref.aspect))
    return r.ruling(Verdict.OTHER_ARTICLE)


@judges("illegal_move_definition", "castling", "en_passant")
def movement(r: Reasoning) -> Ruling:
    """How men move: moves that are given are judged one by one; an illegal one is a case of its own."""
    return nothing_illegal(r) or point_elsewhere(r)


@judges("clock_same_hand")
def same_hand(r: Reasoning) -> Ruling:
    """Moving with one hand and pressing with the other: a breach, but not an illegal move."""
    r.step("step.same_hand", ("clock_same_hand", "same_hand"))
    r.step("step.penalties_list", ("penalties_list", "list"))
    return r.ruling(Verdict.OTHER_ARTICLE)


@judges("move_made_vs_completed")
def made_and_completed(r: Reasoning) -> Ruling:
    """A reply is allowed once the move is made; the press must still be allowed."""
    r.step("step.reply_before_press", ("move_made_vs_completed", "reply_before_press"))
    return r.ruling(Verdict.OTHER_ARTICLE)


@judges("stopping_clock")
def stopping_clock(r: Reasoning) -> Ruling:
    """The clock may be stopped only to get the arbiter's help."""
    r.step("step.stop_for_arbiter_only", ("stopping_clock", "call_arbiter"))
    r.now("now.stop_clock_call_arbiter")
    return r.ruling(Verdict.OTHER_ARTICLE)


@judges("resignation")
def resignation(r: Reasoning) -> Ruling:
    """Resigning loses, unless the game was over; since 2023 it draws where the opponent cannot mate."""
    board = last_board(r.case.board)
    if board is not None and (over := ended_on(r, board)):
        r.step("step.resignation_void", _RESIGNED)
        return r.ruling(over.verdict)
    r.step("step.resigning_loses", _RESIGNED)
    exception = r.law.flag("game_end.resignation_draw_exception")
    if exception:
        r.step("step.resigning_draws_if_no_mate", _RESIGNED)
    can_mate = _winner_can_mate(r)
    if can_mate is None:
        return r.ruling(Verdict.OTHER_ARTICLE)
    drawn = exception and not can_mate
    if drawn:
        r.step("step.drawn_cannot_mate", _RESIGNED)
    return r.ruling(Verdict.DRAW if drawn else Verdict.LOSS)


def _winner_can_mate(r: Reasoning) -> bool | None:
    """Whether the opponent of the player who resigned can mate; ``None`` where nothing tells."""
    board, resigned = last_board(r.case.board), offender_colour(r)
    if board is not None and resigned is not None:
        return prove(r, board, not resigned)
    if board is not None:
        white, black = prove(r, board, True), prove(r, board, False)
        return white if white == black else None
    words = r.fact("opponent_material") if r.case.facts.offender is not Party.OPPONENT else None
    material = read_material(words) if words else None
    return False if material is not None and cannot_mate_with(material, None) else None
