"""Examples as values: bounded, kept as JSON, and added to what is felt."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_directing import PITCH, PLAN

from engines.prosody.correlates import expression_of
from engines.prosody.directing import directed
from engines.prosody.emotion import Emotion, blended
from engines.prosody.example import LIMITS, Example, ExampleError
from engines.prosody.expression import Expression
from engines.prosody.manner import Manner
from engines.prosody.preset import Preset, PresetFileError, decode, encode
from engines.types import Plan
from engines.voices.profile import PitchRange

ANY = st.floats(-20, 20)
CHANGES = st.builds(
    Expression, pitch=ANY, range=ANY, movement=ANY, slope=ANY, final=ANY, rate=ANY, pauses=ANY, energy=ANY, dynamics=ANY
)
EXAMPLES = st.builds(Example.bounded, st.text(max_size=250), CHANGES)
LIVELY = Example("lively", Expression(pitch=2.0, range=0.4, movement=0.2, rate=0.15, energy=3.0))


def said_like(example: Example, strength: float, plan: Plan = PLAN) -> Plan:
    utterance = replace(plan.phonemes.utterance, emotion=Emotion(example=example, strength=strength))
    phonemes = replace(plan.phonemes, utterance=utterance)
    return directed(plan, Manner.of(phonemes), PITCH)


def height(plan: Plan) -> PitchRange:
    found = PitchRange.of(plan.f0)
    assert found is not None
    return found


@given(EXAMPLES)
def test_a_bounded_example_stays_within_the_limits(example: Example) -> None:
    assert len(example.title) <= 200
    for value, limit in zip(example.change.values, LIMITS.values, strict=True):
        assert abs(value) <= limit


@given(EXAMPLES)
def test_what_is_kept_of_an_example_is_read_again(example: Example) -> None:
    kept = json.loads(json.dumps(example.to_json()))
    again = Example.from_json(kept)
    assert again.title == example.title
    assert again.change.values == pytest.approx(example.change.values, abs=1e-4)
    assert Example.from_json(json.dumps(kept)) == again
    assert hash(again) == hash(Example.from_json(kept))


def test_names_of_later_versions_are_left_out() -> None:
    kept = {"title": "x", "change": {"pitch": 1.0, "colour": 3.0}, "more": []}
    assert Example.from_json(kept) == Example("x", Expression(pitch=1.0))


@pytest.mark.parametrize(
    "kept",
    [
        None,
        [],
        "{",
        "[" * 100_000,
        {"title": "x"},
        {"title": 3, "change": {}},
        {"title": "x" * 201, "change": {}},
        {"title": "x\ny", "change": {}},
        {"title": "x", "change": [1.0]},
        {"title": "x", "change": {"pitch": "high"}},
        {"title": "x", "change": {"pitch": True}},
        {"title": "x", "change": {"pitch": math.nan}},
        {"title": "x", "change": {"pitch": 10**400}},
        {"title": "x", "change": {"pitch": 99.0}},
        {"title": "x", "change": {"vowels": 0.1}},
    ],
)
def test_a_damaged_example_is_told_in_a_sentence(kept: object) -> None:
    with pytest.raises(ExampleError, match=r"choose its recording again\.$"):
        Example.from_json(kept)


@given(EXAMPLES)
def test_at_strength_0_nothing_is_changed(example: Example) -> None:
    assert example.at(0.0) == Expression()
    assert said_like(example, 0.0) is PLAN


@given(EXAMPLES, st.floats(0, 1))
def test_every_strength_gives_a_plan_that_can_be_said(example: Example, strength: float) -> None:
    plan = said_like(example, strength)
    assert len(plan.f0) == len(plan.energy) == 2 * plan.frames
    assert np.isfinite(plan.f0).all()
    assert np.isfinite(plan.energy).all()
    assert plan.durations.min() >= 1
    voiced = plan.f0[plan.f0 > 40]
    assert PITCH is not None
    assert np.abs(np.log(voiced) - PITCH.mean_log_hz).max() < math.log(2) * 1.6  # within the speaker's range


def test_more_strength_is_more_of_everything() -> None:
    plans = [said_like(LIVELY, strength) for strength in (0.0, 0.3, 0.6, 1.0)]
    ranges = [height(plan) for plan in plans]
    assert np.all(np.diff([each.mean_log_hz for each in ranges]) > 0)
    assert np.all(np.diff([each.spread_log_hz for each in ranges]) > 0)
    assert np.all(np.diff([plan.frames for plan in plans]) < 0)
    assert np.all(np.diff([float(plan.energy.max()) for plan in plans]) > 0)


def test_an_example_adds_to_what_is_felt_and_intensity_is_of_both() -> None:
    both = Emotion(happy=0.5, example=LIVELY, strength=0.5, intensity=0.5)
    apart = expression_of(Emotion(happy=0.5)) + LIVELY.at(0.5)
    assert expression_of(both).values == pytest.approx((apart * 0.5).values)
    assert said_like(LIVELY, 1.0).frames != PLAN.frames
    assert expression_of(replace(both, intensity=0.0)) == Expression()


def test_movement_is_of_syllables_and_leaves_the_course() -> None:
    plan = said_like(Example("x", Expression(movement=0.4)), 1.0)
    assert height(plan).mean_log_hz == pytest.approx(height(PLAN).mean_log_hz, abs=0.01)
    changed = np.log(plan.f0[PLAN.f0 > 40] / PLAN.f0[PLAN.f0 > 40])
    assert np.abs(changed).max() > 0.003
    assert abs(changed.mean()) < 0.003


def test_equal_examples_make_equal_emotions() -> None:
    emotions = {Emotion(example=Example.from_json(LIVELY.to_json())) for _ in range(2)}
    assert len(emotions) == 1


@given(EXAMPLES, st.floats(0, 1))
def test_a_preset_keeps_its_example(example: Example, strength: float) -> None:
    preset = Preset("grim", "Grim", Emotion(angry=0.4, example=example, strength=strength), own=True)
    again = decode(encode(preset), "grim", "grim.toml", own=True)
    assert again.emotion.strength == strength
    assert again.emotion.example == Example.from_json(example.to_json())


@pytest.mark.parametrize("example", ["1", "{title = 'x'}", "{title = 'x', change = {}, strength = 2}"])
def test_a_preset_with_a_damaged_example_is_told(example: str) -> None:
    with pytest.raises(PresetFileError, match="example"):
        decode(f'title = "x"\nexample = {example}\n[emotion]\n'.encode(), "x", "x.toml")


def test_a_blend_has_the_examples_of_its_parts() -> None:
    one, other = Emotion(example=LIVELY, strength=0.8), Emotion(example=Example("dull", Expression(pitch=-1.0)))
    assert blended([(one, 0.5)]) == Emotion(example=LIVELY, strength=0.4)
    both = blended([(one, 0.5), (other, 1.0), (Emotion(happy=1.0), 0.5)])
    assert both.example is not None
    assert both.example.title == "lively, dull"
    assert both.example.change.pitch == pytest.approx(2.0 * 0.4 - 1.0)
    assert both.happy == 0.5
