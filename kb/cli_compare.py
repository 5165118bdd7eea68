"""The command that compares editions and texts: ``kb compare``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from kb.cli_common import held_library
from kb.errors import RequestError
from kb.files import write_whole

__all__ = ["commands"]

commands = typer.Typer()

_FORMS = ("md", "html", "csv")


@commands.command()
def compare(
    subject: Annotated[
        str | None, typer.Argument(help="A topic (see `kb topics`) or a clause number, e.g. 7.5.3.")
    ] = None,
    document: Annotated[
        str | None, typer.Option("--document", "-d", help="The text a clause number is meant in.")
    ] = None,
    words: Annotated[
        tuple[str, str] | None,
        typer.Option("--words", help="Two texts to compare word by word, e.g. es-2017 nl-2014."),
    ] = None,
    disagreements: Annotated[
        bool, typer.Option("--disagreements", help="Report where the texts disagree instead.")
    ] = False,
    language: Annotated[str, typer.Option("--language", "-l", help="es, nl, ru or en.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print the data as JSON.")] = False,
    export: Annotated[str | None, typer.Option("--export", help="Write as md, html or csv.")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="File to write to; else standard output.")
    ] = None,
) -> None:
    """Follow a topic or a clause through all editions, compare two texts, or list where texts disagree."""
    from kb.comparing.disagreements import disagreements as report_on
    from kb.comparing.exporting import ExportFormat, export_comparison, export_report
    from kb.comparing.timeline import compare as compared
    from kb.terminal_compare import print_comparison, print_report

    _checked(subject, language, export, output, disagreements=disagreements, as_json=as_json)
    library = held_library()
    form = ExportFormat(export) if export else None
    if disagreements:
        report = report_on(library, language)
        if as_json or form:
            _write(export_report(report, form) if form else _json(report.to_json()), output)
        else:
            print_report(report)
        return
    found = compared(library, subject or "", language=language, document=document, words=words)
    if as_json or form:
        _write(export_comparison(found, form) if form else _json(found.to_json()), output)
    else:
        print_comparison(found)


def _checked(
    subject: str | None,
    language: str,
    export: str | None,
    output: Path | None,
    *,
    disagreements: bool,
    as_json: bool,
) -> None:
    from kb.laws.ours import LANGUAGES

    if language not in LANGUAGES:
        raise RequestError(
            f"There is no language {language[:20]!r} here.",
            hint=f"Use one of {', '.join(LANGUAGES)}.",
            field="language",
        )
    if export is not None and export not in _FORMS:
        raise RequestError(
            f"There is no form {export[:20]!r}.", hint=f"Use one of {', '.join(_FORMS)}.", field="export"
        )
    if export and as_json:
        raise RequestError("--json and --export exclude each other.", hint="Give one of them.")
    if output is not None and not (export or as_json):
        raise RequestError("--output needs a form.", hint="Add --export md, html or csv, or --json.")
    if bool(subject) is disagreements:
        raise RequestError(
            "Nothing to compare was named." if not subject else "--disagreements takes no topic.",
            hint="Write: kb compare colours_reversed, or kb compare --disagreements.",
            field="subject",
        )


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _write(text: str, output: Path | None) -> None:
    """Print a text, or put it in a file: whole or not at all."""
    if output is None:
        typer.echo(text, nl=False)
        return
    try:
        write_whole(output, text.encode())
    except OSError as error:
        raise RequestError(
            f"{output} cannot be written: {error.strerror}.", hint="Choose another file.", field="output"
        ) from error
