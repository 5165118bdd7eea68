"""Which function judges which topic."""

from __future__ import annotations

from collections.abc import Callable

from kb.rules.reasoning import Reasoning
from kb.rules.ruling import Ruling

__all__ = ["JUDGES", "judges"]

Judge = Callable[[Reasoning], Ruling]
JUDGES: dict[str, Judge] = {}


def judges(*topics: str) -> Callable[[Judge], Judge]:
    """Register a function as the judge of these topics."""

    def register(function: Judge) -> Judge:
        for topic in topics:
            if topic in JUDGES:
                raise ValueError(f"{topic} has two judges")
            JUDGES[topic] = function
        return function

    return register
