"""Third stage, on a GPU: learns how voices sound by their coefficients, for `engines.voices.search`.

``python -m engines.voices.training.foretell DATA FITS ENCODER OUT --seconds 160``. DATA is what `prepare.py` wrote,
FITS what `fit_speakers.py` did, ENCODER the folder of `train.py`. Voices are drawn at random around those that are
known, the synthesiser says something with each, and perceptrons learn the speaker embedding and the long-term spectrum
of it. Then more are drawn where searches for the training speakers end, since it is there that they have to be right
(Ross, Gordon & Bagnell 2011, "A reduction of imitation learning and structured prediction to no-regret online
learning"). Writes OUT, which the program has as `assets/weights/voice_search.npz`.
"""

from __future__ import annotations

import argparse
import logging
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from engines.voices.fitting import Material, together
from engines.voices.profile import VOICED_ABOVE_HZ, PitchRange
from engines.voices.search import EMBEDDING, USUAL_PITCH, placed
from engines.voices.training.corpus import load_clips
from engines.voices.training.encoder import LogMel
from engines.voices.training.export import EMPHASIS, load_trained
from engines.voices.training.fit_speakers import Bench, foretold_passages, recording_of
from engines.voices.training.fits import Fits
from engines.voices.training.train import HELD_OUT, SEED

log = logging.getLogger(__name__)

WIDTH = 768
LONG_TERM = 160
BATCH = 80
FRAMES = 96
PERCEPTRONS = 2
"""Their mean is right more often than each."""
TEXTS = 50
"""Clips whose texts are said."""
SEARCHES = ((0.005, 0.0), (0.02, 0.1), (0.05, 0.1))
"""Pull and weight of the spectrum of the searches whose ends are looked at again."""
_LEAST_VOICED = 20


class Foreteller(nn.Module):
    """[B, K + 2] coefficients and pitch to [B, 416], in spreads; see `search.SoundModel`."""

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.a = nn.Linear(inputs, WIDTH)
        self.b, self.c = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.out = nn.Linear(WIDTH, EMBEDDING + LONG_TERM)

    def forward(self, x: Tensor) -> Tensor:
        """Foretell."""
        x = F.silu(self.a(x))
        x = x + F.silu(self.b(x))
        made: Tensor = self.out(x + F.silu(self.c(x)))
        return made


@dataclass(frozen=True, eq=False)
class Known:
    """The speakers of the training set as they are heard, a row each."""

    guesses: Tensor
    """[S, K] coefficients by the encoder."""
    sounds: Tensor
    """[S, 416]"""
    pitch: Tensor
    """[S, 2] mean and spread of the logarithm."""


@dataclass(frozen=True, eq=False)
class Text:
    """Something to say, and the pitch with which the model would."""

    material: Material
    pitch: tuple[float, float]


class Trainer:
    """Draws voices, listens, and learns."""

    def __init__(self, data: Path, fits: Path, encoder: Path, device: torch.device) -> None:
        self.rng = np.random.default_rng(SEED)
        torch.manual_seed(SEED)
        self.device, self.bench = device, Bench(data, device)
        self.encoder, self.mel = load_trained(encoder).to(device), LogMel().to(device)
        self.encoder.requires_grad_(False)
        clips = {clip.name: clip for clip in load_clips(data)}
        found = Fits.load(fits)
        learnt = np.arange(len(found.names)) % HELD_OUT != 0
        spread, centre = self.bench.spread, self.encoder.centre.cpu().numpy()
        basis = np.linalg.pinv(self.encoder.directions.detach().cpu().numpy() / spread)
        fitted = self.bench.stock[found.near] + found.moved * spread
        voices = np.concatenate([fitted[learnt & found.settled], self.bench.stock])
        self.voices = self._on_device(((voices - centre) / spread) @ basis)
        names = [name for name, chosen in zip(found.names, learnt, strict=True) if chosen]
        self.known = self._heard([(recording_of(clips[n]), PitchRange.of(clips[n].f0)) for n in names])
        chosen = self.rng.permutation(len(names))[:TEXTS]
        every = list(clips.values())
        passages = [p for i in chosen for p in foretold_passages(clips[names[i]], every, self.rng)]
        self.texts = []
        for passage in passages:
            logs = np.log(passage.f0[passage.f0 > VOICED_ABOVE_HZ])
            if len(logs) >= _LEAST_VOICED:
                pitch = (float(logs.mean()), max(float(logs.std()), 0.05))
                self.texts.append(Text(Material([passage], device), pitch))
        self.nets = [Foreteller(self.voices.shape[1] + 2).to(device) for _ in range(PERCEPTRONS)]
        self.scale: tuple[Tensor, Tensor] | None = None
        self.examples: list[tuple[Tensor, Tensor, Tensor]] = []

    def gather(self, coefficients: Tensor, pitch: Tensor, deadline: float) -> None:
        """Listen to voices [B, K] of pitch [B, 2], as many as there is time for."""
        for some, high in zip(coefficients.split(BATCH), pitch.split(BATCH), strict=True):
            if time.monotonic() > deadline:
                return
            sounds = self._sounds(self.say(some, high))
            sane = sounds.isfinite().all(1)
            self.examples.append((some[sane], high[sane], sounds[sane]))

    def broad(self, count: int) -> tuple[Tensor, Tensor]:
        """Voices between, around and beyond those that are known, and their pitch."""
        pool = torch.cat([self.voices, self.known.guesses])
        parents = self._on_device(self.rng.integers(0, len(pool), (count, 3))).long()
        weights = self._on_device(self.rng.dirichlet(np.full(3, 0.6), count))
        voices = (weights[..., None] * pool[parents]).sum(1) * self._uniform(count, 0.8, 1.7)
        voices = voices + torch.randn_like(voices) * self._uniform(count, 0, 0.5)
        pitch = self.known.pitch[self._any(len(self.known.pitch), count)]
        return voices, self._shaken(pitch, 0.1, 0.03)

    def near_found(self, count: int) -> tuple[Tensor, Tensor]:
        """Voices near those that searches for the training speakers find now, and between them."""
        found = torch.stack([self.seek(*search) for search in SEARCHES])
        speakers = len(self.known.guesses)
        which, one, other = (self._any(n, count) for n in (len(SEARCHES), speakers, speakers))
        start = self.known.guesses[one]
        voices = start + (found[which, one] - start) * self._uniform(count, 0.3, 1.3)
        mixed = voices + (found[which, other] - voices) * self._uniform(count, 0, 0.5)
        voices = torch.where(torch.rand(count, 1, device=self.device) < 0.5, mixed, voices)
        return voices + 0.15 * torch.randn_like(voices), self._shaken(self.known.pitch[one], 0.06, 0.02)

    def learn(self, seconds: float, rate: float) -> None:
        """Train on all examples."""
        coefficients, pitch, sounds = (torch.cat(parts) for parts in zip(*self.examples, strict=True))
        if self.scale is None:
            # Some numbers of an embedding are always zero.
            self.scale = sounds.mean(0), sounds.std(0) + 2e-3
        given, wanted = self._given(coefficients, pitch), (sounds - self.scale[0]) / self.scale[1]
        order = torch.randperm(len(given), device=self.device)
        held, order = order[: len(order) // 20], order[len(order) // 20 :]
        adam = torch.optim.AdamW([p for net in self.nets for p in net.parameters()], lr=rate, weight_decay=1e-2)
        begun = time.monotonic()
        while (share := (time.monotonic() - begun) / seconds) < 1:
            adam.param_groups[0]["lr"] = rate * max(0.02, 1 - share)
            adam.zero_grad()
            for net in self.nets:
                some = order[self._any(len(order), min(2048, len(order)))]
                error = (net(given[some]) - wanted[some]).square()
                (error[:, :EMBEDDING].mean() + error[:, EMBEDDING:].mean()).backward()
            adam.step()
        with torch.no_grad():
            foretold = self.foretell(given[held])
            cosine = F.cosine_similarity(foretold[:, :EMBEDDING], sounds[held][:, :EMBEDDING]).mean()
            off = (foretold - sounds[held])[:, EMBEDDING:].abs().mean()
        log.info("%d examples; others: cosine %.4f, spectra off by %.3f", len(given), cosine, off)

    def foretell(self, given: Tensor) -> Tensor:
        """[B, 416] of [B, K + 2]."""
        assert self.scale is not None
        return torch.stack([net(given) for net in self.nets]).mean(0) * self.scale[1] + self.scale[0]

    def seek(self, pull: float, colour: float, steps: int = 120) -> Tensor:
        """[S, K] for the training speakers; see `search.seek`."""
        start, wanted = self.known.guesses, self.known.sounds
        found = start.clone().requires_grad_(True)
        adam = torch.optim.Adam([found], lr=0.05)
        for step in range(steps):
            adam.param_groups[0]["lr"] = 0.05 * (1 - step / steps) + 0.001
            made = self.foretell(self._given(found, self.known.pitch))
            unlike = 1 - F.cosine_similarity(made[:, :EMBEDDING], wanted[:, :EMBEDDING])
            off = (made - wanted)[:, EMBEDDING:].abs().mean(1)
            loss = unlike + colour * off + pull * (found - start).square().mean(1)
            adam.zero_grad()
            loss.sum().backward()
            adam.step()
        return found.detach()

    @torch.no_grad()
    def say(self, voices: Tensor, pitch: Tensor) -> Tensor:
        """[B, N] samples at 16 kHz: each voice says a piece of some text."""
        texts = [self.texts[int(i)] for i in self.rng.integers(0, len(self.texts), len(voices))]
        crops = together([text.material.crop(0, FRAMES, self.rng) for text in texts])
        own = torch.tensor([text.pitch for text in texts], device=self.device)
        logs = (torch.log(crops.f0.clamp(min=1)) - own[:, :1]) / own[:, 1:] * pitch[:, 1:] + pitch[:, :1]
        f0 = torch.where(crops.f0 > VOICED_ABOVE_HZ, logs.exp(), 0.0)
        with torch.autocast(self.device.type, torch.float16, enabled=self.device.type == "cuda"):
            audio = self.bench.network(crops.content, f0, crops.energy, self.encoder.modulation(voices))
        return self.bench.ears.resample(audio.float())

    def save(self, path: Path) -> None:
        """Write what `search.SoundModel.load` reads."""
        assert self.scale is not None
        states = [net.state_dict() for net in self.nets]
        state = {name: torch.stack([s[name] for s in states]) for name in states[0]}
        weights = {n.removesuffix(".weight"): v.half() for n, v in state.items() if n.endswith(".weight")}
        biases = {n.replace(".bias", "_bias"): v for n, v in state.items() if n.endswith(".bias")}
        stored = {**weights, **biases, "mean": self.scale[0], "scale": self.scale[1]}
        np.savez(path, allow_pickle=False, **{name: value.cpu().numpy() for name, value in stored.items()})

    @torch.no_grad()
    def _heard(self, speakers: list[tuple[np.ndarray, PitchRange | None]]) -> Known:
        guesses, sounds, pitch = [], [], []
        for recording, heard in speakers:
            samples = torch.from_numpy(recording)[None].to(self.device)
            embedding = self.bench.ears.speaker(samples)
            guesses.append(EMPHASIS * self.encoder(self.mel(samples), embedding).coefficients)
            sounds.append(self._sounds(samples))
            known = heard or USUAL_PITCH
            pitch.append((known.mean_log_hz, known.spread_log_hz))
        return Known(torch.cat(guesses), torch.cat(sounds), self._on_device(np.array(pitch)))

    @torch.no_grad()
    def _sounds(self, samples: Tensor) -> Tensor:
        return torch.cat([self.bench.ears.speaker(samples), self.bench.ears.long_term(samples[:, None])], 1)

    def _given(self, coefficients: Tensor, pitch: Tensor) -> Tensor:
        return torch.cat([coefficients, torch.stack(placed(pitch[:, 0], pitch[:, 1]), 1)], 1)

    def _shaken(self, pitch: Tensor, mean: float, spread: float) -> Tensor:
        shaken = pitch + torch.randn_like(pitch) * torch.tensor([mean, spread], device=self.device)
        return torch.stack([shaken[:, 0], shaken[:, 1].clamp(0.05, 0.5)], 1)

    def _uniform(self, count: int, low: float, high: float) -> Tensor:
        return torch.empty(count, 1, device=self.device).uniform_(low, high)

    def _any(self, size: int, count: int) -> Tensor:
        return torch.randint(size, (count,), device=self.device)

    def _on_device(self, values: np.ndarray) -> Tensor:
        return torch.from_numpy(values.astype(np.float32)).to(self.device)


def main() -> None:
    """Draw, learn, draw where it matters, learn again."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "fits", "encoder", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--seconds", type=float, default=160.0)
    parser.add_argument("--voices", type=int, default=200_000, help="to draw at most")
    options = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    trainer = Trainer(options.data, options.fits, options.encoder, device)
    begun = time.monotonic()
    log.info("%d speakers, %d texts", len(trainer.known.guesses), len(trainer.texts))
    trainer.gather(*trainer.broad(options.voices), begun + 0.48 * options.seconds)
    trainer.learn(0.14 * options.seconds, 1e-3)
    trainer.gather(*trainer.near_found(options.voices), begun + 0.84 * options.seconds)
    trainer.learn(0.16 * options.seconds, 7e-4)
    trainer.save(options.out)


if __name__ == "__main__":
    main()
