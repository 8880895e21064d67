"""What the generator makes audio from: a prepared segment, and windows of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engines.models.kokoro.source import HarmonicSource
from engines.types import FloatArray


@dataclass(frozen=True, eq=False)
class KokoroSegment:
    """A segment after the front: what the generator needs for any window of it."""

    frames: int
    features: FloatArray
    """[generator_channels, 2T]"""
    source: HarmonicSource
    modulation: FloatArray
    """[2 * generator_channels_total] of the voice, for the generator with its own statistics."""
    affine: tuple[FloatArray, FloatArray] | None = None
    """Scale and shift, [generator_channels_total] each: modulation and statistics folded, for any window."""
    taps: FloatArray | None = None
    """Of the filter that gives the audio the colour of the voice; see `engines.audio.colour`."""
    tilt: FloatArray | None = None
    """[2T] dB; see `Plan.tilt`."""
    whole: FloatArray | None = None
    """[frame_samples * T] the finished audio, of a voice whose statistics are not known."""

    @property
    def nbytes(self) -> int:
        """Memory of its arrays."""
        arrays = (self.features, self.modulation, *(self.affine or ()), self.taps, self.tilt, self.whole)
        size: int = self.source.nbytes + sum(array.nbytes for array in arrays if array is not None)
        return size


class WindowRequest(NamedTuple):
    """Frames [start, end) of a segment."""

    segment: KokoroSegment
    start: int
    end: int
