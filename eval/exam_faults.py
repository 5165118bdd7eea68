"""What can be wrong with an exam question: the faults the checks look for, each found in another way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import chess

from kb.board.impossible import find_impossibilities
from kb.board.reading import read_board
from kb.exam.generating import rejudge
from kb.exam.outcomes import alike, wordings
from kb.exam.telling import Teller
from kb.exam.types import Format, Question
from kb.laws.library import Library
from kb.rules.ruling import Ruling, Verdict

__all__ = ["faults"]

_CYRILLIC, _LATIN = re.compile(r"[А-Яа-яЁё]"), re.compile(r"[A-Za-zÀ-ÿ]+")
# Squares, moves, clause labels and letters of appendices may be Latin in a Russian sentence.
_SYMBOLS = re.compile(
    r"(?:Кр|[КФЛС])?[a-h]?[1-8]?[x-]?[a-h][1-8](?:[x-][a-h][1-8])?(?:=?[КФЛС])?[+#]?"
    r"|\b[A-CG]\.?\d+(?:\.\d+)*[a-e]?\b|\b\d+(?:\.\d+)*[a-e]\b|\bIII(?:\.\d+)*\b"
)
# Frequent words that belong to one of the languages only.
_OWN_WORDS = {
    "en": "the and with which has been was would not they their from this that before after",
    "es": "el los las que una del con por para pero se ha han sin sobre según partida árbitro",
    "nl": "het een van niet met voor wordt zijn heeft naar bij er deze zet partij klok",
}
_MARKS = re.compile(r"[{}]|\bNone\b(?! of)|Message\(|\.\.(?!\.)(?<!\.\.\.)|\s{2,}|\s[,.;:](?:\s|$)|\bx\b")
_TIMES = re.compile(r"\d+:\d\d:\d\d")
_MINUTES = {"1MIN": 60, "2MIN": 120}


def faults(library: Library, question: Question) -> Iterator[str]:
    """Yield what is wrong with a question; nothing for a sound one."""
    ruling = rejudge(library, question)
    if ruling.verdict is not question.verdict:
        yield f"the key is {question.verdict}, a fresh ruling {ruling.verdict}"
    yield from _of_options(question)
    yield from _of_board(question)
    yield from _of_texts(question)
    if question.format is Format.CHOICE:
        yield from _of_rulings(question)
    if question.format is Format.EDITION:
        yield from _of_editions(library, question)
    if question.format is Format.CLOCKS:
        yield from _of_clocks(question)
    if question.format is Format.CLAUSE:
        yield from _of_clauses(question, ruling)
    if question.format is Format.FIND:
        yield from _of_game(question)


def _of_options(question: Question) -> Iterator[str]:
    if question.format is Format.OPEN:
        if question.options or not 2 <= question.marks <= 5:
            yield "an open question has options, or not 2 to 5 marks"
        return
    texts = [option.text for option in question.options]
    if len(texts) != 4 or len({text.casefold().rstrip(".") for text in texts}) != 4:
        yield "there are not four different options"
    if sum(option.right for option in question.options) != 1:
        yield "not exactly one option is right"
    elif texts[question.right] != question.key:
        yield "the right option is not the key"
    if not all(option.why for option in question.options):
        yield "an option has no reason"


def _of_rulings(question: Question) -> Iterator[str]:
    """No wrong option may say the key in other words, whichever generator worded it."""
    for colour in chess.COLORS:
        said = _verdicts_said(question.language, colour)
        if question.verdict not in said.get(question.key, ()):
            continue  # the other side is at fault
        for option in question.options:
            near = any(alike(verdict, question.verdict) for verdict in said.get(option.text, ()))
            if near and not option.right:
                yield f"a wrong option is as good as the key: {option.text}"


@cache
def _verdicts_said(language: str, player: chess.Color) -> dict[str, tuple[Verdict, ...]]:
    """Return every wording of a ruling against a side, and the verdicts it can mean."""
    said: dict[str, tuple[Verdict, ...]] = {}
    tell = Teller(language, player)
    for message_id, verdict in wordings():
        text = tell.say(message_id)
        said[text] = (*said.get(text, ()), verdict)
    return said


def _of_editions(library: Library, question: Question) -> Iterator[str]:
    """Only the edition of the right option may rule as the key says."""
    for option in question.options:
        (year,) = re.findall(r"\d{4}", option.text)[:1]
        if question.generator.startswith("worded_"):
            if option.right != (question.stem in _wordings(library, question, year)):
                yield f"the {year} edition has, or lacks, the rule"
            continue
        verdict = rejudge(library, question, edition=year).verdict
        if option.right != alike(verdict, question.verdict):
            yield f"the {year} edition rules {verdict}, the key is {question.verdict}"


def _wordings(library: Library, question: Question, edition: str) -> set[str]:
    """Return our wordings of the rules an edition has on a topic."""
    own = library.ours[question.language]
    aspects = library.topics[question.topic].aspects
    return {own.restatement(aspect.ref, aspect.rules[edition]) for aspect in aspects}


def _of_board(question: Question) -> Iterator[str]:
    if question.fen is None:
        return
    board = chess.Board(question.fen)
    impossible = bool(find_impossibilities(board)) or board.status() != chess.STATUS_VALID
    if impossible and not question.announced:
        yield "an impossible position is not announced"
    if question.announced and not impossible:
        yield "a possible position is announced as impossible"
    if (
        question.attempted
        and board.color_at(chess.Move.from_uci(question.attempted).from_square) != board.turn
    ):
        yield "the move shown is not one of the side to move"


def _of_clocks(question: Question) -> Iterator[str]:
    """Work the times out again from the stem: exactly one side has got the minutes of the verdict."""
    before = [_seconds(time) for time in _TIMES.findall(question.stem)]
    more = _MINUTES[question.verdict.rpartition("_")[2]]
    good = 0
    for option in question.options:
        after = [_seconds(time) for time in _TIMES.findall(option.text)]
        changes = [b - a for a, b in zip(before, after, strict=True)]
        good += sorted(changes) == [0, more] and option.right
    if len(before) != 2 or good != 1:
        yield "the clock times do not add up"


def _of_clauses(question: Question, ruling: Ruling) -> Iterator[str]:
    used = {number for step in ruling.steps if step.basis for number in step.basis.numbers}
    for option in question.options:
        if option.right != (option.text in used):
            yield f"clause {option.text} settles the case too, or the right one does not"


def _of_game(question: Question) -> Iterator[str]:
    moves = read_board("", language=question.language, pgn=question.pgn).moves
    illegal = [move for move in moves if move.legal is False]
    if len(illegal) != 1:
        yield f"the game has {len(illegal)} illegal moves"
        return
    (move,) = illegal
    named = f"{move.ply // 2 + 1}{'.' if move.color else '...'}{move.text}"
    if not question.key.startswith(named):
        yield f"the irregularity is {named}"


def _of_texts(question: Question) -> Iterator[str]:
    for text in _texts(question):
        if _MARKS.search(text):
            yield f"marks of a template: {text}"
        if question.language == "ru":
            plain = _SYMBOLS.sub(" ", text)
            if left := _LATIN.findall(plain):
                yield f"Latin letters {left}: {text}"
        elif _CYRILLIC.search(text):
            yield f"Cyrillic letters: {text}"
        words = set(re.findall(r"[^\W\d_]+", text.casefold()))
        for language, own in _OWN_WORDS.items():
            foreign = sorted(words & set(own.split()))
            if language != question.language and len(foreign) > 1:
                yield f"words of {language} {foreign}: {text}"


def _texts(question: Question) -> Iterator[str]:
    yield from (question.stem, question.ask, question.key, *question.explanation)
    if question.announced:
        yield question.announced
    for option in question.options:
        yield from (option.text, option.why)
    yield from (point.text for point in question.points)


def _seconds(time: str) -> int:
    hours, minutes, seconds = (int(part) for part in time.split(":"))
    return hours * 3600 + minutes * 60 + seconds
