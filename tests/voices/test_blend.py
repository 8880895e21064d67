from __future__ import annotations

import numpy as np
import pytest
from voice_samples import profile, statistics

from engines.voices.blend import BlendError, blend
from engines.voices.profile import Origin, PitchRange

A = profile(1, name="a", pitch=PitchRange(5.0, 0.1), rate=0.8, origin=Origin("instant", "", owner="A agreed"))
B = profile(
    2,
    name="b",
    pitch=PitchRange(5.4, 0.3),
    rate=1.25,
    gender="male",
    language="zh",
    statistics=statistics(),
    origin=Origin("house", ""),
)


def test_weights_are_proportions() -> None:
    small, large = blend([(A, 1.0), (B, 3.0)], title="C"), blend([(A, 0.1), (B, 0.3)], title="C")
    assert small.modulation == pytest.approx(0.25 * A.modulation + 0.75 * B.modulation, abs=1e-6)
    assert small.prosody == pytest.approx(0.25 * A.prosody + 0.75 * B.prosody, abs=1e-6)
    assert small.pitch == pytest.approx((5.3, 0.25))
    assert np.log(small.rate) == pytest.approx(0.25 * np.log(0.8) + 0.75 * np.log(1.25))
    assert large.modulation == pytest.approx(small.modulation, abs=1e-6)


def test_the_heaviest_part_gives_language_and_gender() -> None:
    voice = blend([(A, 1.0), (B, 3.0)], title="C")
    assert (voice.language, voice.gender, voice.title) == ("zh", "male", "C")
    assert (voice.origin.kind, voice.origin.parts, voice.origin.owner) == (
        "blend",
        (("a", 0.25), ("b", 0.75)),
        "A agreed",
    )


def test_a_blend_is_measured_anew() -> None:
    assert blend([(B, 1.0)], title="C").statistics is None


def test_unknown_pitch_stays_unknown() -> None:
    assert blend([(A, 1.0), (profile(pitch=None), 1.0)], title="C").pitch is None


def test_a_part_of_no_weight_is_left_out() -> None:
    voice = blend([(A, 2.0), (profile(pitch=None), 0.0)], title="C")
    assert voice.pitch == A.pitch
    assert voice.origin.parts == (("a", 1.0),)


@pytest.mark.parametrize("parts", [[], [(A, 0.0)], [(A, -1.0), (B, 2.0)], [(A, float("nan"))], [(A, float("inf"))]])
def test_impossible_weights_are_refused(parts: list[tuple[object, float]]) -> None:
    with pytest.raises(BlendError, match="weights above 0"):
        blend(parts, title="C")  # type: ignore[arg-type]


def test_families_do_not_mix() -> None:
    with pytest.raises(BlendError, match="different models"):
        blend([(A, 1.0), (profile(family="other"), 1.0)], title="C")
