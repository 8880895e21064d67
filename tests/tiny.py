"""A Kokoro network small enough to build in a moment, with the real stage interfaces and random weights."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from engines.models.kokoro.config import KokoroConfig
from engines.models.kokoro.convert import write_graphs
from engines.models.kokoro.layers import ValueRange
from engines.models.kokoro.ranges import integer_paths
from engines.models.kokoro.weights import Weights

TINY = KokoroConfig(
    hidden=16,
    style=8,
    bert_embedding=8,
    bert_hidden=16,
    bert_intermediate=24,
    bert_heads=2,
    bert_layers=2,
    decoder_channels=20,
    residual_channels=4,
    generator_channels=16,
)
TINY_RANGES = {path: (ValueRange(-8.0, 8.0), ValueRange(-12.0, 12.0)) for path in integer_paths(TINY)}
TINY_VOICES = {"af_tiny": 1, "am_small": 2, "zf_mini": 3, "jf_micro": 4}


def weight_shapes(c: KokoroConfig) -> Iterator[tuple[str, tuple[int, ...]]]:  # noqa: PLR0915 a plain list
    """Every weight of the network by module path."""

    def linear(path: str, out: int, inputs: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        yield f"{path}.weight", (out, inputs)
        yield f"{path}.bias", (out,)

    def conv(
        path: str, out: int, inputs: int, kernel: int, *, bias: bool = True
    ) -> Iterator[tuple[str, tuple[int, ...]]]:
        yield f"{path}.weight", (out, inputs, kernel)
        if bias:
            yield f"{path}.bias", (out,)

    def lstm(path: str, inputs: int, hidden: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        for suffix in ("", "_reverse"):
            yield f"{path}.weight_ih_l0{suffix}", (4 * hidden, inputs)
            yield f"{path}.weight_hh_l0{suffix}", (4 * hidden, hidden)
            yield f"{path}.bias_ih_l0{suffix}", (4 * hidden,)
            yield f"{path}.bias_hh_l0{suffix}", (4 * hidden,)

    def norm(weight: str, bias: str, size: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        yield weight, (size,)
        yield bias, (size,)

    def block(
        path: str, inputs: int, out: int, *, upsample: bool, projected: bool
    ) -> Iterator[tuple[str, tuple[int, ...]]]:
        yield from linear(f"{path}.norm1.fc", 2 * inputs, c.style)
        yield from linear(f"{path}.norm2.fc", 2 * out, c.style)
        yield from conv(f"{path}.conv1", out, inputs, 3)
        yield from conv(f"{path}.conv2", out, out, 3)
        if projected:
            yield from conv(f"{path}.conv1x1", out, inputs, 1, bias=False)
        if upsample:
            yield f"{path}.pool.weight", (inputs, 1, 3)
            yield f"{path}.pool.bias", (inputs,)

    def snake(path: str, channels: int, kernel: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        for k in range(len(c.resblock_dilations)):
            for half in (1, 2):
                yield f"{path}.alpha{half}.{k}", (1, channels, 1)
                yield from linear(f"{path}.adain{half}.{k}.fc", 2 * channels, c.style)
                yield from conv(f"{path}.convs{half}.{k}", channels, channels, kernel)

    e = "bert.embeddings"
    yield f"{e}.word_embeddings.weight", (c.n_tokens, c.bert_embedding)
    yield f"{e}.position_embeddings.weight", (c.bert_positions, c.bert_embedding)
    yield f"{e}.token_type_embeddings.weight", (2, c.bert_embedding)
    yield from norm(f"{e}.LayerNorm.weight", f"{e}.LayerNorm.bias", c.bert_embedding)
    yield from linear("bert.encoder.embedding_hidden_mapping_in", c.bert_hidden, c.bert_embedding)
    a = "bert.encoder.albert_layer_groups.0.albert_layers.0"
    for part in ("query", "key", "value", "dense"):
        yield from linear(f"{a}.attention.{part}", c.bert_hidden, c.bert_hidden)
    yield from norm(f"{a}.attention.LayerNorm.weight", f"{a}.attention.LayerNorm.bias", c.bert_hidden)
    yield from norm(f"{a}.full_layer_layer_norm.weight", f"{a}.full_layer_layer_norm.bias", c.bert_hidden)
    yield from linear(f"{a}.ffn", c.bert_intermediate, c.bert_hidden)
    yield from linear(f"{a}.ffn_output", c.bert_hidden, c.bert_intermediate)
    yield from linear("bert_encoder", c.hidden, c.bert_hidden)

    half = c.hidden // 2
    for i in range(c.predictor_layers):
        yield from lstm(f"predictor.text_encoder.lstms.{2 * i}", c.hidden + c.style, half)
        yield from linear(f"predictor.text_encoder.lstms.{2 * i + 1}.fc", 2 * c.hidden, c.style)
    yield from lstm("predictor.lstm", c.hidden + c.style, half)
    yield from lstm("predictor.shared", c.hidden + c.style, half)
    yield from linear("predictor.duration_proj.linear_layer", c.max_duration, c.hidden)
    for head in ("F0", "N"):
        for i, (inputs, out) in enumerate(((c.hidden, c.hidden), (c.hidden, half), (half, half))):
            yield from block(f"predictor.{head}.{i}", inputs, out, upsample=i == 1, projected=inputs != out)
        yield from conv(f"predictor.{head}_proj", 1, half, 1)

    yield "text_encoder.embedding.weight", (c.n_tokens, c.hidden)
    for i in range(c.text_layers):
        yield from conv(f"text_encoder.cnn.{i}.0", c.hidden, c.hidden, c.text_kernel)
        yield from norm(f"text_encoder.cnn.{i}.1.gamma", f"text_encoder.cnn.{i}.1.beta", c.hidden)
    yield from lstm("text_encoder.lstm", c.hidden, half)

    mixed = c.decoder_channels + 2 + c.residual_channels
    yield from conv("decoder.F0_conv", 1, 1, 3)
    yield from conv("decoder.N_conv", 1, 1, 3)
    yield from conv("decoder.asr_res.0", c.residual_channels, c.hidden, 1)
    yield from block("decoder.encode", c.hidden + 2, c.decoder_channels, upsample=False, projected=True)
    for i in range(4):
        out = c.decoder_channels if i < 3 else c.generator_channels
        yield from block(f"decoder.decode.{i}", mixed, out, upsample=i == 3, projected=True)

    g = "decoder.generator"
    yield from linear(f"{g}.m_source.l_linear", 1, 9)
    per_stage = len(c.resblock_kernels)
    for stage in range(2):
        channels = c.generator_channels >> (stage + 1)
        stride = c.upsample_rates[1] if stage == 0 else 1
        yield from conv(f"{g}.noise_convs.{stage}", channels, 2 * c.bins, 2 * stride if stage == 0 else 1)
        yield f"{g}.ups.{stage}.weight", (2 * channels, channels, c.upsample_kernels[stage])
        yield f"{g}.ups.{stage}.bias", (channels,)
        yield from snake(f"{g}.noise_res.{stage}", channels, c.noise_kernels[stage])
        for j, kernel in enumerate(c.resblock_kernels):
            yield from snake(f"{g}.resblocks.{stage * per_stage + j}", channels, kernel)
    yield from conv(f"{g}.conv_post", 2 * c.bins, c.generator_channels >> 2, 7)


def tiny_weights(c: KokoroConfig = TINY, seed: int = 0) -> Weights:
    """Random weights that give some sound: durations of a few frames, a pitch around 150 Hz."""
    rng = np.random.default_rng(seed)
    weights: Weights = {}
    for path, shape in weight_shapes(c):
        if ".alpha" in path or path.endswith((".gamma", "Norm.weight", "layer_norm.weight")):
            weights[path] = np.ones(shape, np.float32)
        else:
            fan_in = int(np.prod(shape[1:])) if len(shape) > 1 else 100
            weights[path] = (rng.standard_normal(shape) / np.sqrt(fan_in)).astype(np.float32)
    weights["predictor.duration_proj.linear_layer.bias"] = np.full(c.max_duration, -2.5, np.float32)
    weights["predictor.F0_proj.bias"] = np.array([150.0], np.float32)
    weights["predictor.N_proj.bias"] = np.array([3.0], np.float32)
    weights["decoder.generator.conv_post.weight"] *= np.float32(0.1)
    weights["decoder.generator.conv_post.bias"] = np.full(2 * c.bins, 0.0, np.float32)
    return weights


def write_tiny_pack(folder: Path, c: KokoroConfig = TINY) -> None:
    """An installed-looking pack of the tiny network: graphs, tables and a few voices."""
    write_graphs(tiny_weights(c), c, TINY_RANGES, folder, lambda _step, _fraction: None)
    (folder / "voices").mkdir()
    for name, seed in TINY_VOICES.items():
        styles = np.random.default_rng(seed).standard_normal((510, 1, 2 * c.style)) * 0.3
        styles.astype("<f4").tofile(folder / "voices" / f"{name}.bin")
