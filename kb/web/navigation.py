"""The head that all pages share, and the shell of the pages that stand outside the chat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cache

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from kb.laws.ours import LANGUAGES
from kb.laws.quotes import folded
from kb.messages import catalogue
from kb.web.picture import position_picture

__all__ = ["Page", "Section", "header", "page_response", "root_of", "section_path", "templates"]


@unique
class Section(StrEnum):
    """The parts of the site one can go to; the value is the first part of the address, if it has one."""

    CHAT = ""
    COMPARE = "compare"
    EXAM = "exam"


# In the order in which they are offered; a new page is a new member and a line here.
_NAMES = {Section.CHAT: "nav.chat", Section.COMPARE: "nav.compare", Section.EXAM: "nav.exam"}


def section_path(section: Section, language: str) -> str:
    """Return the address of a section's page in a language, below the root of the site.

    >>> section_path(Section.EXAM, "nl"), section_path(Section.CHAT, "nl")
    ('exam/nl', 'nl/')
    """
    return f"{section}/{language}" if section else f"{language}/"


def header(language: str, section: Section, *, root: str, below: str = "", query: str = "") -> str:
    """Return the head of a page: title, sections, and the switch between languages.

    :param root: what leads to the root of the site from this page, without a slash at its end.
    :param below: the rest of this page's address after its language, with a slash before it, and
        ``query`` its query, with its question mark, if the switch shall keep them.
    """
    words = catalogue(language)
    names = [
        (code, catalogue(code).text("ui.language_name"), f"{section_path(section, code)}{below}{query}")
        for code in LANGUAGES
    ]
    sections = [
        (section_path(one, language), words.text(name), one is section) for one, name in _NAMES.items()
    ]
    template = templates().get_template("header.html.j2")
    return template.render(
        t=words.text,
        language=language,
        root=root,
        names=names,
        sections=sections,
        chat=section is Section.CHAT,
    ).strip()


@dataclass(frozen=True, slots=True)
class Page:
    """A page outside the chat: where it stands, what it is called, and how it is made.

    ``template`` extends ``page.html.j2``; ``scripts`` and ``styles`` are files of ``kb/web/static``.
    ``below`` and ``query`` are kept by the switch of languages, as :func:`header` takes them.
    """

    section: Section
    language: str
    title: str
    template: str
    values: Mapping[str, object]
    scripts: Sequence[str] = ()
    styles: Sequence[str] = ()
    below: str = ""
    query: str = ""

    def html(self, root: str) -> str:
        """Return the page as HTML; ``root`` as :func:`header` takes it."""
        words = catalogue(self.language)
        return (
            templates()
            .get_template(self.template)
            .render(
                t=words.text,
                language=self.language,
                root=root,
                head=header(self.language, self.section, root=root, below=self.below, query=self.query),
                title=self.title,
                scripts=self.scripts,
                styles=self.styles,
                **self.values,
            )
        )


def page_response(page: Page, root: str, status: int = 200) -> HTMLResponse:
    """Return a page as a response that no cache keeps."""
    return HTMLResponse(page.html(root), status, headers={"cache-control": "no-store"})


def root_of(request: Request) -> str:
    """Return what stands before every address of the site, without a slash at its end."""
    return str(request.scope.get("root_path", ""))


@cache
def templates() -> Environment:
    """Return the templates of the site; everything put into them is escaped."""
    found = Environment(
        loader=PackageLoader("kb.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["folded"] = folded
    found.filters["heading"] = lambda title: title.removesuffix(":")
    found.globals["picture"] = position_picture
    found.globals["language_name"] = lambda code: catalogue(code).text("ui.language_name")
    return found
