"""Emotions as the real model says them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engines.audio.pitch import track_pitch
from engines.engine import Engine
from engines.prosody.emotion import Emotion
from engines.types import FloatArray, Utterance

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def neutral(engine: Engine) -> FloatArray:
    return said(engine, Utterance("The boats come back before it is dark.", "af_heart"))


def said(engine: Engine, utterance: Utterance) -> FloatArray:
    return np.concatenate([chunk.samples for chunk in engine.speak(utterance)])


def semitones(samples: FloatArray) -> float:
    f0 = track_pitch(samples, 24_000)
    return float(12 * np.log2(f0[f0 > 0]).mean())


def loudness(samples: FloatArray) -> float:
    return 10 * float(np.log10(np.mean(samples**2)))


@pytest.mark.parametrize(("emotion", "up"), [(Emotion(happy=1.0), 1), (Emotion(sad=1.0), -1)])
def test_a_feeling_is_in_the_audio(engine: Engine, neutral: FloatArray, emotion: Emotion, up: int) -> None:
    samples = said(engine, Utterance("The boats come back before it is dark.", "af_heart", emotion=emotion))
    assert up * (semitones(samples) - semitones(neutral)) > 1.0
    assert up * (loudness(samples) - loudness(neutral)) > 1.5
    assert up * (len(neutral) - len(samples)) > 0
    assert np.abs(samples).max() <= 1.0


def test_what_has_no_intensity_is_the_same_to_the_bit(engine: Engine, neutral: FloatArray) -> None:
    utterance = Utterance("The boats come back before it is dark.", "af_heart", anew=True)
    assert (said(engine, replace(utterance, emotion=Emotion(angry=1.0, intensity=0.0))) == neutral).all()
