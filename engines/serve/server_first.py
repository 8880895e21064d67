"""An engine whose speech is made by a server as long as that can, and here otherwise."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from engines.models.base import Progress, VoiceInfo
from engines.runtime.fallback import StageStatus
from engines.serve.client import AT_ONCE, NotCarriedError, ServerBusyError, ServerError, SpeechClient
from engines.serve.wire import is_carried
from engines.text.felt import named_in
from engines.types import AudioChunk, Phonemes, Plan, Span, Utterance

if TYPE_CHECKING:
    from engines.engine import Engine
    from engines.text.candidates import Candidate
    from engines.text.notation import Said
    from engines.voices.morphs import Morphs
    from engines.voices.profile import VoiceProfile

_LEFT_ALONE_SECONDS = 30.0
"""After a failure."""
_LISTENER_PATIENCE, _EXPORT_PATIENCE = 1.0, 30.0
"""Seconds that one who listens, and one who does not, wait for a server that has too much to do."""


class ServerFirst:
    """Has the door of `engines.engine.Engine`; only `speak` goes over the network.

    A server that fails is left alone for half a minute. What it was saying is said on from the same sample here, for
    the audio is the same. Voices that only this computer has are spoken here, and so is what is measured. Emotions
    that a text names are those of this computer.

    Parameters
    ----------
    local
        Reads texts, knows the voices, and speaks when the server does not.
    clock
        Seconds.
    """

    def __init__(self, local: Engine, client: SpeechClient, clock: Callable[[], float] = time.monotonic) -> None:
        self._local, self._client, self._clock = local, client, clock
        self._there: frozenset[str] = frozenset()
        self._closed_until = 0.0
        self._reason = ""
        self._interrupted = False
        self._look()

    @property
    def voices(self) -> Mapping[str, VoiceInfo]:
        """Those of this computer."""
        return self._local.voices

    def refresh_voices(self, extra: Iterable[VoiceProfile] = ()) -> None:
        """See `Engine`."""
        self._local.refresh_voices(extra)

    def refresh_emotions(self) -> None:
        """See `Engine`."""
        self._local.refresh_emotions()

    def profile_of(self, name: str) -> VoiceProfile:
        """See `Engine`."""
        return self._local.profile_of(name)

    def morphs(self) -> Morphs:
        """See `Engine`."""
        return self._local.morphs()

    @property
    def sample_rate(self) -> int:
        """See `Engine`."""
        return self._local.sample_rate

    @property
    def frame_seconds(self) -> float:
        """See `Engine`."""
        return self._local.frame_seconds

    @property
    def backend(self) -> str:
        """What makes the speech now."""
        return self._local.backend if self._reason else self._name

    @property
    def status(self) -> tuple[StageStatus, ...]:
        """The server, as the one stage that there is."""
        return (StageStatus("server", self.backend, self._name, self._reason),)

    def retry_backends(self) -> None:
        """Ask the server again at once."""
        self._closed_until = 0.0
        self._look()

    def rest(self) -> None:
        """Hold less memory here for now."""
        self._local.rest()

    def interrupt(self, on: bool) -> None:
        """See `Engine`."""
        self._interrupted = on
        self._local.interrupt(on)

    def warm_up(self, voice: str, progress: Progress | None = None) -> None:
        """See `Engine`; so that there is no delay when the server fails."""
        self._local.warm_up(voice, progress)

    def phonemize(self, utterance: Utterance) -> Iterator[Phonemes]:
        """See `Engine`."""
        return self._local.phonemize(utterance)

    def plan(self, phonemes: Phonemes) -> Plan:
        """See `Engine`."""
        return self._local.plan(phonemes)

    def convert(self, reading: str, language: str, over: str = "") -> Said:
        """See `Engine`."""
        return self._local.convert(reading, language, over)

    def candidates(self, text: str, span: Span, language: str) -> tuple[Candidate, ...]:
        """See `Engine`."""
        return self._local.candidates(text, span, language)

    def speak(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        """See `Engine`."""
        return self._said(utterance, cancel, _LISTENER_PATIENCE)

    def _said(self, utterance: Utterance, cancel: threading.Event | None, patience: float) -> Iterator[AudioChunk]:
        said = 0
        if self._may(utterance):
            known = replace(utterance, names=named_in(utterance.text, self._local.emotions))
            try:
                for chunk in self._client.speak(known, lambda: self._interrupted or _is_set(cancel), patience=patience):
                    yield chunk
                    said = chunk.start + len(chunk.samples)
            except (ServerBusyError, NotCarriedError):
                pass  # nothing is wrong with it: only this one is spoken here
            except ServerError as error:
                self._fail(error)
            else:
                self._reason = ""
                return
        yield from _from(said, self._local.speak(utterance, cancel=cancel))

    @property
    def at_once(self) -> int:
        """See `Engine`."""
        return self._local.at_once if self._reason else AT_ONCE

    @property
    def is_slow(self) -> bool:
        """See `Engine`."""
        return self._local.is_slow if self._reason else False

    def speak_beside(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        """See `Engine`; a server brings together by itself what is asked of it."""
        return self._said(utterance, cancel, _EXPORT_PATIENCE)

    def knows(self, utterance: Utterance) -> bool:
        """See `Engine`."""
        return self._local.knows(utterance)

    def close(self) -> None:
        """See `Engine`."""
        self._local.close()

    @property
    def _name(self) -> str:
        return f"the server {self._client.address.name}"

    def _may(self, utterance: Utterance) -> bool:
        if self._clock() < self._closed_until or not is_carried(utterance):
            return False
        if self._reason:
            self._look()
        voice = self._local.voices.get(utterance.voice)
        return voice is not None and voice.kind == "stock" and utterance.voice in self._there

    def _look(self) -> None:
        """Ask for the voices of the server, which tells whether it is there."""
        try:
            self._there = frozenset(self._client.voices())
            self._reason = ""
        except ServerError as error:
            self._fail(error)

    def _fail(self, error: ServerError) -> None:
        self._there = frozenset()
        sentence = str(error).rstrip(".")
        self._reason = sentence[:1].lower() + sentence[1:]
        self._closed_until = self._clock() + _LEFT_ALONE_SECONDS


def _is_set(event: threading.Event | None) -> bool:
    return event is not None and event.is_set()


def _from(position: int, chunks: Iterator[AudioChunk]) -> Iterator[AudioChunk]:
    """Audio from a sample on."""
    for chunk in chunks:
        skipped = position - chunk.start
        if skipped <= 0:
            yield chunk
        elif skipped < len(chunk.samples):
            marks = tuple(mark for mark in chunk.marks if mark.start >= position)
            yield replace(chunk, samples=chunk.samples[skipped:], start=position, marks=marks)
