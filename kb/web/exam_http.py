"""What every exam page needs over HTTP: work behind the gate, errors as pages, forms as bounded text."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from fastapi.routing import APIRoute
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from kb.errors import KbError, RequestError
from kb.laws.ours import LANGUAGES
from kb.messages import catalogue
from kb.web.exam_desk import ExamDesk
from kb.web.exam_pages import ExamPages, notice_page
from kb.web.gate import Busy, Gate
from kb.web.guard import preferred_language
from kb.web.logs import logger
from kb.web.navigation import Page, Section, page_response, root_of

__all__ = [
    "BASE",
    "TOKEN",
    "Done",
    "Gone",
    "PageRoute",
    "Served",
    "field",
    "form_of",
    "in_language",
    "redirect",
]

BASE = f"/{Section.EXAM}/{{language}}"
TOKEN = re.compile(r"[\w-]{8,64}")  # of a sitting or a shared paper, in an address
_MOST_FIELDS = 200

Done = Page | Response
_P = TypeVar("_P", bound=ExamPages)


class Gone(Exception):
    """There is no sitting, shared paper or question under an address, or no longer."""


class Served:
    """Does the work of a request in a thread behind the gate."""

    def __init__(self, desk: ExamDesk, gate: Gate) -> None:
        self.desk = desk
        self._gate = gate

    async def page(
        self, request: Request, language: str, kind: type[_P], work: Callable[[_P], Done]
    ) -> Response:
        """Return what the work makes of pages of a kind; raises what the work raises, and Busy."""
        if language not in LANGUAGES:
            raise Gone
        root = root_of(request)

        def working() -> Response:
            done = work(kind(self.desk, language, root))
            return page_response(done, root) if isinstance(done, Page) else done

        return await self._gate.run(working)


class PageRoute(APIRoute):
    """A route whose every error becomes a page in the reader's language."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler of the route with its errors told."""
        handle = super().get_route_handler()

        async def guarded(request: Request) -> Response:
            try:
                return await handle(request)
            except Exception as error:
                return _told(request, error)

        return guarded


def _told(request: Request, error: Exception) -> Response:
    """Say what is wrong and what to do next; of an error nobody foresaw, only that it is ours."""
    named = request.url.path.removeprefix(f"{root_of(request)}/{Section.EXAM}/").partition("/")[0]
    accepted = request.headers.get("accept-language", "")
    language = named if named in LANGUAGES else preferred_language(accepted)
    words = catalogue(language)
    root = root_of(request)

    def page(status: int, said: str, hint: str = "", **headers: str) -> Response:
        answer = page_response(notice_page(language, root, said, hint), root, status)
        answer.headers.update(headers)
        return answer

    if isinstance(error, Gone):
        return page(404, words.text("exam_web.gone"), words.text("exam_web.gone_hint"))
    if isinstance(error, RequestError):
        return page(422, error.message, error.hint)
    if isinstance(error, Busy):
        return page(503, words.text("ui.busy"), **{"retry-after": "2"})
    if isinstance(error, ClientDisconnect | HTTPException):
        return page(413, words.text("exam_web.too_large"))
    code = error.code if isinstance(error, KbError) else "internal"
    logger().error("exam_failed", code=code, exc_info=error)
    return page(500, words.text("ui.failed"))


def redirect(address: str) -> RedirectResponse:
    """Return an answer that sends the browser on to another page."""
    return RedirectResponse(address, 303, headers={"cache-control": "no-store"})


def in_language(request: Request, language: str) -> str:
    """Return the address of this page in another language."""
    parts = request.url.path.split("/")
    at = parts.index(str(Section.EXAM)) + 1
    return "/".join([*parts[:at], language, *parts[at + 1 :]])


async def form_of(request: Request) -> FormData:
    """Read the form that was sent; raises HTTPException for one with files or too many fields."""
    return await request.form(max_files=0, max_fields=_MOST_FIELDS)


def field(form: FormData, name: str, most: int) -> str:
    """Return a field as text that can be kept: bounded, with one kind of line end."""
    value = form.get(name)
    if not isinstance(value, str):
        return ""
    plain = value.replace("\r\n", "\n").replace("\0", "").encode("utf-8", "ignore").decode("utf-8")
    return plain.strip()[:most]
