"""What is measured on audio of how something is said."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.audio.pitch import HOP_SECONDS, track_pitch
from engines.types import FloatArray

_ACTIVE_DB = -32.0
"""Under the loudest frames: what is softer is no speech."""
_GAP_SECONDS = 0.15
"""A shorter silence belongs to the sounds around it."""
_OCTAVE_ERROR = 11.0
"""Semitones from the median."""
_END_SECONDS = 0.25


class Measured(NamedTuple):
    """Of one recording. Differences between recordings of the same words mean something; values by themselves not."""

    pitch: float
    """Mean of F0, semitones above 1 Hz."""
    range: float
    """Logarithm of the standard deviation of F0 in semitones."""
    rate: float
    """Logarithm of one over the seconds of sound."""
    energy: float
    """Mean level while there is sound, dB of full scale."""
    pauses: float
    """Share of the time between the first and the last sound that is silent."""
    slope: float
    """Of F0 over time, semitones from end to end of the voiced part."""
    final: float
    """F0 of the last quarter of a second of voice above the mean, semitones."""
    dynamics: float
    """Standard deviation of the level while there is sound, dB."""
    tilt: float
    """Level above 1 kHz less that below, dB."""
    wobble: float
    """Mean change of the change of F0 between neighbouring frames, semitones."""


NAMES = Measured._fields


def measure(samples: FloatArray, sample_rate: int) -> Measured:
    """Measure [N] samples of one person's speech."""
    levels = _levels(samples, round(sample_rate * HOP_SECONDS))
    active = _bridged(levels > np.percentile(levels, 95) + _ACTIVE_DB)
    first, last = np.flatnonzero(active)[[0, -1]]
    inside = active[first : last + 1]
    loud = levels[first : last + 1][inside]
    f0 = track_pitch(samples, sample_rate)[: len(levels)]
    voiced = np.flatnonzero(f0 > 0)
    semitones = 12 * np.log2(f0[voiced])
    good = np.abs(semitones - np.median(semitones)) < _OCTAVE_ERROR
    voiced, semitones = voiced[good], semitones[good]
    line = np.polyfit(voiced, semitones, 1)
    end = semitones[-round(_END_SECONDS / HOP_SECONDS) :]
    together = np.diff(voiced) == 1
    bends = np.diff(semitones, 2)[together[1:] & together[:-1]]
    return Measured(
        pitch=float(semitones.mean()),
        range=float(np.log(semitones.std())),
        rate=-float(np.log(inside.sum() * HOP_SECONDS)),
        energy=10 * float(np.log10(np.mean(10 ** (loud / 10)))),
        pauses=float(1 - inside.mean()),
        slope=float(line[0] * (voiced[-1] - voiced[0])),
        final=float(end.mean() - semitones.mean()),
        dynamics=float(loud.std()),
        tilt=_tilt(samples, sample_rate),
        wobble=float(np.abs(bends).mean()),
    )


def _tilt(samples: FloatArray, sample_rate: int) -> float:
    power = np.abs(np.fft.rfft(samples)) ** 2
    high = np.fft.rfftfreq(len(samples), 1 / sample_rate) > 1000.0
    return 10 * float(np.log10(power[high].sum() / power[~high].sum()))


def _levels(samples: FloatArray, hop: int) -> NDArray[np.float64]:
    frames = samples[: len(samples) // hop * hop].reshape(-1, hop).astype(np.float64)
    return np.asarray(10 * np.log10((frames**2).mean(axis=1) + 1e-12))


def _bridged(active: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """With short gaps counted as sound."""
    places = np.flatnonzero(active)
    result = active.copy()
    for left, right in pairwise(places):
        if right - left - 1 <= _GAP_SECONDS / HOP_SECONDS:
            result[left:right] = True
    return result
