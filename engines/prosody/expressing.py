"""An emotion, and those of passages, put into a plan: time first, then pitch and energy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.prosody.correlates import expression_of
from engines.prosody.emotion import Emotion
from engines.prosody.expression import Expression, ExpressionCurves
from engines.prosody.intonation import intoned
from engines.prosody.level import brightened, levelled
from engines.prosody.manner import Manner, Passage
from engines.prosody.tempo import timed
from engines.text.punctuation import SILENT_SYMBOLS
from engines.types import IntArray, Phonemes, Plan
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
    by_symbol = _by_symbol(plan.phonemes.symbols, emotion, passages)
    plan = timed(plan, by_symbol)
    curves = _over_time(by_symbol, plan.durations, faded=bool(passages))
    return brightened(levelled(intoned(plan, curves, pitch), curves), curves)


def last_expression(phonemes: Phonemes) -> Expression:
    """What is felt at the end of a segment."""
    manner = Manner.of(phonemes)
    result = expression_of(manner.emotion)
    spoken = len(phonemes.symbols.rstrip("".join(SILENT_SYMBOLS)))
    for passage in manner.passages:
        if passage.start < spoken <= passage.end:
            result = _within(passage.emotion, result)
    return result


def _within(emotion: Emotion, around: Expression) -> Expression:
    own = expression_of(emotion)
    return around + own if emotion.only_offsets else own


def _by_symbol(symbols: str, emotion: Emotion, passages: Sequence[Passage]) -> ExpressionCurves:
    """[L] for every symbol, the silent ends included: those are like the first and the last."""
    expressions = [expression_of(emotion)] * len(symbols)
    for passage in passages:
        inside = slice(passage.start, passage.end)
        within = {around: _within(passage.emotion, around) for around in set(expressions[inside])}
        expressions[inside] = [within[around] for around in expressions[inside]]
    return ExpressionCurves.of([*expressions[:1], *expressions, *expressions[-1:]])


def _over_time(by_symbol: ExpressionCurves, durations: IntArray, *, faded: bool) -> ExpressionCurves:
    """From symbols to half-frames."""
    table = np.repeat(by_symbol.table, 2 * durations, axis=0)
    if not faded:
        return ExpressionCurves(table)
    width = 2 * _FADE_FRAMES
    padded = np.pad(table, ((width // 2, width - width // 2), (0, 0)), mode="edge")
    sums = np.concatenate([np.zeros((1, table.shape[1])), np.cumsum(padded, axis=0)])
    return ExpressionCurves((sums[width : width + len(table)] - sums[: len(table)]) / width)
