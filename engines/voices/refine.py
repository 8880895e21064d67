"""A voice brought as close to a reference as its modulations allow: fitted, step by step, to what is said in it.

The reference is aligned to its transcript by the instant voice; then passages of it are spoken with the reference's own
durations, pitch and energy, and the modulation is moved until they sound alike (`engines.voices.fitting`). Sentences
that are not in the reference tell when it has been enough. Needs the extra `clone`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
import soxr
import torch
from numpy.typing import NDArray

from engines.audio.pitch import track_pitch_widened
from engines.engine import DEFAULT_PACK, Engine
from engines.errors import NothingToSayError, TimbreError
from engines.models.kokoro.calibration import SENTENCES, sentences
from engines.models.kokoro.model import KokoroModel, Measured
from engines.models.kokoro.network import KokoroNetwork
from engines.models.kokoro.statistics import Statistics, VoiceStatistics
from engines.models.kokoro.voices import KokoroVoice
from engines.models.store import ModelStore
from engines.paths import home
from engines.types import FloatArray, Phonemes, Plan, Utterance
from engines.voices.acoustics import levelled, model_energy
from engines.voices.alignment import align
from engines.voices.fit_device import FitDevice, best_device, memory_told
from engines.voices.fitting import (
    PASSAGE_FRAMES,
    SAMPLES_A_FRAME,
    Ears,
    FitOptions,
    Material,
    ModulationFit,
    Passage,
    say,
    spread_among,
    together,
)
from engines.voices.hearing import RATE, SpeakerNetwork, speaker_weights
from engines.voices.profile import FASTEST_RATE, SLOWEST_RATE, VoiceProfile
from engines.voices.reference import Reference

DOUBTFUL_COST = 0.95
"""Of an alignment; 9 in 10 recordings with right transcripts stay below 0.82."""
_MOST_PACE = 2.0
"""Nobody speaks so much faster than the model."""
_STEPS_ON_CPU = 75
_RATE_SHARE = 0.8
"""How far the speaking rate follows: readers of books are slow, and sound odd at that rate elsewhere."""
_HELD_OUT = 2
"""Calibration sentences a language that no step sees; the last ones."""
_PATIENCE = 3
"""Looks at the held-out sentences in a row that find the voice worse than it was, after which a fit has ended."""
_WORSE = 0.005
"""By so much. That the likeness no longer grows is no reason to end: the slower steps at the end still bring the sound
nearer."""


class RefinementError(TimbreError):
    """The voice cannot be refined with what was given."""


@dataclass(frozen=True)
class RefineOptions:
    """How far to go."""

    steps: int = 200
    look_every: int = 15
    """Steps between two looks at the held-out sentences."""
    pieces: int = 4
    """Passages of the reference, and of other text, a step."""
    seed: int = 0
    fit: FitOptions = field(default_factory=FitOptions)

    @classmethod
    def usual(cls, steps: int | None = None, device: str | None = None) -> RefineOptions:
        """For a device; at most so many steps. Without a graphics card, what takes five minutes on two cores."""
        if (device or best_device(torch).name) == "cuda":
            return cls() if steps is None else cls(steps)
        return cls(_STEPS_ON_CPU if steps is None else steps, pieces=1)


class RefineStep(NamedTuple):
    """The voice after some steps."""

    step: int
    steps: int
    similarity: float
    """Of held-out sentences to the reference: the cosine of speaker embeddings, 0 to 1."""
    spectral: float
    """Distance between the reference and the same said by the voice, a mean since the last look; falls."""
    seconds: float
    """Since the fit began."""
    modulation: FloatArray


class Refinement:
    """One voice being refined.

    Parameters
    ----------
    engine
        With the default model; used for reading, planning and, at the end, measuring.
    transcript
        What is said in the samples of the reference, in full; see `transcript.part_in`.
    start
        The instant voice, or a step of an earlier refinement.
    device
        `cuda`, `cpu` or another of PyTorch; by default the GPU if there is one.

    Raises
    ------
    FitMemoryError
        If the graphics card is full; so do `steps`.
    RefinementError
        If nothing of the transcript can be said, or it is much longer than the reference.
    """

    def __init__(
        self,
        engine: Engine,
        reference: Reference,
        transcript: str,
        start: VoiceProfile,
        options: RefineOptions | None = None,
        device: str | None = None,
    ) -> None:
        if not isinstance(engine.model, KokoroModel):
            raise RefinementError("Only voices of the default model can be refined.")
        self._engine, self._model, self._start = engine, engine.model, start
        self._cleaning = reference.cleaning
        chosen = FitDevice(device) if device else best_device(torch)
        self._options = options or RefineOptions.usual(device=chosen.name)
        self._device = torch.device(chosen.name)
        self.device_problem = chosen.problem
        """Why it is not the graphics card, where there is one."""
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
        self._rng = np.random.default_rng(self._options.seed)
        torch.manual_seed(self._options.seed)
        pack = ModelStore(home()).require(DEFAULT_PACK)
        unmeasured = VoiceStatistics.unknown(self._model.config.generator_channels_total)
        self._draft = replace(start, statistics=unmeasured)
        self._voice = self._model.voice_of(self._draft)
        with memory_told(torch):
            self._network = KokoroNetwork.from_pack(pack, self._model.config).to(self._device).eval()
            self._ears = Ears(SpeakerNetwork(speaker_weights()), self._device)
            self._passage, self.cost, self._rate = self._align(reference, transcript)
            assert self._passage.recording is not None
            recording = torch.from_numpy(self._passage.recording)[None].to(self._device)
            with torch.no_grad():
                self._speaker = self._ears.speaker(recording)
                self._colour = self._ears.long_term(recording[None])

    @property
    def device(self) -> str:
        """What it runs on, for people."""
        return "graphics card" if self._device.type == "cuda" else "processor"

    @property
    def doubtful(self) -> bool:
        """Whether the transcript seems not to be what is said."""
        return self.cost > DOUBTFUL_COST

    def steps(self) -> Iterator[RefineStep]:
        """Fit; yields at every look until the voice stops getting better. May be left at any time."""
        o = self._options
        recorded = Material([self._passage], self._device)
        foretold = Material([self._foretold(s) for s in self._texts(held_out=False)], self._device)
        held_out = Material([self._foretold(s) for s in self._texts(held_out=True)], self._device)
        stock = np.stack(list(self._model.stock_modulations().values()))
        fit = ModulationFit(
            self._network,
            self._ears,
            torch.from_numpy(self._start.modulation)[None].to(self._device),
            torch.from_numpy(spread_among(stock)).to(self._device),
            self._speaker,
            self._colour,
            o.fit,
        )
        begun = time.monotonic()
        best, stale = self._similarity(fit, held_out), 0
        spectral: list[torch.Tensor] = []
        for step in range(1, o.steps + 1):
            own = together([recorded.crop(0, PASSAGE_FRAMES, self._rng) for _ in range(o.pieces)])
            other = [foretold.crop(self._pick(foretold), PASSAGE_FRAMES, self._rng) for _ in range(o.pieces)]
            with memory_told(torch):
                losses = fit.step(own, together(other), step - 1, o.steps)
            spectral.append(losses.spectral.mean())
            if step % o.look_every and step != o.steps:
                continue
            similarity = self._similarity(fit, held_out)
            seconds = time.monotonic() - begun
            modulation = fit.modulation[0].cpu().numpy()
            yield RefineStep(step, o.steps, similarity, float(torch.stack(spectral).mean()), seconds, modulation)
            spectral.clear()
            stale = stale + 1 if similarity < best - _WORSE else 0
            best = max(best, similarity)
            if stale >= _PATIENCE:
                return

    def profile(self, step: RefineStep, *, measured: bool = False) -> VoiceProfile:
        """The voice after a step; `measured` brings its statistics along, some seconds on a processor."""
        origin = replace(self._start.origin, kind="refined", similarity=step.similarity, cleaning=self._cleaning)
        # The fit has the colour of the recording in its modulation.
        made = replace(
            self._start, modulation=step.modulation, rate=self._rate, statistics=None, colour=None, origin=origin
        )
        if measured:
            on_card = self._device.type == "cuda"
            made = replace(made, statistics=self._measured(made) if on_card else self._model.voice_of(made).statistics)
        return made

    @memory_told(torch)
    def _measured(self, made: VoiceProfile) -> VoiceStatistics:
        """What the engine measures, by the network on the device; on a processor the engine itself is faster."""
        modulation = torch.from_numpy(made.modulation)[None].to(self._device)

        def speak(plan: Plan) -> Measured:
            passage = Passage(plan.content, plan.durations, plan.f0, plan.energy)
            spoken = Material([passage], self._device).whole(0)
            heard = self._network.measure(spoken.content, spoken.f0, spoken.energy, modulation)
            audio, mean, variance = (part[0].cpu().numpy() for part in heard)
            return audio, Statistics(mean, variance)

        voice = self._model.voice_of(replace(made, statistics=self._draft.statistics))
        return self._model.calibrate_with(speak, voice)

    def _align(self, reference: Reference, transcript: str) -> tuple[Passage, float, float]:
        sound = levelled(soxr.resample(reference.samples, 24_000, RATE).astype(np.float32))
        frames = len(sound) // SAMPLES_A_FRAME
        sound = sound[: frames * SAMPLES_A_FRAME]
        self._engine.refresh_voices(extra=(self._draft,))
        utterance = Utterance(transcript, self._start.name, self._start.language)
        plain = replace(self._voice, rate=1.0)
        try:
            segments = list(self._engine.phonemize(utterance))
        except NothingToSayError as error:
            raise RefinementError(
                "The transcript holds nothing that can be said; type what is said in the recording."
            ) from error
        spoken, sounding = self._planned(segments, plain)
        if len(spoken.durations) > frames or spoken.durations.sum() > _MOST_PACE * frames:
            needed, there = spoken.durations.sum() * SAMPLES_A_FRAME / RATE, len(sound) / RATE
            raise RefinementError(
                f"The transcript takes about {needed:.0f} seconds to say, and {there:.0f} seconds of the recording "
                "were chosen: give what is said in those alone, or have it written down for you."
            )
        modulation = self._start.modulation
        first = align(say(self._network, self._ears, spoken, modulation), spoken.durations, sound)
        f0 = np.zeros(2 * frames, np.float32)
        tracked = track_pitch_widened(sound, RATE)[: 2 * frames]
        f0[: len(tracked)] = tracked
        energy = np.zeros(2 * frames, np.float32)
        found = model_energy(soxr.resample(sound, RATE, 24_000).astype(np.float32))[: 2 * frames]
        energy[: len(found)] = found
        assert first is not None
        passage = Passage(spoken.content, first.durations, f0, energy, sound)
        second = align(say(self._network, self._ears, passage, modulation), first.durations, sound, in_step=True)
        if second is not None:
            passage = replace(passage, durations=second.durations)
        pace = spoken.durations[sounding].sum() / max(1, passage.durations[sounding].sum())
        rate = float(np.clip(pace**_RATE_SHARE, SLOWEST_RATE, FASTEST_RATE))
        return passage, first.cost, rate

    def _planned(self, segments: Sequence[Phonemes], voice: KokoroVoice) -> tuple[Passage, NDArray[np.bool_]]:
        """Segments one after the other, and which of their symbols [L] are sounds, not pauses."""
        plans = [self._model.plan(segment, voice) for segment in segments]
        sounding = [symbol.isalpha() for segment in segments for symbol in f" {segment.symbols} "]
        passage = Passage(
            np.concatenate([p.content for p in plans], axis=1),
            np.concatenate([p.durations for p in plans]),
            np.concatenate([p.f0 for p in plans]),
            np.concatenate([p.energy for p in plans]),
        )
        return passage, np.array(sounding)

    def _foretold(self, symbols: str) -> Passage:
        segment = Phonemes.from_symbols(symbols, self._start.name, self._start.language)
        return self._planned([segment], self._voice)[0]

    def _texts(self, *, held_out: bool) -> list[str]:
        """Some seconds of symbols each: of the voice's language, and of one other, so that it can speak that too."""
        own = sentences(self._start.language)
        texts = []
        for spoken in (own, next(s for s in SENTENCES.values() if s != own)):
            chosen = spoken[-_HELD_OUT:] if held_out else spoken[:-_HELD_OUT]
            half = len(chosen) if held_out else len(chosen) // 2
            texts += [" ".join(part) for part in (chosen[:half], chosen[half:]) if part]
        return texts

    def _pick(self, material: Material) -> int:
        return int(self._rng.integers(len(material)))

    @torch.no_grad()
    @memory_told(torch)
    def _similarity(self, fit: ModulationFit, held_out: Material) -> float:
        found = []
        for item in range(len(held_out)):
            whole = held_out.whole(item)
            said = self._network(whole.content, whole.f0, whole.energy, fit.modulation)
            found.append((self._ears.speaker(self._ears.resample(said)) @ self._speaker[0])[0])
        return float(torch.stack(found).mean())
