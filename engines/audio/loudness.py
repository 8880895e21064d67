"""How loud a sound is: loudness by ITU-R BS.1770-4, true peak, and RMS; for audio of any length, in pieces.

BS.1770 gives its K-weighting as two second-order filters for 48 kHz. The parameters behind them (a high shelf and a
high pass) are those that reproduce its tables, and the bilinear transform gives the same filters for other rates. They
are applied as one finite filter of 0.3 s, in blocks by FFT: nothing is left of an impulse after that time.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engines.audio.resample import Resampler
from engines.types import FloatArray

SILENCE = -70.0
"""LUFS; the absolute gate of BS.1770: what is quieter is no programme."""
OVERSAMPLING = 4
"""BS.1770-4, annex 2: true peaks are found at four times the sample rate."""

_RELATIVE_GATE = -10.0
_OFFSET = -0.691
_STEPS_A_BLOCK = 4
_STEP_SECONDS = 0.1
"""Gating blocks last 0.4 s and begin every 0.1 s."""
_TAPS_SECONDS = 0.3
_TRANSFORM = 1 << 16

_SHELF_HZ, _SHELF_DB, _SHELF_Q = 1681.974450955533, 3.999843853973347, 0.7071752369554196
_PASS_HZ, _PASS_Q = 38.13547087602444, 0.5003270373238773


def decibel(ratio: float) -> float:
    """An amplitude against full scale, dB; minus infinity for nothing."""
    return 20.0 * math.log10(ratio) if ratio > 0.0 else -math.inf


def amplitude(level: float) -> float:
    """The inverse of `decibel`."""
    return float(10.0 ** (level / 20.0))


class LoudnessMeter:
    """Measures mono audio that arrives in pieces.

    Parameters
    ----------
    rate
        Hz; a multiple of 10.
    channels
        On how many channels of the file the same sound is: BS.1770 sums their power, so two are 3.01 LU louder.
    """

    def __init__(self, rate: int, channels: int = 1) -> None:
        self._rate = rate
        self._channels = channels
        self._step = round(rate * _STEP_SECONDS)
        taps = _k_weighting(rate)
        self._spectrum = np.fft.rfft(taps, _TRANSFORM)
        self._past: FloatArray = np.zeros(len(taps) - 1, np.float32)
        self._hop = (_TRANSFORM - len(self._past)) // self._step * self._step
        self._waiting: list[FloatArray] = []
        self._held = 0
        self._steps: list[NDArray[np.float64]] = []
        self._rest = 0.0
        self._squares = 0.0
        self._frames = 0

    def push(self, samples: FloatArray) -> None:
        """Take [N] samples."""
        self._squares += float(np.dot(samples, samples.astype(np.float64)))
        self._frames += len(samples)
        self._waiting.append(samples)
        self._held += len(samples)
        if self._held >= self._hop:
            held = np.concatenate(self._waiting)
            whole = self._held // self._hop * self._hop
            for start in range(0, whole, self._hop):
                self._weigh(held[start : start + self._hop])
            self._waiting, self._held = [held[whole:]], self._held - whole

    @property
    def seconds(self) -> float:
        """How much has been measured."""
        return self._frames / self._rate

    @property
    def rms(self) -> float:
        """Of a channel without weighting, silence included; dBFS, 0 for a square wave of full scale."""
        return decibel(math.sqrt(self._squares / self._frames)) if self._frames else -math.inf

    def finish(self) -> None:
        """End the audio; to be called once before loudness is asked for."""
        if self._held:
            self._weigh(np.concatenate(self._waiting))
        self._waiting, self._held = [], 0

    @property
    def integrated(self) -> float:
        """Gated loudness of all, LUFS; minus infinity when no block of 0.4 s is above the gate."""
        blocks = self._blocks()
        loud = blocks[blocks > _power(SILENCE)]
        if not len(loud):
            return -math.inf
        gate = float(loud.mean()) * 10.0 ** (_RELATIVE_GATE / 10.0)
        return _loudness(float(loud[loud > gate].mean()))

    @property
    def ungated(self) -> float:
        """Loudness of all that was measured, LUFS, as if nothing shorter than a gating block could be heard."""
        total = sum(float(step.sum()) for step in self._steps) * self._step + self._rest
        return _loudness(self._channels * total / max(self._frames, _STEPS_A_BLOCK * self._step, 1))

    def _weigh(self, samples: FloatArray) -> None:
        joined = np.concatenate([self._past, samples])
        heard = np.fft.irfft(np.fft.rfft(joined, _TRANSFORM) * self._spectrum, _TRANSFORM)
        power = heard[len(self._past) : len(joined)] ** 2
        self._past = joined[len(joined) - len(self._past) :]
        whole = len(power) // self._step * self._step
        self._steps.append(power[:whole].reshape(-1, self._step).mean(1))
        self._rest += float(power[whole:].sum())

    def _blocks(self) -> NDArray[np.float64]:
        """Mean power of every gating block, summed over the channels."""
        steps = np.concatenate([*self._steps, np.zeros(0)]) * self._channels
        if len(steps) < _STEPS_A_BLOCK:
            return np.zeros(0)
        blocks: NDArray[np.float64] = np.lib.stride_tricks.sliding_window_view(steps, _STEPS_A_BLOCK).mean(1)
        return blocks


class PeakMeter:
    """Finds the true peak of mono audio that arrives in pieces, by BS.1770-4, annex 2.

    Parameters
    ----------
    rate
        Hz.
    """

    def __init__(self, rate: int) -> None:
        self._resampler = Resampler(rate, OVERSAMPLING * rate)
        self._peak = 0.0

    def push(self, samples: FloatArray) -> None:
        """Take [N] samples."""
        self._see(samples)
        self._see(self._resampler.push(samples))

    def finish(self) -> None:
        """End the audio; to be called once before the peak is asked for."""
        self._see(self._resampler.flush())

    @property
    def true_peak(self) -> float:
        """dBTP."""
        return decibel(self._peak)

    def _see(self, samples: FloatArray) -> None:
        self._peak = max(self._peak, float(np.abs(samples).max(initial=0.0)))


def loudness(samples: FloatArray, rate: int, channels: int = 1) -> float:
    """Integrated loudness of [N] mono samples, LUFS; see `LoudnessMeter`."""
    meter = LoudnessMeter(rate, channels)
    meter.push(samples)
    meter.finish()
    return meter.integrated


def true_peak(samples: FloatArray, rate: int) -> float:
    """True peak of [N] samples, dBTP."""
    meter = PeakMeter(rate)
    meter.push(samples)
    meter.finish()
    return meter.true_peak


def _loudness(power: float) -> float:
    return _OFFSET + 10.0 * math.log10(power) if power > 0.0 else -math.inf


def _power(level: float) -> float:
    return float(10.0 ** ((level - _OFFSET) / 10.0))


@lru_cache
def _k_weighting(rate: int) -> FloatArray:
    """Impulse response of both filters, the first 0.3 s of it."""
    size = 1 << 17
    z = np.exp(-2j * np.pi * np.arange(size // 2 + 1) / size)  # one sample of delay

    k = math.tan(math.pi * _SHELF_HZ / rate)
    high = 10.0 ** (_SHELF_DB / 20.0)
    band = high**0.4996667741545416
    shelf = _biquad(
        z,
        (high + band * k / _SHELF_Q + k * k, 2.0 * (k * k - high), high - band * k / _SHELF_Q + k * k),
        (1.0 + k / _SHELF_Q + k * k, 2.0 * (k * k - 1.0), 1.0 - k / _SHELF_Q + k * k),
    )
    k = math.tan(math.pi * _PASS_HZ / rate)
    norm = 1.0 + k / _PASS_Q + k * k
    high_pass = _biquad(z, (norm, -2.0 * norm, norm), (norm, 2.0 * (k * k - 1.0), 1.0 - k / _PASS_Q + k * k))
    response = np.fft.irfft(shelf * high_pass, size)
    return response[: round(_TAPS_SECONDS * rate)].astype(np.float32)


def _biquad(
    z: NDArray[np.complex128], above: tuple[float, float, float], below: tuple[float, float, float]
) -> NDArray[np.complex128]:
    numerator = above[0] + above[1] * z + above[2] * z * z
    return numerator / (below[0] + below[1] * z + below[2] * z * z)
