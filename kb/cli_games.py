"""The commands about whole games and about what a position can still become: ``check`` and ``mate``."""

from __future__ import annotations

import sys
from enum import StrEnum, auto
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kb.cli_common import asked_words, print_json
from kb.errors import BoardReadingError
from kb.formats import Format

if TYPE_CHECKING:
    from kb.check_report import Report, Summary
    from kb.check_run import Checker
    from kb.terminal_games import Screen

__all__ = ["commands"]

commands = typer.Typer()

_MOST_JOBS = 64
_MOST_NODES = 1_000_000

Language = Annotated[str, typer.Option("--language", "-l", help="es, nl, ru or en.")]


class _Side(StrEnum):
    WHITE = auto()
    BLACK = auto()


@commands.command()
def mate(
    fen: Annotated[str | None, typer.Option("--fen", help="Position, whole or partial FEN.")] = None,
    moves: Annotated[
        str | None, typer.Option("--moves", help="Moves from the position or from the start.")
    ] = None,
    side: Annotated[_Side | None, typer.Option("--side", help="The side to ask about; else both.")] = None,
    language: Language = "en",
    budget: Annotated[
        int | None,
        typer.Option(help="Positions to look at for each side before giving up.", min=1, max=_MOST_NODES),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")] = False,
) -> None:
    """Say whether a side can still checkmate by any series of legal moves, with the line or the reason."""
    from kb.mate_report import ask_mate
    from kb.terminal_games import print_mate

    words = asked_words(language)
    answer = ask_mate(fen, moves, None if side is None else side is _Side.WHITE, words, budget)
    if as_json:
        print_json(answer.to_json(words))
    else:
        print_mate(answer, words)


@commands.command()
def check(
    files: Annotated[
        list[Path],
        typer.Argument(help="PGN files, plain, .gz or .zst; - for the standard input.", show_default=False),
    ],
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", help="Processes to check in.", min=1, max=_MOST_JOBS)
    ] = 1,
    form: Annotated[Format, typer.Option("--format", "-f", help="How to write the findings.")] = Format.TABLE,
    language: Language = "en",
    mating: Annotated[
        bool,
        typer.Option(
            "--mating/--no-mating",
            help="Look for moves in dead positions, and for games lost on time or by an illegal move "
            "to a side that could not checkmate.",
        ),
    ] = True,
) -> None:
    """List illegal moves, impossible continuations and moves after the end, game by game.

    Ends with 0 when nothing was found, 1 with findings, 2 when a file could not be used to its end.
    """
    from kb.check_report import Summary, open_report, summary_text
    from kb.check_run import open_checker
    from kb.terminal_games import open_screen

    words, summary, unusable = asked_words(language), Summary(), False
    with open_checker(jobs, language=language, mating=mating) as checker, open_screen() as screen:
        report = open_report(form, words, sys.stdout, screen.show)
        for path in files:
            try:
                _check_file(path, checker, summary, report, screen)
            except BoardReadingError as error:
                unusable = True
                screen.warn(f"kb: {error}")
        report.end(summary)
        if form is not Format.TABLE:
            screen.warn(summary_text(summary, words))
    sys.exit(2 if unusable else int(summary.with_findings > 0))


def _check_file(path: Path, checker: Checker, summary: Summary, report: Report, screen: Screen) -> None:
    """Check the games of one file; raises BoardReadingError after those before a damage of the file."""
    from kb.board.games import GameFile

    before = summary.games
    with GameFile(sys.stdin.buffer if str(path) == "-" else path) as file:
        task = screen.open_file(file)
        for game in checker(file):
            summary.add(game)
            if not game.is_clean or game.undecided:
                report.game(file.name, game)
            screen.advance(task, file, summary)
    if summary.games == before:
        raise BoardReadingError(f"{path} holds no games.", hint="Give a PGN file.")
