"""What the tests of exam pages share: the routes over a clock that can be set, and a reader of pages."""

from __future__ import annotations

import html
import re
from datetime import date
from pathlib import Path

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from fastapi.testclient import TestClient

from kb.laws.library import Library
from kb.web import app as whole
from kb.web.exam import exam_router
from kb.web.exam_desk import ExamDesk
from kb.web.gate import Gate
from kb.web.guard import Guard
from kb.web.sittings import Store

START = 1_800_000_000


class Clock:
    """The time of the server, in whole seconds since 1970."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now


class Site:
    """The exam pages by themselves, without the chat: quick to start."""

    def __init__(self, library: Library, folder: Path, *, gate: Gate | None = None) -> None:
        self.clock = Clock()
        self.store = Store(folder / "sittings.sqlite3")
        self.desk = ExamDesk(library, self.store, now=self.clock, today=lambda: date(2026, 11, 30))
        self.app = FastAPI(openapi_url=None)
        self.app.add_api_route("/ui/pieces.svg", whole._pieces)
        self.app.add_api_route("/ui/clause/{language}/{document}/{label}", whole._clause)
        self.app.state.desk = self.desk
        self.app.mount("/ui", StaticFiles(directory=whole._STATIC))
        self.app.include_router(exam_router(self.desk, gate or Gate()))
        self.app.add_middleware(Guard)

    def client(self) -> TestClient:
        return TestClient(self.app, follow_redirects=False)


def begin(client: TestClient, language: str = "en", **form: object) -> str:
    """Begin a sitting; return its address."""
    data = {"mode": "practice", "count": "3", "seed": "1"} | form
    answer = client.post(f"/exam/{language}/begin", data=data)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).rpartition("/")[0]


def question_id(page: str) -> str:
    found = re.search(r'name="question" value="([^"]+)"', page)
    assert found is not None
    return found[1]


def words_of(page: str) -> str:
    """Return the words of a page, without what only the browser reads."""
    bare = re.sub(r"<(script|style|template)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return re.sub(r"[ \n\r\t]+", " ", html.unescape(re.sub(r"<[^>]*>", " ", bare)))
