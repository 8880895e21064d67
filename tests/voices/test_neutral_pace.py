"""What neutral speech is taken to be like in its pace, from readers and stock voices."""

from __future__ import annotations

import pytest

from engines.prosody.pace import NeutralPace, Pace, rate_beyond
from engines.voices.training.neutral_pace import table_of


def test_usual_is_between_readers_and_stock_voices_in_every_language() -> None:
    readers = ([-0.3, -0.2, -0.25], [-0.1, -0.2, -0.15], [-0.2])
    table = table_of(readers, {"en-us": [-0.05, 0.05], "zh": [0.2, 0.3], "fr": []})
    assert table.usual == {"en": pytest.approx(-0.1), "zh": pytest.approx(0.15)}
    assert table.vary == pytest.approx(0.05 * 2**0.5, abs=1e-3)
    assert 0.1 < table.differ < 0.2
    assert table.of("en-gb") == table.of("fr") == table.usual["en"]


def test_a_rate_is_told_beside_a_clip_of_the_same_speaker_or_what_is_usual() -> None:
    neutral = NeutralPace.read()
    assert {"en", "zh"} <= neutral.usual.keys()
    assert 0 < neutral.vary < neutral.differ < 0.3
    usual = neutral.usual
    assert rate_beyond(Pace(usual["zh"] + 0.2, "zh")) == pytest.approx((0.2, neutral.differ))
    calm = Pace(usual["en"] - 0.3, "en-us")
    assert rate_beyond(Pace(usual["en"] - 0.1, "en-us"), calm) == pytest.approx((0.2, neutral.vary))
    assert rate_beyond(Pace(usual["zh"] - 0.1, "zh"), calm).value == pytest.approx(0.2), "in another language"
