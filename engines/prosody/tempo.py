"""How fast a segment is said: its sounds, its vowels and its pauses."""

from __future__ import annotations

import numpy as np

from engines.prosody.expression import ExpressionCurves
from engines.prosody.sounds import Sound, sounds
from engines.prosody.stretching import whole_frames, with_durations
from engines.types import Plan

_CONSONANTS = 0.75
"""Of what the rate does to vowels: consonants give way less (Gay, Journal of the Acoustical Society of America 63,
1978)."""
_SHORTEST, _LONGEST = 0.55, 1.9
"""Limits of a sound's share of its natural length, for words to be understood."""


def timed(plan: Plan, by_symbol: ExpressionCurves) -> Plan:
    """A plan at the rates of an expression for every symbol, the silent ends included; those keep their length."""
    if not (by_symbol["rate"].any() or by_symbol["vowels"].any() or by_symbol["pauses"].any()):
        return plan
    kinds = np.array([Sound.OTHER, *sounds(plan.phonemes.symbols), Sound.OTHER])
    vowels, pauses = kinds == Sound.VOWEL, kinds == Sound.PAUSE
    logs = np.where(vowels, by_symbol["vowels"] - by_symbol["rate"], -_CONSONANTS * by_symbol["rate"])
    logs = np.where(pauses, by_symbol["pauses"], logs)
    logs[[0, -1]] = 0.0
    shares = np.clip(np.exp(logs), _SHORTEST, np.where(pauses, np.inf, _LONGEST))
    lengths = plan.durations * shares
    return with_durations(plan, whole_frames(lengths))
