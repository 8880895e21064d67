"""What a speaker does when nothing is felt, and what a recording has beyond that.

A second recording of the same speaker tells it best. Without one, readers stand for the speaker: their means, and how
much they differ, so that nothing is taken for expression that is just the way in which somebody speaks; see
`engines.voices.training.neutral_prosody`, which made the table.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.prosody.expression import Expression
from engines.prosody.measuring import Prosody
from engines.prosody.pace import Beyond

WEIGHTS = Path(__file__).resolve().parents[2] / "assets" / "weights" / "neutral_prosody.npz"
TRAITS = ("pitch", "range", "movement", "slope", "final", "rate", "pauses", "energy", "dynamics", "tilt")
"""Fields of `Expression` that are heard."""

_Values = NDArray[np.float64]

_PAUSE_SECONDS = 0.4
"""Of pauses, as readers make them, that are taken to be there besides: a short clip tells little of them."""
_PAUSES = 0.14
"""Seconds of pause of readers for a second of speech."""
_ENOUGH_SECONDS = 10.0
"""Of speech; less is told less surely."""


class Neutral(NamedTuple):
    """Usual speech."""

    usual: _Values
    """[TRAITS] see `traits`."""
    unsure: _Values
    """[TRAITS] by how much it may be otherwise without a feeling: a standard deviation."""


class _Table(NamedTuple):
    usual: _Values
    differ: _Values
    """Between speakers."""
    vary: _Values
    """Between two clips of a speaker."""
    pitch: _Values


def traits(prosody: Prosody) -> _Values:
    """[TRAITS] in the units of `Expression`, absolute: heights in semitones and dB, and logarithms of the rest."""
    paused = prosody.pauses + _PAUSE_SECONDS
    expected = prosody.speech * _PAUSES + _PAUSE_SECONDS
    return np.array(
        [
            prosody.mean,
            np.log(max(prosody.spread, 0.2)),
            np.log(max(prosody.movement, 0.1)),
            prosody.slope,
            prosody.final,
            np.log(prosody.rate),
            np.log(paused / expected),
            prosody.level,
            np.log(max(prosody.dynamics, 0.5)),
            prosody.tilt,
        ]
    )


def features(prosody: Prosody) -> _Values:
    """[3 + CEPSTRA] what tells how far the pitch is raised: 1, its mean, the rise of that over its base, a cepstrum."""
    return np.array([1.0, prosody.mean, prosody.mean - prosody.base, *prosody.cepstrum], np.float64)


def neutral_for(prosody: Prosody, own: Prosody | None = None) -> Neutral:
    """What a clip's speaker does when nothing is felt.

    Parameters
    ----------
    own
        Of a clip of the same speaker, recorded in the same way, in which nothing is felt; None if there is none.
    """
    table = _table()
    if own is not None:
        return Neutral(traits(own), table.vary)
    usual = table.usual.copy()
    here = traits(prosody)
    usual[_PITCH] = here[_PITCH] - features(prosody) @ table.pitch
    usual[_OF_THE_RECORDING] = here[_OF_THE_RECORDING]
    return Neutral(usual, table.differ)


def varying() -> _Values:
    """[TRAITS] standard deviation of what differs between two clips of a reader in which nothing is felt."""
    return _table().vary


def change_from(neutral: Neutral, prosody: Prosody, rate: Beyond | None = None) -> Expression:
    """What a clip has beyond usual speech.

    What may as well be usual is left out, smoothly: half of what one neutral clip in three has, a tenth of what only
    expression brings about.

    Parameters
    ----------
    rate
        As its words tell it, where they are known; else it is told by ear.
    """
    beyond = traits(prosody) - neutral.usual
    unsure = neutral.unsure.copy()
    if rate is not None:
        beyond[_RATE], unsure[_RATE] = rate
    # A wider range makes every movement larger; what counts is a movement that is larger still.
    beyond[_COURSE] -= neutral.usual[_COURSE] * np.expm1(beyond[_RANGE])
    unsure *= max(1.0, np.sqrt(_ENOUGH_SECONDS / prosody.speech))
    kept = beyond**3 / (beyond**2 + unsure**2 + 1e-12)
    return Expression(**dict(zip(TRAITS, kept.tolist(), strict=True)))


_PITCH, _RANGE, _RATE = TRAITS.index("pitch"), TRAITS.index("range"), TRAITS.index("rate")
_COURSE = [TRAITS.index("slope"), TRAITS.index("final")]
_OF_THE_RECORDING = [TRAITS.index("energy"), TRAITS.index("tilt")]
"""Level and colour are those of the microphone as well, and say nothing without another recording."""


@cache
def _table() -> _Table:
    with np.load(WEIGHTS, allow_pickle=False) as table:
        return _Table(*(table[name].astype(np.float64) for name in _Table._fields))
