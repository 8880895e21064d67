"""What may be taken out of a reference before a voice is made of it: noise, and the tone of microphone and room.

Both are matters of taste, and cost a little of the likeness to the recording: nothing is done that was not asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engines.audio.colour import BINS, band_edge, equalised, equaliser, long_term_spectrum
from engines.audio.noise_reduction import reduce_noise
from engines.types import FloatArray
from engines.voices.acoustics import levelled
from engines.voices.profile import NOISE_REDUCTION, STUDIO_SOUND
from engines.voices.reference import RATE, Reference

_STUDIO = (
    *((100, -6.0), (141, -2.5), (200, 0.5), (283, 1.5), (400, 0.2), (566, -2.3), (800, -5.7), (1131, -9.5)),
    *((1600, -13.9), (2263, -17.5), (3200, -20.9), (4525, -24.2), (6400, -25.7), (9051, -30.0), (12_000, -33.0)),
)
"""Hz and dB: the mean long-term spectrum of the stock voices; women's and men's differ by 2 dB in it."""
_OCTAVES = 0.5
"""Width of what is compared: the tone of a recording is broad, and what is finer in a spectrum is the voice."""
_NEPERS = np.log(10) / 10
"""Of power, a decibel."""


@dataclass(frozen=True, slots=True)
class Cleaning:
    """What to take out."""

    denoise: bool = False
    """Steady noise: hiss, hum, fans."""
    studio_sound: bool = False
    """The tone of microphone and room: the broad spectrum becomes that of a studio recording."""

    def __bool__(self) -> bool:
        return self.denoise or self.studio_sound

    @property
    def names(self) -> tuple[str, ...]:
        """As a voice remembers it: see `Origin.cleaning`."""
        chosen = {NOISE_REDUCTION: self.denoise, STUDIO_SOUND: self.studio_sound}
        return tuple(name for name, is_chosen in chosen.items() if is_chosen)


def cleaned(reference: Reference, cleaning: Cleaning) -> Reference:
    """The reference with other samples, at the same level; itself if there is nothing to do, or no speech in it."""
    if not cleaning or not reference.usable:
        return reference
    samples = reference.samples
    if cleaning.denoise:
        samples = reduce_noise(samples, RATE)
    if cleaning.studio_sound:
        samples = _in_a_studio(samples)
    return replace(reference, samples=levelled(samples), natural=reference.samples, cleaning=cleaning.names)


def _in_a_studio(samples: FloatArray) -> FloatArray:
    own = long_term_spectrum(samples)
    hertz = np.linspace(0.0, RATE / 2, BINS)
    frequencies, decibels = np.array(_STUDIO).T
    studio = np.interp(np.log2(np.maximum(hertz, 1.0)), np.log2(frequencies), _NEPERS * decibels)
    difference = studio - own
    # What a codec or a lower sample rate took away must not be raised, nor decide about what is below it.
    last = band_edge(own)
    difference[last:] = difference[last]
    wanted = own + _broad(difference, hertz)
    return equalised(samples, equaliser(own, wanted.astype(np.float32)))


def _broad(difference: NDArray[np.float64], hertz: NDArray[np.float64]) -> NDArray[np.float64]:
    """Without what is finer than `_OCTAVES`."""
    octaves = np.log2(np.maximum(hertz, float(_STUDIO[0][0])))
    grid = np.arange(octaves[0], octaves[-1] + 0.1, 0.1)
    even = np.interp(grid, octaves, difference)
    distance = (grid[:, None] - grid) / _OCTAVES
    weights = np.exp(-(distance**2) / 2)
    broad: NDArray[np.float64] = np.interp(octaves, grid, weights @ even / weights.sum(axis=1))
    return broad
