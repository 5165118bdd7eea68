"""A Chromium for the browser tests, and a server of the application for it to visit."""

from __future__ import annotations

import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
_START = 60.0


def find_chromium() -> str | None:
    """Return the path of a Chromium on this machine, or ``None``."""
    return next((path for name in CHROMIUM_NAMES if (path := shutil.which(name))), None)


@contextmanager
def served(app: FastAPI) -> Iterator[str]:
    """Serve the application on a free port of this machine; give its address."""
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        _wait(lambda: server.started)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(_START)
        listening.close()


def _wait(ready: object) -> None:
    until = time.monotonic() + _START
    while not ready():  # type: ignore[operator]
        if time.monotonic() > until:
            raise TimeoutError("the server did not start")
        time.sleep(0.02)
