"""Recordings at other speeds."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is an extra: make test WITH=clone")

from engines.types import IntArray
from engines.voices.fitting import SAMPLES_A_FRAME
from engines.voices.training.corpus import Clip
from engines.voices.training.perturbation import SPEEDS, at_speed

HERTZ = 200.0
DURATIONS: IntArray = np.array([1, 7, 2, 30, 1, 1, 19])


def tone() -> Clip:
    """A tone, and its pitch as it would be tracked: on in the long symbol only."""
    frames = int(DURATIONS.sum())
    turns = 2 * np.pi * HERTZ * np.arange(frames * SAMPLES_A_FRAME + 123) / 16_000
    f0 = np.zeros(2 * frames + 1, np.float32)
    f0[20:80] = HERTZ
    none = np.zeros(0, np.float16)
    return Clip("1-1-0001", (9000 * np.sin(turns)).astype(np.int16), none, f0, none.astype(np.int16), none, none)


@pytest.mark.parametrize("speed", SPEEDS)
def test_everything_is_at_the_speed(speed: float) -> None:
    clip, durations = at_speed(tone(), DURATIONS, speed)
    frames = int(durations.sum())
    assert abs(frames - DURATIONS.sum() / speed) <= 1
    assert durations.min() >= 1
    assert abs(durations[3] - 30 / speed) <= 1
    assert clip.recording.shape == (frames * SAMPLES_A_FRAME,)
    assert clip.f0.shape == (2 * frames,)
    exact = HERTZ * DURATIONS.sum() / frames
    assert np.allclose(clip.f0[clip.f0 > 0], exact)
    spectrum = np.abs(np.fft.rfft(clip.recording * np.hanning(len(clip.recording))))
    found = spectrum.argmax() * 16_000 / len(clip.recording)
    assert abs(found - exact) < 2
    assert np.abs(clip.recording).max() == pytest.approx(9000, rel=0.05)
    # The pitch is on where the symbol is.
    on = np.flatnonzero(clip.f0) / 2
    start = durations[:3].sum()
    assert abs(on[0] - start) <= 2
    assert abs(on[-1] - start - durations[3]) <= 2


def test_no_symbol_is_lost() -> None:
    short: IntArray = np.ones(12, np.int64)
    clip = tone()
    _, durations = at_speed(clip, short, 1.1)
    assert durations.tolist() == [1] * 12


def test_a_speed_is_another_speaker() -> None:
    assert len({at_speed(tone(), DURATIONS, speed)[0].name for speed in SPEEDS} | {tone().name}) == 1 + len(SPEEDS)
