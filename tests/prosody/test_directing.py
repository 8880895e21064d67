"""Emotions in a plan: neutral is untouched, more is more, and what is changed stays where it was felt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.engine import Engine
from engines.models.base import VoiceInfo
from engines.models.kokoro.model import KokoroModel
from engines.prosody.correlates import expression_of
from engines.prosody.directing import directed
from engines.prosody.edits import SegmentEdit
from engines.prosody.emotion import FEELINGS, LIMITS, NEUTRAL, Emotion, blended
from engines.prosody.expression import Expression
from engines.prosody.intonation import intoned
from engines.prosody.manner import NATURAL, Manner, Passage
from engines.prosody.presets import built_in
from engines.prosody.sounds import Sound, sounds
from engines.streaming.result_cache import ResultCache
from engines.types import Phonemes, Plan, Reading, Source, Span, Utterance
from engines.voices.profile import PitchRange

SYMBOLS = "hˈɛlO wˈɜɹld, əɡˈɛn ænd əɡˈɛn."

emotions = st.fixed_dictionaries(
    {}, optional={key: st.floats(least, most) for key, (least, most, _) in LIMITS.items()}
).map(Emotion.of)


class FakeVoice:
    info = VoiceInfo("voice", "en-us", "female", "tiny")
    digest = "v"


def spoken(f0: np.ndarray | None = None) -> Plan:
    """A plan as a model might give it: voiced where there are vowels, silent at both ends and at marks."""
    kinds = [Sound.PAUSE, *sounds(SYMBOLS), Sound.PAUSE]
    durations = np.array([8 if kind is Sound.PAUSE else 5 if kind is Sound.VOWEL else 3 for kind in kinds])
    each = np.repeat(kinds, 2 * durations)
    time = np.arange(len(each))
    melody = 150 * 2 ** ((3 * np.sin(time / 15) - time / 100) / 12)
    return Plan(
        Phonemes.from_symbols(SYMBOLS, "voice", "en-us"),
        FakeVoice(),  # type: ignore[arg-type]
        durations,
        np.where(each == Sound.PAUSE, 5.0, melody).astype(np.float32) if f0 is None else f0,
        np.where(each == Sound.PAUSE, -4.0, 6 + np.sin(time / 7)).astype(np.float32),
        np.zeros((2, len(durations)), np.float32),
    )


PLAN = spoken()
PITCH = PitchRange.of(PLAN.f0)
assert PITCH is not None


def felt(emotion: Emotion, *passages: Passage, plan: Plan = PLAN) -> Plan:
    return directed(plan, Manner(emotion, passages), PITCH)


def above(plan: Plan) -> np.ndarray:
    """Semitones above the speaker's mean, where it is voiced."""
    return (np.log(plan.f0[plan.f0 > 40]) - PITCH.mean_log_hz) * 12 / np.log(2)


def test_a_natural_manner_gives_the_very_plan() -> None:
    assert directed(PLAN, NATURAL, PITCH) is PLAN


@given(emotions)
def test_an_emotion_without_intensity_is_neutral_whatever_it_says(emotion: Emotion) -> None:
    phonemes = replace(PLAN.phonemes, utterance=replace(PLAN.phonemes.utterance, emotion=replace(emotion, intensity=0)))
    assert Manner.of(phonemes) == NATURAL


@given(emotions)
def test_any_emotion_gives_a_plan_that_can_be_said(emotion: Emotion) -> None:
    plan = felt(emotion)
    assert plan.durations.min() >= 1
    assert len(plan.f0) == len(plan.energy) == 2 * plan.frames
    assert np.isfinite(plan.f0).all()
    assert np.isfinite(plan.energy).all()
    assert np.abs(above(plan)).max() < 24
    # Silence stays silent and sound stays sound, so that the same is rendered.
    ends = [plan.energy[: 2 * plan.durations[0]], plan.energy[-2 * plan.durations[-1] + 1 :]]
    assert max(end.max() for end in ends) <= 0
    assert (plan.f0 > 40).sum() > 0


@pytest.mark.parametrize("name", FEELINGS)
def test_more_of_a_feeling_is_more_of_what_it_does(name: str) -> None:
    plans = [felt(Emotion.of({name: 1.0, "intensity": share})) for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
    expression = expression_of(Emotion.of({name: 1.0}))
    for wanted, measured in (
        (expression.pitch, [above(plan).mean() for plan in plans]),
        (-expression.rate, [plan.frames for plan in plans]),
        (expression.energy, [plan.energy[plan.energy > 0].mean() for plan in plans]),
    ):
        steps = np.diff(measured) * np.sign(wanted)
        assert (steps >= 0).all()  # durations are whole frames
        assert steps.sum() > 0


@given(emotions, st.floats(0, 1))
def test_intensity_scales_all_that_an_emotion_does(emotion: Emotion, share: float) -> None:
    whole = expression_of(replace(emotion, intensity=1.0)).values
    part = expression_of(replace(emotion, intensity=share)).values
    assert part == pytest.approx([share * value for value in whole])


@given(st.lists(st.tuples(emotions, st.floats(0, 1)), min_size=1, max_size=4))
def test_a_blend_is_within_the_limits(parts: list[tuple[Emotion, float]]) -> None:
    blend = blended(parts)
    for name, (least, most, _) in LIMITS.items():
        assert least <= getattr(blend, name) <= most


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_blend_of_two_feelings_is_between_them(happy: float, sad: float) -> None:
    pitch = expression_of(Emotion(happy=happy, sad=sad)).pitch
    ends = [expression_of(Emotion(sad=1.0)).pitch, expression_of(Emotion(happy=1.0)).pitch]
    assert ends[0] - 1e-9 <= pitch <= ends[1] + 1e-9


def test_offsets_do_what_they_say() -> None:
    def change(**numbers: float) -> Plan:
        return felt(Emotion.of(numbers))

    assert (above(change(pitch=2.0)) - above(PLAN)).mean() == pytest.approx(2.0, abs=0.1)
    assert above(change(range=0.3)).std() == pytest.approx(1.3 * above(PLAN).std(), rel=0.05)
    marks = np.array([Sound.OTHER, *sounds(SYMBOLS), Sound.OTHER]) == Sound.PAUSE
    assert change(pauses=1.0).durations[marks].sum() == 2 * PLAN.durations[marks].sum()
    assert change(pauses=1.0).durations[~marks].sum() == PLAN.durations[~marks].sum()
    assert change(rate=0.2).frames < PLAN.frames < change(rate=-0.2).frames
    heard = PLAN.energy > 1
    assert (change(energy=3.0).energy - PLAN.energy)[heard] == pytest.approx(2.0, abs=1e-5)


def test_a_loud_voice_is_not_brought_beyond_full_scale() -> None:
    loud = replace(PLAN, energy=PLAN.energy + 3)
    levels = [felt(Emotion(energy=db), plan=loud).energy.max() for db in (0.0, 4.0, 8.0, 12.0)]
    assert levels == sorted(levels)
    assert levels[0] == pytest.approx(loud.energy.max())
    assert levels[-1] < 11.5


def test_the_end_rises_and_falls() -> None:
    base = above(PLAN)
    rising = above(intoned_with(Expression(final=3.0))) - base
    assert rising[-1] > 2.5
    assert rising[:10] == pytest.approx(0.0, abs=1e-6)
    falling = above(intoned_with(Expression(slope=-2.0))) - base
    assert falling[0] == pytest.approx(1.0, abs=0.1)
    assert falling[-1] == pytest.approx(-1.0, abs=0.1)


def test_tones_keep_more_of_their_shape() -> None:
    def moved(language: str) -> Plan:
        plan = replace(PLAN, phonemes=Phonemes.from_symbols(SYMBOLS, "voice", language))
        return felt(Emotion(melancholic=1.0), plan=plan)

    assert above(moved("en-us")).std() < above(moved("zh")).std() < above(PLAN).std()
    assert above(moved("en-us")).mean() == pytest.approx(above(moved("zh")).mean(), abs=0.2)


def intoned_with(expression: Expression) -> Plan:
    from engines.prosody.expression import ExpressionCurves  # noqa: PLC0415

    return intoned(PLAN, ExpressionCurves.of([expression] * len(PLAN.f0)), PITCH)


def test_what_is_unvoiced_or_has_no_pitch_at_all_stays_so() -> None:
    plan = felt(Emotion(surprised=1.0))
    assert (plan.f0[: 2 * plan.durations[0] - 2] == 5.0).all()
    whisper = spoken(np.full_like(PLAN.f0, 5.0))
    assert (directed(whisper, Manner(Emotion(pitch=3.0)), None).f0 == 5.0).all()


def test_a_passage_changes_its_symbols_and_fades_at_its_borders() -> None:
    start = SYMBOLS.index("ænd")
    end = start + 3
    edges = 2 * np.concatenate([[0], np.cumsum(PLAN.durations)])
    plan = felt(NEUTRAL, Passage(start, end, Emotion(pitch=3.0, energy=3.0)))
    assert (plan.durations == PLAN.durations).all()
    first, last = int(edges[start + 1]), int(edges[end + 1])
    outside = np.ones(len(PLAN.f0), bool)
    outside[first - 4 : last + 4] = False
    for curve in ("f0", "energy"):
        assert (getattr(plan, curve)[outside] == getattr(PLAN, curve)[outside]).all()
    moved = 12 * np.log2(plan.f0 / PLAN.f0)[first - 4 : last + 4]
    assert moved.max() == pytest.approx(3.0, abs=0.05)
    assert np.abs(np.diff(moved)).max() < 1.0


def test_passages_replace_or_add_to_what_is_around_them() -> None:
    whole = Passage(0, len(SYMBOLS), NEUTRAL)
    inside = felt(Emotion(sad=1.0), whole._replace(emotion=Emotion(intensity=0.0)))
    assert (inside.f0 == PLAN.f0).all()
    assert (inside.durations == PLAN.durations).all()
    assert np.allclose(
        felt(Emotion(sad=1.0), whole._replace(emotion=Emotion(happy=1.0))).f0, felt(Emotion(happy=1.0)).f0
    )
    added = felt(Emotion(sad=1.0), whole._replace(emotion=Emotion(pitch=1.0)))
    assert np.allclose(added.f0, felt(Emotion(sad=1.0, pitch=1.0)).f0)


# In an engine


class SymbolReader:
    """A segment a line, the text is its own symbols; words between asterisks are felt."""

    def __init__(self) -> None:
        self.read_texts = 0

    def read(self, utterance: Utterance, voice_language: str) -> Iterator[Phonemes]:
        self.read_texts += 1
        at = 0
        for line in utterance.text.splitlines(keepends=True):
            words = []
            start = at
            for word in line.split(" "):
                span = Span(at, at + len(word) + 1)
                words.append(Reading(span, word, word.strip("*\n") + " ", Source.RULE, voice_language))
                at = span.end
            felt = tuple((r.span, Emotion(happy=1.0)) for r in words if line[r.span.start - start] == "*")
            pause = 0.25 if line.endswith("\n") else 0.0
            yield Phonemes(utterance, Span(start, at), tuple(words), pause, "!" in line, emotions=felt)


class CountingModel:
    """A model that tells how often it plans."""

    def __init__(self, model: KokoroModel) -> None:
        self._model = model
        self.plans = 0

    def plan(self, *arguments: Any) -> Plan:
        self.plans += 1
        return self._model.plan(*arguments)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, name)


@pytest.fixture
def model(tiny_model: KokoroModel) -> CountingModel:
    tiny_model.pitch_range(tiny_model.voice("af_tiny"))
    return CountingModel(tiny_model)


@pytest.fixture
def engine(model: CountingModel) -> Engine:
    return Engine(model, SymbolReader(), cache=ResultCache())  # type: ignore[arg-type]


def audio(engine: Engine, utterance: Utterance) -> bytes:
    return b"".join(chunk.samples.tobytes() for chunk in engine.speak(utterance))


def test_another_emotion_or_edit_costs_no_plan(engine: Engine, model: CountingModel) -> None:
    utterance = Utterance("hˈɛlO wˈɜɹld\nəɡˈɛn", "af_tiny")
    heard = {audio(engine, utterance)}
    for emotion in (Emotion(happy=1.0), Emotion(happy=0.5), Emotion(sad=1.0)):
        heard.add(audio(engine, replace(utterance, emotion=emotion)))
    assert len(heard) == 4
    assert model.plans == 2
    edit = SegmentEdit("hˈɛlO wˈɜɹld ", 0, durations=((1, 2.0),))
    audio(engine, replace(utterance, edits=(edit,)))
    assert model.plans == 2


def test_what_was_felt_comes_from_the_cache_as_it_was(engine: Engine) -> None:
    utterance = Utterance("hˈɛlO *wˈɜɹld\nəɡˈɛn", "af_tiny", emotion=Emotion(sad=0.7))
    first = audio(engine, utterance)
    assert engine.knows(utterance)
    assert not engine.knows(replace(utterance, emotion=Emotion(sad=0.71)))
    assert audio(engine, utterance) == first == audio(engine, replace(utterance, anew=True))


def test_equal_symbols_with_another_word_felt_are_not_the_same_audio(engine: Engine) -> None:
    texts = ("*hˈɛlO wˈɜɹld", "hˈɛlO *wˈɜɹld", "hˈɛlO wˈɜɹld")
    assert len({audio(engine, Utterance(text, "af_tiny")) for text in texts}) == 3


def test_neutral_is_as_if_there_were_no_emotions(engine: Engine, tiny_model: KokoroModel) -> None:
    utterance = Utterance("hˈɛlO wˈɜɹld", "af_tiny")
    (phonemes,) = engine.phonemize(utterance)
    natural = tiny_model.plan(phonemes, tiny_model.voice("af_tiny"))
    rendered = b"".join(chunk.samples.tobytes() for chunk in Engine(tiny_model, SymbolReader()).render(natural))  # type: ignore[arg-type]
    for emotion in (NEUTRAL, Emotion(happy=1.0, pitch=3.0, intensity=0.0)):
        assert audio(engine, replace(utterance, emotion=emotion)) == rendered


def test_pauses_between_segments_are_felt_too_but_not_those_that_are_asked_for(engine: Engine) -> None:
    def pauses(text: str, emotion: Emotion) -> list[float]:
        return [round(p.pause, 4) for p in engine.phonemize(Utterance(text, "af_tiny", emotion=emotion))]

    assert pauses("hˈɛlO\nwˈɜɹld", NEUTRAL) == [0.25, 0.0]
    assert pauses("hˈɛlO\nwˈɜɹld", Emotion(pauses=1.0)) == [0.5, 0.0]
    assert pauses("hˈɛlO!\nwˈɜɹld", Emotion(pauses=1.0)) == [0.25, 0.0]
    assert pauses("hˈɛlO *wˈɜɹld\nwˈɜɹld", NEUTRAL)[0] < 0.25


def test_every_segment_gets_its_own_edit(engine: Engine) -> None:
    edits = (SegmentEdit("wi ", 1, durations=((0, 2.0),)), SegmentEdit("ju ", 0, durations=((0, 0.5),)))
    segments = engine.phonemize(Utterance("wi\nju\nwi\nwi", "af_tiny", edits=edits))
    assert [segment.edit for segment in segments] == [None, edits[1], edits[0], None]


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from([preset.emotion for preset in built_in()]), st.floats(0, 1))
def test_every_preset_speaks_at_any_intensity(tiny_model: KokoroModel, emotion: Emotion, share: float) -> None:
    phonemes = Phonemes.from_symbols(SYMBOLS, "af_tiny", "en-us")
    voice = tiny_model.voice("af_tiny")
    phonemes = replace(phonemes, utterance=replace(phonemes.utterance, emotion=replace(emotion, intensity=share)))
    plan = directed(tiny_model.plan(phonemes, voice), Manner.of(phonemes), tiny_model.pitch_range(voice))
    assert len(plan.f0) == 2 * plan.frames
