"""Kokoro at work: symbols to a plan, a plan to a prepared segment, a prepared segment to windows of audio."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import cast
from zipfile import BadZipFile

import numpy as np

from engines.audio.colour import equalised, equaliser, long_term_spectrum
from engines.audio.tilt import tilted
from engines.errors import ModelDamagedError
from engines.models import installed
from engines.models.base import Progress, Segment, Voice, VoiceInfo
from engines.models.kokoro.alphabet import ALPHABET, token_ids
from engines.models.kokoro.calibration import SENTENCES, sentences
from engines.models.kokoro.catalogue import VoiceCatalogue
from engines.models.kokoro.config import GRAPH_VERSION, KokoroConfig
from engines.models.kokoro.measured import MeasuredVoices
from engines.models.kokoro.profiles import CONTEXT_FRAMES, stage_profiles
from engines.models.kokoro.running import KokoroStages, describe
from engines.models.kokoro.segment import KokoroSegment, WindowRequest
from engines.models.kokoro.source import HarmonicSource
from engines.models.kokoro.statistics import SILENT_ENERGY, Shares, Statistics, VoiceStatistics
from engines.models.kokoro.voices import KokoroVoice, ModulationTables, StyleTable, fold_normalisation
from engines.runtime.backend import Backend, Session
from engines.runtime.fallback import Listener, StageStatus
from engines.types import FloatArray, IntArray, Phonemes, Plan
from engines.voices.profile import PitchRange, VoiceProfile

Measured = tuple[FloatArray, Statistics]
"""[N] samples of a segment as the network was trained, and what it was normalised by."""
_MARGIN_FRAMES = 2
"""Kept around the first and last half frames with energy; what is silent in them is cut from the audio."""


class KokoroModel:
    """A Kokoro pack loaded on a backend.

    Parameters
    ----------
    folder
        An installed pack, as `engines.models.kokoro.convert` writes it.
    backend
        Executes the stage graphs. It is expected to work always.
    faster
        Backends that are tried before it, the fastest first, each stage by itself.
    cache
        Folder for statistics measured on this machine.
    pack
        Name of the pack.
    listener
        Told when a stage has come to run on another backend.
    """

    context = CONTEXT_FRAMES

    def __init__(
        self,
        folder: Path,
        backend: Backend,
        cache: Path,
        *,
        pack: str,
        config: KokoroConfig | None = None,
        faster: Sequence[Backend] = (),
        listener: Listener | None = None,
    ) -> None:
        self.config = config or KokoroConfig()
        self._folder, self._backend = folder, backend
        try:
            data = (folder / "tables.npz").read_bytes()
            with np.load(io.BytesIO(data), allow_pickle=False) as tables:
                modulation = ModulationTables(
                    *(tables[n] for n in ("front_weight", "front_bias", "generator_weight", "generator_bias"))
                )
                self._source_weight = tables["source_weight"]
                self._source_bias = float(tables["source_bias"])
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            raise ModelDamagedError(
                f"tables.npz of {pack} cannot be read; remove the pack with `timbre models remove {pack}` "
                "and install it again."
            ) from error
        self.measured_key = hashlib.sha256(data + repr((GRAPH_VERSION, SENTENCES)).encode()).hexdigest()[:12]
        """Of what statistics depend on besides the voice: the weights, the graphs, and what is said to measure."""
        measured = MeasuredVoices(cache, self.measured_key, self.config.generator_channels_total)
        self._voices = VoiceCatalogue(folder, pack, self.config, modulation, measured)
        self._backends = (*faster, backend)
        self._numbers = [(b.name, b.fast_integers, b.half) for b in self._backends]
        self._stages = KokoroStages(
            folder,
            self._backends,
            self.config,
            source_weight=self._source_weight,
            source_bias=self._source_bias,
            listener=listener,
        )

    @property
    def digest(self) -> str:
        """Of the files of the pack, and of what runs every stage and how it computes; see `SpeechModel.digest`."""
        stages = [status.running for status in self._stages.status]
        text = repr((self._pack_digest, GRAPH_VERSION, self._numbers, stages))
        return hashlib.sha256(text.encode()).hexdigest()

    @cached_property
    def _pack_digest(self) -> str:
        return installed.digest(self._folder)

    @property
    def alphabet(self) -> frozenset[str]:
        """The symbols of `engines.models.kokoro.alphabet`."""
        return ALPHABET

    @property
    def max_symbols(self) -> int:
        """510: the text encoder's positions less the two silent tokens."""
        return self.config.max_symbols

    @property
    def sample_rate(self) -> int:
        """24 kHz."""
        return self.config.sample_rate

    @property
    def frame_samples(self) -> int:
        """600: a frame is 25 ms."""
        return self.config.frame_samples

    @property
    def voices(self) -> Mapping[str, VoiceInfo]:
        """The stock voices of the pack, then the profiles; see `SpeechModel.voices`."""
        return self._voices.infos

    @property
    def backend(self) -> str:
        """What runs the audio generator, which is nearly all of the work; what else is slower than wanted, with it."""
        return describe(self._stages.status)

    @property
    def status(self) -> tuple[StageStatus, ...]:
        """What runs every stage."""
        return self._stages.status

    @property
    def window(self) -> int | None:
        """See `SpeechModel.window`."""
        return self._stages.window

    def retry_backends(self) -> None:
        """Try backends that failed again at once, for example when engines have been built."""
        self._stages.retry()

    def rest(self) -> None:
        """Hold less memory until a voice is asked for; see `SpeechModel.rest`."""
        self._stages.rest()

    def interrupt(self, on: bool) -> None:
        """Fail all work; see `SpeechModel.interrupt`."""
        for backend in self._backends:
            backend.interrupt(on)

    def warm_up(self) -> None:
        """Run every stage once."""
        self._stages.warm_up()

    def take_profiles(self, profiles: Iterable[VoiceProfile]) -> None:
        """Add voices to the stock voices; see `SpeechModel.take_profiles`."""
        self._voices.take(profiles)

    def voice(self, name: str, progress: Progress | None = None, *, measured: bool = True) -> KokoroVoice:
        """Load a voice by name; see `SpeechModel.voice`."""
        self._stages.wake()
        return self._voices.voice(name, self, progress, measured=measured)

    def voice_of(self, profile: VoiceProfile, progress: Progress | None = None) -> KokoroVoice:
        """A profile as a voice, whether or not it has been taken; measured where it brings no statistics.

        Raises
        ------
        VoiceNotFoundError
            If the profile is of another family of models.
        """
        return self._voices.voice_of(profile, self, progress)

    def profile_of(self, name: str) -> VoiceProfile:
        """A voice as a profile; see `SpeechModel.profile_of`."""
        return self._voices.profile_of(name, self)

    def pitch_range(self, voice: Voice) -> PitchRange | None:
        """How high a voice speaks; see `SpeechModel.pitch_range`."""
        return self._voices.pitch_range(cast(KokoroVoice, voice), self)

    def stock_timbre(self, name: str) -> StyleTable:
        """The timbre of a stock voice."""
        return self._voices.stock_timbre(name)

    def stock_modulations(self) -> dict[str, FloatArray]:
        """The stock voices' modulations; see `SpeechModel.stock_modulations`."""
        return self._voices.stock_modulations()

    def plan(self, phonemes: Phonemes, voice: Voice) -> Plan:
        """Durations, pitch and energy of a segment; see `SpeechModel.plan`."""
        voice = cast(KokoroVoice, voice)
        style = voice.timbre.prosody(len(phonemes.symbols))[None]
        text = self._stages.text.run({"tokens": np.array([token_ids(phonemes.symbols)], np.int64), "style": style})
        durations = self._round(text["durations"][0] / np.float32(phonemes.utterance.speed * voice.rate))
        index = np.repeat(np.arange(len(durations)), durations)
        prosody = self._stages.prosody.run({"hidden": text["hidden"][:, index], "style": style})
        f0 = voice.pitch(prosody["f0"][0]) if voice.pitch else prosody["f0"][0]
        return Plan(phonemes, voice, durations, f0, prosody["energy"][0], text["content"][0])

    def prepare(self, plan: Plan) -> KokoroSegment:
        """Run the front on the whole segment; see `SpeechModel.prepare`."""
        voice = cast(KokoroVoice, plan.voice)
        symbols = len(plan.durations) - 2
        index = np.repeat(np.arange(len(plan.durations)), plan.durations)
        front = self._stages.front.run(
            {
                "content": np.ascontiguousarray(plan.content[None][:, :, index]),
                "f0": plan.f0[None],
                "energy": plan.energy[None],
                "modulation": voice.timbre.front(symbols)[None],
            }
        )
        modulation = voice.timbre.generator(symbols)
        source = HarmonicSource(plan.f0, self._source_weight, self._source_bias, self.config)
        segment = KokoroSegment(plan.frames, front["features"][0], source, modulation)
        if voice.statistics is None:
            audio, _ = self.measure(segment)
            if voice.colour is not None:
                audio = equalised(audio, equaliser(long_term_spectrum(audio), voice.colour))
            if plan.tilt is not None:
                audio = tilted(audio, self.sample_rate, plan.tilt)
            return replace(segment, whole=audio)
        statistics = voice.statistics.at(Shares.of(plan.f0, plan.energy))
        taps = None if voice.colour is None else equaliser(voice.statistics.spectrum, voice.colour)
        affine = fold_normalisation(modulation, statistics, self.config)
        return replace(segment, affine=affine, taps=taps, tilt=plan.tilt)

    def audible_frames(self, plan: Plan) -> tuple[int, int]:
        """The frames from first to last sound; see `SpeechModel.audible_frames`."""
        loud = np.flatnonzero(plan.energy >= SILENT_ENERGY)
        if not len(loud):
            return 0, plan.frames
        return max(int(loud[0]) // 2 - _MARGIN_FRAMES, 0), min(int(loud[-1]) // 2 + 1 + _MARGIN_FRAMES, plan.frames)

    def generate(self, segment: Segment, start: int, end: int) -> FloatArray:
        """Audio of a window; see `SpeechModel.generate`."""
        return self.generate_many([(segment, start, end)])[0]

    def generate_many(self, windows: Sequence[tuple[Segment, int, int]]) -> list[FloatArray]:
        """Audio of several windows; see `SpeechModel.generate_many`."""
        requests = [WindowRequest(cast(KokoroSegment, segment), start, end) for segment, start, end in windows]
        made = iter(self._stages.windows([r for r in requests if r.segment.whole is None]))
        return [self._finished(request, made) for request in requests]

    def _finished(self, request: WindowRequest, made: Iterator[FloatArray]) -> FloatArray:
        segment, start, end = request
        if segment.whole is not None:
            return segment.whole[start * self.frame_samples : end * self.frame_samples]
        audio = next(made)
        # The filters reach less than two frames beyond what is kept of the window, well inside its context.
        if segment.taps is not None:
            audio = equalised(audio, segment.taps)
        if segment.tilt is not None:
            audio = tilted(audio, self.sample_rate, segment.tilt[2 * start : 2 * end])
        return audio

    def measure(self, segment: KokoroSegment) -> Measured:
        """The whole segment normalised by its own statistics, as the network was trained, and those statistics."""
        return self._measure(self._load_calibration(), segment)

    def calibrate(self, voice: KokoroVoice, progress: Progress | None = None) -> VoiceStatistics:
        """Measure the statistics of a voice on some seconds of speech in its language."""
        session = self._load_calibration()
        return self.calibrate_with(lambda plan: self._measure(session, self.prepare(plan)), voice, progress)

    def calibrate_with(
        self, speak: Callable[[Plan], Measured], voice: KokoroVoice, progress: Progress | None = None
    ) -> VoiceStatistics:
        """The same by what speaks a plan as `measure` does a segment."""
        spoken = sentences(voice.info.language)
        measured, said = [], []
        for i, symbols in enumerate(spoken):
            if progress:
                title = voice.info.title or voice.info.name
                progress(f"Preparing the voice {title}; this happens once", i / len(spoken))
            plan = self.plan(Phonemes.from_symbols(symbols, voice.info.name, voice.info.language), voice)
            audio, statistics = speak(plan)
            measured.append((Shares.of(plan.f0, plan.energy), statistics))
            said.append(audio)
        return VoiceStatistics.fit(measured, long_term_spectrum(np.concatenate(said)))

    def _load_calibration(self) -> Session:
        # Not kept: it is needed once a voice and holds as many weights as the generator.
        return self._backend.load(self._folder / "calibration.onnx", stage_profiles(self.config)["calibration"])

    @staticmethod
    def _measure(session: Session, segment: KokoroSegment) -> Measured:
        outputs = session.run(
            {
                "features": segment.features[None],
                "source": segment.source.spectrum(0, segment.frames)[None],
                "modulation": segment.modulation[None],
            }
        )
        return outputs["audio"][0], Statistics(outputs["mean"][0], outputs["variance"][0])

    @staticmethod
    def _round(durations: FloatArray) -> IntArray:
        return np.maximum(np.rint(durations), 1).astype(np.int64)
