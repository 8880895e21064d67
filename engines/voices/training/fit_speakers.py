"""First stage, on a GPU: aligns every clip and fits a modulation to every speaker.

``python -m engines.voices.training.fit_speakers DATA OUT --seconds 420``; DATA is what `prepare.py` wrote. Writes
`speakers-*.npz`: for every speaker the stock voice it began from, how far it moved, and the durations found. Their
principal directions are the encoder's.
"""

from __future__ import annotations

import argparse
import logging
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from engines.models.kokoro.graph_weights import dequantise
from engines.models.kokoro.network import KokoroNetwork
from engines.models.kokoro.pitch_map import PitchMap
from engines.types import FloatArray, IntArray
from engines.voices.acoustics import levelled, model_energy
from engines.voices.alignment import align
from engines.voices.fitting import (
    PASSAGE_FRAMES,
    SAMPLES_A_FRAME,
    Ears,
    Losses,
    Material,
    ModulationFit,
    Passage,
    say,
    spread_among,
    together,
)
from engines.voices.hearing import SpeakerNetwork
from engines.voices.profile import PitchRange
from engines.voices.training.corpus import Clip, load_clips, register_voice
from engines.voices.training.fits import Fits

log = logging.getLogger(__name__)

SEED = 20261130
WORST = 92
"""Clips whose cost of alignment is above this percentile are left out: their transcripts are not what was said."""
GROUP = 48
"""Voices fitted at a time."""
FORETOLD = 6
"""Passages of other text a speaker."""
STEPS = 200
TIMED = 10
"""Steps after which it is known how many there is time for."""


class Bench:
    """The network, the ears and the stock voices, on the device."""

    def __init__(self, data: Path, device: torch.device) -> None:
        with np.load(data / "network.npz") as table:
            weights = dequantise({name: table[name] for name in table.files})
        with np.load(data / "stock.npz") as table:
            self.stock = table["modulation"].astype(np.float32)
            self.names = [str(n) for n in table["names"]]
            self.network = KokoroNetwork(weights, table["source_weight"], float(table["source_bias"])).to(device).eval()
        with np.load(data / "speaker.npz") as table:
            self.ears = Ears(SpeakerNetwork({name: table[name] for name in table.files}), device)
        self.device = device
        self.spread = spread_among(self.stock)

    def say(self, passage: Passage, modulation: FloatArray) -> FloatArray:
        """[N] samples at 16 kHz."""
        return say(self.network, self.ears, passage, modulation)

    @torch.no_grad()
    def speaker(self, samples: FloatArray) -> FloatArray:
        """[256] of [N] samples at 16 kHz."""
        found: FloatArray = self.ears.speaker(torch.from_numpy(samples)[None].to(self.device))[0].cpu().numpy()
        return found

    @torch.no_grad()
    def colour(self, samples: FloatArray) -> Tensor:
        """[1, 160] the long-term spectrum of [N] samples at 16 kHz, on the device."""
        return self.ears.long_term(torch.from_numpy(samples)[None, None].to(self.device))


def recording_of(clip: Clip) -> FloatArray:
    """[N] at 16 kHz and the level of the model."""
    return levelled(clip.recording.astype(np.float32) / np.float32(32768))


def energy_of(recording: FloatArray, frames: int) -> FloatArray:
    """[2T] the model's energy of [N] samples at 16 kHz, brought to 24 kHz in the frequency domain."""
    spectrum = np.fft.rfft(recording)
    size = len(recording) * 3 // 2
    wider = np.zeros(size // 2 + 1, complex)
    wider[: len(spectrum)] = spectrum
    samples = np.fft.irfft(wider, size) * 1.5
    return model_energy(samples.astype(np.float32))[: 2 * frames]


def aligned(bench: Bench, clip: Clip) -> tuple[Passage, float] | None:
    """The clip with durations found in two passes, and the cost of the first."""
    recording = recording_of(clip)
    frames = len(recording) // SAMPLES_A_FRAME
    recording = recording[: frames * SAMPLES_A_FRAME]
    durations, f0, energy = next(iter(clip.plans()))
    stock = bench.stock[bench.names.index(register_voice(clip.f0))]
    spoken = bench.say(Passage(clip.content, durations.astype(np.int64), f0, energy), stock)
    first = align(spoken, durations.astype(np.int64), recording)
    if first is None:
        return None
    curve = energy_of(recording, frames)
    passage = Passage(clip.content, first.durations, clip.f0[: 2 * frames], curve, recording)
    second = align(bench.say(passage, stock), first.durations, recording, in_step=True)
    found = second.durations if second else first.durations
    return Passage(clip.content, found, clip.f0[: 2 * frames], curve, recording), first.cost


def foretold_passages(clip: Clip, clips: list[Clip], rng: np.random.Generator) -> list[Passage]:
    """Other texts as the speaker may say them: stock prosody in the speaker's range."""
    target = PitchRange.of(clip.f0)
    passages = []
    for other in rng.choice(len(clips), FORETOLD, replace=len(clips) < FORETOLD):
        plans = list(clips[other].plans())
        durations, f0, energy = plans[int(rng.integers(len(plans)))]
        own = PitchRange.of(f0)
        if target and own:
            f0 = PitchMap.between(own, target)(f0)
        passages.append(Passage(clips[other].content, durations.astype(np.int64), f0, energy))
    return passages


def nearest_stock(bench: Bench, clips: list[Clip], speakers: FloatArray) -> list[int]:
    """The stock voice most like each speaker [S, 256], judged on two texts."""
    voices = []
    for modulation in bench.stock:
        each = []
        for clip in clips[:2]:
            durations, f0, energy = next(iter(clip.plans()))
            each.append(
                bench.speaker(bench.say(Passage(clip.content, durations.astype(np.int64), f0, energy), modulation))
            )
        mean = np.mean(each, axis=0)
        voices.append(mean / np.linalg.norm(mean))
    return [int(i) for i in (speakers @ np.stack(voices).T).argmax(axis=1)]


def main() -> None:
    """Align and fit."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=300.0, help="for the fits")
    parser.add_argument("--again", type=Path, default=None, help="an earlier run: fit those that have not settled")
    options = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    rng = np.random.default_rng(SEED)
    bench = Bench(options.data, device)
    clips = load_clips(options.data)
    if options.again:
        fits = Fits.load(options.again)
        chosen = np.flatnonzero(~fits.settled)
    else:
        fits = unfitted(bench, clips)
        chosen = np.arange(len(fits.names))
    log.info("%d of %d speakers to fit", len(chosen), len(fits.names))
    moved = fits.moved.copy()
    moved[chosen] = fit_all(bench, fits, chosen, {clip.name: clip for clip in clips}, options.seconds, rng)
    replace(fits, moved=moved).save(options.out)


def unfitted(bench: Bench, clips: list[Clip]) -> Fits:
    """All clips that align well, and the stock voice most like each."""
    found = [(clip, result) for clip in clips if (result := aligned(bench, clip)) is not None]
    costs = np.array([cost for _, (_, cost) in found])
    log.info("aligned; cost 10/50/90 %%: %s", np.percentile(costs, [10, 50, 90]))
    kept = [(clip, passage) for clip, (passage, cost) in found if cost <= np.percentile(costs, WORST)]
    speakers = np.stack([bench.speaker(recording_of(clip)) for clip, _ in kept])
    near = np.array(nearest_stock(bench, clips, speakers))
    still = np.zeros((len(kept), bench.network.modulation_size), np.float32)
    durations = tuple(passage.durations for _, passage in kept)
    return Fits(tuple(clip.name for clip, _ in kept), near, speakers, still, durations)


def passage_of(clip: Clip, durations: IntArray) -> Passage:
    """A clip with the durations found in it."""
    frames = int(durations.sum())
    recording = recording_of(clip)[: frames * SAMPLES_A_FRAME]
    return Passage(clip.content, durations, clip.f0[: 2 * frames], energy_of(recording, frames), recording)


class Group:
    """Speakers fitted together: their passages and where their voices begin, on the device."""

    def __init__(
        self, bench: Bench, fits: Fits, chosen: IntArray, clips: dict[str, Clip], rng: np.random.Generator
    ) -> None:
        self._bench, self._rng = bench, rng
        own = [(clips[fits.names[i]], fits.durations[i]) for i in chosen]
        every = list(clips.values())
        self._recorded = [Material([passage_of(clip, found)], bench.device) for clip, found in own]
        self._foretold = [Material(foretold_passages(clip, every, rng), bench.device) for clip, _ in own]
        self._start = torch.from_numpy(bench.stock[fits.near[chosen]]).to(bench.device)
        self._spread = torch.from_numpy(bench.spread).to(bench.device)
        self._speakers = torch.from_numpy(fits.speakers[chosen]).to(bench.device)
        self._colours = torch.cat([bench.colour(recording_of(clip)) for clip, _ in own])

    def fit(self) -> ModulationFit:
        """A fit at its beginning."""
        bench = self._bench
        return ModulationFit(bench.network, bench.ears, self._start, self._spread, self._speakers, self._colours)

    def step(self, fit: ModulationFit, at: int, steps: int) -> Losses:
        """One step of it."""
        rng = self._rng
        recorded = together([m.crop(0, PASSAGE_FRAMES, rng) for m in self._recorded])
        foretold = together([m.crop(int(rng.integers(len(m))), PASSAGE_FRAMES, rng) for m in self._foretold])
        return fit.step(recorded, foretold, at, steps)

    def moved(self, fit: ModulationFit) -> FloatArray:
        """[V, M] in spreads."""
        moved: FloatArray = ((fit.modulation - self._start) / self._spread).cpu().numpy()
        return moved


def fit_all(
    bench: Bench,
    fits: Fits,
    chosen: IntArray,
    clips: dict[str, Clip],
    seconds: float,
    rng: np.random.Generator,
) -> FloatArray:
    """[len(chosen), M] how far each speaker's voice is from its stock voice, in spreads."""
    torch.backends.cudnn.benchmark = True
    # Groups of one size, the last filled up with more of the first: for a new size the kernels are chosen anew.
    size = min(GROUP, len(chosen))
    padded = np.resize(chosen, -(-len(chosen) // size) * size)
    moved: dict[int, FloatArray] = {}
    began: float | None = None
    for first in range(0, len(padded), size):
        indices = padded[first : first + size]
        group = Group(bench, fits, indices, clips, rng)
        if began is None:
            group.step(group.fit(), 0, STEPS)  # chooses the kernels
            began = time.monotonic()
        fit, steps, at = group.fit(), STEPS, 0
        begun = time.monotonic()
        share = (seconds - (begun - began)) * size / (len(padded) - first)
        while at < steps:
            losses = group.step(fit, at, steps)
            at += 1
            if at == TIMED:
                steps = max(at, min(STEPS, int(share / ((time.monotonic() - begun) / at))))
        means = [float(x.mean()) for x in losses]
        log.info("%d steps: spectral %.3f likeness %.3f, elsewhere %.3f", steps, *means)
        moved.update(zip(indices.tolist(), group.moved(fit), strict=True))
    return np.stack([moved[i] for i in chosen.tolist()])


if __name__ == "__main__":
    main()
