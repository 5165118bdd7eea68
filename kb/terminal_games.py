"""Checks of game files and answers about mating on a terminal, with rich."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import chess
from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.text import Text

from kb.board.games import GameFile
from kb.check_report import Summary
from kb.mate_report import MateAnswer
from kb.messages import Catalogue

__all__ = ["Screen", "open_screen", "print_mate"]

_GAMES_A_TICK = 50


@dataclass(frozen=True, slots=True)
class Screen:
    """Where lines and the progress are shown: lines on the standard output, the bar on the other one."""

    lines: Console
    bar: Progress

    def show(self, line: Text) -> None:
        """Show a line of the report, above the bar when both are on one terminal."""
        self.lines.print(line, soft_wrap=True)

    def warn(self, line: str) -> None:
        """Show a line beside the report, on the standard error."""
        self.bar.console.print(Text(line), soft_wrap=True)

    def open_file(self, file: GameFile) -> TaskID:
        """Begin the bar of a file; without a known size it only tells that something happens."""
        return self.bar.add_task(file.name, total=file.size, counts="")

    def advance(self, task: TaskID, file: GameFile, summary: Summary) -> None:
        """Bring the bar up to date every fifty games."""
        if summary.games % _GAMES_A_TICK == 0 and not self.bar.disable:
            counts = f"{summary.games:,} ({summary.with_findings:,})"
            self.bar.update(task, completed=file.bytes_read, counts=counts)


@contextmanager
def open_screen() -> Iterator[Screen]:
    """Open the screen; without a terminal behind the standard error there is no bar."""
    errors = Console(stderr=True, highlight=False)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[counts]}"))
    bar = Progress(
        *columns,
        TimeRemainingColumn(),
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    same = errors.is_terminal and sys.stdout.isatty()
    with bar:
        yield Screen(errors if same else Console(highlight=False), bar)


def print_mate(answer: MateAnswer, words: Catalogue) -> None:
    """Print the board, the verdicts with line or reason, and what was understood of the position."""
    out = Console(highlight=False)
    board = chess.Board(answer.fen)
    out.print(Text(answer.fen, style="dim"), soft_wrap=True)
    out.print(Padding(Text(board.unicode(empty_square="·", borders=False)), (0, 4), expand=False))
    for line in answer.lines(words):
        out.print(Text(line))
    for note in answer.notes:
        out.print(Text(note, style="dim"))
