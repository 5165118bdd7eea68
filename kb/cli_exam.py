"""The exam trainer: ``kb exam`` practice, mock, review, paper, anki, mark, results and contest."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kb.cli_common import print_json
from kb.cli_exam_mark import mark

if TYPE_CHECKING:
    from kb.exam.sheet import Sheet
    from kb.exam_trainer import Trainer

__all__ = ["commands"]

commands = typer.Typer(
    name="exam",
    help="Exam trainer: questions made and marked by the rules, mock exams, papers to print.",
    no_args_is_help=True,
)

contest = typer.Typer(
    name="contest", help="Points of the marking you do not agree with, kept for review.", no_args_is_help=True
)
commands.add_typer(contest)
commands.command()(mark)

_PRACTICE_SIZE = 10
_DECK_SIZE = 50
_MOST_DUE = 20

Language = Annotated[str, typer.Option("--language", "-l", help="es, nl, ru or en.")]
Edition = Annotated[
    str | None, typer.Option("--edition", "-e", help="Edition of the Laws, e.g. 2018; else the latest.")
]
Topics = Annotated[
    list[str] | None, typer.Option("--topic", "--topics", "-t", help="Only this topic; repeatable.")
]
Formats = Annotated[
    list[str] | None,
    typer.Option("--format", "--formats", help="choice, open, clause, find, edition, clocks; repeatable."),
]
Count = Annotated[int | None, typer.Option("--count", "-n", help="Number of questions.")]
NextSeed = Annotated[
    int | None, typer.Option("--seed", "-s", min=0, help="Choose the questions; else new ones each time.")
]
PaperSeed = Annotated[
    int, typer.Option("--seed", "-s", min=0, help="The same seed gives the same questions.")
]


@commands.command()
def practice(
    language: Language = "en",
    edition: Edition = None,
    topics: Topics = None,
    formats: Formats = None,
    count: Count = None,
    seed: NextSeed = None,
) -> None:
    """Answer questions with feedback at once: marks, reasons, clauses.  Goes on where it was left."""
    from kb.exam.attempts import Kind

    trainer = _trainer(language)
    asked_for = json.dumps([language, edition, topics, formats, count, seed])
    attempt = trainer.study.unfinished(Kind.PRACTICE, asked_for)
    if attempt is None:
        wish = trainer.wish(
            edition=edition,
            seed=seed,
            count=_PRACTICE_SIZE if count is None else count,
            topics=topics,
            formats=formats,
        )
        attempt = trainer.begin(Kind.PRACTICE, trainer.paper("practice", wish), asked_for)
    else:
        trainer.screen.say("study.resumed")
    again = _again(
        "practice",
        language=language,
        edition=edition,
        topic=topics,
        format=formats,
        count=count,
        seed=seed,
    )
    trainer.run(attempt, again)


@commands.command()
def mock(
    authority: Annotated[str, typer.Option("--authority", "-a", help="fide, knsb, feda or uvr.")] = "fide",
    language: Language = "en",
    edition: Edition = None,
    seed: NextSeed = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the exam that is open.")] = False,
) -> None:
    """Sit a mock exam against the clock; answers are marked when it is handed in."""
    from kb.exam.attempts import Kind
    from kb.exam_trainer import refused

    trainer = _trainer(language)
    words, again = trainer.words, _again("mock", language=language) + " --resume"
    attempt = trainer.study.unfinished(Kind.MOCK)
    if resume:
        if attempt is None:
            begin = "kb exam mock --authority fide"
            raise refused(words, "study.error.no_mock", "study.hint.command", command=begin)
        trainer.screen.say("study.resumed")
    else:
        if attempt is not None and not attempt.is_over(trainer.now()):
            raise refused(words, "study.error.open_mock", "study.hint.command", command=again)
        made = trainer.paper(authority, trainer.wish(edition=edition, seed=seed))
        if not made.exam.minutes:
            freely = "kb exam practice"
            raise refused(words, "study.error.no_time", "study.hint.command", command=freely)
        if attempt is not None:  # its time ran out while nobody was looking
            trainer.study.finish(attempt.id, trainer.now())
        attempt = trainer.begin(Kind.MOCK, made)
        trainer.introduce(made)
    trainer.run(attempt, again)


@commands.command()
def review(language: Language = "en", edition: Edition = None) -> None:
    """Repeat the kinds of questions whose time to come back has come, with fresh questions."""
    from kb.exam.attempts import Kind
    from kb.exam.reviewing import review_paper

    trainer = _trainer(language)
    asked_for = json.dumps([language, edition])
    attempt = trainer.study.unfinished(Kind.REVIEW, asked_for)
    if attempt is None:
        due = trainer.study.due(trainer.now(), _MOST_DUE)
        made = review_paper(trainer.library, due, language, trainer.edition(edition))
        if made is None:
            trainer.nothing_due()
            return
        trainer.screen.say("study.review.due", n=len(made.placed))
        attempt = trainer.begin(Kind.REVIEW, made, asked_for)
    else:
        trainer.screen.say("study.resumed")
    trainer.run(attempt, _again("review", language=language, edition=edition))


@commands.command()
def paper(
    language: Language = "en",
    count: Count = None,
    seed: PaperSeed = 1,
    edition: Edition = None,
    topics: Topics = None,
    formats: Formats = None,
    authority: Annotated[
        str, typer.Option("--authority", "-a", help="practice, fide, knsb, feda or uvr.")
    ] = "practice",
    as_json: Annotated[bool, typer.Option("--json", help="Print paper and key as JSON.")] = False,
    html: Annotated[Path | None, typer.Option("--html", help="Write the paper as a page to print.")] = None,
    pdf: Annotated[Path | None, typer.Option("--pdf", help="Write the paper as PDF.")] = None,
    key: Annotated[Path | None, typer.Option("--key", help="Write the key to a .html or .pdf file.")] = None,
) -> None:
    """Make a paper out of a seed, to print or as data; the same seed gives the same bytes."""
    from kb.exam_trainer import refused

    trainer = _trainer(language)
    if not (as_json or html or pdf or key):
        names = ("--json", "--html", "--pdf", "--key")
        raise refused(trainer.words, "study.error.no_output", "study.hint.one_of", names=names)
    wish = trainer.wish(edition=edition, seed=seed, count=count, topics=topics, formats=formats)
    made = trainer.paper(authority, wish)
    if as_json:
        print_json(made.paper.to_json())
    if not (html or pdf or key):
        return
    sheet = trainer.sheet(made)
    if html:
        trainer.write(html, _page(sheet, key=False), beside=as_json)
    if pdf:
        trainer.write(pdf, _pdf(sheet, key=False), beside=as_json)
    if key:
        trainer.write(key, _key(trainer, sheet, key), beside=as_json)


@commands.command()
def anki(
    file: Annotated[Path, typer.Argument(help="The deck to write, .apkg.")],
    language: Language = "en",
    count: Count = None,
    seed: PaperSeed = 1,
    edition: Edition = None,
    topics: Topics = None,
    formats: Formats = None,
) -> None:
    """Write questions as a deck for Anki, with boards; the same question is the same note every time."""
    from kb.exam.anki import render_deck

    trainer = _trainer(language)
    wish = trainer.wish(edition=edition, seed=seed, count=count or _DECK_SIZE, topics=topics, formats=formats)
    made = trainer.paper("practice", wish)
    trainer.write(file, render_deck(trainer.sheet(made), made.paper.questions))


@commands.command()
def results(
    language: Language = "en",
    last: Annotated[
        bool, typer.Option("--last", help="Show the last exam question by question, with its key.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Show the exams of late, how each topic went, and what to study."""
    from kb.exam.results import history

    trainer = _trainer(language)
    past = history(trainer.study.past(), len(trainer.study.due(trainer.now())))
    if last and past.attempts:
        trainer.look_back(*past.attempts[0])
        return
    if as_json:
        print_json(past.to_json(trainer.library, language))
    elif not (past.attempts or past.topics):
        trainer.screen.say("study.result.none")
    else:
        trainer.screen.history(past)


@contest.command(name="add")
def contest_add(
    point: Annotated[int, typer.Argument(help="The point, by its place in the marking, from 1.", min=1)],
    why: Annotated[list[str] | None, typer.Argument(help="Your reason.")] = None,
    question: Annotated[
        int | None, typer.Option("--question", "-q", min=1, help="The question; else the last one answered.")
    ] = None,
    language: Language = "en",
) -> None:
    """Contest a point of the last exam that earned nothing."""
    trainer = _trainer(language)
    place = None if question is None else question - 1
    trainer.contests.raise_on(place, point, " ".join(why or ()), trainer.now())
    trainer.screen.say("study.contest.raised")


@contest.command(name="list")
def contest_list(
    undecided: Annotated[bool, typer.Option("--open", help="Only those not decided on.")] = False,
    language: Language = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print them as JSON.")] = False,
) -> None:
    """List the contested points with question, answer and reason."""
    trainer = _trainer(language)
    found = trainer.contests.all(undecided=undecided)
    if as_json:
        print_json([one.to_json() for one in found])
    elif not found:
        trainer.screen.say("study.contest.none")
    for one in () if as_json else found:
        trainer.screen.contest(one)


@contest.command(name="resolve")
def contest_resolve(
    number: Annotated[int, typer.Argument(help="The number in the list.", min=1)],
    uphold: Annotated[
        bool | None, typer.Option("--uphold/--reject", help="Whether the point earns its marks after all.")
    ] = None,
    language: Language = "en",
) -> None:
    """Decide on a contested point; one that is upheld earns its marks."""
    from kb.exam_trainer import refused

    trainer = _trainer(language)
    if uphold is None:
        names = ("--uphold", "--reject")
        raise refused(trainer.words, "study.error.decision", "study.hint.one_of", names=names)
    trainer.screen.contest(trainer.contests.decide(number, uphold=uphold, now=trainer.now()))


def _trainer(language: str) -> Trainer:
    from kb.exam_trainer import open_trainer

    return open_trainer(language)


def _again(command: str, **options: object) -> str:
    """Return the command with the options that were given, as one would type it."""
    given = ["kb", "exam", command]
    for name, value in options.items():
        values = value if isinstance(value, list) else [value]
        given += [part for one in values if one is not None for part in (f"--{name}", str(one))]
    return shlex.join(given)


def _page(sheet: Sheet, *, key: bool) -> bytes:
    from kb.exam.pages import render_page

    return render_page(sheet, key=key).encode()


def _pdf(sheet: Sheet, *, key: bool) -> bytes:
    from kb.exam.pdf import render_pdf

    return render_pdf(sheet, key=key)


def _key(trainer: Trainer, sheet: Sheet, path: Path) -> bytes:
    from kb.exam_trainer import refused

    if path.suffix.lower() == ".html":
        return _page(sheet, key=True)
    if path.suffix.lower() == ".pdf":
        return _pdf(sheet, key=True)
    raise refused(
        trainer.words,
        "study.error.suffix",
        "study.hint.one_of",
        path=str(path),
        names=(".html", ".pdf"),
    )
