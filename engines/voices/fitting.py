"""Fits modulations to recordings: the method behind a refined voice, for one voice or many at once.

Only the modulations move; every weight of the network is frozen. What is compared are random passages of two seconds,
spoken with the durations, pitch and energy of the recording itself, and, for likeness, passages of other text. A pull
to the start, in units of the spread among the stock voices, keeps what the recording does not decide as it was. Needs
the extra `clone`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engines.models.kokoro.network import KokoroNetwork
from engines.types import FloatArray, IntArray
from engines.voices.captured import Captured, Tensors
from engines.voices.hearing import RATE, LongTermSpectrum, SpeakerNetwork, SpectralDistance, TwoThirds

PASSAGE_FRAMES = 80
"""Two seconds."""
SAMPLES_A_FRAME = RATE // 40


@dataclass(frozen=True, eq=False)
class Passage:
    """Something said: with a recording of it, or only foretold."""

    content: NDArray[np.floating[Any]]
    """[C, L] the model's features of the symbols."""
    durations: IntArray
    """[L] frames; sums to T."""
    f0: FloatArray
    """[2T] Hz."""
    energy: FloatArray
    """[2T]"""
    recording: FloatArray | None = None
    """[400 T] samples at 16 kHz."""


class Crops(NamedTuple):
    """A batch of pieces of passages, on the device."""

    content: Tensor
    f0: Tensor
    energy: Tensor
    recording: Tensor
    """[B, N]; silence where there is none."""


class Material:
    """Passages on the device, to cut pieces from."""

    def __init__(self, passages: Sequence[Passage], device: torch.device) -> None:
        self._items = []
        for p in passages:
            frames = int(p.durations.sum())
            recording = p.recording if p.recording is not None else np.zeros(frames * SAMPLES_A_FRAME, np.float32)
            index = np.repeat(np.arange(len(p.durations)), p.durations)
            arrays = (p.content, index, p.f0, p.energy, recording)
            self._items.append((frames, *(torch.from_numpy(np.ascontiguousarray(a)).to(device) for a in arrays)))

    def __len__(self) -> int:
        return len(self._items)

    def whole(self, item: int) -> Crops:
        """All of passage `item`."""
        _, content, index, f0, energy, recording = self._items[item]
        return Crops(content[:, index].float()[None], f0[None], energy[None], recording[None])

    def crop(self, item: int, frames: int, rng: np.random.Generator) -> Crops:
        """A piece [1, …] of passage `item`; a passage that is too short is padded with its last frame."""
        length, content, index, f0, energy, recording = self._items[item]
        start = int(rng.integers(0, max(1, length - frames + 1)))
        at = torch.arange(start, start + frames, device=content.device).clamp(max=length - 1)
        halves = torch.arange(2 * start, 2 * (start + frames), device=content.device).clamp(max=2 * length - 1)
        sound = recording[start * SAMPLES_A_FRAME : (start + frames) * SAMPLES_A_FRAME]
        sound = torch.nn.functional.pad(sound, (0, frames * SAMPLES_A_FRAME - len(sound)))
        return Crops(content[:, index[at]].float()[None], f0[halves][None], energy[halves][None], sound[None])


def together(crops: Sequence[Crops]) -> Crops:
    """One batch of several."""
    return Crops(*(torch.cat(parts) for parts in zip(*crops, strict=True)))


@dataclass(frozen=True)
class FitOptions:
    """How a fit goes."""

    rate: float = 0.08
    """Of Adam, in spreads a step."""
    pull: float = 0.003
    likeness: float = 0.5
    """Weight of the likeness, of the same text and of other text each, against the spectral distance."""
    colour: float = 1.0
    """Weight of the long-term spectrum of other text: what the same text teaches of the channel is not all that the
    voice does with it when it says something else."""


class Losses(NamedTuple):
    """Of one step, a piece: [B] each."""

    spectral: Tensor
    likeness: Tensor
    """Cosine to the speaker of the recording, of the passage itself."""
    likeness_elsewhere: Tensor
    """And of other text."""
    colour: Tensor
    """[V] mean distance of the long-term spectra of other text."""


class Ears:
    """The parts that listen, on one device."""

    def __init__(self, speaker: SpeakerNetwork, device: torch.device) -> None:
        self.resample = TwoThirds().to(device)
        self.distance = SpectralDistance().to(device)
        self.long_term = LongTermSpectrum().to(device)
        self.speaker = speaker.to(device)


class _Adam:
    """Kingma & Ba 2015, of one tensor. That of PyTorch imports its compiler first, some seconds a process."""

    _FIRST, _SECOND, _TINY = 0.9, 0.98, 1e-8

    def __init__(self, values: Tensor) -> None:
        self._values, self._steps = values, 0
        self._mean, self._square = torch.zeros_like(values), torch.zeros_like(values)

    @torch.no_grad()
    def step(self, gradient: Tensor, rate: float) -> None:
        """Move the values."""
        self._steps += 1
        self._mean.lerp_(gradient, 1 - self._FIRST)
        self._square.lerp_(gradient.square(), 1 - self._SECOND)
        scale = (self._square / (1 - self._SECOND**self._steps)).sqrt_().add_(self._TINY)
        self._values.addcdiv_(self._mean, scale, value=-rate / (1 - self._FIRST**self._steps))


class ModulationFit:
    """Modulations [V, M] being fitted to V speakers.

    Parameters
    ----------
    start
        [V, M] where each begins.
    spread
        [M] the unit of each coefficient.
    speakers
        [V, 256] what `SpeakerNetwork` makes of each speaker's recordings.
    colours
        [V, 160] what `LongTermSpectrum` makes of them.
    """

    def __init__(
        self,
        network: KokoroNetwork,
        ears: Ears,
        start: Tensor,
        spread: Tensor,
        speakers: Tensor,
        colours: Tensor,
        options: FitOptions | None = None,
    ) -> None:
        self._network, self._ears = network, ears
        self._start, self._spread, self._speakers = start, spread, speakers
        self._colours = colours
        self._options = options or FitOptions()
        self._moved = torch.zeros_like(start, requires_grad=True)
        self._adam = _Adam(self._moved)
        self._compute = Captured(self._differentiate) if start.device.type == "cuda" else self._differentiate

    @property
    def modulation(self) -> Tensor:
        """[V, M] as it stands."""
        return (self._start + self._spread * self._moved).detach()

    def step(self, recorded: Crops, foretold: Crops, step: int, steps: int) -> Losses:
        """One step of Adam on pieces of recordings [B] and as many of other text, of every voice in turn."""
        both = together([recorded, foretold])
        gradient, *losses = self._compute(*both[:3], recorded.recording)
        self._adam.step(gradient, self._options.rate * cosine_rate(step, steps))
        return Losses(*losses)

    def _differentiate(self, content: Tensor, f0: Tensor, energy: Tensor, recording: Tensor) -> Tensors:
        """The gradient [V, M], and the losses; of the recordings, then of as many passages of other text."""
        o, ears = self._options, self._ears
        count = len(recording)
        copies = count // len(self._start)
        modulation = self._start + self._spread * self._moved
        heard = ears.resample(self._network(content, f0, energy, modulation.repeat(2 * copies, 1)))
        spectral = ears.distance(heard[:count], recording)
        likeness = (ears.speaker(heard) * self._speakers.repeat(2 * copies, 1)).sum(1)
        unlike = 2 - likeness[:count] - likeness[count:]
        elsewhere = heard[count:].view(copies, len(self._start), -1).transpose(0, 1)
        colour = (ears.long_term(elsewhere) - self._colours).abs().mean(1)
        loss = (spectral + o.likeness * unlike).sum() / copies + o.colour * colour.sum()
        loss = loss + o.pull * self._moved.square().mean(1).sum()
        (gradient,) = torch.autograd.grad(loss, [self._moved])
        return tuple(t.detach() for t in (gradient, spectral, likeness[:count], likeness[count:], colour))


@torch.no_grad()
def say(network: KokoroNetwork, ears: Ears, passage: Passage, modulation: FloatArray) -> FloatArray:
    """[N] samples at 16 kHz of a whole passage, by a voice [M]."""
    index = np.repeat(np.arange(len(passage.durations)), passage.durations)
    arrays = (passage.content[:, index].astype(np.float32), passage.f0, passage.energy, modulation)
    device = next(network.buffers()).device
    tensors = [torch.from_numpy(np.ascontiguousarray(a))[None].to(device) for a in arrays]
    said: FloatArray = ears.resample(network(*tensors))[0].cpu().numpy()
    return said


def spread_among(voices: FloatArray) -> FloatArray:
    """[M] how much each coefficient differs among voices [V, M]; the least a quarter of the middle one."""
    spread = voices.std(axis=0)
    floored: FloatArray = np.maximum(spread, 0.25 * np.median(spread)).astype(np.float32)
    return floored


def cosine_rate(step: int, steps: int, warm: int = 10) -> float:
    """Share of the learning rate: a short rise, then half a cosine down to 2 %."""
    return min(1.0, (step + 1) / warm) * (0.5 + 0.5 * math.cos(math.pi * min(1.0, step / max(1, steps)))) + 0.02
