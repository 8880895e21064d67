"""Profiles on the tiny model: voices that are not stock voices."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engines.audio.colour import BINS, long_term_spectrum
from engines.engine import Engine
from engines.errors import VoiceNotFoundError
from engines.models.kokoro.model import KokoroModel
from engines.models.kokoro.statistics import VoiceStatistics
from engines.models.kokoro.voices import KokoroVoice, read_styles
from engines.runtime.onnx_runtime import OnnxRuntimeBackend
from engines.streaming.render import render
from engines.types import FloatArray, Phonemes, Plan, Utterance
from engines.voices.blend import blend
from engines.voices.profile import Origin, PitchRange, VoiceProfile
from engines.voices.store import VoiceStore
from tests.tiny import TINY

WORDS = "hˈɛlO wˈɜɹld, hˈɛlO wˈɜɹld."
STOCK = ["af_tiny", "am_small", "jf_micro", "zf_mini"]


class CountingModel(KokoroModel):
    calibrations = 0

    def calibrate(self, *arguments: object) -> VoiceStatistics:
        self.calibrations += 1
        return super().calibrate(*arguments)  # type: ignore[arg-type]


@pytest.fixture
def model(tiny_pack: Path, tmp_path: Path) -> CountingModel:
    backend = OnnxRuntimeBackend(1, fast_integers=False)
    return CountingModel(tiny_pack, backend, tmp_path / "cache", pack="tiny", config=TINY)


@pytest.fixture
def anna(tiny_model: KokoroModel) -> VoiceProfile:
    """A voice unlike the stock voices, with the pitch of none of them."""
    voice = blend([(tiny_model.profile_of("af_tiny"), 0.5), (tiny_model.profile_of("zf_mini"), 0.5)], title="Anna")
    noise = np.random.default_rng(0).standard_normal(len(voice.modulation)) * 0.05
    return replace(
        voice,
        name="anna",
        modulation=(voice.modulation + noise).astype(np.float32),
        pitch=PitchRange(float(np.log(110)), 0.1),
        rate=0.8,
    )


def plan_of(model: KokoroModel, voice: KokoroVoice, speed: float = 1.0) -> Plan:
    return model.plan(Phonemes.from_symbols(WORDS, voice.info.name, voice.info.language, speed=speed), voice)


def snr(reference: np.ndarray, other: np.ndarray) -> float:
    error = np.sum((reference.astype(np.float64) - other) ** 2)
    return float(10 * np.log10(np.sum(reference.astype(np.float64) ** 2) / max(error, 1e-30)))


def test_a_stock_voice_has_the_styles_of_its_table(tiny_model: KokoroModel, tiny_pack: Path) -> None:
    styles = read_styles(tiny_pack / "voices" / "af_tiny.bin", TINY)
    timbre = tiny_model.voice("af_tiny").timbre
    for symbols, row in ((1, 0), (64, 63), (510, 509), (0, 0), (9999, 509)):
        assert np.array_equal(timbre.prosody(symbols), styles[row, TINY.style :])
    with np.load(tiny_pack / "tables.npz") as tables:
        expected = tables["generator_weight"] @ styles[63, : TINY.style] + tables["generator_bias"]
    assert np.array_equal(timbre.generator(64), expected)


@pytest.mark.parametrize("colour", [None, np.linspace(0, -6, BINS, dtype=np.float32)])
def test_windows_of_a_profile_equal_the_whole(
    tiny_model: KokoroModel, anna: VoiceProfile, colour: FloatArray | None
) -> None:
    plan = plan_of(tiny_model, tiny_model.voice_of(replace(anna, colour=colour)))
    start, end = tiny_model.audible_frames(plan)
    # With what the filter of the colour reaches beyond the ends.
    whole = tiny_model.generate(tiny_model.prepare(plan), max(start - 5, 0), min(end + 5, plan.frames))
    audio = np.concatenate([chunk.samples for chunk in render(tiny_model, plan)])
    last = len(whole) - (min(end + 5, plan.frames) - end) * TINY.frame_samples
    assert snr(whole[last - len(audio) : last], audio) >= 90


def test_a_colour_is_heard(tiny_model: KokoroModel, anna: VoiceProfile) -> None:
    plain, dark = (
        np.concatenate([c.samples for c in render(tiny_model, plan_of(tiny_model, tiny_model.voice_of(voice)))])
        for voice in (anna, replace(anna, colour=np.linspace(0, -12, BINS, dtype=np.float32)))
    )
    assert len(plain) == pytest.approx(len(dark), abs=2 * TINY.frame_samples)
    own, given = long_term_spectrum(plain), long_term_spectrum(dark)
    low, high = BINS // 12, BINS * 10 // 12
    assert given[high] - given[low] < own[high] - own[low] - 1


def test_a_stock_voice_as_a_profile_sounds_the_same(tiny_model: KokoroModel) -> None:
    symbols = ("hɛlO " * 13)[:64]  # the length for which a profile has the style of the stock voice
    audio = []
    for voice in (tiny_model.voice("af_tiny"), tiny_model.voice_of(tiny_model.profile_of("af_tiny"))):
        plan = tiny_model.plan(Phonemes.from_symbols(symbols, "af_tiny", "en-us"), replace(voice, pitch=None))
        segment = tiny_model.prepare(plan)
        audio.append(tiny_model.measure(segment)[0])
    assert snr(audio[0], audio[1]) > 100


def test_rate_and_speed_multiply(tiny_model: KokoroModel, anna: VoiceProfile) -> None:
    slow, usual = (tiny_model.voice_of(replace(anna, rate=rate)) for rate in (0.8, 1.0))
    assert np.array_equal(plan_of(tiny_model, slow, 1.25).durations, plan_of(tiny_model, usual).durations)
    assert plan_of(tiny_model, slow).frames > plan_of(tiny_model, usual).frames


def test_pitch_is_mapped_to_the_profile(tiny_model: KokoroModel, anna: VoiceProfile) -> None:
    own = plan_of(tiny_model, tiny_model.voice_of(replace(anna, pitch=None)))
    low = plan_of(tiny_model, tiny_model.voice_of(anna))
    assert own.f0.mean() - low.f0.mean() > 20
    assert np.exp(np.log(low.f0).mean()) == pytest.approx(110, rel=0.1)


@pytest.mark.parametrize("given", ["ANNA", "Anna of the Sea", "ana"])
def test_who_is_probably_meant_is_told(model: CountingModel, anna: VoiceProfile, given: str) -> None:
    model.take_profiles([replace(anna, title="Anna of the sea")])
    with pytest.raises(VoiceNotFoundError, match=f"named '{given}'; .* Is anna meant"):
        model.voice(given)


@pytest.mark.parametrize("given", ["bert", ""])
def test_nobody_is_meant_by_other_names(model: CountingModel, anna: VoiceProfile, given: str) -> None:
    model.take_profiles([anna])
    with pytest.raises(VoiceNotFoundError, match=r"installed\.$"):
        model.voice(given)


def test_a_profile_is_found_by_name(model: CountingModel, anna: VoiceProfile) -> None:
    with pytest.raises(VoiceNotFoundError, match="'anna'"):
        model.voice("anna")
    before = model.voices
    model.take_profiles([anna])
    assert list(before) == STOCK
    assert list(model.voices) == [*STOCK, "anna"]
    info = model.voices["anna"]
    assert (info.title, info.kind, info.language, info.gender, info.pack) == (
        "Anna",
        "blend",
        "en-us",
        "female",
        "tiny",
    )
    assert model.voice("anna") is model.voice("anna")
    assert model.voices["af_tiny"].kind == "stock"
    model.take_profiles([])
    with pytest.raises(VoiceNotFoundError):
        model.voice("anna")


def test_a_changed_profile_is_taken_over(model: CountingModel, anna: VoiceProfile) -> None:
    model.take_profiles([anna])
    first = model.voice("anna")
    model.take_profiles([replace(anna, title="Änna", rate=1.0)])
    second = model.voice("anna")
    assert (second.info.title, second.rate) == ("Änna", 1.0)
    assert first.rate == 0.8


def test_foreign_profiles_and_stock_names_are_left_out(model: CountingModel, anna: VoiceProfile) -> None:
    other = replace(anna, name="other", family="another-model")
    short = replace(anna, name="short", modulation=anna.modulation[:-1])
    odd = replace(anna, name="odd", statistics=VoiceStatistics.unknown(3))
    model.take_profiles([other, short, odd, replace(anna, name="af_tiny")])
    assert list(model.voices) == STOCK
    assert model.voices["af_tiny"].kind == "stock"
    with pytest.raises(VoiceNotFoundError, match="made for the model another-model"):
        model.voice_of(other)


def test_a_profile_is_measured_once(tiny_pack: Path, model: CountingModel, anna: VoiceProfile, tmp_path: Path) -> None:
    steps: list[str] = []
    measured = model.voice_of(anna, lambda step, _share: steps.append(step)).statistics
    assert "Anna" in steps[0]
    model.voice_of(replace(anna, name="copy", title="Copy"))
    assert model.calibrations == 1
    again = CountingModel(tiny_pack, OnnxRuntimeBackend(1), tmp_path / "cache", pack="tiny", config=TINY)
    again.voice_of(replace(anna, origin=Origin("house", "")))
    again.voice_of(replace(anna, statistics=measured, rate=1.0))
    assert again.calibrations == 0
    again.voice_of(replace(anna, rate=1.0))
    assert again.calibrations == 1


def test_a_read_only_cache_costs_no_sentence(tiny_pack: Path, anna: VoiceProfile, tmp_path: Path) -> None:
    (tmp_path / "cache").touch()  # nothing can be made below a file
    model = CountingModel(tiny_pack, OnnxRuntimeBackend(1), tmp_path / "cache", pack="tiny", config=TINY)
    assert model.voice_of(anna).statistics is not None


def test_few_measured_profiles_are_kept(model: CountingModel, anna: VoiceProfile, tmp_path: Path) -> None:
    folder = tmp_path / "cache" / "profiles"
    folder.mkdir(parents=True)
    for number in range(80):
        (folder / f"{number}.npz").touch()
    model.voice_of(anna)
    assert len(list(folder.iterdir())) == 64
    model.voice_of(anna)
    assert model.calibrations == 1


def test_a_stock_voice_as_data(tiny_model: KokoroModel) -> None:
    voice = tiny_model.profile_of("zf_mini")
    assert (voice.name, voice.language, voice.gender, voice.family) == ("zf_mini", "zh", "female", "tiny")
    assert voice.pitch is not None
    assert 100 < np.exp(voice.pitch.mean_log_hz) < 200
    assert np.array_equal(voice.modulation, tiny_model.stock_modulations()["zf_mini"])
    with pytest.raises(VoiceNotFoundError):
        tiny_model.profile_of("nobody")


def test_new_voices_appear_in_the_engine(model: CountingModel, anna: VoiceProfile, tmp_path: Path) -> None:
    store = VoiceStore(tmp_path / "voices")
    engine = Engine(model, store=store)
    assert list(engine.voices) == STOCK
    name = store.add(anna).name
    engine.refresh_voices()
    assert list(engine.voices) == [*STOCK, name]
    assert sum(len(chunk.samples) for chunk in engine.speak(Utterance("Hello.", name))) > 0
    assert engine.profile_of(name).digest == anna.digest
    engine.refresh_voices([replace(anna, name="draft")])
    assert "draft" in engine.voices
    engine.refresh_voices()
    assert "draft" not in engine.voices


def test_voices_may_be_refreshed_while_one_is_measured(model: CountingModel, anna: VoiceProfile) -> None:
    """The window takes over new voices while the synthesis thread measures one: neither waits for the other."""
    model.take_profiles([anna])
    measuring, go_on = threading.Event(), threading.Event()

    def held_up(_step: str, _share: float) -> None:
        measuring.set()
        assert go_on.wait(10)

    thread = threading.Thread(target=model.voice, args=("anna", held_up))
    thread.start()
    try:
        assert measuring.wait(10)
        model.take_profiles([anna, replace(anna, name="bert")])
        assert list(model.voices) == [*STOCK, "anna", "bert"]
    finally:
        go_on.set()
        thread.join()
    assert model.voice("anna").info.name == "anna"


def test_an_audition_of_a_new_voice_comes_at_once(model: CountingModel) -> None:
    voice = model.voice("af_tiny", measured=False)
    plan = plan_of(model, voice)
    spoken = np.concatenate([chunk.samples for chunk in render(model, plan)])
    assert model.calibrations == 0
    whole, _ = model.measure(
        model.prepare(plan_of(model, replace(voice, statistics=model.voice("am_small").statistics)))
    )
    start = np.flatnonzero(np.isclose(whole, spoken[0], atol=1e-6))
    assert any(np.allclose(whole[i : i + len(spoken)], spoken, atol=1e-5) for i in start)
    assert model.voice("af_tiny").statistics is not None
    assert model.calibrations == 2
    assert model.voice("af_tiny", measured=False).statistics is not None


def test_an_utterance_at_once_is_not_measured(model: CountingModel) -> None:
    engine = Engine(model)
    list(engine.speak(Utterance("hello", "af_tiny", at_once=True)))
    assert model.calibrations == 0
    list(engine.speak(Utterance("hello", "af_tiny")))
    assert model.calibrations == 1
