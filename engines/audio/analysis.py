"""What is in a sound: its power over time and pitch, for drawings and measurements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engines.types import FloatArray

_BLOCK_FRAMES = 512
_FLOOR = 1e-12


def _go_on() -> None:
    """The check of those who never cancel."""


def mel(pitch: FloatArray | float) -> FloatArray:
    """Pitch in Hz as the ear spaces it; O'Shaughnessy, Speech Communication (1987), page 150."""
    return np.asarray(2595.0 * np.log10(1.0 + np.asarray(pitch) / 700.0), np.float32)


def hertz(mels: FloatArray) -> FloatArray:
    """The inverse of `mel`."""
    return np.asarray(700.0 * (10.0 ** (np.asarray(mels) / 2595.0) - 1.0), np.float32)


def band_centres(rate: int, bands: int) -> FloatArray:
    """Hz [bands]: equally spaced in mel, the first above zero and the last below half the sample rate."""
    return _band_edges(rate, bands)[1:-1]


def _band_edges(rate: int, bands: int) -> FloatArray:
    """Hz [bands + 2]: every band reaches from the centre before its own to the one after it."""
    return hertz(np.linspace(0.0, float(mel(rate / 2)), bands + 2, dtype=np.float32))


def mel_filters(rate: int, size: int, bands: int) -> FloatArray:
    """Weights [size // 2 + 1, bands] of overlapping triangles over the bins of a transform of `size` samples."""
    step = rate / size
    bins = np.arange(size // 2 + 1, dtype=np.float32)[:, None] * step
    edges = _band_edges(rate, bands)
    centres = edges[1:-1]
    # At least one bin wide, or a low band would hear nothing.
    low = np.minimum(edges[:-2], centres - step)
    high = np.maximum(edges[2:], centres + step)
    rising = (bins - low) / (centres - low)
    falling = (high - bins) / (high - centres)
    weights: FloatArray = np.maximum(0.0, np.minimum(rising, falling)).astype(np.float32)
    return weights


def log_mel(
    samples: FloatArray,
    rate: int,
    *,
    bands: int = 80,
    hop: float = 0.005,
    window: float = 0.025,
    check: Callable[[], None] = _go_on,
) -> FloatArray:
    """Level of every mel band over time.

    Parameters
    ----------
    samples
        [N] mono.
    rate
        Hz.
    hop, window
        Seconds between frames, and that each looks at (Hann).
    check
        Called every few milliseconds; may raise to give up.

    Returns
    -------
    [frames, bands] in dB; frame t is centred on second (t + 1/2) * hop, and a sine of full scale is near 0 dB. The
    lowest value is -120 dB.
    """
    step = max(1, round(hop * rate))
    length = max(2, round(window * rate))
    size = 1 << (length - 1).bit_length()
    frames = -(-len(samples) // step)
    shape = np.hanning(length + 1)[:-1].astype(np.float32)
    shape *= 2.0 / shape.sum()
    filters = mel_filters(rate, size, bands)
    before = (length - step) // 2
    levels = np.empty((frames, bands), np.float32)
    for first in range(0, frames, _BLOCK_FRAMES):
        check()
        count = min(_BLOCK_FRAMES, frames - first)
        part = _stretch(samples, first * step - before, (count - 1) * step + length)
        pieces = np.lib.stride_tricks.sliding_window_view(part, length)[::step]
        power = np.abs(np.fft.rfft(pieces * shape, size)) ** 2
        heard = power.astype(np.float32) @ filters
        levels[first : first + count] = 10.0 * np.log10(np.maximum(heard, _FLOOR))
    return levels


def centred_power(
    samples: FloatArray, size: int, window: int, hop: int, edges: Literal["constant", "reflect"] = "constant"
) -> NDArray[np.float64]:
    """Power [N // hop + 1, size // 2 + 1] of frames around every `hop`-th of [N] samples.

    Parameters
    ----------
    size, window
        Of the transform, and of the periodic Hann window in the middle of it.
    edges
        What is heard beyond the ends: silence, or the sound mirrored.
    """
    shape = np.zeros(size)
    edge = (size - window) // 2
    shape[edge : edge + window] = np.hanning(window + 1)[:-1]
    padded = np.pad(samples, size // 2, mode=edges)
    pieces = np.lib.stride_tricks.sliding_window_view(padded, size)[::hop][: len(samples) // hop + 1]
    power: NDArray[np.float64] = np.abs(np.fft.rfft(pieces * shape)) ** 2
    return power


def _stretch(samples: FloatArray, start: int, length: int) -> FloatArray:
    """[length] samples from `start`, zero outside the sound."""
    inside = samples[max(0, start) : max(0, start + length)]
    left = max(0, -start)
    return np.pad(inside, (left, length - left - len(inside)))
