"""What the commands need from the rest of the program, so that a test can give them something else."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from engines.types import AudioChunk, Phonemes, Utterance

if TYPE_CHECKING:
    from engines.models.base import Progress, VoiceInfo
    from engines.models.store import ModelStore
    from engines.prosody.presets import PresetStore
    from engines.text.lexicon_store import LexiconStore
    from engines.voices.morphs import Morphs
    from engines.voices.profile import VoiceProfile
    from engines.voices.store import VoiceStore
    from studio.playback.player import Player


class SpeechEngine(Protocol):
    """The part of `engines.engine.Engine` that the commands use."""

    @property
    def voices(self) -> Mapping[str, VoiceInfo]:
        """The voices by name: those of the model, and the user's own."""
        ...

    def refresh_voices(self, extra: Iterable[VoiceProfile] = ()) -> None:
        """Take over the user's own voices as they are now, and some that are not kept."""
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

    def warm_up(self, voice: str, progress: Progress | None = None) -> None:
        """Load all that the first words of `voice` need. Raises VoiceNotFoundError."""
        ...

    def phonemize(self, utterance: Utterance) -> Iterator[Phonemes]:
        """The segments of the text and their readings."""
        ...

    def speak(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        """The audio, while it is being made."""
        ...

    @property
    def at_once(self) -> int:
        """How many utterances are best said at once."""
        ...

    def speak_beside(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        """As `speak`, for one of several that are said at once, each in a thread of its own."""
        ...

    def interrupt(self, on: bool) -> None:
        """While on, all work fails, also what is under way. Called from other threads."""
        ...


def _installed_lexicon() -> LexiconStore:
    from engines.paths import home  # noqa: PLC0415
    from engines.text.lexicon_store import LexiconStore  # noqa: PLC0415

    return LexiconStore.open(home())


def _installed_emotions() -> PresetStore:
    from engines.paths import home  # noqa: PLC0415
    from engines.prosody.presets import PresetStore  # noqa: PLC0415

    return PresetStore.open(home())


@dataclass(frozen=True)
class Services:
    """How to open the engine, the stores of models, voices, emotions and the user's lexicon, and the sound device."""

    open_engine: Callable[[], AbstractContextManager[SpeechEngine]]
    open_store: Callable[[], ModelStore]
    open_voices: Callable[[], VoiceStore]
    open_player: Callable[[], AbstractContextManager[Player]]
    open_lexicon: Callable[[], LexiconStore] = _installed_lexicon
    open_emotions: Callable[[], PresetStore] = _installed_emotions


def installed_services() -> Services:
    """The real ones. Nothing is imported before it is opened, which keeps the command line quick."""

    def open_engine() -> AbstractContextManager[SpeechEngine]:
        from engines.engine import Engine  # noqa: PLC0415
        from engines.runtime.onnx_runtime import share_threads  # noqa: PLC0415

        share_threads()
        return Engine.open()

    def open_store() -> ModelStore:
        from engines.models.store import ModelStore  # noqa: PLC0415
        from engines.paths import home, provided  # noqa: PLC0415

        return ModelStore(home(), provided=provided())

    def open_voices() -> VoiceStore:
        from engines.paths import home  # noqa: PLC0415
        from engines.voices.store import VoiceStore  # noqa: PLC0415

        return VoiceStore.open(home())

    def open_player() -> AbstractContextManager[Player]:
        from studio.playback.player import Player  # noqa: PLC0415

        return Player()

    return Services(open_engine, open_store, open_voices, open_player)
