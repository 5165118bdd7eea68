"""Papers, keys and decks to take away."""

from __future__ import annotations

from fastapi import Response
from fastapi.responses import HTMLResponse

from kb.exam.anki import render_deck
from kb.exam.pages import render_page
from kb.exam.pdf import render_pdf
from kb.exam.sheet import lay_out
from kb.laws.library import Library
from kb.web.exam_desk import Made

__all__ = ["FILES", "printed"]

FILES = ("paper.html", "paper.pdf", "key.html", "key.pdf", "deck.apkg")
"""What can be had of a paper.  Pages open in the browser, the others are saved."""


def printed(name: str, made: Made, library: Library) -> Response | None:
    """Return one of :data:`FILES` of a paper; ``None`` for another name."""
    if name not in FILES:
        return None
    sheet = lay_out(made.paper, made.placed, made.exam, library)
    key = name.startswith("key")
    if name.endswith(".html"):
        return HTMLResponse(render_page(sheet, key=key), headers={"cache-control": "no-store"})
    if name.endswith(".pdf"):
        return _saved(render_pdf(sheet, key=key), "application/pdf", _file_name(made, name))
    deck = render_deck(sheet, made.paper.questions)
    return _saved(deck, "application/octet-stream", _file_name(made, name))


def _file_name(made: Made, name: str) -> str:
    spec = made.spec
    return f"{spec.authority}-{spec.language}-{spec.edition}-{spec.seed}-{name}"


def _saved(data: bytes, kind: str, name: str) -> Response:
    headers = {"cache-control": "no-store", "content-disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=kind, headers=headers)
