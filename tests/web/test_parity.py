"""Chat, API, MCP, command line and desk give the same verdicts, citations and text.

A sample of the checked cases; with ``KB_ALL_CASES`` set, every one of them.
"""

from __future__ import annotations

import html
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import anyio
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from mcp.shared.memory import create_connected_server_and_client_session
from typer.testing import CliRunner

import kb.cli
from kb.desk import Desk, rule_on
from kb.dialog.request import request_from_mapping
from kb.laws.library import Library
from kb.laws.quotes import folded
from kb.web.api import api_router, default_answering
from kb.web.asking import reply
from kb.web.gate import Gate
from kb.web.mcp import mcp_server
from tests.web.cases import CASES, body_of

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = CASES if os.environ.get("KB_ALL_CASES") else CASES[::4]
RULED = [case for case in SAMPLE if case["fen"] or case["moves"]]


def options(body: dict[str, Any], folder: Path) -> list[str]:
    """Write a body as options of the command line."""
    found = ["--language", body["language"]]
    for name in ("fen", "moves"):
        found += [f"--{name}", body[name]] if name in body else []
    if "pgn" in body:
        (folder / "game.pgn").write_text(body["pgn"], encoding="utf-8")
        found += ["--pgn", str(folder / "game.pgn")]
    for name, value in body["facts"].items():
        found += ["--fact", f"{name}={json.dumps(value, ensure_ascii=False)}"]
    return found


def printed(arguments: list[str]) -> dict[str, Any]:
    result = CliRunner().invoke(kb.cli.app, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def called(desk: Desk, tool: str, bodies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Call a tool for each body with the real client."""

    async def run() -> list[dict[str, Any]]:
        server = mcp_server(default_answering(desk))
        async with create_connected_server_and_client_session(server) as session:
            results = [await session.call_tool(tool, body) for body in bodies]
        return [dict(result.structuredContent or {}) for result in results]

    return anyio.run(run)


def posted(desk: Desk, path: str, bodies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    app = FastAPI(openapi_url=None)
    app.include_router(api_router(desk))
    client = TestClient(app)
    return [client.post(path, json=body).json() for body in bodies]


def asked(case: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body_of(case).items() if name != "id"}


def test_questions_get_the_same_answer_everywhere(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(kb.cli, "_desk", lambda: desk)
    bodies = [asked(case) for case in SAMPLE]
    expected = [desk.ask(request_from_mapping(body)).to_json() for body in bodies]
    lines = [printed(["ask", body["question"], "--json", *options(body, tmp_path)]) for body in bodies]
    assert lines == expected
    assert posted(desk, "/api/ask", bodies) == expected
    assert called(desk, "ask_laws", bodies) == expected


def test_cases_get_the_same_ruling_everywhere(desk: Desk, library: Library, tmp_path: Path) -> None:
    bodies = [{name: value for name, value in asked(case).items() if name != "question"} for case in RULED]
    topic = "illegal_move_restoration"
    expected = [rule_on(library, request_from_mapping(body), topic).to_json() for body in bodies]
    assert [printed(["rule", topic, "--json", *options(body, tmp_path)]) for body in bodies] == expected
    named = [{**body, "topic": topic} for body in bodies]
    assert posted(desk, "/api/rule", named) == expected
    assert called(desk, "rule_on_position", named) == expected


@pytest.mark.parametrize("language", ["es", "nl", "ru", "en"])
def test_mating_and_clauses_are_the_same_everywhere(desk: Desk, language: str) -> None:
    body = {"fen": "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "language": language}
    mate = printed(["mate", "--json", "--fen", body["fen"], "--language", language])
    assert posted(desk, "/api/mate", [body]) == [mate]
    assert called(desk, "can_checkmate", [body]) == [mate]
    app = FastAPI(openapi_url=None)
    app.include_router(api_router(desk))
    document = next(d for d in desk.library.documents.values() if d.language == language)
    label = document.clauses[3].label
    shown = json.loads(
        CliRunner().invoke(kb.cli.app, ["show", label, "--document", document.id, "--json"]).stdout
    )
    assert TestClient(app).get(f"/api/clauses/{document.id}/{label}").json() == {"clauses": shown}
    assert called(desk, "get_clause", [{"document": document.id, "label": label}]) == [{"clauses": shown}]


def test_the_program_itself_prints_what_the_desk_answers(desk: Desk, cache_folder: Path) -> None:
    question = "Mijn tegenstander rokeerde met twee handen."
    done = subprocess.run(
        [sys.executable, "-m", "kb", "ask", question, "--json", "--edition", "2018"],
        cwd=ROOT,
        env={**os.environ, "KB_CACHE_DIR": str(cache_folder)},
        capture_output=True,
        check=True,
        timeout=120,
    )
    expected = desk.ask(request_from_mapping({"question": question, "edition": "2018"})).to_json()
    assert json.loads(done.stdout) == expected


def test_the_chat_shows_the_same_answer(desk: Desk) -> None:
    """The page's own way to a reply: the very text, verdict and quotes of the desk, escaped."""

    async def shown(body: dict[str, Any]) -> str:
        request = request_from_mapping(body)
        return (await reply(Gate(), desk, request, language=body["language"], number=1)).html

    for case in SAMPLE:
        body = asked(case)
        answer = desk.ask(request_from_mapping(body))
        page = html.unescape(anyio.run(shown, body))
        assert folded(answer.text) in folded(page)
        for citation in answer.citations:
            assert folded(citation.text) in folded(page)
        if not answer.refusal:
            assert answer.parts[0].headline in page
