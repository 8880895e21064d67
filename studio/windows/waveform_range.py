"""Which part of a sound is in view: a frozen value, and how zooming and scrolling change it."""

from __future__ import annotations

from dataclasses import dataclass, replace

SHORTEST = 0.02
"""Seconds in view at the closest zoom."""


@dataclass(frozen=True, slots=True)
class TimeRange:
    """A stretch of time in a sound."""

    duration: float
    """Seconds of the sound."""
    start: float = 0.0
    span: float = 0.0
    """Seconds in view; 0 is all of it."""

    @property
    def width(self) -> float:
        """Seconds in view."""
        return self.span or max(self.duration, SHORTEST)

    @property
    def end(self) -> float:
        """Where the view ends."""
        return self.start + self.width

    def fit(self) -> TimeRange:
        """All of it in view."""
        return TimeRange(self.duration)

    def lasting(self, duration: float) -> TimeRange:
        """The sound has another length now; a view of all of it stays one."""
        return replace(self, duration=duration)._kept_inside()

    def zoomed(self, factor: float, anchor: float) -> TimeRange:
        """Show `factor` times as much, and keep the second `anchor` where it is."""
        span = max(SHORTEST, self.width * factor)
        if span >= self.duration:
            return self.fit()
        share = (anchor - self.start) / self.width
        return TimeRange(self.duration, anchor - share * span, span)._kept_inside()

    def moved_to(self, start: float) -> TimeRange:
        """Begin the view there."""
        return replace(self, start=start)._kept_inside()

    def showing(self, seconds: float) -> TimeRange:
        """The same, or turned like a page so that a position comes into view."""
        if self.start <= seconds <= self.end:
            return self
        return self.moved_to(seconds - 0.05 * self.width)

    def _kept_inside(self) -> TimeRange:
        if not self.span or self.span >= self.duration:
            return self.fit()
        return replace(self, start=min(max(0.0, self.start), self.duration - self.span))
