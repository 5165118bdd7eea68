"""The web application: the chat in four languages, its static files, and clauses by address."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from datetime import date
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles

from kb.desk import Desk
from kb.errors import UnknownClause
from kb.laws.ours import LANGUAGES
from kb.web.comparing import compare_router
from kb.web.exam import exam_router
from kb.web.exam_desk import ExamDesk, open_exams
from kb.web.gate import Gate
from kb.web.guard import Guard, preferred_language
from kb.web.navigation import root_of
from kb.web.picture import sprite
from kb.web.view import render_clause, render_notice

__all__ = ["create_app"]

_STATIC = Path(__file__).resolve().parent / "static"
_COOKIE = "kb_language"
# Read by gradio: it reports to nobody, and does not recompute statistics nobody sees after every question.
_QUIET = {
    "GRADIO_ANALYTICS_ENABLED": "False",
    "GRADIO_ANALYTICS_MAX_EVENTS": "1",
    "GRADIO_ANALYTICS_CACHE_FREQUENCY": str(10**9),
}


def create_app(
    desk: Desk,
    *,
    gate: Gate | None = None,
    today: Callable[[], date] = date.today,
    exams: ExamDesk | None = None,
) -> FastAPI:
    """Return the application; more routes may be added to it.

    :param exams: where papers and answers are kept; by default in the user's data folder.

    ``GET /`` sends a browser to the page of its language; ``/es/ /nl/ /ru/ /en/`` are the pages.
    No request leaves for another host, and gradio's own reporting is off.
    """
    app = FastAPI(title="chess-laws-kb", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.gate = gate or Gate()
    app.state.desk = desk
    app.add_api_route("/", _front, include_in_schema=False)
    app.add_api_route("/favicon.ico", _icon, include_in_schema=False)
    app.add_api_route("/ui/pieces.svg", _pieces, include_in_schema=False)
    app.add_api_route("/ui/clause/{language}/{document}/{label}", _clause, include_in_schema=False)
    app.mount("/ui", StaticFiles(directory=_STATIC), name="ui")
    app.include_router(compare_router(lambda: desk.library, app.state.gate))
    app.include_router(exam_router(exams or open_exams(today), app.state.gate))
    _within_a_loop(lambda: _mount_pages(app, desk, app.state.gate, today))
    app.add_middleware(Guard)
    return app


def _within_a_loop(work: Callable[[], None]) -> None:
    """Do the work while an event loop runs: gradio's locks, made without one, each leave one behind open."""

    async def working() -> None:
        work()

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(working())
    else:
        work()


def _mount_pages(app: FastAPI, desk: Desk, gate: Gate, today: Callable[[], date]) -> None:
    os.environ.update(_QUIET)
    import gradio as gr

    from kb.web.chat import Chat
    from kb.web.theme import theme

    for language in LANGUAGES:
        page = Chat(language, desk, gate, today).build()
        page.queue(max_size=500, default_concurrency_limit=None, api_open=False)
        gr.mount_gradio_app(
            app,
            page,
            f"/{language}",
            footer_links=[],
            run_history=False,
            show_error=False,
            max_file_size=1,
            ssr_mode=False,
            enable_monitoring=False,
            pwa=False,
            mcp_server=False,
            theme=theme(),
        )


def _front(request: Request) -> Response:
    chosen = request.cookies.get(_COOKIE, "")
    language = (
        chosen if chosen in LANGUAGES else preferred_language(request.headers.get("accept-language", ""))
    )
    query = f"?{request.url.query}" if request.url.query else ""
    headers = {"vary": "accept-language, cookie", "cache-control": "no-store"}
    return RedirectResponse(f"{root_of(request)}/{language}/{query}", 307, headers)


def _icon() -> Response:
    return FileResponse(_STATIC / "icon.svg", media_type="image/svg+xml")


def _pieces() -> Response:
    return Response(sprite(), media_type="image/svg+xml", headers={"cache-control": "max-age=86400"})


def _clause(request: Request, language: str, document: str, label: str) -> HTMLResponse:
    """Return a clause with its neighbours as a piece of HTML."""
    shown = language if language in LANGUAGES else LANGUAGES[-1]
    try:
        return HTMLResponse(render_clause(request.app.state.desk.library, document, label, shown))
    except UnknownClause:
        return HTMLResponse(render_notice("ui.clause_gone", language=shown), 404)
