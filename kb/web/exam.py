"""The exam pages over HTTP: choosing a paper, shared papers, and the pages of teachers."""

from __future__ import annotations

import re

from fastapi import APIRouter, Request, Response

from kb.web.exam_desk import ExamDesk
from kb.web.exam_http import (
    BASE,
    TOKEN,
    Done,
    Gone,
    PageRoute,
    Served,
    field,
    form_of,
    in_language,
    redirect,
)
from kb.web.exam_pages import ExamPages
from kb.web.exam_print import printed
from kb.web.exam_sitting import SittingRoutes
from kb.web.exam_teacher_pages import TeacherPages
from kb.web.gate import Gate
from kb.web.guard import preferred_language
from kb.web.navigation import Section, root_of, section_path
from kb.web.sittings import Mode

__all__ = ["exam_router"]

_COOKIE = "kb_exam"  # the sitting begun last, so that the start page can lead back to it
_COOKIE_SECONDS = 60 * 24 * 60 * 60
_LINK = re.compile(r"(?:^|/)(paper|key|sit)/([\w-]{8,64})(?:[/?#]|$)")


def exam_router(desk: ExamDesk, gate: Gate) -> APIRouter:
    """Return the routes below ``/exam``.  What goes wrong becomes a page in the reader's language."""
    router = APIRouter(route_class=PageRoute, include_in_schema=False)
    served = Served(desk, gate)
    for routes in (BeginRoutes(served), SittingRoutes(served), TeacherRoutes(served)):
        routes.add_to(router)
    router.get(f"/{Section.EXAM}")(_front)
    router.get(f"/{Section.EXAM}/{{rest:path}}")(_nowhere)
    return router


async def _front(request: Request) -> Response:
    """Go to the start page in the language of the reader."""
    language = preferred_language(request.headers.get("accept-language", ""))
    answer = redirect(f"{root_of(request)}/{section_path(Section.EXAM, language)}")
    answer.headers["vary"] = "accept-language"
    return answer


async def _nowhere(rest: str) -> Response:
    """Answer an address under which there is no page."""
    raise Gone(rest[:100])


class BeginRoutes:
    """Choosing a paper and beginning it."""

    def __init__(self, served: Served) -> None:
        self._served = served
        self._desk = served.desk

    def add_to(self, router: APIRouter) -> None:
        """Register the routes."""
        router.get(BASE)(self.start)
        router.get(BASE + "/")(self.start)
        router.get(BASE + "/open")(self.opened)
        router.get(BASE + "/paper/{share}")(self.shared)
        router.post(BASE + "/begin")(self.begin)

    async def start(self, request: Request, language: str) -> Response:
        """Show the start page."""
        cookie = request.cookies.get(_COOKIE, "")
        topics = request.query_params.getlist("topics")

        def work(pages: ExamPages) -> Done:
            known = self._desk.sat(cookie) if TOKEN.fullmatch(cookie) else None
            return pages.start(known if known and not known.finished else None, topics)

        return await self._served.page(request, language, ExamPages, work)

    async def opened(self, request: Request, language: str) -> Response:
        """Go to the paper of a link or a code that was pasted."""
        link = request.query_params.get("link", "").strip()[:300]

        def work(pages: ExamPages) -> Done:
            found = _LINK.search(link)
            if found:
                return redirect(f"{pages.home}/{found[1]}/{found[2]}")
            if TOKEN.fullmatch(link):
                return redirect(f"{pages.home}/paper/{link}")
            raise Gone

        return await self._served.page(request, language, ExamPages, work)

    async def shared(self, request: Request, language: str, share: str) -> Response:
        """Show the page before a shared paper."""

        def work(pages: ExamPages) -> Done:
            found = self._desk.store.shared(share)
            if found is None:
                raise Gone
            made = self._desk.made(self._desk.read(found.spec, language))
            if made.spec.language != language:
                return redirect(in_language(request, made.spec.language))
            return pages.shared(found, made)

        return await self._served.page(request, language, ExamPages, work)

    async def begin(self, request: Request, language: str) -> Response:
        """Begin a sitting and go to its first question."""
        form = await form_of(request)

        def work(pages: ExamPages) -> Done:
            share = field(form, "share", 64)
            found = self._desk.store.shared(share) if share else None
            if share and found is None:
                raise Gone
            spec = self._desk.read(found.spec if found else form, language)
            mode = Mode.PRACTICE if not found and field(form, "mode", 20) == Mode.PRACTICE else Mode.MOCK
            sitting = self._desk.begin(spec, mode, share=share)
            answer = redirect(f"{pages.home}/sit/{sitting}/1")
            answer.set_cookie(
                _COOKIE,
                sitting,
                max_age=_COOKIE_SECONDS,
                path=f"{root_of(request)}/{Section.EXAM}",
                secure=request.url.scheme == "https",
                httponly=True,
                samesite="lax",
            )
            return answer

        return await self._served.page(request, language, ExamPages, work)


class TeacherRoutes:
    """Composing a paper, taking it away, sharing it."""

    def __init__(self, served: Served) -> None:
        self._served = served
        self._desk = served.desk

    def add_to(self, router: APIRouter) -> None:
        """Register the routes."""
        router.get(BASE + "/teacher")(self.teacher)
        router.get(BASE + "/teacher/{name}")(self.download)
        router.post(BASE + "/share")(self.share)
        router.get(BASE + "/key/{key}")(self.key)

    async def teacher(self, request: Request, language: str) -> Response:
        """Show the page on which a paper is composed, with the paper the address names."""
        query = request.query_params

        def work(pages: TeacherPages) -> Done:
            spec = self._desk.read(query, language)
            if not query:
                return pages.composing(spec, None)
            if not query.get("seed"):  # the address of a paper always tells which one it is
                return redirect(f"{pages.home}/teacher?{spec.query(without='language')}")
            return pages.composing(spec, self._desk.made(spec))

        return await self._served.page(request, language, TeacherPages, work)

    async def download(self, request: Request, language: str, name: str) -> Response:
        """Send a paper, its key or its deck."""
        query = request.query_params

        def work(_: TeacherPages) -> Done:
            if not query.get("seed"):
                raise Gone
            answer = printed(name, self._desk.made(self._desk.read(query, language)), self._desk.library)
            if answer is None:
                raise Gone
            return answer

        return await self._served.page(request, language, TeacherPages, work)

    async def share(self, request: Request, language: str) -> Response:
        """Share a paper and go to its key page."""
        form = await form_of(request)

        def work(pages: TeacherPages) -> Done:
            spec = self._desk.read(field(form, "paper", 4000), language)
            self._desk.made(spec)
            made = self._desk.store.share(
                spec.query(), open_key=bool(form.get("open_key")), now=self._desk.now()
            )
            return redirect(f"{pages.home}/key/{made.key}")

        return await self._served.page(request, language, TeacherPages, work)

    async def key(self, request: Request, language: str, key: str) -> Response:
        """Show the teacher's page of a shared paper."""
        site = f"{request.url.scheme}://{request.url.netloc}"

        def work(pages: TeacherPages) -> Done:
            found = self._desk.store.shared_by_key(key)
            if found is None:
                raise Gone
            made = self._desk.made(self._desk.read(found.spec, language))
            if made.spec.language != language:
                return redirect(in_language(request, made.spec.language))
            return pages.key(found, made, site)

        return await self._served.page(request, language, TeacherPages, work)
