"""The door to the engine.

    Utterance --phonemize--> Phonemes --plan--> Plan --render--> AudioChunk, AudioChunk, ...

Each step is a function of the value before it; `speak` joins them and yields audio while the rest is being made.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import cast

from engines import paths
from engines.models.base import Progress, SpeechModel, Voice, VoiceInfo
from engines.models.kokoro.model import KokoroModel
from engines.models.manifest import DEFAULT_PACK
from engines.models.store import ModelStore
from engines.prosody.directing import Preparing
from engines.prosody.fitting import Timing, fitted
from engines.prosody.presets import Presets, PresetStore, built_in
from engines.runtime.choosing import Acceleration, faster_backends
from engines.runtime.fallback import StageStatus
from engines.runtime.onnx_runtime import OnnxRuntimeBackend
from engines.streaming import observing
from engines.streaming.cache_memory import Counts
from engines.streaming.cache_shared import SharedAudio
from engines.streaming.cached_steps import CachedSteps
from engines.streaming.render import ONSET_SECONDS, LiveSteps, Steps, drive, moved, new_pacer, silence
from engines.streaming.result_cache import DEFAULT_SIZE, CacheSize, ResultCache
from engines.streaming.together import Together
from engines.text.arriving import LiveText
from engines.text.candidates import Candidate, candidates
from engines.text.notation import Said
from engines.text.reader import TextReader
from engines.types import AudioChunk, Idle, Phonemes, Plan, Span, Utterance
from engines.voices.morphs import Morphs
from engines.voices.profile import VoiceProfile
from engines.voices.store import VoiceStore

__all__ = ["DEFAULT_PACK", "Engine"]


class Engine:
    """Text to speech with one model.

    Parameters
    ----------
    model
        A loaded model.
    reader
        The text front end; by default all languages whose front ends are installed.
    store
        Voices besides the stock voices of the model.
    cache
        What has been made before; by default everything is made anew.
    emotions
        Emotions besides those of the program, which texts may name.
    """

    def __init__(
        self,
        model: SpeechModel,
        reader: TextReader | None = None,
        store: VoiceStore | None = None,
        cache: ResultCache | None = None,
        emotions: PresetStore | None = None,
    ) -> None:
        self.model = model
        self._warm = False
        self._reader = reader or TextReader(model.alphabet, limit=model.max_symbols)
        self._steps = CachedSteps(model, self._reader, cache)
        self._presets = built_in()
        self._emotions = emotions
        if emotions is not None:
            self.refresh_emotions()
        self._cache = cache
        self._store = store
        self._together = Together(self)
        if store is not None:
            self.refresh_voices()

    @classmethod
    def open(
        cls,
        home: Path | None = None,
        *,
        threads: int | None = None,
        acceleration: Acceleration | None = None,
        cache: CacheSize | None = DEFAULT_SIZE,
        shared: SharedAudio | None = None,
    ) -> Engine:
        """Load the default model from the user's data folder, on the GPU as far as there is one and engines are built.

        Parameters
        ----------
        cache
            How much is remembered of what has been made; None makes everything anew.
        shared
            See `ResultCache`.

        Raises
        ------
        ModelMissingError, ModelDamagedError
            If it is not installed, or its files are not whole.
        """
        home = home or paths.home()
        folder = ModelStore(home).require(DEFAULT_PACK)
        measured = home / "cache" / "statistics" / DEFAULT_PACK
        faster = faster_backends(home, acceleration)
        model = KokoroModel(folder, OnnxRuntimeBackend(threads), measured, pack=DEFAULT_PACK, faster=faster)
        return cls(
            model,
            store=VoiceStore.open(home),
            cache=ResultCache.open(home, cache, shared) if cache else None,
            emotions=PresetStore.open(home),
        )

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Release the model's memory."""
        self._together.close()
        del self.model, self._steps, self._together

    @property
    def voices(self) -> Mapping[str, VoiceInfo]:
        """The voices by name: stock voices, then those of the store. A snapshot; `refresh_voices` makes another."""
        return self.model.voices

    def refresh_voices(self, extra: Iterable[VoiceProfile] = ()) -> None:
        """Take over the voices of the store as they are now; the model stays loaded. May be called from any thread.

        Parameters
        ----------
        extra
            Voices to speak with until the next refresh, kept or not: a blend or a clone that is still being made. One
            with the name of a kept voice takes its place.
        """
        kept = self._store.profiles() if self._store else ()
        self.model.take_profiles([*kept, *extra])

    @property
    def emotions(self) -> Presets:
        """The emotions that texts may name: those of the program, then the user's own. A snapshot."""
        return self._presets

    def refresh_emotions(self) -> None:
        """Take over the user's emotions as they are now; texts are read anew. May be called from any thread."""
        if self._emotions is not None:
            self._presets = self._emotions.load()
            self._reader.presets = self._presets
            self._steps.read_anew()

    def profile_of(self, name: str) -> VoiceProfile:
        """A voice as data, to blend or to keep it; a stock voice too. Its range of pitch is known.

        Raises
        ------
        VoiceNotFoundError
            If there is no such voice.
        """
        return self.model.profile_of(name)

    def morphs(self) -> Morphs:
        """The sliders that change a voice; found anew, which takes about a second. Raises MorphError."""
        return Morphs.find(self.model.stock_modulations())

    @property
    def sample_rate(self) -> int:
        """Of all audio, in Hz."""
        return self.model.sample_rate

    @property
    def frame_seconds(self) -> float:
        """How long a frame of a plan is."""
        return self.model.frame_samples / self.model.sample_rate

    @property
    def backend(self) -> str:
        """What runs the model, in words."""
        return self.model.backend

    @property
    def status(self) -> tuple[StageStatus, ...]:
        """What runs every stage of the model, and why it is not something faster."""
        return self.model.status

    @property
    def cache_counts(self) -> Counts:
        """What is remembered of what was made before, and how often that helped."""
        return self._cache.counts if self._cache else Counts(0, 0, 0, 0)

    def retry_backends(self) -> None:
        """Try what failed again at once, for example when engines have been built."""
        self.model.retry_backends()

    def rest(self) -> None:
        """Hold less memory, since nothing is to be said for now; the next text that is read loads the rest again.

        For a model that runs on the processor. The next first sound comes some tenths of a second later, unless its
        text was read before.
        """
        self.model.rest()

    def interrupt(self, on: bool) -> None:
        """While on, all work fails, also what is under way in another thread: to leave it without waiting."""
        self.model.interrupt(on)

    def warm_up(self, voice: str, progress: Progress | None = None) -> None:
        """Load a voice and its language and run every part once, so that the next `speak` starts at full speed.

        The first time that a voice is used on a machine it is measured, which takes some seconds; `progress` is told.
        """
        self.model.voice(voice, progress)
        if not self._warm:
            self.model.warm_up()
            self._warm = True
        for _ in self.phonemize(Utterance("1", voice)):
            pass

    def load_language(self, language: str) -> None:
        """Load a language's front end now, where there is one, rather than when its first text is read."""
        self._reader.load(language)

    def phonemize(self, utterance: Utterance) -> Iterator[Phonemes]:
        """Read a text: segments of at most the model's length, one after the other, each when asked for.

        Raises
        ------
        VoiceNotFoundError
            If the voice is not installed.
        NothingToSayError
            If nothing in the text can be spoken.
        """
        return self._steps.read(utterance, self._voice_of(utterance))

    def convert(self, reading: str, language: str, over: str = "") -> Said:
        """The symbols of a reading in any notation, such as `chóng qìng`, `ɹɛd`, `R EH1 D` or `sequel`.

        Parameters
        ----------
        language
            Of the word.
        over
            The written word, which tells pinyin from English.

        Raises
        ------
        NotationError
            The model cannot say it; tells where the fault is and what to write instead.
        """
        return self._reader.converter.convert(reading, language, over=over)

    def candidates(self, text: str, span: Span, language: str) -> tuple[Candidate, ...]:
        """The readings that a word of a text may have, with example words; see `engines.text.candidates`.

        Parameters
        ----------
        text
            As typed.
        span
            Of one or more readings of it.
        language
            Of those readings.
        """
        return candidates(text, span, language, self._reader.converter)

    def plan(self, phonemes: Phonemes) -> Plan:
        """Durations, pitch and energy of a segment, as it is felt and edited."""
        return self._steps.plan(phonemes, self._voice_of(phonemes.utterance))

    def render(self, plan: Plan, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        """Audio of a segment in chunks; see `engines.streaming.render.render_steps`."""
        return drive(self.model, self._steps.render(plan, new_pacer(self.model), cancel=cancel))

    def speak(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        """Say an utterance: chunks in order, positions counted from its first sample.

        The first chunk arrives as soon as the first words are made; of an utterance with a slot, as soon as all of it
        is planned. Setting `cancel` ends it at the next window.
        """
        return drive(self.model, self.steps(utterance, cancel=cancel))

    @property
    def at_once(self) -> int:
        """How many utterances are best said at once with `speak_beside`, each in a thread of its own."""
        return self._together.at_once

    @property
    def is_slow(self) -> bool:
        """Whether a window takes so long that who listens had better not wait for one: not on a GPU."""
        return self.model.window is None

    def speak_beside(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        """As `speak`, for one of several utterances that are said at once; see `engines.streaming.together`."""
        return self._together.speak(utterance, cancel=cancel)

    def steps(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Steps:
        """`speak` taken apart, so that many utterances can share the generator; see `engines.streaming.scheduler`."""
        # A text that is complete waits for nothing.
        return cast(Steps, self._said(self._segments(utterance, cancel), utterance, cancel))

    def live_steps(self, live: LiveText, *, cancel: threading.Event | None = None) -> LiveSteps:
        """`steps` of a text that is still being written: each sentence as soon as it is certain how it is said.

        The audio is that of the whole text given at once; for a slot, the whole of it is waited for.
        """
        if live.utterance.slot is not None:
            yield from self._whole_steps(live, cancel)
            return
        voice = self._voice_of(live.utterance)
        preparing = Preparing(live.utterance)
        segments = self._reader.read_live(live, voice.info.language)
        ready = (s if isinstance(s, Idle) else preparing.prepared(s) for s in segments)
        yield from self._said(ready, live.utterance, cancel)

    def _whole_steps(self, live: LiveText, cancel: threading.Event | None) -> LiveSteps:
        text, ended = live.look()
        while not ended:
            yield Idle.FOR_TEXT
            if cancel is not None and cancel.is_set():
                return
            text, ended = live.look()
        yield from self.steps(replace(live.utterance, text=text), cancel=cancel)

    def _said(
        self, segments: Iterable[Phonemes | Plan | Idle], utterance: Utterance, cancel: threading.Event | None
    ) -> LiveSteps:
        position = 0
        pause = 0.0
        pacer = new_pacer(self.model)
        for segment in observing.steps("text", segments):
            if isinstance(segment, Idle):
                yield segment
                if cancel is not None and cancel.is_set():
                    return
                continue
            phonemes = segment.phonemes if isinstance(segment, Plan) else segment
            if not _in_excerpt(phonemes, utterance.excerpt):
                continue
            if pause := pause + phonemes.before:
                chunk = silence(pause, self.sample_rate, position)
                yield chunk
                position += len(chunk.samples)
                pacer.pause(pause)
            if isinstance(segment, Plan):
                steps = self._steps.render(segment, pacer, cancel=cancel)
            else:
                steps = self._steps.say(segment, self._voice_of(utterance), pacer, cancel=cancel)
            position = yield from moved(steps, position)
            if cancel is not None and cancel.is_set():
                return
            pause = phonemes.pause
        if pause:
            yield silence(pause, self.sample_rate, position)

    def knows(self, utterance: Utterance) -> bool:
        """Whether all of an utterance without a slot has been made before, so that nothing of it is to be made.

        Raises like `phonemize`.
        """
        heard = (phonemes for phonemes in self.phonemize(utterance) if _in_excerpt(phonemes, utterance.excerpt))
        return self._steps.knows(heard, self._voice_of(utterance))

    def _voice_of(self, utterance: Utterance) -> Voice:
        return self.model.voice(utterance.voice, measured=not utterance.at_once)

    def _segments(self, utterance: Utterance, cancel: threading.Event | None) -> Iterator[Phonemes | Plan]:
        """What is to be said, planned already where all of it has to be known before the first sound."""
        if utterance.slot is None:
            yield from self.phonemize(utterance)
            return
        plans = []
        for phonemes in self.phonemize(utterance):
            plans.append(self.plan(phonemes))
            if cancel is not None and cancel.is_set():
                return
        model = self.model
        timing = Timing(model.sample_rate, model.frame_samples, model.audible_frames, ONSET_SECONDS)
        yield from fitted(plans, utterance.slot, timing)


def _in_excerpt(phonemes: Phonemes, excerpt: Span | None) -> bool:
    return excerpt is None or (phonemes.span.start < excerpt.end and excerpt.start < phonemes.span.end)
