"""The command line, one short function a command."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kb import cli_compare, cli_exam, cli_fetch, cli_games, cli_serve, cli_texts
from kb.cli_common import held_library, print_json
from kb.errors import InputError, KbError, RequestError

if TYPE_CHECKING:
    from kb.desk import Desk

__all__ = ["app", "main"]

app = typer.Typer(
    help="Answers about the FIDE Laws of Chess with the exact clause quoted, edition by edition.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(cli_compare.commands)
app.add_typer(cli_exam.commands)
app.add_typer(cli_fetch.commands)
app.add_typer(cli_games.commands)
app.add_typer(cli_serve.commands)
app.add_typer(cli_texts.commands)

Language = Annotated[
    str | None, typer.Option("--language", "-l", help="es, nl, ru or en; else as the question.")
]
Edition = Annotated[str | None, typer.Option("--edition", "-e", help="Edition of the Laws, e.g. 2018.")]
OnDate = Annotated[
    str | None, typer.Option("--date", help="Day of the game, YYYY-MM-DD: picks the edition in force.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")]
Fen = Annotated[str | None, typer.Option("--fen", help="Position, whole or partial FEN.")]
Moves = Annotated[str | None, typer.Option("--moves", help="Moves from the position or from the start.")]
Pgn = Annotated[Path | None, typer.Option("--pgn", help="A PGN file.", exists=True, dir_okay=False)]


@app.command()
def ask(
    question: Annotated[list[str] | None, typer.Argument(help="The question, in es, nl, ru or en.")] = None,
    language: Language = None,
    edition: Edition = None,
    date: OnDate = None,
    fen: Fen = None,
    moves: Moves = None,
    pgn: Pgn = None,
    facts: Annotated[list[str] | None, typer.Option("--fact", "-f", help="A known fact, name=value.")] = None,
    as_json: AsJson = False,
    jsonl: Annotated[
        bool, typer.Option("--jsonl", help="JSON objects on stdin, one answer per line on stdout.")
    ] = False,
) -> None:
    """Answer a question with the clauses quoted."""
    from kb.terminal import print_answer

    if jsonl:
        _ask_lines()
        return
    if not question and not (fen or moves or pgn):
        raise RequestError("There is no question.", hint='Write: kb ask "your question".')
    data = {
        "question": " ".join(question or ()),
        "language": language,
        "edition": edition,
        "date": date,
        "fen": fen,
        "moves": moves,
        "pgn": _read_text(pgn) if pgn else None,
        "facts": _facts(facts or []),
    }
    answer = _ask_one(_desk(), data)
    if as_json:
        print_json(answer.to_json())
    else:
        print_answer(answer)


@app.command()
def rule(
    topic: Annotated[
        str, typer.Argument(help="What it is about; see `kb topics`.")
    ] = "illegal_move_restoration",
    language: Language = None,
    edition: Edition = None,
    date: OnDate = None,
    fen: Fen = None,
    moves: Annotated[
        str | None, typer.Option("--move", "--moves", help="The attempted move or moves.")
    ] = None,
    pgn: Pgn = None,
    offence: Annotated[int | None, typer.Option(help="Which offence of the player: 1, 2, 3 …", min=1)] = None,
    time_control: Annotated[str | None, typer.Option(help="standard, rapid or blitz.")] = None,
    supervised: Annotated[bool | None, typer.Option(help="Full supervision in rapid or blitz.")] = None,
    clock_pressed: Annotated[bool | None, typer.Option(help="The clock was pressed after the move.")] = None,
    opponent_moved: Annotated[bool | None, typer.Option(help="The opponent has moved since.")] = None,
    facts: Annotated[
        list[str] | None, typer.Option("--fact", "-f", help="Any other fact, name=value.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Rule on a position or on stated facts, without searching for the topic."""
    from kb.dialog.request import request_from_mapping
    from kb.terminal import print_answer

    named = {
        "offence_number": offence,
        "time_control": time_control,
        "supervised": supervised,
        "clock_pressed": clock_pressed,
        "opponent_moved": opponent_moved,
    }
    known = {name: value for name, value in named.items() if value is not None}
    data = {
        "language": language,
        "edition": edition,
        "date": date,
        "fen": fen,
        "moves": moves,
        "pgn": _read_text(pgn) if pgn else None,
        "facts": {**_facts(facts or []), **known},
    }
    from kb.desk import rule_on

    answer = rule_on(held_library(), request_from_mapping(data), topic)
    if as_json:
        print_json(answer.to_json())
    else:
        print_answer(answer)


@app.command()
def search(
    question: Annotated[list[str], typer.Argument(help="Words to search for.")],
    count: Annotated[
        int, typer.Option("--count", "-n", min=1, max=100, help="How many entries to show.")
    ] = 10,
    as_json: AsJson = False,
) -> None:
    """Show the topics and entries nearest to some words."""
    from kb.terminal import print_search

    desk, text = _desk(), " ".join(question)
    candidates, hits = desk.finder.find(text)[:5], desk.finder.entries(text, count)
    if as_json:
        print_json(
            {
                "topics": [
                    {"topic": c.ref.topic, "aspect": c.ref.aspect, "share": round(c.share, 4)}
                    for c in candidates
                ],
                "entries": [
                    {"id": h.entry.id, "score": round(h.score, 4), "text": h.entry.text} for h in hits
                ],
            }
        )
    else:
        print_search(candidates, hits)


@app.command()
def show(
    label: Annotated[str, typer.Argument(help="Clause number, e.g. 7.5.3 or 7.4(b).")],
    document: Annotated[
        str | None, typer.Option("--document", "-d", help="Document id, e.g. nl-2014.")
    ] = None,
    language: Language = None,
    as_json: AsJson = False,
) -> None:
    """Show a clause of a held document, with its neighbours and translations."""
    from kb.clauses import clause_view
    from kb.terminal import print_clauses

    views = clause_view(held_library(), label, document, language)
    if as_json:
        print_json([view.to_json() for view in views])
    else:
        print_clauses(views)


@app.command()
def topics(language: Language = "en") -> None:
    """List the topics and their aspects."""
    for topic in held_library().topics:
        aspects = ", ".join(a.ref.aspect for a in topic.aspects)
        typer.echo(f"{topic.id}: {topic.names[language or 'en']} ({topic.scope}; {aspects})")


@app.command()
def doctor(as_json: AsJson = False) -> None:
    """Say what is installed, which texts are held, and whether index and encoder are in order."""
    from kb.doctor import examine

    health = examine()
    if as_json:
        print_json(health.to_json())
    else:
        for line in health.lines():
            typer.echo(line)
    if not health.well:
        raise typer.Exit(1)


@app.command(name="eval")
def evaluate(
    cases: Annotated[
        Path | None, typer.Option(help="Cases as JSON lines; default: the cases of the repository.")
    ] = None,
    baseline: Annotated[
        bool, typer.Option(help="Also run the bare encoders and BM25 over the clauses.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure answers against cases with checked answers (needs a checkout and the eval extra)."""
    measure, baselines = _evaluation()
    outcomes = measure.measure(_desk(), measure.load_cases(cases or measure.CASES))
    found = measure.report(outcomes)
    if as_json:
        print_json({"rates": found.rates, "misses": found.misses})
    else:
        measure.print_report(found)
    if baseline:
        baselines.print_baselines(measure.load_cases(cases or measure.CASES))


def main() -> None:
    """Run the command line; errors we know are one clear line, never a traceback."""
    try:
        # Outside standalone mode a command's exit code comes back as the result.
        sys.exit(app(standalone_mode=False))
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(130)
    except KbError as error:
        typer.echo(f"kb: {error}", err=True)
        sys.exit(2 if isinstance(error, InputError) else 3)
    except BrokenPipeError:
        sys.exit(141)
    except Exception as error:
        usage = _usage_error(error)
        if usage is None:
            raise
        typer.echo(f"kb: {usage}", err=True)
        sys.exit(2)


def _usage_error(error: Exception) -> str | None:
    """Word an error of the command line parser, or return ``None`` for any other."""
    shown: Callable[[], str] | None = getattr(error, "format_message", None)
    return f"{shown()} Try --help." if shown is not None else None


def _desk() -> Desk:
    from kb.desk import open_desk

    desk, report = open_desk()
    if report.built:
        typer.echo(f"kb: search index built ({report.built}; {report.encoded} texts encoded).", err=True)
    if not report.stored:
        typer.echo(
            f"kb: the search index could not be stored ({report.problem}); set KB_CACHE_DIR.", err=True
        )
    return desk


def _ask_one(desk: Desk, data: dict[str, Any]) -> Any:
    from kb.dialog.request import request_from_mapping

    return desk.ask(request_from_mapping(data))


def _ask_lines() -> None:
    """Answer JSON lines from stdin in order; a line that cannot be used gets an error object in its place."""
    desk = _desk()
    for line in sys.stdin:
        if line.strip():
            typer.echo(json.dumps(_line_answer(desk, line), ensure_ascii=False))
            sys.stdout.flush()


def _line_answer(desk: Desk, line: str) -> dict[str, Any]:
    given: Any = None
    try:
        given = json.loads(line)
        answered: dict[str, Any] = _ask_one(desk, given).to_json()
    except (json.JSONDecodeError, RecursionError):
        return _error_line(
            given, RequestError("This line is not JSON.", hint='Send {"question": "…"} on one line.')
        )
    except KbError as error:
        return _error_line(given, error)
    return answered


def _error_line(given: Any, error: KbError) -> dict[str, Any]:
    echoed = given.get("id", "") if isinstance(given, dict) else ""
    body = {
        "code": error.code,
        "message": error.message,
        "field": getattr(error, "field", ""),
        "hint": error.hint,
    }
    return {"id": echoed, "error": body}


def _facts(pairs: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for pair in pairs:
        name, separator, value = pair.partition("=")
        if not separator:
            raise RequestError(f"{pair[:40]!r} is not a fact.", hint="Write name=value.", field="facts")
        try:
            found[name] = json.loads(value)
        except json.JSONDecodeError:
            found[name] = value
    return found


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise RequestError(
            f"{path} cannot be read: {error.strerror}.", hint="Check the path.", field="pgn"
        ) from error


def _evaluation() -> tuple[Any, Any]:
    root = Path(__file__).resolve().parents[1]
    if not (root / "eval" / "measure.py").is_file():
        raise KbError("The evaluation lives in the repository only.", hint="Run `kb eval` in a checkout.")
    with _importable(root):
        try:
            from eval import baselines, measure
        except ImportError as error:
            raise KbError(
                f"{error.name} is not installed.", hint="Install the eval extra: pip install -e .[eval]."
            ) from error
    return measure, baselines


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
