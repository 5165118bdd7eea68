"""The judge: one case, one edition, one ruling; and the same case under every edition."""

from __future__ import annotations

from dataclasses import replace

import chess

from kb.laws.editions import Edition, Editions
from kb.laws.topics import Scope, Topics
from kb.rules import conduct, ending, illegal, setup
from kb.rules.acts import Act
from kb.rules.penalty import prove
from kb.rules.reasoning import Case, Reasoning, fen_of
from kb.rules.registry import JUDGES
from kb.rules.ruling import Ruling, Verdict
from kb.rules.situation import SIGNAL, at_stake

__all__ = ["judge", "judge_all"]

_FAMILIES = (conduct, ending, illegal, setup)  # importing them registers their judges
_ENDED_BY_BOARD = frozenset(
    {
        "dead_position",
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
    seen = at_stake(case)
    r = Reasoning(seen, law, topics)
    if seen.ref == SIGNAL:
        r.step("step.board_signal")
        return replace(r.ruling(Verdict.OUT_OF_SCOPE), asked=case.ref)
    if r.did(Act.LOCAL_RULE_MENTIONED):
        r.step("step.local_rule")
        r.step(
            f"step.fide_rule.{seen.ref.topic}" if seen.ref.topic == "flag_fall" else "step.fide_rule",
            _ref(seen),
        )
        return r.ruling(Verdict.LOCAL_RULE)
    if topics[seen.ref.topic].scope is Scope.POINTER:
        r.step("step.pointer", _ref(seen))
        return r.ruling(Verdict.OTHER_ARTICLE)
    if ended := _already_over(r):
        return ended
    if r.did(Act.ARBITER_ASKED_TO_STEP_IN):
        return _who_acts(r)
    return JUDGES[seen.ref.topic](r)


def judge_all(case: Case, editions: Editions, topics: Topics) -> dict[str, Ruling]:
    """Rule on a case under every edition, oldest first."""
    return {law.id: judge(case, law, topics) for law in editions}


def _ref(case: Case) -> tuple[str, str]:
    return case.ref.topic, case.ref.aspect


def _already_over(r: Reasoning) -> Ruling | None:
    """Rule that mate, stalemate or a dead position had ended the game before the incident."""
    if r.case.ref.topic not in _ENDED_BY_BOARD or not (r.case.board.position or r.case.board.games):
        return None
    board = _before_incident(r)
    if board is None:
        return None
    if board.is_checkmate():
        r.restored = fen_of(board)
        r.step("step.mate_ends_game", ("mate_after_illegal", "mate_ends_game"))
        return r.ruling(Verdict.GAME_OVER_MATE, topic=("mate_after_illegal", "mate_ends_game"))
    if board.is_stalemate():
        r.restored = fen_of(board)
        r.step("step.stalemate", ("dead_position", "stalemate"))
        return r.ruling(Verdict.GAME_OVER_DRAW, topic=("dead_position", "stalemate"))
    if prove(r, board, chess.WHITE) is False and prove(r, board, chess.BLACK) is False:
        r.restored = fen_of(board)
        r.step("step.dead", ("dead_position", "dead"))
        return r.ruling(Verdict.GAME_OVER_DRAW, topic=("dead_position", "dead"))
    r.mating = None
    return None


def _before_incident(r: Reasoning) -> chess.Board | None:
    """Return the last position reached by legal moves alone, or nothing where the board is impossible."""
    game = r.case.board.games[0] if r.case.board.games else None
    if game is not None and game.start is not None:
        if game.start.impossible:
            return None
        return game.board_before(game.first_illegal if game.first_illegal is not None else len(game.moves))
    position = r.case.board.position
    return position.board() if position is not None and not position.impossible else None


def _who_acts(r: Reasoning) -> Ruling:
    """Say whether the arbiter steps in unasked or only on a claim."""
    if not r.unsupervised:
        r.step("step.arbiter_acts", ("illegal_move_penalty", "how_many"))
        return r.ruling(Verdict.ARBITER_MUST_ACT)
    ref = ("rapid_blitz_illegal_move", str(r.tempo))
    if r.law.text(f"{r.tempo}.who_acts") == "arbiter_or_claim_before_reply":
        r.step("step.arbiter_acts_before_reply", ref)
        return r.ruling(Verdict.ARBITER_MUST_ACT)
    r.step("step.claim_only", ref)
    r.now("now.claim_before_moving")
    return r.ruling(Verdict.CLAIM_NEEDED)
