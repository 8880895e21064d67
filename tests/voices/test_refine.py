"""A voice fitted to a reference that a stock voice has spoken."""
# ruff: noqa: E402 without PyTorch there is nothing to import

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is an extra: make test WITH=clone")

from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.types import Utterance
from engines.voices import refine
from engines.voices.fitting import FitOptions
from engines.voices.instant import InstantCloner
from engines.voices.profile import FASTEST_RATE, SLOWEST_RATE, VoiceProfile
from engines.voices.reference import Reference, prepare
from engines.voices.refine import Refinement, RefinementError, RefineOptions, RefineStep

pytestmark = pytest.mark.model

TEXT = "The weather forecast says it will rain tomorrow afternoon."
SPEAKER = "bf_emma"
SHORT = {"en-us": ("θˈæŋk ju.", "hˈɪɹ.", "jˈɛs.", "hˈɪɹ."), "zh": ("ni↓ xau↓.", "ɕje↘ɕje.", "ni↓ xau↓.", "ɕje↘ɕje.")}
OPTIONS = RefineOptions(steps=2, look_every=1)


@pytest.fixture(scope="module")
def speaking(engine: Engine) -> Iterator[Engine]:
    """The engine; without the drafts that a refinement leaves in it afterwards."""
    yield engine
    engine.refresh_voices()


@pytest.fixture(scope="module")
def reference(speaking: Engine) -> Reference:
    model = speaking.model
    assert isinstance(model, KokoroModel)
    (segment,) = speaking.phonemize(Utterance(TEXT, SPEAKER))
    sound, _ = model.measure(model.prepare(model.plan(segment, model.voice(SPEAKER))))
    return prepare(sound, model.sample_rate)


@pytest.fixture(scope="module")
def start(reference: Reference) -> VoiceProfile:
    voice = InstantCloner.open().clone(reference, title="Emma", language="en-us", transcript=TEXT, owner="the model")
    return replace(voice, name="emma-again")


@pytest.fixture(scope="module")
def refinement(speaking: Engine, reference: Reference, start: VoiceProfile) -> Refinement:
    return Refinement(speaking, reference, TEXT, start, OPTIONS, device="cpu")


@pytest.fixture(scope="module")
def steps(refinement: Refinement) -> list[RefineStep]:
    """Of less speech than usual, which is quicker."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FitOptions, "frames", 20)
        patch.setattr(refine, "sentences", SHORT.__getitem__)
        patch.setattr(refine, "SENTENCES", SHORT)
        return list(refinement.steps())


def test_every_look_is_told(steps: list[RefineStep]) -> None:
    assert [(step.step, step.steps) for step in steps] == [(1, 2), (2, 2)]
    for step in steps:
        assert 0.5 < step.similarity <= 1
        assert 0 < step.spectral < 2
        assert step.modulation.dtype == np.float32
    assert 0 < steps[0].seconds < steps[1].seconds


def test_a_step_is_a_voice(refinement: Refinement, steps: list[RefineStep], start: VoiceProfile) -> None:
    voice = refinement.profile(steps[-1])
    assert (voice.name, voice.title, voice.pitch) == (start.name, "Emma", start.pitch)
    assert SLOWEST_RATE <= voice.rate <= FASTEST_RATE
    assert voice.statistics is None
    assert (voice.origin.kind, voice.origin.similarity) == ("refined", steps[-1].similarity)
    assert (voice.origin.owner, voice.origin.transcript) == ("the model", TEXT)
    moved = [np.abs(step.modulation - start.modulation).mean() for step in steps]
    assert 0 < moved[0] < moved[1] < 0.2


def test_the_right_words_are_not_doubted(refinement: Refinement) -> None:
    assert not refinement.doubtful
    assert refinement.device == "processor"


def test_more_words_than_fit_are_refused(speaking: Engine, reference: Reference, start: VoiceProfile) -> None:
    with pytest.raises(RefinementError, match="longer than the recording"):
        Refinement(speaking, reference, " ".join([TEXT] * 6), start, OPTIONS, device="cpu")


def test_words_that_cannot_be_said_are_refused(speaking: Engine, reference: Reference, start: VoiceProfile) -> None:
    with pytest.raises(RefinementError, match="type what is said"):
        Refinement(speaking, reference, " … ", start, OPTIONS, device="cpu")
