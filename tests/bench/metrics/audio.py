"""Measures of audio: closeness of two renderings, steps at joins, and a predicted opinion score."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import NamedTuple

import numpy as np
import onnxruntime as ort
import soxr
from numpy.typing import NDArray

from engines.types import FloatArray

_SEAM_SECONDS = 0.05
_INAUDIBLE_STEP = 1e-4
"""-80 dB of full scale: digital silence has no larger step to compare with."""
_MOS_RATE = 16000
_MOS_SECONDS = 9.01
_MOS_CURVES = (
    (-0.08397278, 1.22083953, 0.0052439),
    (-0.13166888, 1.60915514, -0.39604546),
    (-0.06766283, 1.11546468, 0.04602535),
)


def snr(reference: FloatArray, other: FloatArray) -> float:
    """Signal-to-noise ratio of [N] samples against a reference of the same length, dB."""
    error = float(np.sum((reference.astype(np.float64) - other) ** 2))
    return 10 * float(np.log10(np.sum(reference.astype(np.float64) ** 2) / max(error, 1e-30)))


def log_spectral_distance(reference: FloatArray, other: FloatArray, size: int = 1024, hop: int = 256) -> float:
    """Mean over frames of the RMS difference of two power spectra in dB.

    Hann windows of `size` samples every `hop`; bins more than 70 dB under the reference's strongest count as equal.
    """
    first, second = (_power(audio, size, hop) for audio in (reference, other))
    floor = 1e-7 * first.max()
    difference = 10 * np.log10((first + floor) / (second + floor))
    return float(np.sqrt((difference**2).mean(axis=1)).mean())


def seam(samples: FloatArray, join: int, sample_rate: int) -> float:
    """The sample step at a join over the largest other step within 50 ms; over 1 it may be heard as a click.

    Steps under -80 dB of full scale count as nothing.
    """
    reach = int(_SEAM_SECONDS * sample_rate)
    step = abs(float(samples[join]) - float(samples[join - 1]))
    if step < _INAUDIBLE_STEP:
        return 0.0
    around = np.abs(np.diff(samples[max(0, join - reach) : join + reach]))
    around[join - 1 - max(0, join - reach)] = 0.0
    return step / max(float(around.max()), _INAUDIBLE_STEP)


class Opinion(NamedTuple):
    """Predicted opinion scores, 1 to 5."""

    signal: float
    background: float
    overall: float


def opinion(samples: FloatArray, sample_rate: int) -> Opinion:
    """Quality as predicted by DNSMOS P.835 (Reddy et al., 2022), its graph and constants.

    Windows of 9.01 s every second; shorter audio is repeated, as in the reference implementation.
    """
    audio = soxr.resample(samples, sample_rate, _MOS_RATE).astype(np.float32).clip(-1, 1)
    size = int(_MOS_SECONDS * _MOS_RATE)
    while len(audio) < size:
        audio = np.concatenate([audio, audio])
    session = _dnsmos()
    starts = range(0, len(audio) - size + 1, _MOS_RATE)
    raw = np.stack([session.run(None, {"input_1": audio[None, s : s + size]})[0][0] for s in starts])
    return Opinion(*(float(np.polyval(curve, raw[:, i]).mean()) for i, curve in enumerate(_MOS_CURVES)))


def opinion_score(samples: FloatArray, sample_rate: int) -> float:
    """The overall quality of `opinion`."""
    return opinion(samples, sample_rate).overall


def _power(audio: FloatArray, size: int, hop: int) -> NDArray[np.float64]:
    padded = np.pad(audio.astype(np.float64), (0, max(0, size - len(audio))))
    frames = np.lib.stride_tricks.sliding_window_view(padded, size)[::hop] * np.hanning(size)
    power: NDArray[np.float64] = np.abs(np.fft.rfft(frames, axis=1)) ** 2
    return power


@cache
def _dnsmos() -> ort.InferenceSession:
    graph = resources.files("speechmos") / "dnsmos_models" / "sig_bak_ovr.onnx"
    return ort.InferenceSession(graph.read_bytes(), providers=["CPUExecutionProvider"])
