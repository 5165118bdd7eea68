"""Adding texts over the web, for the operator of a server: only where ``KB_UPLOAD_TOKEN`` is set.

Everything asks for the token (``Authorization: Bearer …``).  A file is read and reported on first;
it is stored when ``store`` is given, by the same code as ``kb import``, and used as soon as it is indexed.
"""

from __future__ import annotations

import hmac
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Final

import anyio
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException

from kb.errors import RequestError
from kb.importing.importer import describe, prepare
from kb.importing.reading import MOST_BYTES
from kb.importing.store import DocumentStore
from kb.laws.documents import Status
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES
from kb.messages import catalogue
from kb.settings import Settings
from kb.web.gate import Busy
from kb.web.navigation import Page, Section, page_response, root_of
from kb.web.problems import Json, problem_of

__all__ = ["upload_router"]

_SECONDS: Final = 120.0  # that a file may take to arrive
_PATH: Final = "/api/texts"
_Handler = Callable[[Request], Awaitable[Response]]
_Text = Annotated[str, Field(max_length=300)]


class _Asked(BaseModel):
    """What is said of a file that is sent, in the query."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    file_name: _Text
    language: _Text
    edition: _Text = ""
    title: _Text = ""
    authority: _Text = ""
    id: _Text = ""
    store: bool = False
    replace: bool = False


class _Operator:
    """Does what the operator asks for, one file at a time."""

    def __init__(self, library: Callable[[], Library], settings: Settings) -> None:
        self._library = library
        self._token = f"Bearer {settings.upload_token.get_secret_value()}".encode()
        self._store = DocumentStore.from_settings(settings)
        self._turn = anyio.Semaphore(1)

    async def list(self, _: Request) -> dict[str, Any]:
        """Return the texts that are stored."""
        texts = await anyio.to_thread.run_sync(self._store.texts)
        return {"texts": [text.to_json() for text in texts]}

    async def remove(self, request: Request) -> dict[str, Any]:
        """Delete a stored text; raises RequestError for one that is not."""
        document_id = str(request.path_params["document_id"])
        await anyio.to_thread.run_sync(self._store.remove, document_id)
        self._library()  # begins to take up what has changed
        return {"id": document_id, "removed": True}

    async def add(self, request: Request) -> dict[str, Any]:
        """Read a file and report on it; store it if that is asked; raises Busy while another is read."""
        asked = _Asked.model_validate(dict(request.query_params))
        if not self._turn.value:
            raise Busy
        async with self._turn:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / _file_name(asked.file_name)
                await _received(request, path)
                found = await anyio.to_thread.run_sync(_added, path, asked, self._library(), self._store)
        self._library()  # begins to take up what has changed
        return found

    def guarded(self, work: Callable[[Request], Awaitable[dict[str, Any]]]) -> _Handler:
        """Return a handler that asks for the token first, and words every error as the API does."""

        async def handle(request: Request) -> Response:
            given = request.headers.get("authorization", "").encode()
            if not hmac.compare_digest(given, self._token):
                return problem_of(HTTPException(401)).response({"WWW-Authenticate": "Bearer"})
            try:
                return Json(await work(request))
            except Exception as error:
                return problem_of(error).response()

        return handle


def upload_router(library: Callable[[], Library], settings: Settings) -> APIRouter:
    """Return the routes below ``/api/texts`` and the page ``/texts/<language>``.

    :param library: gives the texts as they are now; asked after each change, it may take up the new ones.

    Include it before the routes of the API, which answer every other path below ``/api``.
    """
    operator = _Operator(library, settings)
    router = APIRouter()
    for path, method, work in (
        (_PATH, "GET", operator.list),
        (_PATH, "POST", operator.add),
        (f"{_PATH}/{{document_id}}", "DELETE", operator.remove),
    ):
        router.add_route(path, operator.guarded(work), methods=[method], include_in_schema=False)

    @router.get("/texts/{language}", include_in_schema=False)
    async def page(request: Request, language: str) -> Response:
        if language not in LANGUAGES:
            raise HTTPException(404)
        return page_response(_page(library(), language), root_of(request))

    return router


def _page(library: Library, language: str) -> Page:
    return Page(
        section=Section.CHAT,
        language=language,
        title=catalogue(language).text("imported.upload"),
        template="upload.html.j2",
        values={"editions": library.editions.ids},
        scripts=("upload.js",),
    )


def _added(path: Path, asked: _Asked, library: Library, store: DocumentStore) -> dict[str, Any]:
    """Read a file, and store it if that is asked; returns what was found."""
    described = describe(
        path,
        library.editions,
        language=asked.language,
        edition=asked.edition,
        title=asked.title or PurePosixPath(asked.file_name).stem,
        authority=asked.authority,
        document_id=asked.id,
        taken=[d.id for d in library.documents.values() if d.status is not Status.IMPORTED],
    )
    prepared = prepare(path, described, library.editions, library.topics)
    if asked.store:
        store.write(prepared.document, replace=asked.replace)
    clauses = len(prepared.document.clauses)
    state = {"id": described.id, "stored": asked.store, "clauses": clauses}
    return state | {"report": prepared.report.to_json()}


async def _received(request: Request, path: Path) -> None:
    """Write the body to a file.

    :raises HTTPException: if it is larger than a text may be, or does not arrive in time.
    """
    taken = 0
    with path.open("wb") as file, anyio.move_on_after(_SECONDS) as waiting:
        async for chunk in request.stream():
            taken += len(chunk)
            if taken > MOST_BYTES:
                raise HTTPException(413)
            file.write(chunk)
    if waiting.cancelled_caught:
        raise HTTPException(408)


def _file_name(given: str) -> str:
    """Return a name for the file sent that keeps its ending and cannot leave its folder.

    :raises RequestError: if nothing of a name is left.
    """
    name = PurePosixPath(given.replace("\\", "/")).name.replace("\0", "")[-100:]
    if not name.strip(". "):
        raise RequestError(
            f"{given[:40]!r} is no name of a file.", hint="Name it laws.pdf.", field="file_name"
        )
    return name
