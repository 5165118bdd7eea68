"""Find the irregularity: a game with one illegal move planted in it."""

from __future__ import annotations

import chess

from kb.board.displacement import carry_out
from kb.board.reading import read_board
from kb.board.types import BoardReading, ReadMove
from kb.exam.illegal_moves import illegal_moves
from kb.exam.positions import draw_game, plausible_move
from kb.exam.registry import generates
from kb.exam.scene import Draw, NotDrawn, Scene, given
from kb.exam.trust import Play
from kb.exam.types import Format
from kb.messages import msg

__all__: list[str] = []

_LATER = (0, 0, 1, 2, 3, 5, 8)
"""Half-moves played after the irregularity."""
_TOLD = ("question.find.1", "question.find.2")


@generates("illegal_move_restoration", only=(Format.FIND,))
def game_with_illegal_move(draw: Draw) -> Scene:
    """A game played in standard chess or under full supervision."""
    return _scene(draw, "illegal_move_restoration", "go_back", draw.supervised())


@generates("rapid_blitz_illegal_move", only=(Format.FIND,))
def fast_game_with_illegal_move(draw: Draw) -> Scene:
    """A game of rapid or blitz without full supervision."""
    play = draw.unsupervised()
    return _scene(draw, "rapid_blitz_illegal_move", str(play.tempo), play)


def _scene(draw: Draw, topic: str, aspect: str, play: Play) -> Scene:
    moves, planted, player = _planted(draw)
    later = len(moves) - 1 - planted
    pgn = _movetext([move.text for move in moves])
    facts = {
        "offence_number": 1,
        "clock_pressed": True,
        "opponent_moved": later > 0,
        "game_over": False,
    }
    case = given(topic, aspect, play, board=_as_read(draw, pgn, moves), **facts)
    told = (draw.say(_TOLD), msg("question.find.first"))
    return Scene(case, play, told, player=player, pgn=pgn)


def _planted(draw: Draw) -> tuple[list[ReadMove], int, chess.Color]:
    """Return the moves of a game, the index of the illegal one, and who made it."""
    board = chess.Board()
    read: list[ReadMove] = []
    for move in draw_game(draw.rng, draw.rng.randint(14, 38)):
        read.append(draw.read(board, move, len(read), long=False))
        board.push(move)
    found = illegal_moves(draw.rng, board)
    if not found:
        raise NotDrawn
    player, planted = board.turn, len(read)
    wrong = draw.read(board, found[draw.pick(tuple(found))], planted, long=False)
    read.append(wrong)
    carry_out(board, wrong)
    for _ in range(draw.pick(_LATER)):
        if not any(board.legal_moves) or board.status() & chess.STATUS_OPPOSITE_CHECK:
            raise NotDrawn
        move = plausible_move(draw.rng, board)
        read.append(draw.read(board, move, len(read), long=False))
        board.push(move)
    return read, planted, player


def _as_read(draw: Draw, pgn: str, moves: list[ReadMove]) -> BoardReading:
    """Return the game as the reader understands it.

    :raises NotDrawn: if it would be read otherwise than it was meant.
    """
    reading = read_board("", language=draw.language, pgn=pgn)
    meant = [(move.uci, move.legal) for move in moves]
    if reading.problems or [(move.uci, move.legal) for move in reading.moves] != meant:
        raise NotDrawn
    return reading


def _movetext(texts: list[str]) -> str:
    """Write moves with their numbers and an open result."""
    numbered = [f"{ply // 2 + 1}. {text}" if ply % 2 == 0 else text for ply, text in enumerate(texts)]
    return f"{' '.join(numbered)} *"
