"""Where a server hands its texts in: the scheduler of this process, or something that is far away."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Protocol

from engines.models.base import Progress, SpeechModel, VoiceInfo
from engines.runtime.fallback import StageStatus
from engines.streaming.cache_memory import Counts
from engines.streaming.cache_shared import SharedAudio
from engines.streaming.render import LiveSteps, Steps
from engines.streaming.scheduler import Limits, Load, Scheduler
from engines.text.arriving import LiveText
from engines.types import AudioChunk, Utterance

Told = Callable[[], None]
"""Called, in any thread, when there is something to take; it does not wait."""


class Heard(Protocol):
    """The audio of a text as it is made; see `engines.streaming.requests.Stream`."""

    def take(self) -> AudioChunk | None: ...  # noqa: D102
    def cancel(self) -> None: ...  # noqa: D102
    def wake(self) -> None: ...  # noqa: D102


class Desk(Protocol):
    """Takes texts on."""

    @property
    def load(self) -> Load:
        """What there is to do now."""
        ...

    def submit(self, utterance: Utterance, told: Told) -> Heard:
        """Begin an utterance. Raises QueueFullError, or RefusedError."""
        ...

    def submit_live(self, live: LiveText, told: Told) -> Heard:
        """Begin a text that is still being written; raises alike."""
        ...

    def close(self) -> None:
        """End all that is spoken."""
        ...


class VoiceSource(Protocol):
    """What is known of whatever speaks: the part of `engines.engine.Engine` that needs no model here."""

    @property
    def voices(self) -> Mapping[str, VoiceInfo]: ...  # noqa: D102
    @property
    def sample_rate(self) -> int: ...  # noqa: D102
    @property
    def status(self) -> tuple[StageStatus, ...]: ...  # noqa: D102
    @property
    def cache_counts(self) -> Counts: ...  # noqa: D102
    def refresh_voices(self) -> None: ...  # noqa: D102
    def warm_up(self, voice: str, progress: Progress | None = None) -> None: ...  # noqa: D102
    def close(self) -> None: ...  # noqa: D102


class ServedEngine(VoiceSource, Protocol):
    """The part of `engines.engine.Engine` that a scheduler of this process needs besides."""

    @property
    def model(self) -> SpeechModel: ...  # noqa: D102
    def steps(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Steps: ...  # noqa: D102
    def live_steps(self, live: LiveText, *, cancel: threading.Event | None = None) -> LiveSteps: ...  # noqa: D102


class LocalDesk:
    """The scheduler of this process.

    Parameters
    ----------
    watch
        See `Scheduler`.
    shared
        What the engine shares with others; closed with it.
    """

    def __init__(
        self,
        engine: ServedEngine,
        limits: Limits,
        watch: Callable[[int], None] | None = None,
        shared: SharedAudio | None = None,
    ) -> None:
        if engine.model.window is None:  # windows of a batch are generated one after the other: rather look who waits
            limits = replace(limits, batch=1)
        self._engine, self._scheduler, self._shared = engine, Scheduler(engine, limits, watch), shared

    @property
    def load(self) -> Load:
        """See `Desk`."""
        return self._scheduler.load

    def submit(self, utterance: Utterance, told: Told) -> Heard:
        """See `Desk`."""
        return self._scheduler.submit(utterance, told)

    def submit_live(self, live: LiveText, told: Told) -> Heard:
        """See `Desk`."""
        return self._scheduler.submit_live(lambda cancel: self._engine.live_steps(live, cancel=cancel), told)

    def close(self) -> None:
        """See `Desk`."""
        self._scheduler.close()
        if self._shared:
            self._shared.close()


Opened = tuple[VoiceSource, Callable[[Limits, Callable[[int], None]], Desk]]
"""What speaks, and what makes its desk."""


def opened_engine(engine: ServedEngine, shared: SharedAudio | None = None) -> Opened:
    """An engine of this process; see `LocalDesk`."""
    return engine, lambda limits, watch: LocalDesk(engine, limits, watch, shared)
