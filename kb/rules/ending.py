"""Ends of the game that decide irregularities: mate, stalemate, dead position, flag fall."""

from __future__ import annotations

import chess

from kb.rules.acts import Act
from kb.rules.facts import Party
from kb.rules.illegal import illegal_move
from kb.rules.incident import last_board, legal_so_far
from kb.rules.material import cannot_mate_with, read_material
from kb.rules.mating import is_dead, prove
from kb.rules.reasoning import Reasoning, fen_of
from kb.rules.registry import judges
from kb.rules.ruling import Ruling, Verdict
from kb.rules.setup import setup_errors

__all__ = ["already_over", "ended_on"]

_SENSELESS = (
    chess.STATUS_NO_WHITE_KING
    | chess.STATUS_NO_BLACK_KING
    | chess.STATUS_TOO_MANY_KINGS
    | chess.STATUS_OPPOSITE_CHECK
)
_MATE = ("mate_after_illegal", "mate_ends_game")
_STALEMATE = ("dead_position", "stalemate")
_DEAD = ("dead_position", "dead")
_FLAG = ("flag_fall", "loss_or_draw")


def already_over(r: Reasoning) -> Ruling | None:
    """Rule that mate, stalemate or a dead position had ended the game before the incident."""
    if not (r.case.board.position or r.case.board.games):
        return None
    board = legal_so_far(r.case.board)
    return ended_on(r, board) if board is not None else None


def ended_on(r: Reasoning, board: chess.Board) -> Ruling | None:
    """Rule that the game ended on this board, or return nothing if it did not, or if it makes no sense."""
    if board.status() & _SENSELESS:
        return None
    if board.is_checkmate():
        r.step("step.mate_ends_game", _MATE)
        verdict, topic = Verdict.GAME_OVER_MATE, _MATE
    elif board.is_stalemate():
        r.step("step.stalemate", _STALEMATE)
        verdict, topic = Verdict.GAME_OVER_DRAW, _STALEMATE
    elif is_dead(board):
        prove(r, board, chess.WHITE)
        r.step("step.dead", _DEAD)
        verdict, topic = Verdict.GAME_OVER_DRAW, _DEAD
    else:
        return None
    r.restored = fen_of(board)
    r.case = r.case.about(*topic)
    return r.ruling(verdict)


@judges("mate_after_illegal")
def mate_after_illegal(r: Reasoning) -> Ruling:
    """Mate ends the game if the mating move itself was legal, whatever came before."""
    if r.did(Act.MATE_BY_ILLEGAL_MOVE):
        r.step("step.mate_not_legal", _MATE)
        return illegal_move(r)
    board = last_board(r.case.board)
    if board is not None and not board.is_checkmate() and r.case.board.moves:
        r.step("step.no_mate_here")
        return illegal_move(r)
    if board is not None and (other := _no_mate(r, board)):
        return other
    r.step("step.mate_ends_game", _MATE)
    if r.did(Act.SETUP_WRONG) or setup_errors(r):
        r.step("step.setup_claim_dead", ("wrong_initial_position", "pieces_misplaced"))
    r.now("now.result_stands")
    if board is not None:
        r.restored = fen_of(board)
    return r.ruling(Verdict.GAME_OVER_MATE)


def _no_mate(r: Reasoning, board: chess.Board) -> Ruling | None:
    """Rule on a position asked about as a mate that is none; nothing where mate is or may come next."""
    position = r.case.board.position
    if position is None or position.impossible or r.case.board.moves or board.is_checkmate():
        return None
    if over := ended_on(r, board):
        return over
    if any(_mates(board, move) for move in board.legal_moves):
        return None
    r.step("step.no_mate_here", _MATE)
    r.restored = fen_of(board)
    return r.ruling(Verdict.CONTINUE)


def _mates(board: chess.Board, move: chess.Move) -> bool:
    after = board.copy(stack=False)
    after.push(move)
    return after.is_checkmate()


@judges("dead_position")
def dead_position(r: Reasoning) -> Ruling:
    """Neither side can mate, or the side to move is stalemated: drawn at once."""
    board = last_board(r.case.board)
    if board is not None:
        return ended_on(r, board) or _not_ended(r, board)
    if r.case.ref.aspect == "stalemate":
        r.step("step.stalemate_in_general", _STALEMATE)
    else:
        r.step("step.dead_in_general", _DEAD)
    return r.ruling(Verdict.GAME_OVER_DRAW)


@judges("flag_fall")
def flag_fall(r: Reasoning) -> Ruling:
    """Out of time: lost, unless the opponent cannot mate by any series of legal moves."""
    r.fact("flag")
    if r.case.ref.aspect == "both_flags" or r.did(Act.BOTH_FLAGS) or r.case.facts.flag is Party.BOTH:
        r.step("step.both_flags", ("flag_fall", "both_flags"))
        return r.ruling(Verdict.OTHER_ARTICLE)
    r.step("step.flag_fell", _FLAG)
    board = last_board(r.case.board)
    if board is not None:
        return _flag_on_board(r, board, _flagged(r))
    words = r.fact("opponent_material") if r.case.facts.flag is not Party.OPPONENT else None
    material = read_material(words) if words else None
    if material is not None and cannot_mate_with(material, None):
        r.step("step.flag_draw", _FLAG)
        return r.ruling(Verdict.DRAW)
    r.step("step.flag_loss", _FLAG)
    return r.ruling(Verdict.LOSS)


def _not_ended(r: Reasoning, board: chess.Board) -> Ruling:
    """Say that a side can still mate, or that neither could be proved."""
    white, black = prove(r, board, chess.WHITE), prove(r, board, chess.BLACK)
    if white or black:
        if not black:
            prove(r, board, chess.WHITE)
        r.step("step.not_dead", _DEAD)
        return r.ruling(Verdict.CONTINUE)
    r.step("step.dead_in_general", _DEAD)
    return r.ruling(Verdict.INFO)


def _flagged(r: Reasoning) -> chess.Color | None:
    flag = r.fact("flag")
    if flag in {Party.WHITE, Party.BLACK}:
        return bool(flag is Party.WHITE)
    return None


def _flag_on_board(r: Reasoning, board: chess.Board, flagged: chess.Color | None) -> Ruling:
    if board.is_checkmate():
        return _flag_on_mate(r, board, flagged)
    if over := ended_on(r, board):
        return over
    if flagged is None:
        return _flag_without_colour(r, board)
    can_mate = prove(r, board, not flagged)
    if can_mate is False:
        r.step("step.flag_draw", _FLAG)
        return r.ruling(Verdict.DRAW)
    r.step("step.loss_mate_possible" if can_mate else "step.flag_loss", _FLAG)
    return r.ruling(Verdict.LOSS)


def _flag_on_mate(r: Reasoning, board: chess.Board, flagged: chess.Color | None) -> Ruling:
    """Rule on a flag with a mate on the board: the mated side loses by the one or the other."""
    if flagged is not None and flagged is not board.turn:
        over = ended_on(r, board)
        assert over is not None
        return over
    prove(r, board, not board.turn)
    r.step("step.flag_mate_possible", _FLAG)
    return r.ruling(Verdict.LOSS)


def _flag_without_colour(r: Reasoning, board: chess.Board) -> Ruling:
    """Whose flag fell is not known by colour: decide where both answers agree."""
    white, black = prove(r, board, chess.WHITE), prove(r, board, chess.BLACK)
    if white is not False and black is not False:
        r.step("step.loss_mate_possible" if white and black else "step.flag_loss", _FLAG)
        return r.ruling(Verdict.LOSS)
    by_colour = (
        ("white", Verdict.DRAW if black is False else Verdict.LOSS),
        ("black", Verdict.DRAW if white is False else Verdict.LOSS),
    )
    r.need("flag", by_colour)
    r.step("step.flag_depends_on_colour", _FLAG)
    return r.ruling(Verdict.INFO)
