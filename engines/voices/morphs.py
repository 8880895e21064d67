"""Sliders that change a voice along what differs between the stock voices.

How a modulation changes with an attribute is found by least squares over the stock voices, all attributes and the
language together, so that each direction is what goes with one attribute while the others stay. This is the change to
be expected of a voice of which no more is known than the attribute; directions that merely decode the attribute best
would leave the region where voices are (Haufe et al. 2014 on patterns and filters). Modulations of stock voices are
linear in 128 numbers, so the directions are computed when they are needed, from the installed pack and a small table:
what `engines.voices.training.attributes` measured, with all voices saying the same at one pitch.

What each slider was found from
-------------------------------
pitch
    Nothing: it moves the mean of F0 by up to 5 semitones.
size
    Women and men among the stock voices: at its end it adds the whole difference between their average timbres at the
    same pitch, which is for the most part that of a larger vocal tract: it lowers the four formants of a woman's voice
    by 13 % alike, and raises those of a man's by 15 % and more.
brightness
    Slope of their spectra: up is brighter.
clarity
    Prominence of their cepstral peak: up is clearer, down breathier or rougher.
age
    Not the stock voices, whose ages nobody knows. A mixture after listening studies: slower speech is heard as older,
    and pitch is hardly a cue (Harnsberger et al. 2008, Skoog Waller et al. 2015); so are lower formants (Linville and
    Fisher 1985) and less regular voices (Brückl and Sendlmeier 2003). It hints at age; it makes no young voice old.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from engines.errors import TimbreError
from engines.types import FloatArray
from engines.voices.profile import FASTEST_RATE, SLOWEST_RATE, VoiceProfile

TABLE = Path(__file__).resolve().parents[2] / "assets" / "weights" / "stock_voices.tsv"
"""Attributes of the stock voices."""
SLIDERS = ("pitch", "size", "brightness", "clarity", "age")

_TIMBRES = ("size", "brightness", "clarity")
_REACH = {"size": 2.0, "brightness": 1.5, "clarity": 1.5}
"""Standard deviations among the stock voices that a slider moves at its end; half of them are men, so that two are the
whole difference."""
_PITCH_REACH = 5 * math.log(2) / 12
_AGED = {"size": 0.3, "clarity": -0.6}
"""What one of age moves of the other sliders."""
_AGED_RATE = 0.86
_RIDGE = 0.05
"""Share of the attributes' own variance added to it: with fifty voices, attributes that go together are told apart only
roughly."""


class MorphError(TimbreError):
    """A voice cannot be changed in this way."""


class Attributes(NamedTuple):
    """What is known of a stock voice; the units are those of `engines.voices.training.attributes`."""

    language: str
    gender: str
    brightness: float
    clarity: float

    def value(self, slider: str) -> float:
        """Where the voice stands on the scale of a slider."""
        if slider == "size":
            return float(self.gender == "male")
        return self.brightness if slider == "brightness" else self.clarity


@dataclass(frozen=True, eq=False)
class Morphs:
    """Directions in the space of modulations.

    Attributes
    ----------
    directions
        [modulation] of each of `size`, `brightness` and `clarity`: what its slider adds at its upper end.
    """

    directions: Mapping[str, FloatArray]

    @classmethod
    def find(cls, modulations: Mapping[str, FloatArray], attributes: Mapping[str, Attributes] | None = None) -> Morphs:
        """Find the directions from the stock voices.

        Parameters
        ----------
        modulations
            [modulation] of the stock voices by name; see `KokoroModel.stock_modulations`.
        attributes
            By voice; those of the voices of Kokoro v1.0 by default. Voices without are left out.

        Raises
        ------
        MorphError
            If fewer than ten voices have attributes: they say nothing.
        """
        table = attributes if attributes is not None else read_attributes()
        names = [name for name in modulations if name in table]
        if len(names) < 10:
            raise MorphError(
                "The sliders need the stock voices that they were found from: run `timbre models install kokoro-v1.0`."
            )
        values = np.array([[table[name].value(key) for key in _TIMBRES] for name in names])
        values = (values - values.mean(0)) / values.std(0)
        languages = sorted({table[name].language for name in names})
        spoken = np.array([[float(table[name].language == language) for language in languages] for name in names])
        design = np.concatenate([values, spoken], axis=1)
        penalty = np.zeros(design.shape[1])
        penalty[: len(_TIMBRES)] = _RIDGE * len(names)
        penalty[len(_TIMBRES) :] = 1.0  # some languages have a voice or two
        voices = np.stack([modulations[name] for name in names]).astype(np.float64)
        voices -= voices.mean(0)
        found = np.linalg.solve(design.T @ design + np.diag(penalty), design.T @ voices)
        return cls({key: (row * _REACH[key]).astype(np.float32) for key, row in zip(_TIMBRES, found, strict=False)})

    def apply(self, profile: VoiceProfile, sliders: Mapping[str, float]) -> VoiceProfile:
        """A voice with its sliders moved.

        Parameters
        ----------
        sliders
            Positions from -1 to 1 of some of `SLIDERS`; 0 changes nothing. `pitch` needs a profile whose pitch is
            known.

        Returns
        -------
        VoiceProfile
            Without statistics if its modulation, rate or pitch has changed: they are measured again.
        """
        unknown = set(sliders) - set(SLIDERS)
        if unknown or not all(-1 <= position <= 1 for position in sliders.values()):
            raise ValueError(f"{dict(sliders)} are not positions from -1 to 1 of {', '.join(SLIDERS)}")
        if not any(sliders.values()):
            return profile
        age, height = sliders.get("age", 0.0), sliders.get("pitch", 0.0)
        modulation = profile.modulation
        for name, direction in self.directions.items():
            position = sliders.get(name, 0.0) + age * _AGED.get(name, 0.0)
            if position:
                modulation = modulation + np.float32(position) * direction
        pitch = profile.pitch
        if height:
            if pitch is None:
                raise MorphError(f"The pitch of {profile.title} is not known: leave the pitch slider where it is.")
            pitch = pitch._replace(mean_log_hz=pitch.mean_log_hz + height * _PITCH_REACH)
        rate = min(max(profile.rate * _AGED_RATE**age, SLOWEST_RATE), FASTEST_RATE)
        # A voice that is brought to the colour of a recording could not change its own.
        colour = profile.colour if modulation is profile.modulation else None
        return replace(profile, modulation=modulation, pitch=pitch, rate=rate, statistics=None, colour=colour)


def read_attributes(path: Path = TABLE) -> dict[str, Attributes]:
    """Attributes by voice from a table that `engines.voices.training.attributes` wrote."""
    with path.open(encoding="utf-8", newline="") as file:
        return {
            row["voice"]: Attributes(row["language"], row["gender"], float(row["brightness"]), float(row["clarity"]))
            for row in csv.DictReader(file, delimiter="\t")
        }
