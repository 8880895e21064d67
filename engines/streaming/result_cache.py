"""What has been made before: phonemes, plans, front outputs and audio in memory, audio on disk and shared as well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from engines.models.base import Segment, Voice
from engines.streaming.cache_disk import AudioFolder
from engines.streaming.cache_keys import AudioKey, ReadingKey, SegmentKey
from engines.streaming.cache_memory import ByteCache, Counts
from engines.streaming.cache_shared import SharedAudio
from engines.streaming.render import SegmentAudio
from engines.types import Phonemes, Plan, Utterance

_PHONEMES, _PLAN, _FRONT, _AUDIO = "phonemes", "plan", "front", "audio"
_READING_BYTES = 260
"""About what a reading takes besides its texts."""
_ANYTHING = Utterance("", "")


@dataclass(frozen=True, slots=True)
class CacheSize:
    """How much is kept of what has been made, in bytes."""

    memory: int = 64 << 20
    """Eleven minutes of audio."""
    disk: int = 0
    """Of audio alone; nothing by default. 256 MB are three quarters of an hour."""


DEFAULT_SIZE = CacheSize()


class _Place(NamedTuple):
    """Where a value is in memory: the keys of several steps are alike."""

    step: str
    key: ReadingKey | AudioKey


class ResultCache:
    """Results by what they depend on. All methods may be called from any thread, and several engines may share it.

    Only whole results are to be given to it. Their arrays are made read-only.

    Parameters
    ----------
    shared
        Audio that other servers have, too; whoever opened it closes it.
    """

    def __init__(
        self, memory: int = DEFAULT_SIZE.memory, disk: AudioFolder | None = None, shared: SharedAudio | None = None
    ) -> None:
        self._memory: ByteCache[_Place, Any] = ByteCache(memory)
        self._disk, self._shared = disk, shared

    @classmethod
    def open(cls, home: Path, size: CacheSize, shared: SharedAudio | None = None) -> ResultCache:
        """With its files in the user's data folder, if it is to have any."""
        return cls(size.memory, AudioFolder(home / "cache" / "audio", size.disk) if size.disk else None, shared)

    @property
    def counts(self) -> Counts:
        """Of the memory."""
        return self._memory.counts

    def phonemes(self, key: ReadingKey, utterance: Utterance) -> tuple[Phonemes, ...] | None:
        """All segments of a text, as if they had been read for this utterance."""
        found: tuple[Phonemes, ...] | None = self._memory.get(_Place(_PHONEMES, key))
        return None if found is None else tuple(replace(phonemes, utterance=utterance) for phonemes in found)

    def keep_phonemes(self, key: ReadingKey, segments: Sequence[Phonemes]) -> None:
        """Remember all segments of a text."""
        kept = tuple(replace(phonemes, utterance=_ANYTHING) for phonemes in segments)
        size = sum(_READING_BYTES + _text_bytes(p) for p in kept) + 4 * sum(len(str(v)) for _, v in key.asked)
        self._memory.put(_Place(_PHONEMES, key), kept, size)

    def plan(self, key: SegmentKey, phonemes: Phonemes, voice: Voice) -> Plan | None:
        """The plan of a segment."""
        found: dict[str, Any] | None = self._memory.get(_Place(_PLAN, key))
        return None if found is None else Plan(phonemes=phonemes, voice=voice, **found)

    def keep_plan(self, key: SegmentKey, plan: Plan) -> None:
        """Remember a plan as the model gave it. The voice is not kept with it: it may be larger, and be forgotten."""
        own = {f.name: getattr(plan, f.name) for f in fields(plan) if f.name not in {"phonemes", "voice"}}
        arrays = [value for value in own.values() if isinstance(value, np.ndarray)]
        for array in arrays:
            array.flags.writeable = False
        self._memory.put(_Place(_PLAN, key), own, sum(array.nbytes for array in arrays))

    def front(self, key: AudioKey) -> Segment | None:
        """A segment after the front, whose audio was begun."""
        found: Segment | None = self._memory.get(_Place(_FRONT, key))
        return found

    def keep_front(self, key: AudioKey, segment: Segment) -> None:
        """Remember a segment after the front, until its audio is there."""
        self._memory.put(_Place(_FRONT, key), segment, segment.nbytes)

    def audio(self, key: AudioKey) -> SegmentAudio | None:
        """The audio of a segment."""
        found: SegmentAudio | None = self._memory.get(_Place(_AUDIO, key))
        for shelf in (self._disk, self._shared):
            if found is None and shelf and (found := shelf.get(key)):
                self._remember(key, found)
        return found

    def keep_audio(self, key: AudioKey, audio: SegmentAudio) -> None:
        """Remember the audio of a segment; what it was made from is needed no more."""
        self._remember(key, audio)
        self._memory.discard(_Place(_FRONT, key))
        for shelf in (self._disk, self._shared):
            if shelf:
                shelf.put(key, audio)

    def has_audio(self, key: AudioKey) -> bool:
        """Whether there is audio here; it thereby is the last to go from the disk."""
        on_disk = self._disk is not None and self._disk.touch(key)
        return on_disk or _Place(_AUDIO, key) in self._memory

    def clear(self) -> None:
        """Forget all, also on disk; what is shared stays for the others."""
        self._memory.clear()
        if self._disk:
            self._disk.clear()

    def _remember(self, key: AudioKey, audio: SegmentAudio) -> None:
        audio.samples.flags.writeable = audio.durations.flags.writeable = False
        self._memory.put(_Place(_AUDIO, key), audio, audio.nbytes)


def _text_bytes(phonemes: Phonemes) -> int:
    return sum(_READING_BYTES + 4 * (len(r.spoken) + len(r.symbols)) for r in phonemes.readings)
