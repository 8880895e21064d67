"""The acoustic half of Kokoro in PyTorch, with the modulation of a voice as an input that gradients reach.

It mirrors the stage graphs `front` and `calibration` (`engines.models.kokoro.stages`) and takes its weights from
them, so what is fitted here is what the engine will say. Every weight is frozen. Needs the extra `clone`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from engines.models.kokoro.config import NORM_EPSILON, KokoroConfig
from engines.models.kokoro.graph_weights import dequantise, read_graph_weights
from engines.models.kokoro.layers import RESIDUAL_GAIN
from engines.models.kokoro.source import HARMONICS, SINE_AMPLITUDE, VOICED_ABOVE_HZ

Array = NDArray[Any]
_LEAK = 0.2


class _Snake(torch.autograd.Function):
    """z + sin(z)^2, keeping nothing but z for the way back."""

    @staticmethod
    def forward(ctx: Any, z: Tensor) -> Tensor:
        ctx.save_for_backward(z)
        return torch.sin(z).square_().add_(z)

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Any:
        (z,) = ctx.saved_tensors
        return torch.sin(2 * z).add_(1).mul_(gradients[0])


class KokoroNetwork(nn.Module):
    """Content, pitch, energy and a modulation to audio.

    Parameters
    ----------
    weights
        By the names in the stage graphs, snake factors folded as there; see `from_pack`.
    source_weight, source_bias
        The learnt mixture of harmonics, [9] and a number.
    """

    def __init__(
        self,
        weights: Mapping[str, Array],
        source_weight: Array,
        source_bias: float,
        config: KokoroConfig | None = None,
    ) -> None:
        super().__init__()
        self.config = c = config or KokoroConfig()
        self._names: dict[str, str] = {}
        for name, value in weights.items():
            if name.startswith("decoder."):
                self._names[name] = name.replace(".", "__")
                self.register_buffer(self._names[name], torch.from_numpy(np.array(value, np.float32)))
        self._source_bias = float(source_bias)
        self.register_buffer("source_weight", torch.from_numpy(np.array(source_weight, np.float64).reshape(-1)))
        self._slots: dict[str, tuple[int, int]] = {}
        start = 0
        for path, channels in (*c.front_norms, *c.generator_norms):
            self._slots[path] = (start, channels)
            start += 2 * channels
        self.modulation_size = start
        self._heard: dict[str, tuple[Tensor, Tensor]] | None = None
        window = np.hanning(c.n_fft + 1)[:-1]
        turns = 2 * np.pi * np.arange(c.bins)[:, None] * np.arange(c.n_fft) / c.n_fft
        forward = np.concatenate([np.cos(turns), -np.sin(turns)]) * window
        self.register_buffer("forward_stft", torch.from_numpy(forward[:, None]))
        self.register_buffer("inverse_stft", torch.from_numpy(np.array(weights["inverse_stft"], np.float32)))

    @classmethod
    def from_pack(cls, folder: Path, config: KokoroConfig | None = None) -> KokoroNetwork:
        """The network of an installed pack."""
        weights = dequantise(read_graph_weights([folder / "front.onnx", folder / "calibration.onnx"]))
        with np.load(folder / "tables.npz", allow_pickle=False) as tables:
            return cls(weights, tables["source_weight"], float(tables["source_bias"]), config)

    def forward(self, content: Tensor, f0: Tensor, energy: Tensor, modulation: Tensor) -> Tensor:
        """Audio [B, frame_samples * T], every channel normalised over the whole of it, as trained.

        Parameters
        ----------
        content
            [B, hidden, T] the model's features, a column a frame.
        f0, energy
            [B, 2T] Hz and log energy.
        modulation
            [B, modulation_size] of the front, then of the generator.
        """
        return self.generate(self.front(content, f0, energy, modulation), self.source(f0), modulation)

    @torch.no_grad()
    def measure(self, content: Tensor, f0: Tensor, energy: Tensor, modulation: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Audio as of `forward`, and the mean and variance [B, generator_channels_total] that it was normalised by."""
        self._heard = {}
        try:
            audio = self(content, f0, energy, modulation)
            heard = [self._heard[path] for path, _ in self.config.generator_norms]
        finally:
            self._heard = None
        mean, variance = (torch.cat(columns, 1) for columns in zip(*heard, strict=True))
        return audio, mean, variance

    def front(self, content: Tensor, f0: Tensor, energy: Tensor, modulation: Tensor) -> Tensor:
        """Features [B, generator_channels, 2T]."""
        curves = [
            self._conv(curve[:, None], f"decoder.{name}_conv", stride=2, padding=1)
            for name, curve in (("F0", f0), ("N", energy))
        ]
        x = torch.cat([content, *curves], 1)
        x = self._residual(x, "decoder.encode", modulation, upsample=False)
        residual = self._conv(content, "decoder.asr_res.0")
        for i in range(4):
            x = torch.cat([x, residual, *curves], 1)
            x = self._residual(x, f"decoder.decode.{i}", modulation, upsample=i == 3)
        return x

    @torch.no_grad()
    def source(self, f0: Tensor) -> Tensor:
        """Spectrum of the harmonic source [B, 2 * bins, source_frames * T + 1]; see `engines.models.kokoro.source`."""
        c = self.config
        step = c.frame_samples // 2
        pitch = f0.double()
        harmonics = torch.arange(1, HARMONICS + 1, device=f0.device, dtype=torch.float64)
        slope = (pitch[..., None] * harmonics / c.sample_rate) % 1.0  # cycles a sample [B, 2T, 9]
        centre = torch.cumsum(slope * step, 1) % 1.0
        left = slope.clone()
        left[:, 0] = 0
        right = torch.cat([slope[:, 1:], torch.zeros_like(slope[:, :1])], 1)
        offset = torch.arange(step, device=f0.device, dtype=torch.float64) + 0.5 - step / 2
        chosen = torch.where(offset[:, None] < 0, left[:, :, None], right[:, :, None])  # [B, 2T, step, 9]
        phase = (centre[:, :, None] + chosen * offset[:, None]) % 1.0
        waves = (
            torch.sin(2 * math.pi * phase.float()).double()
            * (SINE_AMPLITUDE * (pitch > VOICED_ABOVE_HZ))[..., None, None]
        )
        signal = torch.tanh(waves @ self.source_weight.to(waves) + self._source_bias).flatten(1)
        half = c.n_fft // 2
        padded = F.pad(signal[:, None], (half, half), mode="reflect")
        real, imaginary = F.conv1d(padded, self.forward_stft.to(padded), stride=c.hop).split(c.bins, 1)
        tiny = 1e-9
        real = torch.where(real.abs() < tiny, 0.0, real)
        imaginary = torch.where(imaginary.abs() < tiny, 0.0, imaginary)
        return torch.cat([torch.hypot(real, imaginary), torch.atan2(imaginary, real)], 1).float()

    def generate(self, features: Tensor, source: Tensor, modulation: Tensor) -> Tensor:
        """Audio [B, samples] of features and source."""
        c, p = self.config, "decoder.generator"
        x = features
        per_stage = len(c.resblock_kernels)
        for stage, (rate, kernel) in enumerate(zip(c.upsample_rates, c.upsample_kernels, strict=True)):
            stride = math.prod(c.upsample_rates[stage + 1 :])
            padding = (stride + 1) // 2 if stride > 1 else 0
            excitation = self._conv(source, f"{p}.noise_convs.{stage}", stride=stride, padding=padding)
            excitation = self._snake_block(excitation, f"{p}.noise_res.{stage}", c.noise_kernels[stage], modulation)
            x = F.conv_transpose1d(
                F.leaky_relu(x, 0.1),
                self._weight(f"{p}.ups.{stage}.weight"),
                self._weight(f"{p}.ups.{stage}.bias"),
                stride=rate,
                padding=(kernel - rate) // 2,
            )
            if stage == 1:
                x = F.pad(x, (1, 0), mode="reflect")
            x = x + excitation
            branches = [
                self._snake_block(x, f"{p}.resblocks.{stage * per_stage + j}", width, modulation)
                for j, width in enumerate(c.resblock_kernels)
            ]
            x = (
                torch.stack(branches).mean(0)
                if not torch.is_grad_enabled()
                else sum(branches[1:], branches[0]) / per_stage
            )
        x = self._conv(F.leaky_relu(x, 0.01), f"{p}.conv_post", padding=3)
        log_magnitude, angle = x.float().split(c.bins, 1)
        magnitude, phase = torch.exp(log_magnitude), torch.sin(angle)
        spectrum = torch.cat([magnitude * torch.cos(phase), magnitude * torch.sin(phase)], 1)
        audio: Tensor = F.conv_transpose1d(spectrum, self.inverse_stft, stride=c.hop, padding=c.n_fft // 2)
        return audio[:, 0]

    def _weight(self, name: str) -> Tensor:
        weight: Tensor = getattr(self, self._names[name])
        return weight

    def _conv(self, x: Tensor, path: str, *, stride: int = 1, padding: int = 0, dilation: int = 1) -> Tensor:
        bias = self._weight(f"{path}.bias") if f"{path}.bias" in self._names else None
        return F.conv1d(x, self._weight(f"{path}.weight"), bias, stride=stride, padding=padding, dilation=dilation)

    def _norm(self, x: Tensor, path: str, modulation: Tensor, factor: Tensor | None = None) -> Tensor:
        start, channels = self._slots[path]
        gain = 1 + modulation[:, start : start + channels]
        shift = modulation[:, start + channels : start + 2 * channels]
        if factor is not None:
            gain, shift = gain * factor, shift * factor
        batch, _, length = x.shape
        if self._heard is not None:
            variance, mean = torch.var_mean(x, 2, correction=0)
            self._heard[path] = mean, variance
        # One batch norm over all channels of all items: instance norm with a gain and a shift for each.
        flat = F.batch_norm(
            x.reshape(1, batch * channels, length),
            None,
            None,
            gain.reshape(-1),
            shift.reshape(-1),
            True,
            0.0,
            NORM_EPSILON,
        )
        return flat.view(batch, channels, length)

    def _residual(self, x: Tensor, path: str, modulation: Tensor, *, upsample: bool) -> Tensor:
        y = F.leaky_relu(self._norm(x, f"{path}.norm1", modulation), _LEAK)
        shortcut = x
        if upsample:
            y = F.conv_transpose1d(
                y,
                self._weight(f"{path}.pool.weight"),
                self._weight(f"{path}.pool.bias"),
                stride=2,
                padding=1,
                output_padding=1,
                groups=y.shape[1],
            )
            shortcut = shortcut.repeat_interleave(2, 2)
        y = self._conv(y, f"{path}.conv1", padding=1)
        y = F.leaky_relu(self._norm(y, f"{path}.norm2", modulation), _LEAK)
        y = self._conv(y, f"{path}.conv2", padding=1)
        if f"{path}.conv1x1.weight" in self._names:
            shortcut = self._conv(shortcut, f"{path}.conv1x1")
        return (y + shortcut) * RESIDUAL_GAIN

    def _snake_block(self, x: Tensor, path: str, width: int, modulation: Tensor) -> Tensor:
        for k, dilation in enumerate(self.config.resblock_dilations):
            y = x
            for half, spread in ((1, dilation), (2, 1)):
                alpha = self._weight(f"{path}.alpha{half}.{k}").reshape(-1)
                z = _Snake.apply(self._norm(y, f"{path}.adain{half}.{k}", modulation, alpha))
                y = self._conv(z, f"{path}.convs{half}.{k}", padding=(width - 1) * spread // 2, dilation=spread)
            x = x + y
        return x
