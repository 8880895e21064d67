"""What a fit listens with, against what it stands for."""
# ruff: noqa: E402 without PyTorch there is nothing to import

from __future__ import annotations

import numpy as np
import onnxruntime as ort
import pytest
import soxr
from talking import talk

torch = pytest.importorskip("torch", reason="PyTorch is an extra: make test WITH=clone")

from engines.types import FloatArray
from engines.voices import instant
from engines.voices.acoustics import levelled, long_term_levels
from engines.voices.hearing import (
    RATE,
    ChannelRemoval,
    LongTermSpectrum,
    SpeakerNetwork,
    SpectralDistance,
    TwoThirds,
    speaker_weights,
)
from engines.voices.training.encoder import LogMel

MODEL_RATE = 24_000


def tensor(*items: FloatArray) -> torch.Tensor:
    return torch.from_numpy(np.stack(items).astype(np.float32))


def decibels(part: FloatArray, whole: FloatArray) -> float:
    return float(10 * np.log10(np.square(part, dtype=np.float64).mean() / np.square(whole, dtype=np.float64).mean()))


def noise_below(hertz: float, count: int, seed: int) -> FloatArray:
    spectrum = np.fft.rfft(np.random.default_rng(seed).standard_normal(count))
    spectrum[np.fft.rfftfreq(count, 1 / MODEL_RATE) > hertz] = 0
    return np.fft.irfft(spectrum, count).astype(np.float32)


@pytest.mark.parametrize(("hertz", "below_db"), [(6500.0, -100), (7000.0, -55)])
def test_two_thirds_is_resampling(hertz: float, below_db: float) -> None:
    sounds = [noise_below(hertz, MODEL_RATE, seed) for seed in (0, 1)]
    found = TwoThirds()(tensor(*sounds)).numpy()
    assert found.shape == (2, RATE)
    for samples, heard in zip(sounds, found, strict=True):
        wanted = soxr.resample(samples, MODEL_RATE, RATE, quality="VHQ")
        inside = slice(200, -200)
        assert decibels((heard - wanted)[inside], wanted[inside]) < below_db


@pytest.mark.parametrize("hertz", [9000.0, 10_500.0, 11_900.0])
def test_two_thirds_keeps_out_what_would_fold_back(hertz: float) -> None:
    tone = np.sin(2 * np.pi * hertz * np.arange(MODEL_RATE) / MODEL_RATE).astype(np.float32)
    heard = TwoThirds()(tensor(tone))[0].numpy()
    assert decibels(heard[200:-200], tone) < -70


@pytest.mark.parametrize("count", [3, 600, 48_000])
def test_two_thirds_of_any_length(count: int) -> None:
    assert TwoThirds()(torch.zeros(1, count)).shape == (1, count * 2 // 3)


def test_equal_sounds_have_no_distance() -> None:
    sounds = tensor(talk(1.0), talk(1.0, seed=1))
    assert SpectralDistance()(sounds, sounds).numpy() == pytest.approx([0, 0], abs=1e-5)


def test_the_distance_grows_with_the_difference_and_falls_along_its_gradient() -> None:
    distance = SpectralDistance()
    wanted = tensor(talk(1.0), talk(1.0, seed=1))
    noise = 0.01 * torch.from_numpy(np.random.default_rng(0).standard_normal(wanted.shape).astype(np.float32))
    apart = torch.stack([distance(wanted + share * noise, wanted) for share in (0.1, 0.3, 1.0, 3.0)])
    assert (torch.diff(apart, dim=0) > 0.02).all()
    made = (wanted + noise).requires_grad_()
    wanted.requires_grad_()
    before = distance(made, wanted).sum()
    before.backward()
    assert wanted.grad is None
    assert made.grad is not None
    assert torch.isfinite(made.grad).all()
    after = distance((made - 1e-3 * made.grad / made.grad.norm()).detach(), wanted).sum()
    assert after < before


def test_each_item_has_a_distance_of_its_own() -> None:
    first, second, third = (talk(1.0, seed=seed) for seed in range(3))
    both = SpectralDistance()(tensor(first, first), tensor(second, third))
    alone = SpectralDistance()(tensor(first), tensor(third))
    assert both[1].item() == pytest.approx(alone.item(), rel=1e-5)
    assert both[0].item() != pytest.approx(both[1].item(), rel=1e-2)


def equalised(samples: FloatArray, nepers: FloatArray) -> FloatArray:
    """Through a channel whose gain has some bends between 0 and 8 kHz."""
    spectrum = np.fft.rfft(samples)
    curve = np.interp(np.linspace(0, 1, len(spectrum)), np.linspace(0, 1, len(nepers)), nepers)
    return np.fft.irfft(spectrum * np.exp(curve), len(samples)).astype(np.float32)


def syllables(seed: int) -> FloatArray:
    """[48000] noise, loud and soft in turn."""
    loud = np.sin(np.pi * np.arange(3 * RATE) / RATE * 4) > 0
    return (np.where(loud, 0.1, 0.01) * np.random.default_rng(seed).standard_normal(3 * RATE)).astype(np.float32)


def test_channel_removal_undoes_an_equaliser() -> None:
    """As far as the channel leaves the loud parts the loud ones: those are what it is measured on."""
    bends = ([1.0, -0.5, 0.8, -1.0], [-1.0, 0.6, -0.2, 0.9])
    recordings = tensor(syllables(0), *(equalised(syllables(0), np.array(each)) for each in bends))
    flatten = ChannelRemoval(np.zeros(513, np.float32))
    flatten.wanted.copy_(flatten.spectrum(tensor(syllables(1)))[0])
    removed = flatten(recordings)

    def apart(sounds: torch.Tensor) -> torch.Tensor:
        spectra = flatten.spectrum(sounds)
        shapes = spectra - spectra.mean(1, keepdim=True)
        return (shapes[1:] - shapes[0]).square().mean(1).sqrt()

    assert (apart(removed) < apart(recordings) / 10).all()
    levels = removed.square().mean(1).sqrt() / recordings.square().mean(1).sqrt()
    assert levels.numpy() == pytest.approx(np.ones(3), rel=1e-3)


def test_channel_removal_lets_gradients_through() -> None:
    samples = tensor(talk(1.0)).requires_grad_()
    ChannelRemoval(np.zeros(513, np.float32))(samples).square().sum().backward()
    assert samples.grad is not None
    assert torch.isfinite(samples.grad).all()
    assert samples.grad.any()


@pytest.fixture(scope="module")
def speaker() -> SpeakerNetwork:
    return SpeakerNetwork(speaker_weights())


@pytest.fixture(scope="module")
def encoder() -> ort.InferenceSession:
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    return ort.InferenceSession(instant.WEIGHTS / "voice_encoder.onnx", options, providers=["CPUExecutionProvider"])


@pytest.mark.parametrize("seconds", [1.0, 1.6, 5.3])
def test_the_speaker_network_is_that_in_the_encoder(
    speaker: SpeakerNetwork, encoder: ort.InferenceSession, seconds: float
) -> None:
    """Weights are the same to the bit; the sound comes by two ways."""
    samples = talk(seconds, pitch=180.0, size=1.1)
    filters = speaker.filters.numpy()
    inputs = {"mel": instant.log_mel(samples)[None], "pieces": instant.speaker_pieces(samples, filters)}
    (wanted,) = encoder.run(["embedding"], inputs)
    with torch.no_grad():
        found = speaker(tensor(samples, talk(seconds, seed=4))).numpy()
    assert found[0] == pytest.approx(wanted[0], abs=1e-3)
    assert np.linalg.norm(found, axis=1) == pytest.approx([1, 1], abs=1e-4)
    assert found[0] @ found[1] < 0.99


def test_a_speaker_network_cannot_be_made_of_half_its_weights() -> None:
    weights = speaker_weights()
    del weights["linear.bias"]
    with pytest.raises(RuntimeError, match=r"linear\.bias"):
        SpeakerNetwork(weights)


def test_the_speaker_network_is_frozen_but_hears(speaker: SpeakerNetwork) -> None:
    samples = tensor(talk(1.6)).requires_grad_()
    speaker(samples).sum().backward()
    assert samples.grad is not None
    assert samples.grad.any()
    assert not any(p.requires_grad for p in speaker.parameters())


@pytest.mark.parametrize("count", [16_000, 17_777])
def test_the_spectrogram_of_the_training_is_that_of_the_program(count: int) -> None:
    samples = talk(2.0)[:count]
    found = LogMel()(tensor(samples))[0].numpy()
    assert found.shape == (instant.MEL_BANDS, count // instant.MEL_HOP + 1)
    assert found == pytest.approx(instant.log_mel(samples), abs=1e-3)


def test_a_long_term_spectrum_is_that_of_the_channel_not_of_loudness() -> None:
    speech = talk(3.0)
    darker: FloatArray = np.convolve(speech, np.ones(4) / 4, "same").astype(np.float32)
    hear = LongTermSpectrum()
    once, louder, dark = (hear(tensor(sound)[None]) for sound in (speech, 2 * speech, darker))
    assert once.shape == (1, 160)
    assert torch.allclose(once, louder, atol=1e-4)
    assert (dark - once)[0, 70:80].mean() < (dark - once)[0, :40].mean() - 0.3


def test_pieces_of_a_voice_are_heard_as_one() -> None:
    speech = talk(4.0)[: 3 * RATE]
    halves = tensor(*np.split(speech, 2))[None]
    hear = LongTermSpectrum()
    assert (hear(halves) - hear(tensor(speech)[None])).abs().mean() < 0.05
    both = torch.cat([halves, halves.flip(2)])
    assert torch.allclose(hear(both)[:1], hear(halves), atol=1e-5)


def test_the_long_term_spectrum_is_the_same_without_pytorch() -> None:
    sound = levelled(talk(5.0, pitch=140.0))
    heard = LongTermSpectrum()(torch.from_numpy(sound)[None, None])[0].numpy()
    assert np.allclose(long_term_levels(sound), heard, atol=2e-3)
