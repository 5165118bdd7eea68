"""The command that downloads a catalogued text: ``kb fetch``."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kb.cli_common import asked_words, print_json
from kb.errors import RequestError

if TYPE_CHECKING:
    from kb.importing.catalogue import Catalogued
    from kb.importing.fetching import Fetched
    from kb.messages import Catalogue

__all__ = ["commands"]

commands = typer.Typer()


@commands.command()
def fetch(
    name: Annotated[
        str | None, typer.Argument(metavar="ID", help="A text of the catalogue; without it all are listed.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="File to write; else below the data folder.", dir_okay=False),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Use the network without asking.")] = False,
    then_import: Annotated[
        bool, typer.Option("--import", help="Import the file at once, as `kb import` does.")
    ] = False,
    language: Annotated[str, typer.Option("--language", "-l", help="es, nl, ru or en.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print the list or the result as JSON.")] = False,
) -> None:
    """Download an official text of the Laws from its publisher, to be imported; lists what there is.

    Nothing is downloaded before the question that names the host is answered with yes.
    """
    from kb.importing.catalogue import find_catalogued, read_catalogue
    from kb.laws.library import corpus_folder

    if then_import and as_json:
        raise RequestError("With --json nothing is asked, and an import asks.", hint="Leave one of them out.")
    words, texts = asked_words(language), read_catalogue(corpus_folder() / "catalogue.toml")
    if name is None:
        _list(tuple(texts.values()), words, as_json=as_json)
        return
    wanted = find_catalogued(texts, name)
    path = (output or _folder() / f"{wanted.id}.{wanted.kind}").expanduser().absolute()
    if not yes and not _agreed(wanted, path, words):
        typer.echo(words.text("fetch.declined"), err=True)
        raise typer.Exit(1)
    fetched = _fetched(wanted, path, words)
    command = import_command(wanted, fetched.path)
    if as_json:
        data = {"path": str(fetched.path), "bytes": fetched.size, "sha256": fetched.sha256}
        print_json(data | {"import": command})
        return
    typer.echo(words.text("fetch.done", path=str(fetched.path), size=fetched.size, sha256=fetched.sha256))
    if fetched.resumed:
        typer.echo(words.text("fetch.resumed", held=fetched.resumed))
    if then_import:
        _import(wanted, fetched.path)
    else:
        typer.echo(words.text("fetch.import", command=command))


def import_command(wanted: Catalogued, path: Path) -> str:
    """Return the command that imports a downloaded text, as one types it in a shell."""
    options = {
        "--language": wanted.language,
        "--edition": wanted.edition,
        "--authority": wanted.publisher,
        "--title": wanted.title,
        "--id": wanted.id,
    }
    return shlex.join(["kb", "import", str(path), *(part for pair in options.items() for part in pair)])


def _import(wanted: Catalogued, path: Path) -> None:
    from kb.cli_texts import import_text

    import_text(
        path,
        wanted.language,
        edition=wanted.edition,
        authority=wanted.publisher,
        title=wanted.title,
        document_id=wanted.id,
    )


def _list(texts: tuple[Catalogued, ...], words: Catalogue, *, as_json: bool) -> None:
    if as_json:
        print_json([text.to_json() for text in texts])
        return
    for text in texts:
        typer.echo(f"{text.id}: {text.title}")
        typer.echo(
            "  "
            + words.text(
                "fetch.line",
                edition=text.edition,
                language=text.language,
                publisher=text.publisher,
                format=text.kind.upper(),
                address=text.address,
            )
        )
        if text.checked:
            typer.echo("  " + words.text("fetch.checked", day=text.checked.isoformat()))
    if any(text.checked is None for text in texts):
        typer.echo(words.text("fetch.unchecked"))
    typer.echo(words.text("fetch.how", command="kb fetch ID"))


def _agreed(wanted: Catalogued, path: Path, words: Catalogue) -> bool:
    """Ask whether the network may be used; no answer is no."""
    typer.echo(words.text("fetch.will_ask", title=wanted.title, host=wanted.host, address=wanted.address))
    if path.exists():
        typer.echo(words.text("fetch.will_replace", path=str(path)))
    typer.echo(words.text("fetch.agree") + " ", nl=False)
    answer = sys.stdin.readline().strip().casefold()
    return answer in words.text("fetch.yes").casefold().split()


def _fetched(wanted: Catalogued, path: Path, words: Catalogue) -> Fetched:
    """Download with a bar on the terminal; errors come in the user's language."""
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

    from kb.errors import FetchError
    from kb.importing.fetching import fetch as download

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(wanted.host, total=None)
        try:
            return download(wanted, path, lambda held, total: bar.update(task, completed=held, total=total))
        except FetchError as error:
            raise FetchError(
                words.text(error.said),
                hint=words.text(error.advice),
                said=error.said,
                advice=error.advice,
            ) from error


def _folder() -> Path:
    from kb.settings import load_settings

    return load_settings().data_dir / "downloads"
