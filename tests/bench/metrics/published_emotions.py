"""In which direction emotions move what is measured, as published, and whether something that was measured does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

INTENSITIES = (0.3, 0.6, 1.0)
BASE = ("pitch", "range", "rate", "energy")

UP, DOWN, OPEN = 1, -1, 0
PUBLISHED: Mapping[str, tuple[int, int, int, int]] = {
    # Mean and range of F0, rate, level; `OPEN` where the sources of `engines.prosody.correlates` differ or are silent.
    "happy": (UP, UP, UP, UP),
    "angry": (UP, UP, UP, UP),
    "sad": (DOWN, DOWN, DOWN, DOWN),
    "afraid": (UP, OPEN, UP, OPEN),
    "disgusted": (DOWN, OPEN, DOWN, DOWN),
    "melancholic": (DOWN, DOWN, DOWN, DOWN),
    "surprised": (UP, UP, OPEN, UP),
    "calm": (DOWN, DOWN, DOWN, DOWN),
    # Not feelings: what their descriptions promise.
    "excited": (UP, UP, UP, UP),
    "tired": (DOWN, DOWN, DOWN, DOWN),
    "gentle": (OPEN, OPEN, DOWN, DOWN),
    "storytelling": (OPEN, UP, DOWN, OPEN),
    "news": (DOWN, OPEN, UP, UP),
}


def is_graded(means: Sequence[float], wanted: int) -> bool:
    """Whether changes at rising intensities go further and further in a direction, if that is known."""
    return wanted == OPEN or all(step * wanted > 0 for step in np.diff([0.0, *means]))
