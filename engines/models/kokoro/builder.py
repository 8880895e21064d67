"""A small writer of ONNX graphs: opset 17 without vendor operators, accepted by every runtime we use.

TensorRT 8.6 sets the limits: reductions take their axes as attributes, `Shape` takes no start or end, and there is
no parallel `Resize`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from engines.errors import ModelDamagedError
from engines.models.kokoro.weights import Quantised, Weights
from engines.types import FloatArray

OPSET = 17
IR_VERSION = 8

Dim = int | str


class GraphBuilder:
    """Collects the nodes and constants of one stage graph. Tensors are handled by their names."""

    def __init__(self, name: str, weights: Weights) -> None:
        self.name = name
        self._weights = weights
        self._nodes: list[onnx.NodeProto] = []
        self._constants: dict[str, NDArray[Any]] = {}
        self._inputs: list[onnx.ValueInfoProto] = []
        self._outputs: list[onnx.ValueInfoProto] = []
        self._dequantised: dict[str, str] = {}

    def input(self, name: str, shape: Sequence[Dim], dtype: int = TensorProto.FLOAT) -> str:
        """Declare an input; dimensions given by name are dynamic."""
        self._inputs.append(helper.make_tensor_value_info(name, dtype, list(shape)))
        return name

    def output(self, name: str, tensor: str, shape: Sequence[Dim]) -> None:
        """Declare a float32 output holding `tensor`."""
        self._nodes.append(helper.make_node("Identity", [tensor], [name], name=f"{name}_output"))
        self._outputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, list(shape)))

    def raw(self, path: str) -> NDArray[np.float32]:
        """The weight array at a module path.

        Raises
        ------
        ModelDamagedError
            If the weights lack it.
        """
        try:
            stored = self._weights[path]
        except KeyError:
            raise ModelDamagedError(
                f"The model's weights lack {path}; remove the model pack and install it again."
            ) from None
        return stored.values() if isinstance(stored, Quantised) else stored

    def has(self, path: str) -> bool:
        """Whether the weights hold `path`."""
        return path in self._weights

    def constant(self, name: str, value: NDArray[Any]) -> str:
        """An initialiser; asking twice for one name gives the same tensor."""
        self._constants.setdefault(name, value)
        return name

    def weight(self, path: str) -> str:
        """The weight at a module path as an initialiser of that name."""
        return self.constant(path, self.raw(path))

    def compact_weight(self, path: str, gain: FloatArray | None = None) -> str:
        """Like `weight`, but 8-bit weights stay so in the file. The second axis is multiplied by `gain`, if given."""
        stored = self._weights.get(path)
        if not isinstance(stored, Quantised):
            return self.weight(path) if gain is None else self.constant(path, self.raw(path) * gain[None, :, None])
        if path not in self._dequantised:
            scale, zero = np.array(stored.scale), np.array(stored.zero)
            if gain is not None:
                scale, zero = scale * gain, np.full(gain.shape, zero)
            parts = (
                self.constant(path, stored.codes),
                self.constant(f"{path}.scale", scale),
                self.constant(f"{path}.zero", zero),
            )
            self._dequantised[path] = self.op("DequantizeLinear", *parts, axis=1)
        return self._dequantised[path]

    def integer_weight(self, path: str) -> tuple[NDArray[np.int8], np.float32, np.int8]:
        """A weight as signed 8-bit integers, with scale and zero point: the published codes where there are any."""
        stored = self._weights.get(path)
        if isinstance(stored, Quantised):
            return (stored.codes.astype(np.int16) - 128).astype(np.int8), stored.scale, np.int8(int(stored.zero) - 128)
        values = self.raw(path)
        scale = np.float32(max(float(np.abs(values).max()), 1e-12) / 127)
        return np.rint(values / scale).astype(np.int8), scale, np.int8(0)

    def scalar(self, value: float) -> str:
        """A float32 scalar constant."""
        return self.constant(f"scalar_{value!r}", np.array(value, np.float32))

    def ints(self, *values: int) -> str:
        """A one-dimensional int64 constant."""
        return self.constant("ints_" + "_".join(map(str, values)), np.array(values, np.int64))

    def op(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """Add a node with one output and return that tensor."""
        return self.multi(kind, inputs, 1, **attributes)[0]

    def multi(self, kind: str, inputs: Sequence[str], outputs: int, **attributes: Any) -> list[str]:
        """Add a node with several outputs and return those tensors."""
        number = len(self._nodes)
        names = [f"{kind}_{number}" + (f"_{i}" if i else "") for i in range(outputs)]
        self._nodes.append(helper.make_node(kind, list(inputs), names, name=f"{kind}_{number}_node", **attributes))
        return names

    def split(self, tensor: str, sizes: Sequence[int], axis: int) -> list[str]:
        """Cut a tensor into pieces of the given sizes."""
        return self.multi("Split", [tensor, self.ints(*sizes)], len(sizes), axis=axis)

    def model(self) -> onnx.ModelProto:
        """The finished, checked model."""
        initialisers = [numpy_helper.from_array(np.asarray(v, order="C"), k) for k, v in self._constants.items()]
        graph = helper.make_graph(self._nodes, self.name, self._inputs, self._outputs, initialisers)
        model = helper.make_model(
            graph,
            opset_imports=[helper.make_opsetid("", OPSET)],
            ir_version=IR_VERSION,
            producer_name="timbre-studio",
        )
        onnx.checker.check_model(model)
        return model
