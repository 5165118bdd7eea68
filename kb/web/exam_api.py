"""Exams for programs: papers made and answers marked, as the command line and the pages have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Body, Response
from pydantic import BaseModel

from kb.errors import RequestError
from kb.exam.authorities import find_authority
from kb.exam.generating import generate
from kb.exam.marking import Marked, mark
from kb.exam.setting import Wish, set_paper
from kb.exam.types import Format, Paper
from kb.laws.library import Library, corpus_library
from kb.web.answering import Answering
from kb.web.exam_schemas import MarkAskBody, MarkedBody, PaperAskBody, PaperBody
from kb.web.problems import Json
from kb.web.schemas import examples

__all__ = ["add_exams", "marked", "paper"]

_Responses = dict[int | str, dict[str, Any]]


def add_exams(router: APIRouter, served: Answering, answers: Mapping[type[BaseModel], _Responses]) -> None:
    """Add the routes below ``/api/exam``.

    :param answers: how the answers of each kind are described.
    """

    @router.post("/api/exam/paper", summary="Make an exam paper out of a seed", responses=answers[PaperBody])
    async def made(body: Annotated[PaperAskBody, Body(openapi_examples=examples(PaperAskBody))]) -> Response:
        done = await served.bounded(lambda: paper(corpus_library(), body))
        return Json(done.to_json(with_key=body.with_key))

    @router.post(
        "/api/exam/mark", summary="Mark an answer to a question of a paper", responses=answers[MarkedBody]
    )
    async def given(body: Annotated[MarkAskBody, Body(openapi_examples=examples(MarkAskBody))]) -> Response:
        return Json((await served.bounded(lambda: marked(corpus_library(), body))).to_json())


def paper(library: Library, body: PaperAskBody) -> Paper:
    """Return the paper a body asks for.

    :raises RequestError: for what cannot be had; names the field.
    """
    asked = str(body.edition)
    edition = library.editions.latest if asked == "current" else library.editions.get(asked)
    wish = Wish(
        language=body.language,
        edition=edition.id,
        seed=body.seed,
        count=body.count,
        topics=tuple(body.topics or ()),
        formats=tuple(Format(one) for one in body.formats or ()),
    )
    return set_paper(library, find_authority(body.authority, body.language), wish).paper


def marked(library: Library, body: MarkAskBody) -> Marked:
    """Return the marking of an answer.

    :raises RequestError: if the question cannot be made again; names the field.
    """
    asked = body.question
    question = generate(
        library, asked.language, asked.edition, asked.generator, Format(asked.format), asked.seed
    )
    if asked.id not in {None, question.id}:
        raise RequestError(
            "This question was made by another version of the program.",
            hint="Make the paper again with /api/exam/paper.",
            field="question",
        )
    return mark(question, body.answer, body.language or question.language)
