"""Ends of the game that decide irregularities: mate, stalemate, dead position, flag fall."""

from __future__ import annotations

import chess

from kb.rules.acts import Act
from kb.rules.facts import Party
from kb.rules.illegal import illegal_move
from kb.rules.material import cannot_mate_with, read_material
from kb.rules.penalty import prove
from kb.rules.reasoning import Reasoning, fen_of
from kb.rules.registry import judges
from kb.rules.ruling import Ruling, Verdict

__all__ = ["last_board", "mate_after_illegal"]


@judges("mate_after_illegal")
def mate_after_illegal(r: Reasoning) -> Ruling:
    """Mate ends the game if the mating move itself was legal, whatever came before."""
    ref = ("mate_after_illegal", "mate_ends_game")
    if r.did(Act.MATE_BY_ILLEGAL_MOVE):
        r.step("step.mate_not_legal", ref)
        return illegal_move(r)
    r.step("step.mate_ends_game", ref)
    if r.did(Act.SETUP_WRONG):
        r.step("step.setup_claim_dead", ("wrong_initial_position", "pieces_misplaced"))
    r.now("now.result_stands")
    board = last_board(r)
    if board is not None:
        r.restored = fen_of(board)
    return r.ruling(Verdict.GAME_OVER_MATE)


@judges("dead_position")
def dead_position(r: Reasoning) -> Ruling:
    """Neither side can mate, or the side to move is stalemated: drawn at once."""
    if r.case.ref.aspect == "stalemate":
        r.step("step.stalemate", ("dead_position", "stalemate"))
        return r.ruling(Verdict.GAME_OVER_DRAW)
    ref = ("dead_position", "dead")
    board = last_board(r)
    if board is None:
        r.step("step.dead_in_general", ref)
        return r.ruling(Verdict.GAME_OVER_DRAW)
    white, black = prove(r, board, chess.WHITE), prove(r, board, chess.BLACK)
    if white is False and black is False:
        r.step("step.dead", ref)
        return r.ruling(Verdict.GAME_OVER_DRAW)
    if white is None or black is None:
        r.doubt("doubt.undetermined")
        return r.ruling(Verdict.INFO)
    r.step("step.not_dead", ref)
    return r.ruling(Verdict.CONTINUE)


@judges("flag_fall")
def flag_fall(r: Reasoning) -> Ruling:
    """Out of time: lost, unless the opponent cannot mate by any series of legal moves."""
    if r.case.ref.aspect == "both_flags" or r.did(Act.BOTH_FLAGS) or r.case.facts.flag is Party.BOTH:
        r.step("step.both_flags", ("flag_fall", "both_flags"))
        return r.ruling(Verdict.OTHER_ARTICLE)
    ref = ("flag_fall", "loss_or_draw")
    r.step("step.flag_fell", ref)
    board, flagged = last_board(r), _flagged(r)
    if board is not None:
        return _flag_on_board(r, board, flagged)
    words = r.fact("opponent_material")
    material = read_material(words) if words and r.case.facts.flag is not Party.OPPONENT else None
    if material is not None and cannot_mate_with(material, None):
        r.step("step.flag_draw", ref)
        return r.ruling(Verdict.DRAW)
    r.step("step.flag_loss", ref)
    return r.ruling(Verdict.LOSS)


def last_board(r: Reasoning) -> chess.Board | None:
    """Return the position the question ends with: after the last move read, else as given."""
    game = r.case.board.games[0] if r.case.board.games else None
    if game is not None and game.start is not None:
        return game.board_before(len(game.moves))
    position = r.case.board.position
    return position.board() if position else None


def _flagged(r: Reasoning) -> chess.Color | None:
    flag = r.fact("flag")
    if flag in {Party.WHITE, Party.BLACK}:
        return bool(flag is Party.WHITE)
    return None


def _flag_on_board(r: Reasoning, board: chess.Board, flagged: chess.Color | None) -> Ruling:
    ref = ("flag_fall", "loss_or_draw")
    if board.is_checkmate() or flagged is None:
        return _flag_without_colour(r, board)
    wins = prove(r, board, not flagged)
    if wins is None:
        r.doubt("doubt.undetermined")
        return r.ruling(Verdict.LOSS)
    if wins:
        r.step("step.flag_loss", ref)
        return r.ruling(Verdict.LOSS)
    proof = r.mating
    if prove(r, board, flagged) is False:
        r.mating = proof
        r.step("step.dead", ("dead_position", "dead"))
        return r.ruling(Verdict.GAME_OVER_DRAW, topic=("dead_position", "dead"))
    r.mating = proof
    r.step("step.flag_draw", ref)
    return r.ruling(Verdict.DRAW)


def _flag_without_colour(r: Reasoning, board: chess.Board) -> Ruling:
    """Whose flag fell is not known by colour: decide where both answers agree."""
    ref = ("flag_fall", "loss_or_draw")
    if board.is_checkmate():
        r.step("step.flag_mate_possible", ref)
        return r.ruling(Verdict.LOSS)
    white, black = prove(r, board, chess.WHITE), prove(r, board, chess.BLACK)
    if white is False and black is False:
        r.step("step.dead", ("dead_position", "dead"))
        return r.ruling(Verdict.GAME_OVER_DRAW, topic=("dead_position", "dead"))
    if white and black:
        r.step("step.flag_loss", ref)
        return r.ruling(Verdict.LOSS)
    by_colour = (
        ("white", Verdict.LOSS if black else Verdict.DRAW),
        ("black", Verdict.LOSS if white else Verdict.DRAW),
    )
    r.need("flag", by_colour)
    r.step("step.flag_depends_on_colour", ref)
    return r.ruling(Verdict.INFO)
