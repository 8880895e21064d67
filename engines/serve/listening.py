"""From the threads of the scheduler to the event loop: the audio of one request as it is made, and what it measures."""

from __future__ import annotations

import asyncio
import queue
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress

from engines.audio.live_encoding import LiveEncoder, LiveFormat
from engines.serve.desk import Heard, Told
from engines.serve.metrics import Metrics
from engines.streaming.observing import Observer, observed_by
from engines.types import AudioChunk, FloatArray

_QUICK = (LiveFormat.PCM, LiveFormat.FLOAT, LiveFormat.WAV)
Submit = Callable[[Told], Heard]


async def listen(submit: Submit, observer: Observer | None = None) -> AsyncGenerator[AudioChunk, None]:
    """The chunks of a request; it is cancelled when they are no longer asked for.

    Parameters
    ----------
    submit
        Begins the request; is given what to call when there is a chunk. Its errors are raised, too.
    observer
        Told the steps until the first chunk.
    """
    loop = asyncio.get_running_loop()
    something = asyncio.Event()

    def told() -> None:
        with suppress(RuntimeError):  # the loop has ended, and nobody listens any more
            loop.call_soon_threadsafe(something.set)

    with observed_by(observer):
        stream = submit(told)
    try:
        while True:
            try:
                chunk = stream.take()
            except queue.Empty:
                await something.wait()
                something.clear()
                continue
            if chunk is None:
                return
            yield chunk
    finally:
        stream.cancel()


async def measured(
    chunks: AsyncGenerator[AudioChunk, None],
    metrics: Metrics,
    protocol: str,
    since: Callable[[], float],
    observer: Observer | None = None,
) -> AsyncGenerator[AudioChunk, None]:
    """The same chunks, counted.

    Parameters
    ----------
    since
        When what is said was asked for, `time.perf_counter` seconds; asked at the first chunk.
    observer
        Told of the first chunk.
    """
    seconds = 0.0
    begun = last = 0.0
    try:
        async with aclosing(chunks):
            async for chunk in chunks:
                now = time.perf_counter()
                if not last:
                    begun = since()
                    metrics.first_audio.labels(protocol).observe(now - begun)
                    if observer:
                        observer("first audio", begun, now)
                else:
                    metrics.gaps.labels(protocol).observe(now - last)
                last = now
                seconds += len(chunk.samples) / chunk.sample_rate
                yield chunk
        if seconds:
            metrics.real_time_factor.observe((time.perf_counter() - begun) / seconds)
    except (GeneratorExit, asyncio.CancelledError):
        metrics.cancelled.inc()
        raise
    finally:
        metrics.audio_seconds.inc(seconds)


async def encoded(encoder: LiveEncoder, live_format: LiveFormat, samples: FloatArray) -> bytes:
    """The bytes of samples; what takes milliseconds is done in another thread."""
    if live_format in _QUICK:
        return encoder.encode(samples)
    return await asyncio.to_thread(encoder.encode, samples)
