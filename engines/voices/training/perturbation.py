"""Recordings at other speeds: each is taken for another speaker, since pitch and formants move together.

After Yamamoto, Lee, Okabe & Koshinaka 2019 ("Speaker augmentation and bandwidth extension for deep speaker embedding"),
who tripled the speakers of a verification corpus so.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engines.types import IntArray
from engines.voices.fitting import SAMPLES_A_FRAME
from engines.voices.training.corpus import Clip

SPEEDS = (0.9, 1.1)


def at_speed(clip: Clip, durations: IntArray, speed: float) -> tuple[Clip, IntArray]:
    """A clip and the durations [L] of its symbols in frames, played so many times as fast.

    Resampled in the frequency domain to whole frames, so `speed` is kept to a frame in the whole clip.
    """
    ends = np.rint(np.cumsum(durations) / speed).astype(np.int64)
    # Every symbol keeps a frame.
    count = np.arange(1, len(ends) + 1)
    ends = np.maximum.accumulate(np.maximum(ends - count, 0)) + count
    frames = int(ends[-1])
    whole = int(durations.sum())
    samples = clip.recording[: whole * SAMPLES_A_FRAME].astype(np.float64)
    size = frames * SAMPLES_A_FRAME
    spectrum = np.fft.rfft(samples)
    moved = np.zeros(size // 2 + 1, complex)
    common = min(len(moved), len(spectrum))
    moved[:common] = spectrum[:common]
    sound = np.fft.irfft(moved, size) * (size / len(samples))
    at = np.minimum(np.arange(2 * frames) * whole // frames, 2 * whole - 1)
    warped = replace(
        clip,
        name=f"{clip.name} x{speed}",
        recording=np.clip(np.rint(sound), -32768, 32767).astype(np.int16),
        f0=(clip.f0[at] * np.float32(whole / frames)).astype(np.float32),
    )
    return warped, np.diff(ends, prepend=0)
