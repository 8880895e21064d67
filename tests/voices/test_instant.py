"""A voice from a reference at once, with the weights that come with the program."""

from __future__ import annotations

import datetime
import time
from dataclasses import replace

import numpy as np
import pytest
from talking import RATE, talk

from engines.audio.analysis import band_centres
from engines.engine import Engine
from engines.models.kokoro.calibration import sentences
from engines.models.kokoro.config import KokoroConfig
from engines.models.kokoro.model import KokoroModel
from engines.models.kokoro.voices import LANGUAGES
from engines.models.manifest import DEFAULT_PACK
from engines.types import FloatArray, Phonemes
from engines.voices.instant import LONGEST_SECONDS, WEIGHTS, InstantCloner, log_mel, speaker_pieces
from engines.voices.profile import FASTEST_RATE, SLOWEST_RATE, PitchRange, VoiceProfile
from engines.voices.reference import Reference, prepare

CONFIG = KokoroConfig()


@pytest.fixture(scope="module")
def cloner() -> InstantCloner:
    return InstantCloner.open(threads=1)


@pytest.fixture(scope="module")
def man() -> Reference:
    return prepare(talk(6.0, pitch=110.0), RATE, source_name="grandpa.wav")


@pytest.fixture(scope="module")
def woman() -> Reference:
    return prepare(talk(6.0, pitch=210.0, size=1.2, seed=1), RATE)


@pytest.fixture(scope="module")
def stock() -> dict[str, FloatArray]:
    """The prosody of every stock voice."""
    with np.load(WEIGHTS / "voice_encoder.npz", allow_pickle=False) as table:
        return {str(name): style for name, style in zip(table["names"], table["prosody"], strict=True)}


def nearest(profile: VoiceProfile, stock: dict[str, FloatArray]) -> str:
    """The stock voice whose prosody a profile has."""
    (name,) = [name for name, style in stock.items() if np.array_equal(style, profile.prosody)]
    return name


def test_a_reference_becomes_a_voice(cloner: InstantCloner, man: Reference) -> None:
    voice = cloner.clone(man, title="Grandpa")
    assert voice.family == DEFAULT_PACK
    assert voice.modulation.shape == (CONFIG.front_modulation + 2 * CONFIG.generator_channels_total,)
    assert 0.05 < voice.modulation.std() < 2
    assert voice.prosody.shape == (CONFIG.style,)
    assert SLOWEST_RATE <= voice.rate <= FASTEST_RATE
    assert voice.statistics is None
    assert voice.origin.kind == "instant"
    assert voice.origin.created == datetime.date.today().isoformat()
    assert (voice.origin.source_sha256, voice.origin.source_name) == (man.sha256, "grandpa.wav")
    assert voice.origin.cleaning == ()
    assert cloner.clone(replace(man, cleaning=("studio-sound",)), title="A").origin.cleaning == ("studio-sound",)


def test_what_is_told_is_kept(cloner: InstantCloner, man: Reference) -> None:
    voice = cloner.clone(man, name="opa", title="爷爷", language="en-gb", transcript="Well now.", owner="He agreed.")
    assert (voice.name, voice.title, voice.language) == ("opa", "爷爷", "en-gb")
    assert (voice.origin.transcript, voice.origin.owner) == ("Well now.", "He agreed.")


def test_the_same_reference_gives_the_same_voice(cloner: InstantCloner, man: Reference, woman: Reference) -> None:
    first, other, again = (cloner.clone(reference, title="A") for reference in (man, woman, man))
    assert again.digest == first.digest
    assert np.array_equal(again.modulation, first.modulation)
    assert np.abs(other.modulation - first.modulation).mean() > 0.02


@pytest.mark.parametrize("pitch", [95.0, 150.0, 240.0])
def test_the_pitch_is_that_of_the_speaker(cloner: InstantCloner, pitch: float) -> None:
    voice = cloner.clone(prepare(talk(5.0, pitch=pitch, seed=2), RATE), title="A")
    assert voice.pitch is not None
    assert np.exp(voice.pitch.mean_log_hz) == pytest.approx(pitch, rel=0.1)
    assert 0.05 < voice.pitch.spread_log_hz < 0.35


@pytest.mark.parametrize("language", ["zh", "en-us", "en-gb", "ja"])
def test_a_language_has_its_own_prosody(
    cloner: InstantCloner, man: Reference, stock: dict[str, FloatArray], language: str
) -> None:
    voice = cloner.clone(man, title="A", language=language)
    assert voice.language == language
    assert LANGUAGES[nearest(voice, stock)[0]][:2] == language[:2]


def test_any_voice_lends_its_prosody_to_an_unknown_language(
    cloner: InstantCloner, man: Reference, stock: dict[str, FloatArray]
) -> None:
    plain, unknown = cloner.clone(man, title="A"), cloner.clone(man, title="A", language="tlh")
    assert unknown.language == "tlh"
    assert plain.language == "en-us"
    assert LANGUAGES[nearest(plain, stock)[0]].startswith("en")
    assert nearest(unknown, stock) in stock


def test_a_reference_without_speech_is_refused(cloner: InstantCloner) -> None:
    silent = prepare(np.zeros(3 * RATE, np.float32), RATE)
    assert not silent.usable
    with pytest.raises(ValueError, match="no speech"):
        cloner.clone(silent, title="A")


def test_a_moment_of_speech_is_enough_and_a_lecture_not_too_much(cloner: InstantCloner, man: Reference) -> None:
    """Shorter than the window of the embedder, and longer than the network takes."""
    short = replace(man, samples=man.samples[:12_000])
    times = int(2 * LONGEST_SECONDS / 6)
    long = replace(man, samples=np.tile(man.samples, times))
    cut = replace(man, samples=long.samples[: int(LONGEST_SECONDS * 24_000)])
    assert np.isfinite(cloner.clone(short, title="A").modulation).all()
    of_long, of_cut = (cloner.clone(each, title="A").modulation for each in (long, cut))
    assert of_long == pytest.approx(of_cut, abs=1e-3)


def test_without_a_voiced_sound_the_pitch_stays_that_of_the_model(cloner: InstantCloner, man: Reference) -> None:
    whisper = 0.045 * np.random.default_rng(0).standard_normal(72_000).astype(np.float32)
    assert cloner.clone(replace(man, samples=whisper), title="A").pitch is None


def test_the_spectrogram_shows_a_tone_where_it_is() -> None:
    centre = float(band_centres(RATE, 80)[30])
    found = log_mel((0.1 * np.sin(2 * np.pi * centre * np.arange(RATE) / RATE)).astype(np.float32))
    assert found.shape == (80, 81)
    assert (found[:, 5:-5].argmax(axis=0) == 30).all()


def test_pieces_cover_the_sound() -> None:
    filters = np.full((40, 201), 0.01, np.float32)
    for seconds, pieces in ((0.5, 1), (1.6, 1), (2.4, 2), (16.0, 19)):
        found = speaker_pieces(talk(seconds), filters)
        assert found.shape == (pieces, 160, 40)
        assert np.allclose(found[1:, :80], found[:-1, 80:])
    louder = speaker_pieces(4 * talk(2.0), filters)
    assert louder == pytest.approx(speaker_pieces(talk(2.0), filters), rel=1e-3)


@pytest.mark.parametrize("path", ["voice_encoder.onnx", "voice_encoder.npz"])
def test_the_weights_come_with_the_program(path: str) -> None:
    assert 10_000 < (WEIGHTS / path).stat().st_size < 20 << 20


@pytest.mark.model
@pytest.mark.parametrize(("name", "gender"), [("af_bella", "female"), ("am_fenrir", "male"), ("zf_xiaobei", "female")])
def test_a_spoken_reference(cloner: InstantCloner, engine: Engine, name: str, gender: str) -> None:
    model = engine.model
    assert isinstance(model, KokoroModel)
    language = model.voices[name].language
    plan = model.plan(Phonemes.from_symbols(sentences(language)[0], name, language), model.voice(name))
    sound, _ = model.measure(model.prepare(plan))
    reference = prepare(sound, model.sample_rate)
    begun = time.process_time()
    voice = cloner.clone(reference, title="A", language=language)
    assert time.process_time() - begun < 3.0  # a twentieth, rather
    assert voice.gender == gender
    if language == "zh":  # which the network does not know
        assert voice.rate == pytest.approx(1.0, rel=0.15)
    # Of the louder half frames: in others the curve is on its way to where there is no voice.
    spoken = PitchRange.of(plan.f0[plan.energy > np.percentile(plan.energy, 40)])
    assert spoken is not None
    assert voice.pitch is not None
    assert np.exp(voice.pitch.mean_log_hz) == pytest.approx(np.exp(spoken.mean_log_hz), rel=0.05)
