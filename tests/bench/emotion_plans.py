"""Emotions measured in the plans of sentences, before they are rendered: this costs little, so that all can be."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.engine import Engine
from engines.prosody.directing import directed
from engines.prosody.level import DB_OF_ENERGY
from engines.prosody.manner import Manner
from engines.types import Plan, Utterance
from engines.voices.profile import VOICED_ABOVE_HZ
from tests.bench import corpus
from tests.bench.emotion_saying import NEUTRAL_NAME, Case, emotion_of
from tests.bench.metrics.expression import Measured
from tests.bench.metrics.published_emotions import INTENSITIES

_END = 20
"""Half-frames: a quarter of a second."""


def measured_in_plans(
    engine: Engine, sentences: Sequence[corpus.Sentence], names: Sequence[str]
) -> dict[Case, Measured]:
    """What the curves of the plans measure, without a feeling and with the presets of those names."""
    found: dict[Case, Measured] = {}
    for sentence in sentences:
        plans = [engine.plan(phonemes) for phonemes in engine.phonemize(Utterance(sentence.text, sentence.voice))]
        pitch = engine.model.pitch_range(engine.model.voice(sentence.voice))
        found[sentence.name, NEUTRAL_NAME, 1.0] = _measured(plans)
        for name in names:
            for share in INTENSITIES:
                manner = Manner(emotion_of(name, share))
                found[sentence.name, name, share] = _measured([directed(plan, manner, pitch) for plan in plans])
    return found


def _measured(plans: Sequence[Plan]) -> Measured:
    """Of the curves what `metrics.expression.measure` says of audio; pauses and irregularities are not in them."""
    f0 = np.concatenate([plan.f0 for plan in plans])
    energy = np.concatenate([plan.energy for plan in plans])
    tilt = np.concatenate([np.zeros(len(p.f0)) if p.tilt is None else p.tilt for p in plans])
    heard = energy > 0
    voiced = np.flatnonzero((f0 > VOICED_ABOVE_HZ) & heard)
    semitones = 12 * np.log2(f0[voiced])
    levels = energy[heard] * DB_OF_ENERGY
    return Measured(
        pitch=float(semitones.mean()),
        range=float(np.log(semitones.std())),
        rate=-float(np.log(heard.sum())),
        energy=float(levels.mean()),
        pauses=0.0,
        slope=float(np.polyfit(voiced, semitones, 1)[0] * (voiced[-1] - voiced[0])),
        final=float(semitones[-_END:].mean() - semitones.mean()),
        dynamics=float(levels.std()),
        tilt=float(tilt[heard].mean()),
        wobble=0.0,
    )
