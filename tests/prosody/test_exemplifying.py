"""Recordings as examples: what is heard in them, whoever speaks, and what is said where nothing is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile as sf

from engines.audio.reading import AudioReadError
from engines.prosody.example import Example, ExampleError
from engines.prosody.exemplifying import example_of, open_example
from engines.prosody.expression import Expression
from engines.prosody.measuring import Prosody, prosody_of
from engines.prosody.movement import movement
from engines.prosody.neutral import change_from, neutral_for
from engines.prosody.speech_rate import syllables
from engines.types import FloatArray
from engines.voices.measurements import Recording
from tests.voices.talking import RATE, pause, talk

PHRASES = (talk(3.0, seed=1), pause(0.5), talk(2.5, seed=2), pause(0.4), talk(2.0, seed=3))


def speech(*, gain: float = 1.0) -> FloatArray:
    return (gain * np.concatenate([pause(0.3), *PHRASES, pause(0.3)])).astype(np.float32)


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
        change = example_of(raised, RATE, "raised", (calm, RATE)).change
        assert change.pitch == pytest.approx(4.0, abs=0.6)
        assert abs(change.range) < 0.1
        assert abs(change.rate) < 0.1
        louder = example_of(2 * calm, RATE, "louder", (calm, RATE)).change
        assert louder.energy == pytest.approx(6.0, abs=1.5)
        assert louder.pitch == pytest.approx(0.0, abs=0.1)


def test_a_voice_alone_is_not_taken_for_a_feeling() -> None:
    low = example_of(talk(8.0, pitch=90.0, seed=7), RATE, "low").change
    high = example_of(talk(8.0, pitch=200.0, size=1.2, seed=7), RATE, "high").change
    between = 12 * np.log2(200 / 90)
    assert abs(high.pitch - low.pitch) < between / 3


def test_level_and_colour_of_one_clip_say_nothing() -> None:
    soft, loud = (example_of(speech(gain=gain), RATE, "x").change for gain in (0.1, 1.0))
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
        example_of(samples, RATE, "x")
    assert str(raised.value).endswith(".")
    with pytest.raises(ExampleError, match=r"neutral|Nobody"):
        example_of(speech(), RATE, "x", (samples, RATE))


def test_files_are_opened(tmp_path: Path) -> None:
    path = tmp_path / "Cheerful.flac"
    sf.write(path, speech(), RATE)
    example = open_example(path)
    assert example.title == "Cheerful"
    assert open_example(path, path) == Example("Cheerful")
    with pytest.raises(AudioReadError, match="There is no file"):
        open_example(tmp_path / "nothing.wav")
    with pytest.raises(AudioReadError, match="There is no file"):
        open_example(path, tmp_path / "nothing.wav")
