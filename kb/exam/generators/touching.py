"""Touch-move: a piece touched and another moved, castling begun with the rook, complaints too late."""

from __future__ import annotations

from kb.exam.registry import generates
from kb.exam.scene import Draw, Scene, Slip, given, party
from kb.messages import msg
from kb.rules.acts import Act
from kb.rules.ruling import Verdict

__all__: list[str] = []

_OTHER = ("question.touched.1", "question.touched.2", "question.touched.3")
_STANDS = frozenset({Verdict.STANDS})
_SLIPS = (
    Slip(msg("question.touched.slip.illegal.why"), said=msg("question.touched.slip.illegal")),
    Slip(msg("question.touched.slip.stays.why"), said=msg("question.touched.slip.stays"), unless=_STANDS),
    Slip(msg("question.slip.loss.why"), verdict=Verdict.LOSS),
    Slip(msg("question.touched.slip.free.why"), said=msg("question.touched.slip.free")),
    Slip(msg("question.slip.new_game.why"), verdict=Verdict.NEW_GAME),
)


@generates("touch_move")
def other_piece_moved(draw: Draw) -> Scene:
    """One piece is touched on purpose and another one moved."""
    play, player = draw.play(fast=0.35), draw.side()
    replied = draw.chance(0.35)
    told = (draw.say(_OTHER), msg("question.touched.replied" if replied else "question.touched.claimed"))
    case = given(
        "touch_move",
        "own_piece",
        play,
        Act.TOUCHED_PIECE,
        Act.TOUCHED_ANOTHER_PIECE,
        offender=party(player),
        opponent_moved=replied,
        game_over=False,
    )
    return Scene(case, play, told, player=player, slips=_SLIPS)


@generates("touch_move")
def castling_touch(draw: Draw) -> Scene:
    """A player castles, having touched the rook or the king first."""
    play, player = draw.play(fast=0.35), draw.side()
    rook = draw.chance(0.6)
    told = (
        msg("question.castled.rook" if rook else "question.castled.king"),
        draw.say(("question.castled.complains.1", "question.castled.complains.2")),
    )
    slips = (
        *_SLIPS[:1],
        Slip(msg("question.slip.loss.why"), verdict=Verdict.LOSS),
        Slip(msg("question.castled.slip.other.why"), said=msg("question.castled.slip.other")),
        Slip(msg("question.castled.slip.in_order.why"), verdict=Verdict.NO_OFFENCE),
        Slip(msg("question.castled.slip.not.why"), verdict=Verdict.RESTORE),
        Slip(msg("question.castled.slip.choose.why"), said=msg("question.castled.slip.choose")),
    )
    case = given(
        "touch_move",
        "castling_touch",
        play,
        Act.CASTLED,
        offender=party(player),
        touched_first="rook" if rook else "king",
        opponent_moved=False,
        game_over=False,
    )
    return Scene(case, play, told, player=player, slips=slips)
