"""A voice sought by how it will sound: analysis by synthesis, with a network in place of the synthesiser.

After Bell et al. 1961 ("Reduction of speech spectra by analysis-by-synthesis techniques"). What the synthesiser makes
of the coefficients of a voice was learnt from what it says with coefficients without number
(`engines.voices.training.foretell`), and needs no recordings. So the search goes beyond what an encoder learns from a
few hundred speakers, and takes a fifth of a second where to hear the synthesiser itself would take minutes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from engines.types import FloatArray
from engines.voices.profile import PitchRange

if TYPE_CHECKING:
    from torch import Tensor

EMBEDDING = 256
USUAL_PITCH = PitchRange(5.0, 0.2)
"""Of whom no pitch was heard."""
_MIDDLE_LOG_HZ, _HALF_LOG_HZ, _SPREAD_SHARE = 5.0, 0.35, 0.2
_COLOUR = 0.3
"""Weight of the long-term spectrum, against the cosine of the embeddings."""
_PULL = 0.1
"""And of the mean square distance from where the search began."""
_SLIGHT = 0.02
"""A difference of the spectra below which it counts by its square, so that there is one best voice."""
_STEPS = 150
_RATE = 0.06
_FIRST, _SECOND, _TINY = 0.9, 0.98, 1e-8

Slope = Callable[[FloatArray], FloatArray]
T = TypeVar("T", float, "Tensor")


class Sound(NamedTuple):
    """How somebody sounds, whatever they say."""

    embedding: FloatArray
    """[256] of length one: whose voice it is."""
    long_term: FloatArray
    """[160] mean and spread of the mel levels."""
    pitch: PitchRange | None


@dataclass(frozen=True, eq=False)
class SoundModel:
    """How a voice sounds, by its K coefficients and its pitch: the mean of perceptrons with two residual layers.

    Parameters
    ----------
    weights
        Of N perceptrons: `a` [N, H, K + 2], `b` and `c` [N, H, H], `out` [N, 416, H], each with its `…_bias` [N, …];
        and `mean` and `scale` [416].
    """

    weights: dict[str, FloatArray]

    @classmethod
    def load(cls, path: Path) -> SoundModel:
        """Read a file of `engines.voices.training.foretell`."""
        with np.load(path, allow_pickle=False) as stored:
            return cls({name: stored[name].astype(np.float32) for name in stored.files})

    def foretell(self, coefficients: FloatArray, pitch: PitchRange | None) -> tuple[FloatArray, Slope]:
        """[416] embedding, of any length, and long-term spectrum; and what turns slopes by them into those by [K]."""
        w, known = self.weights, pitch or USUAL_PITCH
        given = np.concatenate([coefficients, placed(known.mean_log_hz, known.spread_log_hz)]).astype(np.float32)
        first, first_slope = _silu(_times(w["a"], np.broadcast_to(given, (len(w["a"]), len(given)))) + w["a_bias"])
        step, second_slope = _silu(_times(w["b"], first) + w["b_bias"])
        second = first + step
        step, third_slope = _silu(_times(w["c"], second) + w["c_bias"])
        made = (_times(w["out"], second + step) + w["out_bias"]).mean(0) * w["scale"] + w["mean"]

        def back(slopes: FloatArray) -> FloatArray:
            s: FloatArray = np.einsum("nij,i->nj", w["out"], slopes * w["scale"] / len(w["out"]))
            s = s + _back(w["c"], s * third_slope)
            s = s + _back(w["b"], s * second_slope)
            by_given: FloatArray = _back(w["a"], s * first_slope).sum(0)
            return by_given[: len(coefficients)]

        return made, back


def placed(mean_log_hz: T, spread_log_hz: T) -> tuple[T, T]:
    """A pitch as the model is given it."""
    return (mean_log_hz - _MIDDLE_LOG_HZ) / _HALF_LOG_HZ, spread_log_hz / _SPREAD_SHARE


def seek(model: SoundModel, start: FloatArray, wanted: Sound) -> FloatArray:
    """Coefficients [K] near `start` that are foretold to sound as wanted, by Adam (Kingma & Ba 2015)."""
    found = start.astype(np.float32)
    mean, square = np.zeros_like(found), np.zeros_like(found)
    for step in range(1, _STEPS + 1):
        slope = _slope(model, found, start, wanted)
        mean += (1 - _FIRST) * (slope - mean)
        square += (1 - _SECOND) * (slope * slope - square)
        length = np.sqrt(square / (1 - _SECOND**step)) + _TINY
        found = found - _RATE * (1 - step / (_STEPS + 1)) * mean / (1 - _FIRST**step) / length
    return found


def _slope(model: SoundModel, found: FloatArray, start: FloatArray, wanted: Sound) -> FloatArray:
    """[K] of one less the cosine, the distance of the spectra and that from the start, all weighted."""
    made, back = model.foretell(found, wanted.pitch)
    embedding, long_term = made[:EMBEDDING], made[EMBEDDING:]
    length = float(np.linalg.norm(embedding)) + _TINY
    cosine = float(embedding @ wanted.embedding) / length
    by_embedding = cosine * embedding / length**2 - wanted.embedding / length
    off = long_term - wanted.long_term
    by_long_term = _COLOUR * off / np.sqrt(off * off + _SLIGHT**2) / len(long_term)
    pull = 2 * _PULL * (found - start) / len(found)
    return back(np.concatenate([by_embedding, by_long_term]).astype(np.float32)) + pull.astype(np.float32)


def _silu(x: FloatArray) -> tuple[FloatArray, FloatArray]:
    """x times its logistic, and the slope of that."""
    share: FloatArray = (1 / (1 + np.exp(-x))).astype(np.float32)
    return x * share, share * (1 + x * (1 - share))


def _times(matrices: FloatArray, vectors: FloatArray) -> FloatArray:
    # Not BLAS: of matrices so small, its threads take a hundred times as long when the machine is busy.
    made: FloatArray = np.einsum("nij,nj->ni", matrices, vectors)
    return made


def _back(matrices: FloatArray, vectors: FloatArray) -> FloatArray:
    made: FloatArray = np.einsum("nij,ni->nj", matrices, vectors)
    return made
