"""Voices as the stages take them: stock voices from a table of styles by length, profiles from fixed vectors."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Protocol

import numpy as np

from engines.errors import ModelDamagedError
from engines.models.base import VoiceInfo
from engines.models.kokoro.config import NORM_EPSILON, KokoroConfig
from engines.models.kokoro.pitch_map import PitchMap
from engines.models.kokoro.statistics import Statistics, VoiceStatistics
from engines.types import FloatArray
from engines.voices.profile import VoiceProfile

# The first letter of a stock voice's name is its language, the second its gender.
LANGUAGES = {
    "a": "en-us",
    "b": "en-gb",
    "e": "es",
    "f": "fr",
    "h": "hi",
    "i": "it",
    "j": "ja",
    "p": "pt-br",
    "z": "zh",
}
_GENDERS = {"f": "female", "m": "male"}


class Timbre(Protocol):
    """What the stages take of a voice for a segment of so many symbols."""

    def prosody(self, symbols: int) -> FloatArray:
        """[style] of durations, pitch and energy."""
        ...

    def front(self, symbols: int) -> FloatArray:
        """[front_modulation]"""
        ...

    def generator(self, symbols: int) -> FloatArray:
        """[2 * generator_channels_total]"""
        ...

    def arrays(self) -> Iterator[FloatArray]:
        """All that it consists of, besides the pack's own tables."""
        ...


@dataclass(frozen=True, eq=False)
class KokoroVoice:
    """A voice: what the graphs take as inputs."""

    info: VoiceInfo
    timbre: Timbre
    statistics: VoiceStatistics | None
    """None where they are not known: every segment is then normalised by its own, as the network was trained."""
    rate: float = 1.0
    """Multiplies the speaking rate."""
    pitch: PitchMap | None = None
    """What happens to the model's F0; None leaves it."""
    colour: FloatArray | None = None
    """[BINS] the long-term spectrum that the audio is brought to; None leaves it as the network makes it."""

    @cached_property
    def digest(self) -> str:
        """Of all numbers, to the bit; takes about a millisecond, once."""
        statistics = self.statistics
        spoken = (type(self.timbre).__name__, self.rate, self.pitch, statistics is None, self.colour is None)
        content = hashlib.sha256(repr(spoken).encode())
        measured = () if statistics is None else tuple(getattr(statistics, f.name) for f in fields(statistics))
        for array in (*self.timbre.arrays(), *measured, *(() if self.colour is None else (self.colour,))):
            content.update(repr((array.dtype.str, array.shape)).encode())
            content.update(np.ascontiguousarray(array).data)
        return content.hexdigest()


def voice_info(name: str, pack: str) -> VoiceInfo:
    """What a stock voice's name tells, for example `zf_xiaoxiao`."""
    return VoiceInfo(name, LANGUAGES.get(name[0], "en-us"), _GENDERS.get(name[1], "female"), pack)


def read_styles(path: Path, config: KokoroConfig) -> FloatArray:
    """The style table of a published voice file: raw float32 [lengths, 1, 2 * style].

    Raises
    ------
    ModelDamagedError
        If the file does not hold whole rows of finite numbers.
    """
    flat = np.fromfile(path, "<f4")
    if flat.size == 0 or flat.size % (2 * config.style) or not np.isfinite(flat).all():
        raise ModelDamagedError(f"The voice file {path.name} is damaged; install the model pack again.")
    return flat.reshape(-1, 2 * config.style).astype(np.float32)


@dataclass(frozen=True, eq=False)
class ModulationTables:
    """The linear maps from a style to the modulation of every adaptive normalisation of front and generator."""

    front_weight: FloatArray
    front_bias: FloatArray
    generator_weight: FloatArray
    generator_bias: FloatArray

    def front(self, style: FloatArray) -> FloatArray:
        """[front_modulation] from the decoder half of a style."""
        return self.front_weight @ style + self.front_bias

    def generator(self, style: FloatArray) -> FloatArray:
        """[2 * generator_channels_total] from the decoder half of a style."""
        return self.generator_weight @ style + self.generator_bias


@dataclass(frozen=True, eq=False)
class StyleTable:
    """The timbre of a stock voice: a style for every length of segment."""

    styles: FloatArray
    """[lengths, 2 * style]: row n is for a segment of n + 1 symbols; the halves are of the decoder and of prosody."""
    tables: ModulationTables

    def prosody(self, symbols: int) -> FloatArray:
        """See `Timbre`."""
        return self._row(symbols)[self._half :]

    def front(self, symbols: int) -> FloatArray:
        """See `Timbre`."""
        return self.tables.front(self._row(symbols)[: self._half])

    def generator(self, symbols: int) -> FloatArray:
        """See `Timbre`."""
        return self.tables.generator(self._row(symbols)[: self._half])

    def arrays(self) -> Iterator[FloatArray]:
        """See `Timbre`."""
        yield self.styles

    @property
    def _half(self) -> int:
        return int(self.styles.shape[1]) // 2

    def _row(self, symbols: int) -> FloatArray:
        row: FloatArray = self.styles[min(max(symbols - 1, 0), len(self.styles) - 1)]
        return row


@dataclass(frozen=True, eq=False)
class FixedTimbre:
    """The timbre of a profile: the same for segments of any length."""

    profile: VoiceProfile
    front_size: int
    """How much of the profile's modulation is the front's."""

    def prosody(self, symbols: int) -> FloatArray:
        """See `Timbre`."""
        return self.profile.prosody

    def front(self, symbols: int) -> FloatArray:
        """See `Timbre`."""
        return self.profile.modulation[: self.front_size]

    def generator(self, symbols: int) -> FloatArray:
        """See `Timbre`."""
        return self.profile.modulation[self.front_size :]

    def arrays(self) -> Iterator[FloatArray]:
        """See `Timbre`."""
        yield self.profile.modulation
        yield self.profile.prosody


def fold_normalisation(
    modulation: FloatArray, statistics: Statistics, config: KokoroConfig
) -> tuple[FloatArray, FloatArray]:
    """One scale and one shift a channel from modulation (gain less one, shift) and statistics.

    gain * (x - mean) / sqrt(variance + epsilon) + shift == scale * x + folded_shift
    """
    pieces = np.split(modulation, np.cumsum([2 * channels for _, channels in config.generator_norms])[:-1])
    gain = np.concatenate([piece[: len(piece) // 2] for piece in pieces]).astype(np.float64) + 1.0
    shift = np.concatenate([piece[len(piece) // 2 :] for piece in pieces]).astype(np.float64)
    scale = gain / np.sqrt(statistics.variance.astype(np.float64) + NORM_EPSILON)
    return scale.astype(np.float32), (shift - statistics.mean * scale).astype(np.float32)
