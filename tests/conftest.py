"""What all tests share: the corpus and a desk, opened once."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from kb.desk import Desk, open_desk
from kb.laws.library import Library, open_library
from kb.settings import Settings

TODAY = date(2026, 11, 30)


@pytest.fixture(scope="session")
def library() -> Library:
    return open_library()


@pytest.fixture(scope="session")
def cache_folder(pytestconfig: pytest.Config) -> Path:
    """Where the index is kept between test runs; it rebuilds itself when it no longer fits."""
    return Path(pytestconfig.cache.mkdir("chess-laws-kb"))


@pytest.fixture(scope="session")
def desk(cache_folder: Path) -> Desk:
    nothing = cache_folder / "no-added-texts"
    return open_desk(Settings(cache_dir=cache_folder, data_dir=nothing), today=lambda: TODAY)[0]
