"""The two builds of the core; every test that takes ``core`` runs on both."""

from __future__ import annotations

import pytest

from kb.board.mating import backend


@pytest.fixture(params=["plain", "compiled"], scope="session")
def core(request: pytest.FixtureRequest) -> backend.Core:
    if request.param == "plain":
        return backend.pure()
    built = backend.compiled()
    if built is None:
        pytest.skip("the core is not compiled here: python -m kb.board.mating.build")
    return built
