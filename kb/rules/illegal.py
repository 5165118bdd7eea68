"""Illegal moves, pawns left unpromoted, kings captured: 7.5 of 2017 and its older and faster forms."""

from __future__ import annotations

import chess

from kb.board.touch import legal_replacements
from kb.board.types import ReadGame, ReadMove
from kb.rules.acts import Act
from kb.rules.facts import Origin, Party, TimeControl
from kb.rules.penalty import Cure, completed, offender_colour, penalise, replied, ruled_by_result, too_late
from kb.rules.reasoning import Reasoning, fen_of
from kb.rules.registry import judges
from kb.rules.ruling import Ruling, Verdict
from kb.rules.saying import piece_on, why_illegal

__all__ = ["illegal_move", "promotion_not_replaced"]


@judges("illegal_move_restoration")
def illegal_move(r: Reasoning) -> Ruling:
    """An illegal move was played: restore, replace under touch-move, penalise."""
    if over := ruled_by_result(r):
        return over
    if (
        r.case.ref.aspect == "when_completed"
        and r.case.facts.clock_pressed is None
        and not r.case.board.moves
    ):
        completed(r)
        return r.ruling(Verdict.INFO)
    _say_why_illegal(r)
    if not completed(r):
        return _not_yet(r)
    if too_late(r):
        return r.ruling(Verdict.STANDS)
    board = _restore(r)
    return penalise(r, Cure.RESTORE, board=board)


@judges("illegal_move_penalty")
def penalty(r: Reasoning) -> Ruling:
    """How many illegal moves lose, what each costs, which acts count."""
    if r.case.ref.aspect == "what_counts":
        r.step("step.what_counts", ("illegal_move_penalty", "what_counts"))
        _doubt_2017_counters(r)
        return r.ruling(Verdict.INFO)
    if r.case.facts.offence_number is not None:
        if over := ruled_by_result(r):
            return over
        return illegal_move(r)
    return _scale_in_general(r)


@judges("rapid_blitz_illegal_move")
def fast_illegal_move(r: Reasoning) -> Ruling:
    """Illegal moves in rapid and blitz; supervision; limits on set-up claims."""
    aspect = r.case.ref.aspect
    topic = "rapid_blitz_illegal_move"
    if aspect == "supervision":
        r.step("step.supervision", (topic, "supervision"))
        return r.ruling(Verdict.INFO)
    if aspect == "setup_claim_limit":
        r.step(
            "step.setup_limit",
            (topic, "setup_claim_limit"),
            limit=r.law.number("rapid.setup_claim_limit_moves"),
        )
        return r.ruling(Verdict.INFO)
    if aspect == "not_claimed" and r.case.facts.opponent_moved is None and not r.case.board.moves:
        r.note_fact("opponent_moved", "true", Origin.STATED)
        if r.unsupervised:
            r.step("step.too_late_claimed", (topic, "not_claimed"))
            r.now("now.both_may_agree")
            return r.ruling(Verdict.STANDS)
    return illegal_move(r)


@judges("draw_exception")
def draw_exception(r: Reasoning) -> Ruling:
    """The count would lose the game, but the opponent cannot mate."""
    if over := ruled_by_result(r):
        return over
    if r.case.facts.offence_number is not None or r.case.facts.opponent_material is not None:
        return penalise(r, Cure.RESTORE, board=_last_board(r))
    ref = ("draw_exception", "opponent_cannot_mate")
    if r.law.flag("illegal_move.draw_exception"):
        r.step("step.drawn_cannot_mate", ref)
        return r.ruling(Verdict.DRAW)
    r.step("step.no_exception", ref)
    return r.ruling(Verdict.LOSS)


@judges("promotion_not_replaced")
def promotion_not_replaced(r: Reasoning) -> Ruling:
    """A pawn was left on the last rank and the clock pressed."""
    if over := ruled_by_result(r):
        return over
    ref = ("promotion_not_replaced", "pawn_left")
    r.step("step.pawn_left", ref)
    if not completed(r):
        return _not_yet(r)
    if too_late(r):
        return r.ruling(Verdict.STANDS)
    if not r.law.flag("illegal_move.promotion_auto_queen"):
        r.step("step.pawn_restore", ref)
        return penalise(r, Cure.RESTORE, board=_restore(r))
    r.step("step.pawn_queen", ref)
    return penalise(r, Cure.QUEEN, board=_with_queen(r))


@judges("king_capture")
def king_capture(r: Reasoning) -> Ruling:
    """A king was taken, or both kings stand in check."""
    if over := ruled_by_result(r):
        return over
    if r.case.ref.aspect == "both_kings_in_check":
        return _both_kings(r)
    r.step("step.king_taken", ("king_capture", "king_taken"))
    if r.case.facts.offender is Party.BOTH:
        r.step("step.both_offended", ("illegal_move_restoration", "go_back"))
    if not completed(r):
        return _not_yet(r)
    if too_late(r):
        return r.ruling(Verdict.STANDS)
    r.now("now.claim_instead_of_taking")
    return penalise(r, Cure.RESTORE, board=_restore(r))


def _both_kings(r: Reasoning) -> Ruling:
    ref = ("king_capture", "both_kings_in_check")
    if not r.unsupervised:
        r.step("step.both_kings_standard", ref)
        _restore(r)
        return penalise(r, Cure.RESTORE, board=_last_board(r))
    rule = r.law.text("king_capture.both_kings_fast_rule")
    r.step(f"step.both_kings.{rule}", ref)
    if rule.startswith("wait"):
        return r.ruling(Verdict.WAIT_NEXT_MOVE)
    if rule == "none_found" or (rule.endswith("rapid_only") and r.tempo is TimeControl.BLITZ):
        r.now("now.claim_before_moving")
        return r.ruling(Verdict.CLAIM_NEEDED)
    return r.ruling(Verdict.ARBITER_MUST_ACT)


def _scale_in_general(r: Reasoning) -> Ruling:
    if r.tempo is TimeControl.STANDARD:
        scale = r.law.texts("illegal_move.penalties_standard")
        source = ("illegal_move_penalty", "how_many")
    else:
        kind = "unsupervised" if r.unsupervised else "supervised"
        scale = r.law.texts(f"illegal_move.penalties_{r.tempo}_{kind}")
        source = (
            ("rapid_blitz_illegal_move", str(r.tempo))
            if r.unsupervised
            else ("illegal_move_penalty", "how_many")
        )
    if scale[0] == "loss":
        r.step("step.loss_at_once", source)
        return r.ruling(Verdict.LOSS)
    r.step("step.scale", source, n=1 if scale[0].startswith("1min") else 2, losing=len(scale))
    if r.law.flag("illegal_move.draw_exception"):
        r.step("step.exception_exists", ("draw_exception", "opponent_cannot_mate"))
    _doubt_2017_counters(r)
    return r.ruling(Verdict.LOSS_AT_2ND if len(scale) == 2 else Verdict.LOSS_AT_3RD)


def _doubt_2017_counters(r: Reasoning) -> None:
    if not r.law.flag("illegal_move.counts_shared_by_text"):
        r.doubt("doubt.separate_counters")


def _not_yet(r: Reasoning) -> Ruling:
    r.step("step.may_take_back", ("touch_move", "own_piece"))
    r.now("now.play_legal_move")
    return r.ruling(Verdict.NO_OFFENCE)


def _say_why_illegal(r: Reasoning) -> None:
    move = _illegal_ply(r)
    if move is None or move.illegal is None:
        if r.did(Act.KING_LEFT_IN_CHECK):
            r.step("step.king_left_in_check", ("illegal_move_definition", "definition"))
        else:
            r.step("step.illegal_move", ("illegal_move_definition", "definition"))
        return
    r.step(
        "step.move_illegal",
        ("illegal_move_definition", "definition"),
        move=move.text,
        why=why_illegal(move.illegal),
    )
    later = len(r.case.board.moves) - 1 - move.ply
    if later:
        r.note_fact("moves_since", str(later), Origin.READ)


def _restore(r: Reasoning) -> chess.Board | None:
    """Say that the position is restored and how the illegal move is replaced; return that position."""
    note = r.step if r.unsupervised else r.settle
    note("step.restore", ("illegal_move_restoration", "go_back"))
    if replied(r):
        r.step("step.any_time", ("illegal_move_restoration", "go_back"))
    game, move = _game(r), _illegal_ply(r)
    if game is None or move is None or game.start is None:
        r.step("step.touch_applies", ("illegal_move_restoration", "go_back"))
        return None
    board = game.board_before(move.ply)
    r.restored = fen_of(board)
    if move.from_square is not None:
        legal = legal_replacements(board, move.from_square, _captured(board, move))
        r.replacements = tuple(board.san(m) for m in legal)
        piece = board.piece_at(move.from_square)
        bound = bool(legal) and all(m.from_square == move.from_square for m in legal)
        said = "step.touched_must_move" if bound else "step.touched_cannot_move"
        if piece is not None:
            r.step(said, ("touch_move", "own_piece"), piece=piece_on(piece.piece_type, move.from_square))
    return board


def _with_queen(r: Reasoning) -> chess.Board | None:
    """Return the position after the pawn left on the last rank has become a queen."""
    game, move = _game(r), _illegal_ply(r)
    if (
        game is None
        or move is None
        or not move.promotion_missing
        or move.from_square is None
        or game.start is None
    ):
        return None
    assert move.to_square is not None
    board = game.board_before(move.ply)
    queening = chess.Move(move.from_square, move.to_square, promotion=chess.QUEEN)
    if queening not in board.legal_moves:
        return None
    board.push(queening)
    r.restored = fen_of(board)
    return board


def _captured(board: chess.Board, move: ReadMove) -> chess.Square | None:
    """Return the square of the enemy man the illegal move took, which was touched too."""
    if move.to_square is None:
        return None
    target = board.piece_at(move.to_square)
    mine = target is not None and target.color == move.color
    return move.to_square if target is not None and not mine and target.piece_type != chess.KING else None


def _game(r: Reasoning) -> ReadGame | None:
    return r.case.board.games[0] if r.case.board.games else None


def _illegal_ply(r: Reasoning) -> ReadMove | None:
    game = _game(r)
    if game is None or game.first_illegal is None:
        return None
    return game.moves[game.first_illegal]


def _last_board(r: Reasoning) -> chess.Board | None:
    """Return the position a penalty is judged on when nothing is to be restored from a game."""
    game = _game(r)
    if game is not None and game.start is not None:
        return game.board_before(game.first_illegal if game.first_illegal is not None else len(game.moves))
    position = r.case.board.position
    known = position is not None and offender_colour(r) is not None
    return position.board() if position is not None and known else None
