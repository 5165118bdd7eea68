"""A paper or its key as a page that needs nothing beside it and prints well."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from kb.exam.boards import inline_drawing, pieces_drawing
from kb.exam.sheet import Sheet
from kb.messages import catalogue

__all__ = ["environment", "render_page"]


def render_page(sheet: Sheet, *, key: bool) -> str:
    """Return a paper, or its key, as HTML; the same sheet gives the same bytes."""
    page = environment().get_template("sheet.html.j2")
    return page.render(
        sheet=sheet,
        key=key,
        t=catalogue(sheet.language).text,
        drawing=inline_drawing,
        pieces=pieces_drawing(),
    )


@cache
def environment() -> Environment:
    """Return the templates of exams, which escape what is put into them."""
    return Environment(
        loader=PackageLoader("kb.exam"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
