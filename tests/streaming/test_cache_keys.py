"""What results depend on is in their keys, and nothing else is."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.models.base import VoiceInfo
from engines.models.kokoro.model import KokoroModel
from engines.models.kokoro.voices import KokoroVoice
from engines.prosody.edits import SegmentEdit
from engines.prosody.emotion import NEUTRAL, Emotion
from engines.prosody.manner import Manner
from engines.streaming.cache_keys import PlanKey, ReadingKey, SegmentKey
from engines.text.lexicon import Entry, Lexicon, Lexicons
from engines.types import Phonemes, Plan, Reading, Slot, Source, Span, Utterance

texts = st.text("ab ɡ", min_size=1, max_size=4)


@dataclass(frozen=True)
class FakeVoice:
    info: VoiceInfo
    digest: str


@st.composite
def spoken(draw: st.DrawFn) -> tuple[str, FakeVoice, Phonemes]:
    """A model's digest, a voice and a segment, from few values, so that equal ones occur."""
    language = draw(st.sampled_from(["en-us", "zh"]))
    voice = FakeVoice(VoiceInfo("voice", language, "female", "tiny"), draw(st.sampled_from("vw")))
    utterance = Utterance(
        draw(texts),
        draw(st.sampled_from(["voice", "other"])),
        draw(st.sampled_from([None, "en-us"])),
        draw(st.sampled_from([0.9, 1.0])),
        draw(st.booleans()),
        emotion=draw(st.sampled_from([NEUTRAL, Emotion(sad=1.0), Emotion(sad=1.0, intensity=0.0)])),
        slot=draw(st.sampled_from([None, Slot(2.0)])),
    )
    readings = (Reading(Span(0, 1), "a", draw(texts), Source.RULE, "en-us"),)
    spans = draw(st.sampled_from([(), ((Span(0, 1), Emotion(happy=1.0)),), ((Span(1, 2), Emotion(happy=1.0)),)]))
    edit = draw(st.sampled_from([None, SegmentEdit("a"), SegmentEdit("a", durations=((0, 2.0),))]))
    phonemes = Phonemes(utterance, Span(0, 1), readings, draw(st.floats(0, 1)), emotions=spans, edit=edit)
    return draw(st.sampled_from("mn")), voice, phonemes


@given(spoken(), spoken())
def test_segments_have_one_key_exactly_if_they_sound_alike(one: Any, other: Any) -> None:
    def planned(model: str, voice: FakeVoice, phonemes: Phonemes) -> tuple[Any, ...]:
        return model, voice.digest, phonemes.symbols, phonemes.utterance.speed

    def heard(model: str, voice: FakeVoice, phonemes: Phonemes) -> tuple[Any, ...]:
        felt = [emotion for span, emotion in phonemes.emotions if span.start == 0]
        edit = () if phonemes.edit is None else phonemes.edit.durations
        return *planned(model, voice, phonemes), phonemes.utterance.emotion.felt, felt, edit

    keys = [SegmentKey.of(model, phonemes, voice) for model, voice, phonemes in (one, other)]
    assert (keys[0] == keys[1]) == (planned(*one) == planned(*other))
    keys = [SegmentKey.of(model, p, voice, Manner.of(p)) for model, voice, p in (one, other)]
    assert (keys[0] == keys[1]) == (heard(*one) == heard(*other))


@given(spoken(), spoken())
def test_texts_have_one_key_exactly_if_they_read_alike(one: Any, other: Any) -> None:
    def read(voice: FakeVoice, utterance: Utterance) -> tuple[Any, ...]:
        # The speed is that of the pauses.
        return voice.info.language, utterance.text, utterance.language, utterance.speed

    pairs = [(voice, phonemes.utterance) for _, voice, phonemes in (one, other)]
    keys = [ReadingKey.of(0, utterance, voice) for voice, utterance in pairs]
    assert (keys[0] == keys[1]) == (read(*pairs[0]) == read(*pairs[1]))


def test_a_changed_lexicon_or_front_end_reads_anew() -> None:
    voice = FakeVoice(VoiceInfo("voice", "en-us", "female", "tiny"), "v")
    lexicon = Lexicon((Entry("tear", "tɛɹ"),))
    lexicons = [
        Lexicons(),
        Lexicons(project=lexicon),
        Lexicons(user=lexicon),
        Lexicons(user=Lexicon((Entry("tear", "tɪɹ"),))),
    ]
    keys = {ReadingKey.of(0, Utterance("tear", "voice", lexicons=each), voice) for each in lexicons}
    keys.add(ReadingKey.of(1, Utterance("tear", "voice"), voice))
    assert len(keys) == 5


def test_fields_that_are_added_one_day_are_part_of_the_keys() -> None:
    @dataclass(frozen=True, slots=True)
    class Moody(Utterance):
        mood: str = "fair"

    voice = FakeVoice(VoiceInfo("voice", "en-us", "female", "tiny"), "v")
    keys: set[Any] = set()
    for mood in ("fair", "foul"):
        utterance = Moody("a", "voice", mood=mood)
        keys.add(ReadingKey.of(0, utterance, voice))
        keys.add(SegmentKey.of("m", Phonemes(utterance, Span(0, 1), ()), voice))
    assert len(keys) == 4


@pytest.fixture
def plan(tiny_model: KokoroModel) -> Plan:
    return tiny_model.plan(Phonemes.from_symbols("hˈɛlO", "af_tiny", "en-us"), tiny_model.voice("af_tiny"))


def one_changed(array: np.ndarray) -> np.ndarray:
    changed = array.copy()
    changed.flat[array.size // 2] += 1
    return changed


@pytest.mark.parametrize("field", ["durations", "f0", "energy", "content"])
def test_a_changed_number_of_a_plan_is_another_plan(plan: Plan, field: str) -> None:
    changed = replace(plan, **{field: one_changed(getattr(plan, field))})
    assert PlanKey.of("m", changed) != PlanKey.of("m", plan)


def test_a_plan_is_the_same_whatever_is_around_its_sound(plan: Plan) -> None:
    same = replace(plan, f0=plan.f0.copy(), stretch=0.9, phonemes=replace(plan.phonemes, pause=3.0))
    assert PlanKey.of("m", same) == PlanKey.of("m", plan)
    assert PlanKey.of("n", plan) != PlanKey.of("m", plan)
    lengths = {PlanKey.of("m", replace(plan, samples=samples)) for samples in (None, 5000, 6000)}
    assert len(lengths) == 2


def test_every_number_of_a_voice_is_in_its_digest(tiny_model: KokoroModel) -> None:
    voice = tiny_model.voice("af_tiny")
    statistics = voice.statistics
    assert statistics is not None
    others: list[KokoroVoice] = [
        tiny_model.voice("am_small"),
        replace(voice, statistics=None),
        replace(voice, rate=1.01),
        replace(voice, colour=np.zeros(3, np.float32)),
        replace(voice, colour=np.ones(3, np.float32)),
    ]
    for field in fields(statistics):
        changed = replace(statistics, **{field.name: one_changed(getattr(statistics, field.name))})
        others.append(replace(voice, statistics=changed))
    digests = {each.digest for each in (voice, *others)}
    assert len(digests) == len(others) + 1
    assert replace(voice).digest == voice.digest


def test_models_that_compute_otherwise_have_other_digests(
    tiny_model: KokoroModel, tiny_integer_model: KokoroModel
) -> None:
    assert tiny_model.digest == tiny_model.digest
    assert tiny_model.digest != tiny_integer_model.digest
