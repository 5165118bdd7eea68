"""The commands about the texts that can be quoted: ``import``, ``texts`` and ``remove``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kb.cli_common import asked_words, print_json
from kb.errors import RequestError

if TYPE_CHECKING:
    from kb.importing.importer import Prepared
    from kb.importing.mapping import Nearest
    from kb.importing.types import ImportedDocument
    from kb.laws.library import Library
    from kb.messages import Catalogue
    from kb.settings import Settings

__all__ = ["commands"]

commands = typer.Typer()

AsJson = Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")]
Words = Annotated[str, typer.Option("--language", "-l", help="es, nl, ru or en.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]

_NEAR = 0.87  # similarity from which a clause is proposed for a topic: measured, three of four right or more
_LOOKED_AT = 8  # nearest entries among which one that says the law is looked for


@commands.command(name="import")
def import_text(
    file: Annotated[Path, typer.Argument(help="A .txt, .md, .html, .pdf or .docx file.", dir_okay=False)],
    language: Annotated[
        str,
        typer.Option("--language", "-l", help="The language of the text, e.g. fr.", show_default=False),
    ],
    edition: Annotated[
        str,
        typer.Option("--edition", "-e", help="Its edition of the Laws, e.g. 2018; none for other rules."),
    ] = "",
    authority: Annotated[str, typer.Option(help="Who issued it.")] = "",
    title: Annotated[str, typer.Option(help="Its title; else the name of the file.")] = "",
    document_id: Annotated[
        str, typer.Option("--id", help="What to call it; else language and edition.")
    ] = "",
    begins: Annotated[str, typer.Option("--from", help="In force from, YYYY-MM-DD.")] = "",
    ends: Annotated[str, typer.Option("--to", help="In force to, YYYY-MM-DD.")] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Report what is found and store nothing.")
    ] = False,
    yes: Yes = False,
    suggestions: Annotated[
        bool | None,
        typer.Option(
            "--suggestions/--no-suggestions",
            help="Link clauses to the topics search proposes for a text without edition; else asked.",
        ),
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Put it in the place of the text of the same id.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Add a text of the Laws or another regulation: find its clauses, report, store on confirmation."""
    from kb.importing.importer import describe, prepare
    from kb.importing.store import DocumentStore
    from kb.laws.library import open_library
    from kb.settings import load_settings

    if as_json and not (yes or dry_run):
        raise RequestError("With --json nothing is asked.", hint="Give --yes or --dry-run.", field="json")
    settings, library = load_settings(), open_library()
    described = describe(
        file,
        library.editions,
        language=language,
        edition=edition,
        title=title,
        authority=authority,
        document_id=document_id,
        in_force_from=begins,
        in_force_to=ends,
        taken=library.documents,
    )
    store = DocumentStore.from_settings(settings)
    if not (replace or dry_run):
        store.refuse_taken(described.id)
    near = _nearest(settings) if not edition and suggestions is not False else None
    prepared = prepare(file, described, library.editions, library.topics, near)
    words = _words(language)
    document = None if dry_run else _confirmed(prepared, file, library, words, yes, suggestions, as_json)
    if document is not None:
        store.write(document, replace=replace)
        _index(settings, words)
    if as_json:
        state = {"id": described.id, "stored": document is not None, "file": file.name}
        print_json(state | prepared.report.to_json())
        return
    if dry_run:
        _print(prepared, file, library, words)
    said = "texts.stored" if document is not None else "texts.not_stored"
    typer.echo(words.text(said, id=described.id))


@commands.command(name="texts")
def list_texts(language: Words = "en", as_json: AsJson = False) -> None:
    """List the texts that can be quoted: those that come with the product, and those added."""
    from kb.importing.store import DocumentStore
    from kb.laws.library import open_library
    from kb.settings import load_settings
    from kb.terminal_texts import Listed, print_texts

    words, settings = asked_words(language), load_settings()
    held = [
        Listed(d.id, d.language, d.edition, len(d.clauses), d.status.value, d.title)
        for _, d in sorted(open_library().documents.items())
    ]
    added = [
        Listed(t.id, t.language, t.edition, t.clauses, "imported", t.title)
        for t in DocumentStore.from_settings(settings).texts()
    ]
    for text in open_library(added=settings.documents_dir).broken:
        typer.echo(words.text("imported.broken", id=text.id, why=str(text.error)), err=True)
    if as_json:
        rows = [{name: getattr(text, name) for name in Listed.__slots__} for text in (*held, *added)]
        print_json(rows)
        return
    print_texts([*held, *added], words)
    if not added:
        typer.echo(words.text("texts.none_added", command="kb import"))


@commands.command()
def remove(
    document_id: Annotated[
        str, typer.Argument(metavar="ID", help="Id of an added text, as `kb texts` has it.")
    ],
    language: Words = "en",
    yes: Yes = False,
) -> None:
    """Remove an added text; the texts that come with the product stay."""
    from kb.importing.store import DocumentStore
    from kb.settings import load_settings

    words = asked_words(language)
    store = DocumentStore.from_settings(load_settings())
    known = {text.id: text for text in store.texts()}
    if document_id in known and not yes:
        question = words.text("texts.confirm_remove", id=document_id, title=known[document_id].title)
        if not _asked(question):
            return
    store.remove(document_id)
    typer.echo(words.text("texts.removed", id=document_id))


def _confirmed(
    prepared: Prepared,
    file: Path,
    library: Library,
    words: Catalogue,
    yes: bool,
    suggestions: bool | None,
    as_json: bool,
) -> ImportedDocument | None:
    """Show what was found and return what is to be stored; ``None`` if the user would rather not."""
    if not as_json:
        _print(prepared, file, library, words)
    if not yes and not _asked(words.text("texts.confirm", id=prepared.document.id)):
        return None
    proposed = len(prepared.report.suggestions)
    if proposed and suggestions is None and not yes:
        suggestions = _asked(words.text("texts.confirm_suggestions", n=proposed))
    return prepared.with_suggestions() if suggestions else prepared.document


def _asked(question: str) -> bool:
    """Ask and return the answer; without anybody to ask, nothing is done."""
    try:
        return typer.confirm(question)
    except typer.Abort:
        raise RequestError("Nothing was answered, so nothing is changed.", hint="Give --yes.") from None


def _print(prepared: Prepared, file: Path, library: Library, words: Catalogue) -> None:
    from kb.terminal_texts import print_report

    print_report(prepared.report, file.name, library.topics, words)


def _nearest(settings: Settings) -> Nearest:
    """Return the search that proposes topics, over the entries of the texts that are held."""
    from kb.desk import open_desk
    from kb.search.corpus import OFF_TOPIC
    from kb.search.entries import EntryKind

    index = open_desk(settings)[0].finder.index
    off_topic = OFF_TOPIC.topic

    def nearest(text: str) -> tuple[str, float] | None:
        """Compare with what says the law; questions are near to anything on their subject."""
        for hit in index.search(index.encoder.encode_documents([text]), _LOOKED_AT)[0]:
            entry = hit.entry
            if entry.kind not in (EntryKind.QUESTION, EntryKind.NAME) and entry.topic not in ("", off_topic):
                found = f"{entry.topic}.{entry.aspect}", float(hit.score)
                return found if hit.score >= _NEAR else None
        return None

    return nearest


def _index(settings: Settings, words: Catalogue) -> None:
    """Bring the search index up to date; texts it knows are not encoded again."""
    from kb.laws.library import open_library
    from kb.search.corpus import corpus_entries
    from kb.search.encoder import load_encoder
    from kb.search.store import open_store
    from kb.terminal_texts import progress_bar

    library = open_library(added=settings.documents_dir)
    with progress_bar(words.text("texts.indexing")) as progress:
        task = progress.add_task("", total=None)

        def advance(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        opened = open_store(settings).open_or_build(corpus_entries(library), load_encoder(settings), advance)
    report = opened.report
    typer.echo(words.text("texts.indexed", encoded=report.encoded, reused=report.reused), err=True)


def _words(language: str) -> Catalogue:
    """Return the catalogue of a text's language, or the English one where there is none of it."""
    from kb.laws.ours import LANGUAGES
    from kb.messages import catalogue

    return catalogue(language if language in LANGUAGES else "en")
