from __future__ import annotations

import numpy as np
import pytest
from voice_samples import MODULATION, profile

from engines.voices.morphs import SLIDERS, Attributes, MorphError, Morphs, read_attributes
from engines.voices.profile import FASTEST_RATE, SLOWEST_RATE, PitchRange

KEYS = ("size", "brightness", "clarity")


def made_up(noise: float = 0.05) -> tuple[np.ndarray, Morphs]:
    """Voices whose modulations follow three known directions [3, MODULATION], and what is found from them."""
    rng = np.random.default_rng(3)
    directions = rng.standard_normal((3, MODULATION))
    modulations, attributes = {}, {}
    for number in range(60):
        male, (brightness, other) = float(number % 2), rng.standard_normal(2)
        clarity = 0.8 * other - 0.6 * brightness
        accent = 3.0 if number < 30 else -3.0
        voice = np.array([male, brightness, clarity]) @ directions + accent + noise * rng.standard_normal(MODULATION)
        modulations[str(number)] = voice.astype(np.float32)
        language, gender = "ja" if number < 30 else "zh", "male" if male else "female"
        attributes[str(number)] = Attributes(language, gender, 10 * brightness + 4, clarity)
    return directions, Morphs.find({**modulations, "unmeasured": modulations["0"]}, attributes)


def test_directions_are_told_apart_though_attributes_go_together() -> None:
    directions, morphs = made_up()
    for row, key in zip(directions, KEYS, strict=True):
        found = morphs.directions[key]
        assert np.dot(found, row) / np.linalg.norm(found) / np.linalg.norm(row) > 0.95
    difference = np.linalg.norm(morphs.directions["size"]) / np.linalg.norm(directions[0])
    assert difference == pytest.approx(1.0, abs=0.1)  # the whole of it


def test_sliders_add_up_and_the_middle_changes_nothing() -> None:
    _, morphs = made_up()
    voice = profile()
    assert morphs.apply(voice, {}) is voice
    assert morphs.apply(voice, dict.fromkeys(SLIDERS, 0.0)) is voice
    moved = morphs.apply(voice, {"size": 0.5, "clarity": -1.0})
    expected = voice.modulation + 0.5 * morphs.directions["size"] - morphs.directions["clarity"]
    assert moved.modulation == pytest.approx(expected, abs=1e-5)
    assert (moved.pitch, moved.rate) == (voice.pitch, voice.rate)


def test_pitch_moves_by_five_semitones() -> None:
    _, morphs = made_up()
    moved = morphs.apply(profile(pitch=PitchRange(np.log(100), 0.2)), {"pitch": 1.0})
    assert moved.pitch is not None
    assert np.exp(moved.pitch.mean_log_hz) == pytest.approx(100 * 2 ** (5 / 12))
    with pytest.raises(MorphError, match="Anna is not known"):
        morphs.apply(profile(pitch=None), {"pitch": 1.0})


def test_age_slows_within_limits() -> None:
    _, morphs = made_up()
    assert SLOWEST_RATE <= morphs.apply(profile(rate=0.75), {"age": 1.0}).rate < 0.75
    assert FASTEST_RATE >= morphs.apply(profile(rate=1.25), {"age": -1.0}).rate > 1.25


@pytest.mark.parametrize("sliders", [{"size": 1.2}, {"size": float("nan")}, {"charm": 0.5}])
def test_positions_are_checked(sliders: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="positions"):
        made_up()[1].apply(profile(), sliders)


def test_other_models_have_no_sliders() -> None:
    with pytest.raises(MorphError, match="timbre models install"):
        Morphs.find({"af_tiny": profile().modulation})


def test_the_table_has_all_stock_voices() -> None:
    table = read_attributes()
    assert len(table) == 54
    assert sum(row.gender == "male" for row in table.values()) == 25
    whisper = min(table, key=lambda name: table[name].clarity)
    assert whisper == "af_nicole"
