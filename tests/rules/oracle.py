"""What the Laws decide, read off them by hand and written down without the rules: slow and obvious.

Every table names its clause.  Editions: 2001, 2005, 2009, 2014, July 2017, 2018, 2023.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

EDITIONS = ("2001", "2005", "2009", "2014", "2017", "2018", "2023")


@dataclass(frozen=True, slots=True)
class Told:
    """One case: the kind of play and what is stated; ``None`` is not stated."""

    edition: str
    tempo: str = "standard"
    supervised: bool = False
    number: int | None = None
    pressed: bool | None = None
    moved: bool | None = None
    over: bool | None = None
    bare_king: bool = False
    moves: int | None = None


def _row(text: str) -> dict[str, list[str]]:
    return {edition: cell.split() for edition, cell in zip(EDITIONS, text.split("|"), strict=True)}


# Minutes to the opponent for the first, second offence ..., then L = the game is lost.
#                  2001    2005    2009    2014  2017  2018  2023
STANDARD = _row("  2 2 L | 2 2 L | 2 2 L | 2 L | 2 L | 2 L | 2 L ")  # 7.4b; 7.5b; 7.5.3; 7.5.5
RAPID_FULL = _row(
    "2 2 L | 2 2 L | 2 2 L | 2 L | 2 L | 2 L | 1 L "
)  # no split to 2005; A.3; 2023 A.4 with A.3
RAPID = _row("     2 2 L | 2 2 L | 2 2 L | L   | L   | 2 L | 1 L ")  # 7.4b; B6; A.4c; A.4b; A.4.2; A.5.2
BLITZ_FULL = _row("L     | L     | 2 2 L | 1 L | 1 L | 1 L | 1 L ")  # C3; B.2; 2014-2018 B.2 one minute
BLITZ = _row("     L     | L     | L     | L   | L   | 1 L | 1 L ")  # C3; B.3c; B.4; 2018 B.2; 2023 A.3


def unsupervised(t: Told) -> bool:
    """Appendices of 2001 and 2005 know no full supervision: their rule holds for every game."""
    if t.tempo == "standard":
        return False
    return t.edition in ("2001", "2005") or not t.supervised


def scale(t: Told) -> list[str]:
    if t.tempo == "standard":
        return STANDARD[t.edition]
    if unsupervised(t):
        return (RAPID if t.tempo == "rapid" else BLITZ)[t.edition]
    return (RAPID_FULL if t.tempo == "rapid" else BLITZ_FULL)[t.edition]


def cost(t: Told) -> str:
    costs = scale(t)
    return costs[min(t.number or 1, len(costs)) - 1]


def exception(t: Told) -> bool:
    """A draw instead of a loss: 7.4b since 2009, and in all unsupervised blitz (C3)."""
    return t.edition >= "2009" or (t.tempo == "blitz" and unsupervised(t))


def punished(t: Told, cure: str) -> str:
    if cost(t) != "L":
        return f"{cure}_{cost(t)}MIN"
    return "DRAW" if t.bare_king and exception(t) else "LOSS"


def illegal_move(t: Told) -> str:
    if t.over:
        return "RESULT_STANDS"
    # 7.4a of 2001 says "made"; its blitz rule C3, and every other text, waits for the clock.
    by_making = t.edition == "2001" and not (t.tempo == "blitz" and unsupervised(t))
    pressed = by_making or t.pressed is not False
    if not pressed and not t.moved:
        return "NO_OFFENCE"
    if unsupervised(t) and t.moved:
        return "STANDS"
    if not pressed:
        return "RESTORE"  # answered without a press: put right; a penalty is arguable
    return punished(t, "RESTORE")


def pawn_left(t: Told) -> str:
    if t.over:
        return "RESULT_STANDS"
    if t.pressed is False and not t.moved:
        return "NO_OFFENCE"
    if unsupervised(t) and t.moved:
        return "STANDS"
    if t.pressed is False:
        return "RESTORE"
    return punished(t, "QUEEN" if t.edition >= "2014" else "RESTORE")  # 7.5a second paragraph, 7.5.2


def both_kings(t: Told) -> str:
    if not unsupervised(t) or t.over:
        return illegal_move(t)
    if t.edition == "2001":
        return "CLAIM_NEEDED"  # nothing found
    if t.edition in ("2005", "2009"):
        off = t.edition == "2009" and t.tempo == "blitz"  # A.4c is switched off by B.3b
        return "CLAIM_NEEDED" if off else "ARBITER_MUST_ACT"
    return "WAIT_NEXT_MOVE"  # A.4d, A.4.4, A.5.4


def two_hands(t: Told) -> str:
    if t.over:
        return "RESULT_STANDS"
    if t.edition <= "2014":  # a breach of 4.1 only; the complaint is lost by touching (4.7, 4.8)
        return "STANDS" if unsupervised(t) and t.moved else "ARBITER_DISCRETION"
    if t.edition >= "2018" and t.pressed is False:
        return "NO_OFFENCE"  # 7.5.4 asks for the press, 7.7.1 of 2017 does not
    if unsupervised(t) and t.moved:
        return "STANDS"
    return punished(t, "PENALTY")


def empty_press(t: Told) -> str:
    if t.over:
        return "RESULT_STANDS"
    if t.pressed is False:
        return "NO_OFFENCE"
    if t.edition <= "2014":
        return "ARBITER_DISCRETION"
    if unsupervised(t) and t.moved:
        return "STANDS"
    return punished(t, "PENALTY")


def how_many(t: Told) -> str:
    if t.over:
        return "RESULT_STANDS"
    if t.number is not None:
        return illegal_move(t)
    return {1: "LOSS", 2: "LOSS_AT_2ND", 3: "LOSS_AT_3RD"}[len(scale(t))]


def draw_exception(t: Told) -> str:
    if t.over:
        return "RESULT_STANDS"
    if t.number is not None:  # the question itself says that the opponent cannot mate
        return illegal_move(replace(t, bare_king=True))
    return "DRAW" if exception(t) else "LOSS"


def when_completed(t: Told) -> str:
    if t.over or t.pressed is not None:
        return illegal_move(t)
    return "INFO"


def not_claimed(t: Told) -> str:
    if not t.over and unsupervised(t) and t.moved is None:
        return "STANDS"
    return illegal_move(t)


def who_acts(t: Told) -> str:
    if t.over:
        return "RESULT_STANDS"
    if not unsupervised(t):
        return "ARBITER_MUST_ACT"
    if t.moved:
        return "STANDS"
    return "CLAIM_NEEDED" if t.edition <= "2009" else "ARBITER_MUST_ACT"  # B6, C3, A.4c, B.3c; A.4b on


def colours(t: Told) -> str:
    if t.over:
        return "RESULT_STANDS"
    if t.edition <= "2014":
        return "CONTINUE_UNLESS_ARBITER"  # 7.2; 7.3
    if t.moves is None:
        return "INFO"
    return "NEW_GAME" if t.moves < 10 else "CONTINUE"  # 7.3 since July 2017


def set_up(t: Told, cure: str) -> str:
    if t.over:
        return "RESULT_STANDS"
    limit = 3 if t.edition <= "2009" else 10  # B4, A.4a; A.4a, A.4.1.2, A.5.1.2
    if unsupervised(t) and t.moves is not None and t.moves >= limit:
        return "CONTINUE"
    return cure


def touch(t: Told) -> str:
    if t.over:
        return "RESULT_STANDS"
    return "STANDS" if t.moved else "INFO"


def _unless_over(verdict: str):
    return lambda t: "RESULT_STANDS" if t.over else verdict


def _always(verdict: str):
    return lambda t: verdict


# What each aspect of each topic comes to.
LAW = {
    "clock_times_after_irregularity.who_sets_times": _always("ARBITER_DISCRETION"),
    "wrong_initial_position.pieces_misplaced": lambda t: set_up(t, "NEW_GAME"),
    "board_turned.orientation": lambda t: set_up(t, "TRANSFER_BOARD"),
    "colours_reversed.wrong_player_white": colours,
    "displaced_pieces_by_player.put_right": _unless_over("RESTORE_OWN_TIME"),
    "displaced_pieces_by_player.clock_and_arbiter": _unless_over("STOP_CLOCK_CALL_ARBITER"),
    "displaced_pieces_by_player.punishment": _unless_over("ARBITER_DISCRETION"),
    "illegal_move_restoration.go_back": illegal_move,
    "illegal_move_restoration.when_completed": when_completed,
    "illegal_move_penalty.how_many": how_many,
    "illegal_move_penalty.what_counts": _always("INFO"),
    "draw_exception.opponent_cannot_mate": draw_exception,
    "promotion_not_replaced.pawn_left": pawn_left,
    "pieces_found_displaced.go_back": _unless_over("RESTORE"),
    "two_hands.two_hands_used": two_hands,
    "clock_without_move.empty_press": empty_press,
    "touch_move.own_piece": touch,
    "touch_move.opponent_piece": touch,
    "touch_move.adjusting": touch,
    "touch_move.castling_touch": touch,
    "touch_move.none_movable": touch,
    "touch_move.released": touch,
    "touch_move.claim_lost": _unless_over("STANDS"),
    "promotion_other.procedure": _unless_over("NO_OFFENCE"),
    "promotion_other.choice_final": lambda t: (
        "RESULT_STANDS" if t.over else "NO_OFFENCE" if t.edition == "2001" else "INFO"  # 4.4d is of 2005
    ),
    "promotion_other.upturned_rook": _unless_over("NO_OFFENCE"),
    "promotion_other.missing_piece": _unless_over("STOP_CLOCK_CALL_ARBITER"),
    "king_capture.king_taken": illegal_move,
    "king_capture.both_kings_in_check": both_kings,
    "mate_after_illegal.mate_ends_game": _always("GAME_OVER_MATE"),
    "flag_fall.loss_or_draw": lambda t: "DRAW" if t.bare_king else "LOSS",
    "flag_fall.both_flags": _always("OTHER_ARTICLE"),
    "dead_position.dead": _always("GAME_OVER_DRAW"),
    "dead_position.stalemate": _always("GAME_OVER_DRAW"),
    "rapid_blitz_illegal_move.rapid": illegal_move,
    "rapid_blitz_illegal_move.blitz": illegal_move,
    "rapid_blitz_illegal_move.not_claimed": not_claimed,
    "rapid_blitz_illegal_move.who_acts": who_acts,
    "rapid_blitz_illegal_move.supervision": _always("INFO"),
    "rapid_blitz_illegal_move.setup_claim_limit": lambda t: (
        "INFO" if t.moves is None and not t.over else set_up(t, "NEW_GAME")
    ),
}
