from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import pytest

from engines.errors import ModelDamagedError
from engines.models.kokoro.builder import OPSET
from engines.models.kokoro.config import KokoroConfig
from engines.models.kokoro.convert import convert
from engines.models.kokoro.model import KokoroModel
from engines.models.kokoro.profiles import stage_profiles
from engines.models.kokoro.ranges import integer_paths, read_ranges
from engines.models.kokoro.stages import generator_stage
from engines.models.kokoro.statistics import Shares, VoiceStatistics
from engines.models.kokoro.voices import fold_normalisation, read_styles
from engines.models.kokoro.weights import Quantised
from engines.runtime.onnx_runtime import OnnxRuntimeBackend
from engines.types import Phonemes, Plan
from tests.tiny import TINY, tiny_weights

STAGES = ("text", "prosody", "front", "generator", "calibration")


def plan_of(model: KokoroModel, symbols: str, voice: str = "af_tiny") -> Plan:
    return model.plan(Phonemes.from_symbols(symbols, voice, "en-us"), model.voice(voice))


def snr(reference: np.ndarray, other: np.ndarray) -> float:
    error = np.sum((reference.astype(np.float64) - other) ** 2)
    return float(10 * np.log10(np.sum(reference.astype(np.float64) ** 2) / max(error, 1e-30)))


@pytest.mark.parametrize("stage", STAGES)
def test_graphs_use_standard_operators_only(tiny_pack: Path, stage: str) -> None:
    model = onnx.load(str(tiny_pack / f"{stage}.onnx"))
    assert [(o.domain, o.version) for o in model.opset_import] == [("", OPSET)]
    kinds = {node.op_type for node in model.graph.node}
    assert not kinds & {"Resize", "STFT", "Loop", "Scan", "If", "CumSum"}
    assert all(node.domain == "" for node in model.graph.node)
    assert {i.name for i in model.graph.input} == set(stage_profiles(TINY)[stage].shapes)


def test_plan_covers_every_symbol(tiny_model: KokoroModel) -> None:
    plan = plan_of(tiny_model, "hɛlO.")
    assert len(plan.durations) == len("hɛlO.") + 2
    assert plan.f0.shape == plan.energy.shape == (2 * plan.frames,)
    assert plan.content.shape == (TINY.hidden, len(plan.durations))


def test_speed_shortens_and_never_drops_a_symbol(tiny_model: KokoroModel) -> None:
    voice = tiny_model.voice("af_tiny")
    lengths = []
    for speed in (0.5, 1.0, 2.0):
        phonemes = Phonemes.from_symbols("hɛlO wɜɹld", "af_tiny", "en-us", speed=speed)
        plan = tiny_model.plan(phonemes, voice)
        assert plan.durations.min() >= 1
        lengths.append(plan.frames)
    assert lengths[0] > lengths[1] > lengths[2]


def test_the_longest_segment_is_spoken(tiny_model: KokoroModel) -> None:
    plan = plan_of(tiny_model, "a" * tiny_model.max_symbols)
    assert len(plan.durations) == tiny_model.max_symbols + 2


def test_fixed_normalisation_with_own_statistics_is_the_trained_one(tiny_model: KokoroModel) -> None:
    """The generator that takes scale and shift equals the one that normalises by itself, given its statistics."""
    segment = tiny_model.prepare(plan_of(tiny_model, "hˈɛlO wˈɜɹld."))
    trained, statistics = tiny_model.measure(segment)
    own = VoiceStatistics.fit([(Shares(0.0, 0.0), statistics)]).at(Shares(0.0, 0.0))
    fixed = replace(segment, affine=fold_normalisation(segment.modulation, own, TINY))
    assert snr(trained, tiny_model.generate(fixed, 0, segment.frames)) > 90


def test_eight_bit_weights_give_the_same_sound() -> None:
    """A convolution stored as codes, dequantised as it runs, equals the one stored as float32."""
    compact = tiny_weights()
    rng = np.random.default_rng(5)
    for path, value in compact.items():
        if ".convs" in path and path.endswith(".weight"):
            codes = rng.integers(0, 256, value.shape).astype(np.uint8)
            compact[path] = Quantised(codes, np.float32(0.002), np.uint8(120))
    plain = {path: v.values() if isinstance(v, Quantised) else v for path, v in compact.items()}
    rows = {
        "features": rng.standard_normal((2, TINY.generator_channels, 8)),
        "source": rng.standard_normal((2, 2 * TINY.bins, 4 * TINY.source_frames + 1)),
        "scale": rng.uniform(0.5, 1.5, (2, TINY.generator_channels_total)),
        "shift": rng.standard_normal((2, TINY.generator_channels_total)),
    }
    inputs = {name: value.astype(np.float32) for name, value in rows.items()}
    outputs = []
    for weights in (compact, plain):
        graph = generator_stage(weights, TINY).SerializeToString()
        outputs.append(ort.InferenceSession(graph, providers=["CPUExecutionProvider"]).run(None, inputs)[0])
    assert outputs[0].shape == (2, 4 * TINY.frame_samples)
    assert snr(outputs[1], outputs[0]) > 100


def test_the_integer_generator_is_close_to_the_float_one(
    tiny_model: KokoroModel, tiny_integer_model: KokoroModel
) -> None:
    segment = tiny_model.prepare(plan_of(tiny_model, "hˈɛlO wˈɜɹld."))
    plain = tiny_model.generate(segment, 0, segment.frames)
    integer = tiny_integer_model.generate(segment, 0, segment.frames)
    assert 15 < snr(plain, integer) < 60  # another computation of the same sound


def test_integer_windows_equal_the_whole(tiny_integer_model: KokoroModel) -> None:
    model = tiny_integer_model
    segment = model.prepare(plan_of(model, "hˈɛlO wˈɜɹld, hˈɛlO wˈɜɹld."))
    n, c = model.frame_samples, model.context
    whole = model.generate(segment, 0, segment.frames)
    for start, end in ((c, c + 5), (20, 40), (segment.frames - c - 9, segment.frames - c)):
        wide = model.generate(segment, start - c, end + c)
        assert snr(whole[start * n : end * n], wide[c * n : -c * n]) > 80


def test_ranges_are_known_for_every_integer_convolution() -> None:
    assert set(read_ranges()) == set(integer_paths(KokoroConfig()))


def test_zero_is_exact_in_every_range() -> None:
    for pair in read_ranges().values():
        for limits in pair:
            scale, zero = limits.quantisation()
            assert (
                limits.low - scale <= (0 - int(zero)) * scale <= 0 <= (255 - int(zero)) * scale <= limits.high + scale
            )


def test_windows_of_two_voices_share_a_batch(tiny_pack: Path, tiny_model: KokoroModel) -> None:
    session = ort.InferenceSession(str(tiny_pack / "generator.onnx"), providers=["CPUExecutionProvider"])
    segments = [tiny_model.prepare(plan_of(tiny_model, "hɛlO wɜɹld", voice)) for voice in ("af_tiny", "zf_mini")]
    batch = {
        "features": np.stack([s.features[:, :12] for s in segments]),
        "source": np.stack([s.source.spectrum(0, 6) for s in segments]),
        **{name: np.stack([s.affine[i] for s in segments if s.affine]) for i, name in enumerate(("scale", "shift"))},
    }
    together = session.run(None, batch)[0]
    for row, segment in zip(together, segments, strict=True):
        assert snr(tiny_model.generate(segment, 0, 6), row) > 90


def test_statistics_are_kept_for_the_next_start(tiny_pack: Path, tmp_path: Path) -> None:
    class CountingModel(KokoroModel):
        calibrations = 0

        def calibrate(self, *arguments: object) -> VoiceStatistics:
            self.calibrations += 1
            return super().calibrate(*arguments)  # type: ignore[arg-type]

    counts = []
    for _ in range(2):
        model = CountingModel(tiny_pack, OnnxRuntimeBackend(1), tmp_path, pack="tiny", config=TINY)
        steps: list[str] = []
        model.voice("af_tiny", lambda step, _share, told=steps: told.append(step))
        assert bool(steps) != bool(counts)
        model.voice("af_tiny")
        counts.append(model.calibrations)
    assert counts == [1, 0]


def test_a_damaged_voice_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "af_broken.bin"
    path.write_bytes(b"\x00" * 100)
    with pytest.raises(ModelDamagedError, match=r"af_broken\.bin"):
        read_styles(path, TINY)


def test_a_pack_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(onnx.ModelProto(ir_version=8).SerializeToString())
    (tmp_path / "voices").mkdir()
    target = tmp_path / "out"
    target.mkdir()
    with pytest.raises(ModelDamagedError):
        convert(tmp_path, target, lambda _step, _fraction: None)
