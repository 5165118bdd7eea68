"""What the board adds to the words: which rule is really at stake."""

from __future__ import annotations

from dataclasses import replace

import chess

from kb.board.types import IllegalReason, Impossibility, ReadGame
from kb.laws.topics import TopicRef
from kb.rules.acts import Act
from kb.rules.facts import Facts, Origin, Party, TimeControl, merged
from kb.rules.reasoning import Case

__all__ = ["SIGNAL", "at_stake"]

SIGNAL = TopicRef("out_of_scope", "board_signal")
_FAST = frozenset({TimeControl.RAPID, TimeControl.BLITZ})
_ILLEGAL = frozenset({"illegal_move_restoration", "illegal_move_penalty", "rapid_blitz_illegal_move"})
_GO_BACK = TopicRef("illegal_move_restoration", "go_back")
_PROMOTIONS = frozenset({"promotion_other", "touch_move"})
# What a position cannot overrule: it is told in words only.
_NOT_OF_THE_BOARD = frozenset({"two_hands", "clock_without_move", "colours_reversed"})
# Topics that keep their name when the moves show an illegal move.
_BESIDE_ILLEGAL = frozenset({"draw_exception", "dead_position", "king_capture"})
_SWAPS = frozenset(
    {
        Impossibility.KING_AND_QUEEN_SWAPPED,
        Impossibility.BISHOP_AND_KNIGHT_SWAPPED,
        Impossibility.KNIGHT_AND_ROOK_SWAPPED,
        Impossibility.WRONG_SET_UP,
    }
)


def at_stake(case: Case) -> Case:
    """Return the case under the aspect that decides it, with what the moves tell as facts.

    The words choose the aspect; the board overrides them where it shows something decisive:
    a fallen flag, a mate on the board, an unpromoted pawn, an illegal move, an impossible position.
    """
    case = _with_tempo_of_aspect(_with_board_facts(case))
    return replace(case, ref=_ref(case))


def _ref(case: Case) -> TopicRef:
    game = case.board.games[0] if case.board.games else None
    ref = case.ref
    if case.facts.flag is not None and (case.board or ref.topic == "dead_position"):
        return TopicRef("flag_fall", "loss_or_draw")
    if game is not None and (game.moves or game.signal_moves):
        return _ref_of_game(case, game)
    if ref.topic in _NOT_OF_THE_BOARD:
        return ref
    position = case.board.position
    if position is not None and Impossibility.BOTH_KINGS_IN_CHECK in position.impossible:
        return TopicRef("king_capture", "both_kings_in_check")
    if position is not None and _SWAPS & set(position.impossible):
        return TopicRef("wrong_initial_position", "pieces_misplaced")
    if case.facts.game_over and ref.topic in _ILLEGAL | {"draw_exception"}:
        return _GO_BACK
    return _fast(case)


def _ref_of_game(case: Case, game: ReadGame) -> TopicRef:
    ref = case.ref
    if not game.moves:
        return SIGNAL
    if game.start is not None and game.moves[-1].legal and game.board_before(len(game.moves)).is_checkmate():
        return TopicRef("mate_after_illegal", "mate_ends_game")
    if game.first_illegal is None:
        return SIGNAL if game.signal_moves else _fast(case)
    move = game.moves[game.first_illegal]
    if move.promotion_missing:
        return ref if ref.topic in _PROMOTIONS else TopicRef("promotion_not_replaced", "pawn_left")
    if move.illegal is not None and move.illegal.reason is IllegalReason.CAPTURES_KING:
        return TopicRef("king_capture", "king_taken")
    if ref.topic in _BESIDE_ILLEGAL or (ref.topic == "two_hands" and Act.TWO_HANDS in case.acts):
        return ref
    return _fast(replace(case, ref=_GO_BACK))


def _fast(case: Case) -> TopicRef:
    """Move an ordinary illegal move in rapid or blitz without full supervision to its own topic."""
    tempo = case.facts.time_control
    general = case.ref.aspect in {"what_counts", "when_completed"}
    if case.ref.topic in _ILLEGAL and tempo in _FAST and not case.facts.supervised and not general:
        return (
            case.ref
            if case.ref.topic == "rapid_blitz_illegal_move"
            else TopicRef("rapid_blitz_illegal_move", tempo)
        )
    return case.ref


def _with_board_facts(case: Case) -> Case:
    """Add what the moves tell where the words are silent: who offended, whether it was answered."""
    game = case.board.games[0] if case.board.games else None
    if game is None or game.first_illegal is None:
        return case
    move = game.moves[game.first_illegal]
    later = len(game.moves) - 1 - move.ply
    read = Facts(
        offender=None if case.facts.offender else _party(move.color),
        opponent_moved=True if later else None,
        moves_since=later or None,
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
    return replace(case, facts=facts, origins=(*case.origins, ("time_control", Origin.STATED)))


def _party(colour: chess.Color) -> Party:
    return Party.WHITE if colour else Party.BLACK
