"""The application: routes, what they share, and what becomes of their errors."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import JSONResponse

from engines.errors import TimbreError
from engines.serve import lexicon_routes, page_routes, socket_route, speech_routes, status_routes, voice_routes
from engines.serve.config import ServeConfig
from engines.serve.desk import Opened
from engines.serve.entrance import Entrance, answer
from engines.serve.failures import TIMED_OUT, UNEXPECTED, RefusedError, refused
from engines.serve.logs import log
from engines.serve.service import Service

_DESCRIPTION = (
    "Text to speech that starts at once. `/v1/audio/speech` is compatible with OpenAI's. The WebSocket `/v1/stream`, "
    "which takes text while it is being written, is described in engines/serve/README.md."
)
_AGAIN_SECONDS = 1.0
"""After which it is tried again to reach an engine that is elsewhere."""


def create_app(config: ServeConfig, open_speaker: Callable[[], Opened], home: Path) -> FastAPI:
    """A server as an ASGI application; it opens its engine when it starts and closes it when it ends.

    Raises
    ------
    ConfigError
        The configuration cannot be.
    """
    service = Service(config.checked(), open_speaker, home)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncGenerator[None, None]:
        ending = asyncio.Event()
        opening = asyncio.create_task(_open(service, ending))
        yield
        ending.set()
        await opening
        await asyncio.to_thread(service.close)

    app = FastAPI(
        title="Timbre",
        version=_version(),
        description=_DESCRIPTION,
        openapi_url="/v1/openapi.json",
        docs_url=None,  # its pages would come from elsewhere
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.service = service
    for module in (speech_routes, voice_routes, lexicon_routes, status_routes, socket_route, page_routes):
        app.include_router(module.router)
    app.add_exception_handler(TimbreError, _timbre_error)
    app.add_exception_handler(RequestValidationError, _wrong_field)
    app.add_exception_handler(HTTPException, _http_error)
    if config.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=config.origins,
            allow_methods=["*"],
            allow_headers=["authorization", "content-type"],
        )
    app.add_middleware(Entrance, service=service)
    return app


async def _open(service: Service, ending: asyncio.Event) -> None:
    """Open the engine; one that is elsewhere may have to be waited for."""
    told = ""
    while True:
        try:
            await asyncio.to_thread(service.open)
        except Exception as error:  # the server goes on, so that whoever watches it is told
            service.fault = UNEXPECTED
            log("failed", level=logging.ERROR, error=error)
        if service.state == "ready" or service.fault != told:
            log("ready" if service.state == "ready" else "not ready", reason=service.fault)
        if not service.may_open_later:
            return
        told = service.fault
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(ending.wait(), _AGAIN_SECONDS)
        if ending.is_set():
            return


def _version() -> str:
    try:
        return version("timbre-studio")
    except PackageNotFoundError:
        return "0"


async def _timbre_error(request: Request, error: Exception) -> JSONResponse:
    return answer(refused(error), request.scope)


async def _wrong_field(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"] if part not in {"body", "query", "path", "header"})
    message = f"{place or 'The body'} is wrong: {first['msg']}."
    return answer(RefusedError("wrong_field", 422, message, param=place or None), request.scope)


_HTTP_NAMES = {400: "bad_request", 404: "not_found", 405: "method_not_allowed", 415: "wrong_media_type"}


async def _http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, (RefusedError, *TIMED_OUT)):  # of reading the body, which FastAPI hides
        failure = refused(error.__cause__)
        if failure.name == "timed_out":
            failure = RefusedError("body_timed_out", 408, "The body did not arrive in time: send it again.")
    else:
        name = _HTTP_NAMES.get(error.status_code, "bad_request")
        failure = RefusedError(name, error.status_code, f"{error.detail}.".replace("..", "."))
    response = answer(failure, request.scope)
    response.headers.update(error.headers or {})
    return response
