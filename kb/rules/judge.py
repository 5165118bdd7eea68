"""The judge: one case, one edition, one ruling; and the same case under every edition."""

from __future__ import annotations

from dataclasses import replace

from kb.laws.editions import Edition, Editions
from kb.laws.topics import Topics
from kb.messages import msg
from kb.rules import conduct, ending, illegal, kings, pointers, promotion, setup, touching
from kb.rules.acts import Act
from kb.rules.ending import already_over
from kb.rules.illegal import who_acts
from kb.rules.pointers import is_pointer, point_elsewhere
from kb.rules.reasoning import Case, Reasoning
from kb.rules.registry import JUDGES
from kb.rules.ruling import Ruling, Verdict
from kb.rules.situation import SIGNAL, at_stake

__all__ = ["judge", "judge_all"]

# Importing them registers their judges.
_FAMILIES = (conduct, ending, illegal, kings, pointers, promotion, setup, touching)
# Stepping in unasked is about offences; of the set-up, displaced men and the clocks their own clauses speak.
_OFFENCES = frozenset(
    {
        "clock_without_move",
        "illegal_move_definition",
        "illegal_move_penalty",
        "illegal_move_restoration",
        "king_capture",
        "promotion_not_replaced",
        "rapid_blitz_illegal_move",
        "two_hands",
    }
)
_ENDED_BY_BOARD = frozenset(
    {
        "draw_exception",
        "illegal_move_penalty",
        "illegal_move_restoration",
        "king_capture",
        "pieces_found_displaced",
        "promotion_not_replaced",
        "rapid_blitz_illegal_move",
    }
)


def judge(case: Case, law: Edition, topics: Topics) -> Ruling:
    """Rule on a case under one edition.

    Reasons in an arbiter's order: what happened, is the game already over, is it too late, what is
    restored, which piece must move, what does it cost.  Does not promise that the facts are true.
    """
    r = Reasoning(case, law, topics)
    r.case = at_stake(r)
    topic = r.case.ref.topic
    if r.case.ref == SIGNAL:
        r.step("step.board_signal")
        return replace(r.ruling(Verdict.OUT_OF_SCOPE), asked=case.ref)
    if r.did(Act.LOCAL_RULE_MENTIONED):
        return _local_rule(r)
    if is_pointer(r):
        return JUDGES.get(topic, point_elsewhere)(r)
    if topic in _ENDED_BY_BOARD and (ended := already_over(r)):
        return ended
    if r.did(Act.ARBITER_ASKED_TO_STEP_IN) and topic in _OFFENCES:
        return who_acts(r)
    return JUDGES[topic](r)


def judge_all(case: Case, editions: Editions, topics: Topics) -> dict[str, Ruling]:
    """Rule on a case under every edition, oldest first."""
    return {law.id: judge(case, law, topics) for law in editions}


def _local_rule(r: Reasoning) -> Ruling:
    """Say that a club or event rule decides, and what the Laws themselves say."""
    r.step("step.local_rule")
    topic = r.case.ref.topic
    if topic == "flag_fall":
        r.step("step.fide_rule.flag_fall", (topic, r.case.ref.aspect))
    by_the_laws = JUDGES.get(topic, point_elsewhere)(r).verdict
    r.step("step.fide_rule", verdict=msg(f"verdict.{by_the_laws}"))
    return r.ruling(Verdict.LOCAL_RULE)
