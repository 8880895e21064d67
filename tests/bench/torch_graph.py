"""A stage graph run by PyTorch eagerly, operator by operator: the baseline that engines are compared with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor
from torch.nn import functional as F  # noqa: N812

from engines.runtime.graphs import fold_dequantised

_GATES = (0, 2, 3, 1)
"""ONNX's input, output, forget, cell as PyTorch's input, forget, cell, output."""


class TorchGraph:
    """A graph's weights on a device, and its nodes as calls."""

    def __init__(self, path: Path, device: str) -> None:
        model = fold_dequantised(onnx.load(str(path)))
        self._device = device
        self._constants: dict[str, Tensor] = {}
        self._sizes: dict[str, list[int]] = {}
        for tensor in model.graph.initializer:
            values = numpy_helper.to_array(tensor).copy()
            if values.dtype == np.int64:
                self._sizes[tensor.name] = [int(v) for v in values.reshape(-1)]
            self._constants[tensor.name] = torch.from_numpy(values).to(device)
        self._outputs = [output.name for output in model.graph.output]
        self._calls: list[tuple[onnx.NodeProto, dict[str, Any]]] = []
        self._lstms: dict[str, torch.nn.LSTM] = {}
        for node in model.graph.node:
            attributes = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
            self._calls.append((node, attributes))
            if node.op_type == "LSTM":
                self._lstms[node.name] = self._lstm(node)

    def _lstm(self, node: onnx.NodeProto) -> torch.nn.LSTM:
        weight, recurrence, bias = (self._constants[name] for name in node.input[1:4])
        hidden = recurrence.shape[2]
        lstm = torch.nn.LSTM(weight.shape[2], hidden, bidirectional=True).to(self._device)

        def gates(values: Tensor) -> Tensor:
            parts = values.split(hidden)
            return torch.cat([parts[_GATES[i]] for i in range(4)])

        with torch.no_grad():
            for direction, suffix in enumerate(("", "_reverse")):
                getattr(lstm, f"weight_ih_l0{suffix}").copy_(gates(weight[direction]))
                getattr(lstm, f"weight_hh_l0{suffix}").copy_(gates(recurrence[direction]))
                getattr(lstm, f"bias_ih_l0{suffix}").copy_(gates(bias[direction, : 4 * hidden]))
                getattr(lstm, f"bias_hh_l0{suffix}").copy_(gates(bias[direction, 4 * hidden :]))
        lstm.flatten_parameters()
        return lstm

    def __call__(self, **inputs: Tensor) -> dict[str, Tensor]:
        """All outputs, on the device."""
        values: dict[str, Any] = {**self._constants, **inputs}
        sizes = dict(self._sizes)  # shapes are computed on the host
        for node, attributes in self._calls:
            self._run(node, attributes, values, sizes)
        return {name: values[name] for name in self._outputs}

    def _run(self, node: onnx.NodeProto, a: Mapping[str, Any], values: dict[str, Any], sizes: dict[str, Any]) -> None:
        kind = node.op_type
        out = node.output[0]
        if kind == "Shape":
            sizes[out] = list(values[node.input[0]].shape)
            return
        if node.input[0] in sizes and node.input[0] not in values and kind in ("Gather", "Concat"):
            if kind == "Gather":
                sizes[out] = [sizes[node.input[0]][i] for i in sizes[node.input[1]]]
            else:
                sizes[out] = [size for name in node.input for size in sizes[name]]
            return
        if kind == "Split":
            for name, part in zip(
                node.output, values[node.input[0]].split(sizes[node.input[1]], a["axis"]), strict=True
            ):
                values[name] = part
            return
        x = [values.get(name) for name in node.input]
        given = [sizes.get(name) for name in node.input]
        if kind == "LSTM":
            states, _ = self._lstms[node.name](x[0])
            length, batch, both = states.shape
            values[out] = states.view(length, batch, 2, both // 2).permute(0, 2, 1, 3)
        elif kind in _SIMPLE:
            values[out] = _SIMPLE[kind](*x)
        else:
            values[out] = _WITH_ATTRIBUTES[kind](x, given, a)


def _reshape(x: list[Any], given: list[Any], a: Mapping[str, Any]) -> Tensor:
    del a
    return x[0].reshape([x[0].shape[i] if n == 0 else n for i, n in enumerate(given[1])])


def _slice(x: list[Any], given: list[Any], a: Mapping[str, Any]) -> Tensor:
    del a
    axis = given[3][0]
    begin, end = given[1][0], given[2][0]
    return x[0].narrow(axis, begin, min(end, x[0].shape[axis]) - begin)


def _convolve(x: list[Any], given: list[Any], a: Mapping[str, Any]) -> Tensor:
    del given
    return F.conv1d(x[0], x[1], x[2] if len(x) > 2 else None, a["strides"][0], a["pads"][0], a["dilations"][0])


def _convolve_back(x: list[Any], given: list[Any], a: Mapping[str, Any]) -> Tensor:
    del given
    bias, extra = x[2] if len(x) > 2 else None, a.get("output_padding", [0])[0]
    return F.conv_transpose1d(x[0], x[1], bias, a["strides"][0], a["pads"][0], extra, a.get("group", 1))


_WITH_ATTRIBUTES: dict[str, Callable[[list[Any], list[Any], Mapping[str, Any]], Tensor]] = {
    "Concat": lambda x, _, a: torch.cat(x, a["axis"]),
    "Conv": _convolve,
    "ConvTranspose": _convolve_back,
    "Expand": lambda x, given, _: x[0].expand(given[1]),
    "Gather": lambda x, *_: F.embedding(x[1], x[0]),
    "InstanceNormalization": lambda x, _, a: F.instance_norm(x[0], weight=x[1], bias=x[2], eps=a["epsilon"]),
    "LayerNormalization": lambda x, _, a: F.layer_norm(x[0], x[0].shape[-1:], x[1], x[2], a["epsilon"]),
    "LeakyRelu": lambda x, _, a: F.leaky_relu(x[0], a["alpha"]),
    "ReduceSum": lambda x, given, a: x[0].sum(given[1][0], keepdim=bool(a["keepdims"])),
    "Reshape": _reshape,
    "Slice": _slice,
    "Softmax": lambda x, _, a: x[0].softmax(a["axis"]),
    "Squeeze": lambda x, given, _: x[0].squeeze(given[1][0]),
    "Transpose": lambda x, _, a: x[0].permute(*a["perm"]),
    "Unsqueeze": lambda x, given, _: x[0].unsqueeze(given[1][0]),
}

_SIMPLE: dict[str, Callable[..., Tensor]] = {
    "Add": torch.add,
    "Sub": torch.sub,
    "Mul": torch.mul,
    "MatMul": torch.matmul,
    "Sigmoid": torch.sigmoid,
    "Sin": torch.sin,
    "Cos": torch.cos,
    "Exp": torch.exp,
    "Identity": lambda x: x,
}
