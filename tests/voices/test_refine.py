"""Voices fitted to references: by a tiny network, and by the real one to what a stock voice has spoken."""
# ruff: noqa: E402 without PyTorch there is nothing to import

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from talking import RATE, talk
from voice_samples import profile

torch = pytest.importorskip("torch", reason="PyTorch is an extra: make test WITH=clone")

from engines.engine import Engine
from engines.models.kokoro import calibration
from engines.models.kokoro.model import KokoroModel
from engines.models.kokoro.statistics import Shares
from engines.types import Phonemes, Utterance
from engines.voices import refine
from engines.voices.instant import InstantCloner
from engines.voices.profile import FASTEST_RATE, SLOWEST_RATE, VoiceProfile
from engines.voices.reference import Reference, prepare
from engines.voices.refine import Refinement, RefinementError, RefineOptions, RefineStep

SHORT = {"en-us": ("θˈæŋk ju.", "hˈɪɹ.", "jˈɛs.", "hˈɪɹ."), "zh": ("ni↓ xau↓.", "ɕje↘ɕje.", "ni↓ xau↓.", "ɕje↘ɕje.")}


@pytest.fixture(autouse=True, scope="module")
def quick() -> Iterator[None]:
    """Less is said at a time than usual."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(refine, "PASSAGE_FRAMES", 12)
        patch.setattr(refine, "sentences", SHORT.__getitem__)
        patch.setattr(refine, "SENTENCES", SHORT)
        yield


@pytest.fixture
def tiny_engine(tiny_pack: Path, tiny_model: KokoroModel, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    """An engine with the tiny model, as if it were the default one."""
    monkeypatch.setattr(refine, "ModelStore", lambda _: SimpleNamespace(require=lambda _: tiny_pack))
    engine = Engine(tiny_model)
    yield engine
    engine.refresh_voices()


@pytest.fixture(scope="module")
def talking() -> Reference:
    return prepare(talk(4.0, pitch=170.0), RATE)


def tiny_refinement(engine: Engine, reference: Reference, text: str = "Well now.", **options: Any) -> Refinement:
    return Refinement(engine, reference, text, profile(), RefineOptions(**options), device="cpu")


def test_a_fit_comes_nearer_and_looks_now_and_then(tiny_engine: Engine, talking: Reference) -> None:
    steps = list(tiny_refinement(tiny_engine, talking, steps=10, look_every=4).steps())
    assert [(step.step, step.steps) for step in steps] == [(4, 10), (8, 10), (10, 10)]
    assert steps[-1].spectral < steps[0].spectral
    assert all(0 < step.similarity <= 1 for step in steps)


def test_the_processor_takes_smaller_and_fewer_steps() -> None:
    here, there = RefineOptions.usual(device="cpu"), RefineOptions.usual(device="cuda")
    assert (there.steps, there.pieces) == (RefineOptions().steps, RefineOptions().pieces)
    assert here.steps < there.steps
    assert here.pieces < there.pieces
    assert RefineOptions.usual(7, "cpu") == replace(here, steps=7)
    assert RefineOptions.usual(7, "cuda") == replace(there, steps=7)


def test_the_same_seed_gives_the_same_voice(tiny_engine: Engine, talking: Reference) -> None:
    first, again, other = (
        list(tiny_refinement(tiny_engine, talking, steps=2, seed=seed).steps())[-1].modulation for seed in (0, 0, 1)
    )
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_a_fit_ends_when_it_only_makes_the_voice_worse(
    tiny_engine: Engine, talking: Reference, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = iter([0.5, 0.6, 0.7, 0.6, 0.696, 0.69, 0.6, 0.694, 0.9])
    monkeypatch.setattr(Refinement, "_similarity", lambda *_: next(heard))
    steps = list(tiny_refinement(tiny_engine, talking, steps=40, look_every=1).steps())
    assert [step.similarity for step in steps] == [0.6, 0.7, 0.6, 0.696, 0.69, 0.6, 0.694]


def test_a_fit_may_be_left_at_any_time(tiny_engine: Engine, talking: Reference) -> None:
    talking = replace(talking, cleaning=("noise-reduction",))
    refinement = tiny_refinement(tiny_engine, talking, steps=1000, look_every=1)
    voice = refinement.profile(next(refinement.steps()))
    start = profile()
    assert (voice.name, voice.title, voice.pitch) == (start.name, start.title, start.pitch)
    assert SLOWEST_RATE <= voice.rate <= FASTEST_RATE
    assert (voice.origin.kind, voice.origin.owner) == ("refined", start.origin.owner)
    assert voice.origin.cleaning == ("noise-reduction",)
    assert not np.array_equal(voice.modulation, start.modulation)


def test_a_measured_voice_brings_its_statistics(tiny_engine: Engine, talking: Reference) -> None:
    refinement = tiny_refinement(tiny_engine, talking, steps=1)
    (step,) = refinement.steps()
    assert refinement.profile(step).statistics is None
    voice = refinement.profile(step, measured=True)
    assert voice.statistics is not None
    model = tiny_engine.model
    assert isinstance(model, KokoroModel)
    symbols = Phonemes.from_symbols(calibration.sentences("en-us")[0], voice.name, "en-us")
    plan = model.plan(symbols, model.voice_of(voice))
    shares = Shares.of(plan.f0, plan.energy)
    wanted, found = voice.statistics.at(shares), refinement._measured(voice).at(shares)
    assert np.allclose(found.mean, wanted.mean, atol=0.01)
    assert np.allclose(found.variance, wanted.variance, rtol=0.01)


def test_the_rate_follows_the_speaker(tiny_engine: Engine, talking: Reference) -> None:
    """The same words in half of the time."""
    short = replace(talking, samples=talking.samples[: len(talking.samples) // 2])
    text = "Once upon a time."
    rates = []
    for reference in (talking, short):
        refinement = tiny_refinement(tiny_engine, reference, text, steps=1)
        rates.append(refinement.profile(next(refinement.steps())).rate)
    assert rates[0] < rates[1]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Once upon a time there was a king. " * 20, r"about \d+ seconds to say, and 4 seconds of the recording"),
        (" … ", "holds nothing that can be said"),
    ],
    ids=["long", "empty"],
)
def test_a_transcript_that_cannot_be_right(tiny_engine: Engine, talking: Reference, text: str, sentence: str) -> None:
    with pytest.raises(RefinementError, match=sentence):
        tiny_refinement(tiny_engine, talking, text)


def test_voices_of_other_models_cannot_be_refined(talking: Reference) -> None:
    engine = SimpleNamespace(model=object())
    with pytest.raises(RefinementError, match="default model"):
        tiny_refinement(engine, talking)  # type: ignore[arg-type]


TEXT = "The weather will be fine tomorrow afternoon."
SPEAKER = "bf_emma"


@pytest.fixture(scope="module")
def spoken(engine: Engine) -> Reference:
    model = engine.model
    assert isinstance(model, KokoroModel)
    (segment,) = engine.phonemize(Utterance(TEXT, SPEAKER))
    sound, _ = model.measure(model.prepare(model.plan(segment, model.voice(SPEAKER))))
    return prepare(sound, model.sample_rate)


@pytest.fixture(scope="module")
def start(spoken: Reference) -> VoiceProfile:
    voice = InstantCloner.open().clone(spoken, title="Emma", language="en-us", transcript=TEXT, owner="the model")
    return replace(voice, name="emma-again")


@pytest.fixture(scope="module")
def refined(engine: Engine, spoken: Reference, start: VoiceProfile) -> Iterator[tuple[Refinement, list[RefineStep]]]:
    refinement = Refinement(engine, spoken, TEXT, start, RefineOptions(steps=2, look_every=1), device="cpu")
    yield refinement, list(refinement.steps())
    engine.refresh_voices()  # without the draft


@pytest.mark.model
def test_two_steps_of_the_real_model(refined: tuple[Refinement, list[RefineStep]], start: VoiceProfile) -> None:
    refinement, steps = refined
    assert refinement.device == "processor"
    assert not refinement.doubtful
    assert [(step.step, step.steps) for step in steps] == [(1, 2), (2, 2)]
    # Much lower than usual: so little is said that most of the embedder's window is silence.
    assert all(0.3 < step.similarity <= 1 and 0 < step.spectral < 2 for step in steps)
    assert 0 < steps[0].seconds < steps[1].seconds
    voice = refinement.profile(steps[-1])
    assert (voice.name, voice.title, voice.pitch) == (start.name, "Emma", start.pitch)
    assert 0.8 < voice.rate < 1.25
    assert (voice.origin.kind, voice.origin.similarity) == ("refined", steps[-1].similarity)
    assert (voice.origin.owner, voice.origin.transcript) == ("the model", TEXT)
    moved = [np.abs(step.modulation - start.modulation).mean() for step in steps]
    assert 0 < moved[0] < moved[1] < 0.2


@pytest.mark.model
def test_other_words_are_doubted_or_refused(engine: Engine, spoken: Reference, start: VoiceProfile) -> None:
    with pytest.raises(RefinementError, match="give what is said in those alone"):
        Refinement(engine, spoken, " ".join([TEXT] * 6), start, device="cpu")
    engine.refresh_voices()
