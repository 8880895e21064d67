"""One client's WebSocket: turns of speech, one at a time.

A turn begins with `start`, gets its text in pieces and ends with `done`, `cancelled` or `error`; all binary frames
between are its audio. A `start` while a turn is spoken ends that one first, so no stale audio is heard after it.
"""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from engines.audio.live_encoding import live_encoder
from engines.errors import TimbreError
from engines.serve.desk import Heard, Told
from engines.serve.failures import TIMED_OUT, RefusedError, refused
from engines.serve.listening import encoded, listen, measured
from engines.serve.logs import log
from engines.serve.messages import Cancel, End, Ping, Start, Text, read_message
from engines.serve.service import Service
from engines.serve.speech_routes import check_length
from engines.serve.tracing import traced
from engines.serve.wire import marks_out, with_manner
from engines.text.arriving import LiveText
from engines.types import Utterance


@dataclass(eq=False)
class _Turn:
    start: Start
    live: LiveText
    characters: int = 0
    written: float = field(default_factory=time.perf_counter)
    """When the last piece of text came."""
    ended: bool = False
    """Whether the text is complete."""
    cancelled: bool = False
    failed: bool = False
    stream: Heard | None = None
    task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        if self.stream:
            self.stream.wake()


class Conversation:
    """Reads messages and answers them until the client leaves.

    Parameters
    ----------
    caller
        Whose limits count.
    """

    def __init__(self, socket: WebSocket, service: Service, caller: str) -> None:
        self._socket, self._service, self._caller = socket, service, caller
        self._turn: _Turn | None = None
        self._sending = asyncio.Lock()

    async def run(self) -> None:
        """Raises WebSocketDisconnect when the client has left, TimeoutError when it takes nothing."""
        try:
            while True:
                data = await self._received()
                try:
                    await self._answer(data)
                except TimbreError as error:
                    self._service.token_rate.take(self._caller)
                    await self._tell_failure(refused(error), None)
        finally:
            if self._turn and self._turn.task:
                self._turn.task.cancel()
                await asyncio.wait({self._turn.task})

    async def _received(self) -> str:
        seconds = self._service.config.limits.idle_seconds
        while True:
            try:
                message = await asyncio.wait_for(self._socket.receive(), seconds)
            except TIMED_OUT:
                if self._turn and self._turn.ended and self._turn.task and not self._turn.task.done():
                    continue
                raise RefusedError("idle", 408, "Nothing was sent for too long: connect again.") from None
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(message.get("code", 1006))
            if (data := message.get("text")) is not None:
                return str(data)
            await self._tell_failure(RefusedError("wrong_message", 422, "Messages are text: send JSON."), None)

    async def _answer(self, data: str) -> None:
        message = read_message(data)
        if isinstance(message, Ping):
            await self._tell({"type": "pong", "id": message.id})
        elif isinstance(message, Start):
            await self._stop()
            self._begin(message)
        elif isinstance(message, Cancel):
            await self._stop()
        else:
            turn = self._turn
            if turn is not None and turn.failed:
                return  # it was told, which the client may not have heard when it sent this
            if turn is None or turn.ended or turn.cancelled:
                raise RefusedError("not_started", 400, "No text is expected: send a start message first.")
            if isinstance(message, End):
                turn.ended = True
                turn.live.end()
                turn.wake()
            else:
                await self._write(turn, message)

    async def _write(self, turn: _Turn, message: Text) -> None:
        turn.characters += len(message.text)
        try:
            check_length(turn.characters, self._service)
        except RefusedError:
            await self._stop()
            raise
        self._service.metrics.characters.inc(len(message.text))
        if self._service.config.log_text:
            log("text", text=message.text)
        turn.written = time.perf_counter()
        turn.live.add(message.text)
        turn.wake()

    def _begin(self, start: Start) -> None:
        service = self._service
        service.token_rate.take(self._caller)
        voice = service.voice_of(start.voice)
        lexicons = service.lexicons_with(start.lexicon)
        utterance = with_manner(Utterance("", voice, start.language, start.speed, lexicons=lexicons), dict(start))
        turn = self._turn = _Turn(start, LiveText(utterance))
        turn.task = asyncio.create_task(self._speak(turn))

    async def _stop(self) -> None:
        """End the turn, if there is one, and wait until that has been said."""
        turn, self._turn = self._turn, None
        if turn and turn.task:
            turn.cancelled = True
            if turn.stream:
                turn.stream.cancel()
            await turn.task

    async def _speak(self, turn: _Turn) -> None:
        """A turn from its start to its end; ends early, and quietly, if the client has left."""
        service, start = self._service, turn.start

        def submit(told: Told) -> Heard:
            turn.stream = service.submit_live(turn.live, told)
            if turn.cancelled:  # before it began
                turn.stream.cancel()
            return turn.stream

        try:
            trace = traced(service.tracing, "websocket", self._socket.scope["request_id"], self._socket.headers)
            with service.streams.hold(self._caller), trace as observer:
                rate = service.engine.sample_rate
                await self._tell({"type": "started", "id": start.id, "sample_rate": rate, "format": start.format.value})
                encoder = live_encoder(start.format, rate)
                spoken = listen(submit, observer)
                chunks = measured(spoken, service.metrics, "websocket", lambda: turn.written, observer)
                begun, samples, stretch = time.perf_counter(), 0, 1.0
                async with aclosing(chunks):
                    async for chunk in chunks:
                        if turn.cancelled:
                            break
                        if time.perf_counter() - begun > service.config.limits.stream_seconds:
                            raise RefusedError("too_long", 408, "This was spoken for too long: begin anew.")
                        if start.marks and (chunk.marks or chunk.stretch != stretch):
                            stretch = chunk.stretch
                            marks = {"marks": marks_out(chunk), "stretch": stretch}
                            await self._tell({"type": "marks", "id": start.id, **marks})
                        await self._send(await encoded(encoder, start.format, chunk.samples))
                        samples += len(chunk.samples)
            if turn.cancelled:
                await self._tell({"type": "cancelled", "id": start.id})
            else:
                await self._send(encoder.finish())
                await self._tell({"type": "done", "id": start.id, "seconds": round(samples / rate, 3)})
        except (WebSocketDisconnect, OSError, *TIMED_OUT):
            turn.cancelled = True
        except Exception as error:
            failure = refused(error)
            if failure.status == 500:
                log("failed", error=error)
            turn.cancelled = turn.failed = True
            await self._tell_failure(failure, start.id)

    async def _tell_failure(self, failure: RefusedError, turn: str | None) -> None:
        self._service.metrics.errors.labels(failure.name).inc()
        about = {} if turn is None else {"id": turn}
        await self._tell({"type": "error", **about, **failure.body(self._socket.scope["request_id"])})

    async def _tell(self, content: dict[str, Any]) -> None:
        async with self._sending:
            await self._socket.send_text(json.dumps(content, ensure_ascii=False))

    async def _send(self, data: bytes) -> None:
        if data:
            async with self._sending:
                await self._socket.send_bytes(data)
