"""What the web application serves to programs, added to it in one call."""

from __future__ import annotations

import time

from fastapi import FastAPI
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kb.desk import Desk
from kb.web.api import api_router, default_answering
from kb.web.gate import Gate
from kb.web.logs import logger
from kb.web.mcp import PATH, mcp_router
from kb.web.metrics import Metrics

__all__ = ["add_programs"]

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def add_programs(app: FastAPI, desk: Desk, *, gate: Gate | None = None, log_questions: bool = False) -> None:
    """Add the API, the MCP tools, ``/healthz``, ``/metrics``, and the counting and logging of requests.

    Call it before anything is mounted at the root, and once; ``gate`` is the one the chat uses too.
    """
    answering = default_answering(desk, gate=gate, log_questions=log_questions)
    app.include_router(api_router(desk, answering))
    app.include_router(mcp_router(answering))
    app.add_middleware(_Watched, metrics=answering.metrics)


class _Watched:
    """ASGI middleware: counts every request, and logs those of programs and those that fail.

    A query string is never logged: a share link carries its question there.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and look at what becomes of it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status, began = 500, time.perf_counter()

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, watched)
        finally:
            seconds = time.perf_counter() - began
            route = _route(scope)
            method = scope["method"] if scope["method"] in _METHODS else "other"
            self._metrics.request(route, method, status, seconds)
            if route != "page" or status >= 500:
                logger().info(
                    "request", route=route, method=method, status=status, ms=round(1000 * seconds, 1)
                )


def _route(scope: Scope) -> str:
    """Name the route by its template; everything that is not for programs is one."""
    if scope["path"] == PATH:
        return PATH
    template = str(getattr(scope.get("route"), "path", ""))
    return template if template.startswith(("/api/", "/healthz", "/metrics")) else "page"
