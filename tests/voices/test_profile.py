from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from voice_samples import profile, statistics

from engines.voices.profile import Origin, PitchRange


@pytest.mark.parametrize(
    "change",
    [
        {"modulation": np.ones(9, np.float32)},
        {"prosody": np.ones(9, np.float32)},
        {"pitch": None},
        {"pitch": PitchRange(5.2, 0.21)},
        {"rate": 1.0},
        {"language": "zh"},
        {"family": "other"},
    ],
)
def test_the_digest_tells_voices_apart_that_sound_different(change: dict[str, object]) -> None:
    assert profile(**change).digest != profile().digest


def test_the_digest_is_the_same_for_what_sounds_the_same() -> None:
    voice = profile()
    others = [
        replace(voice, name="b", title="B", statistics=statistics(), origin=Origin("house", "")),
        replace(voice, modulation=voice.modulation.astype(np.float16).astype(np.float32)),  # as a file keeps it
    ]
    assert {other.digest for other in others} == {voice.digest}


@pytest.mark.parametrize(
    "change",
    [
        {"name": ""},
        {"title": "  "},
        {"gender": "other"},
        {"rate": 3.0},
        {"rate": float("nan")},
        {"pitch": PitchRange(float("inf"), 0.2)},
        {"pitch": PitchRange(5.0, -0.1)},
        {"modulation": np.array([1.0, np.nan], np.float32)},
        {"modulation": np.ones((2, 3), np.float32)},
        {"prosody": np.ones(3)},
        {"origin": Origin("stolen", "")},
    ],
)
def test_impossible_voices_cannot_be_made(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        profile(**change)


def test_a_range_of_pitch_ignores_errors_of_an_octave() -> None:
    true = np.exp(np.random.default_rng(0).normal(np.log(200), 0.1, 500)).astype(np.float32)
    curve = np.concatenate([true, np.zeros(300, np.float32), np.full(20, 100.0, np.float32), np.full(20, 45.0)])
    found = PitchRange.of(curve.astype(np.float32))
    assert found == pytest.approx((np.log(200), 0.1), abs=0.02)


def test_silence_has_no_range_of_pitch() -> None:
    assert PitchRange.of(np.array([0.0] * 100 + [200.0] * 5, np.float32)) is None
