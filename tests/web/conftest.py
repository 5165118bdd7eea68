"""What the tests of the web application share: an application over the session's desk."""

from __future__ import annotations

import time
from datetime import date

import pytest
from fastapi import FastAPI

from kb.desk import Desk
from kb.web.app import create_app
from kb.web.exam_desk import ExamDesk
from kb.web.sittings import Store

TODAY = date(2026, 11, 30)


@pytest.fixture(scope="session")
def app(desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> FastAPI:
    kept = Store(tmp_path_factory.mktemp("exams") / "sittings.sqlite3")  # not in the user's own folder
    exams = ExamDesk(desk.library, kept, now=lambda: int(time.time()), today=lambda: TODAY)
    return create_app(desk, today=lambda: TODAY, exams=exams)
