"""Questions, feedback and results of exams on a terminal, with rich."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import IO

import chess
from babel.dates import format_date
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from kb.exam.attempts import Asked, Attempt
from kb.exam.contests import Contest
from kb.exam.grading import Grade
from kb.exam.marking import MarkedPoint
from kb.exam.results import History, Result, Score, TopicResult
from kb.exam.sheet import PrintedQuote, key_of
from kb.exam.types import Question
from kb.exam.wording import marks_text, topic_name
from kb.laws.library import Library
from kb.messages import Catalogue

__all__ = ["ExamScreen"]

_WIDTH = 100
_DIGITS = "123456789"


class ExamScreen:
    """Shows questions in one language; options are told apart by digits, alike in every alphabet.

    :param file: where to write, by default the standard output.
    """

    def __init__(self, words: Catalogue, library: Library, *, file: IO[str] | None = None) -> None:
        self._words = words
        self._library = library
        self._out = Console(highlight=False, file=file)
        self._out.width = min(self._out.width, _WIDTH)

    def say(self, message_id: str, **places: str | int) -> None:
        """Show one sentence of the catalogue."""
        # Not wrapped, so that a command in it can be copied.
        self._out.print(Text(self._words.text(message_id, **places), style="dim"), soft_wrap=True)

    def lines(self, lines: Iterable[str]) -> None:
        """Show lines that are worded already."""
        for line in lines:
            self._print(line)

    def question(self, asked: Asked, total: int) -> None:
        """Show a question with its board and options, and the answer it has so far."""
        question = asked.question
        self._out.print()
        progress = self._words.text("study.progress", number=asked.place + 1, total=total)
        marks = self._words.text("paper.marks", n=question.marks)
        self._out.print(Text.assemble((progress, "bold cyan"), (f"  ({marks})", "dim")))
        if question.announced:
            self._print(question.announced, style="italic")
        self._print(question.stem)
        if question.fen:
            self._board(question)
        if question.pgn:
            self._out.print(Padding(Text(question.pgn), (0, 2), expand=False))
        self._print(question.ask, style="bold")
        for digit, option in zip(_DIGITS, question.options, strict=False):
            self._out.print(Padding(Text(f"{digit}. {option.text}"), (0, 2), expand=False))
        if asked.given:
            self._print(f"{self._words.text('study.prompt')} {asked.given}", style="dim")

    def feedback(self, asked: Asked, grade: Grade) -> None:
        """Show what an answer earned, the key, the reasons and the quotes."""
        question = asked.question
        self._out.print(Text.assemble(self._judgement(asked), (f"  {self._earned(asked)}", "dim")))
        points = grade.marked.points if question.points else ()
        for point in points:
            self._point(point)
        if asked.given and any(point.earned < point.marks for point in points):
            self.say("study.contest.how", command="kb exam contest add")
        key = key_of(question, _DIGITS, self._words)
        self._print(key.answer, style="green")
        for option in key.options:
            style = "green" if option.right else "dim"
            self._out.print(
                Padding(Text(f"{option.letter}. {option.why}", style=style), (0, 2), expand=False)
            )
        if key.steps:
            self._print(self._words.text("section.why"), style="bold")
        for number, step in enumerate(key.steps, start=1):
            self._out.print(Padding(Text(f"{number}. {step}"), (0, 2), expand=False))
        for quote in key.quotes:
            self._out.print(_panel(quote))

    def result(self, attempt: Attempt, result: Result) -> None:
        """Show marks, whether they suffice, how each topic went, and what to study."""
        self._out.print()
        self._print(self._words.text("study.result.total", score=self._score(result.score)), style="bold")
        if len(result.parts) > 1:
            for number, (_, score) in enumerate(result.parts, start=1):
                self._print(f"{self._words.text('paper.part', number=number)}: {self._score(score)}")
        if result.passed is not None:
            verdict = "study.result.passed" if result.passed else "study.result.failed"
            self._print(self._words.text(verdict), style="bold green" if result.passed else "bold yellow")
            mark = "paper.pass_each" if attempt.every_part else "paper.pass"
            self.say(mark, percent=attempt.pass_percent)
        self._topics(result.topics)
        self._to_study(result.to_study)

    def contest(self, contest: Contest) -> None:
        """Show a contested point with its question, the answer, the reason and the decision."""
        question, point = contest.asked.question, contest.point
        line = self._words.text(
            "study.contest.line",
            number=contest.id,
            question=contest.asked.place + 1,
            point=point.number,
            text=point.text,
        )
        decisions = {None: "open", True: "upheld", False: "rejected"}
        said = self._words.text(f"study.contest.{decisions[contest.upheld]}")
        marks = self._words.text("paper.marks", n=point.marks)
        self._print(f"{line} ({marks}, {said})", style="bold")
        self._print(f"  {question.stem} {question.ask}", style="dim")
        self._print(f"  {self._words.text('study.prompt')} {contest.asked.given}")
        if contest.note:
            self._print(f"  {self._words.text('study.contest.note', note=contest.note)}")

    def history(self, past: History) -> None:
        """Show the exams of late, how each topic went, what to study, and how much is due."""
        for attempt, result in past.attempts:
            day = format_date((attempt.finished or attempt.started).astimezone(), locale=self._words.language)
            kind = self._words.text(f"study.kind.{attempt.kind}")
            self._print(f"{day}  {kind} ({attempt.authority}): {self._score(result.score)}")
        self._topics(past.topics)
        self._to_study(past.to_study)
        if past.due:
            self.say("study.review.due", n=past.due)

    # -- pieces ----------------------------------------------------------------------

    def _topics(self, topics: Sequence[TopicResult]) -> None:
        if topics:
            self._print(self._words.text("study.result.by_topic"), style="bold")
        for topic in topics:
            self._print(f"  {self._name(topic)}: {self._score(topic.score)}")

    def _to_study(self, topics: Sequence[TopicResult]) -> None:
        if topics:
            self._print(self._words.text("study.result.to_study"), style="bold")
        for topic in topics:
            clauses = ", ".join(f"{document} {label}" for document, label in topic.clauses)
            name = self._name(topic)
            read = self._words.text("study.result.read", topic=name, clauses=clauses)
            self._print(f"  {read if clauses else name}")

    def _print(self, text: str, style: str = "") -> None:
        self._out.print(Text(text, style=style))

    def _board(self, question: Question) -> None:
        board = chess.Board(question.fen or "")
        ranks = board.unicode(empty_square="·", borders=False).splitlines()
        drawn = [f"{8 - n}  {rank}" for n, rank in enumerate(ranks)] + ["   a b c d e f g h"]
        self._out.print(Padding(Text("\n".join(drawn)), (0, 4), expand=False))
        side = "white" if board.turn else "black"
        move = f"  {question.attempted}" if question.attempted else ""
        self._print(f"    {self._words.text(f'paper.to_move.{side}')}{move}", style="dim")

    def _judgement(self, asked: Asked) -> tuple[str, str]:
        if asked.late:
            return self._words.text("study.late"), "bold yellow"
        if not asked.given:
            return self._words.text("study.unanswered"), "bold yellow"
        if asked.earned >= asked.question.marks:
            return self._words.text("study.right"), "bold green"
        if asked.earned > 0:
            return self._words.text("study.partly"), "bold yellow"
        return self._words.text("study.wrong"), "bold yellow"

    def _earned(self, asked: Asked) -> str:
        return f"{self._marks(asked.earned)} / {asked.question.marks}"

    def _point(self, point: MarkedPoint) -> None:
        said = self._words.text(f"study.point.{point.status}")
        words = " … ".join(f"«{span.text}»" for span in point.spans)
        text = f"{point.number}. [{point.earned}/{point.marks}] {point.text} – {said} {words}"
        self._out.print(Padding(Text(text.rstrip()), (0, 2), expand=False))

    def _score(self, score: Score) -> str:
        return self._words.text(
            "study.result.score",
            earned=self._marks(score.earned),
            marks=score.marks,
            percent=self._marks(score.percent),
        )

    def _marks(self, marks: Fraction) -> str:
        return marks_text(marks, self._words.language)

    def _name(self, topic: TopicResult) -> str:
        return topic_name(self._library, topic.topic, self._words.language)


def _panel(quote: PrintedQuote) -> Panel:
    body = Text("\n").join([Text(quote.text), *(Text(note, style="dim") for note in quote.notes)])
    return Panel(body, title=escape(quote.label.rstrip(":")), title_align="left")
