"""What the tests of the web application share: an application over the session's desk."""

from __future__ import annotations

from datetime import date

import pytest
from fastapi import FastAPI

from kb.desk import Desk
from kb.web.app import create_app

TODAY = date(2026, 11, 30)


@pytest.fixture(scope="session")
def app(desk: Desk) -> FastAPI:
    return create_app(desk, today=lambda: TODAY)
