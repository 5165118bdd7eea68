"""Comparisons for programs: what ``kb compare --json`` prints, over HTTP and as MCP tools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Body, Response
from pydantic import BaseModel

from kb.comparing.disagreements import Report, disagreements
from kb.comparing.timeline import Comparison, compare
from kb.laws.library import Library
from kb.web.answering import Answering
from kb.web.compare_schemas import CompareBody, ComparisonBody, DisagreementsAskBody, DisagreementsBody
from kb.web.problems import Json
from kb.web.schemas import examples

__all__ = ["add_comparing", "compared", "reported"]

_Responses = dict[int | str, dict[str, Any]]


def add_comparing(
    router: APIRouter, served: Answering, answers: Mapping[type[BaseModel], _Responses]
) -> None:
    """Add ``/api/compare`` and ``/api/disagreements``.

    :param answers: how the answers of each kind are described.
    """

    @router.post(
        "/api/compare",
        summary="Follow a rule through all editions, or compare two texts word by word",
        responses=answers[ComparisonBody],
    )
    async def one(body: Annotated[CompareBody, Body(openapi_examples=examples(CompareBody))]) -> Response:
        return Json((await served.bounded(lambda: compared(served.library, body))).to_json())

    @router.post(
        "/api/disagreements",
        summary="List where the held texts disagree, and their defects",
        responses=answers[DisagreementsBody],
    )
    async def all_of_them(
        body: Annotated[DisagreementsAskBody, Body(openapi_examples=examples(DisagreementsAskBody))],
    ) -> Response:
        return Json((await served.bounded(lambda: reported(served.library, body))).to_json())


def compared(library: Library, body: CompareBody) -> Comparison:
    """Return the comparison a body asks for; raises as ``compare``."""
    return compare(library, body.subject, language=body.language, document=body.document, words=body.pair)


def reported(library: Library, body: DisagreementsAskBody) -> Report:
    """Return the report of disagreements in the language asked for."""
    return disagreements(library, body.language)
