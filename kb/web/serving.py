"""Running the web application: chat, API and MCP on one port, on this machine only unless told otherwise."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI
from starlette.middleware.trustedhost import TrustedHostMiddleware

from kb.desk import Desk, open_desk
from kb.errors import RequestError, SettingsError
from kb.laws.imported import added_state
from kb.search.store import IndexReport
from kb.settings import Settings, load_settings
from kb.web.app import create_app
from kb.web.gate import Gate
from kb.web.live import LiveDesk
from kb.web.logs import configure_logging, logger
from kb.web.pool import PooledDesk, warm_up
from kb.web.programs import add_programs
from kb.web.upload import upload_router

__all__ = ["serve"]

_LOCAL_NAMES = ("127.0.0.1", "localhost", "::1", "[::1]")
_MOST_CONNECTIONS = 1000
_GOODBYE = 10  # seconds that requests under way have when the server is stopped


def serve(host: str, port: int, workers: int = 1, allowed_hosts: Sequence[str] = ()) -> None:
    """Serve until interrupted.

    :param workers: processes that answer; with 1 this process does.  Each takes the memory of a desk.
    :param allowed_hosts: names a server on this machine only may be called by beside ``localhost``, such as
        that of a reverse proxy; other names are refused, so that no web page can reach it by a name of its
        own.
    :raises RequestError: if the address cannot be listened on.
    :raises KbError: if the corpus, the encoder or a setting cannot work.
    """
    settings = load_settings()
    configure_logging(questions=settings.log_questions)
    listening = _listen(host, port)
    with listening, _desk(settings, workers) as desk:
        app = _application(desk, settings, workers)
        if _only_this_machine(host):
            app.add_middleware(TrustedHostMiddleware, allowed_hosts=[*_LOCAL_NAMES, *allowed_hosts])
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,  # it would write query strings, and with them questions
            server_header=False,
            limit_concurrency=_MOST_CONNECTIONS,
            timeout_graceful_shutdown=_GOODBYE,
        )
        logger().info("serving", url=f"http://{_shown(host)}:{listening.getsockname()[1]}", workers=workers)
        uvicorn.Server(config).run(sockets=[listening])


def _application(desk: Desk, settings: Settings, workers: int) -> FastAPI:
    gate = Gate(at_once=workers + 1)
    app = create_app(desk, gate=gate)
    if settings.upload_token.get_secret_value():
        app.include_router(upload_router(lambda: desk.library, settings))
    add_programs(app, desk, gate=gate, log_questions=settings.log_questions)
    return app


@contextmanager
def _desk(settings: Settings, workers: int) -> Iterator[Desk]:
    """Open the desk, and workers for it if there are to be several; the index is built before they start."""
    if workers > 1 and settings.index.embedded:
        raise SettingsError(
            "A Milvus file serves one process at a time, and several workers were asked for.",
            hint="Use one worker, name a Milvus server in KB_INDEX, or set KB_INDEX=faiss.",
        )
    seen = added_state(settings.documents_dir)
    desk, report = open_desk(settings)
    _log_index(report)
    if workers == 1:
        warm_up(desk)
        yield LiveDesk(desk, settings, seen)
        return
    pooled = PooledDesk(desk, settings, workers, seen)
    try:
        pooled.warm_up()
        yield pooled
    finally:
        pooled.close()


def _log_index(report: IndexReport) -> None:
    if report.built:
        logger().info("index_built", cause=str(report.built), texts=report.encoded)
    if not report.stored:
        logger().warning("index_not_stored", problem=report.problem, hint="Set KB_CACHE_DIR.")


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=512)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise RequestError(
            f"{_shown(host)}:{port} cannot be listened on: {reason}.",
            hint="Choose another --host or --port, or stop what uses this one.",
            field="port",
        ) from error


def _only_this_machine(host: str) -> bool:
    """Whether an address is reached from this machine alone.

    >>> _only_this_machine("127.0.0.1"), _only_this_machine("::1"), _only_this_machine("0.0.0.0")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host
