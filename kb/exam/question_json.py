"""Questions with their key out of JSON: what ``kb exam paper --json`` prints, read back for marking."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from kb.errors import RequestError
from kb.exam.types import Format, MarkingPoint, Option, PointKind, Question
from kb.rules.ruling import Verdict

__all__ = ["MAX_FILE", "questions_from_json"]

MAX_FILE: Final = 20_000_000  # characters of a file that are read
_HINT = "Give what `kb exam paper --json` prints, or one of its questions, with the key."


def questions_from_json(text: str) -> tuple[Question, ...]:
    """Return the questions of a paper, or the one question, in a text.

    The citations of a question are left out: marking does not read them.

    :raises RequestError: if the text is neither, or lacks the key.
    """
    if len(text) > MAX_FILE:
        raise RequestError("The file of questions is too large.", hint=_HINT, field="question")
    try:
        data = json.loads(text)
        entries = data.get("questions", [data])
        return tuple(_question(entry) for entry in entries)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise RequestError(
            f"No question with its key can be read: {type(error).__name__} {str(error)[:60]}.",
            hint=_HINT,
            field="question",
        ) from None


def _question(data: Mapping[str, Any]) -> Question:
    right = int(data["right"])
    options = tuple(
        Option(_text(text), place == right, _text(why))
        for place, (text, why) in enumerate(zip(data["options"], data["why"], strict=True))
    )
    return Question(
        id=_text(data["id"]),
        generator=_text(data["generator"]),
        seed=int(data["seed"]),
        language=_text(data["language"]),
        edition=_text(data["edition"]),
        topic=_text(data["topic"]),
        format=Format(data["format"]),
        difficulty=int(data["difficulty"]),
        marks=int(data["marks"]),
        stem=_text(data["stem"]),
        ask=_text(data["ask"]),
        fen=_maybe(data["fen"]),
        attempted=_maybe(data["attempted"]),
        pgn=_maybe(data["pgn"]),
        announced=_text(data["announced"]),
        options=options,
        points=tuple(_point(point) for point in data["points"]),
        verdict=Verdict(data["verdict"]),
        key=_text(data["key"]),
        explanation=tuple(_text(line) for line in data["explanation"]),
        citations=(),
    )


def _point(data: Mapping[str, Any]) -> MarkingPoint:
    accepted = tuple(_text(value) for value in data["accepted"])
    return MarkingPoint(PointKind(data["kind"]), int(data["marks"]), accepted, _text(data["text"]))


def _maybe(value: object) -> str | None:
    return None if value is None else _text(value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{str(value)[:20]!r} where text should be")
    return value
