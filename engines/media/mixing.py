"""Speech over the original sound: the original is lowered while somebody speaks, and comes back in between."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from engines.types import FloatArray

ATTACK = 0.12
"""Seconds that lowering takes; it is done when the speech begins."""
RELEASE = 0.4
"""Seconds that coming back takes, from the end of the speech on."""
SHORTEST_GAP = 0.7
"""Seconds between two stretches of speech under which the original stays low: it would only pump."""


class Original(Enum):
    """What becomes of the sound of the video."""

    KEEP = "keep"
    DUCK = "duck"
    """Lowered under speech."""
    MUTE = "mute"
    """Not heard at all."""


@dataclass(frozen=True, slots=True)
class Mixing:
    """How much of the original is heard."""

    original: Original = Original.DUCK
    lowered: float = 15.0
    """dB by which it is lowered under speech."""


def stretches(speech: Iterable[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """Speech from start to end, seconds: in order, with those joined that overlap or hardly part."""
    joined: list[tuple[float, float]] = []
    for start, end in sorted(speech):
        if joined and start - joined[-1][1] < SHORTEST_GAP:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return tuple(joined)


def gain(mixing: Mixing, speech: Sequence[tuple[float, float]], start: int, count: int, rate: int) -> FloatArray:
    """The factor [count] of the original, from a sample on.

    Parameters
    ----------
    speech
        As `stretches` gives it.
    start
        Sample in the file.
    """
    if mixing.original is not Original.DUCK:
        return np.full(count, float(mixing.original is Original.KEEP), np.float32)
    depth = np.zeros(count, np.float32)
    """0 where the original is as it is, 1 where it is at its lowest."""
    for begin, end in speech:
        first, last = (begin - ATTACK) * rate - start, (end + RELEASE) * rate - start
        if last <= 0 or first >= count:
            continue
        low, high = max(0, int(first)), min(count, int(last) + 1)
        at = (np.arange(low, high) + start) / rate
        edge = np.minimum((at - (begin - ATTACK)) / ATTACK, ((end + RELEASE) - at) / RELEASE)
        np.maximum(depth[low:high], np.clip(edge, 0.0, 1.0), out=depth[low:high])
    # Even in decibel, which the ear takes for a steady change.
    factor: FloatArray = np.float32(10.0 ** (-mixing.lowered / 20.0)) ** depth
    return factor
