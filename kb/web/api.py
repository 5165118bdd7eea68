"""The JSON API: the answers of the desk for programs, with one error body and an OpenAPI page of its own."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import cache
from importlib import metadata, resources
from typing import Annotated, Any, TypeVar

import anyio
from fastapi import APIRouter, Body, Request, Response
from fastapi.openapi.utils import get_openapi
from fastapi.responses import FileResponse, HTMLResponse
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.types import Message, Receive

from kb.clauses import ClauseView, clause_view
from kb.desk import Desk, rule_on
from kb.dialog.request import request_from_mapping
from kb.laws.documents import Status
from kb.laws.library import Library
from kb.mate_report import ask_mate
from kb.messages import catalogue
from kb.web.answering import Answering
from kb.web.compare_api import add_comparing, compared, reported
from kb.web.compare_schemas import CompareBody, ComparisonBody, DisagreementsAskBody, DisagreementsBody
from kb.web.exam_api import add_exams, marked, paper
from kb.web.exam_schemas import MarkAskBody, MarkedBody, PaperAskBody, PaperBody
from kb.web.gate import Gate
from kb.web.logs import logger
from kb.web.metrics import CONTENT_TYPE_LATEST, Metrics
from kb.web.problems import MAX_BODY, Json, problem_of
from kb.web.schemas import (
    AnswerBody,
    AskBody,
    ClausesBody,
    EditionsBody,
    ErrorBody,
    HealthBody,
    MateBody,
    MatingBody,
    RuleBody,
    examples,
)

__all__ = ["api_router", "clauses_json", "default_answering", "editions_json", "version"]

_B = TypeVar("_B", bound=BaseModel)

_BODY_SECONDS = 20.0
_EVERY_METHOD = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
_DOCS_FILES = {"swagger-ui-bundle.js": "text/javascript", "swagger-ui.css": "text/css"}
_DOCS_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>chess-laws-kb: API</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<main id="api"></main>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
"""
_DOCS_START = (
    'SwaggerUIBundle({url: "openapi.json", dom_id: "#api", deepLinking: true, validatorUrl: null, '
    "defaultModelsExpandDepth: 0});\n"
)


def default_answering(desk: Desk, *, gate: Gate | None = None, log_questions: bool = False) -> Answering:
    """Return the desk behind a gate, with counters of its own."""
    metrics = Metrics(entries=lambda: len(desk.finder.index.entries))
    return Answering(
        lambda: desk.library, desk.ask, gate=gate or Gate(), metrics=metrics, log_questions=log_questions
    )


def api_router(desk: Desk, answering: Answering | None = None) -> APIRouter:
    """Return the routes below ``/api``, and ``/healthz`` and ``/metrics``.

    Every error below ``/api``, an unknown path included, has the body :class:`ErrorBody`.
    """
    served = answering or default_answering(desk)
    router = APIRouter(route_class=_route_class(served.metrics))
    _add_questions(router, served)
    _add_lookups(router, served)
    kinds: dict[type[BaseModel], str] = {PaperBody: "The paper.", MarkedBody: "The answer, marked."}
    add_exams(router, served, {kind: _responses(kind, told, 422, 413) for kind, told in kinds.items()})
    told: dict[type[BaseModel], str] = {
        ComparisonBody: "The comparison.",
        DisagreementsBody: "The report.",
    }
    add_comparing(
        router, served, {kind: _responses(kind, said, 404, 422, 413) for kind, said in told.items()}
    )
    _add_operation(router, desk, served.metrics)
    _add_docs(router, served.library)
    _add_unknown(router)
    return router


@cache
def version() -> str:
    """Return the version of this product, or that it runs from a checkout that is not installed."""
    try:
        return metadata.version("chess-laws-kb")
    except metadata.PackageNotFoundError:
        return "checkout"


def clauses_json(views: tuple[ClauseView, ...]) -> dict[str, Any]:
    """Return clause views as the body :class:`ClausesBody`."""
    return {"clauses": [view.to_json() for view in views]}


def editions_json(library: Library) -> dict[str, Any]:
    """Return the editions as the body :class:`EditionsBody`."""
    return {
        "editions": [
            {
                "id": edition.id,
                "in_force_from": edition.in_force_from.isoformat(),
                "in_force_to": edition.in_force_to.isoformat() if edition.in_force_to else None,
                "documents": [
                    {"id": d.id, "language": d.language, "status": str(d.status)}
                    for d in library.of_edition(edition.id)
                ],
            }
            for edition in library.editions
        ]
    }


def _add_questions(router: APIRouter, served: Answering) -> None:
    answers = _responses(AnswerBody, "The answer.", 422, 413)

    @router.post("/api/ask", summary="Answer a question with the clauses quoted", responses=answers)
    async def ask(body: Annotated[AskBody, Body(openapi_examples=examples(AskBody))]) -> Response:
        return Json((await served.ask(body.request(), surface="api")).to_json())

    @router.post(
        "/api/rule", summary="Rule on a position or on facts, for a topic named outright", responses=answers
    )
    async def rule(body: Annotated[RuleBody, Body(openapi_examples=examples(RuleBody))]) -> Response:
        return Json((await served.rule(body.request(), body.topic, surface="api")).to_json())

    @router.post(
        "/api/mate",
        summary="Say whether a side can still checkmate, with the proof",
        responses=_responses(MatingBody, "The verdict on each side asked about.", 422, 413),
    )
    async def mate(body: Annotated[MateBody, Body(openapi_examples=examples(MateBody))]) -> Response:
        return Json((await served.mate(body)).to_json(body.words))


def _add_lookups(router: APIRouter, served: Answering) -> None:
    @router.get(
        "/api/clauses/{document}/{label}",
        summary="A clause of a held document, with its neighbours and translations",
        responses=_responses(ClausesBody, "The clause, or those below its number.", 404, "default"),
    )
    async def clauses(document: str, label: str) -> Response:
        return Json(clauses_json(await served.clauses(document, label)))

    @router.get(
        "/api/editions",
        summary="The editions of the Laws and the held texts of each",
        responses=_responses(EditionsBody, "The editions, oldest first."),
    )
    async def listed() -> Response:
        return Json(editions_json(served.library))


def _add_operation(router: APIRouter, desk: Desk, metrics: Metrics) -> None:
    @router.get(
        "/healthz",
        summary="Whether the server is up, and what it serves",
        responses=_responses(HealthBody, "It is up."),
    )
    async def healthz() -> Response:
        return Json(
            {
                "status": "ok",
                "version": version(),
                "encoder": desk.finder.index.encoder.id,
                "entries": len(desk.finder.index.entries),
                "documents": sorted(desk.library.documents),
            }
        )

    @router.get("/metrics", summary="Counters in the format of Prometheus", response_class=Response)
    async def exposed() -> Response:
        return Response(metrics.exposed(), media_type=CONTENT_TYPE_LATEST)


def _add_docs(router: APIRouter, library: Library) -> None:
    @cache
    def described() -> dict[str, Any]:
        return _described(router, library)

    @router.get("/api/openapi.json", include_in_schema=False)
    async def openapi() -> Response:
        return Json(described())

    @router.get("/api/docs", include_in_schema=False)
    async def docs() -> Response:
        return HTMLResponse(_DOCS_PAGE)

    @router.get("/api/docs/start.js", include_in_schema=False)
    async def start() -> Response:
        return Response(_DOCS_START, media_type="text/javascript")

    @router.get("/api/docs/{name}", include_in_schema=False)
    async def files(name: str) -> Response:
        if name not in _DOCS_FILES:
            raise HTTPException(404)
        # Swagger UI as the package carries it, so that the page asks no other host for it.
        path = resources.files("fastapi_offline") / "static" / name
        return FileResponse(str(path), media_type=_DOCS_FILES[name])


def _described(router: APIRouter, library: Library) -> dict[str, Any]:
    """Return the OpenAPI description; its examples of answers are true ones, made here."""
    found = get_openapi(
        title="chess-laws-kb",
        version=version(),
        summary="Answers about the FIDE Laws of Chess with the exact clause quoted, edition by edition.",
        routes=router.routes,
    )
    case = request_from_mapping({"fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "moves": "1. Ke3"})
    ruling = rule_on(library, case, "illegal_move_restoration").to_json()
    words = catalogue("en")
    first = next(d for _, d in sorted(library.documents.items()) if d.status is not Status.IMPORTED)
    made = {
        "/api/ask": ("post", ruling),
        "/api/rule": ("post", ruling),
        "/api/mate": ("post", ask_mate("8/8/8/4k3/8/8/8/KN6 w", None, True, words).to_json(words)),
        "/api/exam/paper": ("post", paper(library, _example(PaperAskBody)).to_json()),
        "/api/exam/mark": ("post", marked(library, _example(MarkAskBody)).to_json()),
        "/api/compare": ("post", compared(library, _example(CompareBody)).to_json()),
        "/api/disagreements": ("post", reported(library, _example(DisagreementsAskBody)).to_json()),
        "/api/editions": ("get", editions_json(library)),
        "/api/clauses/{document}/{label}": (
            "get",
            clauses_json(clause_view(library, first.clauses[0].label, first.id)),
        ),
    }
    for path, (method, example) in made.items():
        content = found["paths"][path][method]["responses"]["200"]["content"]
        content["application/json"]["example"] = example
    return found


def _example(body: type[_B]) -> _B:
    """Return the first example of a body."""
    return body.model_validate(body.model_json_schema()["examples"][0])


def _add_unknown(router: APIRouter) -> None:
    """Answer every other path below ``/api``; tells a wrong method from a wrong path."""
    known = [route for route in router.routes if isinstance(route, APIRoute)]

    @router.api_route("/api/{rest:path}", methods=_EVERY_METHOD, include_in_schema=False)
    async def unknown(request: Request) -> Response:
        here = [route for route in known if route.path_regex.match(request.url.path)]
        allowed = {method for route in here for method in route.methods or ()}
        if allowed:
            raise HTTPException(405, headers={"Allow": ", ".join(sorted(allowed))})
        raise HTTPException(404)


def _responses(model: type[BaseModel], told: str, *errors: int | str) -> dict[int | str, dict[str, Any]]:
    """Describe the responses of a route: the good one, and the errors it can have."""
    named = {
        404: "Not held.",
        413: "The body is too large.",
        422: "The request cannot be used.",
        "default": "Any other error.",
    }
    found: dict[int | str, dict[str, Any]] = {200: {"model": model, "description": told}}
    found |= {status: {"model": ErrorBody, "description": named[status]} for status in errors}
    if errors:
        found[503] = {"model": ErrorBody, "description": "Busy; ask again after Retry-After seconds."}
    return found


def _route_class(metrics: Metrics) -> type[APIRoute]:
    """Return the kind of route whose body is bounded and whose every error becomes the stable body."""

    class GuardedRoute(APIRoute):
        def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
            handle = super().get_route_handler()

            async def guarded(request: Request) -> Response:
                try:
                    return await handle(Request(request.scope, _bounded(request)))
                except Exception as error:
                    return _told(error, metrics)

            return guarded

    return GuardedRoute


def _told(error: Exception, metrics: Metrics) -> Response:
    problem = problem_of(error)
    metrics.error("api", problem.code)
    if problem.status >= 500 and problem.code not in {"busy", "timeout"}:
        logger().error("failed", code=problem.code, exc_info=error)
    headers = error.headers if isinstance(error, HTTPException) else None
    return problem.response(headers)


def _bounded(request: Request) -> Receive:
    """Receive a body of at most :data:`MAX_BODY` bytes, and for :data:`_BODY_SECONDS` at most."""
    stated = request.headers.get("content-length", "")
    taken, ends = 0, anyio.current_time() + _BODY_SECONDS

    async def receive() -> Message:
        nonlocal taken
        if stated.isdigit() and int(stated[:20]) > MAX_BODY:
            raise HTTPException(413)
        with anyio.move_on_at(ends) as waiting:
            message = await request.receive()
        if waiting.cancelled_caught:
            raise HTTPException(408)
        taken += len(message.get("body", b""))
        if taken > MAX_BODY:
            raise HTTPException(413)
        return message

    return receive
