from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import soxr
from talking import RATE as SOURCE
from talking import pause, talk

from engines.audio.colour import long_term_spectrum
from engines.types import FloatArray
from engines.voices.acoustics import LEVEL
from engines.voices.checks import SILENT
from engines.voices.cleaning import Cleaning, cleaned
from engines.voices.profile import NOISE_REDUCTION, STUDIO_SOUND
from engines.voices.reference import RATE, Reference, prepare

BOTH = Cleaning(denoise=True, studio_sound=True)


def reference(samples: FloatArray) -> Reference:
    return prepare(samples, SOURCE, source_name="anna.wav")


@pytest.fixture(scope="module")
def speech() -> FloatArray:
    return np.concatenate([pause(0.6), talk(2.5), pause(0.5), talk(3.0, seed=1), pause(0.7)])


@pytest.fixture(scope="module")
def clean(speech: FloatArray) -> Reference:
    return reference(speech)


def through(samples: FloatArray, octave: float) -> FloatArray:
    """A microphone that is so many decibels louder every octave."""
    spectrum = np.fft.rfft(samples)
    hertz = np.maximum(np.fft.rfftfreq(len(samples), 1 / SOURCE), 100)
    return np.fft.irfft(spectrum * (hertz / 1000) ** (octave / 6.02), len(samples)).astype(np.float32)


def tilt(reference: Reference) -> float:
    """dB from the sounds below 1 kHz to those above 2 kHz."""
    spectrum = 10 / np.log(10) * long_term_spectrum(reference.samples)
    hertz = np.linspace(0, RATE / 2, len(spectrum))
    return float(spectrum[(hertz > 200) & (hertz < 1000)].mean() - spectrum[(hertz > 2000) & (hertz < 6000)].mean())


def test_nothing_is_done_that_was_not_asked_for(clean: Reference) -> None:
    assert not Cleaning()
    assert cleaned(clean, Cleaning()) is clean


def test_everything_but_the_samples_stays(clean: Reference) -> None:
    made = cleaned(clean, BOTH)
    assert replace(made, samples=clean.samples, natural=None, cleaning=()).__dict__ == clean.__dict__
    assert made.samples.shape == clean.samples.shape
    assert made.samples.dtype == np.float32
    assert np.sqrt((made.samples**2).mean()) == pytest.approx(LEVEL, rel=1e-3)


@pytest.mark.parametrize(
    ("cleaning", "names"),
    [
        (Cleaning(denoise=True), (NOISE_REDUCTION,)),
        (Cleaning(studio_sound=True), (STUDIO_SOUND,)),
        (BOTH, (NOISE_REDUCTION, STUDIO_SOUND)),
    ],
)
def test_what_was_done_is_remembered(clean: Reference, cleaning: Cleaning, names: tuple[str, ...]) -> None:
    assert cleaned(clean, cleaning).cleaning == names


def test_silence_stays_as_it_is() -> None:
    nothing = Reference(np.zeros(0, np.float32), (), (SILENT,), "", "", 1.0)
    assert cleaned(nothing, BOTH) is nothing


def test_noise_is_reduced(speech: FloatArray, clean: Reference) -> None:
    noise = pause(len(speech) / SOURCE, level=0.01, seed=3)
    noisy = reference(speech + noise)
    quieter = cleaned(noisy, Cleaning(denoise=True))
    (span,) = noisy.spans
    truth = soxr.resample(speech, SOURCE, RATE)[round(span.start * RATE) :][: len(noisy.samples)]
    likeness = [np.corrcoef(truth, made.samples)[0, 1] for made in (noisy, quieter)]
    assert likeness[1] > likeness[0] + 0.02


def test_microphones_sound_alike_in_the_studio(speech: FloatArray) -> None:
    dull, sharp = (reference(through(speech, octave)) for octave in (-4, 4))
    studio = [cleaned(made, Cleaning(studio_sound=True)) for made in (dull, sharp)]
    assert abs(tilt(studio[0]) - tilt(studio[1])) < 0.4 * abs(tilt(dull) - tilt(sharp))


def test_a_studio_recording_is_left_alone(clean: Reference) -> None:
    once = cleaned(clean, Cleaning(studio_sound=True))
    twice = cleaned(once, Cleaning(studio_sound=True))
    assert np.corrcoef(once.samples, twice.samples)[0, 1] > 0.97
    assert np.corrcoef(clean.samples, once.samples)[0, 1] < 0.95


@pytest.mark.parametrize("cleaning", [Cleaning(denoise=True), Cleaning(studio_sound=True), BOTH])
def test_what_was_heard_is_kept_beside(clean: Reference, cleaning: Cleaning) -> None:
    assert clean.natural is None
    assert cleaned(clean, cleaning).natural is clean.samples


def test_what_a_codec_took_away_is_not_raised(clean: Reference) -> None:
    """The recording is at 16 kHz, and ends just below 8."""
    made = cleaned(clean, Cleaning(studio_sound=True))
    high = [np.abs(np.fft.rfft(each.samples))[int(8200 / RATE * len(each.samples)) :] for each in (clean, made)]
    assert np.linalg.norm(high[1]) < 10 * np.linalg.norm(high[0])
