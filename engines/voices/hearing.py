"""What a fit listens with, in PyTorch: distances between spectra, and whose voice it is. Needs the extra `clone`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from engines.audio.analysis import mel_filters
from engines.models.kokoro.weights import ONNX_TO_TORCH_GATES, reorder_gates
from engines.types import FloatArray
from engines.voices.acoustics import LEVEL, LEVEL_FLOOR, LONG_TERM_BANDS, LONG_TERM_SIZE, QUIETER_SHARE
from engines.voices.instant import WEIGHTS

RATE = 16_000
"""Of all sound here, Hz."""
_TAPS = 96
_RESOLUTIONS = ((256, 24), (512, 48), (1024, 80), (2048, 120))


class TwoThirds(nn.Module):
    """24 kHz to 16 kHz by a windowed sinc, [B, N] to [B, N * 2 / 3]; N is a multiple of 3."""

    kernels: Tensor

    def __init__(self) -> None:
        super().__init__()
        t = np.arange(-_TAPS, _TAPS + 1)
        # At twice the rate of the input: pass below 0.94 of 8 kHz.
        cut = 0.94 / 3
        sinc = cut * np.sinc(cut * t) * np.kaiser(len(t), 10.0)
        sinc *= 2 / sinc.sum()
        # Output m is at input 1.5 m: two phases, whole and half.
        whole = sinc[_TAPS % 2 :: 2]
        half = sinc[(_TAPS + 1) % 2 :: 2]
        reach = _TAPS // 2
        kernels = np.zeros((2, 2 * reach + 2))
        kernels[0, : 2 * reach + 1] = whole[::-1]
        kernels[1, 1 : 1 + len(half)] = half[::-1]
        self._reach = reach
        self.register_buffer("kernels", torch.from_numpy(kernels[:, None]).float())

    def forward(self, x: Tensor) -> Tensor:
        """Resample."""
        padded = F.pad(x[:, None], (self._reach, self._reach + 2))
        even = F.conv1d(padded, self.kernels[:1], stride=3)
        odd = F.conv1d(padded[:, :, 1:], self.kernels[1:], stride=3)
        length = x.shape[1] // 3
        return torch.stack([even[:, 0, :length], odd[:, 0, :length]], 2).flatten(1)


class SpectralDistance(nn.Module):
    """Mean log-mel and linear distance at four resolutions, an item; after Yamamoto et al. 2020 (Parallel WaveGAN)."""

    def __init__(self) -> None:
        super().__init__()
        for size, bands in _RESOLUTIONS:
            filters = mel_filters(RATE, size, bands)
            self.register_buffer(f"filters_{size}", torch.from_numpy(filters / filters.sum(axis=0)).float().T)
            window = torch.hann_window(size)
            self.register_buffer(f"window_{size}", window / window.square().sum().sqrt())

    def forward(self, made: Tensor, wanted: Tensor) -> Tensor:
        """[B] of [B, N] each; no gradient reaches `wanted`."""
        total = torch.zeros(len(made), device=made.device)
        for size, _ in _RESOLUTIONS:
            a = self._levels(made, size)
            with torch.no_grad():
                b = self._levels(wanted, size)
            total = total + (torch.log(a + LEVEL_FLOOR) - torch.log(b + LEVEL_FLOOR)).abs().mean((1, 2))
            total = total + 0.5 * ((a - b).square().sum((1, 2)) / (b.square().sum((1, 2)) + 1e-6) + 1e-12).sqrt()
        return total / len(_RESOLUTIONS)

    def _levels(self, x: Tensor, size: int) -> Tensor:
        spectrum = torch.stft(x, size, size // 4, window=getattr(self, f"window_{size}"), return_complex=True)
        power = spectrum.real.square() + spectrum.imag.square()
        return (getattr(self, f"filters_{size}") @ power + 1e-9).sqrt()


class LongTermSpectrum(nn.Module):
    """Mean and spread over time of the log-mel levels of speech, whatever it says: voice, microphone and room."""

    filters: Tensor
    window: Tensor

    def __init__(self) -> None:
        super().__init__()
        filters = mel_filters(RATE, LONG_TERM_SIZE, LONG_TERM_BANDS)
        self.register_buffer("filters", torch.from_numpy(filters / filters.sum(axis=0)).float().T)
        window = torch.hann_window(LONG_TERM_SIZE)
        self.register_buffer("window", window / window.square().sum().sqrt())

    def forward(self, pieces: Tensor) -> Tensor:
        """[V, 160] of [V, n, N]: the pieces of a voice are heard as one; how loud it is does not matter."""
        voices, count, length = pieces.shape
        size = LONG_TERM_SIZE
        level = pieces.square().mean((1, 2), keepdim=True).add(1e-9).sqrt().detach()
        pieces = pieces * (LEVEL / level)
        stft = torch.stft(pieces.reshape(-1, length), size, size // 4, window=self.window, return_complex=True)
        power = self.filters @ (stft.real.square() + stft.imag.square())
        power = power.view(voices, count, *power.shape[1:]).transpose(1, 2).flatten(2)  # [V, 80, frames]
        levels = torch.log(power + LEVEL_FLOOR**2) / 2
        with torch.no_grad():
            energy = power.sum(1)
            loud = (energy >= energy.quantile(QUIETER_SHARE, dim=1, keepdim=True)).float()[:, None]
            loud = loud / loud.sum(2, keepdim=True)
        mean = (levels * loud).sum(2)
        spread = ((levels - mean[..., None]).square() * loud).sum(2).clamp(min=1e-6).sqrt()
        return torch.cat([mean - mean.mean(1, keepdim=True), spread], 1)


class SpeakerNetwork(nn.Module):
    """Whose voice it is: 256 numbers of length one, after Wan et al. 2018 (GE2E); weights of Resemblyzer (Apache-2.0).

    Parameters
    ----------
    weights
        `lstm.*` and `linear.*` of the published checkpoint, and `filters` [40, 201], its mel bank.
    """

    _WINDOW = 160
    """Frames of 10 ms that are embedded at a time."""
    _LEVEL = 10 ** (-30 / 20)
    filters: Tensor
    window: Tensor

    def __init__(self, weights: Mapping[str, FloatArray]) -> None:
        super().__init__()
        self.lstm = nn.LSTM(40, 256, 3, batch_first=True)
        self.linear = nn.Linear(256, 256)
        layers = {n: v for n, v in weights.items() if n.startswith(("lstm.", "linear."))}
        self.load_state_dict({n: torch.from_numpy(np.array(v, np.float32)) for n, v in layers.items()})
        self.register_buffer("filters", torch.from_numpy(np.array(weights["filters"], np.float32)))
        self.register_buffer("window", torch.hann_window(400))
        self.requires_grad_(False)

    def forward(self, samples: Tensor) -> Tensor:
        """[B, 256] of [B, N] samples: the mean over windows of 1.6 s, half overlapping."""
        level = samples.square().mean(-1, keepdim=True).add(1e-9).sqrt()
        spectrum = torch.stft(
            samples * (self._LEVEL / level), 400, 160, window=self.window, pad_mode="constant", return_complex=True
        )
        mel = (self.filters @ (spectrum.real.square() + spectrum.imag.square())).transpose(1, 2)
        if mel.shape[1] < self._WINDOW:
            mel = F.pad(mel, (0, 0, 0, self._WINDOW - mel.shape[1]))
        pieces = mel.unfold(1, self._WINDOW, self._WINDOW // 2).transpose(2, 3)  # [B, n, 160, 40]
        # cuDNN takes a gradient through a recurrent layer in training mode only; there is no dropout in it.
        self.lstm.train(torch.is_grad_enabled())
        _, (hidden, _) = self.lstm(pieces.flatten(0, 1))
        raw = F.relu(self.linear(hidden[-1]))
        each = raw / (raw.norm(dim=1, keepdim=True) + 1e-6)
        return F.normalize(each.view(*pieces.shape[:2], -1).mean(1), dim=1)


def speaker_weights(path: Path = WEIGHTS / "voice_encoder.onnx") -> dict[str, FloatArray]:
    """The weights of the speaker embedder, from the encoder that holds it, by their PyTorch names."""
    graph = onnx.load(str(path)).graph
    stored = {t.name.removesuffix(".half"): numpy_helper.to_array(t).astype(np.float32) for t in graph.initializer}
    weights = {n.removeprefix("speaker."): v for n, v in stored.items() if n.startswith("speaker.")}
    for layer, node in enumerate(n for n in graph.node if n.op_type == "LSTM"):
        inputs, recurrent, bias = (stored[name][0] for name in node.input[1:4])
        halves = zip(("ih", "hh"), (inputs, recurrent), np.split(bias, 2), strict=True)
        for kind, matrix, offset in halves:
            weights[f"lstm.weight_{kind}_l{layer}"] = reorder_gates(matrix, ONNX_TO_TORCH_GATES)
            weights[f"lstm.bias_{kind}_l{layer}"] = reorder_gates(offset, ONNX_TO_TORCH_GATES)
    with np.load(path.with_suffix(".npz"), allow_pickle=False) as table:
        weights["filters"] = table["filters"]
    return weights


class ChannelRemoval(nn.Module):
    """Gives sounds one long-term spectrum, so that what is left of a likeness is not that of the recording channel."""

    window: Tensor
    wanted: Tensor

    def __init__(self, wanted: FloatArray) -> None:
        super().__init__()
        self.register_buffer("window", torch.hann_window(1024))
        self.register_buffer("wanted", torch.from_numpy(np.array(wanted, np.float32)))

    def spectrum(self, samples: Tensor) -> Tensor:
        """[B, 513] log power of the louder 40 % of frames, smoothed."""
        stft = torch.stft(samples, 1024, 256, window=self.window, return_complex=True)
        power = stft.real.square() + stft.imag.square()
        energy = power.sum(1)
        loud = (energy >= energy.quantile(0.6, dim=1, keepdim=True)).float()
        mean = (power * loud[:, None]).sum(2) / loud.sum(1, keepdim=True)
        kernel = torch.hann_window(17, periodic=False, device=samples.device)[1:-1]
        padded = F.pad(torch.log(mean + 1e-9)[:, None], (7, 7), mode="replicate")
        return F.conv1d(padded, (kernel / kernel.sum())[None, None])[:, 0]

    def forward(self, samples: Tensor, wanted: Tensor | None = None) -> Tensor:
        """Filter [B, N] samples, to spectra [B, 513] of their own if given; measured without gradient."""
        with torch.no_grad():
            gain = ((self.wanted if wanted is None else wanted) - self.spectrum(samples)) / 2
            gain = (gain - gain.mean(1, keepdim=True)).clamp(-4, 4)
            bins = samples.shape[1] // 2 + 1
            curve = F.interpolate(gain[:, None], bins, mode="linear", align_corners=True)[:, 0].exp()
        flat = torch.fft.irfft(torch.fft.rfft(samples) * curve, samples.shape[1])
        level = samples.square().mean(1, keepdim=True).add(1e-9).sqrt()
        return flat * (level / flat.square().mean(1, keepdim=True).add(1e-9).sqrt()).detach()
