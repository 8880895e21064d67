"""The voices fitted to the training speakers, on disk: what `fit_speakers.py` hands to `train.py`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.types import FloatArray, IntArray

_PER_FILE = 150
_SETTLED = 0.6
"""Of the median distance: a voice that has hardly left its stock voice was not fitted for long enough."""


@dataclass(frozen=True, eq=False)
class Fits:
    """S speakers."""

    names: tuple[str, ...]
    """Of their clips."""
    near: IntArray
    """[S] index of the stock voice that each began from."""
    speakers: FloatArray
    """[S, 256] embeddings of the recordings."""
    moved: FloatArray
    """[S, M] how far each voice is from its stock voice, in spreads among the stock voices."""
    durations: tuple[IntArray, ...]
    """[L] frames of every symbol in the recording."""

    @property
    def settled(self) -> NDArray[np.bool_]:
        """[S] whose fit is an example to learn from."""
        far = np.sqrt(np.square(self.moved).mean(axis=1))
        return np.asarray(far > _SETTLED * np.median(far[far > 0]))

    def save(self, folder: Path) -> None:
        """Write `speakers-*.npz`, none of them large."""
        folder.mkdir(parents=True, exist_ok=True)
        for part, first in enumerate(range(0, len(self.names), _PER_FILE)):
            chosen = slice(first, first + _PER_FILE)
            pairs = zip(self.names[chosen], self.durations[chosen], strict=True)
            np.savez(
                folder / f"speakers-{part}.npz",
                allow_pickle=False,
                names=np.array(self.names[chosen]),
                near=self.near[chosen],
                speakers=self.speakers[chosen],
                moved=self.moved[chosen].astype(np.float16),
                **{f"durations/{name}": durations.astype(np.int16) for name, durations in pairs},
            )

    @classmethod
    def load(cls, folder: Path) -> Fits:
        """Read what `save` wrote."""
        parts = [np.load(path, allow_pickle=False) for path in sorted(folder.glob("speakers-*.npz"))]
        names = tuple(str(name) for part in parts for name in part["names"])
        found = {key: part[key] for part in parts for key in part.files if key.startswith("durations/")}
        near, speakers, moved = (np.concatenate([part[key] for part in parts]) for key in ("near", "speakers", "moved"))
        durations = tuple(found[f"durations/{name}"].astype(np.int64) for name in names)
        return cls(names, near.astype(np.int64), speakers, moved.astype(np.float32), durations)
