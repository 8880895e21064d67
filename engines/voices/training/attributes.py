"""Measures the stock voices for `engines.voices.morphs`: `python -m engines.voices.training.attributes`.

Every voice says the same sentence with the same durations, energy and pitch (150 Hz), so that what differs is its
timbre alone. Needs the installed default model; five minutes on two cores. Writes `assets/weights/stock_voices.tsv`.

Columns
-------
language, gender
    As the name of the voice tells.
brightness
    Slope of the long-term spectrum of voiced frames from 0.5 to 8 kHz, dB an octave.
clarity
    Cepstral peak prominence, dB (Hillenbrand et al. 1994): high where the harmonics stand out, low where breath or
    roughness covers them.
"""

from __future__ import annotations

import logging
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engines.engine import Engine
from engines.models.kokoro.calibration import sentences
from engines.models.kokoro.model import KokoroModel
from engines.models.kokoro.pitch_map import PitchMap
from engines.models.kokoro.statistics import VoiceStatistics
from engines.models.kokoro.voices import KokoroVoice
from engines.types import Phonemes
from engines.voices.morphs import TABLE
from engines.voices.profile import VOICED_ABOVE_HZ, PitchRange

log = logging.getLogger(__name__)

Float64 = NDArray[np.float64]

_PROSODY_OF = "af_heart"
_PITCH = PitchRange(float(np.log(150.0)), 0.12)
_WINDOW, _HOP, _BINS = 1200, 300, 1025
_LOUD = 2.0
"""Nepers below the loudest frame; quieter frames are not of vowels."""


def main() -> None:
    """Measure all stock voices and write the table."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    with Engine.open() as engine:
        model = engine.model
        assert isinstance(model, KokoroModel)
        rows = ["voice\tlanguage\tgender\tbrightness\tclarity"]
        nothing = VoiceStatistics.unknown(model.config.generator_channels_total)
        for info in model.voices.values():
            if info.kind == "stock":
                brightness, clarity = measure(model, KokoroVoice(info, model.stock_timbre(info.name), nothing))
                rows.append(f"{info.name}\t{info.language}\t{info.gender}\t{brightness:.3f}\t{clarity:.3f}")
                log.info("%s", rows[-1])
    TABLE.write_text("\n".join(rows) + "\n", "utf-8")


def measure(model: KokoroModel, voice: KokoroVoice) -> tuple[float, float]:
    """Brightness and clarity of a voice; its statistics do not matter."""
    reference = model.voice(_PROSODY_OF)
    plan = model.plan(Phonemes.from_symbols(sentences("en-us")[0], _PROSODY_OF, "en-us"), reference)
    own = PitchRange.of(plan.f0)
    assert own is not None
    f0 = PitchMap.between(own, _PITCH)(plan.f0)
    audio, _ = model.measure(model.prepare(replace(plan, voice=voice, f0=f0)))
    frames = np.lib.stride_tricks.sliding_window_view(audio, _WINDOW)[::_HOP] * np.hanning(_WINDOW)
    power: Float64 = np.abs(np.fft.rfft(frames, 2 * _BINS - 2)) ** 2 + 1e-9
    middle = np.minimum(np.arange(len(power)) + _WINDOW // _HOP // 2, len(f0) - 1)
    # The same frames of every voice: those that the plan, which they share, has loud and voiced.
    chosen = (f0[middle] > VOICED_ABOVE_HZ) & (plan.energy[middle] > plan.energy.max() - _LOUD)
    return _tilt(power[chosen].mean(0), model.sample_rate), _prominence(power[chosen], model.sample_rate)


def _tilt(spectrum: Float64, sample_rate: int) -> float:
    hertz = np.arange(_BINS) * (sample_rate / (2 * _BINS - 2))
    chosen = (hertz >= 500) & (hertz <= 8000)
    octaves = np.log2(hertz[chosen])
    decibels = 10 * np.log10(spectrum[chosen])
    # Every octave counts alike, however many bins it has.
    return float(np.polyfit(octaves, decibels, 1, w=1 / np.sqrt(hertz[chosen]))[0])


def _prominence(power: Float64, sample_rate: int) -> float:
    """Mean over frames of the cepstral peak above the line through the cepstrum, dB."""
    cepstrum = 20 * np.log10(np.abs(np.fft.irfft(10 * np.log10(power), axis=1)) + 1e-9)
    lags = np.arange(int(sample_rate / 300), int(sample_rate / 80))
    line = np.polynomial.polynomial.polyfit(lags, cepstrum[:, lags].T, 1)
    peaks = lags[np.argmax(cepstrum[:, lags], axis=1)]
    return float(np.mean(cepstrum[np.arange(len(peaks)), peaks] - (line[0] + line[1] * peaks)))


if __name__ == "__main__":
    main()
