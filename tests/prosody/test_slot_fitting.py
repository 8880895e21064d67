"""Speech brought into slots: lengths, what gives way first, and that the pitch stays."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np
import pytest

from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.prosody.fitting import Fit, Timing, fit_of, fitted, shared_out
from engines.prosody.sounds import Sound, sounds
from engines.prosody.stretching import UNVOICED, whole_frames, with_durations
from engines.types import Phonemes, Plan, Reading, Slot, Source, Span, Utterance

WORDS = ("hˈɛlO", ", ", "wˈɜɹld", " ", "əɡˈɛn", ".")
LINES = [
    " ".join(words)
    for words in (
        ("wi", "lˈiv"),
        ("hˈɛlO", "wˈɜɹld", "əɡˈɛn"),
        ("ðə", "kwˈɪk", "bɹˈWn", "fˈɑks"),
        ("sˈi", "ju", "təmˈɑɹO", "ət", "ðə", "stˈAʃən"),
    )
]


class SymbolReader:
    """A stand-in for the text front end: a segment a line, the text is its own symbols."""

    def read(self, utterance: Utterance, voice_language: str) -> Iterator[Phonemes]:
        at = 0
        for line in utterance.text.splitlines(keepends=True):
            span = Span(at, at + len(line))
            at = span.end
            reading = Reading(span, line, line.strip(), Source.LEXICON, voice_language)
            yield Phonemes(utterance, span, (reading,), pause=0.25 if line.endswith("\n") else 0.0)


@pytest.fixture
def engine(tiny_model: KokoroModel) -> Engine:
    return Engine(tiny_model, SymbolReader())  # type: ignore[arg-type]


@pytest.fixture
def plan(tiny_model: KokoroModel) -> Plan:
    phonemes = Phonemes.from_symbols("".join(WORDS), "af_tiny", "en-us")
    return tiny_model.plan(phonemes, tiny_model.voice("af_tiny"))


@pytest.fixture
def timing(tiny_model: KokoroModel) -> Timing:
    return Timing(tiny_model.sample_rate, tiny_model.frame_samples, tiny_model.audible_frames, 0.0)


def length(engine: Engine, utterance: Utterance) -> float:
    return sum(len(chunk.samples) for chunk in engine.speak(utterance)) / engine.sample_rate


def voiced_mean(plan: Plan) -> float:
    return float(plan.f0[plan.f0 > UNVOICED].mean())


# The decision


@pytest.mark.parametrize(
    ("natural", "seconds", "expected"),
    [
        (2.0, 2.0, Fit(1.0, 1.0)),
        (2.0, 1.7, Fit(0.85, 0.85)),
        (2.0, 1.6, Fit(0.8, 0.8)),
        (2.0, 1.0, Fit(0.5, 0.8)),
        (2.0, 2.4, Fit(1.2, 1.2)),
        (2.0, 5.0, Fit(2.5, 1.0)),
        (0.0, 2.0, Fit(1.0, 1.0)),
    ],
)
def test_speech_fills_its_slot_within_the_limits(natural: float, seconds: float, expected: Fit) -> None:
    fit = fit_of(natural, Slot(seconds))
    assert fit == pytest.approx(expected)
    assert fit.fits is (expected.needed >= 0.8)


def test_a_length_that_is_unsure_counts_as_within_a_limit() -> None:
    assert fit_of(1.0, Slot(0.79), unsure=0.035) == pytest.approx(Fit(0.79, 0.79))
    assert fit_of(1.0, Slot(1.23), unsure=0.035) == pytest.approx(Fit(1.23, 1.23))
    assert fit_of(1.0, Slot(0.7), unsure=0.035).factor == 0.8


# What gives way


def test_sounds_of_symbols() -> None:
    kinds = sounds("hˈi, a↓ t…")
    assert kinds == [
        *(Sound.OTHER, Sound.VOWEL, Sound.VOWEL),
        *(Sound.PAUSE, Sound.PAUSE),
        *(Sound.VOWEL, Sound.VOWEL, Sound.OTHER, Sound.OTHER, Sound.PAUSE),
    ]


KINDS = (Sound.PAUSE, Sound.VOWEL, Sound.OTHER)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (30.0, (10, 10, 10)),
        (28.0, (8, 10, 10)),
        (24.0, (5, 9, 10)),
        (23.0, (5, 8, 10)),
        (11.5, (2.5, 4, 5)),
        (33.0, (13, 10, 10)),
        (36.0, (15, 11, 10)),
        (75.0, (30, 25, 20)),
    ],
)
def test_pauses_give_way_first_then_vowels_then_all(wanted: float, expected: tuple[float, ...]) -> None:
    lengths = shared_out(np.full(3, 10.0), KINDS, wanted)
    assert lengths.sum() == pytest.approx(wanted)
    np.testing.assert_allclose(lengths[:2] / lengths[2], np.array(expected[:2]) / expected[2])


def test_without_pauses_and_vowels_all_gives_way() -> None:
    lengths = shared_out(np.array([2.0, 6.0]), (Sound.OTHER, Sound.OTHER), 4.0)
    np.testing.assert_allclose(lengths, [1.0, 3.0])


def test_whole_frames_keep_the_sum_and_a_frame_each() -> None:
    assert whole_frames(np.array([1.4, 1.4, 1.4, 1.4, 1.4])).tolist() == [1, 2, 1, 2, 1]
    assert whole_frames(np.array([0.1, 0.1, 3.8])).tolist() == [1, 1, 2]


# Stretching


@pytest.mark.parametrize("factor", [0.7, 1.0, 1.5])
def test_curves_go_along_with_their_symbols(plan: Plan, factor: float) -> None:
    changed = with_durations(plan, whole_frames(plan.durations * factor))
    assert len(changed.f0) == len(changed.energy) == 2 * changed.frames
    assert voiced_mean(changed) == pytest.approx(voiced_mean(plan), rel=0.02)
    assert changed.f0.max() <= plan.f0.max()
    if factor == 1.0:
        np.testing.assert_array_equal(changed.f0, plan.f0)
        np.testing.assert_array_equal(changed.energy, plan.energy)


def test_voiced_and_unvoiced_are_not_mixed(plan: Plan) -> None:
    f0 = np.where(np.arange(len(plan.f0)) // 3 % 2, 150.0, 0.0).astype(np.float32)
    changed = with_durations(
        Plan(plan.phonemes, plan.voice, plan.durations, f0, plan.energy, plan.content), plan.durations * 2
    )
    assert set(np.unique(changed.f0)) == {0.0, 150.0}


def test_every_symbol_keeps_a_frame(plan: Plan) -> None:
    with pytest.raises(ValueError, match="a frame or more"):
        with_durations(plan, np.zeros_like(plan.durations))


def test_only_what_is_heard_is_changed(plan: Plan, timing: Timing) -> None:
    start, end = timing.audible(plan)
    assert (start, end) == (0, plan.frames) or start > 0
    (changed,) = fitted([plan], Slot(timing.seconds(plan) * 0.8), timing)
    heard = timing.audible(changed)
    assert (heard[1] - heard[0]) / (end - start) == pytest.approx(0.8, abs=0.05)
    assert changed.stretch == pytest.approx(0.8)
    assert changed.content is plan.content


def test_plans_that_need_nothing_are_returned_as_they_are(plan: Plan, timing: Timing) -> None:
    assert fitted([plan], Slot(10 * timing.seconds(plan)), timing) == (plan,)
    assert fitted([], Slot(1.0), timing) == ()


# Speaking


@pytest.mark.parametrize("text", [LINES[1], LINES[3], "\n".join(LINES)])
@pytest.mark.parametrize("factor", [0.82, 0.9, 1.0, 1.1, 1.18])
def test_speech_is_as_long_as_its_slot(engine: Engine, text: str, factor: float) -> None:
    seconds = length(engine, Utterance(text, "af_tiny")) * factor
    chunks = list(engine.speak(Utterance(text, "af_tiny", slot=Slot(seconds))))
    assert sum(len(chunk.samples) for chunk in chunks) / engine.sample_rate == pytest.approx(seconds, abs=0.001)
    assert [chunk.start for chunk in chunks] == np.cumsum([0, *(len(chunk.samples) for chunk in chunks[:-1])]).tolist()
    assert chunks[0].stretch == pytest.approx(factor, abs=0.1)


def test_speech_that_does_not_fit_is_hurried_to_the_limit(engine: Engine) -> None:
    text = "\n".join(LINES)
    natural = length(engine, Utterance(text, "af_tiny"))
    assert length(engine, Utterance(text, "af_tiny", slot=Slot(natural / 3))) == pytest.approx(0.8 * natural, rel=0.05)
    slot = Slot(natural / 3, shortest=0.6)
    assert length(engine, Utterance(text, "af_tiny", slot=slot)) == pytest.approx(0.6 * natural, rel=0.05)


def test_speech_that_is_short_stays_as_it_is(engine: Engine) -> None:
    natural = length(engine, Utterance(LINES[2], "af_tiny"))
    assert length(engine, Utterance(LINES[2], "af_tiny", slot=Slot(3 * natural))) == natural


def test_pauses_between_segments_give_way(engine: Engine) -> None:
    text = "\n".join(LINES[:2])
    natural = length(engine, Utterance(text, "af_tiny"))
    chunks = list(engine.speak(Utterance(text, "af_tiny", slot=Slot(natural - 0.1))))
    pause = next(chunk for chunk in chunks if not chunk.samples.any())
    assert 0.125 <= len(pause.samples) / engine.sample_rate < 0.24


def test_lines_without_a_slot_stream_as_before(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    planned = []
    plan = engine.model.plan
    monkeypatch.setattr(engine.model, "plan", lambda phonemes, voice: planned.append(phonemes) or plan(phonemes, voice))
    stream = engine.speak(Utterance("\n".join(LINES), "af_tiny"))
    assert next(stream).stretch == 1.0
    assert len(planned) == 1
    planned.clear()
    next(engine.speak(Utterance("\n".join(LINES), "af_tiny", slot=Slot(3.0))))
    assert len(planned) == len(LINES)


def test_cancel_ends_the_planning(engine: Engine) -> None:
    cancel = threading.Event()
    cancel.set()
    assert list(engine.speak(Utterance("\n".join(LINES), "af_tiny", slot=Slot(3.0)), cancel=cancel)) == []


@pytest.mark.parametrize("voice", ["af_tiny", "am_small", "zf_mini"])
def test_two_hundred_cues(engine: Engine, voice: str) -> None:
    rng = np.random.default_rng(7)
    errors, plans = [], {}
    model = engine.model
    timing = Timing(model.sample_rate, model.frame_samples, model.audible_frames, 0.035)
    for _ in range(67):
        text = "\n".join(rng.choice(LINES, rng.integers(1, 4)))
        if text not in plans:
            plans[text] = [engine.plan(phonemes) for phonemes in engine.phonemize(Utterance(text, voice))]
        natural = plans[text]
        seconds = timing.total(natural)
        factor = rng.uniform(0.8, 1.2)
        parts = fitted(natural, Slot(seconds * factor), timing)
        samples = sum(plan.samples or 0 for plan in parts)
        pauses = sum(plan.phonemes.pause for plan in parts)
        errors.append(abs(samples / model.sample_rate + pauses - seconds * factor))
        for before, after in zip(natural, parts, strict=True):
            assert voiced_mean(after) == pytest.approx(voiced_mean(before), rel=0.02)
            start, end = timing.audible(after)
            frames = ((after.samples or 0) / model.sample_rate + timing.onset) * model.sample_rate / model.frame_samples
            assert end - start == pytest.approx(frames, abs=1.5)
    assert max(errors) < 0.001
