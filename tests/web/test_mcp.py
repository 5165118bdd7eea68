"""The MCP tools, asked with the real client: in memory, over HTTP on this machine, and over stdio."""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
import uvicorn
from fastapi import FastAPI
from fastapi.testclient import TestClient
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.memory import create_connected_server_and_client_session
from mcp.types import CallToolResult, TextContent

from kb.desk import Desk
from kb.dialog.request import Request
from kb.web.api import default_answering
from kb.web.mcp import mcp_server
from kb.web.programs import add_programs

ROOT = Path(__file__).resolve().parents[2]
TOOLS = [
    "ask_laws",
    "rule_on_position",
    "can_checkmate",
    "get_clause",
    "compare_editions",
    "text_disagreements",
]
LONE_KNIGHT = {"fen": "8/8/8/4k3/8/8/8/KN6 w", "side": "white"}


def said(result: CallToolResult) -> str:
    first = result.content[0]
    assert isinstance(first, TextContent)
    return first.text


def structured(result: CallToolResult) -> dict[str, Any]:
    assert result.structuredContent is not None
    return result.structuredContent


async def check_tools(session: ClientSession) -> None:
    """What has to hold on every transport."""
    assert [tool.name for tool in (await session.list_tools()).tools] == TOOLS
    mate = await session.call_tool("can_checkmate", LONE_KNIGHT)
    assert structured(mate)["sides"][0]["reason"] == "lone_knight"
    clause = await session.call_tool("get_clause", {"document": "nl-2014", "label": "7.5b"})
    assert structured(clause)["clauses"][0]["text"] in said(clause)
    ruled = await session.call_tool(
        "rule_on_position", {"fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "moves": "1. e5", "edition": "2018"}
    )
    assert structured(ruled)["verdict"] == "RESTORE_2MIN"
    asked = await session.call_tool("ask_laws", {"question": "He castled with two hands.", "edition": "2018"})
    assert not asked.isError, said(asked)
    assert structured(asked)["text"] == said(asked)
    assert structured(asked)["topic"] == "two_hands"


def in_memory(desk: Desk, check: Callable[[ClientSession], Awaitable[None]]) -> None:
    async def run() -> None:
        server = mcp_server(default_answering(desk))
        async with create_connected_server_and_client_session(server) as session:
            await check(session)

    anyio.run(run)


def test_the_tools_work(desk: Desk) -> None:
    in_memory(desk, check_tools)


def test_an_answer_is_that_of_the_desk(desk: Desk) -> None:
    async def check(session: ClientSession) -> None:
        result = await session.call_tool("ask_laws", {"question": "Пешка не заменена", "id": "1"})
        assert structured(result) == desk.ask(Request("Пешка не заменена", id="1")).to_json()

    in_memory(desk, check)


@pytest.mark.parametrize(
    ("tool", "arguments", "code", "field"),
    [
        ("ask_laws", {"quest": "x"}, "bad_request", "quest"),
        ("ask_laws", {"question": "x", "edition": "1999"}, "bad_request", "edition"),
        ("rule_on_position", {"topic": "weather"}, "bad_request", "topic"),
        ("can_checkmate", {"fen": "nothing"}, "unreadable_position", ""),
        ("get_clause", {"document": "es-2017"}, "bad_request", "label"),
        ("get_clause", {"document": "es-2017", "label": "99"}, "unknown_clause", ""),
        ("fly", {}, "bad_request", ""),
    ],
)
def test_an_error_tells_the_assistant_how_to_go_on(
    desk: Desk, tool: str, arguments: dict[str, Any], code: str, field: str
) -> None:
    async def check(session: ClientSession) -> None:
        result = await session.call_tool(tool, arguments)
        assert result.isError
        problem = structured(result)
        assert (problem["code"], problem["field"]) == (code, field)
        assert said(result) == f"{problem['message']} {problem['hint']}"

    in_memory(desk, check)


@contextmanager
def on_loopback(app: FastAPI) -> Iterator[str]:
    """Serve an application on a free port of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, ws="none"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(30)


def test_the_tools_are_served_over_http(desk: Desk) -> None:
    app = FastAPI(openapi_url=None)
    add_programs(app, desk)

    async def run(url: str) -> None:
        async with session_over_http(url) as session:
            await check_tools(session)

    with on_loopback(app) as url:
        anyio.run(run, f"{url}/mcp")


@asynccontextmanager
async def session_over_http(url: str) -> AsyncIterator[ClientSession]:
    async with (
        streamable_http_client(url) as (incoming, outgoing, _),
        ClientSession(incoming, outgoing) as session,
    ):
        await session.initialize()
        yield session


def test_over_http_there_is_only_post(desk: Desk) -> None:
    app = FastAPI(openapi_url=None)
    add_programs(app, desk)
    with TestClient(app) as client:
        refused = client.get("/mcp")
    assert (refused.status_code, refused.headers["allow"]) == (405, "POST")
    with TestClient(app) as client:  # started a second time
        good = client.post(
            "/mcp",
            json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
            headers={"accept": "application/json, text/event-stream"},
        )
        large = client.post("/mcp", content=b" " * 1_000_001, headers={"content-type": "application/json"})
    assert len(good.json()["result"]["tools"]) == len(TOOLS)
    assert large.status_code == 413


def test_the_tools_are_served_over_stdio(desk: Desk, cache_folder: Path) -> None:
    assert desk  # its index is the one the process below will find
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "kb", "mcp"],
        cwd=ROOT,
        env={**os.environ, "KB_CACHE_DIR": str(cache_folder)},
    )

    async def run() -> None:
        with anyio.fail_after(60):
            async with (
                stdio_client(parameters) as (incoming, outgoing),
                ClientSession(incoming, outgoing) as session,
            ):
                await session.initialize()
                await check_tools(session)

    anyio.run(run)
