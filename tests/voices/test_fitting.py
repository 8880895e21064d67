"""Fits of a tiny network to what the same network has said with other modulations."""
# ruff: noqa: E402 without PyTorch there is nothing to import

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is an extra: make test WITH=clone")

from engines.models.kokoro.network import KokoroNetwork
from engines.voices.fitting import (
    SAMPLES_A_FRAME,
    Crops,
    Ears,
    FitOptions,
    Material,
    ModulationFit,
    Passage,
    _Adam,
    cosine_rate,
    together,
)
from engines.voices.hearing import SpeakerNetwork, speaker_weights
from tests.tiny import TINY

CPU = torch.device("cpu")
OPTIONS = FitOptions(rate=0.1)


@pytest.fixture(scope="module")
def network(tiny_pack: Path) -> KokoroNetwork:
    return KokoroNetwork.from_pack(tiny_pack, TINY).eval()


@pytest.fixture(scope="module")
def ears() -> Ears:
    return Ears(SpeakerNetwork(speaker_weights()), CPU)


def passage(seed: int, symbols: int = 8, frames: int = 3) -> Passage:
    """Something to say, `frames` frames a symbol."""
    rng = np.random.default_rng(seed)
    durations = np.full(symbols, frames)
    halves = 2 * symbols * frames
    f0 = 150 * 2 ** (0.3 * np.sin(np.arange(halves) / 9 + seed))
    f0[: halves // 8] = 0
    return Passage(
        rng.standard_normal((TINY.hidden, symbols)).astype(np.float32),
        durations,
        f0.astype(np.float32),
        rng.uniform(0, 3, halves).astype(np.float32),
    )


def say(network: KokoroNetwork, ears: Ears, crops: Crops, modulation: torch.Tensor) -> torch.Tensor:
    with torch.no_grad():
        return ears.resample(network(crops.content, crops.f0, crops.energy, modulation))


class Case:
    """Voices [V, M] that are to be found from recordings of them."""

    def __init__(self, network: KokoroNetwork, ears: Ears, voices: int) -> None:
        self.network, self.ears = network, ears
        rng = np.random.default_rng(3)
        size = (voices, network.modulation_size)
        self.start = torch.from_numpy(0.2 * rng.standard_normal(size)).float()
        self.spread = torch.full(size[1:], 0.3)
        self.wanted = self.start + self.spread * torch.from_numpy(rng.standard_normal(size)).float()
        self.recorded, speakers, colours = [], [], []
        for voice in range(voices):
            silent = Material([passage(voice)], CPU).whole(0)
            recording = say(network, ears, silent, self.wanted[voice : voice + 1])
            self.recorded.append(silent._replace(recording=recording))
            with torch.no_grad():
                speakers.append(ears.speaker(recording))
                colours.append(ears.long_term(recording[None]))
        self.speakers, self.colours = torch.cat(speakers), torch.cat(colours)
        self.foretold = [Material([passage(10 + voice)], CPU).whole(0) for voice in range(voices)]

    def fit(self, chosen: list[int], steps: int = 12, copies: int = 1) -> torch.Tensor:
        """[len(chosen), M] after some steps."""
        known = self.speakers[chosen], self.colours[chosen]
        fit = ModulationFit(self.network, self.ears, self.start[chosen], self.spread, *known, OPTIONS)
        for step in range(steps):
            recorded = together([self.recorded[voice] for voice in chosen * copies])
            foretold = together([self.foretold[voice] for voice in chosen * copies])
            losses = fit.step(recorded, foretold, step, steps)
            assert all(part.shape == (len(chosen) * copies,) for part in losses[:3])
            assert losses.colour.shape == (len(chosen),)
            assert all(torch.isfinite(part).all() for part in losses)
        return fit.modulation

    def heard(self, voice: int, modulation: torch.Tensor) -> tuple[float, float, float]:
        """Spectral distance to the recording, likeness to the speaker, and likeness in other words."""
        made = say(self.network, self.ears, self.recorded[voice], modulation[None])
        other = say(self.network, self.ears, self.foretold[voice], modulation[None])
        with torch.no_grad():
            likeness = [float(self.ears.speaker(sound)[0] @ self.speakers[voice]) for sound in (made, other)]
            return float(self.ears.distance(made, self.recorded[voice].recording)), *likeness


@pytest.fixture(scope="module")
def case(network: KokoroNetwork, ears: Ears) -> Case:
    return Case(network, ears, 2)


def test_a_fit_comes_nearer_to_the_recording(case: Case) -> None:
    before, after = case.heard(0, case.start[0]), case.heard(0, case.fit([0])[0])
    assert after[0] < 0.8 * before[0]
    assert 1 - after[1] < 0.7 * (1 - before[1])
    assert 1 - after[2] < 0.8 * (1 - before[2])


def test_voices_fitted_together_do_not_mix(case: Case) -> None:
    both = case.fit([0, 1], steps=4)
    moved = (both - case.start) / case.spread
    for voice in (0, 1):
        alone = (case.fit([voice], steps=4)[0] - case.start[voice]) / case.spread
        difference = (moved[voice] - alone).abs()
        assert difference.mean() < 0.01 * alone.abs().mean()
    assert (moved[0] - moved[1]).abs().mean() > 0.3 * moved[0].abs().mean()


def test_pieces_are_of_every_voice_in_turn(case: Case) -> None:
    """The same pieces twice are what they are once."""
    once, twice = (case.fit([0, 1], steps=3, copies=copies) - case.start for copies in (1, 2))
    assert (once - twice).abs().mean() < 0.01 * once.abs().mean()


def test_the_weights_stay_as_they_are(case: Case) -> None:
    modules = (case.network, case.ears.speaker, case.ears.distance, case.ears.resample)
    before = [{name: value.clone() for name, value in module.state_dict().items()} for module in modules]
    case.fit([0], steps=2)
    for module, values in zip(modules, before, strict=True):
        assert values
        assert all(torch.equal(value, values[name]) for name, value in module.state_dict().items())
        assert not any(parameter.requires_grad for parameter in module.parameters())


def test_a_pull_holds_what_the_recording_does_not_decide(case: Case) -> None:
    crops = case.recorded[0], case.foretold[0]
    moved = []
    for pull in (0.0, 100.0):
        options = replace(OPTIONS, pull=pull)
        known = case.speakers[:1], case.colours[:1]
        fit = ModulationFit(case.network, case.ears, case.start[:1], case.spread, *known, options)
        for step in range(6):
            fit.step(*crops, step, 6)
        moved.append(float((fit.modulation - case.start[:1]).square().mean()))
    assert moved[1] < 0.3 * moved[0]


def test_a_crop_is_a_piece_of_the_whole() -> None:
    said = passage(0, symbols=12, frames=3)
    recording = np.arange(36 * SAMPLES_A_FRAME, dtype=np.float32)
    material = Material([passage(1), replace(said, recording=recording)], CPU)
    assert len(material) == 2
    whole, rng = material.whole(1), np.random.default_rng(0)
    starts = set()
    for _ in range(20):
        crop = material.crop(1, 10, rng)
        start = int(crop.recording[0, 0]) // SAMPLES_A_FRAME
        starts.add(start)
        assert torch.equal(crop.content, whole.content[:, :, start : start + 10])
        assert torch.equal(crop.f0, whole.f0[:, 2 * start : 2 * (start + 10)])
        assert torch.equal(crop.energy, whole.energy[:, 2 * start : 2 * (start + 10)])
        assert torch.equal(crop.recording[0], torch.arange(start * 400, (start + 10) * 400).float())
    assert len(starts) > 5


def test_what_is_too_short_is_padded() -> None:
    material = Material(
        [replace(passage(0, symbols=2, frames=4), recording=np.ones(8 * SAMPLES_A_FRAME, np.float32))], CPU
    )
    whole, crop = material.whole(0), material.crop(0, 20, np.random.default_rng(0))
    assert (crop.content.shape[2], crop.f0.shape[1], crop.recording.shape[1]) == (20, 40, 20 * SAMPLES_A_FRAME)
    assert torch.equal(crop.content[:, :, :8], whole.content)
    assert (crop.content[:, :, 8:] == whole.content[:, :, -1:]).all()
    assert (crop.f0[:, 16:] == whole.f0[:, -1:]).all()
    assert crop.recording.sum() == 8 * SAMPLES_A_FRAME


def test_what_was_not_recorded_is_silent() -> None:
    whole = Material([passage(0)], CPU).whole(0)
    assert whole.recording.shape == (1, 24 * SAMPLES_A_FRAME)
    assert not whole.recording.any()


def test_the_rate_rises_and_falls() -> None:
    rates = [cosine_rate(step, 100) for step in range(100)]
    top = int(np.argmax(rates))
    assert 5 < top < 20
    assert rates[top] > 0.9
    assert (np.diff(rates[top:]) <= 0).all()
    assert 0 < rates[0] < 0.2
    assert 0 < rates[-1] < 0.05


def test_the_steps_are_those_of_adam() -> None:
    """As PyTorch makes them."""
    torch.manual_seed(0)
    wanted = torch.randn(2, 5, requires_grad=True)
    values = wanted.detach().clone()
    theirs, ours = torch.optim.Adam([wanted], betas=(0.9, 0.98)), _Adam(values)
    for rate in (0.1, 0.3, 0.02):
        gradient = torch.randn(2, 5)
        wanted.grad, theirs.param_groups[0]["lr"] = gradient, rate
        theirs.step()
        ours.step(gradient, rate)
    assert torch.allclose(values, wanted.detach(), rtol=1e-5)
