"""What ``kb check`` found, in words and as table, JSON, JSON lines or CSV; written game by game."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TextIO

import chess
from rich.text import Text

from kb.board.checking import Finding, FindingKind, GameCheck
from kb.dialog.wording import proof_lines
from kb.formats import Format
from kb.messages import Catalogue
from kb.rules.ruling import Mating
from kb.rules.saying import why_illegal

__all__ = ["Report", "Summary", "finding_text", "open_report", "summary_text"]

_MOVE_WIDTH = 12
_COLUMNS = (
    "file", "game", "line", "white", "black", "event", "round", "date", "result",
    "kind", "ply", "number", "color", "move", "uci", "reason", "fen", "text",
)  # fmt: skip
_DETAIL_IS_THE_TEXT = frozenset((FindingKind.OTHER_VARIANT, FindingKind.UNREADABLE_FEN))
_EXPLAINED = frozenset((FindingKind.ILLEGAL_MOVE, FindingKind.IMPOSSIBLE_MOVE))


@dataclass(slots=True)
class Summary:
    """Counts over all games checked so far."""

    games: int = 0
    with_findings: int = 0
    undecided: int = 0
    left_off: int = 0
    kinds: Counter[FindingKind] = field(default_factory=Counter)

    def add(self, check: GameCheck) -> None:
        """Count one game."""
        self.games += 1
        self.with_findings += not check.is_clean
        self.undecided += check.undecided
        self.left_off += check.left_off
        self.kinds.update(finding.kind for finding in check.findings)

    def by_kind(self) -> Iterator[tuple[FindingKind, int]]:
        """Yield the kinds found, in the order of their list, with their numbers."""
        return ((kind, self.kinds[kind]) for kind in FindingKind if self.kinds[kind])

    def to_json(self) -> dict[str, Any]:
        """Return the counts as JSON-like data."""
        return {
            "games": self.games,
            "with_findings": self.with_findings,
            "undecided": self.undecided,
            "left_off": self.left_off,
            "kinds": dict(self.by_kind()),
        }


class Report(Protocol):
    """Takes the games with something to tell one by one, then the summary."""

    def game(self, name: str, check: GameCheck) -> None:
        """Write what was found in a game of the file ``name``."""

    def end(self, summary: Summary) -> None:
        """Write the end."""


def open_report(form: Format, words: Catalogue, out: TextIO, show: Callable[[Text], None]) -> Report:
    """Open a report.

    :param out: where JSON and CSV go.
    :param show: shows a line of the table.
    """
    if form is Format.TABLE:
        return _Table(words, show)
    if form is Format.CSV:
        return _Csv(words, out)
    return _Json(words, out, lines=form is Format.JSONL)


def finding_text(finding: Finding, words: Catalogue) -> str:
    """Say what a finding is: its kind, then why."""
    label = words.text(f"finding.{finding.kind}")
    details = " ".join(_details(finding, words))
    return f"{label}: {details}" if details else label


def summary_text(summary: Summary, words: Catalogue) -> str:
    """Say in one line how many games were checked, how many had findings, and which."""
    parts = [words.text("checked.summary", n=summary.games, found=summary.with_findings)]
    kinds = "; ".join(f"{words.text(f'finding.{kind}')}: {number}" for kind, number in summary.by_kind())
    parts += [f"{kinds}."] if kinds else []
    parts += [words.text("checked.left_off", n=summary.left_off)] if summary.left_off else []
    parts += [words.text("checked.undecided", n=summary.undecided)] if summary.undecided else []
    return " ".join(parts)


def _details(finding: Finding, words: Catalogue) -> Iterator[str]:
    if finding.illegal is not None and finding.kind in _EXPLAINED:
        yield words.text(why_illegal(finding.illegal))
    if finding.damage is not None:
        yield words.text(f"damage.{finding.damage}")
    if finding.impossible is not None:
        yield words.text(f"impossible.{finding.impossible}")
    if finding.kind in _DETAIL_IS_THE_TEXT:
        yield finding.text
    for colour, verdict in finding.proofs:
        yield from proof_lines(Mating(colour, finding.fen or "", verdict), words)
    if finding.kind in {FindingKind.LOST_ON_TIME, FindingKind.LOST_BY_ILLEGAL_MOVE}:
        yield words.text("checked.should_be_draw")
    elif finding.kind is FindingKind.LOST_BY_INFRACTION:
        yield words.text("checked.perhaps_draw")


def _move(finding: Finding) -> str:
    """Write where a finding is: the move with its number, or nothing for the whole game."""
    if finding.number is None:
        return ""
    return f"{finding.number}{'.' if finding.color else '...'}{finding.text}"


def _color(color: chess.Color | None) -> str | None:
    return None if color is None else chess.COLOR_NAMES[color]


def _printable(text: str) -> str:
    """Replace what could move the cursor or turn the line around."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


@dataclass(frozen=True, slots=True)
class _Table:
    words: Catalogue
    show: Callable[[Text], None]

    def game(self, name: str, check: GameCheck) -> None:
        self.show(Text(_printable(self._heading(name, check)), style="bold"))
        for finding in check.findings:
            move = _printable(_move(finding)).ljust(_MOVE_WIDTH)
            what = _printable(finding_text(finding, self.words))
            self.show(Text.assemble("  ", (move, "cyan"), f" {what}"))
        if check.left_off:
            self.show(Text(f"  … {self.words.text('checked.left_off', n=check.left_off)}", style="dim"))
        if check.undecided:
            self.show(Text(f"  {self.words.text('checked.undecided', n=1)}", style="dim"))

    def end(self, summary: Summary) -> None:
        self.show(Text(summary_text(summary, self.words), style="green" if not summary.kinds else "yellow"))

    def _heading(self, name: str, check: GameCheck) -> str:
        given: Mapping[str, str] = check.headers
        players = " – ".join(given.get(side, "?") for side in ("White", "Black"))
        facts = [given[key] for key in ("Event", "Round", "Date", "Result") if given.get(key, "?") != "?"]
        game = self.words.text("checked.game", number=check.index)
        return f"{name}:{check.line} {game}: {', '.join([players, *facts])}"


class _Json:
    """One object with all games and the summary, or one object a line and the summary as the last."""

    def __init__(self, words: Catalogue, out: TextIO, *, lines: bool) -> None:
        self._words, self._out, self._lines = words, out, lines
        self._separator = "" if lines else '{"games": [\n'

    def game(self, name: str, check: GameCheck) -> None:
        entry = {
            "file": name,
            "game": check.index,
            "line": check.line,
            "headers": dict(check.headers),
            "plies": check.plies,
            "signal": check.signal,
            "undecided": check.undecided,
            "findings": [self._finding(finding) for finding in check.findings],
            "left_off": check.left_off,
        }
        self._out.write(self._separator + json.dumps(entry, ensure_ascii=False))
        self._separator = "\n" if self._lines else ",\n"

    def end(self, summary: Summary) -> None:
        total = json.dumps(summary.to_json(), ensure_ascii=False)
        if self._lines:
            self._out.write(f'{self._separator}{{"summary": {total}}}\n')
            return
        start = self._separator if self._separator.startswith("{") else "\n"
        self._out.write(f'{start}], "summary": {total}}}\n')

    def _finding(self, finding: Finding) -> dict[str, Any]:
        return {
            "kind": finding.kind,
            "ply": finding.ply,
            "number": finding.number,
            "color": _color(finding.color),
            "move": finding.text,
            "uci": finding.uci,
            "reason": finding.illegal and finding.illegal.reason,
            "fen": finding.fen,
            "cannot_mate": {_color(colour): verdict.reason for colour, verdict in finding.proofs},
            "text": finding_text(finding, self._words),
        }


class _Csv:
    """One line a finding; the summary has no place in it."""

    def __init__(self, words: Catalogue, out: TextIO) -> None:
        self._words = words
        self._writer = csv.writer(out, lineterminator="\n")
        self._writer.writerow(_COLUMNS)

    def game(self, name: str, check: GameCheck) -> None:
        headers = (check.headers.get(key) for key in ("White", "Black", "Event", "Round", "Date", "Result"))
        about = (name, check.index, check.line, *headers)
        for finding in check.findings:
            reason = finding.illegal and finding.illegal.reason
            self._writer.writerow((
                *about, finding.kind, finding.ply, finding.number, _color(finding.color), finding.text,
                finding.uci, reason, finding.fen, finding_text(finding, self._words),
            ))  # fmt: skip

    def end(self, summary: Summary) -> None:
        """Nothing: rows are all there is."""
