"""A question as one line of JSON and back, whole, so that a paper survives any change of its generator."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from kb.dialog.answer import Citation
from kb.errors import StudyError
from kb.exam.types import Format, MarkingPoint, Option, PointKind, Question
from kb.laws.quotes import Quote
from kb.rules.ruling import Verdict

__all__ = ["pack", "unpack"]


def pack(question: Question) -> str:
    """Return a question as JSON, key and addresses of its quotes included; ``unpack`` gives it back."""
    return json.dumps(asdict(question), ensure_ascii=False, separators=(",", ":"))


def unpack(text: str) -> Question:
    """Return the question packed in a text.

    :raises StudyError: if the text is not a question.
    """
    try:
        data = json.loads(text)
        return Question(
            **data
            | {
                "format": Format(data["format"]),
                "options": tuple(Option(**option) for option in data["options"]),
                "points": tuple(_point(point) for point in data["points"]),
                "verdict": Verdict(data["verdict"]),
                "explanation": tuple(data["explanation"]),
                "citations": tuple(_citation(citation) for citation in data["citations"]),
            }
        )
    except (ValueError, KeyError, TypeError) as error:
        raise StudyError(
            f"A stored question cannot be read: {error!r}.",
            hint="It was written by another version of the program; begin a new paper.",
        ) from error


def _point(data: Mapping[str, Any]) -> MarkingPoint:
    changed = {"kind": PointKind(data["kind"]), "accepted": tuple(data["accepted"])}
    return MarkingPoint(**dict(data) | changed)


def _citation(data: Mapping[str, Any]) -> Citation:
    return Citation(**dict(data) | {"quote": Quote(**data["quote"])})
