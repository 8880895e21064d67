"""Passes over graphs: what comes out computes the same as what went in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime as ort
import pytest
from onnx import TensorProto, helper, numpy_helper

from engines.models.kokoro.profiles import stage_profiles
from engines.runtime.graphs import (
    Piece,
    cut_at_recurrences,
    fold_dequantised,
    half_precision,
    nodes_after,
    split_depthwise_upsampling,
)
from tests.tiny import TINY

PROFILES = stage_profiles(TINY)
STAGES = ("text", "prosody", "front", "generator")


def feed(stage: str, length: int = 12) -> dict[str, Any]:
    rng = np.random.default_rng(0)
    c = TINY

    def floats(*shape: int) -> Any:
        return rng.standard_normal(shape).astype(np.float32)

    return {
        "text": {"tokens": rng.integers(1, c.n_tokens, (1, length)), "style": floats(1, c.style)},
        "prosody": {"hidden": floats(1, length, c.hidden + c.style), "style": floats(1, c.style)},
        "front": {
            "content": floats(1, c.hidden, length),
            "f0": 150 + floats(1, 2 * length),
            "energy": floats(1, 2 * length),
            "modulation": floats(1, c.front_modulation) * 0.1,
        },
        "generator": {
            "features": floats(2, c.generator_channels, 2 * length),
            "source": floats(2, 2 * c.bins, c.source_frames * length + 1),
            "scale": 1 + 0.1 * floats(2, c.generator_channels_total),
            "shift": 0.1 * floats(2, c.generator_channels_total),
        },
    }[stage]


def run(model: onnx.ModelProto, inputs: dict[str, Any]) -> dict[str, Any]:
    options = ort.SessionOptions()
    options.log_severity_level = 3
    # The fusions beyond are not made for graphs with casts in them.
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_BASIC
    session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    names = [output.name for output in session.get_outputs()]
    return dict(zip(names, session.run(names, {i.name: inputs[i.name] for i in session.get_inputs()}), strict=True))


def lstm(gates: Any, weight: Any) -> Any:
    """The recurrence as ONNX defines it: [time, batch, 2 * 4 * hidden] to [time, 2, batch, hidden]."""
    steps, batch, _ = gates.shape
    hidden = weight.shape[2]
    states = np.zeros((steps, 2, batch, hidden), np.float32)
    for direction, order in enumerate((range(steps), range(steps - 1, -1, -1))):
        state = cell = np.zeros((batch, hidden), np.float32)
        for t in order:
            mine = gates[t, :, direction * 4 * hidden : (direction + 1) * 4 * hidden]
            i, o, f, c = np.split(mine + state @ weight[direction].T, 4, axis=1)
            cell = cell / (1 + np.exp(-f)) + np.tanh(c) / (1 + np.exp(-i))
            state = np.tanh(cell) / (1 + np.exp(-o))
            states[t, direction] = state
    return states


def run_pieces(pieces: list[Piece], inputs: dict[str, Any], *, half: bool = False) -> dict[str, Any]:
    values = dict(inputs)
    for piece in pieces:
        model = half_precision(piece.model, frozenset()) if half else piece.model
        onnx.checker.check_model(model)
        values |= run(model, values)
        for recurrence in piece.recurrences:
            values[recurrence.states] = lstm(values[recurrence.gates], recurrence.weight)
    return values


@pytest.mark.parametrize("stage", STAGES)
def test_pieces_one_after_the_other_equal_the_whole(tiny_pack: Path, stage: str) -> None:
    model = onnx.load(str(tiny_pack / f"{stage}.onnx"))
    whole = run(model, feed(stage))
    pieces = cut_at_recurrences(fold_dequantised(model), PROFILES[stage])
    values = run_pieces(pieces, feed(stage))
    for name, expected in whole.items():
        np.testing.assert_allclose(values[name], expected, rtol=2e-4, atol=2e-4)


@pytest.mark.parametrize(("stage", "count"), [("text", 5), ("prosody", 2), ("front", 1), ("generator", 1)])
def test_a_graph_is_cut_where_one_lstm_needs_another(tiny_pack: Path, stage: str, count: int) -> None:
    model = onnx.load(str(tiny_pack / f"{stage}.onnx"))
    pieces = cut_at_recurrences(model, PROFILES[stage])
    assert len(pieces) == count
    lstms = sum(node.op_type == "LSTM" for node in model.graph.node)
    assert sum(len(piece.recurrences) for piece in pieces) == lstms
    assert not any(node.op_type == "LSTM" for piece in pieces for node in piece.model.graph.node)


@pytest.mark.parametrize("stage", STAGES)
def test_every_input_of_a_piece_has_a_range_of_shapes(tiny_pack: Path, stage: str) -> None:
    for piece in cut_at_recurrences(onnx.load(str(tiny_pack / f"{stage}.onnx")), PROFILES[stage]):
        assert {i.name for i in piece.model.graph.input} == set(piece.profile.shapes)
        for smallest, usual, largest in piece.profile.shapes.values():
            assert all(0 < a <= b <= c for a, b, c in zip(smallest, usual, largest, strict=True))


@pytest.mark.parametrize("stage", STAGES)
def test_half_precision_is_close_and_keeps_inputs_and_outputs(tiny_pack: Path, stage: str) -> None:
    model = onnx.load(str(tiny_pack / f"{stage}.onnx"))
    whole = run(model, feed(stage))
    values = run_pieces(cut_at_recurrences(fold_dequantised(model), PROFILES[stage]), feed(stage), half=True)
    for name, expected in whole.items():
        assert values[name].dtype == np.float32
        error = ((values[name] - expected) ** 2).sum() / (expected**2).sum()
        # The phases of a random network turn by more than float16 resolves.
        assert 10 * np.log10(error) < (-15 if stage == "generator" else -40)


def test_half_precision_leaves_what_is_kept(tiny_pack: Path) -> None:
    model = fold_dequantised(onnx.load(str(tiny_pack / "generator.onnx")))
    kept = nodes_after(model, frozenset({"decoder.generator.conv_post.bias"}))
    kinds = {node.op_type for node in model.graph.node if node.name in kept}
    assert {"Exp", "Cos", "ConvTranspose"} <= kinds
    halved = half_precision(model, kept)
    halves = {i.name for i in halved.graph.initializer if i.data_type == TensorProto.FLOAT16}
    assert "inverse_stft" not in halves
    assert "decoder.generator.conv_post.bias_half" in halves


def test_dequantised_weights_are_folded_with_a_scale_for_every_channel() -> None:
    codes = np.array([[1, 2, 3], [200, 100, 0]], np.uint8)
    scale, zero = np.array([0.5, 1.0, 2.0], np.float32), np.array([0, 100, 1], np.uint8)
    constants = [numpy_helper.from_array(v, n) for v, n in ((codes, "w"), (scale, "s"), (zero, "z"))]
    nodes = [
        helper.make_node("DequantizeLinear", ["w", "s", "z"], ["d"], axis=1),
        helper.make_node("MatMul", ["x", "d"], ["y"]),
    ]
    graph = helper.make_graph(
        nodes,
        "quantised",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 2])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 3])],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    folded = fold_dequantised(model)
    assert [node.op_type for node in folded.graph.node] == ["MatMul"]
    x = np.array([[1.0, 2.0]], np.float32)
    expected = x @ ((codes.astype(np.float32) - zero) * scale)
    np.testing.assert_allclose(run(folded, {"x": x})["y"], expected)


@pytest.mark.parametrize(
    ("taps", "stride", "before", "after", "extra"), [(3, 2, 1, 1, 1), (4, 2, 1, 1, 0), (2, 2, 0, 0, 0), (7, 3, 2, 2, 0)]
)
def test_a_depthwise_upsampling_is_split_into_its_phases(
    taps: int, stride: int, before: int, after: int, extra: int
) -> None:
    rng = np.random.default_rng(3)
    x = rng.standard_normal((2, 5, 9)).astype(np.float32)
    weight, bias = (rng.standard_normal(shape).astype(np.float32) for shape in ((5, 1, taps), (5,)))
    settings = {"strides": [stride], "pads": [before, after], "output_padding": [extra], "group": 5}
    graph = helper.make_graph(
        [helper.make_node("ConvTranspose", ["x", "w", "b"], ["y"], "up", **settings)],
        "up",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 5, "time"])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(weight, "w"), numpy_helper.from_array(bias, "b")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    split = split_depthwise_upsampling(model)
    assert not [node for node in split.graph.node if node.op_type == "ConvTranspose"]
    wanted, got = (run(m, {"x": x})["y"] for m in (model, split))
    assert got.shape == (2, 5, 9 * stride)
    np.testing.assert_allclose(got, wanted, atol=1e-5)


@pytest.mark.parametrize("stage", ["prosody", "front"])
def test_a_stage_with_split_upsampling_is_the_same(tiny_pack: Path, stage: str) -> None:
    model = fold_dequantised(onnx.load(str(tiny_pack / f"{stage}.onnx")))
    split = split_depthwise_upsampling(model)
    assert len(split.graph.node) > len(model.graph.node)
    wanted, got = (run(m, feed(stage)) for m in (model, split))
    for name, values in wanted.items():
        np.testing.assert_allclose(got[name], values, atol=1e-4, err_msg=name)


def test_other_upsampling_is_left(tiny_pack: Path) -> None:
    model = fold_dequantised(onnx.load(str(tiny_pack / "generator.onnx")))
    assert any(node.op_type == "ConvTranspose" for node in model.graph.node)
    assert [n.op_type for n in split_depthwise_upsampling(model).graph.node] == [n.op_type for n in model.graph.node]
