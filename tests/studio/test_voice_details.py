"""What is told of a voice besides its name."""

from __future__ import annotations

import pytest

from engines.voices.profile import NOISE_REDUCTION, STUDIO_SOUND, Origin
from engines.voices.store import HOUSE_VOICES, VoiceStore
from studio.voice_details import HOUSE, details


def told(origin: Origin) -> str:
    return details(origin, str.upper)


def test_nothing_is_told_where_nothing_is_known() -> None:
    assert told(Origin("instant", "2026-01-01")) == ""


def test_of_a_clone() -> None:
    origin = Origin("refined", "", source_name="grandma.m4a", similarity=0.934, cleaning=(NOISE_REDUCTION,))
    assert told(origin) == "Cloned from grandma.m4a. 93 % like its speaker. Made with noise reduction."


def test_studio_sound_is_told_with_its_price() -> None:
    assert "less like the recording" in told(Origin("instant", "", cleaning=(STUDIO_SOUND,)))


def test_of_a_blend() -> None:
    origin = Origin("blend", "", parts=(("anna", 0.6), ("ben", 0.4)), description="Soft.")
    assert told(origin) == "Soft. Blended of ANNA 60 %, BEN 40 %."


def test_of_a_house_voice_the_description_is_enough() -> None:
    assert told(Origin("house", "", parts=(("anna", 1.0),), description="Bright.")) == "Bright."


@pytest.mark.parametrize("voice", VoiceStore(HOUSE_VOICES).profiles(), ids=lambda voice: voice.name)
def test_descriptions_of_house_voices_can_be_translated(voice) -> None:
    assert voice.origin.description in HOUSE
