"""Whether more than one person speaks in a recording.

About two seconds of speech are described by their mean cepstrum and median pitch, in coordinates in which the
descriptions of one voice scatter by 1 in every direction. Two groups of descriptions far apart are two voices. The
scatter was measured on 235 readers (`engines/voices/training/voice_differences.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from engines.audio.pitch import track_pitch
from engines.types import FloatArray, IntArray
from engines.voices.measurements import RUMBLE_BANDS, Recording, frames_of
from engines.voices.speech_detection import FRAME_SECONDS, RATE, Stretch

WEIGHTS = Path(__file__).resolve().parents[2] / "assets" / "weights" / "voice_differences.npz"
LIMIT = 6.8
"""Distance of two groups above which they are two voices."""

_WINDOW = 62
"""Frames of speech described together: two seconds, without the pauses between."""
_CEPSTRA = 16
_FEWEST_LOUD = 15
_FEWEST_VOICED = 10
_LEAST_WINDOWS = 2
"""In each group: one window alone is often just an odd one."""
_PITCH_SCALE = 10.0
_ROUNDS = 10


class Described(NamedTuple):
    """What a stretch of speech sounds like."""

    stretch: Stretch
    vector: FloatArray
    """[K]; the distance of two tells how different they are."""


Describe = Callable[[Recording, list[Stretch]], list[Described]]
"""Describes the voices in some stretches of a recording."""


def describe_voices(recording: Recording, phrases: list[Stretch]) -> list[Described]:
    """Descriptions of every two seconds of speech, whitened."""
    whitening = _whitening()
    return [Described(stretch, raw @ whitening) for stretch, raw in raw_descriptions(recording, phrases)]


def raw_descriptions(recording: Recording, phrases: list[Stretch]) -> list[Described]:
    """Mean cepstrum of the louder frames and median pitch in tenths of octaves, [17], before whitening."""
    count = len(recording.power)
    pitch = np.zeros(count, np.float32)
    size = round(FRAME_SECONDS * RATE)
    for phrase in phrases:
        first = round(phrase.start / FRAME_SECONDS)
        part = track_pitch(recording.sound[first * size : round(phrase.end * RATE)], RATE, hop_seconds=FRAME_SECONDS)
        pitch[first : first + len(part)] = part[: count - first]
    spoken = np.flatnonzero(frames_of(phrases, count))
    if not len(spoken):
        return []
    loud = recording.power > np.percentile(recording.power[spoken], 40)
    cepstra = recording.mel[:, RUMBLE_BANDS:] @ _cosines(recording.mel.shape[1] - RUMBLE_BANDS).T
    described = []
    for start in range(0, len(spoken) - _WINDOW // 2, _WINDOW):
        frames = spoken[start : start + _WINDOW]
        voiced = pitch[frames][pitch[frames] > 0]
        louder = frames[loud[frames]]
        if len(louder) >= _FEWEST_LOUD and len(voiced) >= _FEWEST_VOICED:
            vector = np.append(cepstra[louder].mean(axis=0), _PITCH_SCALE * np.median(np.log2(voiced)))
            stretch = Stretch(float(frames[0] * FRAME_SECONDS), float((frames[-1] + 1) * FRAME_SECONDS))
            described.append(Described(stretch, vector.astype(np.float32)))
    return described


def other_voices(described: list[Described], *, limit: float = LIMIT) -> list[Stretch]:
    """Stretches of the voice that speaks less; none if there is only one.

    Parameters
    ----------
    described
        From `describe_voices`, or from a speaker embedder.
    limit
        Distance of the centres of two groups above which they are two voices.
    """
    if len(described) < 2 * _LEAST_WINDOWS:
        return []
    vectors = np.stack([each.vector for each in described])
    group = _two_groups(vectors)
    sizes = np.bincount(group, minlength=2)
    if sizes.min() < _LEAST_WINDOWS:
        return []
    distance = np.linalg.norm(vectors[group == 0].mean(axis=0) - vectors[group == 1].mean(axis=0))
    if distance <= limit:
        return []
    return [each.stretch for each, number in zip(described, group, strict=True) if number == sizes.argmin()]


def _two_groups(vectors: FloatArray) -> IntArray:
    """[W] 0 or 1: the two means of Lloyd's algorithm, started from the pair that is farthest apart."""
    distances = ((vectors[:, None] - vectors[None]) ** 2).sum(axis=2)
    centres = vectors[list(np.unravel_index(distances.argmax(), distances.shape))]
    group = np.zeros(len(vectors), np.int64)
    for _ in range(_ROUNDS):
        group = ((vectors[:, None] - centres[None]) ** 2).sum(axis=2).argmin(axis=1)
        if group.min() == group.max():
            break
        centres = np.stack([vectors[group == number].mean(axis=0) for number in (0, 1)])
    return group


def _cosines(bands: int) -> FloatArray:
    """Rows 1 to 16 of the orthonormal cosine transform (DCT-II) of `bands` values."""
    angles = np.pi * np.arange(1, _CEPSTRA + 1)[:, None] * (np.arange(bands) + 0.5) / bands
    rows: FloatArray = (np.cos(angles) * np.sqrt(2 / bands)).astype(np.float32)
    return rows


@cache
def _whitening() -> FloatArray:
    with np.load(WEIGHTS, allow_pickle=False) as table:
        whitening: FloatArray = table["whitening"]
    return whitening
