"""Logs of one JSON object a line, each with the id of its request; what is spoken is in none, unless asked for."""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
from contextvars import ContextVar
from datetime import datetime, timezone
from typing import TextIO

LOGGER = logging.getLogger("timbre.serve")
_TRACES = logging.getLogger("opentelemetry")
"""Which tells there that a collector cannot be reached."""
request_id: ContextVar[str] = ContextVar("request_id", default="")
_GIVEN = re.compile(r"[A-Za-z0-9._-]{1,64}")


def new_request_id(given: str | None) -> str:
    """The id that a client gave to its request if it is a decent one, or else a new one."""
    return given if given and _GIVEN.fullmatch(given) else secrets.token_hex(8)


class JsonFormatter(logging.Formatter):
    """One object a line: time, level, event, request, and what the record was given as `fields`."""

    def format(self, record: logging.LogRecord) -> str:
        """See `logging.Formatter`."""
        entry: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, timezone.utc).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        if request := request_id.get():
            entry["request_id"] = request
        entry |= getattr(record, "fields", {})
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False, default=str)


def log(event: str, *, level: int = logging.INFO, error: BaseException | None = None, **fields: object) -> None:
    """Write what happened."""
    LOGGER.log(level, event, extra={"fields": fields}, exc_info=error)


def start_logging(stream: TextIO = sys.stderr) -> logging.Handler:
    """Write the server's logs to a stream. Returns what `stop_logging` takes away again."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    LOGGER.setLevel(logging.INFO)
    for logger in (LOGGER, _TRACES):
        logger.addHandler(handler)
        logger.propagate = False
    return handler


def stop_logging(handler: logging.Handler) -> None:
    """The reverse of `start_logging`."""
    for logger in (LOGGER, _TRACES):
        logger.removeHandler(handler)
        logger.propagate = True
