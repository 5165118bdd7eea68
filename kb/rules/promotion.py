"""Promotion: a pawn left on the last rank, and the way a promotion is carried out."""

from __future__ import annotations

from dataclasses import replace

import chess

from kb.board.types import Impossibility
from kb.rules.acts import Act
from kb.rules.illegal import illegal_move, offence
from kb.rules.kings import standing_irregularity
from kb.rules.penalty import (
    Completion,
    Cure,
    completion,
    costs_the_game,
    penalise,
    replied,
    ruled_by_result,
    too_late,
)
from kb.rules.reasoning import Reasoning, fen_of
from kb.rules.registry import judges
from kb.rules.ruling import Ruling, Verdict

__all__ = ["choice_final"]

_DEFINITION = ("illegal_move_definition", "definition")
_LEFT = ("promotion_not_replaced", "pawn_left")


@judges("promotion_not_replaced")
def promotion_not_replaced(r: Reasoning) -> Ruling:
    """A pawn was left on the last rank and the clock pressed."""
    if over := ruled_by_result(r):
        return over
    found = r.incident
    if found is not None and _pawn(r) is None:
        # The pawn could not go there at all: an ordinary illegal move.
        return illegal_move(r)
    if r.case.facts.clock_pressed is False and not replied(r):
        r.fact("clock_pressed")
        r.step("step.may_still_promote", ("promotion_other", "procedure"))
        r.now("now.promote_then_press")
        return r.ruling(Verdict.NO_OFFENCE)
    r.step("step.pawn_left", _LEFT)
    if not r.law.flag("illegal_move.promotion_auto_queen"):
        r.step("step.pawn_restore", _LEFT)
    done = completion(r, made=False)
    if r.unsupervised and replied(r):
        after = found.after if found is not None else None
        standing = bool(_last_rank_pawns(after)) if after is not None else None
        if waiting := standing_irregularity(r, standing=standing):
            return waiting
        if too_late(r):
            return r.ruling(Verdict.STANDS)
    if done is Completion.PLAYED_ON or not r.law.flag("illegal_move.promotion_auto_queen"):
        return offence(r, done)
    r.step("step.pawn_queen", _LEFT)
    board = _with_queen(r)
    if not costs_the_game(r):
        r.step("step.arbiter_sets_times", ("clock_times_after_irregularity", "who_sets_times"))
    if board is not None and not any(board.legal_moves):
        r.doubt("doubt.queen_ends_game")
    return penalise(r, Cure.QUEEN, board=board)


@judges("promotion_other")
def promotion_other(r: Reasoning) -> Ruling:
    """The way a promotion is carried out: upturned rook, missing queen, change of mind."""
    if over := ruled_by_result(r):
        return over
    aspect = r.case.ref.aspect
    ref = ("promotion_other", aspect)
    if r.did(Act.PIECE_CHANGED_AFTER_TOUCHING_SQUARE) or aspect == "choice_final":
        return choice_final(r)
    if aspect == "upturned_rook":
        r.step("step.upturned_rook", ref)
        if r.did(Act.ROOK_MOVED_DIAGONALLY):
            r.step("step.rook_moved_diagonally", r.basis(*_DEFINITION, "movement.rook"))
            # The moves counted are those since the promotion, which itself was in order.
            r.case = replace(r.case, facts=replace(r.case.facts, moves_since=None))
            return offence(r)
        r.now("now.stop_clock_ask_for_queen")
        return r.ruling(Verdict.NO_OFFENCE)
    if aspect == "missing_piece":
        r.step("step.missing_piece", ref)
        r.now("now.stop_clock_ask_for_queen")
        return r.ruling(Verdict.STOP_CLOCK_CALL_ARBITER)
    r.step("step.promotion_procedure", ref)
    if r.did(Act.TOUCHED_ANOTHER_PIECE):
        r.step("step.no_valid_promotion", ref)
        restored = offence(Reasoning(r.case, r.law, r.topics)).verdict
        r.need("touched_first", (("pawn", restored), ("other piece", restored)))
        return r.ruling(Verdict.ASK_TOUCHED_FIRST)
    return r.ruling(Verdict.NO_OFFENCE)


def choice_final(r: Reasoning) -> Ruling:
    """When the choice of piece is final; with a position, what the first choice leads to."""
    topic = ("promotion_other", "choice_final")
    if not r.law.text("promotion_other.choice_final_clause"):
        r.step("step.choice_final_when_released", r.basis(*topic, "promotion_other.made_clause"))
        return r.ruling(Verdict.NO_OFFENCE)
    r.step("step.choice_final_when_touched", topic)
    queened = _only_queening(r)
    if queened is not None and queened.is_stalemate():
        r.restored = fen_of(queened)
        r.step("step.stalemate", ("dead_position", "stalemate"))
        return r.ruling(Verdict.DRAW)
    return r.ruling(Verdict.INFO)


def _only_queening(r: Reasoning) -> chess.Board | None:
    """Return the position with a queen, if exactly one pawn can promote."""
    position, found = r.case.board.position, r.incident
    board = position.board() if position is not None else found.before if found is not None else None
    if board is None:
        return None
    moves = [m for m in board.legal_moves if m.promotion == chess.QUEEN]
    if len(moves) != 1:
        return None
    board.push(moves[0])
    return board


def _pawn(r: Reasoning) -> chess.Move | None:
    """Return the pawn's move with a queen, if it would have been legal with one."""
    found = r.incident
    if found is None or found.before is None or not found.move.promotion_missing:
        return None
    move = found.move
    if move.from_square is None or move.to_square is None:
        return None
    queening = chess.Move(move.from_square, move.to_square, promotion=chess.QUEEN)
    return queening if queening in found.before.legal_moves else None


def _with_queen(r: Reasoning) -> chess.Board | None:
    """Return the position after the pawn left on the last rank has become a queen."""
    queening, found = _pawn(r), r.incident
    if queening is not None and found is not None and found.before is not None:
        board = found.before.copy(stack=False)
        board.push(queening)
    else:
        given = _given_with_pawn(r)
        if given is None:
            return None
        board = given
    r.restored = fen_of(board)
    return board


def _given_with_pawn(r: Reasoning) -> chess.Board | None:
    """Return the position given, a single pawn on its last rank turned into a queen."""
    position = r.case.board.position
    if (
        r.incident is not None
        or position is None
        or Impossibility.PAWN_ON_LAST_RANK not in position.impossible
    ):
        return None
    board = position.board()
    squares = _last_rank_pawns(board)
    if len(squares) != 1:
        return None
    pawn = board.piece_at(squares[0])
    assert pawn is not None
    board.set_piece_at(squares[0], chess.Piece(chess.QUEEN, pawn.color))
    board.turn = not pawn.color
    return board


def _last_rank_pawns(board: chess.Board) -> list[chess.Square]:
    return [s for s in (*range(8), *range(56, 64)) if board.piece_type_at(s) == chess.PAWN]
