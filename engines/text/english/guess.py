"""Letter-to-sound: how a word that no lexicon has is probably said.

A bidirectional GRU reads the letters; a second GRU walks over them and gives each letter a chunk of zero to three
sounds, knowing the chunks before (trained by `training/train.py` from misaki's lexicons, both dialects in one model).
Plain NumPy: at a few hundred thousand weights a word takes two milliseconds, and nothing has to be compiled or warmed.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.text.english.lexicon import model_symbols

Array = NDArray[np.float32]

WEIGHTS = Path(__file__).resolve().parents[3] / "assets" / "weights" / "english_letters.npz"
LONGEST = 32
"""Letters read at once; the longest words of the lexicons are a little shorter."""
_BEAM = 4
_PRIMARY = "ˈ"


class LetterModel:
    """The trained weights and the beam search over them."""

    def __init__(self, path: Path = WEIGHTS) -> None:
        with np.load(path) as file:
            self._w: dict[str, Array] = {k: file[k].astype(np.float32) for k in file.files if k != "labels"}
            self._labels: list[str] = [str(label) for label in file["labels"]]
        split = self._w["decoder.weight_ih_l0"].shape[1] - self._w["chunks"].shape[1]
        self._from_letters = np.ascontiguousarray(self._w["decoder.weight_ih_l0"][:, :split])
        self._from_chunks = _product(
            self._w["chunks"], np.ascontiguousarray(self._w["decoder.weight_ih_l0"][:, split:])
        )
        self._layers = sum(name.startswith("encoder.weight_hh") for name in self._w) // 2

    def say(self, letters: str, dialect: int) -> str:
        """Symbols of a word of 1 to `LONGEST` letters a to z; dialect 0 is American, 1 British.

        Among the best readings one with a single primary stress is preferred, if there is any.
        """
        readings = self._search(self._encode(letters, dialect))
        return next((symbols for symbols in readings if symbols.count(_PRIMARY) == 1), readings[0])

    def _encode(self, letters: str, dialect: int) -> Array:
        """[letters, 2 * hidden] features of every letter in its word."""
        rows = [ord(letter) - ord("a") for letter in letters]
        x: Array = self._w["letters"][rows] + self._w["dialects"][dialect]
        for layer in range(self._layers):
            ahead = self._scan(x, f"l{layer}")
            back = self._scan(x[::-1], f"l{layer}_reverse")[::-1]
            x = np.concatenate([ahead, back], axis=1)
        return x

    def _scan(self, x: Array, suffix: str) -> Array:
        """One direction of one encoder layer over the whole word."""
        inputs = _product(x, self._w[f"encoder.weight_ih_{suffix}"]) + self._w[f"encoder.bias_ih_{suffix}"]
        weight, bias = self._w[f"encoder.weight_hh_{suffix}"], self._w[f"encoder.bias_hh_{suffix}"]
        states = np.zeros((len(x), weight.shape[1]), np.float32)
        state = np.zeros((1, weight.shape[1]), np.float32)
        for i in range(len(x)):
            state = _gru(inputs[i : i + 1], _product(state, weight) + bias, state)
            states[i] = state[0]
        return states

    def _search(self, features: Array) -> list[str]:
        """The best readings, most likely first."""
        w = self._w
        fixed = _product(features, self._from_letters) + w["decoder.bias_ih_l0"]
        weight, bias = w["decoder.weight_hh_l0"], w["decoder.bias_hh_l0"]
        beams: list[list[int]] = [[]]
        scores = np.zeros(1, np.float32)
        states = np.zeros((1, weight.shape[1]), np.float32)
        for row in fixed:
            previous = self._from_chunks[[beam[-1] + 1 if beam else 0 for beam in beams]]
            states = _gru(row + previous, _product(states, weight) + bias, states)
            logits = _product(states, w["head.weight"]) + w["head.bias"]
            logits -= logits.max(axis=1, keepdims=True)
            logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
            totals = (scores[:, None] + logits).ravel()
            best = np.argsort(-totals)[:_BEAM]
            parents, labels = np.divmod(best, logits.shape[1])
            beams = [[*beams[parent], int(label)] for parent, label in zip(parents, labels, strict=True)]
            scores, states = totals[best], states[parents]
        return ["".join(self._labels[label] for label in beam) for beam in beams]


def _product(rows: Array, weight: Array) -> Array:
    """``rows @ weight.T`` in this thread: a BLAS splits even products this small, and waits longer than it works."""
    result: Array = np.einsum("bj,kj->bk", rows, weight)
    return result


def _gru(inputs: Array, hidden: Array, state: Array) -> Array:
    """The next state of a GRU, from both sides' projections (gates in PyTorch's order: reset, update, new)."""
    size = state.shape[1]
    gates = 1 / (1 + np.exp(-(inputs[:, : 2 * size] + hidden[:, : 2 * size])))
    new = np.tanh(inputs[:, 2 * size :] + gates[:, :size] * hidden[:, 2 * size :])
    update = gates[:, size:]
    result: Array = (1 - update) * new + update * state
    return result


@lru_cache(maxsize=1)
def _model() -> LetterModel:
    return LetterModel()


@lru_cache(maxsize=4096)
def _guess_part(letters: str, dialect: int) -> str:
    return model_symbols(_model().say(letters, dialect))


def guess(letters: str, dialect: int) -> str:
    """How a word of letters a to z is probably said; one longer than `LONGEST` is read in parts."""
    parts = -(-len(letters) // LONGEST)
    size = -(-len(letters) // parts)
    return "".join(_guess_part(letters[i : i + size], dialect) for i in range(0, len(letters), size))
