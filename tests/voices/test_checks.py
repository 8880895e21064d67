"""What is wrong with a recording is found, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest
from talking import RATE, pause, talk

from engines.types import FloatArray
from engines.voices.checks import Check
from engines.voices.reference import prepare

Spoil = Callable[[FloatArray], FloatArray]


@pytest.fixture(scope="module")
def clean() -> FloatArray:
    """Eleven seconds in four phrases."""
    pieces = [pause(0.5)]
    for number in range(4):
        pieces += [talk(2.2, seed=number), pause(0.7, seed=number)]
    return np.concatenate(pieces)


def checks(samples: FloatArray) -> dict[str, Check]:
    return {check.kind: check for check in prepare(samples, RATE).checks}


def noise(level: float) -> Spoil:
    return lambda x: x + level * x.std() * np.random.default_rng(0).standard_normal(len(x)).astype(np.float32)


def clipping(share: float) -> Spoil:
    return lambda x: np.clip(x, -share * np.abs(x).max(), share * np.abs(x).max())


def room(seconds: float) -> Spoil:
    def reverberate(x: FloatArray) -> FloatArray:
        times = np.arange(round(seconds * RATE)) / RATE
        echo = np.random.default_rng(0).standard_normal(len(times)) * 10 ** (-3 * times / seconds)
        echo /= np.sqrt((echo**2).sum())
        echo[0] += 1.0
        size = len(x) + len(echo)
        return np.fft.irfft(np.fft.rfft(x, size) * np.fft.rfft(echo, size), size)[: len(x)].astype(np.float32)

    return reverberate


def low_pass(hertz: float) -> Spoil:
    def cut(x: FloatArray) -> FloatArray:
        spectrum = np.fft.rfft(x)
        spectrum[np.fft.rfftfreq(len(x), 1 / RATE) > hertz] = 0.0
        return np.fft.irfft(spectrum, len(x)).astype(np.float32)

    return cut


def tones(level: float, *hertz: float) -> Spoil:
    def add(x: FloatArray) -> FloatArray:
        times = np.arange(len(x)) / RATE
        sound = sum(np.sin(2 * np.pi * each * times) for each in hertz)
        return (x + level * x.std() * sound / np.std(sound)).astype(np.float32)

    return add


def music(level: float) -> Spoil:
    """Three voices of plucked notes."""

    def add(x: FloatArray) -> FloatArray:
        random = np.random.default_rng(0)
        sound = np.zeros(len(x))
        times = np.arange(RATE) / RATE
        for start in range(0, len(x), RATE // 4):
            for note in random.choice([0, 3, 5, 7, 10, 12, 15], 3):
                part = times[: len(x) - start]
                harmonics = sum(np.sin(2 * np.pi * 220 * 2 ** (note / 12) * n * part) / n for n in range(1, 8))
                sound[start : start + RATE] += harmonics * np.exp(-3 * part)
        return (x + level * x.std() * sound / sound.std()).astype(np.float32)

    return add


def test_a_good_recording_has_nothing(clean: FloatArray) -> None:
    assert checks(clean) == {}


@pytest.mark.parametrize(
    ("spoil", "kind", "severity"),
    [
        (noise(0.3), "noisy", "warning"),
        (noise(0.1), "noisy", "note"),
        (clipping(0.2), "clipped", "warning"),
        (room(1.2), "reverberant", "warning"),
        (low_pass(3400), "narrow", "warning"),
        (low_pass(5000), "narrow", "note"),
        (tones(0.05, 50, 100, 150, 250), "hum", "note"),
        (tones(0.05, 60, 120, 180, 300), "hum", "note"),
        (music(0.2), "music", "warning"),
    ],
    ids=["noise", "hiss", "clipping", "echo", "telephone", "dull", "50 Hz", "60 Hz", "music"],
)
def test_what_is_wrong_is_found_and_nothing_else(clean: FloatArray, spoil: Spoil, kind: str, severity: str) -> None:
    found = checks(spoil(clean))
    assert set(found) == {kind}
    assert found[kind].severity == severity
    assert re.search(r": \w.*\.$", found[kind].message), "it says what to do"
    value = found[kind].value
    figures = {"noisy": "{:.0f} dB", "reverberant": "{:.1f} seconds", "narrow": "{:.1f} kHz", "hum": "{:.0f} Hz"}
    assert (value is not None) == (kind in figures)
    if value is not None:
        assert figures[kind].format(value / 1000 if kind == "narrow" else value) in found[kind].message


@pytest.mark.parametrize(
    "spoil",
    [noise(0.01), clipping(0.99), room(0.25), low_pass(7000), tones(0.003, 50, 100, 150), tones(0.2, 50), music(0.01)],
    ids=["noise", "clipping", "echo", "dull", "hum", "what the high-pass removes", "music"],
)
def test_what_is_hardly_heard_is_not_mentioned(clean: FloatArray, spoil: Spoil) -> None:
    assert checks(spoil(clean)) == {}


def test_clipping_is_shown_where_it_is() -> None:
    loud = np.clip(4 * talk(2.2, seed=1), -0.15, 0.15)
    check = checks(np.concatenate([pause(0.5), talk(2.2), pause(0.5), loud, pause(0.7)]))["clipped"]
    assert all(start >= 2.5 and end <= 6.0 for start, end in check.spans)
    assert sum(end - start for start, end in check.spans) > 1.0


def test_clipping_outside_of_what_was_chosen_does_not_matter() -> None:
    good = [np.concatenate([talk(3.0, seed=n), pause(0.5)]) for n in range(3)]
    bad = [np.concatenate([np.clip(8 * talk(3.0, seed=n), -0.3, 0.3), pause(0.5)]) for n in (5, 6)]
    assert "clipped" not in {check.kind for check in prepare(np.concatenate(good + bad), RATE, seconds=10.0).checks}


@pytest.mark.parametrize(("seconds", "severity"), [(1.2, "warning"), (4.5, "note")])
def test_too_little_speech_is_said(seconds: float, severity: str) -> None:
    check = checks(np.concatenate([pause(0.5), talk(seconds), pause(2.0)]))["short"]
    assert check.severity == severity
    assert f"{check.value:.1f} seconds of speech" in check.message


def test_the_worst_comes_first(clean: FloatArray) -> None:
    found = prepare(low_pass(5000)(clipping(0.2)(clean[: 4 * RATE])), RATE).checks
    assert len(found) >= 2
    assert [check.severity for check in found] == sorted((c.severity for c in found), reverse=True)
