"""What is said beside an answer about its board: problems, what was understood, what is impossible."""

from __future__ import annotations

from collections.abc import Iterator

from kb.board.types import EXAMPLES, BoardReading, Echo, EchoKind, Problem
from kb.messages import Catalogue

__all__ = ["board_notes", "problem_text"]

_MOST_ECHOES = 12


def problem_text(problem: Problem, words: Catalogue) -> tuple[str, str]:
    """Return what could not be read, in words, and an example that can."""
    text = words.text(f"problem.{problem.kind}", number=problem.number or 0, found=problem.place.text)
    return text, EXAMPLES[problem.example]


def board_notes(board: BoardReading, words: Catalogue) -> Iterator[str]:
    """Yield one note for each problem, one for what was understood, one for what is impossible."""
    for problem in board.problems:
        yield words.text("note.problem", problem=problem_text(problem, words)[0])
    echoes = tuple(_echo(e) for e in board.echoes if e.kind is EchoKind.MOVE and e.text != e.understood)
    if echoes:
        yield words.text("note.understood", echoes=echoes[:_MOST_ECHOES])
    if board.position and board.position.impossible:
        reasons = " ".join(words.text(f"impossible.{i}") for i in board.position.impossible)
        yield words.text("note.impossible", reasons=reasons)


def _echo(echo: Echo) -> str:
    return f"{echo.text} → {echo.understood}"
