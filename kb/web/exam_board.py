"""The board beside an exam question: the position or the game to step through, giving nothing away."""

from __future__ import annotations

import json
from dataclasses import dataclass

import chess

from kb.board.letters import PIECE_LETTERS
from kb.board.reading import read_board
from kb.exam.types import Question
from kb.messages import Catalogue
from kb.web.picture import position_picture

__all__ = ["ExamBoard", "described", "exam_board"]

_CONTROLS = {
    "first": "ui.board.first",
    "back": "ui.board.back",
    "next": "ui.board.next",
    "last": "ui.board.last",
    "moves": "ui.board.moves",
}


@dataclass(frozen=True, slots=True)
class ExamBoard:
    """What a page shows of a position or a game.

    ``picture`` is a still drawing for readers without JavaScript, ``described`` the same said; ``frames``
    are the positions to step through and ``labels`` the names of the controls, both as JSON; ``letters``
    those of the pieces, king to knight.
    """

    fen: str
    attempted: str
    picture: str
    described: str
    frames: str
    labels: str
    letters: str


def exam_board(question: Question, words: Catalogue) -> ExamBoard | None:
    """Return the board of a question; ``None`` if it has neither a position nor a game that can be read."""
    attempted = question.attempted or ""
    if question.pgn:
        frames = _game(question.pgn, words.language)
    elif question.fen:
        frames = [{"fen": question.fen, "move": "", "uci": ""}]
    else:
        return None
    if not frames:
        return None
    fen = frames[0]["fen"]
    return ExamBoard(
        fen=fen,
        attempted=attempted,
        picture=position_picture(fen, attempted or None, size=440),
        described=described(fen, words),
        frames=json.dumps(frames, separators=(",", ":")),
        labels=json.dumps({name: words.text(message) for name, message in _CONTROLS.items()}),
        letters=_letters(words.language),
    )


def described(fen: str, words: Catalogue) -> str:
    """Say where the pieces stand, for those who cannot see it.

    >>> from kb.messages import catalogue
    >>> described("8/8/8/4k3/8/8/P7/K7 w - - 0 1", catalogue("en"))
    'Chess board. White: king a1, pawn a2. Black: king e5.'
    """
    board = chess.Board(fen)
    sides = (_side(board, colour, words) for colour in chess.COLORS)
    pieces = " ".join(side for side in sides if side)
    return words.text("ui.board.alt", pieces=pieces or words.text("ui.board.empty"))


def _letters(language: str) -> str:
    """Return the letters of king, queen, rook, bishop and knight, apart by spaces."""
    kinds = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
    return " ".join(next(x for x, of in PIECE_LETTERS[language].items() if of == kind) for kind in kinds)


def _side(board: chess.Board, colour: chess.Color, words: Catalogue) -> str:
    named = [
        f"{words.text(f'piece.{chess.piece_name(kind)}')} {chess.square_name(square)}"
        for kind in reversed(chess.PIECE_TYPES)
        for square in board.pieces(kind, colour)
    ]
    side = words.text("side.white" if colour else "side.black")
    return f"{side}: {', '.join(named)}." if named else ""


def _game(pgn: str, language: str) -> list[dict[str, str]]:
    """Return a game position by position from its start; illegal moves as they were made, without a sign."""
    games = read_board("", language=language, pgn=pgn).games
    if not games or games[0].start is None:
        return []
    game = games[0]
    frames = [{"fen": game.board_before(0).fen(), "move": "", "uci": ""}]
    for ply, move in enumerate(game.moves):
        before = game.board_before(ply)
        number = f"{before.fullmove_number}.{'' if before.turn else '..'}"
        frames.append(
            {"fen": game.board_before(ply + 1).fen(), "move": f"{number} {move.text}", "uci": move.uci or ""}
        )
    return frames
