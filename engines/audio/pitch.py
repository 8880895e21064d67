"""The pitch of a voice over time.

Candidates are the normalised cross-correlation of short stretches with themselves, and dynamic programming picks the
path that changes least: Talkin, "A Robust Algorithm for Pitch Tracking (RAPT)", in Kleijn and Paliwal, Speech Coding
and Synthesis (1995). Every frame considers a fixed grid of pitches instead of RAPT's peaks, so that the search is a
few array operations a frame.
"""

from __future__ import annotations

import numpy as np
import soxr
from numpy.typing import NDArray

from engines.types import FloatArray

HOP_SECONDS = 0.0125
"""Seconds between frames: a half frame of the model, which has two pitch values a frame."""
LOWEST_HZ = 60.0
HIGHEST_HZ = 450.0

_Floats = NDArray[np.float64]

_RATE = 16_000
_STEPS_PER_OCTAVE = 36
_WINDOW = 640
"""Samples compared: 40 ms, two and a half periods of the lowest pitch."""
_LEAD = (_WINDOW + 110) // 2
"""Samples from the start of the first stretch to the middle of both at a middling pitch, where the frame is."""
_LAGS = int(_RATE / LOWEST_HZ) + 2
_HIGH_PASS_HZ = (58.0, 78.0)
"""Silent below and whole above; a steeper edge rings so long that a mere click seems to have a pitch."""
_LOW_PASS_HZ = 1600.0
_LOW_PASS_SLOPE_HZ = 300.0

# Costs, tuned on synthetic speech whose pitch is known: median error 1.3 %.
_OCTAVE_COST = 0.12
"""Longer periods must correlate better, or every pitch could as well be half of it."""
_JUMP_COST = 3.0
"""Of an octave between two frames."""
_MOST_JUMP_COST = 1.2
_SWITCH_COST = 0.18
"""Of voicing beginning or ending."""
_SILENCE_COST = 0.35
"""By so much does silence speak against a voice."""
_VOICED_CORRELATION = 0.40
_VOICED_CORRELATION_WIDENED = 0.35

_FILTER_BLOCK = 1 << 19
_FILTER_MARGIN = 1 << 13
_BLOCK_FRAMES = 1024

_GRID: _Floats = LOWEST_HZ * 2 ** (
    np.arange(int(np.log2(HIGHEST_HZ / LOWEST_HZ) * _STEPS_PER_OCTAVE) + 1) / _STEPS_PER_OCTAVE
)


def track_pitch(samples: FloatArray, sample_rate: int, *, hop_seconds: float = HOP_SECONDS) -> FloatArray:
    """Fundamental frequency of a voice.

    Parameters
    ----------
    samples
        [N] mono, at any level.
    sample_rate
        Hz.
    hop_seconds
        Seconds between frames; frame t looks at the 40 ms or so around second t * hop_seconds.

    Returns
    -------
    [N / (sample_rate * hop_seconds), rounded down] Hz between `LOWEST_HZ` and `HIGHEST_HZ`; 0 where unvoiced.
    """
    return _track(samples, sample_rate, hop_seconds, _VOICED_CORRELATION)


def track_pitch_widened(samples: FloatArray, sample_rate: int) -> FloatArray:
    """Pitch as the model's own pitch curves have it, which run a little past the edges of voicing: see `widen`.

    Takes and returns what `track_pitch` does, with frames of `HOP_SECONDS`.
    """
    return widen(_track(samples, sample_rate, HOP_SECONDS, _VOICED_CORRELATION_WIDENED))


def widen(f0: FloatArray, *, reach: int = 1, longest_gap: int = 3) -> FloatArray:
    """Lengthen every voiced run by `reach` frames at both ends and bridge gaps of at most `longest_gap` frames.

    Parameters
    ----------
    f0
        [T] Hz, 0 unvoiced.

    Returns
    -------
    [T] Hz; new frames are interpolated between their neighbours in log frequency.
    """
    voiced = np.flatnonzero(f0)
    if not len(voiced):
        return f0
    frames = np.arange(len(f0))
    everywhere = np.exp(np.interp(frames, voiced, np.log(f0[voiced])))
    before = np.maximum.accumulate(np.where(f0 > 0, frames, -len(f0)))
    after = np.minimum.accumulate(np.where(f0 > 0, frames, 2 * len(f0))[::-1])[::-1]
    kept = np.minimum(frames - before, after - frames) <= reach
    kept |= after - before <= longest_gap + 1
    return np.where(kept, everywhere, 0.0).astype(np.float32)


def _track(samples: FloatArray, sample_rate: int, hop_seconds: float, voiced_correlation: float) -> FloatArray:
    # The small addition undoes the rounding of, for example, 0.0125 * 24000.
    frames = int(len(samples) / (sample_rate * hop_seconds) + 1e-6)
    if not frames:
        return np.zeros(0, np.float32)
    sound = samples if sample_rate == _RATE else soxr.resample(samples.astype(np.float32), sample_rate, _RATE)
    centred = sound.astype(np.float64) - sound.mean(dtype=np.float64)  # a step at the ends would ring like a voice
    heard = np.pad(_voice_band(centred), (_LEAD, _WINDOW + _LAGS))
    starts = np.rint(np.arange(frames) * (hop_seconds * _RATE)).astype(np.int64)
    starts = np.minimum(starts, len(heard) - _WINDOW - _LAGS)
    energy, correlation = _correlations(heard, starts)
    path = _best_path(*_costs(energy, correlation, voiced_correlation), HOP_SECONDS / hop_seconds)
    return _refined(path, correlation)


def _voice_band(sound: _Floats) -> _Floats:
    """[N] the band that holds the fundamental and its first harmonics, filtered block by block."""
    result = np.empty_like(sound)
    size = _FILTER_BLOCK + 2 * _FILTER_MARGIN
    for start in range(0, len(sound), _FILTER_BLOCK):
        left = max(0, start - _FILTER_MARGIN)
        part = sound[left : start + _FILTER_BLOCK + _FILTER_MARGIN]
        length = size if len(part) > size // 2 else 1 << len(part).bit_length()
        frequencies = np.fft.rfftfreq(length, 1 / _RATE)
        gain = np.exp(np.minimum(0.0, (_LOW_PASS_HZ - frequencies) / _LOW_PASS_SLOPE_HZ))
        gain *= np.interp(frequencies, _HIGH_PASS_HZ, (0.0, 1.0))
        filtered = np.fft.irfft(np.fft.rfft(part, length) * gain, length)
        count = min(_FILTER_BLOCK, len(sound) - start)
        result[start : start + count] = filtered[start - left : start - left + count]
    return result


def _correlations(heard: _Floats, starts: NDArray[np.int64]) -> tuple[_Floats, FloatArray]:
    """Energy [T] of every frame, and normalised cross-correlation [T, lags] with what follows it."""
    running = np.concatenate([[0.0], np.cumsum(heard**2)])
    energy = running[starts + _WINDOW] - running[starts]
    floor = np.percentile(energy, 95) * 1e-3 + 1e-9
    correlation = np.empty((len(starts), _LAGS), np.float32)
    length = _WINDOW + _LAGS
    size = 1 << (length - 1).bit_length()  # no lag wraps around
    for first in range(0, len(starts), _BLOCK_FRAMES):
        block = starts[first : first + _BLOCK_FRAMES]
        pieces = np.lib.stride_tricks.sliding_window_view(heard, length)[block]
        spectra = np.conj(np.fft.rfft(pieces[:, :_WINDOW], size)) * np.fft.rfft(pieces, size)
        products = np.fft.irfft(spectra, size)[:, :_LAGS]
        delayed = block[:, None] + np.arange(_LAGS)
        energies = running[delayed + _WINDOW] - running[delayed]
        own = energy[first : first + _BLOCK_FRAMES, None]
        correlation[first : first + _BLOCK_FRAMES] = products / np.sqrt((own + floor) * (energies + floor))
    return energy, correlation


def _costs(energy: _Floats, correlation: FloatArray, voiced_correlation: float) -> tuple[_Floats, _Floats]:
    """Cost of every pitch of the grid [T, S] and of no voice [T]."""
    lags = _RATE / _GRID
    whole = lags.astype(np.int64)
    part = lags - whole
    likeness = correlation[:, whole] * (1 - part) + correlation[:, np.minimum(whole + 1, _LAGS - 1)] * part
    voiced = 1.0 - likeness * (1.0 - _OCTAVE_COST * lags / lags.max())
    quiet = np.exp(-energy / (np.percentile(energy, 90) * 0.003 + 1e-12))
    return voiced, 1.0 - voiced_correlation - _SILENCE_COST * quiet


def _best_path(voiced: _Floats, unvoiced: _Floats, stiffness: float) -> NDArray[np.int64]:
    """States [T] of the cheapest path; S, one past the grid, is no voice.

    A jump costs in proportion to its width up to a limit, so the best predecessor of all states is found by running
    minima in both directions. The way back is searched afresh for the states on the path alone.
    """
    frames, states = voiced.shape
    slope = stiffness * _JUMP_COST / _STEPS_PER_OCTAVE
    most = stiffness * _MOST_JUMP_COST
    switch = stiffness * _SWITCH_COST
    ramp = slope * np.arange(states)
    totals = np.empty((frames, states + 1))
    totals[0, :states], totals[0, states] = voiced[0], unvoiced[0]
    for t in range(1, frames):
        before, silent = totals[t - 1, :states], totals[t - 1, states]
        least = before.min()
        best = np.minimum.accumulate(before - ramp) + ramp
        best = np.minimum(best, (np.minimum.accumulate((before + ramp)[::-1]))[::-1] - ramp)
        best = np.minimum(best, min(least + most, silent + switch))
        totals[t, :states] = best + voiced[t]
        totals[t, states] = min(silent, least + switch) + unvoiced[t]
    jumps = np.minimum(slope * np.abs(np.subtract.outer(np.arange(states), np.arange(states))), most)
    into = np.full((states + 1, states + 1), switch)
    into[:states, :states] = jumps
    into[states, states] = 0.0
    path = np.empty(frames, np.int64)
    path[-1] = totals[-1].argmin()
    for t in range(frames - 1, 0, -1):
        path[t - 1] = (totals[t - 1] + into[path[t]]).argmin()
    return path


def _refined(path: NDArray[np.int64], correlation: FloatArray) -> FloatArray:
    """Hz [T]: the grid's pitches moved to the peak of a parabola through the correlation near them."""
    f0 = np.zeros(len(path), np.float32)
    voiced = np.flatnonzero(path < len(_GRID))
    if not len(voiced):
        return f0
    grid = _GRID[path[voiced]]
    lag = np.rint(_RATE / grid).astype(np.int64)
    near = np.clip(lag[:, None] + np.arange(-4, 5), 2, _LAGS - 2)
    rows = voiced[:, None]
    peak = near[np.arange(len(voiced)), correlation[rows, near].argmax(axis=1)]
    left, middle, right = (correlation[voiced, peak + offset].astype(np.float64) for offset in (-1, 0, 1))
    bend = left - 2 * middle + right
    # Only a peak bends downwards; on a slope the parabola points elsewhere.
    offset = np.where(bend < -1e-9, 0.5 * (left - right) / np.minimum(bend, -1e-9), 0.0)
    fine = _RATE / np.maximum(peak + np.clip(offset, -1.0, 1.0), 1.0)
    close = np.abs(np.log2(fine / grid)) < 0.12
    f0[voiced] = np.where(close, fine, grid)
    return np.where(f0 > 0, np.clip(f0, LOWEST_HZ, HIGHEST_HZ), 0.0).astype(np.float32)
