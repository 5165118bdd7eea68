"""The pages that compare editions and texts, and the files they offer to save."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response

from kb.comparing.differences import texts_on
from kb.comparing.disagreements import disagreements
from kb.comparing.exporting import (
    ExportFormat,
    differences_html,
    export_comparison,
    export_report,
    report_html,
    timelines_html,
    title_of,
)
from kb.comparing.subject import resolve
from kb.comparing.timeline import Comparison, compare
from kb.errors import KbError, RequestError, UnknownClause
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES
from kb.laws.topics import Scope
from kb.messages import catalogue
from kb.web.gate import Busy, Gate
from kb.web.guard import preferred_language
from kb.web.logs import logger
from kb.web.navigation import Page, Section, page_response, root_of, section_path

__all__ = ["Wanted", "compare_router"]

_STYLES = ("comparing.css",)
_FIRST_TOPIC = "colours_reversed"  # a rule that changed once, on a page opened without a choice
_MOST = 60  # characters of a field that are read
_KINDS = {ExportFormat.MD: "text/markdown", ExportFormat.HTML: "text/html", ExportFormat.CSV: "text/csv"}

_Field = Annotated[str, Query(max_length=200)]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the form of the page asks for; ``clause`` goes before ``topic``."""

    topic: str = ""
    clause: str = ""
    document: str = ""
    first: str = ""
    second: str = ""

    @property
    def subject(self) -> str:
        """The topic or clause number to follow."""
        return self.clause or self.topic or _FIRST_TOPIC

    @property
    def pair(self) -> tuple[str, str] | None:
        """The two texts to compare word by word, if two were chosen."""
        return (self.first, self.second) if self.first and self.second and self.first != self.second else None

    def query(self, **more: str) -> str:
        """Return the choice as a query with its question mark; empty fields are left out."""
        fields = {
            "topic": self.topic,
            "clause": self.clause,
            "document": self.document,
            "first": self.first,
            "second": self.second,
            **more,
        }
        given = {name: value for name, value in fields.items() if value}
        return f"?{urlencode(given)}" if given else ""


def compare_router(library: Callable[[], Library], gate: Gate) -> APIRouter:
    """Return the routes below ``/compare``; what cannot be compared is said on the page.

    :param library: gives the texts as they are now; some may be added or removed while the server runs.
    """
    router = APIRouter(include_in_schema=False)
    base = f"/{Section.COMPARE}/{{language}}"

    async def bounded(request: Request, language: str, work: Callable[[str], Response]) -> Response:
        """Do the work in a thread behind the gate, in a language there is; what fails is said on a page."""
        accepted = request.headers.get("accept-language", "")
        shown = language if language in LANGUAGES else preferred_language(accepted)
        root = root_of(request)
        try:
            return await gate.run(lambda: work(shown))
        except Busy:
            return page_response(_notice(shown, root, "ui.busy"), root, 503)
        except Exception as error:
            code = error.code if isinstance(error, KbError) else "internal"
            logger().error("compare_failed", code=code, exc_info=error)
            return page_response(_notice(shown, root, "ui.failed"), root, 500)

    @router.get(base)
    @router.get(base + "/")
    async def shown(
        request: Request,
        language: str,
        topic: _Field = "",
        clause: _Field = "",
        document: _Field = "",
        first: _Field = "",
        second: _Field = "",
    ) -> Response:
        wanted = _wanted(topic, clause, document, first, second)
        root = root_of(request)
        return await bounded(request, language, lambda code: _compared(library(), wanted, code, root))

    @router.get(base + "/file.{form}")
    async def saved(
        request: Request,
        language: str,
        form: ExportFormat,
        topic: _Field = "",
        clause: _Field = "",
        document: _Field = "",
        first: _Field = "",
        second: _Field = "",
    ) -> Response:
        wanted = _wanted(topic, clause, document, first, second)
        root = root_of(request)
        return await bounded(request, language, lambda code: _file(library(), wanted, code, form, root))

    @router.get(base + "/disagreements")
    async def reported(request: Request, language: str) -> Response:
        root = root_of(request)
        return await bounded(request, language, lambda code: _report(library(), code, root))

    @router.get(base + "/disagreements.{form}")
    async def report_saved(request: Request, language: str, form: ExportFormat) -> Response:
        def work(code: str) -> Response:
            return _download(export_report(disagreements(library(), code), form), "disagreements", form)

        return await bounded(request, language, work)

    return router


def _wanted(topic: str, clause: str, document: str, first: str, second: str) -> Wanted:
    fields = (value.strip()[:_MOST].replace("\0", "") for value in (topic, clause, document, first, second))
    return Wanted(*fields)


def _compared(library: Library, wanted: Wanted, language: str, root: str) -> Response:
    """Return the page: the form, and what was asked for or why it cannot be had."""
    words = catalogue(language)
    problem = ""
    try:
        found = compare(
            library, wanted.subject, language=language, document=wanted.document or None, words=wanted.pair
        )
    except RequestError as error:
        if error.field != "words":
            return _unknown(wanted, language, root, library)
        problem = words.text("compare.words_impossible")
        found = _without_words(library, wanted, language)
    except UnknownClause:
        return _unknown(wanted, language, root, library)
    return page_response(_page(library, wanted, language, root, found, problem), root)


def _without_words(library: Library, wanted: Wanted, language: str) -> Comparison:
    return compare(library, wanted.subject, language=language, document=wanted.document or None)


def _unknown(wanted: Wanted, language: str, root: str, library: Library) -> Response:
    words = catalogue(language)
    said = words.text("compare.unknown", asked=f"{wanted.document} {wanted.subject}".strip())
    page = _page(library, wanted, language, root, None, said)
    return page_response(page, root, 404)


def _page(
    library: Library, wanted: Wanted, language: str, root: str, found: Comparison | None, problem: str
) -> Page:
    words = catalogue(language)
    topics = tuple(dict.fromkeys(t for g in found.groups for t in g.topics)) if found else ()
    about = disagreements(library, language, topics)
    base = f"{root}/{section_path(Section.COMPARE, language)}"
    return Page(
        section=Section.COMPARE,
        language=language,
        title=title_of(found) if found else words.text("nav.compare"),
        template="comparing.html.j2",
        values={
            "wanted": wanted,
            "problem": problem,
            "hint": "" if found else words.text("compare.unknown_hint"),
            "topics": _topics(library, language),
            "documents": tuple(key for key, d in sorted(library.documents.items()) if d.is_law),
            "pairs": _pairs(library, wanted) if found else (),
            "timelines": timelines_html(found) if found else "",
            "differences": differences_html(found) if found and found.words else "",
            "about": report_html(about, level=3) if about.disagreements else "",
            "files": _files(base, replace(wanted, first="", second="")) if found else (),
            "word_files": _files(base, wanted) if found and found.words else (),
            "report": f"{base}/disagreements",
            "action": base,
        },
        styles=_STYLES,
        query=wanted.query(),
    )


def _topics(library: Library, language: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the topics to choose from, by the part of the Laws they stand in."""
    words = catalogue(language)
    return [
        (
            words.text(f"compare.scope.{scope}"),
            [(t.id, t.names[language]) for t in library.topics if t.scope is scope],
        )
        for scope in Scope
    ]


def _pairs(library: Library, wanted: Wanted) -> tuple[str, ...]:
    """Return the texts that can be compared word by word on what was asked."""
    found: dict[str, None] = {}
    for meaning in resolve(library, wanted.subject, wanted.document or None):
        found |= dict.fromkeys(texts_on(library, meaning))
    return tuple(found) if len(found) > 1 else ()


def _files(base: str, wanted: Wanted) -> list[tuple[str, str]]:
    chosen = wanted if wanted.topic or wanted.clause else replace(wanted, topic=_FIRST_TOPIC)
    return [(str(form), f"{base}/file.{form}{chosen.query()}") for form in ExportFormat]


def _file(library: Library, wanted: Wanted, language: str, form: ExportFormat, root: str) -> Response:
    try:
        found = compare(
            library, wanted.subject, language=language, document=wanted.document or None, words=wanted.pair
        )
    except (RequestError, UnknownClause):
        return _unknown(wanted, language, root, library)
    name = "-".join(dict.fromkeys(t for group in found.groups for t in group.topics))
    return _download(export_comparison(found, form), name, form)


def _report(library: Library, language: str, root: str) -> Response:
    words = catalogue(language)
    base = f"{root}/{section_path(Section.COMPARE, language)}"
    page = Page(
        section=Section.COMPARE,
        language=language,
        title=words.text("compare.disagreements_title"),
        template="compare_report.html.j2",
        values={
            "report": report_html(disagreements(library, language)),
            "files": [(str(form), f"{base}/disagreements.{form}") for form in ExportFormat],
            "back": base,
        },
        styles=_STYLES,
        below="/disagreements",
    )
    return page_response(page, root)


def _notice(language: str, root: str, message: str) -> Page:
    words = catalogue(language)
    return Page(
        section=Section.COMPARE,
        language=language,
        title=words.text("nav.compare"),
        template="compare_notice.html.j2",
        values={
            "said": words.text(message),
            "back": f"{root}/{section_path(Section.COMPARE, language)}",
        },
        styles=_STYLES,
    )


def _download(text: str, name: str, form: ExportFormat) -> Response:
    headers = {
        "content-disposition": f'attachment; filename="{name[:80]}.{form}"',
        "cache-control": "no-store",
    }
    return Response(text.encode(), media_type=f"{_KINDS[form]}; charset=utf-8", headers=headers)
