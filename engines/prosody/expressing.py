"""An emotion, and those of passages, put into a plan: time first, then pitch and energy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.prosody.correlates import expression_of
from engines.prosody.emotion import Emotion
from engines.prosody.expression import Expression, ExpressionCurves
from engines.prosody.intonation import intoned
from engines.prosody.level import levelled
from engines.prosody.manner import Passage
from engines.prosody.tempo import timed
from engines.types import IntArray, Plan
from engines.voices.profile import PitchRange

_FADE_FRAMES = 4
"""A tenth of a second: curves go over from one passage to the next in it."""


def expressed(plan: Plan, emotion: Emotion, passages: Sequence[Passage], pitch: PitchRange | None) -> Plan:
    """A plan said with an emotion, and its passages with their own.

    A passage that has feelings takes the place of what is around it; one that has only offsets adds to that. Between
    passages curves fade into each other; durations change symbol by symbol.

    Parameters
    ----------
    pitch
        How high the voice speaks; without it, the mean of the segment itself stands for that of the voice.
    """
    base = expression_of(emotion)
    last = len(plan.durations) - 3
    symbols = [min(max(index - 1, 0), last) for index in range(len(plan.durations))]
    by_symbol = ExpressionCurves.of([expression_at(symbol, base, passages) for symbol in symbols])
    plan = timed(plan, by_symbol)
    curves = _over_time(by_symbol, plan.durations, faded=bool(passages))
    return levelled(intoned(plan, curves, pitch), curves)


def expression_at(symbol: int, base: Expression, passages: Sequence[Passage]) -> Expression:
    """The expression of a symbol of the segment."""
    result = base
    for passage in passages:
        if passage.start <= symbol < passage.end:
            own = expression_of(passage.emotion)
            result = result + own if passage.emotion.only_offsets else own
    return result


def _over_time(by_symbol: ExpressionCurves, durations: IntArray, *, faded: bool) -> ExpressionCurves:
    """From symbols to half-frames."""
    table = np.repeat(by_symbol.table, 2 * durations, axis=0)
    if not faded:
        return ExpressionCurves(table)
    width = 2 * _FADE_FRAMES
    padded = np.pad(table, ((width // 2, width - width // 2), (0, 0)), mode="edge")
    sums = np.concatenate([np.zeros((1, table.shape[1])), np.cumsum(padded, axis=0)])
    return ExpressionCurves((sums[width : width + len(table)] - sums[: len(table)]) / width)
