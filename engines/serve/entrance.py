"""What every request passes: its id, its log, its bounds in size and time, and an answer whatever happens."""

from __future__ import annotations

import asyncio
import logging
import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from engines.serve.failures import RefusedError, refused
from engines.serve.logs import log, new_request_id, request_id
from engines.serve.service import Service

_SMALL_BODY = 1 << 20
"""Bytes of a body that is no recording."""
_FORM_BYTES = 1 << 16
"""What the other fields of a form with a recording may take."""
UPLOADS = "/v1/voices"


class Entrance:
    """The outermost layer of the application (ASGI)."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self._app, self._service = app, service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        scope["request_id"] = new_request_id(headers.get("x-request-id"))
        token = request_id.set(scope["request_id"])
        try:
            if scope["type"] == "http":
                await _Exchange(self._app, self._service, scope, receive, send).run(headers)
            else:
                await self._app(scope, receive, _in_time(send, self._service.config.limits.send_seconds))
        finally:
            request_id.reset(token)


class _Exchange:
    """One request of HTTP, and its answer."""

    def __init__(self, app: ASGIApp, service: Service, scope: Scope, receive: Receive, send: Send) -> None:
        limits = service.config.limits
        self._app, self._service, self._scope, self._receive = app, service, scope, receive
        self._send = _in_time(send, limits.send_seconds)
        self._seconds = limits.send_seconds
        self._most = limits.upload_bytes + _FORM_BYTES if scope["path"] == UPLOADS else _SMALL_BODY
        self._received = 0
        self._complete = False
        self._status = 0

    async def run(self, headers: Headers) -> None:
        begun = time.perf_counter()
        failure: RefusedError | None = None
        try:
            length = headers.get("content-length", "0")
            if length.isdigit() and int(length) > self._most:
                raise self._too_large()
            await self._app(self._scope, self._bounded, self._tagged)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            failure = refused(error)
            if failure.status == 500:
                log("failed", level=logging.ERROR, error=error)
            if self._status:
                # The answer has begun, so all that is left is to break it off, which the client notices.
                log("broken off", level=logging.WARNING, error_name=failure.name)
                self._service.metrics.errors.labels(failure.name).inc()
                return
            await answer(failure, self._scope)(self._scope, self._receive, self._tagged)
        finally:
            self._note(begun)

    def _note(self, begun: float) -> None:
        route = getattr(self._scope.get("route"), "path", "none")
        self._service.metrics.requests.labels(route, str(self._status or "none")).inc()
        log(
            "request",
            method=self._scope["method"],
            route=route,
            status=self._status,
            milliseconds=round(1000 * (time.perf_counter() - begun), 1),
        )

    async def _bounded(self) -> Message:
        """The next part of the body; it must come in time, and not be too much."""
        if self._complete:
            return await self._receive()
        message = await asyncio.wait_for(self._receive(), self._seconds)
        self._received += len(message.get("body", b""))
        self._complete = not message.get("more_body", False)
        if self._received > self._most:
            raise self._too_large()
        return message

    async def _tagged(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
            MutableHeaders(scope=message)["X-Request-Id"] = self._scope["request_id"]
        await self._send(message)

    def _too_large(self) -> RefusedError:
        return RefusedError("too_large", 413, f"The request has more than {self._most} bytes, which is too much.")


def answer(failure: RefusedError, scope: Scope) -> JSONResponse:
    """What a request that fails is answered."""
    scope["app"].state.service.metrics.errors.labels(failure.name).inc()
    return JSONResponse(failure.body(scope["request_id"]), failure.status, failure.headers)


def _in_time(send: Send, seconds: float) -> Send:
    """Sends that raise TimeoutError when the listener does not take what is sent."""

    async def sent(message: Message) -> None:
        await asyncio.wait_for(send(message), seconds)

    return sent
