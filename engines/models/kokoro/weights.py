"""The weights of the network by their PyTorch module path, from either of the two published forms.

Both loaders return the same thing: arrays under the names and layouts of the PyTorch model with weight normalisation
folded in, for example `decoder.encode.conv1.weight` [out, in, kernel]. Those that the export holds as 8-bit integers
may stay so (`Quantised`): a quarter of the memory for the same values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper

from engines.errors import ModelDamagedError

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Quantised:
    """An array stored as unsigned 8-bit integers with one scale: value = (code - zero) * scale."""

    codes: NDArray[np.uint8]
    scale: np.float32
    zero: np.uint8

    def values(self) -> NDArray[np.float32]:
        """The float32 values, exactly those that `DequantizeLinear` computes."""
        return (self.codes.astype(np.float32) - np.float32(self.zero)) * self.scale


Weights = dict[str, NDArray[np.float32] | Quantised]

# Gate order: ONNX packs input, output, forget, cell; PyTorch packs input, forget, cell, output.
ONNX_TO_TORCH_GATES = (0, 2, 3, 1)
TORCH_TO_ONNX_GATES = (0, 3, 1, 2)

_PREDICTOR_PARTS = re.compile(r"(F0|N)\.\d|F0_proj|N_proj|shared")
_WITHOUT_NODE = re.compile(
    r"(alpha[12]\.\d|LayerNorm\.(weight|bias)|layer_layer_norm\.(weight|bias)|\.gamma|\.beta|\.bias)$"
)


def reorder_gates(array: Array, order: tuple[int, ...]) -> Array:
    """Reorder the four gates stacked along the first axis."""
    blocks = np.split(array, 4, axis=0)
    return np.concatenate([blocks[i] for i in order], axis=0)


def from_state_dict(state: Mapping[str, Any]) -> Weights:
    """Weights of the original checkpoint (`kokoro-v1_0.pth`): nested dictionaries, weight norm, DataParallel names."""
    flat: dict[str, Array] = {}
    for name, value in _flatten(state):
        flat[".".join(part for part in name.split(".") if part != "module")] = value
    weights: Weights = {}
    for name, value in flat.items():
        if name.endswith(".weight_v"):
            base = name[: -len("_v")]
            direction, gain = value.astype(np.float64), flat[base + "_g"].astype(np.float64)
            # Weight norm keeps the first axis (PyTorch's dim=0), for transposed convolutions too.
            norm = np.sqrt((direction**2).sum(axis=tuple(range(1, direction.ndim)), keepdims=True))
            weights[base] = (direction * (gain / norm)).astype(np.float32)
        elif not name.endswith(".weight_g") and np.issubdtype(value.dtype, np.floating):
            weights[name] = value.astype(np.float32)
    return weights


def _flatten(state: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Array]]:
    items: list[tuple[str, Array]] = []
    for key, value in state.items():
        name = f"{prefix}.{key}" if prefix else str(key)
        if isinstance(value, Mapping):
            items += _flatten(value, name)
        elif isinstance(value, np.ndarray):
            items.append((name, value))
    return items


def from_int8_onnx(path: Path) -> Weights:
    """Weights of the dynamically quantised ONNX export, dequantised.

    The export names its nodes after the PyTorch modules, so every operator that carries a weight tells which module
    it came from.
    """
    try:
        graph = onnx.load(str(path)).graph
    except Exception as error:  # protobuf raises its own types, which vary with its version
        raise ModelDamagedError(f"{path.name} is not a readable ONNX model; install the model pack again.") from error
    return _Int8Reader(graph).read()


def _module(path: str) -> str:
    path = path.strip(".").removeprefix("encoder.")
    path = re.sub(r"^decoder\.decoder\.", "decoder.", path)
    return f"predictor.{path}" if _PREDICTOR_PARTS.match(path) else path


def _node_module(node_name: str) -> str:
    parts: list[str] = []
    for part in node_name.strip("/").split("/")[:-1]:
        if parts and part.startswith(parts[-1] + "."):  # `cnn.0/cnn.0.0` is `cnn.0.0`
            parts[-1] = part
        else:
            parts.append(part)
    return _module(".".join(parts))


class _Int8Reader:
    """Walks the operators of the export and collects the weight of each."""

    def __init__(self, graph: onnx.GraphProto) -> None:
        self.nodes = list(graph.node)
        self.constants: dict[str, Array] = {t.name: numpy_helper.to_array(t) for t in graph.initializer}
        self.consumers: dict[str, list[onnx.NodeProto]] = {}
        self.producer: dict[str, onnx.NodeProto] = {}
        for node in self.nodes:
            for name in node.input:
                self.consumers.setdefault(name, []).append(node)
            for name in node.output:
                self.producer[name] = node
        self.weights: Weights = {}

    def read(self) -> Weights:
        for node in self.nodes:
            match node.op_type:
                case "ConvInteger":
                    self.weights[_node_module(node.name) + ".weight"] = self._convolution(node)
                case "MatMulInteger":
                    self._put(self._linear_module(node) + ".weight", self._integer_weight(node).T)
                case "Conv" | "ConvTranspose":
                    if node.input[1] in self.constants and "stft" not in node.name:
                        self._put(_node_module(node.name) + ".weight", self.constants[node.input[1]])
                case "MatMul":
                    if node.input[1] in self.constants:
                        self._put(self._linear_module(node) + ".weight", self.constants[node.input[1]].T)
                case "DynamicQuantizeLSTM":
                    self._lstm(node)
                case "DequantizeLinear":
                    table = self.producer[node.input[0]].input[0]
                    scale, zero = (self.constants[name].astype(np.float32) for name in node.input[1:3])
                    self._put(
                        _module(table.removesuffix("_quantized")),
                        (self.constants[table].astype(np.float32) - zero) * scale,
                    )
        for name, value in self.constants.items():
            if not name.startswith("/") and "onnx::" not in name and _WITHOUT_NODE.search(name):
                path = _module(name)
                if path not in self.weights:
                    self._put(path, value if ".alpha" in path else value.reshape(-1))
        return self.weights

    def _put(self, name: str, value: Array) -> None:
        self.weights[name] = np.ascontiguousarray(value, dtype=np.float32)

    def _linear_module(self, node: onnx.NodeProto) -> str:
        path = _node_module(node.name)
        # ALBERT shares one layer; its later uses carry a counter.
        path = re.sub(r"_\d+$", "", path) if "albert" in path else path
        return re.sub(r"\.fc\.Gemm_MatMul.*$", ".fc", path)

    def _convolution(self, node: onnx.NodeProto) -> Quantised:
        codes, zero = self.constants[node.input[1]], self.constants[node.input[3]].reshape(())
        return Quantised(codes, np.float32(self._weight_scale(node).item()), np.uint8(zero.item()))

    def _integer_weight(self, node: onnx.NodeProto) -> Array:
        """The matrix [in, out] of a product, quantised as one or by column."""
        weight, zero = (self.constants[node.input[i]].astype(np.float32) for i in (1, 3))
        return np.asarray((weight - zero) * self._weight_scale(node))

    def _weight_scale(self, node: onnx.NodeProto) -> Array:
        """The quantiser multiplies activation scale and weight scale; the second is the constant one."""
        activation_scale = self.producer[node.input[0]].output[1]
        current = node
        while current.op_type != "Mul":
            (current,) = self.consumers[current.output[0]]
        scales = next(self.producer[i] for i in current.input if self.producer[i].op_type == "Mul")
        (name,) = [i for i in scales.input if i != activation_scale]
        return self.constants[name].astype(np.float32)

    def _lstm(self, node: onnx.NodeProto) -> None:
        path = _node_module(node.name)
        w_scale, w_zero, r_scale, r_zero = (self.constants[name].astype(np.float32) for name in node.input[8:12])

        def dequantise(name: str, scale: Array, zero: Array) -> Array:
            directions = scale.shape[0]
            raw = self.constants[name].astype(np.float32)  # [directions, inputs, 4 * hidden]
            return np.asarray(
                ((raw - zero.reshape(directions, 1, -1)) * scale.reshape(directions, 1, -1)).transpose(0, 2, 1)
            )

        w, r = dequantise(node.input[1], w_scale, w_zero), dequantise(node.input[2], r_scale, r_zero)
        bias = self.constants[node.input[3]]
        half = bias.shape[1] // 2
        for direction, suffix in ((0, ""), (1, "_reverse")):
            for name, value in (
                ("weight_ih_l0", w[direction]),
                ("weight_hh_l0", r[direction]),
                ("bias_ih_l0", bias[direction, :half]),
                ("bias_hh_l0", bias[direction, half:]),
            ):
                self._put(f"{path}.{name}{suffix}", reorder_gates(value, ONNX_TO_TORCH_GATES))
