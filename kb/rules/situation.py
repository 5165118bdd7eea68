"""What the board adds to the words: which rule is really at stake."""

from __future__ import annotations

from dataclasses import replace

import chess

from kb.board.impossible import find_impossibilities
from kb.board.types import IllegalReason, Impossibility, Position, ReadGame
from kb.laws.topics import TopicRef
from kb.rules.acts import Act
from kb.rules.facts import Facts, Origin, Party, TimeControl, merged
from kb.rules.reasoning import Case, Reasoning
from kb.rules.setup import SETUP_ERRORS

__all__ = ["SIGNAL", "at_stake"]

SIGNAL = TopicRef("out_of_scope", "board_signal")
_ILLEGAL = frozenset({"illegal_move_restoration", "illegal_move_penalty", "rapid_blitz_illegal_move"})
_GO_BACK = TopicRef("illegal_move_restoration", "go_back")
_HOW_MANY = TopicRef("illegal_move_penalty", "how_many")
_PAWN_LEFT = TopicRef("promotion_not_replaced", "pawn_left")
_KING_TAKEN = TopicRef("king_capture", "king_taken")
_BOTH_KINGS = TopicRef("king_capture", "both_kings_in_check")
_SETUP = TopicRef("wrong_initial_position", "pieces_misplaced")
_PROMOTIONS = frozenset({"choice_final", "upturned_rook"})
# What a position cannot overrule: it is told in words only.
_NOT_OF_THE_BOARD = frozenset({"two_hands", "clock_without_move", "colours_reversed"})
# Topics that keep their name when the moves show an illegal move.
_BESIDE_ILLEGAL = frozenset({"draw_exception", "dead_position", "king_capture"})
_GENERAL = frozenset({"what_counts", "when_completed"})


def at_stake(r: Reasoning) -> Case:
    """Return the case under the aspect that decides it, with what the moves tell as facts.

    The words choose the aspect; the board overrides them where it shows something decisive:
    a fallen flag, a mate on the board, an unpromoted pawn, an illegal move, an impossible position.
    """
    r.case = _with_tempo_of_aspect(r.case)
    case = r.case = _with_board_facts(r)
    ref = _ref(r)
    general = ref.aspect in _GENERAL or (ref == _HOW_MANY and _nothing_happened(r))
    if ref.topic in _ILLEGAL and not general:
        ref = _by_kind_of_play(r, ref)
    return replace(case, ref=ref)


def _by_kind_of_play(r: Reasoning, ref: TopicRef) -> TopicRef:
    """Move an ordinary illegal move to the rule of its kind of play: Article 7, or the appendix."""
    if ref.topic == "rapid_blitz_illegal_move" and ref.aspect not in {"rapid", "blitz"}:
        return ref
    if r.unsupervised:
        return TopicRef(*r.fast)
    standard = r.tempo is TimeControl.STANDARD and ref.topic == "rapid_blitz_illegal_move"
    return _GO_BACK if standard else ref


def _ref(r: Reasoning) -> TopicRef:
    case = r.case
    game = case.board.games[0] if case.board.games else None
    if case.facts.flag is not None and (case.board or case.ref.topic == "dead_position"):
        r.fact("flag")
        return TopicRef("flag_fall", "loss_or_draw")
    if game is not None and (game.moves or game.signal_moves):
        return _ref_of_game(r, game)
    if case.board.position is not None and case.ref.topic not in _NOT_OF_THE_BOARD:
        return _ref_of_position(case, case.board.position)
    if case.facts.game_over and case.ref == _HOW_MANY:
        r.fact("game_over")
        return _GO_BACK
    return case.ref


def _nothing_happened(r: Reasoning) -> bool:
    """Whether a question on the count is asked in general: no offence is numbered, nothing is shown."""
    if r.case.facts.offence_number is None:
        return not r.case.board
    r.fact("offence_number")
    return False


def _ref_of_position(case: Case, position: Position) -> TopicRef:
    seen = set(position.impossible)
    if Impossibility.BOTH_KINGS_IN_CHECK in seen:
        return _BOTH_KINGS
    if SETUP_ERRORS & seen:
        return _SETUP
    told = case.ref.topic in _ILLEGAL | {"draw_exception"}
    if told and Impossibility.PAWN_ON_LAST_RANK in seen:
        return _PAWN_LEFT
    if told and {Impossibility.NO_WHITE_KING, Impossibility.NO_BLACK_KING} & seen:
        return _KING_TAKEN
    return case.ref


def _ref_of_game(r: Reasoning, game: ReadGame) -> TopicRef:
    ref = r.case.ref
    if not game.moves:
        return SIGNAL
    if game.start is not None and game.moves[-1].legal and game.board_before(len(game.moves)).is_checkmate():
        return TopicRef("mate_after_illegal", "mate_ends_game")
    found = r.incident
    if found is None:
        if game.signal_moves:
            return SIGNAL
        wrong = game.start is not None and SETUP_ERRORS & set(game.start.impossible)
        return _SETUP if wrong and ref.topic not in _NOT_OF_THE_BOARD else ref
    move = found.move
    if move.promotion_missing:
        return ref if ref.aspect in _PROMOTIONS else _PAWN_LEFT
    if move.illegal is not None and move.illegal.reason is IllegalReason.CAPTURES_KING:
        return _KING_TAKEN
    if ref == _BOTH_KINGS and not _both_checked(found.after):
        return _GO_BACK
    if ref.topic in _BESIDE_ILLEGAL or (ref.topic == "two_hands" and Act.TWO_HANDS in r.case.acts):
        return ref
    return _GO_BACK


def _both_checked(board: chess.Board | None) -> bool:
    """Whether both kings may stand in check at the end of the moves; unknown counts as may."""
    return board is None or Impossibility.BOTH_KINGS_IN_CHECK in find_impossibilities(board)


def _with_board_facts(r: Reasoning) -> Case:
    """Add what the moves tell where the words are silent: who offended, whether it was answered."""
    case, found = r.case, r.incident
    if found is None:
        return case
    read = Facts(
        offender=None if case.facts.offender else _party(found.move.color),
        opponent_moved=True if found.later else None,
        moves_since=found.later or None,
    )
    names = [n for n in ("offender", "opponent_moved", "moves_since") if getattr(read, n) is not None]
    fresh = tuple((n, Origin.READ) for n in names if getattr(case.facts, n) is None)
    return replace(case, facts=merged(case.facts, read), origins=(*case.origins, *fresh))


def _with_tempo_of_aspect(case: Case) -> Case:
    """A question about the rapid or blitz rule says by that which kind of play it means."""
    if case.ref.topic != "rapid_blitz_illegal_move" or case.facts.time_control is not None:
        return case
    tempo = TimeControl.BLITZ if case.ref.aspect == "blitz" else TimeControl.RAPID
    facts = merged(case.facts, Facts(time_control=tempo))
    origin = Origin.STATED if case.ref.aspect == tempo else Origin.ASSUMED
    return replace(case, facts=facts, origins=(*case.origins, ("time_control", origin)))


def _party(colour: chess.Color) -> Party:
    return Party.WHITE if colour else Party.BLACK
