"""Several utterances at once, each in a thread of its own, in the way that is fastest where they are made."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Protocol

from engines.models.base import SpeechModel
from engines.runtime.onnx_runtime import usable_cores
from engines.streaming.render import Steps
from engines.streaming.scheduler import Scheduler
from engines.types import AudioChunk, Utterance

_BATCHED = 8
"""Utterances whose windows are generated together where that is faster."""
_THREADS = 4
"""Utterances at once elsewhere, if there are as many cores: more would only wait for each other."""


class Speaker(Protocol):
    """What is needed of an `engines.engine.Engine`."""

    @property
    def model(self) -> SpeechModel:
        """Generates the windows."""
        ...

    def steps(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Steps:
        """An utterance taken apart."""
        ...

    def speak(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        """An utterance alone."""
        ...


class Together:
    """Shares one generator: on a GPU by batches of windows, see `engines.streaming.scheduler`, on a CPU by threads."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self._scheduler: Scheduler | None = None
        self._starting = threading.Lock()

    @property
    def at_once(self) -> int:
        """How many utterances are best said at once."""
        return _BATCHED if self._is_batched else min(_THREADS, usable_cores())

    def speak(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        """The chunks of `Speaker.speak`. Setting `cancel`, or closing the generator, ends it at the next window."""
        if not self._is_batched:
            yield from self._speaker.speak(utterance, cancel=cancel)
            return
        with self._starting:
            scheduler = self._scheduler = self._scheduler or Scheduler(self._speaker)
        stream = scheduler.submit(utterance)
        try:
            for chunk in stream:
                if cancel is not None and cancel.is_set():
                    return
                yield chunk
        finally:
            stream.cancel()

    def close(self) -> None:
        """End what is under way."""
        if self._scheduler:
            self._scheduler.close()

    @property
    def _is_batched(self) -> bool:
        return self._speaker.model.window is not None
