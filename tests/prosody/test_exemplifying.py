"""Recordings as examples: what is heard in them, whoever speaks, and what is said where nothing is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
import soundfile as sf

from engines.audio.reading import AudioReadError
from engines.models.base import VoiceInfo
from engines.prosody.example import Example, ExampleError
from engines.prosody.exemplifying import Clip, Passage, example_from, listen
from engines.prosody.expression import Expression
from engines.prosody.measuring import Prosody, prosody_of
from engines.prosody.movement import movement
from engines.prosody.neutral import change_from, neutral_for
from engines.prosody.pace import Pace, Words, pace_of
from engines.prosody.speech_rate import syllables
from engines.types import FloatArray, Phonemes, Plan, Utterance
from engines.voices.measurements import Recording
from tests.voices.talking import RATE, pause, talk

PHRASES = (talk(3.0, seed=1), pause(0.5), talk(2.5, seed=2), pause(0.4), talk(2.0, seed=3))


def speech(*, gain: float = 1.0) -> FloatArray:
    return (gain * np.concatenate([pause(0.3), *PHRASES, pause(0.3)])).astype(np.float32)


def example_of(samples: FloatArray, title: str = "x", neutral: FloatArray | None = None) -> Example:
    calm = None if neutral is None else listen(Clip(neutral, RATE), subject="The neutral recording")
    return example_from(listen(Clip(samples, RATE, title)), calm)


def measured(samples: FloatArray) -> Prosody:
    prosody = prosody_of(Recording(samples, RATE))
    assert prosody is not None
    return prosody


@pytest.fixture(scope="module")
def usual() -> Prosody:
    return measured(speech())


def test_what_is_spoken_is_measured(usual: Prosody) -> None:
    assert 6.5 < usual.speech < 8.5
    assert 100 * 2 ** (usual.mean / 12) == pytest.approx(120, rel=0.15)
    assert usual.base < usual.mean
    assert 0.4 < usual.pauses < 1.2
    assert 2.0 < usual.rate < 9.0


def test_a_higher_voice_is_higher_by_as_much() -> None:
    low, high = measured(talk(5.0, seed=4)), measured(talk(5.0, pitch=120 * 2 ** (3 / 12), seed=4))
    assert high.mean - low.mean == pytest.approx(3.0, abs=0.4)
    assert high.spread == pytest.approx(low.spread, rel=0.2)


def test_syllables_are_hills_that_are_voiced() -> None:
    levels = 10 * np.sin(np.arange(200) / 8)
    every = syllables(levels, np.ones(200, np.bool_))
    assert len(every) == 4
    assert not len(syllables(levels, np.zeros(200, np.bool_)))
    assert not len(syllables(np.zeros(2), np.ones(2, np.bool_)))
    assert not len(syllables(np.zeros(200), np.ones(200, np.bool_)))


def test_movement_is_what_is_left_of_a_pitch_without_its_course() -> None:
    time = np.arange(200) * 0.0125
    voiced = time < 2.0
    course, wave = 5 - 2 * time, np.sin(2 * np.pi * 4 * time)
    assert np.abs(movement(course, voiced)[20:140]).max() < 0.05
    assert movement(course + wave, voiced)[20:140].std() == pytest.approx(wave.std(), rel=0.1)
    assert not movement(course, voiced)[160:].any()
    assert not movement(course, np.zeros(200, np.bool_)).any()


def test_a_neutral_clip_of_itself_shows_nothing(usual: Prosody) -> None:
    assert change_from(neutral_for(usual, usual), usual) == Expression()


def test_beside_a_neutral_clip_the_change_is_heard_however_high_the_voice_is() -> None:
    for pitch in (100.0, 180.0):
        calm, raised = talk(6.0, pitch=pitch, seed=6), talk(6.0, pitch=pitch * 2 ** (4 / 12), seed=6)
        change = example_of(raised, "raised", calm).change
        assert change.pitch == pytest.approx(4.0, abs=0.6)
        assert abs(change.range) < 0.1
        assert abs(change.rate) < 0.1
        louder = example_of(2 * calm, "louder", calm).change
        assert louder.energy == pytest.approx(6.0, abs=1.5)
        assert louder.pitch == pytest.approx(0.0, abs=0.1)


def test_a_voice_alone_is_not_taken_for_a_feeling() -> None:
    low = example_of(talk(8.0, pitch=90.0, seed=7), "low").change
    high = example_of(talk(8.0, pitch=200.0, size=1.2, seed=7), "high").change
    between = 12 * np.log2(200 / 90)
    assert abs(high.pitch - low.pitch) < between / 3


def test_level_and_colour_of_one_clip_say_nothing() -> None:
    soft, loud = (example_of(speech(gain=gain)).change for gain in (0.1, 1.0))
    assert soft.energy == loud.energy == soft.tilt == loud.tilt == 0.0
    assert soft.values == pytest.approx(loud.values, abs=0.1)


@pytest.mark.parametrize(
    ("samples", "part"),
    [
        (np.zeros(0, np.float32), "is silent"),
        (np.zeros(3 * RATE, np.float32), "is silent"),
        (np.full(3 * RATE, np.nan, np.float32), "is silent"),
        (pause(4.0, level=0.1), "Nobody is heard"),
        (np.concatenate([pause(1.0), talk(0.6), pause(1.0)]), "seconds of speech"),
        (speech() + pause(len(speech()) / RATE, level=0.02), "noisy"),
    ],
    ids=["empty", "zeros", "nan", "noise", "short", "noisy"],
)
def test_what_shows_no_prosody_is_told_in_a_sentence(samples: FloatArray, part: str) -> None:
    with pytest.raises(ExampleError, match=part) as raised:
        example_of(samples)
    assert str(raised.value).endswith(".")
    with pytest.raises(ExampleError, match=r"neutral|Nobody"):
        example_of(speech(), neutral=samples)


def test_files_are_opened(tmp_path: Path) -> None:
    path = tmp_path / "Cheerful.flac"
    sf.write(path, speech(), RATE)
    calm = listen(Clip.open(path))
    assert example_from(calm).title == "Cheerful"
    assert example_from(calm, calm) == Example("Cheerful")
    with pytest.raises(AudioReadError, match="There is no file"):
        Clip.open(tmp_path / "nothing.wav")


class Model:
    """Says every letter in a tenth of a second, and nothing else."""

    voices: ClassVar = {"af_tiny": VoiceInfo("af_tiny", "en-us", "female", "tiny")}
    frame_seconds = 0.025

    def phonemize(self, utterance: Utterance) -> Iterator[Phonemes]:
        if utterance.text:
            yield Phonemes.from_symbols(utterance.text, utterance.voice, "en-us")

    def plan(self, phonemes: Phonemes) -> Plan:
        durations = np.array([20, *(4 for _ in phonemes.symbols), 30])
        nothing = np.zeros(2 * durations.sum(), np.float32)
        return Plan(phonemes, None, durations, nothing, nothing, nothing)  # type: ignore[arg-type]


def words(seconds: float, language: str = "en-us") -> Words:
    """That take so long without their pauses."""
    return Words("ab, " * round(seconds / 0.2), language)


def test_the_pace_of_words_is_that_against_the_model() -> None:
    model = Model()
    assert pace_of(model, words(6.0), 6.0) == Pace(pytest.approx(0.0), "en-us")
    slow, fast = (pace_of(model, words(6.0), seconds) for seconds in (7.5, 4.0))
    assert slow is not None
    assert fast is not None
    assert (slow.log_rate, fast.log_rate) == pytest.approx((np.log(6 / 7.5), np.log(6 / 4)))
    assert pace_of(model, words(6.0, "en-gb"), 6.0) == Pace(pytest.approx(0.0), "en-gb"), "near enough"
    assert pace_of(model, Words("ab"), 0.2) == Pace(pytest.approx(0.0), "en-us"), "by its letters"
    assert pace_of(model, words(6.0, "zh"), 6.0) is None, "nobody speaks it"
    assert pace_of(model, Words("", "en-us"), 6.0) is None


def test_a_rate_is_taken_over_more_surely_with_the_words() -> None:
    quick = listen(Clip(speech(), RATE), lambda _: words(10.0))
    calm = listen(Clip(speech(), RATE), lambda _: words(7.5))
    beside, alone = example_from(quick, calm, Model()).change, example_from(quick, None, Model()).change
    told = np.log(10 / 7.5)
    assert 0.75 * told < beside.rate < told, "little of it may be chance"
    assert beside.rate - example_from(calm, calm, Model()).change.rate == beside.rate
    assert alone.rate > 0.03
    by_ear = example_from(quick).change
    assert beside != by_ear
    assert example_from(listen(Clip(speech(), RATE)), None, Model()).change == by_ear, "nobody knows the words"
    assert example_from(quick, listen(Clip(speech(), RATE)), Model()).change.rate == 0.0, "nor those of the other"


def test_words_of_a_rate_that_nobody_speaks_are_others() -> None:
    misheard = listen(Clip(speech(), RATE), lambda _: words(60.0))
    assert example_from(misheard, None, Model()) == example_from(misheard)
    for seconds, part in ((60.0, "too long"), (1.0, "too short")):
        given = listen(Clip(speech(), RATE, transcript=words(seconds).text))
        with pytest.raises(ExampleError, match=f"transcript of the example is {part}.*correct it"):
            example_from(given, None, Model())


def test_of_a_long_recording_whole_phrases_are_written_down() -> None:
    heard: list[Passage] = []
    long = np.concatenate([np.concatenate([talk(4.0, seed=seed), pause(0.6)]) for seed in range(9)])
    listened = listen(Clip(long, RATE), heard.append)
    assert listened.words is None
    length = len(heard[0].samples) / 24_000
    assert 23.0 < length < 28.0
    assert listened.prosody.speech > 30.0
    assert 0.8 * length < listened.seconds < length
