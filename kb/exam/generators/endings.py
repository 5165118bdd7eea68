"""Ends of the game: flags, mate, stalemate, dead positions, resignation."""

from __future__ import annotations

import chess

from kb.exam.generators.offences import MOVE_SLIPS, shown
from kb.exam.positions import draw_ending, draw_finished
from kb.exam.registry import generates
from kb.exam.scene import Draw, NotDrawn, Scene, Slip, given, on_board, party
from kb.exam.types import Format
from kb.messages import msg
from kb.rules.acts import Act
from kb.rules.ruling import Verdict

__all__: list[str] = []

# Men of the side whose time is up or that resigns, and of the other side.
_MEN = (
    ("KR", "K"), ("KQPP", "K"), ("KPP", "K"), ("KQ", "KN"), ("KR", "KN"), ("KP", "KN"), ("KB", "KN"),
    ("KN", "KB"), ("KR", "KB"), ("KQ", "KB"), ("KB", "KB"), ("KP", "KB"), ("KQ", "KP"), ("KRP", "KP"),
    ("KQ", "KNN"), ("KR", "KR"),
)  # fmt: skip
_UNABLE = tuple((own, theirs) for own, theirs in _MEN if theirs == "K" or (own, theirs) == ("KQ", "KN"))
_DEAD = (
    ("K", "K"),
    ("KB", "K"),
    ("K", "KN"),
    ("KB", "KB"),
    ("KN", "K"),
    ("KBB", "KB"),
    ("KB", "KN"),
    ("KN", "KN"),
    ("KP", "K"),
)
_WALLS = (
    ("8/8/1p1p1p1p/1P1P1P1P/8/8/8/8", 47, 24),
    ("8/8/8/p1p1p1p1/P1P1P1P1/8/8/8", 39, 16),
    ("8/8/8/1p1p1p1p/1P1P1P1P/8/8/8", 39, 16),
)
_FLAG = ("question.flag.1", "question.flag.2", "question.flag.3")
_RESIGNS = ("question.resigns.1", "question.resigns.2")
_FLAG_SLIPS = (
    Slip(msg("question.flag.slip.draw.why"), verdict=Verdict.DRAW),
    Slip(msg("question.flag.slip.loss.why"), verdict=Verdict.LOSS),
    Slip(msg("question.flag.slip.minutes.why"), said=msg("question.flag.slip.minutes")),
    Slip(msg("question.flag.slip.quality.why"), said=msg("question.flag.slip.quality")),
    Slip(msg("question.flag.slip.opponent.why"), said=msg("question.flag.slip.opponent")),
)


@generates("flag_fall")
def flag_fall(draw: Draw) -> Scene:
    """A flag falls, and the opponent may or may not be able to mate."""
    play, player = draw.play(fast=0.4), draw.side()
    # A flag falls on the clock that runs: the side it belongs to is to move.
    board = (_wall(draw, player) if draw.chance(0.12) else None) or _ending(draw, player, turn=player)
    case = given("flag_fall", "loss_or_draw", play, board=on_board(board), flag=party(player))
    told = (*shown(board), draw.say(_FLAG))
    return Scene(case, play, told, player=player, shown=board.fen(), slips=_FLAG_SLIPS)


@generates("resignation", Format.EDITION)
def resignation(draw: Draw) -> Scene:
    """A player resigns, and the opponent may be unable to mate."""
    play, player = draw.play(fast=0.3), draw.side()
    exception = draw.law.flag("game_end.resignation_draw_exception")
    if draw.form is Format.EDITION and not exception:
        raise NotDrawn
    board = _ending(draw, player, _UNABLE if draw.form is Format.EDITION else _MEN)
    case = given("resignation", "resigning", play, board=on_board(board), offender=party(player))
    slips = (
        Slip(msg("question.resigns.slip.draw.why"), verdict=Verdict.DRAW),
        Slip(msg("question.resigns.slip.loss.why"), verdict=Verdict.LOSS),
        Slip(msg("question.resigns.slip.back.why"), said=msg("question.resigns.slip.back")),
        Slip(msg("question.resigns.slip.agree.why"), said=msg("question.resigns.slip.agree")),
        Slip(msg("question.resigns.slip.arbiter.why"), said=msg("question.resigns.slip.arbiter")),
    )
    return Scene(
        case, play, (*shown(board), draw.say(_RESIGNS)), player=player, shown=board.fen(), slips=slips
    )


@generates("dead_position")
def dead_or_not(draw: Draw) -> Scene:
    """A position in which it is asked whether the game is over."""
    play = draw.play(fast=0.3)
    board = _wall(draw) if draw.chance(0.3) else draw_ending(draw.rng, *draw.pick(_DEAD))
    if board is None:
        raise NotDrawn
    slips = (
        Slip(msg("question.dead.slip.claim.why"), said=msg("question.dead.slip.claim")),
        Slip(msg("question.dead.slip.fifty.why"), said=msg("question.dead.slip.fifty")),
        Slip(msg("question.dead.slip.dead.why"), verdict=Verdict.GAME_OVER_DRAW),
        Slip(msg("question.dead.slip.alive.why"), verdict=Verdict.CONTINUE),
        Slip(msg("question.dead.slip.arbiter.why"), said=msg("question.dead.slip.arbiter")),
    )
    told = (*shown(board), draw.say(("question.dead.1", "question.dead.2")))
    case = given("dead_position", "dead", play, board=on_board(board))
    return Scene(case, play, told, shown=board.fen(), slips=slips)


@generates("dead_position")
def stalemate(draw: Draw) -> Scene:
    """Stalemate is overlooked, and then a flag falls or somebody resigns."""
    play, player = draw.play(fast=0.3), draw.side()
    board = draw_finished(draw.rng, player, mate=False)
    if board is None:
        raise NotDrawn
    slips = (
        Slip(msg("question.over.slip.why"), verdict=Verdict.LOSS),
        Slip(msg("question.over.slip.why"), said=msg("question.over.slip.back")),
        Slip(msg("question.over.slip.why"), said=msg("question.over.slip.wins")),
        Slip(msg("question.over.slip.why"), verdict=Verdict.NEW_GAME),
    )
    told = (draw.say(("question.stalemate.1", "question.stalemate.2")),)
    case = given("dead_position", "stalemate", play, board=on_board(board))
    return Scene(case, play, told, player=player, shown=board.fen(), slips=slips)


@generates("mate_after_illegal")
def mate_then_found(draw: Draw) -> Scene:
    """Checkmate by a legal move, and an earlier irregularity found only then."""
    play, player = draw.play(fast=0.3), draw.side()
    board = draw_finished(draw.rng, not player, mate=True)
    if board is None:
        raise NotDrawn
    told = draw.say(("question.mated.illegal", "question.mated.displaced", "question.mated.set_up"))
    slips = (
        Slip(msg("question.mated.slip.why"), verdict=Verdict.RESTORE_2MIN),
        Slip(msg("question.mated.slip.why"), verdict=Verdict.NEW_GAME),
        Slip(msg("question.mated.slip.why"), verdict=Verdict.LOSS),
        Slip(msg("question.mated.slip.why"), verdict=Verdict.DRAW),
        Slip(msg("question.mated.slip.why"), verdict=Verdict.RESTORE),
    )
    case = given("mate_after_illegal", "mate_ends_game", play, board=on_board(board))
    return Scene(case, play, (told,), player=player, shown=board.fen(), slips=slips)


@generates("mate_after_illegal", Format.EDITION)
def mate_by_illegal_move(draw: Draw) -> Scene:
    """Checkmate given by a move that was itself illegal."""
    play, player = draw.play(fast=0.4), draw.side()
    case = given(
        "mate_after_illegal",
        "mate_ends_game",
        play,
        Act.MATE_BY_ILLEGAL_MOVE,
        offender=party(player),
        offence_number=1,
        clock_pressed=True,
        opponent_moved=False,
        game_over=False,
    )
    told = (msg("question.first.1"), draw.say(("question.illegal_mate.1", "question.illegal_mate.2")))
    slips = (
        Slip(msg("question.illegal_mate.slip.why"), verdict=Verdict.GAME_OVER_MATE),
        *MOVE_SLIPS,
        Slip(msg("question.slip.draw.why"), verdict=Verdict.DRAW),
    )
    return Scene(case, play, told, player=player, slips=slips)


def _ending(
    draw: Draw,
    player: chess.Color,
    men: tuple[tuple[str, str], ...] = _MEN,
    turn: chess.Color | None = None,
) -> chess.Board:
    own, theirs = draw.pick(men)
    board = draw_ending(draw.rng, *((own, theirs) if player else (theirs, own)), turn=turn)
    if board is None:
        raise NotDrawn
    return board


def _wall(draw: Draw, turn: chess.Color | None = None) -> chess.Board | None:
    """Return a position with locked pawns and a king behind each wall."""
    placement, above, below = draw.pick(_WALLS)
    board = chess.Board(None)
    board.set_board_fen(placement)
    for colour, squares in ((chess.BLACK, range(above + 1, 64)), (chess.WHITE, range(below))):
        free = [s for s in squares if board.piece_at(s) is None]
        board.set_piece_at(draw.rng.choice(free), chess.Piece(chess.KING, colour))
    board.turn = draw.side() if turn is None else turn
    board.fullmove_number = draw.rng.randint(40, 70)
    return board if board.is_valid() and any(board.legal_moves) else None
