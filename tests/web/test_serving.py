"""Serving: who can reach it, what starts and ends it, workers that die, and the search opening late."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from typer.testing import CliRunner

import kb.web.serving
import kb.web.stdio
from kb.cli import app as commands
from kb.desk import Desk
from kb.dialog.request import Request
from kb.errors import KbError, RequestError
from kb.settings import Settings
from kb.web.app import create_app
from kb.web.pool import PooledDesk
from kb.web.programs import add_programs
from kb.web.stdio import OpeningDesk, StillBuilding

ROOT = Path(__file__).resolve().parents[2]
QUESTION = Request("He castled with two hands.")


@pytest.fixture(scope="module")
def whole(desk: Desk) -> FastAPI:
    app = create_app(desk)
    add_programs(app, desk, gate=app.state.gate)
    return app


def test_it_is_reached_from_this_machine_only_unless_told_otherwise() -> None:
    told: dict[str, object] = {}

    def serve(host: str, port: int, workers: int, allowed: tuple[str, ...]) -> None:
        told.update(host=host, port=port, workers=workers, allowed=allowed)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kb.web.serving, "serve", serve)
        assert CliRunner().invoke(commands, ["serve"]).exit_code == 0
        assert told == {"host": "127.0.0.1", "port": 7860, "workers": 1, "allowed": ()}
        CliRunner().invoke(
            commands, ["serve", "--host", "::1", "--workers", "2", "--allow-host", "a.example"]
        )
        assert told == {"host": "::1", "port": 7860, "workers": 2, "allowed": ("a.example",)}


def test_a_port_in_use_is_one_clear_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(RequestError, match=f"127.0.0.1:{port} cannot be listened on.*--port"):
            kb.web.serving.serve("127.0.0.1", port)


def test_programs_and_pages_share_one_application(whole: FastAPI) -> None:
    client = TestClient(whole, raise_server_exceptions=False)
    large = client.post("/api/ask", content=b" " * 1_000_001, headers={"content-type": "application/json"})
    assert (large.status_code, large.json()["code"]) == (413, "too_large")
    assert "default-src 'self'" in client.get("/api/docs").headers["content-security-policy"]
    assert client.get("/en/").status_code == 200
    counted = client.get("/metrics").text
    assert 'kb_requests_total{method="POST",route="/api/ask",status="413"} 1.0' in counted
    assert 'kb_requests_total{method="GET",route="page",status="200"} 1.0' in counted


@pytest.fixture
def server(
    desk: Desk, cache_folder: Path, tmp_path: Path
) -> Iterator[tuple[subprocess.Popen[bytes], str, Path]]:
    """The command itself, with the name it serves under and where its log goes."""
    assert desk  # its index is the one the process will find
    log = tmp_path / "log"
    with log.open("wb") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", "kb", "serve", "--port", "0"],
            cwd=ROOT,
            env={**os.environ, "KB_CACHE_DIR": str(cache_folder)},
            stderr=stream,
        )
    try:
        yield process, _url(process, log), log
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(30)


def _url(process: subprocess.Popen[bytes], log: Path) -> str:
    ends = time.monotonic() + 120
    while time.monotonic() < ends and process.poll() is None:
        events = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        if any(event["event"] == "Application startup complete." for event in events):
            return str(next(event["url"] for event in events if event["event"] == "serving"))
        time.sleep(0.05)
    raise AssertionError(log.read_text(encoding="utf-8"))


def test_the_command_serves_until_it_is_told_to_stop(
    server: tuple[subprocess.Popen[bytes], str, Path],
) -> None:
    process, url, log = server
    assert url.startswith("http://127.0.0.1:")
    answer = httpx.post(f"{url}/api/ask", json={"question": "zebra: he castled with two hands"}, timeout=60)
    assert answer.json()["topic"] == "two_hands"
    assert httpx.get(f"{url}/healthz").json()["status"] == "ok"
    # A page elsewhere that makes its name lead here is not served.
    assert httpx.get(f"{url}/healthz", headers={"host": "rebound.example"}).status_code == 400
    process.send_signal(signal.SIGTERM)
    process.wait(30)
    assert "zebra" not in log.read_text(encoding="utf-8")


def test_workers_answer_like_the_desk_and_are_replaced_when_they_die(desk: Desk, cache_folder: Path) -> None:
    pooled = PooledDesk(desk, Settings(cache_dir=cache_folder, data_dir=cache_folder / "no-added-texts"), 1)
    try:
        pooled.warm_up()
        expected = desk.ask(QUESTION)
        assert pooled.ask(QUESTION) == expected
        with pytest.raises(RequestError, match="no edition") as caught:
            pooled.ask(Request("x", edition="1999"))
        assert caught.value.field == "edition"
        for child in psutil.Process().children():
            if "spawn_main" in " ".join(child.cmdline()):
                child.kill()
        assert pooled.ask(QUESTION) == expected
    finally:
        pooled.close()


def test_what_needs_the_search_says_that_it_is_still_opening(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = threading.Event()

    def slow(_: Settings) -> tuple[Desk, None]:
        ready.wait(30)
        return desk, None

    monkeypatch.setattr(kb.web.stdio, "open_desk", slow)
    monkeypatch.setattr(kb.web.stdio, "_PATIENCE", 0.05)
    opening = OpeningDesk(Settings())
    with pytest.raises(StillBuilding, match="Ask again"):
        opening.ask(QUESTION)
    ready.set()
    monkeypatch.setattr(kb.web.stdio, "_PATIENCE", 30)
    assert opening.ask(QUESTION) == desk.ask(QUESTION)


def test_what_keeps_the_search_from_opening_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Settings) -> tuple[Desk, None]:
        raise KbError("The corpus is gone.", hint="Reinstall.")

    monkeypatch.setattr(kb.web.stdio, "open_desk", broken)
    with pytest.raises(KbError, match="corpus is gone"):
        OpeningDesk(Settings()).ask(QUESTION)
