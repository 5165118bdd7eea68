"""Marking answers on the command line: ``kb exam mark``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kb.cli_common import print_json
from kb.errors import KbError, RequestError

if TYPE_CHECKING:
    from kb.exam.marking import Marked
    from kb.exam.types import Question
    from kb.messages import Catalogue

__all__ = ["mark"]

_LINE = '{"question": 1, "answer": "…"}'


def mark(
    answer: Annotated[list[str] | None, typer.Argument(help="The answer.", show_default=False)] = None,
    question: Annotated[
        Path | None, typer.Option("--question", "-q", help="A question or a paper with its key, as JSON.")
    ] = None,
    number: Annotated[
        int | None, typer.Option("--number", "-n", min=1, help="The question of the paper, from 1.")
    ] = None,
    generator: Annotated[
        str | None, typer.Option("--generator", "-g", help="Make the question: its generator.")
    ] = None,
    form: Annotated[
        str, typer.Option("--format", help="Make the question: choice, open, clause, find, edition, clocks.")
    ] = "open",
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="Make the question: its seed.")] = 1,
    edition: Annotated[
        str | None, typer.Option("--edition", "-e", help="Make the question: its edition; else the latest.")
    ] = None,
    answer_file: Annotated[
        Path | None, typer.Option("--answer", "-a", help="A file with the answer; - for the standard input.")
    ] = None,
    jsonl: Annotated[
        bool, typer.Option("--jsonl", help="Answers as JSON lines on stdin, one marking per line on stdout.")
    ] = False,
    language: Annotated[
        str | None, typer.Option("--language", "-l", help="es, nl, ru or en; else that of the question.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the marking as JSON.")] = False,
) -> None:
    """Mark an answer point by point, with the words that earned each."""
    from kb.exam.marking_lines import marking_lines
    from kb.messages import catalogue

    words = catalogue(_known(language) or "en")
    if (question is None) == (generator is None):
        names = {"question": "--question", "generator": "--generator", "seed": "--seed"}
        raise _refused(words, "marking.error.source", "marking.hint.source", **names)
    if question is not None:
        questions = _read_questions(question, words)
    else:
        questions = (_made(generator or "", form, seed, edition, language or "en"),)
    if jsonl:
        _mark_lines(questions, language, words)
        return
    asked = _chosen(questions, number, words)
    marked = _marked(asked, _answer(answer, answer_file, words), language)
    if as_json:
        print_json(marked.to_json())
        return
    for line in marking_lines(marked, asked, catalogue(marked.language)):
        typer.echo(line)


def _marked(question: Question, answer: str, language: str | None) -> Marked:
    from kb.exam.marking import mark as mark_answer

    return mark_answer(question, answer, _known(language) or question.language)


def _known(language: str | None) -> str | None:
    """Return a language after checking it; raises RequestError."""
    from kb.dialog.request import request_from_mapping

    return request_from_mapping({"language": language}).language


def _refused(words: Catalogue, message_id: str, hint_id: str, **places: str | int) -> RequestError:
    return RequestError(words.text(message_id, **places), hint=words.text(hint_id, **places))


# ---------------------------------------------------------------- questions


def _read_questions(path: Path, words: Catalogue) -> tuple[Question, ...]:
    from kb.exam.question_json import questions_from_json

    return questions_from_json(_read(path, words))


def _made(generator: str, form: str, seed: int, edition: str | None, language: str) -> Question:
    from kb.exam.generating import generate
    from kb.exam.types import Format
    from kb.laws.library import corpus_library

    library = corpus_library()
    law = edition or library.editions.latest.id
    try:
        wanted = Format(form)
    except ValueError:
        names = ", ".join(Format)
        raise RequestError(
            f"There is no format {form[:20]!r}.", hint=f"Use one of {names}.", field="format"
        ) from None
    return generate(library, language, law, generator, wanted, seed)


def _chosen(questions: tuple[Question, ...], number: int | None, words: Catalogue) -> Question:
    if number is None and len(questions) == 1:
        return questions[0]
    if number is None or number > len(questions):
        most = len(questions)
        raise _refused(
            words, "marking.error.no_question", "marking.hint.number", option="--number", most=most
        )
    return questions[number - 1]


# ---------------------------------------------------------------- answers


def _answer(given: list[str] | None, path: Path | None, words: Catalogue) -> str:
    text = _read(path, words) if path is not None else " ".join(given or ())
    if not text.strip():
        raise _refused(words, "marking.error.no_answer", "marking.hint.answer", option="--answer")
    return text


def _read(path: Path, words: Catalogue) -> str:
    from kb.exam.question_json import MAX_FILE

    try:
        if str(path) == "-":
            return sys.stdin.read(MAX_FILE + 1)
        with path.open(encoding="utf-8") as file:
            return file.read(MAX_FILE + 1)
    except (OSError, UnicodeDecodeError):
        raise _refused(words, "marking.error.unreadable", "marking.hint.file", path=str(path)) from None


def _mark_lines(questions: tuple[Question, ...], language: str | None, words: Catalogue) -> None:
    """Mark JSON lines from stdin in order; a line that cannot be used gets an error object in its place."""
    by_id = {asked.id: asked for asked in questions}
    for line in sys.stdin:
        if not line.strip():
            continue
        try:
            made = _mark_line(line, questions, by_id, language, words).to_json()
        except KbError as error:
            made = {"error": {"code": error.code, "message": error.message, "hint": error.hint}}
        typer.echo(json.dumps(made, ensure_ascii=False))
        sys.stdout.flush()


def _mark_line(
    line: str,
    questions: tuple[Question, ...],
    by_id: dict[str, Question],
    language: str | None,
    words: Catalogue,
) -> Marked:
    try:
        given: Any = json.loads(line)
        name, answer = given.get("question", 1 if len(questions) == 1 else None), given["answer"]
        known = isinstance(answer, str) and isinstance(name, int | str) and not isinstance(name, bool)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        known = False
    if not known:
        raise _refused(words, "marking.error.line", "marking.hint.line", example=_LINE)
    if isinstance(name, str) and name in by_id:
        return _marked(by_id[name], answer, given.get("language", language))
    if isinstance(name, int) and 1 <= name <= len(questions):
        return _marked(questions[name - 1], answer, given.get("language", language))
    raise _refused(words, "marking.error.no_question", "marking.hint.line", example=_LINE)
