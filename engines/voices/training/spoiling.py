"""What rooms, microphones and codecs do to a recording, on a batch [B, N] at 16 kHz at once."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812

RATE = 16_000


def spoil(samples: Tensor, *, colour: float = 1.0) -> Tensor:
    """Recordings as they may come: each item gets its own mixture of level, colour, room, noise and narrow band.

    Parameters
    ----------
    colour
        Share of the equalisation: 0 keeps the long-term spectrum of a channel, which is then taken for the voice's own.
    """
    batch, length = samples.shape
    device = samples.device

    def chance(share: float) -> Tensor:
        return (torch.rand(batch, 1, device=device) < share).float()

    def between(low: float, high: float) -> Tensor:
        return low + (high - low) * torch.rand(batch, 1, device=device)

    bins = length // 2 + 1
    # A few random bends between 0 and 8 kHz, and a tilt, in nepers.
    bends = torch.randn(batch, 1, 9, device=device) * 0.25
    curve = F.interpolate(bends, bins, mode="linear", align_corners=True)[:, 0]
    curve = curve + between(-0.5, 0.5) * torch.linspace(-1, 1, bins, device=device)
    gain = (colour * chance(0.5) * curve).exp()
    frequency = torch.linspace(0, RATE / 2, bins, device=device)
    cut = between(3000, 7000)
    narrow = chance(0.1)
    band = torch.sigmoid((cut - frequency) / 100)
    gain = gain * (1 - narrow + narrow * band)
    spectrum = torch.fft.rfft(samples) * gain
    x = torch.fft.irfft(spectrum, length)
    # A room: a decaying tail after the direct sound.
    reach = RATE // 2
    time = torch.arange(reach, device=device) / RATE
    tail = torch.randn(batch, reach, device=device) * torch.exp(-6.9 * time / between(0.15, 0.6))
    tail = tail / tail.square().sum(1, keepdim=True).sqrt()
    wet = chance(0.35) * between(0.05, 0.6)
    size = length + reach
    heard = torch.fft.irfft(torch.fft.rfft(x, size) * torch.fft.rfft(tail, size), size)[:, :length]
    x = x + wet * heard
    # Noise, its colour anywhere between white and brown.
    noise = torch.fft.rfft(torch.randn(batch, length, device=device))
    noise = noise / (1 + frequency / 200).pow(between(0, 1))
    hiss = torch.fft.irfft(noise, length)
    level = x.square().mean(1, keepdim=True).sqrt()
    ratio = 10 ** (-between(8, 45) / 20)
    x = x + chance(0.6) * ratio * level * hiss / hiss.square().mean(1, keepdim=True).add(1e-12).sqrt()
    return x * (0.045 * 10 ** (between(-3, 3) / 20) / x.square().mean(1, keepdim=True).add(1e-9).sqrt())
