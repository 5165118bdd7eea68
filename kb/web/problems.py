"""Errors as programs see them: one stable body {code, message, field, hint} for every one of them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from kb.errors import InputError, KbError, UnknownClause
from kb.web.gate import Busy

__all__ = ["MAX_BODY", "Json", "Problem", "TooSlow", "problem_of"]

MAX_BODY = 1_000_000
"""Bytes of a request's body; a PGN of 200,000 characters, which is what is read of one, fits with room."""

_AGAIN = 2  # seconds after which a busy server may be asked again
_SCHEMA = "The schema lists the fields and what they can be; over HTTP it is shown at /api/docs."
_SEND = 'Send a JSON object such as {"question": "…"} with Content-Type: application/json.'
_HTTP = {
    HTTPStatus.BAD_REQUEST: ("bad_request", "The body of the request cannot be read.", _SEND),
    HTTPStatus.NOT_FOUND: ("not_found", "There is nothing at this path.", "See /api/docs for what there is."),
    HTTPStatus.METHOD_NOT_ALLOWED: (
        "method_not_allowed",
        "This path does not answer to this method.",
        "See /api/docs for the method it takes.",
    ),
    HTTPStatus.REQUEST_TIMEOUT: (
        "body_timeout",
        "The body of the request did not arrive in time.",
        "Send it again.",
    ),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: (
        "too_large",
        f"The body of the request is over {MAX_BODY} bytes.",
        "Send the game in question only, not a whole file of games.",
    ),
}


class Json(JSONResponse):
    """JSON that can always be sent: half a surrogate pair, which JSON lets in, leaves as a question mark."""

    def render(self, content: Any) -> bytes:
        """Return the bytes of a body."""
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")


class TooSlow(Exception):
    """An answer was not ready within the time a request may take."""


@dataclass(frozen=True, slots=True)
class Problem:
    """An error to be shown: the HTTP status and the body."""

    status: int
    code: str
    message: str
    field: str = ""
    hint: str = ""

    def to_json(self) -> dict[str, str]:
        """Return the body as JSON-ready data."""
        return {"code": self.code, "message": self.message, "field": self.field, "hint": self.hint}

    def response(self, headers: Mapping[str, str] | None = None) -> Json:
        """Return the body as a response; a busy server says when to ask again."""
        again = {"Retry-After": str(_AGAIN)} if self.status == HTTPStatus.SERVICE_UNAVAILABLE else {}
        return Json(self.to_json(), self.status, headers={**(headers or {}), **again})


def problem_of(error: Exception) -> Problem:
    """Say of any error what a program is told; of one nobody foresaw, only that it is ours.

    >>> from kb.errors import RequestError
    >>> problem_of(RequestError("No such day.", hint="Write YYYY-MM-DD.", field="date")).status
    422
    >>> problem_of(ZeroDivisionError("secret")).code
    'internal'
    """
    if isinstance(error, KbError):
        field = str(getattr(error, "field", ""))
        return Problem(_status(error), error.code, error.message, field, error.hint)
    if isinstance(error, RequestValidationError | ValidationError):
        return _invalid(error.errors())
    if isinstance(error, Busy):
        return Problem(503, "busy", "Too many questions are waiting.", hint="Ask again in a few seconds.")
    if isinstance(error, TooSlow):
        return Problem(
            503, "timeout", "The answer took too long.", hint="Ask again, or give fewer moves at once."
        )
    if isinstance(error, HTTPException):
        return _http(error)
    return Problem(
        500, "internal", "Something went wrong here.", hint="Ask again; if it stays, report the question."
    )


def _status(error: KbError) -> int:
    if isinstance(error, UnknownClause):
        return 404
    return 422 if isinstance(error, InputError) else 500


def _http(error: HTTPException) -> Problem:
    status = HTTPStatus(error.status_code)
    code, message, hint = _HTTP.get(status, (f"http_{status}", f"{status.phrase}.", ""))
    return Problem(status, code, message, hint=hint)


def _invalid(errors: Sequence[Mapping[str, Any]]) -> Problem:
    """Word the first thing the schema does not allow; what was sent is not repeated."""
    first = errors[0]
    field = _field(first["loc"])
    kind = str(first["type"])
    if not field or kind == "json_invalid":
        return Problem(422, "bad_request", "The body is not a JSON object.", hint=_SEND)
    if kind == "extra_forbidden":
        return Problem(422, "bad_request", f"There is no field {field!r}.", field, _SCHEMA)
    if kind == "missing":
        return Problem(422, "bad_request", f"The field {field} is missing.", field, _SCHEMA)
    said = dict.fromkeys(str(one["msg"]) for one in errors if _field(one["loc"]) == field)
    allowed = " or ".join(text.removeprefix("Input should be ") for text in said)
    return Problem(422, "bad_request", f"The field {field} must be {allowed}.", field, _SCHEMA)


def _field(loc: Sequence[str | int]) -> str:
    """Name the field; what pydantic adds for the members of a union or of a list is left out.

    >>> _field(("body", "facts", "increment", "bool")), _field(("body", 17)), _field(("edition", "int"))
    ('facts.increment', '', 'edition')
    """
    parts = [str(part)[:40] for part in loc if isinstance(part, str)]
    if parts and parts[0] in {"body", "path", "query"}:
        parts = parts[1:]
    return ".".join(parts[:2] if parts[:1] == ["facts"] else parts[:1])
