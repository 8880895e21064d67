"""New voices from several: every part of a profile is mixed by weight.

Modulations are linear in the style of a stock voice, so a blend of stock voices is the voice of the blended styles, and
what was fitted freely to a speaker can be blended in the same space. Pitch and rate are mixed as logarithms, as they
are heard. Statistics are not mixed but measured: see `blend`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date

import numpy as np

from engines.errors import TimbreError
from engines.types import FloatArray
from engines.voices.profile import Origin, PitchRange, VoiceProfile


class BlendError(TimbreError):
    """Voices could not be blended in the way that was asked for."""


def blend(parts: Sequence[tuple[VoiceProfile, float]], *, title: str, description: str = "") -> VoiceProfile:
    """One voice from several.

    Parameters
    ----------
    parts
        Voices and their weights, of which only the proportions count. Stock voices take part as profiles; see
        `KokoroModel.profile_of`. Language and gender are those of the greatest weight.
    title
        Of the new voice; its name is made of it when the voice is kept.

    Returns
    -------
    VoiceProfile
        Without statistics, which a model measures when the voice first speaks: variances do not mix linearly. Its pitch
        is None unless that of all parts is known.

    Raises
    ------
    BlendError
        If there is nothing to blend, a weight is negative or none is positive, or the voices are of several families.
    """
    used = [(profile, weight) for profile, weight in parts if weight != 0]
    if not used or not all(math.isfinite(weight) and weight > 0 for _, weight in used):
        raise BlendError("A blend needs voices with weights above 0, such as af_heart:0.6 bm_george:0.4.")
    if len({profile.family for profile, _ in used}) > 1:
        raise BlendError("These voices belong to different models: choose voices of one model.")
    total = math.fsum(weight for _, weight in used)
    voices, weights = [profile for profile, _ in used], [weight / total for _, weight in used]
    main = max(used, key=lambda part: part[1])[0]
    ranges = [voice.pitch for voice in voices if voice.pitch is not None]
    pitch = None
    if len(ranges) == len(voices):
        pitch = PitchRange(*(_mix(column, weights) for column in zip(*ranges, strict=True)))
    colours = [voice.colour for voice in voices if voice.colour is not None]
    return VoiceProfile(
        name=main.name,
        title=title,
        language=main.language,
        gender=main.gender,
        family=main.family,
        modulation=_mix_arrays([voice.modulation for voice in voices], weights),
        prosody=_mix_arrays([voice.prosody for voice in voices], weights),
        pitch=pitch,
        rate=math.exp(_mix([math.log(voice.rate) for voice in voices], weights)),
        statistics=None,
        colour=_mix_arrays(colours, weights) if len(colours) == len(voices) else None,
        origin=Origin(
            kind="blend",
            created=date.today().isoformat(),
            parts=tuple((voice.name, round(weight, 4)) for voice, weight in zip(voices, weights, strict=True)),
            owner=_owners(voices),
            description=description,
        ),
    )


def _mix(values: Sequence[float], weights: Sequence[float]) -> float:
    return math.fsum(value * weight for value, weight in zip(values, weights, strict=True))


def _mix_arrays(arrays: Sequence[FloatArray], weights: Sequence[float]) -> FloatArray:
    return np.asarray(np.tensordot(np.array(weights), np.stack(arrays).astype(np.float64), 1), np.float32)


def _owners(voices: Sequence[VoiceProfile]) -> str:
    """The consent notes of all parts that have one: a blend is of everybody's voice."""
    return "; ".join(dict.fromkeys(voice.origin.owner for voice in voices if voice.origin.owner))
