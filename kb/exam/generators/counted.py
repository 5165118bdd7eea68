"""The count of offences, and acts that some editions treat as illegal moves: hands and clock."""

from __future__ import annotations

from kb.exam.counting import losing_number
from kb.exam.generators.circumstances import Circumstances, circumstances
from kb.exam.generators.offences import MOVE_SLIPS
from kb.exam.registry import generates
from kb.exam.scene import Draw, NotDrawn, Scene, Slip, given, party
from kb.exam.trust import Play
from kb.exam.types import Format
from kb.messages import Message, msg
from kb.rules.acts import Act
from kb.rules.ruling import Verdict

__all__: list[str] = []

_CHECK = ("question.check.1", "question.check.2")
_CASTLED_THROUGH = ("question.castled_through.1",)
_HANDS = ("question.hands.castling", "question.hands.capture", "question.hands.promotion")
_HANDS_UNPRESSED = (
    "question.hands_unpressed.castling",
    "question.hands_unpressed.capture",
    "question.hands_unpressed.promotion",
)
_EMPTY = ("question.empty.1", "question.empty.2", "question.empty.3")
_SCALE = ("question.scale.1", "question.scale.2")
_PLENTY = msg("question.plenty")
_EQUAL_SLIPS = (
    Slip(msg("question.equal.slip.time_off.why"), said=msg("question.equal.slip.time_off")),
    Slip(msg("question.slip.new_game.why"), verdict=Verdict.NEW_GAME),
    Slip(msg("question.slip.draw.why"), verdict=Verdict.DRAW),
)


@generates("illegal_move_penalty", Format.EDITION, Format.CLOCKS)
def penalty(draw: Draw) -> Scene:
    """The first, second or third illegal move, told without a board."""
    return _told(draw, "illegal_move_penalty", "how_many", draw.play(), numbers=(1, 2, 2, 3))


@generates("illegal_move_restoration", Format.EDITION)
def illegal_move_told(draw: Draw) -> Scene:
    """An illegal move in standard play or under full supervision, told without a board."""
    return _told(draw, "illegal_move_restoration", "go_back", draw.supervised(), numbers=(1, 1, 2, 3))


@generates("rapid_blitz_illegal_move", Format.EDITION, Format.CLOCKS)
def fast_illegal_move_told(draw: Draw) -> Scene:
    """An illegal move in fast play without full supervision, told without a board."""
    play = draw.unsupervised()
    return _told(draw, "rapid_blitz_illegal_move", str(play.tempo), play, numbers=(1, 1, 1, 2))


@generates("illegal_move_penalty", only=(Format.CHOICE, Format.CLAUSE, Format.EDITION))
def penalty_scale(draw: Draw) -> Scene:
    """How often illegal moves are forgiven in a kind of play."""
    play = draw.play(fast=0.7)
    slips = (
        Slip(msg("question.scale.slip.always.why"), said=msg("question.scale.slip.always")),
        Slip(msg("question.scale.slip.warning.why"), said=msg("question.scale.slip.warning")),
        Slip(msg("question.scale.slip.own.why"), said=msg("question.scale.slip.own")),
        Slip(msg("question.scale.slip.wrong_number.why"), verdict=Verdict.LOSS),
        Slip(msg("question.scale.slip.wrong_number.why"), verdict=Verdict.LOSS_AT_2ND),
        Slip(msg("question.scale.slip.wrong_number.why"), verdict=Verdict.LOSS_AT_3RD),
    )
    return Scene(given("illegal_move_penalty", "how_many", play), play, (draw.say(_SCALE),), slips=slips)


@generates("illegal_move_penalty", Format.EDITION, Format.CLOCKS)
def penalty_of_two_kinds(draw: Draw) -> Scene:
    """An illegal move after an offence of another kind."""
    player, play = draw.side(), draw.play(fast=0.3)
    if losing_number(draw.law, play) == 1:
        raise NotDrawn  # there is no later offence
    hands = draw.chance(0.5)
    earlier = msg("question.earlier.hands" if hands else "question.earlier.press")
    case = given(
        "illegal_move_penalty",
        "how_many",
        play,
        Act.ILLEGAL_MOVE,
        Act.KING_LEFT_IN_CHECK,
        offender=party(player),
        offence_number=2,
        first_offence="two hands" if hands else "pressed without moving",
        clock_pressed=True,
        opponent_moved=False,
        game_over=False,
    )
    told = (_PLENTY, earlier, draw.say(_CHECK), msg("question.calls.1"))
    return Scene(case, play, told, player=player, slips=MOVE_SLIPS)


@generates("two_hands", Format.EDITION, Format.CLOCKS)
def two_hands(draw: Draw) -> Scene:
    """One move made with both hands."""
    player, play = draw.side(), draw.play(fast=0.4)
    around = circumstances(draw, play, player, numbers=(1, 1, 2), unpressed=0.15, replied=0.2)
    act = draw.say(_HANDS if around.pressed else _HANDS_UNPRESSED)
    case = given("two_hands", "two_hands_used", play, Act.TWO_HANDS, **around.facts)
    return Scene(
        case, play, (*_many(around), *around.before, act, *around.after), player=player, slips=_EQUAL_SLIPS
    )


@generates("clock_without_move", Format.EDITION, Format.CLOCKS)
def empty_press(draw: Draw) -> Scene:
    """The clock pressed without a move."""
    player, play = draw.side(), draw.play(fast=0.4)
    around = circumstances(draw, play, player, numbers=(1, 1, 2), unpressed=0.0, replied=0.0, over=0.05)
    case = given("clock_without_move", "empty_press", play, Act.PRESSED_WITHOUT_MOVE, **around.facts)
    told = (*_many(around), *around.before, draw.say(_EMPTY), *around.after)
    return Scene(case, play, told, player=player, slips=_EQUAL_SLIPS)


@generates("mate_after_illegal", only=(Format.CHOICE, Format.CLAUSE))
def mate_with_two_hands(draw: Draw) -> Scene:
    """Checkmate given with both hands."""
    player, play = draw.side(), draw.play(fast=0.4)
    if not draw.law.flag("two_hands.is_illegal"):
        raise NotDrawn
    told = (msg("question.mate_hands.1"), draw.say(("question.first.1", "question.first.2")))
    slips = (
        Slip(msg("question.mate.slip.hands.why"), verdict=Verdict.PENALTY_2MIN),
        Slip(msg("question.mate.slip.hands.why"), said=msg("question.mate.slip.again")),
        Slip(msg("question.mate.slip.hands.why"), verdict=Verdict.LOSS),
        Slip(msg("question.mate.slip.hands.why"), verdict=Verdict.DRAW),
    )
    case = given(
        "two_hands",
        "two_hands_used",
        play,
        Act.TWO_HANDS,
        Act.MATE_ON_BOARD,
        offender=party(player),
        offence_number=1,
        clock_pressed=True,
    )
    return Scene(case, play, told, player=player, slips=slips)


def _many(around: Circumstances) -> tuple[Message, ...]:
    """Say that mate is possible, where the offence may lose the game."""
    return (_PLENTY,) if around.facts["offence_number"] > 1 else ()


def _told(draw: Draw, topic: str, aspect: str, play: Play, *, numbers: tuple[int, ...]) -> Scene:
    player, check = draw.side(), draw.chance(0.6)
    around = circumstances(draw, play, player, numbers=numbers, unpressed=0.0, replied=0.15)
    act = draw.say(_CHECK if check else _CASTLED_THROUGH)
    broken = Act.KING_LEFT_IN_CHECK if check else Act.CASTLED_ILLEGALLY
    case = given(topic, aspect, play, Act.ILLEGAL_MOVE, broken, **around.facts)
    told = (*_many(around), *around.before, act, *around.after)
    return Scene(case, play, told, player=player, slips=MOVE_SLIPS)
