"""Real speech for judging clones: a folder of speakers, each a folder of recordings."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile as sf
import soxr

from engines.errors import TimbreError
from engines.types import FloatArray
from tests.bench.metrics.embedders import RATE
from tests.bench.metrics.similarity import Recordings

VARIABLE = "TIMBRE_SPEECH"
HELD_OUT = ("1688", "1998", "2033", "2414", "3331", "367")
"""The speakers that are judged, where they are there; the others only tell what another speaker is like."""
HOW_TO_GET = (
    f"Set {VARIABLE} to a folder of recordings, one folder a speaker. The figures are made with LibriSpeech test-other "
    "(openslr.org/12, CC BY 4.0); ten of its speakers are in the repository resemble-ai/Resemblyzer on GitHub: "
    "`git clone --depth 1 https://github.com/resemble-ai/Resemblyzer`, then its folder "
    "audio_data/librispeech_test-other."
)
REFERENCE_SECONDS = 15.0
"""What a voice is made of, where nothing else is said."""
POOL_SECONDS = 30.0
_LEAST_OTHERS = 2
_USUAL_OTHERS = 4
_KINDS = (".flac", ".wav")


class SpeechMissingError(TimbreError):
    """There are no recordings to judge clones with."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """The recordings of one speaker."""

    name: str
    pool: tuple[Path, ...]
    """What voices may be made of, the longest first: 30 s and more where there are enough recordings."""
    others: tuple[Path, ...]
    """What they are judged by."""

    def reference(self, seconds: float = REFERENCE_SECONDS) -> FloatArray:
        """[N] samples at 16 kHz: the first `seconds` of the pool, less if it has not so many."""
        return np.concatenate([read(path) for path in self.pool])[: round(seconds * RATE)]

    def recordings(self) -> Recordings:
        """All that a judge needs."""
        return Recordings(self.reference(), tuple(read(path) for path in self.others))


def folder_of_speech(chosen: Path | None) -> Path:
    """The folder that was named, or that of the environment.

    Raises
    ------
    SpeechMissingError
        If none was, or it is not there.
    """
    named = chosen or (Path(value).expanduser() if (value := os.environ.get(VARIABLE)) else None)
    if named is None or not named.is_dir():
        lead = "No recordings were named." if named is None else f"There is no folder {named}."
        raise SpeechMissingError(f"{lead} {HOW_TO_GET}")
    return named


def load_speakers(folder: Path) -> dict[str, Speaker]:
    """Every speaker of `folder` with at least three recordings.

    Raises
    ------
    SpeechMissingError
        If there are not two.
    """
    speakers = {}
    for child in sorted(path for path in folder.iterdir() if path.is_dir()):
        clips = [path for path in child.rglob("*") if path.suffix.lower() in _KINDS]
        if len(clips) > _LEAST_OTHERS:
            speakers[child.name] = _divide(child.name, clips)
    if len(speakers) < 2:
        raise SpeechMissingError(f"{folder} has not two speakers with three recordings each. {HOW_TO_GET}")
    return speakers


def judged(speakers: dict[str, Speaker]) -> list[str]:
    """Those whose voices are cloned: the held-out six, or all if none of them is there."""
    return [name for name in HELD_OUT if name in speakers] or list(speakers)


def read(path: Path) -> FloatArray:
    """[N] mono samples at 16 kHz."""
    samples, rate = sf.read(path, dtype="float32", always_2d=True)
    mono: FloatArray = samples.mean(axis=1)
    return mono if rate == RATE else np.asarray(soxr.resample(mono, rate, RATE), np.float32)


def _divide(name: str, clips: list[Path]) -> Speaker:
    """The longest first into the pool, until it is long enough or too few would be left; one at least."""
    seconds = {clip: sf.info(clip).duration for clip in clips}
    ordered = sorted(clips, key=lambda clip: (-seconds[clip], clip.name))
    count = 1
    while sum(seconds[clip] for clip in ordered[:count]) < POOL_SECONDS and len(ordered) - count > _USUAL_OTHERS:
        count += 1
    return Speaker(name, tuple(ordered[:count]), tuple(ordered[count:]))
