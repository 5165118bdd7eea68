"""What the tests of the web application share: an application over the session's desk."""

from __future__ import annotations

import pytest
from fastapi import FastAPI

from kb.desk import Desk
from kb.web.app import create_app
from tests.conftest import TODAY


@pytest.fixture(scope="session")
def app(desk: Desk) -> FastAPI:
    return create_app(desk, today=lambda: TODAY)
