"""What the routes share: the engine with its scheduler, the voices, the lexicon, and who may use them how much."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal, TypeVar

from engines.errors import TimbreError, VoiceNotFoundError
from engines.runtime import cuda
from engines.serve.bodies import LexiconEntry
from engines.serve.config import ServeConfig
from engines.serve.desk import Desk, Heard, Opened, Told, VoiceSource
from engines.serve.failures import RefusedError
from engines.serve.metrics import Metrics
from engines.serve.rates import Rate, Slots
from engines.serve.tokens import Tokens
from engines.serve.tracing import Tracing
from engines.streaming.cache_memory import Counts
from engines.streaming.scheduler import Limits, Load
from engines.text.arriving import LiveText
from engines.text.lexicon import Lexicon, Lexicons
from engines.text.lexicon_store import LexiconStore
from engines.types import Utterance
from engines.voices.store import VoiceStore

T = TypeVar("T")
State = Literal["starting", "ready", "draining"]
_WAITING_WORK = 8
"""Pieces of blocking work that may wait; a recording to be cloned takes seconds."""


class Service:
    """One server's state. Its methods are for the thread of the event loop, but for `open`, which blocks.

    Parameters
    ----------
    open_speaker
        Called when the server starts.
    home
        Where voices and lexicons are kept.
    """

    def __init__(self, config: ServeConfig, open_speaker: Callable[[], Opened], home: Path) -> None:
        self.config = config
        self.state: State = "starting"
        self.fault = ""
        """Why there is no engine, in a sentence."""
        self.may_open_later = False
        """Whether it is elsewhere, and may be reached yet."""
        limits = config.limits
        self.tokens = Tokens.open(config.token_key, config.algorithm) if config.token_key else None
        self.voices = VoiceStore.open(home)
        self.lexicon_store = LexiconStore.open(home)
        self.token_rate = Rate(limits.requests_a_minute)
        self.address_rate = Rate(limits.address_requests_a_minute)
        self.streams = Slots("streams", limits.streams, limits.token_streams)
        self.sockets = Slots("sockets", limits.sockets, limits.token_streams)
        self.tracing = Tracing.open(config.traces) if config.traces else None
        self._open_speaker = open_speaker
        self._engine: VoiceSource | None = None
        self._desk: Desk | None = None
        self._lexicon = Lexicon()
        self._workers = ThreadPoolExecutor(2, thread_name_prefix="timbre-work")
        self._working = 0
        self.metrics = Metrics(self)

    def open(self) -> None:
        """Load everything, which takes seconds; what cannot be loaded is told by `fault`."""
        try:
            self._lexicon = self.lexicon_store.load().prepared()
            engine, make_desk = self._open_speaker()
            try:
                self._warm_up(engine)
            except BaseException:
                engine.close()
                raise
        except TimbreError as error:
            self.fault, self.may_open_later = str(error), isinstance(error, RefusedError)
            return
        self.fault, self.may_open_later = "", False
        self._engine = engine
        limits = Limits(waiting=self.config.limits.streams, share=self.config.limits.share)
        self._desk = make_desk(limits, self.metrics.batches.observe)
        self.state = "ready"

    def _warm_up(self, engine: VoiceSource) -> None:
        try:
            engine.warm_up(self.config.default_voice)
        except VoiceNotFoundError:
            engine.warm_up(next(iter(engine.voices)))

    def close(self) -> None:
        """End all that is spoken, and release the engine."""
        self.state = "draining"
        if self._desk:
            self._desk.close()
        self._workers.shutdown()
        if self._engine:
            self._engine.close()
        self._engine = self._desk = None
        if self.tracing:
            self.tracing.close()

    @property
    def engine(self) -> VoiceSource:
        """What speaks. Raises RefusedError while there is none, or no more."""
        if self.state == "draining":
            raise RefusedError("draining", 503, "The server is ending: ask another one, or again soon.", retry_after=5)
        if self._engine is None:
            sentence = self.fault or "The server is starting: ask again in a moment."
            raise RefusedError("not_ready", 503, sentence, retry_after=2)
        return self._engine

    @property
    def lexicon(self) -> Lexicon:
        """As it is now."""
        return self._lexicon

    def lexicons_with(self, entries: Iterable[LexiconEntry]) -> Lexicons:
        """The lexicon, and before it entries of one request. Raises LexiconError."""
        return Lexicons(project=Lexicon(tuple(entry.entry() for entry in entries)), user=self._lexicon)

    def take_lexicon(self, lexicon: Lexicon) -> None:
        """Read with another lexicon from now on."""
        self._lexicon = lexicon.prepared()

    def voice_of(self, name: str | None) -> str:
        """The voice that a client asks for. Raises VoiceNotFoundError."""
        voices = self.engine.voices
        wanted = name or self.config.default_voice
        for candidate in (wanted, self.config.aliases.get(wanted, "")):
            if candidate in voices:
                return candidate
        if name is None:
            return next(iter(voices))
        raise VoiceNotFoundError(f"There is no voice {wanted[:60]!r}; /v1/voices lists those there are.")

    def submit(self, utterance: Utterance, told: Told) -> Heard:
        """Begin an utterance; see `Desk`. Raises RefusedError."""
        return self._accepting().submit(utterance, told)

    def submit_live(self, live: LiveText, told: Told) -> Heard:
        """Begin a text that is still being written. Raises RefusedError."""
        return self._accepting().submit_live(live, told)

    async def work(self, step: Callable[[], T]) -> T:
        """Do something that blocks, in another thread. Raises RefusedError if too much waits."""
        if self._working >= _WAITING_WORK:
            raise RefusedError("busy", 429, "Too many recordings are being worked on: wait a moment.", retry_after=5)
        self._working += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._workers, step)
        finally:
            self._working -= 1

    @property
    def load(self) -> Load:
        """What is to be done."""
        return self._desk.load if self._desk else Load(0, 0)

    @property
    def fallbacks(self) -> int:
        """Stages that something slower runs than was wanted."""
        return sum(status.fell_back for status in self._engine.status) if self._engine else 0

    @property
    def cache_counts(self) -> Counts:
        """Of the results in memory."""
        return self._engine.cache_counts if self._engine else Counts(0, 0, 0, 0)

    def gpu_memory(self) -> int:
        """Bytes in use on the graphics card; 0 where there is none."""
        return cuda.memory_in_use() if self._engine else 0

    def _accepting(self) -> Desk:
        assert self.engine
        assert self._desk
        if self._desk.load.unheard >= self.config.limits.waiting:
            raise RefusedError("queue_full", 429, "Too many texts wait to be spoken: try again soon.", retry_after=2)
        return self._desk
