"""The network in PyTorch says what the stage graphs say, and gradients reach the modulation only."""
# ruff: noqa: E402 without PyTorch there is nothing to import

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime as ort
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is an extra: make test WITH=clone")

from engines import paths
from engines.engine import DEFAULT_PACK, Engine
from engines.models.kokoro.model import KokoroModel
from engines.models.kokoro.network import KokoroNetwork
from engines.models.kokoro.source import HARMONICS, HarmonicSource
from engines.models.kokoro.voices import KokoroVoice
from engines.models.store import ModelStore
from engines.types import Phonemes
from tests.tiny import TINY

FRAMES = 12
SAME_DB = 90.0


def snr(reference: np.ndarray, other: np.ndarray) -> float:
    r = reference.astype(np.float64)
    return float(10 * np.log10((r**2).sum() / max(((r - other) ** 2).sum(), 1e-30)))


@pytest.fixture(scope="module")
def network(tiny_pack: Path) -> KokoroNetwork:
    return KokoroNetwork.from_pack(tiny_pack, TINY).eval()


@pytest.fixture(scope="module")
def said() -> dict[str, np.ndarray]:
    """Two items with different content, curves and voices; some half frames are unvoiced."""
    rng = np.random.default_rng(0)
    size = TINY.front_modulation + 2 * TINY.generator_channels_total
    f0 = np.where(rng.random((2, 2 * FRAMES)) < 0.3, 0.0, rng.uniform(80, 300, (2, 2 * FRAMES)))
    arrays = {
        "content": rng.standard_normal((2, TINY.hidden, FRAMES)),
        "f0": f0,
        "energy": rng.uniform(-2, 3, (2, 2 * FRAMES)),
        "modulation": 0.3 * rng.standard_normal((2, size)),
    }
    return {name: array.astype(np.float32) for name, array in arrays.items()}


def tensors(arrays: dict[str, np.ndarray]) -> dict[str, torch.Tensor]:
    return {name: torch.from_numpy(array.copy()) for name, array in arrays.items()}


def stage(folder: Path, name: str, **inputs: np.ndarray) -> np.ndarray:
    """First output of a stage graph."""
    (output, *_) = ort.InferenceSession(folder / f"{name}.onnx", providers=["CPUExecutionProvider"]).run(None, inputs)
    return np.asarray(output)


def test_the_modulation_is_that_of_both_stages(network: KokoroNetwork) -> None:
    assert network.modulation_size == TINY.front_modulation + 2 * TINY.generator_channels_total


def test_it_says_what_the_stage_graphs_say(
    network: KokoroNetwork, tiny_pack: Path, said: dict[str, np.ndarray]
) -> None:
    front_modulation, generator_modulation = np.split(said["modulation"], [TINY.front_modulation], axis=1)
    curves = {name: said[name] for name in ("content", "f0", "energy")}
    features = stage(tiny_pack, "front", **curves, modulation=front_modulation)
    source = network.source(torch.from_numpy(said["f0"]))
    wanted = stage(tiny_pack, "calibration", features=features, source=source.numpy(), modulation=generator_modulation)
    with torch.no_grad():
        given = tensors(said)
        assert snr(features, network.front(**given).numpy()) > SAME_DB
        heard = network.generate(torch.from_numpy(features), source, given["modulation"])
        assert snr(wanted, heard.numpy()) > SAME_DB
        whole = network(**given)
    assert whole.shape == (2, FRAMES * TINY.frame_samples)
    assert snr(wanted, whole.numpy()) > SAME_DB


def test_it_tells_what_it_normalised_by(network: KokoroNetwork, tiny_pack: Path, said: dict[str, np.ndarray]) -> None:
    given = tensors(said)
    audio, mean, variance = (part.numpy() for part in network.measure(**given))
    with torch.no_grad():
        features = network.front(**given).numpy()
        assert np.array_equal(audio, network(**given).numpy())
    session = ort.InferenceSession(tiny_pack / "calibration.onnx", providers=["CPUExecutionProvider"])
    modulation = said["modulation"][:, TINY.front_modulation :]
    source = network.source(given["f0"]).numpy()
    wanted = session.run(["mean", "variance"], {"features": features, "source": source, "modulation": modulation})
    assert np.allclose(mean, wanted[0], atol=1e-4)
    assert np.allclose(variance, wanted[1], rtol=1e-3, atol=1e-5)


def test_gradients_do_not_change_what_is_said(network: KokoroNetwork, said: dict[str, np.ndarray]) -> None:
    given = tensors(said)
    with torch.no_grad():
        without = network(**given)
    given["modulation"].requires_grad_()
    assert snr(without.numpy(), network(**given).detach().numpy()) > SAME_DB


def complex_spectrum(polar: np.ndarray) -> np.ndarray:
    magnitude, phase = np.split(polar.astype(np.float64), 2)
    return np.asarray(magnitude * np.exp(1j * phase))


@pytest.mark.parametrize("bias", [0.0, -0.1])
def test_the_source_is_that_of_the_engine(tiny_pack: Path, said: dict[str, np.ndarray], bias: float) -> None:
    weight = np.random.default_rng(1).standard_normal(HARMONICS).astype(np.float32)
    network = KokoroNetwork({"inverse_stft": np.zeros((2 * TINY.bins, 1, TINY.n_fft), np.float32)}, weight, bias, TINY)
    found = network.source(torch.from_numpy(said["f0"])).numpy()
    for f0, heard in zip(said["f0"], found, strict=True):
        wanted = HarmonicSource(f0, weight, bias, TINY).spectrum(0, FRAMES)
        assert heard.shape == wanted.shape
        assert complex_spectrum(heard) == pytest.approx(complex_spectrum(wanted), abs=2e-6)
        # The phase of an empty bin is rounding noise, and pi and -pi are one.
        filled = wanted[: TINY.bins] > 1e-3
        apart = (heard[TINY.bins :] - wanted[TINY.bins :] + np.pi) % (2 * np.pi) - np.pi
        assert filled.mean() > 0.3
        assert np.abs(apart[filled]).max() < 2e-3


def test_gradients_reach_the_modulation_and_nothing_else(network: KokoroNetwork, said: dict[str, np.ndarray]) -> None:
    assert not list(network.parameters())
    assert not any(buffer.requires_grad for buffer in network.buffers())
    given = tensors(said)
    given["modulation"].requires_grad_()
    network(**given)[0].square().mean().backward()
    reached = given["modulation"].grad
    assert reached is not None
    assert torch.isfinite(reached).all()
    assert (reached[0] != 0).float().mean() > 0.99
    assert not reached[1].any(), "the gradient of one item reached the voice of another"


def test_the_gradient_is_the_slope(network: KokoroNetwork, said: dict[str, np.ndarray]) -> None:
    """Along the gradient, a little to either side: the function of the snake layers has a backward pass of its own."""
    given = tensors(said)
    modulation = given.pop("modulation")

    def loss(at: torch.Tensor) -> torch.Tensor:
        return network(**given, modulation=at).abs().mean()

    at = modulation.clone().requires_grad_()
    (slope,) = torch.autograd.grad(loss(at), at)
    step = 3e-3 * slope / slope.norm()
    with torch.no_grad():
        rise = float(loss(modulation + step) - loss(modulation - step))
    assert rise == pytest.approx(float((2 * step * slope).sum()), rel=0.02)


@pytest.mark.model
def test_it_says_what_the_installed_model_says(engine: Engine) -> None:
    model = engine.model
    assert isinstance(model, KokoroModel)
    voice = model.voice("af_heart")
    plan = model.plan(Phonemes.from_symbols("jˈɛs.", "af_heart", "en-us", speed=1.6), voice)
    assert 10 < plan.frames < 40
    segment = model.prepare(plan)
    wanted, _ = model.measure(segment)
    network = KokoroNetwork.from_pack(ModelStore(paths.home()).require(DEFAULT_PACK)).eval()
    index = np.repeat(np.arange(len(plan.durations)), plan.durations)
    modulation = modulation_of(voice, len(plan.durations) - 2)
    given = (plan.content[:, index], plan.f0, plan.energy, modulation)
    with torch.no_grad():
        content, f0, energy, voiced = (torch.from_numpy(np.ascontiguousarray(a))[None] for a in given)
        features = network.front(content, f0, energy, voiced)
        source = torch.from_numpy(segment.source.spectrum(0, plan.frames))[None]
        heard = network.generate(features, source, voiced)
    assert snr(segment.features, features[0].numpy()) > SAME_DB
    assert snr(wanted, heard[0].numpy()) > SAME_DB


def modulation_of(voice: KokoroVoice, symbols: int) -> np.ndarray:
    return np.concatenate([voice.timbre.front(symbols), voice.timbre.generator(symbols)])
