"""A server as a process: its socket, TLS, signals, and its end."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import uvicorn

from engines.serve.app import create_app
from engines.serve.config import ConfigError, ServeConfig
from engines.serve.desk import Opened
from engines.serve.logs import log, start_logging, stop_logging
from engines.serve.service import Service

_BACKLOG = 512
_SOCKET_FRAME_BYTES = 1 << 16
_PING_SECONDS = 20.0
_SWITCH_SECONDS = 0.001
_POLL_SECONDS = 0.05
_DEAD_MILLISECONDS = 60_000
"""After which a peer that does not acknowledge what is sent is given up."""


def run(config: ServeConfig, open_speaker: Callable[[], Opened], home: Path) -> None:
    """Serve until a signal ends it: SIGTERM and SIGINT let what is spoken end, a second one does not.

    Raises
    ------
    ConfigError
        It cannot be started so: the port is taken, or a file is not what it should be.
    """
    app = create_app(config, open_speaker, home)
    settings = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        log_level=logging.CRITICAL,
        ws_max_size=_SOCKET_FRAME_BYTES,
        ws_ping_interval=_PING_SECONDS,
        ws_ping_timeout=_PING_SECONDS,
        timeout_graceful_shutdown=2,
        server_header=False,
        h11_max_incomplete_event_size=1 << 16,
        ssl_certfile=config.certificate,
        ssl_keyfile=config.private_key,
    )
    try:
        settings.load()
    except (OSError, ssl.SSLError) as error:
        raise ConfigError(f"The certificate or its key cannot be used ({error}): check both files.") from error
    if settings.ssl:
        settings.ssl.minimum_version = ssl.TLSVersion.TLSv1_2
    # The loop would otherwise wait this long for the interpreter each time that a thread of the engine has it.
    sys.setswitchinterval(_SWITCH_SECONDS)
    handler = start_logging()
    listener = listening(config.host, config.port)
    try:
        scheme = "https" if settings.ssl else "http"
        address = listener.getsockname()
        log("listening", url=f"{scheme}://{config.host}:{address[1]}", tokens=config.token_key is not None)
        DrainingServer(settings, app.state.service).run(sockets=[listener])
    finally:
        listener.close()
        stop_logging(handler)


def listening(host: str, port: int) -> socket.socket:
    """A socket that waits for clients; port 0 takes any that is free. Raises ConfigError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol given, asyncio sends what is written at once, not when the client has confirmed the last.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # What it accepts inherits these: a client that is gone without a word is noticed.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in (("TCP_KEEPIDLE", 30), ("TCP_KEEPINTVL", 10), ("TCP_USER_TIMEOUT", _DEAD_MILLISECONDS)):
            if hasattr(socket, name):
                listener.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
        listener.bind((host, port))
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise ConfigError(f"{host}:{port} cannot be listened at ({error.strerror}): choose another port.") from error
    return listener


class DrainingServer(uvicorn.Server):
    """Lets what is spoken end before it does: no new requests meanwhile, and no longer than the configuration says."""

    def __init__(self, config: uvicorn.Config, service: Service) -> None:
        super().__init__(config)
        self._service = service
        self._draining: asyncio.Task[None] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The first signal begins to drain; the second ends at once."""
        if self._service.state == "draining" or not self.started:
            super().handle_exit(sig, frame)
            return
        self._service.state = "draining"
        log("draining", signal=sig, active_streams=self._service.streams.held)

    async def on_tick(self, counter: int) -> bool:
        """Whether to end."""
        if self._service.state == "draining" and self._draining is None:
            self._draining = asyncio.create_task(self._drain())
        return await super().on_tick(counter)

    async def _drain(self) -> None:
        until = time.monotonic() + self._service.config.limits.drain_seconds
        while self._service.streams.held and time.monotonic() < until:
            await asyncio.sleep(_POLL_SECONDS)
        self.should_exit = True
