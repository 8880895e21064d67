from __future__ import annotations

import os
import pickle
from collections import OrderedDict
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import helper

from engines.types import FloatArray
from tests.bench.metrics import embedders, similarity
from tests.bench.metrics.checkpoint import load_legacy_checkpoint
from tests.bench.metrics.embedders import RATE, DVector, Resemblyzer
from tests.bench.metrics.similarity import Panel, Recordings, Scale

HIDDEN = 6


class Bands:
    """Knows speakers by the shape of their spectrum alone."""

    def embed(self, samples: FloatArray) -> FloatArray:
        log = similarity.long_term_spectrum(samples)[:480].reshape(12, -1).mean(axis=1)
        return np.asarray((log - log.mean()) / np.linalg.norm(log - log.mean()), np.float32)


class Periods:
    """Knows speakers by their pitch alone, one in four of these."""

    PITCHES = (100.0, 150.0, 200.0, 300.0)

    def embed(self, samples: FloatArray) -> FloatArray:
        lags = [round(RATE / pitch) for pitch in self.PITCHES]
        found = np.array([float(samples[lag:] @ samples[:-lag]) for lag in lags]) / float(samples @ samples)
        return np.asarray(found / np.linalg.norm(found), np.float32)


def speech(pitch: float, seed: int, seconds: float = 1.5) -> FloatArray:
    """Pulses in a little noise."""
    rng = np.random.default_rng(seed)
    phase = np.cumsum(
        np.full(round(seconds * RATE), pitch / RATE) * (1 + 0.002 * rng.normal(size=round(seconds * RATE)))
    )
    pulses = np.diff(np.floor(phase), prepend=0.0)
    return (np.convolve(pulses, np.exp(-np.arange(200) / 12), "same") + 0.02 * rng.normal(size=len(phase))).astype(
        np.float32
    )


def speaker(pitch: float, seed: int) -> Recordings:
    return Recordings(speech(pitch, seed), tuple(speech(pitch, seed + i) for i in (1, 2, 3)))


@pytest.fixture(scope="module")
def recordings() -> dict[str, Recordings]:
    return {f"{pitch:g}": speaker(pitch, 10 * i) for i, pitch in enumerate(Periods.PITCHES)}


def random_weights(seed: int = 0) -> dict[str, FloatArray]:
    rng = np.random.default_rng(seed)
    shapes = {f"lstm.weight_ih_l{i}": (4 * HIDDEN, 40 if i == 0 else HIDDEN) for i in range(3)}
    shapes |= {f"lstm.weight_hh_l{i}": (4 * HIDDEN, HIDDEN) for i in range(3)}
    biases = {f"lstm.bias_{part}_l{i}": (4 * HIDDEN,) for part in ("ih", "hh") for i in range(3)}
    shapes |= {"linear.weight": (8, HIDDEN)}
    return {
        name: rng.normal(0, 0.5, shape).astype(np.float32)
        for name, shape in {**shapes, **biases, "linear.bias": (8,)}.items()
    }


def test_filters_are_triangles_of_equal_area_side_by_side() -> None:
    filters = embedders.mel_filters(4096)
    step = RATE / 4096
    assert filters.shape == (40, 2049)
    assert filters.sum(axis=1) * step == pytest.approx(1.0, abs=0.02)
    peaks = filters.argmax(axis=1) * step
    assert np.diff(peaks)[:8] == pytest.approx(np.diff(peaks)[0], abs=2 * step)  # linear below 1 kHz
    assert (peaks[-9:] / peaks[-10:-1]) == pytest.approx(peaks[-1] / peaks[-2], rel=0.01)  # and logarithmic above


def test_short_audio_is_one_window_padded_with_silence() -> None:
    found = embedders.windows(np.ones((3, 2), np.float32), size=5, hop=2, silence=-1.0)
    assert found.shape == (1, 5, 2)
    assert found[0, :, 0].tolist() == [1, 1, 1, -1, -1]
    assert embedders.windows(np.zeros((9, 2), np.float32), size=5, hop=2, silence=0.0).shape == (3, 5, 2)


def test_the_recurrent_network_follows_its_equations() -> None:
    weights = random_weights()
    samples = speech(120, 1, seconds=1.0)
    network = Resemblyzer(weights)
    layers = [(np.zeros(HIDDEN), np.zeros(HIDDEN)) for _ in range(3)]
    for frame in np.pad(network.features(samples), ((0, 160), (0, 0)))[:160]:
        inputs = frame
        for i, (state, memory) in enumerate(layers):
            gates = weights[f"lstm.weight_ih_l{i}"] @ inputs + weights[f"lstm.weight_hh_l{i}"] @ state
            gates = gates + weights[f"lstm.bias_ih_l{i}"] + weights[f"lstm.bias_hh_l{i}"]
            enter, forget, new, leave = np.split(gates, 4)
            kept = memory / (1 + np.exp(-forget)) + np.tanh(new) / (1 + np.exp(-enter))
            inputs = np.tanh(kept) / (1 + np.exp(-leave))
            layers[i] = inputs, kept
    wanted = np.maximum(weights["linear.weight"] @ layers[2][0] + weights["linear.bias"], 0)
    assert network.embed(samples) == pytest.approx(wanted / np.linalg.norm(wanted), abs=1e-4)


def test_resemblyzer_does_not_hear_level() -> None:
    network = Resemblyzer(random_weights())
    samples = speech(120, 1)
    assert network.embed(samples) == pytest.approx(network.embed(5 * samples), abs=1e-5)


def test_the_d_vector_is_the_mean_of_windows(tmp_path: Path) -> None:
    take = helper.make_node("ReduceMean", ["mel_window"], ["embedding"], axes=[1], keepdims=0)
    shapes = (("mel_window", ["n", 80, 40]), ("embedding", ["n", 40]))
    into, out = (helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, shape) for name, shape in shapes)
    graph = helper.make_graph([take], "embedder", [into], [out])
    path = tmp_path / "embedder.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8), path)
    network = DVector(path)
    low, high = (np.sin(2 * np.pi * hertz / RATE * np.arange(2 * RATE)).astype(np.float32) for hertz in (300, 3000))
    assert np.linalg.norm(network.embed(low)) == pytest.approx(1.0)
    assert network.embed(low) @ network.embed(low[: RATE // 2 * 3]) > 0.9999
    assert network.embed(low) @ network.embed(high) < 0.9


def test_a_checkpoint_of_the_old_format_is_read(tmp_path: Path) -> None:
    storage = np.arange(12, dtype=np.float32)
    tensors = OrderedDict(whole=((3, 4), (4, 1), 0), turned=((4, 2), (1, 4), 4))
    path = write_checkpoint(tmp_path, {"state": tensors, "step": 7}, storage)
    saved = load_legacy_checkpoint(path)
    assert saved["step"] == 7
    assert saved["state"]["whole"].tolist() == storage.reshape(3, 4).tolist()
    assert saved["state"]["turned"].tolist() == storage[4:].reshape(2, 4).T.tolist()


def test_a_checkpoint_cannot_name_other_code(tmp_path: Path) -> None:
    path = tmp_path / "evil.pt"
    path.write_bytes(b"".join(pickle.dumps(part, 2) for part in (HEAD[0], 1001, {}, MappingCall())))
    with pytest.raises(pickle.UnpicklingError, match="no part of a tensor"):
        load_legacy_checkpoint(path)


def test_some_other_pickle_is_no_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "other.pt"
    path.write_bytes(b"".join(pickle.dumps(part, 2) for part in (1, 2, 3)))
    with pytest.raises(pickle.UnpicklingError, match="does not begin"):
        load_legacy_checkpoint(path)


def test_levelling_makes_loud_and_quiet_alike() -> None:
    samples = speech(150, 4)
    assert similarity.level(0.01 * samples + 0.3) == pytest.approx(similarity.level(samples), abs=1e-5)


def test_flattening_takes_a_channel_away() -> None:
    voice = speech(150, 5, seconds=4.0)
    muffled = np.convolve(voice, [0.2, 0.3, 0.3, 0.2], "same").astype(np.float32)
    common = similarity.long_term_spectrum(similarity.level(speech(200, 6)))
    before, after = (
        np.abs(similarity.long_term_spectrum(f(voice)) - similarity.long_term_spectrum(f(muffled))).mean()
        for f in (similarity.level, lambda samples: similarity.equalise(samples, common))
    )
    assert len(similarity.equalise(voice, common)) == len(voice)
    assert after < 0.1 * before


def test_the_scale_runs_from_other_speakers_to_the_same_one(recordings: dict[str, Recordings]) -> None:
    scale = Scale.fit(Periods(), similarity.level, recordings, list(recordings))
    for name in recordings:
        assert scale.similarity(speech(float(name), 99), name) == pytest.approx(100, abs=15)
    others = [scale.similarity(speech(float(a), 98), b) for a in recordings for b in recordings if a != b]
    assert np.mean(others) == pytest.approx(0, abs=5)


def test_real_speech_is_like_itself_without_being_compared_with_itself(recordings: dict[str, Recordings]) -> None:
    panel = Panel(Periods(), Periods(), recordings, list(recordings))
    real = np.mean([panel.judge_real_speech(name) for name in recordings], axis=0)
    assert real == pytest.approx([100, 100, 100], abs=15)


def test_a_channel_alone_earns_likeness_only_where_it_is_not_flattened(recordings: dict[str, Recordings]) -> None:
    """The reason for the second measure: an embedder that hears nothing but the channel."""
    hollow = {name: Recordings(*filtered(clips, i)) for i, (name, clips) in enumerate(recordings.items())}
    panel = Panel(Bands(), Periods(), hollow, list(hollow))
    plain, flat = panel.scales[0], panel.scales[1]
    assert plain.high - plain.low > 3 * (flat.high - flat.low)


def test_pieces_are_as_long_as_a_sentence() -> None:
    long = np.arange(10 * RATE, dtype=np.float32)
    first, last = similarity.pieces(long)
    assert len(first) == len(last) == 3.5 * RATE
    assert (first[0], last[-1]) == (0, len(long) - 1)
    assert similarity.pieces(long[:RATE])[0] is not None
    assert len(similarity.pieces(long[:RATE])) == 1


def filtered(clips: Recordings, which: int) -> tuple[FloatArray, tuple[FloatArray, ...]]:
    taps = ([1.0], [1.0, 0.9], [1.0, -0.9], [1.0, 0.0, 0.9])[which]
    return (
        np.convolve(clips.reference, taps, "same").astype(np.float32),
        tuple(np.convolve(clip, taps, "same").astype(np.float32) for clip in clips.others),
    )


HEAD = (0x1950A86A20F9469CFC6C, 1001, {"little_endian": True})


class MappingCall:
    def __reduce__(self) -> tuple[Any, ...]:
        return (os.getcwd, ())


class Tensor:
    """Pickled as a tensor is."""

    def __init__(self, size: tuple[int, ...], stride: tuple[int, ...], offset: int) -> None:
        self.arguments = (Stored(), offset, size, stride, False, OrderedDict())

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild_tensor_v2, self.arguments)


class Stored:
    pass


class FloatStorage:
    pass


def _rebuild_tensor_v2(*_: Any) -> None:
    raise AssertionError("read by PyTorch's own name only")


def write_checkpoint(folder: Path, saved: dict[str, Any], storage: FloatArray) -> Path:
    """As `torch.save` did, with the names of this module put in place of PyTorch's."""

    class Pickler(pickle.Pickler):
        def persistent_id(self, value: object) -> Any:
            return ("storage", FloatStorage, "key", "cpu", len(storage), None) if isinstance(value, Stored) else None

    saved["state"] = OrderedDict((name, Tensor(*shape)) for name, shape in saved["state"].items())
    path = folder / "old.pt"
    with path.open("wb") as file:
        for part in HEAD:
            pickle.dump(part, file, 2)
        Pickler(file, 2).dump(saved)
        pickle.dump(["key"], file, 2)
        file.write(len(storage).to_bytes(8, "little") + storage.tobytes())
    own = __name__.encode()
    data = path.read_bytes().replace(b"c" + own + b"\n_rebuild", b"ctorch._utils\n_rebuild")
    path.write_bytes(data.replace(b"c" + own + b"\nFloat", b"ctorch\nFloat"))
    return path
