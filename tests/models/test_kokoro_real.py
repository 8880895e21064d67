"""The converted default model against the published one, and its windows against the whole."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engines.engine import Engine
from engines.models.kokoro.calibration import sentences
from engines.models.kokoro.model import KokoroModel
from engines.streaming.render import render
from engines.types import Phonemes, Plan
from engines.voices.blend import blend
from engines.voices.profile import PitchRange
from engines.voices.voice_file import read_voice, write_voice

pytestmark = pytest.mark.model

# The published ONNX export, dequantised, run as one graph on one sentence: recorded once, see the keys below.
REFERENCE = Path(__file__).parent / "data" / "kokoro_reference.npz"

SENTENCES = {
    "af_heart": "ðə wˈɛðəɹ fˈɔɹkˌæst sˈɛz ɪt wɪl ɹˈAn təmˈɑɹO ˌæftəɹnˈun.",
    "zf_xiaoxiao": "ʨi→ntʰjɛ→ntʰjɛ→nʨʰi↘ xə↓n xau↓.",
}


@pytest.fixture(scope="module")
def model(engine: Engine) -> KokoroModel:
    assert isinstance(engine.model, KokoroModel)
    return engine.model


@pytest.fixture(scope="module")
def reference() -> dict[str, np.ndarray]:
    with np.load(REFERENCE, allow_pickle=False) as arrays:
        return dict(arrays)


@pytest.fixture(scope="module")
def plan(model: KokoroModel, reference: dict[str, np.ndarray]) -> Plan:
    phonemes = Phonemes.from_symbols(str(reference["symbols"]), "af_heart", "en-us")
    return model.plan(phonemes, model.voice("af_heart"))


def snr(reference: np.ndarray, other: np.ndarray) -> float:
    r = reference.astype(np.float64)
    return float(10 * np.log10((r**2).sum() / max(((r - other) ** 2).sum(), 1e-30)))


def log_spectral_distance(a: np.ndarray, b: np.ndarray, size: int = 1024, hop: int = 256) -> float:
    def power(x: np.ndarray) -> np.ndarray:
        frames = np.lib.stride_tricks.sliding_window_view(x.astype(np.float64), size)[::hop]
        return np.abs(np.fft.rfft(frames * np.hanning(size), axis=1)) ** 2

    left, right = power(a), power(b)
    floor = 1e-7 * left.max()
    difference = 10 * np.log10((left + floor) / (right + floor))
    return float(np.sqrt((difference**2).mean(axis=1)).mean())


def test_durations_pitch_and_energy_are_the_published_ones(plan: Plan, reference: dict[str, np.ndarray]) -> None:
    assert np.array_equal(plan.durations, np.maximum(np.rint(reference["durations"]), 1))
    assert np.abs(plan.f0 - reference["f0"]).max() < 0.05  # Hz
    assert np.abs(plan.energy - reference["energy"]).max() < 1e-3


def test_the_front_is_the_published_one(model: KokoroModel, plan: Plan, reference: dict[str, np.ndarray]) -> None:
    assert snr(reference["features"], model.prepare(plan).features[::16]) > 80


def test_the_generator_with_its_own_statistics_is_the_published_one(
    model: KokoroModel, plan: Plan, reference: dict[str, np.ndarray]
) -> None:
    audio, _ = model.measure(model.prepare(plan))
    assert audio.shape == reference["audio"].shape
    # Waveforms differ where the source is silent: the phase of empty bins is rounding noise in the published graph.
    assert log_spectral_distance(reference["audio"], audio) < 1.0


@pytest.mark.parametrize("voice", SENTENCES)
def test_windows_equal_the_whole(model: KokoroModel, voice: str) -> None:
    phonemes = Phonemes.from_symbols(SENTENCES[voice], voice, model.voices[voice].language)
    plan = model.plan(phonemes, model.voice(voice))
    start, end = model.audible_frames(plan)
    whole = model.generate(model.prepare(plan), start, end)
    audio = np.concatenate([chunk.samples for chunk in render(model, plan)])
    assert snr(whole[len(whole) - len(audio) :], audio) > 90


@pytest.mark.parametrize("voice", SENTENCES)
def test_voice_statistics_keep_the_level_and_the_spectrum(model: KokoroModel, voice: str) -> None:
    phonemes = Phonemes.from_symbols(SENTENCES[voice], voice, model.voices[voice].language)
    segment = model.prepare(model.plan(phonemes, model.voice(voice)))
    own, _ = model.measure(segment)
    fixed = model.generate(segment, 0, segment.frames)
    assert abs(20 * np.log10(fixed.std() / own.std())) < 1.5
    assert log_spectral_distance(own, fixed) < 3.0


def test_windows_of_a_blend_equal_the_whole(model: KokoroModel, tmp_path: Path) -> None:
    """A voice that is no stock voice streams as they do, with its own statistics, pitch and rate."""
    parts = [(model.profile_of("af_heart"), 0.6), (model.profile_of("am_michael"), 0.4)]
    profile = replace(blend(parts, title="Blend"), pitch=PitchRange(float(np.log(130)), 0.2), rate=0.9)
    write_voice(profile, tmp_path / "blend.timbrevoice")
    voice = model.voice_of(read_voice(tmp_path / "blend.timbrevoice"))
    plan = model.plan(Phonemes.from_symbols(SENTENCES["af_heart"], "blend", "en-us"), voice)
    range_now = PitchRange.of(plan.f0)
    assert range_now is not None
    assert np.exp(range_now.mean_log_hz) == pytest.approx(130, rel=0.1)
    start, end = model.audible_frames(plan)
    whole = model.generate(model.prepare(plan), start, end)
    audio = np.concatenate([chunk.samples for chunk in render(model, plan)])
    assert snr(whole[len(whole) - len(audio) :], audio) >= 100


def test_pitch_keeps_its_relations_between_segments(model: KokoroModel) -> None:
    """Mapped pitch rises and falls from one segment to the next as the model's own does."""
    parts = [(model.profile_of("af_heart"), 1.0)]
    own = blend(parts, title="Blend")
    lower = replace(own, pitch=PitchRange(float(np.log(110)), own.pitch.spread_log_hz if own.pitch else 0.2))
    means = []
    for profile in (own, lower):
        voice = model.voice_of(replace(profile, statistics=model.voice("af_heart").statistics))
        plans = [model.plan(Phonemes.from_symbols(s, "blend", "en-us"), voice) for s in sentences("en-us")[:5]]
        means.append([PitchRange.of(plan.f0) for plan in plans])
    heights = np.array([[r.mean_log_hz for r in row if r] for row in means])
    assert heights.shape == (2, 5)
    assert np.ptp(heights[0]) > 0.05
    assert heights[1] - heights[1].mean() == pytest.approx(heights[0] - heights[0].mean(), abs=0.02)
