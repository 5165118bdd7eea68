"""The forms in which findings are written; apart, so that the command line knows them at no cost."""

from __future__ import annotations

from enum import StrEnum, auto

__all__ = ["Format"]


class Format(StrEnum):
    """How the findings of ``kb check`` are written."""

    TABLE = auto()
    JSON = auto()
    JSONL = auto()
    CSV = auto()
