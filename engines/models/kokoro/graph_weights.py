"""The weights of the network as the stage graphs hold them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper

Array = NDArray[Any]


def read_graph_weights(paths: Sequence[Path]) -> dict[str, Array]:
    """The constants of stage graphs by name; those stored as 8-bit integers with their `.scale` and `.zero`."""
    found: dict[str, Array] = {}
    for path in paths:
        for tensor in onnx.load(str(path)).graph.initializer:
            found[tensor.name] = numpy_helper.to_array(tensor)
    return found


def dequantise(stored: Mapping[str, Array]) -> dict[str, NDArray[np.float32]]:
    """Floating-point weights, exactly those that `DequantizeLinear` (axis 1) computes."""
    weights = {}
    for name, value in stored.items():
        if value.dtype == np.uint8 and f"{name}.scale" in stored:
            scale, zero = stored[f"{name}.scale"], stored[f"{name}.zero"]
            if scale.ndim:
                shape = (1, -1, *([1] * (value.ndim - 2)))
                scale, zero = scale.reshape(shape), zero.reshape(shape)
            weights[name] = (value.astype(np.float32) - zero.astype(np.float32)) * scale
        elif value.dtype == np.float32:
            weights[name] = value
    return weights
