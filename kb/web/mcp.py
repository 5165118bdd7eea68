"""The same answers as tools of the Model Context Protocol, over HTTP or over standard input and output.

Each tool takes the body of the API route of the same meaning and returns the same JSON, with the
answer's plain text as what the assistant reads first.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from fastapi import APIRouter
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.types import CallToolResult, TextContent, Tool, ToolAnnotations
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from kb.comparing.exporting import ExportFormat, export_comparison, export_report
from kb.errors import RequestError
from kb.web.answering import Answering
from kb.web.api import clauses_json, version
from kb.web.compare_api import compared, reported
from kb.web.compare_schemas import CompareBody, ComparisonBody, DisagreementsAskBody, DisagreementsBody
from kb.web.gate import Busy
from kb.web.logs import logger
from kb.web.problems import MAX_BODY, problem_of
from kb.web.schemas import AnswerBody, AskBody, ClauseQuery, ClausesBody, MateBody, MatingBody, RuleBody

__all__ = ["PATH", "mcp_router", "mcp_server", "serve_stdio"]

PATH = "/mcp"
_INSTRUCTIONS = (
    "Answers about the FIDE Laws of Chess, Article 7 (irregularities) above all. Every rule comes with the "
    "clause quoted word for word from a held document, or with a wording of ours marked as not official. "
    "Give the user the quotes and the edition; do not add rules of your own."
)
_READS = ToolAnnotations(readOnlyHint=True, idempotentHint=True, openWorldHint=False)
_B = TypeVar("_B", bound=BaseModel)
_Shown = tuple[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class _Offer(Generic[_B]):
    """A tool: what it is for, what it takes and gives, and how it is done."""

    name: str
    purpose: str
    takes: type[_B]
    gives: type[BaseModel]
    run: Callable[[_B], Awaitable[_Shown]]

    def tool(self) -> Tool:
        """Describe the tool to a client."""
        return Tool(
            name=self.name,
            description=self.purpose,
            inputSchema=self.takes.model_json_schema(),
            outputSchema=self.gives.model_json_schema(),
            annotations=_READS,
        )

    async def call(self, arguments: Mapping[str, Any]) -> _Shown:
        """Do it; raises ValidationError for arguments that are not ``takes``."""
        return await self.run(self.takes.model_validate(dict(arguments)))


def mcp_server(answering: Answering) -> Server[Any, Any]:
    """Return a server with the tools about questions, cases, mates, clauses, editions and texts."""
    offers = {offer.name: offer for offer in _offers(answering)}
    server: Server[Any, Any] = Server("chess-laws-kb", version=version(), instructions=_INSTRUCTIONS)

    @server.list_tools()  # type: ignore[no-untyped-call, untyped-decorator]
    async def tools() -> list[Tool]:
        return [offer.tool() for offer in offers.values()]

    @server.call_tool(validate_input=False)  # type: ignore[untyped-decorator]
    async def call(name: str, arguments: dict[str, Any]) -> CallToolResult:
        try:
            text, found = await _named(offers, name).call(arguments)
        except Exception as error:
            return _failed(error, answering)
        return CallToolResult(content=[TextContent(type="text", text=text)], structuredContent=found)

    return server


def mcp_router(answering: Answering) -> APIRouter:
    """Return the route that serves the tools over HTTP, each request on its own."""
    endpoint = _Endpoint(mcp_server(answering))
    router = APIRouter(lifespan=endpoint.running)
    router.routes.append(Route(PATH, endpoint=endpoint, include_in_schema=False))
    return router


async def serve_stdio(answering: Answering) -> None:
    """Serve the tools over standard input and output until the input ends."""
    server = mcp_server(answering)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


class _Endpoint:
    """The ASGI side; without sessions there is nothing to listen for or to end, so POST is all there is."""

    def __init__(self, server: Server[Any, Any]) -> None:
        self._server = server
        self._manager: StreamableHTTPSessionManager | None = None

    @asynccontextmanager
    async def running(self, _: Any) -> AsyncIterator[None]:
        """Serve while the application runs; an application may be started again."""
        manager = StreamableHTTPSessionManager(
            self._server, json_response=True, stateless=True, max_request_body_size=MAX_BODY
        )
        async with manager.run():
            self._manager = manager
            try:
                yield
            finally:
                self._manager = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["method"] != "POST":
            problem = problem_of(HTTPException(405))
            await problem.response({"Allow": "POST"})(scope, receive, send)
        elif self._manager is None:
            await problem_of(Busy()).response()(scope, receive, send)
        else:
            await self._manager.handle_request(scope, receive, send)


def _named(offers: Mapping[str, _Offer[Any]], name: str) -> _Offer[Any]:
    if name not in offers:
        raise RequestError(f"There is no tool {name[:40]!r}.", hint=f"Use: {', '.join(offers)}.")
    return offers[name]


def _offers(answering: Answering) -> tuple[_Offer[Any], ...]:
    async def ask(body: AskBody) -> _Shown:
        answer = await answering.ask(body.request(), surface="mcp")
        return answer.text, answer.to_json()

    async def rule(body: RuleBody) -> _Shown:
        answer = await answering.rule(body.request(), body.topic, surface="mcp")
        return answer.text, answer.to_json()

    async def mate(body: MateBody) -> _Shown:
        found = (await answering.mate(body)).to_json(body.words)
        return found["text"], found

    async def clause(body: ClauseQuery) -> _Shown:
        views = await answering.clauses(body.document, body.label)
        return "\n\n".join(f"{v.document} {v.label}\n{v.text}" for v in views), clauses_json(views)

    async def compare(body: CompareBody) -> _Shown:
        found = await answering.bounded(lambda: compared(answering.library, body))
        return export_comparison(found, ExportFormat.MD), found.to_json()

    async def disagree(body: DisagreementsAskBody) -> _Shown:
        found = await answering.bounded(lambda: reported(answering.library, body))
        return export_report(found, ExportFormat.MD), found.to_json()

    return (
        _Offer(
            "ask_laws",
            "Answer a question about the Laws of Chess in Spanish, Dutch, Russian or English, with the "
            "clauses quoted. A position, moves, the edition or date, and known facts may come with it.",
            AskBody,
            AnswerBody,
            ask,
        ),
        _Offer(
            "rule_on_position",
            "Rule on an irregularity (an illegal move by default) from a position, the moves and the facts, "
            "step by step with the clause of each step.",
            RuleBody,
            AnswerBody,
            rule,
        ),
        _Offer(
            "can_checkmate",
            "Say whether a side can still checkmate by any series of legal moves, with a mating line or the "
            "reason there is none; what decides between a loss and a draw when a flag falls.",
            MateBody,
            MatingBody,
            mate,
        ),
        _Offer(
            "get_clause",
            "Read a clause of a held document word for word, with its neighbours, what it refers to, and "
            "working translations.",
            ClauseQuery,
            ClausesBody,
            clause,
        ),
        _Offer(
            "compare_editions",
            "Follow a topic or a clause number through all editions of the Laws (dates in force, clause "
            "numbers, what changed, the official wording where held), or compare two held texts by words.",
            CompareBody,
            ComparisonBody,
            compare,
        ),
        _Offer(
            "text_disagreements",
            "List where the held texts of the Laws disagree with each other or with the authentic English, "
            "whether that can change a reading, and the defects of the texts.",
            DisagreementsAskBody,
            DisagreementsBody,
            disagree,
        ),
    )


def _failed(error: Exception, answering: Answering) -> CallToolResult:
    """Tell the assistant what the API would say, so that it can mend the call."""
    problem = problem_of(error)
    answering.metrics.error("mcp", problem.code)
    if problem.status >= 500 and problem.code not in {"busy", "timeout"}:
        logger().error("failed", code=problem.code, exc_info=error)
    said = f"{problem.message} {problem.hint}".strip()
    return CallToolResult(
        content=[TextContent(type="text", text=said)], structuredContent=problem.to_json(), isError=True
    )
