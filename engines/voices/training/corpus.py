"""The speech that the encoder learns from, as arrays: made once anywhere, then carried to the machine with the GPU."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.types import FloatArray

LONGEST_SECONDS = 14.0
PART_BYTES = 44 << 20
PLANS = 2
"""Prosodies by stock voices kept of every text: the first by a voice of the speaker's register."""


_LOW, _HIGH = "am_michael", "af_heart"
_REGISTER_HZ = 158.0
"""Speakers below are aligned with a man's voice."""


@dataclass(frozen=True, eq=False)
class Clip:
    """One recording of one speaker, with its transcript read by the model."""

    name: str
    """Speaker, chapter and number, as in LibriSpeech."""
    recording: NDArray[np.int16]
    """[N] at 16 kHz."""
    content: NDArray[np.float16]
    """[C, L] features of the symbols."""
    f0: FloatArray
    """[2T] Hz of the recording, half frames; voiced runs widened as the model has them."""
    plan_durations: NDArray[np.int16]
    """[PLANS, L] frames."""
    plan_f0: NDArray[np.float16]
    """[sum of 2T over plans]"""
    plan_energy: NDArray[np.float16]

    @property
    def speaker(self) -> str:
        """The number of the speaker."""
        return self.name.split("-", 1)[0]

    def plans(self) -> Iterator[tuple[NDArray[np.int16], FloatArray, FloatArray]]:
        """Durations, pitch and energy of each stock prosody."""
        start = 0
        for durations in self.plan_durations:
            end = start + 2 * int(durations.sum())
            yield (
                durations,
                self.plan_f0[start:end].astype(np.float32),
                self.plan_energy[start:end].astype(np.float32),
            )
            start = end


def register_voice(f0: FloatArray) -> str:
    """The stock voice of the register of a speaker with pitch [T] Hz, 0 unvoiced."""
    voiced = f0[f0 > 0]
    return _LOW if len(voiced) and float(np.median(voiced)) < _REGISTER_HZ else _HIGH


def save_clips(clips: list[Clip], folder: Path) -> list[Path]:
    """Write clips in files of at most `PART_BYTES`."""
    folder.mkdir(parents=True, exist_ok=True)
    paths: list[Path] = []
    part: dict[str, NDArray[Any]] = {}
    size = 0

    def flush() -> None:
        nonlocal size
        if part:
            path = folder / f"clips-{len(paths):02}.npz"
            np.savez(path, allow_pickle=False, **part)
            paths.append(path)
            part.clear()
            size = 0

    for clip in clips:
        arrays = {f"{clip.name}/{f.name}": getattr(clip, f.name) for f in fields(Clip) if f.name != "name"}
        weight = sum(a.nbytes for a in arrays.values())
        if size + weight > PART_BYTES:
            flush()
        part.update(arrays)
        size += weight
    flush()
    return paths


def load_clips(folder: Path) -> list[Clip]:
    """All clips in a folder, by name."""
    found: dict[str, dict[str, NDArray[Any]]] = {}
    for path in sorted(folder.glob("clips-*.npz")):
        with np.load(path, allow_pickle=False) as table:
            for key in table.files:
                name, field = key.split("/")
                found.setdefault(name, {})[field] = table[key]
    return [Clip(name, **arrays) for name, arrays in sorted(found.items())]


def read_transcripts(path: Path) -> dict[str, str]:
    """Text of every clip by its name: a JSON object."""
    return dict(json.loads(path.read_text(encoding="utf-8")))
