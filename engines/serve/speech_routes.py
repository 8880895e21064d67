"""Speech over HTTP: the text in one piece, the audio as it is made."""

from __future__ import annotations

import asyncio
import base64
import json
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from engines.audio.live_encoding import LiveFormat, live_encoder
from engines.serve.access import Shared, Speaker
from engines.serve.bodies import ERRORS, Model, ModelList, SpeechBody
from engines.serve.failures import RefusedError
from engines.serve.listening import encoded, listen, measured
from engines.serve.logs import log
from engines.serve.service import Service
from engines.serve.tracing import traced
from engines.types import Utterance

router = APIRouter(prefix="/v1", responses=ERRORS)
_AUDIO: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The audio, while it is made.",
        "content": {live_format.media_type: {} for live_format in LiveFormat} | {"text/event-stream": {}},
    }
}


@router.post("/audio/speech", response_class=StreamingResponse, responses={**ERRORS, **_AUDIO})
async def speech(request: Request, body: SpeechBody, caller: Speaker, service: Shared) -> StreamingResponse:
    """Say a text. Compatible with OpenAI's service of the same path."""
    asked = time.perf_counter()
    utterance = utterance_of(body, service)
    pieces = _encoded(request, service, caller.name, utterance, body.response_format, asked)
    if body.stream_format == "sse":
        pieces = _events(pieces, len(body.input))
    # What can go wrong shows at the first piece, when there still is an answer for it.
    first = await asyncio.wait_for(anext(pieces, b""), service.config.limits.first_seconds)
    if not first:
        raise RefusedError("draining", 503, "The server is ending: ask another one, or again soon.", retry_after=5)
    media_type = "text/event-stream" if body.stream_format == "sse" else body.response_format.media_type
    headers = {"X-Sample-Rate": str(service.engine.sample_rate), "Cache-Control": "no-store"}
    return _LiveResponse(first, pieces, media_type, headers)


@router.get("/models")
async def models(_caller: Speaker) -> ModelList:
    """List the one model, for clients that ask."""
    return ModelList(data=[Model(id="timbre")])


def utterance_of(body: SpeechBody, service: Service) -> Utterance:
    """What a request asks to be said. Raises RefusedError, VoiceNotFoundError, LexiconError."""
    check_length(len(body.input), service)
    lexicons = service.lexicons_with(body.lexicon)
    service.metrics.characters.inc(len(body.input))
    if service.config.log_text:
        log("text", text=body.input)
    return Utterance(body.input, service.voice_of(body.voice_name), body.language, body.speed, lexicons=lexicons)


def check_length(characters: int, service: Service) -> None:
    """Raise RefusedError for a text that is too long."""
    most = service.config.limits.text
    if characters > most:
        raise RefusedError(
            "text_too_long", 413, f"The text has {characters} characters, and {most} may be: divide it.", param="input"
        )


async def _encoded(
    request: Request, service: Service, caller: str, utterance: Utterance, live_format: LiveFormat, asked: float
) -> AsyncGenerator[bytes, None]:
    """Bytes of the audio, as they are made."""
    limits = service.config.limits
    trace = traced(service.tracing, "http", request.scope["request_id"], request.headers)
    with service.streams.hold(caller), trace as observer:
        encoder = live_encoder(live_format, service.engine.sample_rate)
        spoken = listen(partial(service.submit, utterance), observer)
        chunks = measured(spoken, service.metrics, "http", lambda: asked, observer)
        async with aclosing(chunks):
            async for chunk in chunks:
                if time.perf_counter() - asked > limits.stream_seconds:
                    raise TimeoutError
                if data := await encoded(encoder, live_format, chunk.samples):
                    yield data
            if data := encoder.finish():
                yield data


async def _events(pieces: AsyncGenerator[bytes, None], characters: int) -> AsyncGenerator[bytes, None]:
    """The pieces as OpenAI's service sends them as server-sent events; its tokens are characters here."""
    async with aclosing(pieces):
        async for piece in pieces:
            yield _event({"type": "speech.audio.delta", "audio": base64.b64encode(piece).decode("ascii")})
    usage = {"input_tokens": characters, "output_tokens": 0, "total_tokens": characters}
    yield _event({"type": "speech.audio.done", "usage": usage})


def _event(content: dict[str, object]) -> bytes:
    return f"data: {json.dumps(content)}\n\n".encode()


class _LiveResponse(StreamingResponse):
    """Sends what was made first, and then the rest; ends what makes it with itself, also if the client has left."""

    def __init__(
        self, first: bytes, rest: AsyncGenerator[bytes, None], media_type: str, headers: dict[str, str]
    ) -> None:
        self._rest = rest
        super().__init__(self._all(first), media_type=media_type, headers=headers)

    async def _all(self, first: bytes) -> AsyncGenerator[bytes, None]:
        yield first
        async for piece in self._rest:
            yield piece

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._rest.aclose()
