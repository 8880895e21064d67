"""The spectrogram of a take: computed once, away from the GUI thread, and drawn at the resolution of the screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF

from engines.audio.analysis import log_mel
from engines.types import FloatArray
from studio.windows import theme

BANDS = 80
QUIETEST, LOUDEST = -90.0, -15.0
"""dB of the ends of the colour scale: from under the noise of a good room to a loud vowel."""
_MOST_FRAMES = 60_000
_SHORTEST_HOP = 0.005
_RANGE = LOUDEST - QUIETEST


@dataclass(frozen=True, slots=True, eq=False)
class Spectrogram:
    """Levels over time and pitch, as steps of the colour scale."""

    levels: NDArray[np.uint8]
    """[frames, bands], low bands first."""
    hop: float
    """Seconds a frame."""

    def columns(self, start: float, end: float, count: int) -> tuple[NDArray[np.uint8], float, float]:
        """The loudest level in each of at most `count` parts of a stretch of time.

        Returns
        -------
        [columns, bands], and the seconds at which the first begins and the last ends.
        """
        first = max(0, int(start / self.hop))
        last = min(len(self.levels), int(np.ceil(end / self.hop)))
        if last <= first:
            return self.levels[:0], start, start
        part = self.levels[first:last]
        if len(part) > count:
            part = np.maximum.reduceat(part, np.linspace(0, len(part), count, endpoint=False).astype(np.int64))
        return part, first * self.hop, last * self.hop


def spectrogram(samples: FloatArray, rate: int, check: Callable[[], None]) -> Spectrogram:
    """Analyse [N] samples; `check` may raise to give up."""
    hop = max(_SHORTEST_HOP, len(samples) / rate / _MOST_FRAMES)
    hop = max(1, round(hop * rate)) / rate
    levels = log_mel(samples, rate, bands=BANDS, hop=hop, check=check)
    steps = np.clip((levels - QUIETEST) * (255 / _RANGE), 0, 255)
    return Spectrogram(steps.astype(np.uint8), hop)


def colours() -> NDArray[np.uint8]:
    """[256, 4] of the colour scale: silence is near the background of the theme, in light as in dark."""
    # Both are perceptually even; the one goes from black to white, the other from white to blue.
    name = "magma" if theme.is_dark() else "CET-L17"
    return np.asarray(pg.colormap.get(name).getLookupTable(nPts=256, alpha=True), np.uint8)


class SpectrogramItem(pg.ImageItem):  # type: ignore[misc] # pyqtgraph has no types
    """Draws the part of a spectrogram that is in view, between two heights of the plot."""

    def __init__(self, bottom: float, top: float) -> None:
        super().__init__(axisOrder="col-major")
        self._bottom, self._height = bottom, top - bottom
        self._spectrogram: Spectrogram | None = None
        self._view: tuple[float, float, int] | None = None
        self.setAutoDownsample(False)
        self.refresh_colours()

    def refresh_colours(self) -> None:
        """Take those of the present theme."""
        self.setLookupTable(colours())

    def set_spectrogram(self, value: Spectrogram | None) -> None:
        """Show another, or none."""
        if value is not self._spectrogram:
            self._spectrogram = value
            self._view = None
            self.clear()

    def show_range(self, start: float, end: float, columns: int) -> None:
        """Draw what lies between two seconds, in at most so many columns."""
        view = (start, end, columns)
        if self._spectrogram is None or view == self._view or columns < 1:
            return
        self._view = view
        image, left, right = self._spectrogram.columns(start, end, columns)
        if not len(image):
            self.clear()
            return
        self.setImage(image, levels=(0, 255), autoLevels=False)
        self.setRect(QRectF(left, self._bottom, right - left, self._height))
