"""Taking moves out of text: strictly from a PGN or moves field, with great care from a sentence.

In a sentence a move counts only after a move number ("27.Rb7", "27...Ne3"), and what follows it only as long
as nothing but moves, numbers, signs and asides stands between; after other words only the number that is
due next takes the game up again.  "Clause 7.5.3", "5+3", "article 10" are therefore never moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import chess

from kb.board.notation import CASTLE_PATTERN, MOVE_PATTERN
from kb.board.types import Rest, RestReason

__all__ = ["MAX_PLIES", "MoveRun", "WrittenMove", "find_runs", "iter_bare_moves", "read_field"]

MAX_PLIES = 1500
"""Longest game read from a question; the longest known tournament game had 538 plies."""
_MAX_REST = 200

_EP = r"(?:\s?e\.?\s?p\.?(?!\w))?"
_MOVE = rf"(?:{MOVE_PATTERN}|{CASTLE_PATTERN}){_EP}[+#‡†]{{0,2}}"
_MOVE_TOKEN = re.compile(rf"(?P<move>{_MOVE})(?![\wА-я])", re.UNICODE)
_BARE = re.compile(rf"(?<![\w./:×-])(?P<move>{_MOVE})(?![\wА-я/-])")
_ANCHOR = re.compile(
    rf"(?<![\w.,:/–-])(?P<number>\d{{1,3}})\s?(?P<dots>\.[-–]|\.{{1,6}}|…|\.\s?…|\.\s\.\.\.?)\s{{0,3}}(?=(?:{_MOVE})(?![\wА-я]))"
)
_PLAIN_START = re.compile(rf"(?<![\w.,:/–-])1[\s*]{{1,4}}(?={_MOVE}\s+{_MOVE}\s+2(?:\.\s{{0,3}}|\s+){_MOVE})")
_ARTICLE_WORD = re.compile(
    r"\b(?:art(?:icles?|[ií]culos?|ikel|\.)?|rules?|clauses?|reglas?|regels?|lid|section|п\.?|пункт\w*|ст\.?|стать\w*|§)\s*$",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?P<number>\d{1,3})\s?(?P<dots>\.[-–]|\.{1,6}|…|\.\s?…|\.\s\.\.\.?|\)|)(?![\w/½-])")
_BARE_NUMBER_DOTS = re.compile(r"(?P<number>\d{1,3})(?P<dots>\.{1,6}|…)")
_RESULT = re.compile(
    r"(?:1\s?[-–:]\s?0|0\s?[-–:]\s?1|1/2(?:\s?[-–]\s?1/2)?|½(?:\s?[-–]\s?½)?|\*(?!\*))(?![\w/-])"
)
_SIGNS = re.compile(r"(?:[!?+#=±∓∞□⩲⩱‡†,]|\$\d{1,3}(?!\d)|e\.?\s?p\.?(?!\w)|\+[-–/]|[-–/]\+)+")
_CONNECTORS = re.compile(
    r"[\s,;:…]*(?:(?:and|then|but|y|e|luego|pero|en|dan|toen|maar|и|затем|потом|но|а)\b[\s,;:…]*){1,2}",
    re.IGNORECASE,
)
_ALTERNATIVE = re.compile(r"(?:/|\||or\b|ó\b|o\b|of\b|или\b)", re.IGNORECASE)
_SPACE = re.compile(r"(?:[\s\u200b`_~]|\*\*)+")
_BRACKET = re.compile(r"[(){}]")


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """One move as written."""

    text: str
    offset: int


@dataclass(slots=True)
class MoveRun:
    """The moves of one game as written, in order.

    :param number: the first move number, ``None`` when none is written.
    :param color: who makes the first move; ``None`` when neither number nor dots say it.
    """

    number: int | None
    color: chess.Color | None
    moves: list[WrittenMove] = field(default_factory=list)
    result: str = "*"
    finished: bool = False
    rest: Rest | None = None
    end: int = 0

    def due(self) -> tuple[int, chess.Color]:
        """Give the number and colour of the move that comes next."""
        first = 2 * (self.number or 1) + (0 if self.color in (None, chess.WHITE) else 1)
        number, black = divmod(first + len(self.moves), 2)
        return number, not black


def find_runs(text: str, masked: Sequence[tuple[int, int]] = ()) -> list[MoveRun]:
    """Find the move runs of a sentence.

    :param masked: spans (start, end) that belong to something else, such as a FEN.

    >>> [[move.text for move in run.moves] for run in find_runs("after 1.e4 d6 he said 7.5.3 applies")]
    [['e4', 'd6']]
    """
    runs: list[MoveRun] = []
    plain = _PLAIN_START.search(text)
    position = 0
    while True:
        anchor = _ANCHOR.search(text, position)
        if plain is not None and (anchor is None or plain.start() < anchor.start()):
            anchor, plain = plain, None
        if anchor is None:
            return _joined(runs)
        position = anchor.end()
        if _covers(masked, anchor.start()) or _ARTICLE_WORD.search(
            text, max(0, anchor.start() - 14), anchor.start()
        ):
            continue
        run = _run_for(runs, anchor)
        if run is not None:
            position = run.end = _Scanner(text, run, masked, strict=False).scan(anchor.end())


def _joined(runs: list[MoveRun]) -> list[MoveRun]:
    """Put "2.Ke2 after 1.e4 e5" in order: a run that another one leads up to follows that one."""
    joined: list[MoveRun] = []
    for run in runs:
        later = next((other for other in joined if (other.number, other.color) == run.due()), None)
        if later is not None and not run.finished:
            run.moves += later.moves
            run.result, run.finished = later.result, later.finished
            joined.remove(later)
        joined.append(run)
    return joined


def read_field(text: str, start: int = 0, end: int | None = None) -> MoveRun:
    """Read a span that should hold nothing but the moves of one game.

    Comments, variations, signs and escape lines are passed over, however deep; the first thing that is none
    of these, nor a move, ends the reading and is kept as the rest.
    """
    run = MoveRun(None, None)
    run.end = _Scanner(text[: len(text) if end is None else end], run, (), strict=True).scan(start)
    return run


def _covers(masked: Sequence[tuple[int, int]], offset: int) -> bool:
    return any(start <= offset < end for start, end in masked)


def _run_for(runs: list[MoveRun], anchor: re.Match[str]) -> MoveRun | None:
    """Choose the run that a numbered move belongs to, or ``None`` for the mention of an earlier move."""
    groups = anchor.groupdict()
    number = int(groups.get("number") or 1)
    color = not _means_black(groups.get("dots") or ".")
    if runs and not runs[-1].finished:
        due = runs[-1].due()
        if (number, color) == due:
            return runs[-1]
        if (number, not color) <= (due[0], not due[1]) and number != 1:
            return None
        if number == 1 and len(runs[-1].moves) and runs[-1].number == 1:
            return None
    runs.append(MoveRun(number, color))
    return runs[-1]


def _means_black(dots: str) -> bool:
    return "…" in dots or dots.count(".") >= 2


class _Scanner:
    """Walks over one game's text and collects its moves into a run."""

    def __init__(self, text: str, run: MoveRun, masked: Sequence[tuple[int, int]], *, strict: bool) -> None:
        self._text = text
        self._run = run
        self._masked = masked
        self._strict = strict

    def scan(self, position: int) -> int:
        """Collect moves from a position on and give the position where the game's text ends."""
        text, run = self._text, self._run
        last = position
        while position < len(text):
            after = self._skip(position)
            if after is None or (self._masked and _covers(self._masked, after)):
                return last
            position = after
            if position >= len(text):
                return position
            step = self._step(position)
            if step is None:
                return last
            position, kept = step
            last = position if kept else last
            if run.rest is not None or run.finished:
                return position
        return position

    def _step(self, position: int) -> tuple[int, bool] | None:
        """Read one token: the position after it and whether it belongs to the game; ``None`` at the end."""
        text, run = self._text, self._run
        result = _RESULT.match(text, position)
        if result is not None and (run.moves or self._strict):
            return self._finish(result)
        if len(run.moves) >= MAX_PLIES:
            self._leave(position, RestReason.TOO_MANY_MOVES)
            return position, True
        move = _MOVE_TOKEN.match(text, position)
        if move is not None:
            run.moves.append(WrittenMove(move["move"].strip(), position))
            return move.end(), True
        number = self._number(position)
        if number is not None:
            return number
        return self._stop(position)

    def _number(self, position: int) -> tuple[int, bool] | None:
        run = self._run
        match = _ANCHOR.match(self._text, position) or _NUMBER.match(self._text, position)
        if match is None and self._strict:
            match = _BARE_NUMBER_DOTS.match(self._text, position)
        if match is None:
            return None
        number, black = int(match["number"]), _means_black(match["dots"])
        if not self._strict and not match["dots"]:
            return (match.end(), False) if (number, chess.WHITE) == run.due() else None
        if not run.moves and run.number is None:
            run.number = number
            run.color = not black if match["dots"] else None
        elif not self._strict and (number, not black) != run.due() and number <= run.due()[0]:
            return None
        return match.end(), False

    def _skip(self, position: int) -> int | None:
        """Pass over spaces, signs, comments and variations; ``None`` when one of them never ends."""
        text = self._text
        while position < len(text):
            char = text[position]
            if char == "{":
                end = text.find("}", position)
                if end < 0:
                    return self._unclosed(position, RestReason.UNCLOSED_COMMENT)
                position = end + 1
            elif char == "(":
                end = _variation_end(text, position)
                if end < 0:
                    return self._unclosed(position, RestReason.UNCLOSED_VARIATION)
                position = end
            elif self._strict and (
                char == ";" or (char == "%" and text[position - 1 : position] in ("", "\n"))
            ):
                newline = text.find("\n", position)
                position = len(text) if newline < 0 else newline
            else:
                match = _SPACE.match(text, position) or _SIGNS.match(text, position)
                if match is None:
                    return position
                position = match.end()
        return position

    def _unclosed(self, position: int, reason: RestReason) -> int | None:
        if self._strict:
            self._leave(position, reason)
        return None

    def _stop(self, position: int) -> tuple[int, bool] | None:
        """Decide at something that is no move: go on over a connecting word, or end the game."""
        if self._strict:
            alternative = _ALTERNATIVE.match(self._text, position) and self._run.moves
            self._leave(position, RestReason.ALTERNATIVE if alternative else RestReason.UNREADABLE_MOVE)
            return position, True
        connector = _CONNECTORS.match(self._text, position)
        if connector is not None and _MOVE_TOKEN.match(self._text, connector.end()):
            return connector.end(), False
        return None

    def _finish(self, match: re.Match[str]) -> tuple[int, bool]:
        written = re.sub(r"\s", "", match.group()).replace("–", "-").replace(":", "-").replace("½", "1/2")
        self._run.result = "1/2-1/2" if written.startswith("1/2") else written
        tail = self._text[match.end() :].strip() if self._strict else ""
        if tail:
            self._leave(self._text.index(tail[0], match.end()), RestReason.AFTER_RESULT)
        self._run.finished = True
        return match.end(), True

    def _leave(self, position: int, reason: RestReason) -> None:
        self._run.rest = Rest(self._text[position : position + _MAX_REST], position, reason)


def _variation_end(text: str, position: int) -> int:
    """Find the end of a variation, counting depth instead of recursing; -1 when it never closes."""
    depth, in_comment = 0, False
    for match in _BRACKET.finditer(text, position):
        char = match.group()
        if char in "{}" or in_comment:
            in_comment = char != "}" and (in_comment or char == "{")
        elif char == "(":
            depth += 1
        else:
            depth -= 1
            if depth == 0:
                return match.end()
    return -1


def iter_bare_moves(text: str, masked: Sequence[tuple[int, int]]) -> Iterator[WrittenMove]:
    """Yield everything in a sentence that has the form of a move, number or not."""
    for match in _BARE.finditer(text):
        if not _covers(masked, match.start()):
            yield WrittenMove(match["move"].strip(), match.start())
