"""Every way in which a request can fail: its name, its HTTP status, and the sentence for the user."""

from __future__ import annotations

import asyncio
from typing import Any

from engines.audio.reading import AudioReadError
from engines.errors import (
    LanguageNotAvailableError,
    ModelMissingError,
    NothingToSayError,
    TimbreError,
    VoiceNotFoundError,
)
from engines.runtime.fallback import StageFailedError
from engines.serve.wire_manner import WireError
from engines.streaming.scheduler import QueueFullError
from engines.text.lexicon import LexiconError
from engines.text.notation import NotationError
from engines.voices.store import VoiceStoreError

TIMED_OUT = (TimeoutError, asyncio.TimeoutError)
"""One and the same from Python 3.11 on."""
UNEXPECTED = "Something went wrong in the server; its log tells more under the id of this request."


class RefusedError(TimbreError):
    """A request that is not answered.

    Parameters
    ----------
    name
        For programs; it does not change.
    status
        Of HTTP.
    param
        The field that is wrong.
    retry_after
        Seconds after which it may be tried again.
    """

    def __init__(
        self, name: str, status: int, message: str, *, param: str | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(message)
        self.name, self.status, self.param, self.retry_after = name, status, param, retry_after

    @property
    def headers(self) -> dict[str, str]:
        """Of the answer."""
        headers = {} if self.retry_after is None else {"Retry-After": str(max(1, round(self.retry_after)))}
        return headers | ({"WWW-Authenticate": "Bearer"} if self.status == 401 else {})

    def body(self, request_id: str) -> dict[str, Any]:
        """Of the answer, in the form that clients of OpenAI's service know."""
        kind = "server_error" if self.status >= 500 else "invalid_request_error"
        error = {"message": str(self), "type": kind, "param": self.param, "code": self.name, "request_id": request_id}
        return {"error": error}


_NAMES: tuple[tuple[type[TimbreError], str, int, str | None], ...] = (
    (NothingToSayError, "nothing_to_say", 400, "input"),
    (VoiceNotFoundError, "voice_not_found", 404, "voice"),
    (LanguageNotAvailableError, "language_not_available", 400, "language"),
    (AudioReadError, "unreadable_recording", 400, "file"),
    (LexiconError, "bad_entry", 400, None),
    (NotationError, "bad_reading", 400, "reading"),
    (WireError, "wrong_message", 422, None),
    (VoiceStoreError, "voice_not_changed", 409, None),
    (ModelMissingError, "model_missing", 503, None),
    (StageFailedError, "engine_failed", 503, None),
)


def refused(error: BaseException) -> RefusedError:
    """What a failure is called; one that nobody thought of tells nothing about the inside."""
    if isinstance(error, RefusedError):
        return error
    if isinstance(error, QueueFullError):
        return RefusedError("queue_full", 429, str(error), retry_after=2)
    if isinstance(error, TIMED_OUT):
        return RefusedError(
            "timed_out", 503, "The server took too long to begin; try again in a moment.", retry_after=5
        )
    for kind, name, status, param in _NAMES:
        if isinstance(error, kind):
            return RefusedError(name, status, str(error), param=param)
    return RefusedError("internal_error", 500, UNEXPECTED)
