"""The colour of a voice in a recording: its long-term spectrum, and a filter that gives other speech the same.

Much of what makes a voice recognisable is there, and so is the microphone and the room. All at 24 kHz.
"""

from __future__ import annotations

import numpy as np

from engines.types import FloatArray

RATE = 24_000
_SIZE = 2048
BINS = _SIZE // 2 + 1
"""Of a spectrum; 12 Hz apart."""
_HOP = 512
_LOUD_PERCENTILE = 60
"""Louder frames than this percentile are looked at: speech, not pauses."""
_FINE, _COARSE = 9, 31
_FINE_BELOW_HZ, _COARSE_ABOVE_HZ = 1000.0, 4000.0
"""Smoothing, in bins, as the ear hears: 60 Hz wide in low sounds, and by and by 190 Hz in high ones."""
_FLOOR = 1e-9
_BAND_ENDS = 20.0
"""Nepers of power below the loudest: what a codec or a lower sample rate has taken away, not a colour."""
_CLIFF = 4.0
_CLIFF_HZ = 500.0
"""Where a spectrum falls by so many nepers within so much, it is on its way to where the band ends."""
_STEEPEST = 4.0
"""Nepers of amplitude, 35 dB, that a frequency is raised or lowered at most."""
_SHARE = 0.8
"""Of the difference that is made up for: spectra of a few seconds differ in what is said, too."""


def long_term_spectrum(samples: FloatArray) -> FloatArray:
    """[BINS] logarithm of the mean power of the loud frames, smoothed, of [N] samples at 24 kHz."""
    padded = np.pad(samples, (0, max(0, _SIZE - len(samples))))
    frames = np.lib.stride_tricks.sliding_window_view(padded, _SIZE)[::_HOP]
    power = np.abs(np.fft.rfft(frames * np.hanning(_SIZE))) ** 2
    energy = power.sum(axis=1)
    mean = power[energy >= np.percentile(energy, _LOUD_PERCENTILE)].mean(axis=0)
    return smoothed(np.log(mean + _FLOOR))


def smoothed(spectrum: FloatArray) -> FloatArray:
    """A logarithmic spectrum [BINS] without its fine structure."""
    hertz = np.linspace(0.0, RATE / 2, BINS)
    coarse = np.clip((hertz - _FINE_BELOW_HZ) / (_COARSE_ABOVE_HZ - _FINE_BELOW_HZ), 0.0, 1.0)
    mixed = _averaged(spectrum, _FINE) * (1.0 - coarse) + _averaged(spectrum, _COARSE) * coarse
    return mixed.astype(np.float32)


def resampled(spectrum: FloatArray) -> FloatArray:
    """[BINS] of a spectrum from 0 Hz to 12 kHz with any number of bins, as older voice files hold."""
    if len(spectrum) == BINS:
        return spectrum
    return np.interp(np.linspace(0.0, 1.0, BINS), np.linspace(0.0, 1.0, len(spectrum)), spectrum).astype(np.float32)


def equaliser(own: FloatArray, wanted: FloatArray) -> FloatArray:
    """Taps [2048], symmetric, that bring speech of one long-term spectrum [BINS] towards the shape of another."""
    gain = _SHARE * (wanted - own) / 2
    last = min(band_edge(own), band_edge(wanted))
    gain[last + 1 :] = gain[last]
    # Weighted by what is heard, or a band with nothing in it would decide the level.
    weight = np.exp(own - own.max())
    gain = np.clip(gain - (gain * weight).sum() / weight.sum(), -_STEEPEST, _STEEPEST)
    taps = np.roll(np.fft.irfft(np.exp(gain)), _SIZE // 2) * np.hanning(_SIZE + 1)[:-1]
    return taps.astype(np.float32)


def band_edge(spectrum: FloatArray) -> int:
    """The last bin of a spectrum [BINS] before its band ends, or begins to."""
    last = int(np.flatnonzero(spectrum > spectrum.max() - _BAND_ENDS)[-1])
    if last == BINS - 1:
        return last
    width = round(_CLIFF_HZ / (RATE / 2) * (BINS - 1))
    while last > width and spectrum[last - width] - spectrum[last] > _CLIFF:
        last -= 1
    return max(last - width // 2, 0)


def equalised(samples: FloatArray, taps: FloatArray) -> FloatArray:
    """[N] samples through a symmetric filter, without delay; what lies beyond the ends is taken for silence."""
    size = len(samples) + len(taps)
    filtered = np.fft.irfft(np.fft.rfft(samples, size) * np.fft.rfft(taps, size), size)
    centre = len(taps) // 2
    return filtered[centre : centre + len(samples)].astype(np.float32)


def _averaged(spectrum: FloatArray, width: int) -> FloatArray:
    kernel = np.hanning(width + 2)[1:-1]
    padded = np.pad(spectrum, width // 2, mode="edge")
    averaged: FloatArray = np.convolve(padded, kernel / kernel.sum(), "valid")
    return averaged
