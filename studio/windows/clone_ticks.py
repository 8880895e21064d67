"""Round numbers along an axis of a small drawing."""

from __future__ import annotations

import math


def tick_step(span: float, most: int, *, least: float = 0.0) -> float:
    """The smallest of 1, 2, 5, 10, 20, … (or 0.1, 0.2, 0.5, …) of which no more than `most` fit into a span.

    Parameters
    ----------
    least
        No smaller than this.
    """
    wanted = max(span / max(most, 1), least)
    if wanted <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(wanted) + 1e-9)
    return next((power * factor for factor in (1, 2, 5) if power * factor >= wanted * (1 - 1e-9)), power * 10)


def ticks(low: float, high: float, step: float) -> list[float]:
    """All multiples of `step` from `low` to `high`."""
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)]


def places(step: float) -> int:
    """Digits after the point that multiples of `step` need."""
    return max(0, math.ceil(-math.log10(step) - 1e-6))
