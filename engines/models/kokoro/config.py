"""The dimensions of the network, so that the same graphs can be built small for tests."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

INTEGER_GENERATOR = "generator-integer"
"""The graph of the generator for runtimes in which 8-bit integers are fast; see `engines.models.kokoro.ranges`."""

GRAPH_VERSION = 2
"""Raised when the stage graphs change, so that installed packs are converted and voices measured again."""

NORM_EPSILON = 1e-5
"""Added to the variances of all normalisations but those of ALBERT."""


@dataclass(frozen=True)
class KokoroConfig:
    """Sizes of a Kokoro network; the defaults are those of Kokoro v1.0."""

    n_tokens: int = 178
    hidden: int = 512
    style: int = 128
    """Half of a voice's style vector: one half for the decoder, one for durations and prosody."""
    bert_embedding: int = 128
    bert_hidden: int = 768
    bert_intermediate: int = 2048
    bert_heads: int = 12
    bert_layers: int = 12
    bert_positions: int = 512
    max_duration: int = 50
    text_kernel: int = 5
    text_layers: int = 3
    predictor_layers: int = 3
    decoder_channels: int = 1024
    residual_channels: int = 64
    generator_channels: int = 512
    upsample_rates: tuple[int, int] = (10, 6)
    upsample_kernels: tuple[int, int] = (20, 12)
    resblock_kernels: tuple[int, ...] = (3, 7, 11)
    resblock_dilations: tuple[int, ...] = (1, 3, 5)
    noise_kernels: tuple[int, int] = (7, 11)
    n_fft: int = 20
    hop: int = 5
    sample_rate: int = 24_000

    @property
    def bins(self) -> int:
        """Frequency bins of the generator's short STFT."""
        return self.n_fft // 2 + 1

    @property
    def source_frames(self) -> int:
        """STFT frames of the harmonic source in one frame of the model."""
        return 2 * self.upsample_rates[0] * self.upsample_rates[1]

    @property
    def frame_samples(self) -> int:
        """Audio samples of one frame."""
        return self.source_frames * self.hop

    @property
    def max_symbols(self) -> int:
        """Symbols of one segment, without the silent token at either end."""
        return self.bert_positions - 2

    @cached_property
    def front_norms(self) -> tuple[tuple[str, int], ...]:
        """(module path, channels) of every adaptive normalisation of the front, in graph order."""
        mixed = self.decoder_channels + 2 + self.residual_channels
        norms = [("decoder.encode.norm1", self.hidden + 2), ("decoder.encode.norm2", self.decoder_channels)]
        for i in range(4):
            out = self.decoder_channels if i < 3 else self.generator_channels
            norms += [(f"decoder.decode.{i}.norm1", mixed), (f"decoder.decode.{i}.norm2", out)]
        return tuple(norms)

    @cached_property
    def generator_norms(self) -> tuple[tuple[str, int], ...]:
        """(module path, channels) of every adaptive normalisation of the generator, in graph order."""
        norms: list[tuple[str, int]] = []
        per_stage = len(self.resblock_kernels)
        for stage in range(2):
            channels = self.generator_channels >> (stage + 1)
            blocks = [f"noise_res.{stage}", *(f"resblocks.{stage * per_stage + j}" for j in range(per_stage))]
            norms += [
                (f"decoder.generator.{block}.adain{half}.{k}", channels)
                for block in blocks
                for k in range(len(self.resblock_dilations))
                for half in (1, 2)
            ]
        return tuple(norms)

    @property
    def front_modulation(self) -> int:
        """Length of the front's modulation vector: a scale and a shift a channel."""
        return 2 * sum(channels for _, channels in self.front_norms)

    @property
    def generator_channels_total(self) -> int:
        """Normalised channels of the generator, the length of its statistics."""
        return sum(channels for _, channels in self.generator_norms)
