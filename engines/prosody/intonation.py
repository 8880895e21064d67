"""The melody of a segment: its height, its range and its movement."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engines.prosody.expression import ExpressionCurves
from engines.prosody.movement import movement
from engines.prosody.voicing import SEMITONES, hertz, semitones, with_pitch
from engines.text.punctuation import CLAUSE_SYMBOLS, SENTENCE_SYMBOLS
from engines.types import Plan
from engines.voices.profile import VOICED_ABOVE_HZ, PitchRange

_Curve = NDArray[np.float64]

_FINAL_HALF_FRAMES = 24
"""0.3 s of the last voice before a mark, over which the final movement grows."""
_MARKS = {**dict.fromkeys(SENTENCE_SYMBOLS, 1.0), **dict.fromkeys(CLAUSE_SYMBOLS, 0.5)}
"""How much of the final movement comes before a mark: inside a sentence there is less."""
_TONE_LANGUAGES = frozenset({"zh"})
_TONES = 0.6
"""Of what narrows the range or moves the end, where tones tell words apart: their shapes are to be heard."""
_TREMOR_HZ = 5.5
"""Between the 4 and 8 Hz of vocal tremor."""
_HALF_FRAMES_A_SECOND = 80
_WITHIN, _BEYOND = 2.2, 3.8
"""Standard deviations around a speaker's mean that are free to use, and that are never left."""
_NARROW = 2.2
"""Semitones: the least standard deviation of a speaker that these count in."""


def intoned(plan: Plan, curves: ExpressionCurves, pitch: PitchRange | None) -> Plan:
    """A plan with the melody of an expression for every half-frame.

    Parameters
    ----------
    pitch
        How high the voice speaks when nothing is felt; without it the segment's own pitch stands for that.
    """
    pitch = pitch or PitchRange.of(plan.f0)
    if pitch is None:
        return plan
    above = semitones(plan.f0, pitch.mean_log_hz)
    voiced = plan.f0 > VOICED_ABOVE_HZ
    heard = voiced & (plan.energy > 0)
    # Around the middle of the segment, so that only the range changes, and segments stay as far apart as they are.
    middle = float(above[heard].mean()) if heard.any() else 0.0
    tones = _TONES if plan.phonemes.readings[-1].language in _TONE_LANGUAGES else 1.0
    widened = _with_tones(curves["range"], tones)
    wanted = above + (above - middle) * np.expm1(widened) + curves["pitch"]
    if curves["movement"].any():
        wanted += movement(above, heard) * np.expm1(_with_tones(curves["movement"], tones)) * np.exp(widened)
    wanted += curves["slope"] * _along(voiced) + tones * curves["final"] * _final(plan, voiced)
    wanted += curves["tremor"] * _trembling(len(above))
    spread = max(pitch.spread_log_hz * SEMITONES, _NARROW)
    # What is there without a feeling stays, wherever it is: only the change is kept inside the range.
    moved = above + _kept_within(wanted, spread) - _kept_within(above, spread)
    hz = np.where(wanted == above, plan.f0, hertz(moved, pitch.mean_log_hz))
    return replace(plan, f0=with_pitch(plan.f0, hz))


def _with_tones(log_share: _Curve, tones: float) -> _Curve:
    """A change of how far the pitch moves that leaves tones apart: what would flatten them does so by less."""
    return np.asarray(np.maximum(log_share, 0.0) + tones * np.minimum(log_share, 0.0))


def _along(voiced: NDArray[np.bool_]) -> _Curve:
    """From -1/2 at the first voiced half-frame to 1/2 at the last."""
    places = np.flatnonzero(voiced)
    if len(places) < 2:
        return np.zeros(len(voiced))
    return np.interp(np.arange(len(voiced)), (places[0], places[-1]), (-0.5, 0.5))


def _final(plan: Plan, voiced: NDArray[np.bool_]) -> _Curve:
    """The share of the final movement: it grows to 1 over the last voice before each mark, and before the end."""
    share = np.zeros(len(voiced))
    ends = 2 * np.cumsum(plan.durations)
    symbols = plan.phonemes.symbols
    marks = [(int(ends[index]), _MARKS[symbol]) for index, symbol in enumerate(symbols) if symbol in _MARKS]
    if symbols.rstrip()[-1:] not in _MARKS:
        marks.append((len(voiced), _MARKS["."]))
    start = 0
    for end, weight in marks:
        places = start + np.flatnonzero(voiced[start:end])[-_FINAL_HALF_FRAMES:]
        if len(places):
            last = int(places[-1])
            share[places] = weight * np.maximum(0.0, 1.0 - (last - places) / _FINAL_HALF_FRAMES)
        start = end
    return share


def _trembling(length: int) -> _Curve:
    seconds = np.arange(length) / _HALF_FRAMES_A_SECOND
    return np.asarray(np.sin(2 * np.pi * _TREMOR_HZ * seconds))


def _kept_within(above: _Curve, spread: float) -> _Curve:
    """Semitones bent smoothly where they go beyond a speaker's range, so that more stays more."""
    inside, room = _WITHIN * spread, (_BEYOND - _WITHIN) * spread
    beyond = np.maximum(np.abs(above) - inside, 0.0)
    return np.asarray(np.sign(above) * (np.minimum(np.abs(above), inside) + room * np.tanh(beyond / room)))
