"""The thread that owns the engine."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QThread, Signal

from engines.errors import TimbreError
from engines.models.base import Progress, VoiceInfo
from engines.runtime.fallback import StageStatus
from engines.types import AudioChunk, Phonemes, Plan, Span, Utterance
from studio.playback.ahead import MakingAhead
from studio.playback.helpers import Helpers
from studio.playback.messages import EngineInfo, Rendered
from studio.playback.requests import Request, Requests

if TYPE_CHECKING:
    from engines.streaming.phrase_bank import PhraseBank
    from engines.text.candidates import Candidate
    from engines.text.notation import Said
    from engines.voices.morphs import Morphs
    from engines.voices.profile import VoiceProfile


class EngineLike(Protocol):
    """The part of `engines.engine.Engine` that the thread uses."""

    @property
    def voices(self) -> Mapping[str, VoiceInfo]:
        """The voices by name: those of the model, and the user's own."""
        ...

    def refresh_voices(self, extra: Iterable[VoiceProfile] = ()) -> None:
        """Take over the user's own voices as they are now, and some that are not kept."""
        ...

    def refresh_emotions(self) -> None:
        """Take over the user's own emotions as they are now."""
        ...

    def profile_of(self, name: str) -> VoiceProfile:
        """A voice as data. Raises VoiceNotFoundError."""
        ...

    def morphs(self) -> Morphs:
        """The sliders that change a voice. Raises MorphError."""
        ...

    @property
    def sample_rate(self) -> int:
        """Of the audio, Hz."""
        ...

    @property
    def frame_seconds(self) -> float:
        """How long a frame of a plan is."""
        ...

    @property
    def backend(self) -> str:
        """What runs the model, in words."""
        ...

    @property
    def status(self) -> tuple[StageStatus, ...]:
        """What runs every stage of the model, and why it is not something faster."""
        ...

    def warm_up(self, voice: str, progress: Progress | None = None) -> None:
        """Load all that the first words of `voice` need. Raises VoiceNotFoundError."""
        ...

    def phonemize(self, utterance: Utterance) -> Iterator[Phonemes]:
        """The segments of the text and their readings."""
        ...

    def plan(self, phonemes: Phonemes) -> Plan:
        """Lengths, pitch and energy of a segment."""
        ...

    def convert(self, reading: str, language: str, over: str = "") -> Said:
        """The symbols of a reading that the user writes. Raises NotationError."""
        ...

    def candidates(self, text: str, span: Span, language: str) -> tuple[Candidate, ...]:
        """The readings that a word may have."""
        ...

    def speak(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        """The audio, while it is being made."""
        ...

    @property
    def at_once(self) -> int:
        """How many lines are best made at once."""
        ...

    @property
    def is_slow(self) -> bool:
        """Whether a window takes so long that who listens had better not wait for one."""
        ...

    def speak_beside(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        """As `speak`, for one of several that are made at once, each in a thread of its own."""
        ...

    def knows(self, utterance: Utterance) -> bool:
        """Whether all of it has been made and is kept."""
        ...

    def rest(self) -> None:
        """Hold less memory until something is asked for."""
        ...

    def interrupt(self, on: bool) -> None:
        """While on, all work fails, also what is under way. Called from other threads."""
        ...

    def close(self) -> None:
        """Release the model's memory."""
        ...


class _GivesWay(Exception):  # noqa: N818 not an error
    """Raised inside the engine to leave a long preparation."""


class SynthesisThread(QThread):
    """Makes speech, one window at a time, for whoever asks; of what nobody waits for, several lines at once.

    Requests are queued and answered by signals that carry their id: any number of `preparing`, then `started`, any
    number of `chunk`, and at last exactly one of `finished`, `failed` and `cancelled`. Speech that is urgent goes
    first; what is being made meanwhile waits between two of its windows, and loses nothing. Where windows are slow and
    all that are being made can wait, or were cancelled, they are left unfinished. Everything but the signals is to be
    called from the thread that made this object.

    Parameters
    ----------
    open_engine
        Called on this thread, at its start and at every `reload`.
    voice
        Warmed up before `ready`, so that the first words come at once; empty for none.
    bank
        Phrases that are made ahead, in the voices used so far, while nothing is asked for. They give way at once.
    """

    loading = Signal(str, float)
    """Step and share done."""
    ready = Signal(object)
    """An `EngineInfo`."""
    stages_changed = Signal(object)
    """An `EngineInfo`: a stage has come to run on something else, slower or faster."""
    unavailable = Signal(str)
    """Why there is no engine; requests fail until `reload` finds one."""
    preparing = Signal(int, str, float)
    """Request, step and share done: its voice is measured, once on a machine."""
    started = Signal(int)
    chunk = Signal(int, object)
    """Request and `AudioChunk`."""
    finished = Signal(int, object)  # hides QThread's own, which nobody needs: `close` waits for the end
    """Request and `Rendered`."""
    failed = Signal(int, str)
    cancelled = Signal(int)
    read = Signal(int, object)
    """Request and a tuple of `Phonemes`."""
    answered = Signal(int, object)
    """Request and what the question returned."""
    voices_changed = Signal(object)
    """A mapping of names to `VoiceInfo`, after `refresh_voices`."""

    def __init__(
        self,
        open_engine: Callable[[], EngineLike],
        *,
        voice: str = "",
        bank: PhraseBank | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._open_engine = open_engine
        self._voice = voice
        self._requests = Requests()
        self._ahead = MakingAhead(bank)
        self._helpers = Helpers()
        self._watching = threading.Lock()
        self._engine: EngineLike | None = None
        self._info: EngineInfo | None = None
        self._warm_voices: set[str] = set()
        self._warm_languages: set[str | None] = {None}

    def say(self, utterance: Utterance, *, urgent: bool = False) -> int:
        """Ask for speech; returns the id of the request."""
        return self._requests.add(utterance, "speech", urgent=urgent)

    def read_text(self, utterance: Utterance) -> int:
        """Ask for phonemes; answered by `read`, or `failed`."""
        return self._requests.add(utterance, "reading")

    def ask(self, question: Callable[[EngineLike], object]) -> int:
        """Put a short question to the engine, on its thread; answered by `answered`, or `failed`.

        What is asked for later and is urgent, such as an audition, comes after it.
        """
        return self._requests.ask(question)

    def refresh_voices(self, extra: Iterable[VoiceProfile] = ()) -> None:
        """Take over the user's voices from the disk, and `extra` ones that are not kept; then `voices_changed`."""
        lent = tuple(extra)

        def refresh(engine: EngineLike) -> None:
            engine.refresh_voices(lent)
            voices = dict(engine.voices)
            # Others may be something else under the same name now.
            self._warm_voices = {name for name in self._warm_voices if name in voices and voices[name].kind == "stock"}
            self._ahead.look_again(forget=True)
            self.voices_changed.emit(voices)

        self.ask(refresh)

    def rest(self) -> None:
        """Nothing is expected to be asked for soon: let the engine hold less memory until then."""
        self.ask(lambda engine: engine.rest())

    def cancel(self, request: int) -> None:
        """Drop a request; one that is being made ends at its next window."""
        self._requests.cancel(request)

    def urge(self, request: int, urgent: bool) -> None:
        """Make a request urgent, or let it wait for urgent ones from now on."""
        self._requests.urge(request, urgent)

    def reload(self) -> None:
        """Open the engine again: a model was installed, engines were built, or something else is to run it."""
        self._requests.reload()

    def close(self, seconds: float = 60.0) -> bool:
        """End the thread, whatever it is doing, and wait for it; may be called again to wait more.

        False when it still runs after so many seconds: reading a model from the disk cannot be interrupted.
        """
        self._requests.close()
        engine = self._engine
        if engine:
            engine.interrupt(True)
        return self.wait(round(seconds * 1000))

    def run(self) -> None:
        """Called by Qt, on the thread itself."""
        problem = self._load()
        while not self._requests.closed:
            ahead = self._engine is not None and self._ahead.wanted
            request = self._requests.next(self._is_quick, ahead=ahead, helped=self._helpers.wanted > 0)
            if request is self._requests.ahead:
                self._make_ahead()
            elif request:
                self._work_on(request, problem)
            elif not self._requests.closed:
                problem = self._load()
        self._helpers.join()
        self._unload()

    def _help(self, number: int) -> None:
        """What a helper does: speech that nobody waits for, in voices that are warm."""

        def can(utterance: Utterance) -> bool:
            return number < self._helpers.wanted and self._engine is not None and self._is_quick(utterance)

        while request := self._requests.next_beside(can):
            self._work_on(request, "")

    def _work_on(self, request: Request, problem: str) -> None:
        self._step(request, problem)
        self._watch_stages()
        self._requests.give_back(request)

    def _load(self) -> str:
        """Open the engine; returns why there is none, or nothing."""
        self._unload()
        self.loading.emit(self.tr("Loading the model"), 0.0)
        try:
            self._engine = self._open_engine()
            if self._requests.closed:  # `close` came before there was something to interrupt
                return ""
            info = self._warm_up(self._engine)
        except _GivesWay:
            return ""
        except Exception as error:
            self._unload()
            if self._requests.closed:
                return ""
            problem = self._sentence(error)
            self.unavailable.emit(problem)
            return problem
        self._info = info
        # One alone is no help.
        self._helpers.want(info.at_once if info.at_once > 1 else 0, self._help)
        self._requests.interrupted_by(self._engine.interrupt, slow=self._engine.is_slow)
        self.ready.emit(info)
        return ""

    def _warm_up(self, engine: EngineLike) -> EngineInfo:
        def measuring(_step: str, share: float) -> None:
            if self._requests.closed:
                raise _GivesWay
            self.loading.emit(self._measuring(engine, self._voice), 0.5 + share / 2)

        voices = dict(engine.voices)
        if self._voice in voices:
            self.loading.emit(self.tr("Warming up"), 0.5)
            engine.warm_up(self._voice, measuring)
            self._is_warm(engine, self._voice)
        pack = next((voice.pack for voice in voices.values()), "")
        # Where the processor makes the speech, half of it is left to the window: else it answers late.
        at_once = max(engine.at_once // 2, 1) if engine.is_slow else engine.at_once
        return EngineInfo(pack, engine.backend, engine.sample_rate, voices, engine.status, at_once)

    def _watch_stages(self) -> None:
        # Whatever fails while the thread is to end fails because of that.
        engine, info = self._engine, self._info
        if engine is None or info is None or self._requests.closed:
            return
        with self._watching:
            if (stages := engine.status) != info.stages and self._info is info:
                self._info = replace(info, backend=engine.backend, voices=dict(engine.voices), stages=stages)
                self.stages_changed.emit(self._info)

    def _unload(self) -> None:
        self._info = None
        self._helpers.wanted = 0
        self._requests.interrupted_by(None)
        self._ahead.look_again()
        self._warm_voices.clear()
        if self._engine:
            engine, self._engine = self._engine, None
            engine.interrupt(False)
            engine.close()

    def _step(self, request: Request, problem: str) -> None:
        """Work on a request until there is something to tell, and tell it."""
        try:
            if request.cancel.is_set():
                request.steps = None
                self.cancelled.emit(request.id)
                return
            if self._engine is None:
                if self._requests.done(request):
                    self.failed.emit(request.id, problem)
                return
            if request.steps is None:
                work = {"speech": self._speak, "reading": self._read, "question": self._answer}[request.kind]
                request.steps = work(self._engine, request)
            next(request.steps, None)
        except _GivesWay:
            request.steps = None
        except Exception as error:
            # Interrupted, work ends with some error of whatever was running.
            if self._requests.was_left(request):
                request.steps = None
            elif not self._requests.closed and self._requests.done(request):
                self.failed.emit(request.id, self._sentence(error))

    def _speak(self, engine: EngineLike, request: Request) -> Iterator[None]:
        begin = time.perf_counter()
        self._prepare(engine, request)
        if not request.told:
            self.started.emit(request.id)
        if self._helpers.wanted and not request.urgent:
            yield  # a helper may go on
        seconds = first_sound = 0.0
        speak = engine.speak if request.urgent else engine.speak_beside
        for number, chunk in enumerate(speak(request.utterance, cancel=request.cancel)):
            if request.cancel.is_set():
                return
            first_sound = first_sound or time.perf_counter() - begin
            seconds += len(chunk.samples) / chunk.sample_rate
            if number >= request.told:
                request.told += 1
                self.chunk.emit(request.id, chunk)
            yield
        making = time.perf_counter() - begin
        text = request.utterance.text
        unspoken = tuple(
            text[reading.span.start : reading.span.end]
            for phonemes in engine.phonemize(request.utterance)
            for reading in phonemes.unspoken
        )
        self._warm_languages.add(request.utterance.language)
        self._ahead.note(request.utterance)
        if self._requests.done(request):
            self.finished.emit(request.id, Rendered(seconds, first_sound, making, unspoken))

    def _read(self, engine: EngineLike, request: Request) -> Iterator[None]:
        self._prepare(engine, request)
        phonemes = tuple(engine.phonemize(request.utterance))
        self._warm_languages.add(request.utterance.language)
        if self._requests.done(request):
            self.read.emit(request.id, phonemes)
        yield

    def _answer(self, engine: EngineLike, request: Request) -> Iterator[None]:
        assert request.question
        answer = request.question(engine)
        if self._requests.done(request):
            self.answered.emit(request.id, answer)
        yield

    def _prepare(self, engine: EngineLike, request: Request) -> None:
        """Warm up the voice, unless somebody else would have to wait for that."""
        voice = request.utterance.voice
        if request.utterance.at_once or voice in self._warm_voices:
            return

        def measuring(_step: str, share: float) -> None:
            if self._requests.gives_way(request):
                raise _GivesWay
            self.preparing.emit(request.id, self._measuring(engine, voice), share)

        with self._requests.preparing(request, engine.interrupt):
            try:
                engine.warm_up(voice, measuring)
            except Exception as error:
                if self._requests.gives_way(request):  # it was interrupted, with an error of whatever was running
                    raise _GivesWay from error
                raise
        self._is_warm(engine, voice)

    def _make_ahead(self) -> None:
        """Make one window of a phrase, or less if something is asked for meanwhile."""
        engine, request = self._engine, self._requests.ahead
        assert engine
        with self._requests.preparing(request, engine.interrupt):
            try:
                if not self._requests.gives_way(request):
                    self._ahead.step(engine, sorted(self._warm_voices))
            except Exception as error:
                if not self._requests.gives_way(request):  # else it was interrupted
                    self._ahead.give_up()
                    sys.excepthook(type(error), error, error.__traceback__)

    def _is_warm(self, engine: EngineLike, voice: str) -> None:
        self._ahead.look_again()
        self._warm_voices.add(voice)
        self._warm_languages.add(engine.voices[voice].language)

    def _is_quick(self, utterance: Utterance) -> bool:
        known = utterance.at_once or utterance.voice in self._warm_voices
        return known and utterance.language in self._warm_languages

    def _measuring(self, engine: EngineLike, voice: str) -> str:
        title = engine.voices[voice].title or voice
        return self.tr("Preparing the voice {0}; this happens once").format(title)

    def _sentence(self, error: Exception) -> str:
        if isinstance(error, TimbreError):
            return str(error)
        sys.excepthook(type(error), error, error.__traceback__)
        return self.tr("Something went wrong inside the program ({0}); your work is kept.").format(error)
