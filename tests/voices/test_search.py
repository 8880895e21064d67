"""Seeking a voice by how it is foretold to sound."""

from __future__ import annotations

import numpy as np
import pytest

from engines.types import FloatArray
from engines.voices.instant import WEIGHTS
from engines.voices.profile import PitchRange
from engines.voices.search import EMBEDDING, USUAL_PITCH, Sound, SoundModel, seek

COEFFICIENTS = 128
HIGH = PitchRange(5.4, 0.15)


@pytest.fixture(scope="module")
def model() -> SoundModel:
    return SoundModel.load(WEIGHTS / "voice_search.npz")


def voice(seed: int) -> FloatArray:
    return np.random.default_rng(seed).normal(0, 0.8, COEFFICIENTS).astype(np.float32)


def sound_of(model: SoundModel, coefficients: FloatArray, pitch: PitchRange | None) -> Sound:
    made, _ = model.foretell(coefficients, pitch)
    return Sound(made[:EMBEDDING] / np.linalg.norm(made[:EMBEDDING]), made[EMBEDDING:], pitch)


def unlikeness(one: Sound, other: Sound) -> tuple[float, float]:
    return 1 - float(one.embedding @ other.embedding), float(np.abs(one.long_term - other.long_term).mean())


def test_what_is_found_is_foretold_to_sound_as_wanted(model: SoundModel) -> None:
    wanted, start = sound_of(model, voice(1), HIGH), voice(2)
    found = seek(model, start, wanted)
    before = unlikeness(sound_of(model, start, HIGH), wanted)
    after = unlikeness(sound_of(model, found, HIGH), wanted)
    assert after[0] < 0.2 * before[0]
    assert after[1] < 0.5 * before[1]


def test_a_search_that_begins_where_it_should_end_stays_there(model: SoundModel) -> None:
    start = voice(3)
    assert np.abs(seek(model, start, sound_of(model, start, HIGH)) - start).max() < 0.1


def test_a_search_stays_near_its_start(model: SoundModel) -> None:
    """Or it would end where the model has never been."""
    start = voice(4)
    found = seek(model, start, sound_of(model, voice(5), HIGH))
    assert np.sqrt(np.square(found - start).mean()) < 1.5


def test_the_same_search_has_the_same_end(model: SoundModel) -> None:
    wanted = sound_of(model, voice(6), HIGH)
    assert np.array_equal(seek(model, voice(7), wanted), seek(model, voice(7), wanted))


def test_a_voice_without_pitch_is_taken_for_a_usual_one(model: SoundModel) -> None:
    assert np.array_equal(model.foretell(voice(8), None)[0], model.foretell(voice(8), USUAL_PITCH)[0])
    assert not np.array_equal(model.foretell(voice(8), HIGH)[0], model.foretell(voice(8), USUAL_PITCH)[0])


def test_slopes_are_those_of_what_is_foretold(model: SoundModel) -> None:
    coefficients, towards = voice(9), voice(10)
    towards /= np.linalg.norm(towards)
    weights = np.random.default_rng(0).normal(size=len(model.weights["mean"])).astype(np.float32)
    _, back = model.foretell(coefficients, HIGH)
    step = 0.02
    ahead, behind = (model.foretell(coefficients + s * step * towards, HIGH)[0] for s in (1, -1))
    assert float(back(weights) @ towards) == pytest.approx(float(weights @ (ahead - behind)) / (2 * step), rel=0.02)
