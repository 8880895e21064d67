"""Second stage, on a GPU: trains the encoder on recordings, on the voices fitted to them and on mixtures of those.

``python -m engines.voices.training.train DATA FITS OUT --seconds 540 [--resume FOLDER]``. DATA is what `prepare.py`
wrote and FITS what `fit_speakers.py` did. A recording, spoiled as recordings are, becomes a voice; the voice says
what the speaker said and other text; what is compared is the sound and the likeness, also with the channel removed.
Mixtures of fitted voices are speakers without number, whose voice is known: they teach the encoder by what they say.
"""

from __future__ import annotations

import argparse
import json
import logging
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812

from engines.models.kokoro.pitch_map import PitchMap
from engines.types import FloatArray, IntArray
from engines.voices.fitting import Material, Passage, cosine_rate, together
from engines.voices.hearing import ChannelRemoval
from engines.voices.profile import PitchRange
from engines.voices.training.corpus import Clip, load_clips
from engines.voices.training.encoder import Guess, LogMel, VoiceEncoder
from engines.voices.training.fit_speakers import Bench, foretold_passages, passage_of, recording_of
from engines.voices.training.fits import Fits
from engines.voices.training.perturbation import SPEEDS, at_speed
from engines.voices.training.spoiling import spoil

log = logging.getLogger(__name__)

SEED = 20261130
DIRECTIONS = 128
HELD_OUT = 15
"""Every such speaker is kept for validation: in neither the directions nor the training."""
BATCH, MIXTURES = 20, 12
FRAMES = 64
MIXTURE_FRAMES = (100, 120, 160, 240)
REFERENCE_SECONDS = (3, 4, 6, 8)
RATE = 16_000
PACE_LIMIT = 0.35


@dataclass(frozen=True, eq=False)
class Speaker:
    """One speaker of the training set."""

    clip: Clip
    passage: Passage
    recorded: Material
    foretold: Material
    samples: Tensor
    """[N] of the recording, on the device."""
    embedding: Tensor
    """[256]"""
    coefficients: Tensor
    """[K] of the fitted voice."""
    pace: float
    range: PitchRange | None
    settled: bool
    """Whether `coefficients` are those of a finished fit."""


class Trainer:
    """Everything that a step needs."""

    def __init__(self, data: Path, fits: Path, device: torch.device, resume: Path | None = None) -> None:
        self.rng = np.random.default_rng(SEED)
        torch.manual_seed(SEED)
        self.bench = Bench(data, device)
        self.device = device
        clips = {clip.name: clip for clip in load_clips(data)}
        found = Fits.load(fits)
        settled = found.settled
        log.info("%d of %d fits have settled", settled.sum(), len(settled))
        spread = self.bench.spread
        fitted = self.bench.stock[found.near] + found.moved * spread
        held = np.arange(len(found.names)) % HELD_OUT == 0
        state = load_state(resume, device) if resume else {}
        if state:
            self.centre, self.directions = (state[n].cpu().numpy() for n in ("centre", "directions"))
            basis = np.linalg.pinv(self.directions / spread).astype(np.float32)
        else:
            self.centre, self.directions, basis = principal(fitted[~held & settled], self.bench.stock, spread)
        scores = ((fitted - self.centre) / spread) @ basis
        self.stock_scores = torch.from_numpy(
            (((self.bench.stock - self.centre) / spread) @ basis).astype(np.float32)
        ).to(device)
        every = list(clips.values())
        self.speakers: list[Speaker] = []
        self.held: list[Speaker] = []
        for i, name in enumerate(found.names):
            scored = torch.from_numpy(scores[i].astype(np.float32)).to(device)
            own = (clips[name], found.durations[i])
            speaker = self.speaker_of(*own, every, scored, settled=bool(settled[i]))
            (self.held if held[i] else self.speakers).append(speaker)
            if not held[i]:
                # At another speed, a recording is that of another speaker, whose voice nobody has fitted.
                warped = [at_speed(*own, speed) for speed in SPEEDS]
                self.speakers += [self.speaker_of(*w, every, torch.zeros_like(scored), settled=False) for w in warped]
        self.flatten = ChannelRemoval(np.zeros(513, np.float32)).to(device)
        everyone = (*self.speakers, *self.held)
        with torch.no_grad():
            self.spectra = {id(s): self.flatten.spectrum(s.samples[None])[0] for s in everyone}
            self.flatten.wanted.copy_(torch.stack([self.spectra[id(s)] for s in self.speakers]).mean(0))
            self.flat = {id(s): self.bench.ears.speaker(self.flatten(s.samples[None]))[0] for s in everyone}
        self.mel = LogMel().to(device)
        self.encoder = VoiceEncoder(self.directions, self.centre).to(device)
        if state:
            self.encoder.load_state_dict(state)
        self.average = VoiceEncoder(self.directions, self.centre).to(device)
        self.average.load_state_dict(self.encoder.state_dict())
        self.average.requires_grad_(False).eval()

    def speaker_of(
        self, clip: Clip, durations: IntArray, texts: list[Clip], coefficients: Tensor, *, settled: bool
    ) -> Speaker:
        """One speaker, ready to be learnt from."""
        passage = passage_of(clip, durations)
        sound = recording_of(clip)
        return Speaker(
            clip,
            passage,
            Material([passage], self.device),
            Material(foretold_passages(clip, texts, self.rng), self.device),
            torch.from_numpy(sound).to(self.device),
            torch.from_numpy(self.bench.speaker(sound)).to(self.device),
            coefficients,
            pace_of(clip, durations),
            PitchRange.of(clip.f0),
            settled,
        )

    def coloured(self, samples: Tensor, speakers: list[Speaker]) -> Tensor:
        """[B, N] samples with the long-term spectra of the recordings of speakers, as clones are heard."""
        return self.flatten(samples, torch.stack([self.spectra[id(s)] for s in speakers]))

    def guess(self, encoder: VoiceEncoder, samples: Tensor) -> Guess:
        """What the encoder makes of [B, N] samples."""
        with torch.no_grad():
            embedding, mel = self.bench.ears.speaker(samples), self.mel(samples)
        guess: Guess = encoder(mel, embedding)
        return guess

    def references(self, speakers: list[Speaker], seconds: float) -> Tensor:
        """[B, N] a random stretch of every recording."""
        length = int(seconds * RATE)
        pieces = []
        for s in speakers:
            start = int(self.rng.integers(0, max(1, len(s.samples) - length + 1)))
            piece = s.samples[start : start + length]
            pieces.append(F.pad(piece, (0, length - len(piece))))
        return torch.stack(pieces)

    def real_loss(self) -> tuple[Tensor, dict[str, float]]:
        """From recordings of speakers."""
        chosen = [
            self.speakers[i] for i in self.rng.choice(len(self.speakers), min(BATCH, len(self.speakers)), replace=False)
        ]
        with torch.no_grad():
            heard = spoil(self.references(chosen, float(self.rng.choice(REFERENCE_SECONDS))), colour=0.5)
        guess = self.guess(self.encoder, heard)
        modulation = self.encoder.modulation(guess.coefficients)
        crops = together(
            [s.recorded.crop(0, FRAMES, self.rng) for s in chosen]
            + [s.foretold.crop(int(self.rng.integers(len(s.foretold))), FRAMES, self.rng) for s in chosen]
        )
        count = len(chosen)
        made = self.bench.ears.resample(
            self.bench.network(crops.content, crops.f0, crops.energy, modulation.repeat(2, 1))
        )
        spectral = self.bench.ears.distance(made[:count], crops.recording[:count]).mean()
        wanted = torch.stack([s.embedding for s in chosen])
        said = torch.cat([made[:count], self.coloured(made[count:], chosen)])
        like = (self.bench.ears.speaker(said) * wanted.repeat(2, 1)).sum(1)
        flat = (
            self.bench.ears.speaker(self.flatten(made[count:])) * torch.stack([self.flat[id(s)] for s in chosen])
        ).sum(1)
        errors = F.smooth_l1_loss(
            guess.coefficients, torch.stack([s.coefficients for s in chosen]), reduction="none"
        ).mean(1)
        settled = torch.tensor([float(s.settled) for s in chosen], device=self.device)
        regression = (errors * settled).sum() / settled.sum().clamp(min=1)
        pace = (guess.pace - torch.tensor([s.pace for s in chosen], device=self.device)).square().mean()
        loss = spectral + 1.5 * (1 - like).mean() + 1.0 * (1 - flat).mean() + 0.3 * regression + 2 * pace
        loss = loss + 0.01 * guess.coefficients.square().mean()
        parts = {"spectral": spectral, "like": like.mean(), "flat": flat.mean(), "regression": regression, "pace": pace}
        return loss, {k: float(v.detach()) for k, v in parts.items()}

    @torch.no_grad()
    def mixtures(self) -> tuple[Tensor, Tensor, Tensor]:
        """Voices between and a little beyond the speakers, what they say [B, N], and their pace."""
        known_voices = [s for s in self.speakers if s.settled]
        everything = torch.cat([torch.stack([s.coefficients for s in known_voices]), self.stock_scores])
        frames = int(self.rng.choice(MIXTURE_FRAMES))
        coefficients, crops, paces = [], [], []
        for _ in range(MIXTURES):
            count = int(self.rng.integers(1, 4))
            chosen = self.rng.choice(len(everything), count, replace=False)
            weights = torch.from_numpy(self.rng.dirichlet(np.full(count, 0.8)).astype(np.float32)).to(self.device)
            mixed = (weights[:, None] * everything[chosen]).sum(0)
            mixed = mixed * float(self.rng.uniform(0.9, 1.3)) + 0.15 * torch.randn_like(mixed)
            ranges = [known_voices[i].range for i in chosen if i < len(known_voices)]
            known = [r for r in ranges if r]
            clip = self.speakers[int(self.rng.integers(len(self.speakers)))].clip
            plans = list(clip.plans())
            natural = int(plans[0][0].sum())
            durations, f0, energy = plans[int(self.rng.integers(len(plans)))]
            own = PitchRange.of(f0)
            if known and own:
                target = PitchRange(
                    float(np.mean([r.mean_log_hz for r in known]) + self.rng.normal(0, 0.06)),
                    float(np.mean([r.spread_log_hz for r in known])),
                )
                f0 = PitchMap.between(own, target)(f0)
            speed = float(self.rng.uniform(0.75, 1.35))
            slow = stretch(durations.astype(np.int64), f0, energy, 1 / speed)
            crops.append(Material([Passage(clip.content, *slow)], self.device).crop(0, frames, self.rng))
            coefficients.append(mixed)
            paces.append(np.clip(np.log(natural / slow[0].sum()), -PACE_LIMIT, PACE_LIMIT))
        batch = together(crops)
        voices = torch.stack(coefficients)
        made = self.bench.network(batch.content, batch.f0, batch.energy, self.encoder.modulation(voices))
        heard = spoil(self.bench.ears.resample(made), colour=0.5)
        return voices, heard, torch.tensor(np.array(paces), dtype=torch.float32, device=self.device)

    def mixture_loss(self) -> tuple[Tensor, dict[str, float]]:
        """From mixtures of fitted voices."""
        voices, heard, paces = self.mixtures()
        guess = self.guess(self.encoder, heard)
        regression = F.smooth_l1_loss(guess.coefficients, voices)
        pace = (guess.pace - paces).square().mean()
        return regression + 2 * pace, {"mixed": float(regression.detach()), "mixed_pace": float(pace.detach())}

    @torch.no_grad()
    def validate(self) -> dict[str, float]:
        """Likeness of held-out speakers' voices saying other text, plain and with the channel removed."""
        rng = np.random.default_rng(1)
        like, coloured, flat, pace, real = [], [], [], [], []
        for s in self.held:
            guess = self.guess(self.average, s.samples[None, : 8 * RATE])
            modulation = self.average.modulation(guess.coefficients)
            crops = together([s.foretold.crop(i, 120, rng) for i in range(4)])
            made = self.bench.ears.resample(
                self.bench.network(crops.content, crops.f0, crops.energy, modulation.repeat(4, 1))
            )
            like.append(float((self.bench.ears.speaker(made) @ s.embedding).mean()))
            coloured.append(float((self.bench.ears.speaker(self.coloured(made, [s])) @ s.embedding).mean()))
            flat.append(float((self.bench.ears.speaker(self.flatten(made)) @ self.flat[id(s)]).mean()))
            pace.append(abs(float(guess.pace) - s.pace))
            real.append(float((self.bench.ears.speaker(s.samples[None, : 3 * RATE]) @ s.embedding).mean()))
        return {
            "like": float(np.mean(like)),
            "coloured": float(np.mean(coloured)),
            "flat": float(np.mean(flat)),
            "pace": float(np.mean(pace)),
            "real": float(np.mean(real)),
        }


def load_state(folder: Path, device: torch.device) -> dict[str, Tensor]:
    """The weights that `save` wrote."""
    state: dict[str, Tensor] = {}
    for part in ("encoder.pt", "directions.pt"):
        state.update(torch.load(folder / part, map_location=device, weights_only=True))
    return {name: value.float() for name, value in state.items()}


def principal(fitted: FloatArray, stock: FloatArray, spread: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Centre [M], directions [K, M] of unit spread, and [M, K] from (x - centre) / spread to coefficients."""
    centre = fitted.mean(axis=0)
    both = (np.concatenate([fitted, stock]) - centre) / spread
    _, values, rows = np.linalg.svd(both, full_matrices=False)
    count = min(DIRECTIONS, len(values) - 1)
    scale = values[:count] / np.sqrt(len(both))
    share = (values[:count] ** 2).sum() / (values**2).sum()
    log.info("%d directions hold %.1f %% of the variance", count, 100 * share)
    directions = rows[:count] * scale[:, None] * spread
    return centre, directions.astype(np.float32), (rows[:count] / scale[:, None]).T.astype(np.float32)


def pace_of(clip: Clip, durations: np.ndarray) -> float:
    """Log of how much faster than the model the speaker is: the whole clip, pauses included."""
    natural = int(next(iter(clip.plans()))[0].sum())
    return float(np.clip(np.log(natural / durations.sum()), -PACE_LIMIT, PACE_LIMIT))


def stretch(
    durations: np.ndarray, f0: FloatArray, energy: FloatArray, factor: float
) -> tuple[np.ndarray, FloatArray, FloatArray]:
    """A plan made longer by a factor, its curves with it."""
    longer = np.maximum(np.rint(durations * factor), 1).astype(np.int64)
    at = np.concatenate(
        [
            start + (np.arange(2 * n) + 0.5) / (2 * n) * m
            for start, n, m in zip(np.cumsum(durations) - durations, longer, durations, strict=True)
        ]
    )
    index = np.minimum((2 * at).astype(int), len(f0) - 1)
    return longer, f0[index], energy[index]


def main() -> None:
    """Train until the time is up."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("fits", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=540.0)
    parser.add_argument("--resume", type=Path, default=None)
    parser.add_argument("--rate", type=float, default=8e-4)
    options = parser.parse_args()
    begun = time.monotonic()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    t = Trainer(options.data, options.fits, device, options.resume)
    log.info("%d speakers, %d held out, ready after %.0f s", len(t.speakers), len(t.held), time.monotonic() - begun)
    own = [p for n, p in t.encoder.named_parameters() if n != "directions"]
    groups = [
        {"params": own, "lr": options.rate},
        {"params": [t.encoder.directions], "lr": options.rate / 8, "weight_decay": 0.0},
    ]
    adam = torch.optim.AdamW(groups, weight_decay=2e-2, betas=(0.9, 0.98))
    rates = [g["lr"] for g in groups]
    options.out.mkdir(parents=True, exist_ok=True)
    history = []
    torch.backends.cudnn.benchmark = True
    step, training = 0, time.monotonic()
    deadline = begun + options.seconds - 15
    while time.monotonic() < deadline:
        share = (time.monotonic() - training) / max(1.0, deadline - training)
        for group, rate in zip(adam.param_groups, rates, strict=True):
            group["lr"] = rate * cosine_rate(step if step < 50 else int(share * 1000), 1000, warm=50)
        t.encoder.train()
        real, parts = t.real_loss()
        mixed, more = t.mixture_loss()
        adam.zero_grad()
        (real + mixed).backward()
        torch.nn.utils.clip_grad_norm_(t.encoder.parameters(), 1.0)
        adam.step()
        keep = min(0.998, 1 - 1 / (step + 1))
        with torch.no_grad():
            for a, b in zip(t.average.parameters(), t.encoder.parameters(), strict=True):
                a.lerp_(b, 1 - keep)
        step += 1
        if step in (1, 2, 5, 20) or step % 100 == 0:
            figures = {**parts, **more}
            log.info(
                "step %d (%.0f s) %s",
                step,
                time.monotonic() - training,
                " ".join(f"{k} {v:.3f}" for k, v in figures.items()),
            )
        if step % 300 == 0:
            found = t.validate()
            history.append({"step": step, "seconds": time.monotonic() - training, **found})
            log.info("validation %s", " ".join(f"{k} {v:.3f}" for k, v in found.items()))
            save(options.out, t.average, history)
    found = t.validate()
    history.append({"step": step, "seconds": time.monotonic() - training, **found})
    log.info("finished: step %d %s", step, found)
    save(options.out, t.average, history)


def save(out: Path, encoder: VoiceEncoder, history: list[dict[str, float]]) -> None:
    """Half-precision weights: the directions, which are most of them, in a file of their own."""
    state = {k: v.half().cpu() for k, v in encoder.state_dict().items()}
    big = {k: state.pop(k) for k in ("directions", "centre")}
    torch.save(state, out / "encoder.pt")
    torch.save(big, out / "directions.pt")
    (out / "history.json").write_text(json.dumps(history, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
