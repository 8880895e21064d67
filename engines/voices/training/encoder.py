"""The encoder in PyTorch: a log-mel spectrogram and a speaker embedding to a voice."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from engines.audio.analysis import mel_filters
from engines.types import FloatArray

RATE = 16_000
BANDS = 80
_SIZE, _WINDOW, _HOP = 1024, 800, 200
WIDTH = 192
DILATIONS = (1, 2, 4, 1, 2)


class Guess(NamedTuple):
    """What the encoder makes of a recording; B items, K directions."""

    coefficients: Tensor
    """[B, K] along the directions, in spreads."""
    pace: Tensor
    """[B] logarithm of the speaking rate, relative to the model's own."""


class LogMel(nn.Module):
    """[B, N] samples at 16 kHz to [B, 80, frames] log mel power, mean 0 and spread 1 or so; see `instant.log_mel`."""

    filters: Tensor
    window: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("filters", torch.from_numpy(mel_filters(RATE, _SIZE, BANDS)).T.contiguous())
        self.register_buffer("window", torch.hann_window(_WINDOW))

    def forward(self, samples: Tensor) -> Tensor:
        """Compute."""
        spectrum = torch.stft(
            samples, _SIZE, _HOP, _WINDOW, window=self.window, pad_mode="constant", return_complex=True
        )
        power = self.filters @ (spectrum.real.square() + spectrum.imag.square())
        return (torch.log(power + 1e-4) + 2) / 3


class VoiceEncoder(nn.Module):
    """Dilated convolutions, attentive statistics pooling (Okabe et al. 2018), and a head that also sees the embedding.

    Parameters
    ----------
    directions
        [K, M] of modulations, scaled so that a coefficient's spread over voices is 1.
    centre
        [M] the mean voice.
    """

    def __init__(self, directions: FloatArray, centre: FloatArray) -> None:
        super().__init__()
        count = len(directions)
        self.entry = nn.Conv1d(BANDS, WIDTH, 5, padding=2)
        self.blocks = nn.ModuleList(_Block(WIDTH, dilation) for dilation in DILATIONS)
        self.attention = nn.Conv1d(WIDTH, WIDTH, 1)
        self.speaker = nn.Linear(256, 256)
        self.head = nn.Sequential(
            nn.Linear(2 * WIDTH + 256, 512), nn.GELU(), nn.Dropout(0.2), nn.Linear(512, 512), nn.GELU(), nn.Dropout(0.2)
        )
        self.coefficients = nn.Linear(512, count)
        self.pace = nn.Sequential(nn.Linear(2 * WIDTH, 64), nn.GELU(), nn.Linear(64, 1))
        self.directions = nn.Parameter(torch.from_numpy(np.array(directions, np.float32)))
        self.register_buffer("centre", torch.from_numpy(np.array(centre, np.float32)))
        nn.init.normal_(self.coefficients.weight, std=0.01)
        nn.init.zeros_(self.coefficients.bias)

    def forward(self, mel: Tensor, embedding: Tensor) -> Guess:
        """A guess from [B, 80, frames] and [B, 256]."""
        x = self.entry(mel)
        for block in self.blocks:
            x = block(x)
        weight = self.attention(x).softmax(-1)
        mean = (weight * x).sum(-1)
        spread = ((weight * x * x).sum(-1) - mean * mean).clamp(min=1e-4).sqrt()
        pooled = torch.cat([mean, spread], 1)
        if self.training:
            # Each of the two sources has to do alone at times, or the embedding would be all that is used.
            keep = (torch.rand(len(pooled), 1, device=pooled.device) > 0.15).float()
            seen = pooled * keep
        else:
            seen = pooled
        hidden = self.head(torch.cat([seen, F.gelu(self.speaker(16 * embedding))], 1))
        return Guess(self.coefficients(hidden), self.pace(pooled)[:, 0])

    def modulation(self, coefficients: Tensor) -> Tensor:
        """[B, M] of [B, K]."""
        return self.centre + coefficients @ self.directions


class _Block(nn.Module):
    def __init__(self, width: int, dilation: int) -> None:
        super().__init__()
        self.one = nn.Conv1d(width, width, 3, padding=dilation, dilation=dilation)
        self.two = nn.Conv1d(width, width, 3, padding=1)
        self.norms = nn.ModuleList(nn.GroupNorm(8, width) for _ in range(2))

    def forward(self, x: Tensor) -> Tensor:
        y = self.norms[0](self.one(F.gelu(x)))
        return x + self.norms[1](self.two(F.gelu(y)))
