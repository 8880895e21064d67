"""An engine without a model: texts are read here, and a server speaks."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING

from engines.errors import VoiceNotFoundError
from engines.models.base import Progress, VoiceInfo
from engines.models.kokoro.alphabet import ALPHABET
from engines.serve.client import AT_ONCE, ServerError, SpeechClient
from engines.serve.wire import is_carried
from engines.text.felt import named_in
from engines.text.reader import TextReader
from engines.types import AudioChunk, Phonemes, Utterance

if TYPE_CHECKING:
    from engines.prosody.presets import Presets
    from engines.voices.morphs import Morphs
    from engines.voices.profile import VoiceProfile

_ELSEWHERE = "The voices of a server cannot be taken apart: do that on the computer that it runs on."


class RemoteEngine:
    """Has the door of `engines.engine.Engine` that commands use; a context manager.

    Everything raises ServerError where the server cannot be reached.

    Parameters
    ----------
    presets
        The emotions that texts may name; those of the program if not given.
    """

    def __init__(self, client: SpeechClient, presets: Presets | None = None) -> None:
        self._client = client
        self._interrupted = False
        self._reader = TextReader(ALPHABET, presets=presets)

    def __enter__(self) -> RemoteEngine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return

    @cached_property
    def voices(self) -> Mapping[str, VoiceInfo]:
        """Of the server."""
        return self._client.voices()

    @cached_property
    def sample_rate(self) -> int:
        """Of its speech, Hz."""
        return self._client.sample_rate()

    def refresh_voices(self, extra: Iterable[VoiceProfile] = ()) -> None:
        """Ask for the voices again when they are next needed."""
        self.__dict__.pop("voices", None)

    def profile_of(self, name: str) -> VoiceProfile:
        """Always raises ServerError."""
        raise ServerError(_ELSEWHERE)

    def morphs(self) -> Morphs:
        """Always raises ServerError."""
        raise ServerError(_ELSEWHERE)

    def warm_up(self, voice: str, progress: Progress | None = None) -> None:
        """Find out whether the server is there and has the voice. Raises VoiceNotFoundError."""
        if voice not in self.voices:
            names = ", ".join(list(self.voices)[:5])
            raise VoiceNotFoundError(f"The server has no voice {voice!r}; choose one that it has, such as {names}.")

    def phonemize(self, utterance: Utterance) -> Iterator[Phonemes]:
        """The segments of a text, as they are read here."""
        voice = self.voices.get(utterance.voice)
        return self._reader.read(utterance, voice.language if voice else "en-us")

    def speak(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        """The audio, while the server makes it. Raises ServerError for what only an engine of one's own can do."""
        if not is_carried(utterance):
            raise ServerError("A server cannot be measured like an engine: leave that out, or the server.")
        utterance = replace(utterance, names=named_in(utterance.text, self._reader.presets))
        return self._client.speak(utterance, lambda: self._interrupted or (cancel is not None and cancel.is_set()))

    @property
    def at_once(self) -> int:
        """How many utterances are best asked for at once."""
        return AT_ONCE

    def speak_beside(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        """As `speak`: a server brings together by itself what is asked of it."""
        return self.speak(utterance, cancel=cancel)

    def interrupt(self, on: bool) -> None:
        """While on, speech ends; from any thread."""
        self._interrupted = on
