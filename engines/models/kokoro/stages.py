"""The stage graphs of Kokoro: text, prosody, front, generator, and the generator that measures its statistics.

    tokens, prosody style -> text -> durations, hidden, content
    (host: frames = symbols repeated by their durations)
    hidden by frame, prosody style -> prosody -> F0, energy
    content by frame, F0, energy, modulation -> front -> features
    features, harmonic source, scale, shift -> generator -> audio

L is symbols (with the silent token at both ends), T is frames of 25 ms. The voice is an input of every stage: nothing
of it is compiled in. The generator takes its normalisations as one scale and one shift a channel, which the host
folds from the voice's modulation and the voice's statistics, so windows of one utterance are normalised alike.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping

import numpy as np
import onnx
from onnx import TensorProto

from engines.models.kokoro.builder import GraphBuilder
from engines.models.kokoro.config import NORM_EPSILON, KokoroConfig
from engines.models.kokoro.layers import (
    ValueRange,
    adaptive_norm,
    conv,
    conv_transpose,
    integer_conv,
    layer_norm,
    linear,
    lstm,
    no_affine,
    residual_block,
)
from engines.models.kokoro.weights import Weights
from engines.types import FloatArray

_ALBERT = "bert.encoder.albert_layer_groups.0.albert_layers.0"


def text_stage(weights: Weights, c: KokoroConfig) -> onnx.ModelProto:
    """Symbols to durations and features.

    Inputs: tokens int64 [1, L]; style [1, style].
    Outputs: durations [1, L], frames at speed 1, not rounded; hidden [1, L, hidden + style]; content [1, hidden, L].
    """
    g = GraphBuilder("text", weights)
    tokens = g.input("tokens", [1, "L"], TensorProto.INT64)
    style = g.input("style", [1, c.style])
    length = g.op("Gather", g.op("Shape", tokens), g.ints(1), axis=0)

    encoded = _albert(g, tokens, length, c)  # [1, L, hidden]

    # Everything recurrent runs in ONNX's [time, batch, features] layout.
    spread = g.op("Concat", length, g.ints(1, c.style), axis=0)
    style_by_symbol = g.op("Expand", g.op("Unsqueeze", style, g.ints(0)), spread)  # [L, 1, style]
    x = g.op("Transpose", encoded, perm=[1, 0, 2])
    for i in range(c.predictor_layers):
        x = lstm(g, g.op("Concat", x, style_by_symbol, axis=2), f"predictor.text_encoder.lstms.{2 * i}")
        gain, shift = g.split(linear(g, style, f"predictor.text_encoder.lstms.{2 * i + 1}.fc"), (c.hidden,) * 2, axis=1)
        normed = g.op("LayerNormalization", x, *no_affine(g, c.hidden), axis=-1, epsilon=NORM_EPSILON)
        x = g.op("Add", g.op("Mul", normed, g.op("Add", gain, g.scalar(1.0))), shift)
    hidden = g.op("Concat", x, style_by_symbol, axis=2)  # [L, 1, hidden + style]

    logits = linear(g, lstm(g, hidden, "predictor.lstm"), "predictor.duration_proj.linear_layer")
    durations = g.op("ReduceSum", g.op("Sigmoid", logits), g.ints(2), keepdims=0)  # [L, 1]

    g.output("durations", g.op("Transpose", durations, perm=[1, 0]), [1, "L"])
    g.output("hidden", g.op("Transpose", hidden, perm=[1, 0, 2]), [1, "L", c.hidden + c.style])
    g.output("content", _content(g, tokens, c), [1, c.hidden, "L"])
    return g.model()


def _albert(g: GraphBuilder, tokens: str, length: str, c: KokoroConfig) -> str:
    """The ALBERT encoder (Lan et al. 2019), one layer used many times, and its projection: [1, L, hidden]."""
    e = "bert.embeddings"
    positions = g.constant(
        f"{e}.positions",
        g.raw(f"{e}.position_embeddings.weight")[None] + g.raw(f"{e}.token_type_embeddings.weight")[:1][None],
    )
    x = g.op(
        "Add",
        g.op("Gather", g.weight(f"{e}.word_embeddings.weight"), tokens, axis=0),
        g.op("Slice", positions, g.ints(0), length, g.ints(1)),
    )
    x = layer_norm(g, x, f"{e}.LayerNorm.weight", f"{e}.LayerNorm.bias", 1e-12)
    x = linear(g, x, "bert.encoder.embedding_hidden_mapping_in")

    head = c.bert_hidden // c.bert_heads
    a = f"{_ALBERT}.attention"
    parts = [f"{a}.{name}" for name in ("query", "key", "value")]
    # One product for query, key and value; the softmax scale is folded into the query.
    scale = (1 / math.sqrt(head), 1.0, 1.0)
    qkv_weight = np.concatenate([g.raw(f"{p}.weight") * np.float32(s) for p, s in zip(parts, scale, strict=True)]).T
    qkv_bias = np.concatenate([g.raw(f"{p}.bias") * np.float32(s) for p, s in zip(parts, scale, strict=True)])
    for _ in range(c.bert_layers):
        qkv = g.op("MatMul", x, g.constant(f"{a}.qkv.weight", qkv_weight))
        qkv = g.op("Add", qkv, g.constant(f"{a}.qkv.bias", qkv_bias))
        q, k, v = g.split(qkv, (c.bert_hidden,) * 3, axis=2)
        q, k, v = (g.op("Reshape", t, g.ints(0, 0, c.bert_heads, head)) for t in (q, k, v))
        q, v = (g.op("Transpose", t, perm=[0, 2, 1, 3]) for t in (q, v))
        scores = g.op("MatMul", q, g.op("Transpose", k, perm=[0, 2, 3, 1]))
        mixed = g.op("MatMul", g.op("Softmax", scores, axis=-1), v)
        mixed = g.op("Reshape", g.op("Transpose", mixed, perm=[0, 2, 1, 3]), g.ints(0, 0, c.bert_hidden))
        x = g.op("Add", x, linear(g, mixed, f"{a}.dense"))
        x = layer_norm(g, x, f"{a}.LayerNorm.weight", f"{a}.LayerNorm.bias", 1e-12)
        inner = linear(g, _gelu(g, linear(g, x, f"{_ALBERT}.ffn")), f"{_ALBERT}.ffn_output")
        full = f"{_ALBERT}.full_layer_layer_norm"
        x = layer_norm(g, g.op("Add", x, inner), f"{full}.weight", f"{full}.bias", 1e-12)
    return linear(g, x, "bert_encoder")


def _gelu(g: GraphBuilder, x: str) -> str:
    """GELU by its tanh approximation: x * sigmoid(1.5957691 (x + 0.044715 x^3)), the same value in fewer passes."""
    inner = g.op("Mul", g.op("Mul", x, x), g.scalar(2 * math.sqrt(2 / math.pi) * 0.044715))
    inner = g.op("Mul", x, g.op("Add", inner, g.scalar(2 * math.sqrt(2 / math.pi))))
    return g.op("Mul", x, g.op("Sigmoid", inner))


def _content(g: GraphBuilder, tokens: str, c: KokoroConfig) -> str:
    """What is said, without how: embedding, convolutions and an LSTM; [1, hidden, L]."""
    x = g.op("Gather", g.weight("text_encoder.embedding.weight"), tokens, axis=0)  # [1, L, hidden]
    x = g.op("Transpose", x, perm=[0, 2, 1])
    for i in range(c.text_layers):
        x = conv(g, x, f"text_encoder.cnn.{i}.0", padding=c.text_kernel // 2)
        norm = f"text_encoder.cnn.{i}.1"
        x = layer_norm(g, g.op("Transpose", x, perm=[0, 2, 1]), f"{norm}.gamma", f"{norm}.beta", NORM_EPSILON)
        x = g.op("Transpose", g.op("LeakyRelu", x, alpha=0.2), perm=[0, 2, 1])
    x = lstm(g, g.op("Transpose", x, perm=[2, 0, 1]), "text_encoder.lstm")  # [L, 1, hidden]
    return g.op("Transpose", x, perm=[1, 2, 0])


def prosody_stage(weights: Weights, c: KokoroConfig) -> onnx.ModelProto:
    """Pitch and energy.

    Inputs: hidden [1, T, hidden + style], the text stage's repeated by the durations; style [1, style].
    Outputs: f0 [1, 2T] Hz; energy [1, 2T].
    """
    g = GraphBuilder("prosody", weights)
    hidden = g.input("hidden", [1, "T", c.hidden + c.style])
    style = g.input("style", [1, c.style])
    shared = g.op("Transpose", lstm(g, g.op("Transpose", hidden, perm=[1, 0, 2]), "predictor.shared"), perm=[1, 2, 0])
    half = c.hidden // 2
    for head, name in (("F0", "f0"), ("N", "energy")):
        x = shared
        for i, channels in enumerate(((c.hidden, c.hidden), (c.hidden, half), (half, half))):
            path = f"predictor.{head}.{i}"
            modulations = [g.op("Unsqueeze", linear(g, style, f"{path}.norm{n}.fc"), g.ints(2)) for n in (1, 2)]
            x = residual_block(g, x, path, channels, (modulations[0], modulations[1]), upsample=i == 1)
        x = conv(g, x, f"predictor.{head}_proj")
        g.output(name, g.op("Squeeze", x, g.ints(1)), [1, "T2"])
    return g.model()


def front_stage(weights: Weights, c: KokoroConfig) -> onnx.ModelProto:
    """The part of the decoder that runs on the whole segment.

    Inputs: content [B, hidden, T]; f0 and energy [B, 2T]; modulation [B, front_modulation].
    Output: features [B, generator_channels, 2T].
    """
    g = GraphBuilder("front", weights)
    content = g.input("content", ["B", c.hidden, "T"])
    curves = [g.input(name, ["B", "T2"]) for name in ("f0", "energy")]
    modulation = g.input("modulation", ["B", c.front_modulation])
    column = g.op("Unsqueeze", modulation, g.ints(2))
    parts = iter(g.split(column, [2 * channels for _, channels in c.front_norms], axis=1))
    f0, energy = (
        conv(g, g.op("Unsqueeze", curve, g.ints(1)), f"decoder.{name}_conv", padding=1, stride=2)
        for curve, name in zip(curves, ("F0", "N"), strict=True)
    )
    x = g.op("Concat", content, f0, energy, axis=1)
    x = residual_block(
        g, x, "decoder.encode", (c.hidden + 2, c.decoder_channels), (next(parts), next(parts)), upsample=False
    )
    residual = conv(g, content, "decoder.asr_res.0")
    mixed = c.decoder_channels + 2 + c.residual_channels
    for i in range(4):
        out = c.decoder_channels if i < 3 else c.generator_channels
        x = g.op("Concat", x, residual, f0, energy, axis=1)
        x = residual_block(g, x, f"decoder.decode.{i}", (mixed, out), (next(parts), next(parts)), upsample=i == 3)
    g.output("features", x, ["B", c.generator_channels, "T2"])
    return g.model()


class _FixedNorms:
    """Normalisation by a scale and a shift that are inputs, [B, channels, 1] cut from one vector each, and a gain."""

    def __init__(self, g: GraphBuilder, c: KokoroConfig) -> None:
        sizes = [channels for _, channels in c.generator_norms]
        total = sum(sizes)
        self.g = g
        self.scales, self.shifts = (
            iter(g.split(g.op("Unsqueeze", g.input(name, ["B", total]), g.ints(2)), sizes, axis=1))
            for name in ("scale", "shift")
        )

    def __call__(self, x: str, gain: str) -> str:
        g = self.g
        # The gain goes into the two vectors: two passes over the samples instead of three.
        scale, shift = (g.op("Mul", next(vectors), gain) for vectors in (self.scales, self.shifts))
        return g.op("Add", g.op("Mul", x, scale), shift)


class _MeasuredNorms:
    """Normalisation over the whole input, as trained, and a gain; keeps each channel's mean and variance."""

    def __init__(self, g: GraphBuilder, c: KokoroConfig) -> None:
        self.g = g
        sizes = [2 * channels for _, channels in c.generator_norms]
        modulation = g.input("modulation", ["B", sum(sizes)])
        parts = g.split(g.op("Unsqueeze", modulation, g.ints(2)), sizes, axis=1)
        self.parts = iter([(part, size // 2) for part, size in zip(parts, sizes, strict=True)])
        self.means: list[str] = []
        self.variances: list[str] = []

    def __call__(self, x: str, gain: str) -> str:
        g = self.g
        mean = g.op("ReduceMean", x, axes=[2], keepdims=1)
        centred = g.op("Sub", x, mean)
        self.means.append(mean)
        self.variances.append(g.op("ReduceMean", g.op("Mul", centred, centred), axes=[2], keepdims=1))
        modulation, channels = next(self.parts)
        return g.op("Mul", adaptive_norm(g, x, channels, modulation), gain)


Ranges = Mapping[str, tuple[ValueRange, ValueRange]]
"""By the module path of a convolution: the ranges of its input and its output."""

Convolve = Callable[[GraphBuilder, str, str, FloatArray, int, int], str]
"""Writes a convolution of the residual blocks, from graph, tensor, module path, the gain that every channel of the
tensor [channels] still lacks, padding and dilation."""


def _float_conv(g: GraphBuilder, x: str, path: str, gain: FloatArray, padding: int, dilation: int) -> str:
    return conv(g, x, path, padding=padding, dilation=dilation, gain=gain)


def _gained(g: GraphBuilder, x: str, path: str, gain: FloatArray) -> str:
    return g.op("Mul", x, g.constant(f"{path}.gain", gain[None, :, None]))


def generator_stage(weights: Weights, c: KokoroConfig, ranges: Ranges | None = None) -> onnx.ModelProto:
    """Features to audio, for a window or a whole. Convolutions with known ranges are done in 8-bit integers.

    Inputs: features [B, generator_channels, 2W]; source [B, 2 * bins, source_frames * W + 1]; scale and shift
    [B, generator_channels_total].
    Output: audio [B, frame_samples * W].
    """
    known = ranges or {}

    def convolve(g: GraphBuilder, x: str, path: str, gain: FloatArray, padding: int, dilation: int) -> str:
        if path not in known:
            return _float_conv(g, x, path, gain, padding, dilation)
        return integer_conv(g, _gained(g, x, path, gain), path, *known[path], padding=padding, dilation=dilation)

    g = GraphBuilder("generator", weights)
    audio = _generator(g, c, _FixedNorms(g, c), convolve)
    g.output("audio", audio, ["B", "samples"])
    return g.model()


def calibration_stage(weights: Weights, c: KokoroConfig) -> onnx.ModelProto:
    """The generator as trained, normalising by the statistics of its whole input, which it also returns.

    Inputs: features, source as in `generator_stage`; modulation [B, 2 * generator_channels_total].
    Outputs: audio; mean and variance [B, generator_channels_total].
    """
    g = GraphBuilder("calibration", weights)
    norms = _MeasuredNorms(g, c)
    audio = _generator(g, c, norms, _float_conv)
    g.output("audio", audio, ["B", "samples"])
    for name, columns in (("mean", norms.means), ("variance", norms.variances)):
        joined = g.op("Concat", *columns, axis=1)
        g.output(name, g.op("Squeeze", joined, g.ints(2)), ["B", c.generator_channels_total])
    return g.model()


def range_stage(weights: Weights, c: KokoroConfig, paths: Collection[str]) -> onnx.ModelProto:
    """The generator with two more outputs a convolution of `paths`: its input `<path>.x` and its output `<path>.y`."""

    def convolve(g: GraphBuilder, x: str, path: str, gain: FloatArray, padding: int, dilation: int) -> str:
        y = _float_conv(g, x, path, gain, padding, dilation)
        if path in paths:
            channels = g.raw(f"{path}.weight").shape[0]
            g.output(f"{path}.x", _gained(g, x, path, gain), ["B", channels, "steps"])
            g.output(f"{path}.y", y, ["B", channels, "steps"])
        return y

    g = GraphBuilder("ranges", weights)
    g.output("audio", _generator(g, c, _FixedNorms(g, c), convolve), ["B", "samples"])
    return g.model()


def _generator(g: GraphBuilder, c: KokoroConfig, norms: _FixedNorms | _MeasuredNorms, convolve: Convolve) -> str:
    x = g.input("features", ["B", c.generator_channels, "W2"])
    source = g.input("source", ["B", 2 * c.bins, "H"])
    p = "decoder.generator"
    per_stage = len(c.resblock_kernels)
    for stage, (rate, kernel) in enumerate(zip(c.upsample_rates, c.upsample_kernels, strict=True)):
        stride = math.prod(c.upsample_rates[stage + 1 :])
        excitation = conv(
            g, source, f"{p}.noise_convs.{stage}", stride=stride, padding=(stride + 1) // 2 if stride > 1 else 0
        )
        width = c.noise_kernels[stage]
        excitation = _snake_block(g, c, norms, convolve, excitation, f"{p}.noise_res.{stage}", width)
        x = conv_transpose(
            g, g.op("LeakyRelu", x, alpha=0.1), f"{p}.ups.{stage}", stride=rate, padding=(kernel - rate) // 2
        )
        if stage == 1:  # one step of reflection on the left, to match the source's extra frame
            second = g.op("Slice", x, g.ints(1), g.ints(2), g.ints(2))
            x = g.op("Concat", second, x, axis=2)
        x = g.op("Add", x, excitation)
        branches = [
            _snake_block(g, c, norms, convolve, x, f"{p}.resblocks.{stage * per_stage + j}", width)
            for j, width in enumerate(c.resblock_kernels)
        ]
        total = branches[0]
        for branch in branches[1:]:
            total = g.op("Add", total, branch)
        x = g.op("Mul", total, g.scalar(1 / per_stage))
    x = conv(g, g.op("LeakyRelu", x, alpha=0.01), f"{p}.conv_post", padding=3)
    return _inverse_stft(g, c, x)


def _snake_block(
    g: GraphBuilder,
    c: KokoroConfig,
    norms: _FixedNorms | _MeasuredNorms,
    convolve: Convolve,
    x: str,
    path: str,
    width: int,
) -> str:
    """HiFi-GAN residual block with adaptive norms and snake activations (Ziyin et al. 2020), three dilations.

    The snake y + sin(a y)^2 / a is computed as z + sin(z)^2 with z = a y, and its factor 1 / a is left to the
    convolution that follows.
    """
    for k, dilation in enumerate(c.resblock_dilations):
        y = x
        for half, spread in ((1, dilation), (2, 1)):
            z = norms(y, g.weight(f"{path}.alpha{half}.{k}"))
            wave = g.op("Sin", z)
            z = g.op("Add", z, g.op("Mul", wave, wave))
            inverse = np.reciprocal(g.raw(f"{path}.alpha{half}.{k}").reshape(-1))
            y = convolve(g, z, f"{path}.convs{half}.{k}", inverse, (width - 1) * spread // 2, spread)
        x = g.op("Add", x, y)
    return x


def _inverse_stft(g: GraphBuilder, c: KokoroConfig, x: str) -> str:
    """Log magnitudes and phase angles [B, 2 * bins, frames] to samples, by one transposed convolution.

    Division by the summed squared window is folded into the basis; it is constant but for the first and last
    `n_fft / 2` samples of an utterance, which are silent.
    """
    log_magnitude, angle = g.split(x, (c.bins, c.bins), axis=1)
    magnitude, phase = g.op("Exp", log_magnitude), g.op("Sin", angle)
    spectrum = g.op(
        "Concat",
        g.op("Mul", magnitude, g.op("Cos", phase)),
        g.op("Mul", magnitude, g.op("Sin", phase)),
        axis=1,
    )
    n = np.arange(c.n_fft)
    window = np.hanning(c.n_fft + 1)[:-1]  # periodic
    turns = 2 * np.pi * np.arange(c.bins)[:, None] * n / c.n_fft
    sides = np.full((c.bins, 1), 2.0)
    sides[[0, -1]] = 1.0
    basis = np.concatenate([sides * np.cos(turns), -sides * np.sin(turns)]) * window / c.n_fft
    overlap = (window**2).sum() / c.hop
    basis = (basis / overlap)[:, None].astype(np.float32)
    trim = c.n_fft // 2
    audio = g.op(
        "ConvTranspose",
        spectrum,
        g.constant("inverse_stft", basis),
        strides=[c.hop],
        kernel_shape=[c.n_fft],
        pads=[trim, trim],
    )
    return g.op("Squeeze", audio, g.ints(1))
