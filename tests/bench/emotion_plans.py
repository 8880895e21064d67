"""Emotions in the plans of sentences, before they are rendered: this costs little, so that all can be looked at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engines.engine import Engine
from engines.prosody.directing import directed
from engines.prosody.manner import Manner
from engines.types import Plan, Utterance
from engines.voices.profile import VOICED_ABOVE_HZ
from tests.bench import corpus
from tests.bench.emotion_saying import emotion_of
from tests.bench.metrics.published_emotions import BASE, INTENSITIES, PUBLISHED, is_graded
from tests.bench.report import console


def graded_in_plans(engine: Engine, sentences: Sequence[corpus.Sentence], names: Sequence[str]) -> int:
    """Count what is not graded or not in the published direction before it is rendered: this costs little."""
    changes: dict[tuple[str, float], list[NDArray[np.float64]]] = defaultdict(list)
    for sentence in sentences:
        utterance = Utterance(sentence.text, sentence.voice)
        plans = [engine.plan(phonemes) for phonemes in engine.phonemize(utterance)]
        pitch = engine.model.pitch_range(engine.model.voice(sentence.voice))
        usual = _of_plans(plans)
        for name in names:
            for share in INTENSITIES:
                manner = Manner(emotion_of(name, share))
                changes[name, share].append(_of_plans([directed(plan, manner, pitch) for plan in plans]) - usual)
    means = {case: np.mean(found, axis=0) for case, found in changes.items()}
    wrong = [
        (name, measure)
        for name in names
        for index, measure in enumerate(BASE)
        if not is_graded([means[name, share][index] for share in INTENSITIES], PUBLISHED[name][index])
    ]
    if wrong:
        console.print(f"[red]Not as published in the plans: {', '.join(map(' '.join, wrong))}")
    return len(wrong)


def _of_plans(plans: Sequence[Plan]) -> NDArray[np.float64]:
    """The first measures of `Measured`, of the curves of a sentence; the level is in the model's own unit."""
    f0 = np.concatenate([plan.f0 for plan in plans])
    energy = np.concatenate([plan.energy for plan in plans])
    semitones = 12 * np.log2(np.maximum(f0, 1.0))[(f0 > VOICED_ABOVE_HZ) & (energy > 0)]
    return np.array([semitones.mean(), np.log(semitones.std()), -np.log((energy > 0).sum()), energy[energy > 0].mean()])
