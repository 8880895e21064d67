"""The layers that the stage graphs share. All tensors are float32 [batch, channels, time] unless said otherwise."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.models.kokoro.builder import GraphBuilder
from engines.models.kokoro.config import NORM_EPSILON
from engines.models.kokoro.weights import TORCH_TO_ONNX_GATES, reorder_gates
from engines.types import FloatArray

RESIDUAL_GAIN = 2**-0.5


def linear(g: GraphBuilder, x: str, path: str) -> str:
    """A linear layer over the last axis."""
    weight = g.constant(f"{path}.weight", g.raw(f"{path}.weight").T)
    return g.op("Add", g.op("MatMul", x, weight), g.weight(f"{path}.bias"))


def conv(
    g: GraphBuilder,
    x: str,
    path: str,
    *,
    padding: int = 0,
    dilation: int = 1,
    stride: int = 1,
    bias: bool = True,
    gain: FloatArray | None = None,
) -> str:
    """A one-dimensional convolution; `gain` [in] multiplies its input, by way of its weights."""
    inputs = [x, g.compact_weight(f"{path}.weight", gain)] + ([g.weight(f"{path}.bias")] if bias else [])
    kernel = g.raw(f"{path}.weight").shape[2]
    return g.op("Conv", *inputs, kernel_shape=[kernel], strides=[stride], pads=[padding, padding], dilations=[dilation])


class ValueRange(NamedTuple):
    """What a tensor holds; values outside are clipped when it is stored in 8 bits."""

    low: float
    high: float

    def quantisation(self) -> tuple[np.float32, np.uint8]:
        """Scale and zero point of unsigned 8-bit codes; zero itself is exact."""
        low, high = min(self.low, 0.0), max(self.high, 0.0)
        scale = np.float32((high - low) / 255)
        return scale, np.uint8(np.clip(round(-low / float(scale)), 0, 255))


def integer_conv(
    g: GraphBuilder, x: str, path: str, taken: ValueRange, given: ValueRange, *, padding: int, dilation: int
) -> str:
    """`conv` in 8-bit integers: input and output are quantised with ranges known beforehand, the same in any window."""
    codes, weight_scale, weight_zero = g.integer_weight(f"{path}.weight")
    (x_scale, x_zero), (y_scale, y_zero) = taken.quantisation(), given.quantisation()
    bias = np.rint(g.raw(f"{path}.bias").astype(np.float64) / (float(x_scale) * float(weight_scale))).astype(np.int32)
    x_parameters = [
        g.constant(f"{path}.x_scale", np.array(x_scale)),
        g.constant(f"{path}.x_zero", np.array(x_zero)),
    ]
    y_parameters = [
        g.constant(f"{path}.y_scale", np.array(y_scale)),
        g.constant(f"{path}.y_zero", np.array(y_zero)),
    ]
    y = g.op(
        "QLinearConv",
        g.op("QuantizeLinear", x, *x_parameters),
        *x_parameters,
        g.constant(f"{path}.codes", codes),
        g.constant(f"{path}.weight_scale", np.array(weight_scale)),
        g.constant(f"{path}.weight_zero", np.array(weight_zero)),
        *y_parameters,
        g.constant(f"{path}.bias_codes", bias),
        kernel_shape=[codes.shape[2]],
        strides=[1],
        pads=[padding, padding],
        dilations=[dilation],
    )
    return g.op("DequantizeLinear", y, *y_parameters)


def conv_transpose(
    g: GraphBuilder, x: str, path: str, *, stride: int, padding: int, output_padding: int = 0, group: int = 1
) -> str:
    """A one-dimensional transposed convolution."""
    return g.op(
        "ConvTranspose",
        x,
        g.weight(f"{path}.weight"),
        g.weight(f"{path}.bias"),
        kernel_shape=[g.raw(f"{path}.weight").shape[2]],
        strides=[stride],
        pads=[padding, padding],
        output_padding=[output_padding],
        group=group,
    )


def lstm(g: GraphBuilder, x: str, path: str) -> str:
    """A bidirectional LSTM; `x` and the result are [time, batch, features], the ONNX layout."""

    def stacked(name: str) -> np.ndarray:
        both = [g.raw(f"{path}.{name}{suffix}") for suffix in ("", "_reverse")]
        return np.stack([reorder_gates(w, TORCH_TO_ONNX_GATES) for w in both])

    weight, recurrence = stacked("weight_ih_l0"), stacked("weight_hh_l0")
    bias = np.concatenate([stacked("bias_ih_l0"), stacked("bias_hh_l0")], axis=1)
    hidden = recurrence.shape[2]
    y = g.op(
        "LSTM",
        x,
        g.constant(f"{path}.W", weight),
        g.constant(f"{path}.R", recurrence),
        g.constant(f"{path}.B", bias),
        direction="bidirectional",
        hidden_size=hidden,
    )  # [time, 2, batch, hidden]
    return g.op("Reshape", g.op("Transpose", y, perm=[0, 2, 1, 3]), g.ints(0, 0, 2 * hidden))


def layer_norm(g: GraphBuilder, x: str, scale: str, shift: str, epsilon: float) -> str:
    """Layer normalisation over the last axis, with affine parameters at two module paths."""
    return g.op("LayerNormalization", x, g.weight(scale), g.weight(shift), axis=-1, epsilon=epsilon)


def no_affine(g: GraphBuilder, channels: int) -> tuple[str, str]:
    """Scale and shift of a normalisation that has none of its own."""
    return (
        g.constant(f"ones_{channels}", np.ones(channels, np.float32)),
        g.constant(f"zeros_{channels}", np.zeros(channels, np.float32)),
    )


def instance_norm(g: GraphBuilder, x: str, channels: int) -> str:
    """Every channel normalised over time, without affine parameters."""
    return g.op("InstanceNormalization", x, *no_affine(g, channels), epsilon=NORM_EPSILON)


def adaptive_norm(g: GraphBuilder, x: str, channels: int, modulation: str) -> str:
    """AdaIN (Huang and Belongie 2017): `modulation` [batch, 2 * channels, 1] holds the gains less one, then shifts."""
    gain, shift = g.split(modulation, (channels, channels), axis=1)
    gained = g.op("Mul", instance_norm(g, x, channels), g.op("Add", gain, g.scalar(1.0)))
    return g.op("Add", gained, shift)


def upsample2(g: GraphBuilder, x: str) -> str:
    """Every time step twice, without `Resize`."""
    column = g.op("Unsqueeze", x, g.ints(3))
    return g.op("Reshape", g.op("Concat", column, column, axis=3), g.ints(0, 0, -1))


def residual_block(
    g: GraphBuilder, x: str, path: str, channels: tuple[int, int], modulations: tuple[str, str], *, upsample: bool
) -> str:
    """StyleTTS2's AdainResBlk1d: two adaptive norms and convolutions beside a shortcut, optionally twice as long."""
    y = g.op("LeakyRelu", adaptive_norm(g, x, channels[0], modulations[0]), alpha=0.2)
    shortcut = x
    if upsample:
        y = conv_transpose(g, y, f"{path}.pool", stride=2, padding=1, output_padding=1, group=channels[0])
        shortcut = upsample2(g, x)
    y = conv(g, y, f"{path}.conv1", padding=1)
    y = g.op("LeakyRelu", adaptive_norm(g, y, channels[1], modulations[1]), alpha=0.2)
    y = conv(g, y, f"{path}.conv2", padding=1)
    if g.has(f"{path}.conv1x1.weight"):
        shortcut = conv(g, shortcut, f"{path}.conv1x1", bias=False)
    return g.op("Mul", g.op("Add", y, shortcut), g.scalar(RESIDUAL_GAIN))
