"""The WebSocket: text comes in pieces, audio leaves as it is made; see `engines.serve.conversation`."""

from __future__ import annotations

import logging

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect

from engines.serve.access import admit, service_of, token_of_socket
from engines.serve.conversation import Conversation
from engines.serve.failures import TIMED_OUT, RefusedError, refused
from engines.serve.logs import log

router = APIRouter(prefix="/v1")
_POLICY, _TRY_LATER = 1008, 1013
"""Codes of RFC 6455 and its registry."""


@router.websocket("/stream")
async def stream(socket: WebSocket) -> None:
    """One client's connection."""
    service = service_of(socket)
    try:
        token, subprotocol = token_of_socket(socket)
        caller = admit(socket, token, ["speak"])
        with service.sockets.hold(caller.name):
            assert service.engine
            await socket.accept(subprotocol)
            log("socket opened", caller=caller.name)
            try:
                await Conversation(socket, service, caller.name).run()
            except (WebSocketDisconnect, OSError, *TIMED_OUT):
                pass  # the client has left, or does not take what is sent
            finally:
                log("socket closed", caller=caller.name)
    except RefusedError as refusal:
        await _refuse(socket, refusal)
    except Exception as error:
        log("failed", level=logging.ERROR, error=error)
        await _refuse(socket, refused(error))


async def _refuse(socket: WebSocket, refusal: RefusedError) -> None:
    """Accept, say why, and close: a browser learns nothing of a connection that is not accepted."""
    service = service_of(socket)
    service.metrics.errors.labels(refusal.name).inc()
    try:
        if socket.client_state.name == "CONNECTING":
            await socket.accept()
        await socket.send_json({"type": "error", **refusal.body(socket.scope["request_id"])})
        await socket.close(_TRY_LATER if refusal.status in {429, 503} else _POLICY, refusal.name)
    except (WebSocketDisconnect, OSError, RuntimeError, *TIMED_OUT):
        pass  # it has left by itself
