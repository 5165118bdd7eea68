"""What the board of the page shows: positions one can step through, read from pasted text or from a proof."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import chess

from kb.board.mating import CanMate, CannotMate
from kb.board.reading import read_board
from kb.board.types import BoardReading, ReadGame, ReadMove
from kb.dialog.answer import Part
from kb.dialog.notes import problem_text
from kb.dialog.wording import localised_san
from kb.messages import catalogue
from kb.rules.ruling import Mating
from kb.rules.saying import why_illegal

__all__ = ["MAX_PASTE", "BoardShow", "line_frames", "part_board", "pasted_board"]

MAX_PASTE = 200_000  # characters of pasted text or of an uploaded file
_MOST_FRAMES = 601
_GAME = re.compile(r"^\s*\[\w+ \"|^\s*1\s*\.", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class BoardShow:
    """What to put on the board.

    ``frames`` are steps with a FEN each and, from the second on, the move that led there; ``at`` is the
    step shown first; ``attempted`` a move in UCI drawn as an arrow; ``marked`` the squares of the pieces
    that make it illegal; ``game`` the text the steps were read from, if it was a game; ``note`` a
    sentence, also where nothing could be read.
    """

    frames: tuple[dict[str, str], ...]
    at: int = 0
    attempted: str = ""
    marked: tuple[str, ...] = ()
    game: str = ""
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the show as JSON-ready data."""
        return {
            "frames": list(self.frames),
            "at": self.at,
            "attempted": self.attempted,
            "marked": list(self.marked),
            "game": self.game,
            "note": self.note,
        }


def pasted_board(text: str, language: str) -> BoardShow:
    """Read a FEN, a link, a PGN or moves; what cannot be read comes back as a note with no frames.

    >>> len(pasted_board("1. e4 e5 2. Ke3", "en").frames)
    4
    """
    text = text[:MAX_PASTE]
    if _GAME.search(text):
        board = read_board("", language=language, pgn=text)
    else:
        board = read_board(text, language=language)
    if board.games and board.games[0].start is not None:
        return _game(board.games[0], text, language)
    if board.position is not None:
        return BoardShow(({"fen": board.position.fen, "move": ""},), note=_impossible(board, language))
    return BoardShow((), note=_unreadable(text, board, language))


def part_board(part: Part) -> BoardShow | None:
    """Return the position an answer is about, with the attempted move; ``None`` without one."""
    if part.position is None:
        return None
    attempted = part.attempted or ""
    moves = read_board("", language="en", fen=part.position, moves=attempted).moves if attempted else ()
    marked = _in_the_way(moves[0]) if moves else ()
    return BoardShow(({"fen": part.position, "move": ""},), attempted=attempted, marked=marked)


def line_frames(mating: Mating | None, language: str) -> tuple[dict[str, str], ...]:
    """Return the mating line or the forced line of a proof step by step; empty where there is none."""
    if mating is None or not isinstance(mating.verdict, CanMate | CannotMate):
        return ()
    line = mating.verdict.line if isinstance(mating.verdict, CanMate) else mating.verdict.forced
    if not line:
        return ()
    board = chess.Board(mating.fen)
    frames = [{"fen": board.fen(), "move": ""}]
    for move in line[: _MOST_FRAMES - 1]:
        label = _numbered(board, localised_san(board.san(move), language))
        board.push(move)
        frames.append({"fen": board.fen(), "move": label, "uci": move.uci()})
    return tuple(frames)


def _game(game: ReadGame, text: str, language: str) -> BoardShow:
    frames = []
    for ply in range(min(len(game.moves) + 1, _MOST_FRAMES)):
        board = game.board_before(ply)
        frame = {"fen": board.fen(), "move": ""}
        if ply:
            move = game.moves[ply - 1]
            label = localised_san(move.san, language) if move.san else move.text
            frame["move"] = _numbered(game.board_before(ply - 1), label)
            frame["uci"] = move.uci or ""
        frames.append(frame)
    first = game.first_illegal
    if first is None or first >= len(frames):
        return BoardShow(tuple(frames), at=len(frames) - 1, game=text)
    move = game.moves[first]
    return BoardShow(
        tuple(frames),
        at=first,
        attempted=move.uci or "",
        marked=_in_the_way(move),
        game=text,
        note=_why(move, language),
    )


def _in_the_way(move: ReadMove) -> tuple[str, ...]:
    """Return the squares of the pieces that check, pin, block or guard."""
    pieces = move.illegal.pieces if move.illegal else ()
    return tuple(chess.square_name(piece.square) for piece in pieces)


def _why(move: ReadMove, language: str) -> str:
    if move.illegal is None:
        return ""
    return catalogue(language).text("ui.board.illegal", move=move.text, why=why_illegal(move.illegal))


def _numbered(board: chess.Board, label: str) -> str:
    return f"{board.fullmove_number}.{'' if board.turn else '..'} {label}"


def _impossible(board: BoardReading, language: str) -> str:
    words = catalogue(language)
    if board.position is None or not board.position.impossible:
        return ""
    reasons = " ".join(words.text(f"impossible.{i}") for i in board.position.impossible)
    return words.text("note.impossible", reasons=reasons)


def _unreadable(text: str, board: BoardReading, language: str) -> str:
    words = catalogue(language)
    tried = board.problems or read_board("", language=language, fen=text).problems
    problem, example = problem_text(tried[0], words) if tried else ("", "")
    return words.text("ui.board.unreadable", problem=problem, example=example)
