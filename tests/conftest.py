"""What all tests share: the corpus, opened once."""

from __future__ import annotations

import pytest

from kb.laws.library import Library, open_library


@pytest.fixture(scope="session")
def library() -> Library:
    return open_library()
