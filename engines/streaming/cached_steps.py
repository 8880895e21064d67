"""The steps of an engine, with what has been made before taken from a cache."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Protocol

from engines.models.base import SpeechModel, Voice
from engines.prosody.directing import Preparing, directed
from engines.prosody.manner import Manner
from engines.streaming.cache_keys import AudioKey, PlanKey, ReadingKey, SegmentKey
from engines.streaming.observing import step
from engines.streaming.render import SegmentAudio, Steps, render_steps, replay_steps
from engines.streaming.result_cache import ResultCache
from engines.streaming.windows import AnyPacer
from engines.types import Phonemes, Plan, Utterance

_NUMBERS = count()


class Reader(Protocol):
    """The part of `engines.text.reader.TextReader` that is used."""

    def read(self, utterance: Utterance, voice_language: str) -> Iterator[Phonemes]:
        """The segments of a text."""
        ...


class CachedSteps:
    """Reads, plans and renders, each only where it was not done before.

    Whatever comes from the cache is as if it were made now: the same audio, cut into the same chunks with the same
    marks. Only whole results are kept, and none that were made while what runs the model changed.

    Parameters
    ----------
    cache
        None makes everything anew.
    """

    def __init__(self, model: SpeechModel, reader: Reader, cache: ResultCache | None) -> None:
        self._model, self._reader, self._cache = model, reader, cache
        self._number = next(_NUMBERS)

    def read(self, utterance: Utterance, voice: Voice) -> Iterator[Phonemes]:
        """The segments of a text, each when asked for, with their edits and the pauses of what is felt."""
        return map(Preparing(utterance).prepared, self._read(utterance, voice))

    def read_anew(self) -> None:
        """Forget how texts are read: the reader is another one now."""
        self._number = next(_NUMBERS)

    def plan(self, phonemes: Phonemes, voice: Voice) -> Plan:
        """The plan of a segment, as what is felt and edited makes it of the model's own."""
        return self._directed(phonemes, voice, Manner.of(phonemes))

    def say(self, phonemes: Phonemes, voice: Voice, pacer: AnyPacer, *, cancel: threading.Event | None = None) -> Steps:
        """Plan and render a segment; see `engines.streaming.render.render_steps`."""
        manner = Manner.of(phonemes)
        cache = self._cache_for(phonemes.utterance)
        if cache is None:
            plan = self._directed(phonemes, voice, manner)
            return render_steps(self._model, plan, pacer, cancel=cancel)
        key = SegmentKey.of(self._model.digest, phonemes, voice, manner)
        if known := cache.audio(key):
            return replay_steps(self._model, known, phonemes, pacer, cancel=cancel)
        return self._render(cache, key, self._directed(phonemes, voice, manner), pacer, cancel)

    def render(self, plan: Plan, pacer: AnyPacer, *, cancel: threading.Event | None = None) -> Steps:
        """Render a plan, perhaps one that was changed; see `engines.streaming.render.render_steps`."""
        cache = self._cache_for(plan.phonemes.utterance)
        if cache is None:
            return render_steps(self._model, plan, pacer, cancel=cancel)
        key = PlanKey.of(self._model.digest, plan)
        if known := cache.audio(key):
            return replay_steps(
                self._model, known, plan.phonemes, pacer, samples=plan.samples, stretch=plan.stretch, cancel=cancel
            )
        return self._render(cache, key, plan, pacer, cancel)

    def knows(self, segments: Iterable[Phonemes], voice: Voice) -> bool:
        """Whether the audio of all segments is there, as the model says them."""
        cache = self._cache
        return cache is not None and all(
            cache.has_audio(SegmentKey.of(self._model.digest, phonemes, voice, Manner.of(phonemes)))
            for phonemes in segments
        )

    def _read(self, utterance: Utterance, voice: Voice) -> Iterator[Phonemes]:
        cache = self._cache_for(utterance)
        if cache is None:
            return self._reader.read(utterance, voice.info.language)
        key = ReadingKey.of(self._number, utterance, voice)
        known = cache.phonemes(key, utterance)
        if known is not None:
            return iter(known)
        return _kept(self._reader.read(utterance, voice.info.language), cache, key)

    def _directed(self, phonemes: Phonemes, voice: Voice, manner: Manner) -> Plan:
        """Made of the natural plan, so that another emotion or edit costs no stage of the model before the front."""
        plan = self._natural(phonemes, voice)
        # A voice need not be measured for an edit alone.
        pitch = self._model.pitch_range(voice) if manner.emotion.felt or manner.passages else None
        return plan if manner.natural else directed(plan, manner, pitch)

    def _natural(self, phonemes: Phonemes, voice: Voice) -> Plan:
        cache = self._cache_for(phonemes.utterance)
        if cache is None:
            with step("prosody"):
                return self._model.plan(phonemes, voice)
        key = SegmentKey.of(self._model.digest, phonemes, voice)
        plan = cache.plan(key, phonemes, voice)
        if plan is None:
            with step("prosody"):
                plan = self._model.plan(phonemes, voice)
            if key.model == self._model.digest:
                cache.keep_plan(key, plan)
        return plan

    def _cache_for(self, utterance: Utterance) -> ResultCache | None:
        return None if utterance.anew else self._cache

    def _render(
        self, cache: ResultCache, key: AudioKey, plan: Plan, pacer: AnyPacer, cancel: threading.Event | None
    ) -> Steps:
        segment = cache.front(key)
        if segment is None:
            with step("front"):
                segment = self._model.prepare(plan)
            if key.model == self._model.digest:
                cache.keep_front(key, segment)

        def keep(audio: SegmentAudio) -> None:
            if key.model == self._model.digest:
                cache.keep_audio(key, audio)

        return render_steps(self._model, plan, pacer, cancel=cancel, segment=segment, keep=keep)


def _kept(segments: Iterator[Phonemes], cache: ResultCache, key: ReadingKey) -> Iterator[Phonemes]:
    read = []
    for phonemes in segments:
        read.append(phonemes)
        yield phonemes
    cache.keep_phonemes(key, read)
