"""The voices that a loaded pack can speak with: its stock voices, and the profiles that it has been given."""

from __future__ import annotations

import difflib
import hashlib
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import numpy as np

from engines.audio.colour import BINS
from engines.errors import VoiceNotFoundError
from engines.models.base import Progress, Voice, VoiceInfo
from engines.models.kokoro.calibration import sentences
from engines.models.kokoro.config import KokoroConfig
from engines.models.kokoro.measured import MeasuredVoices
from engines.models.kokoro.pitch_map import PitchMap
from engines.models.kokoro.statistics import VoiceStatistics
from engines.models.kokoro.voices import (
    FixedTimbre,
    KokoroVoice,
    ModulationTables,
    StyleTable,
    Timbre,
    read_styles,
    voice_info,
)
from engines.types import FloatArray, Phonemes, Plan
from engines.voices.profile import Origin, PitchRange, VoiceProfile

_QUIET_PERCENTILE = 40
"""Of a plan's energy. The model's pitch goes on, falling, where its voice has faded, and a tracker hears none. With all
of it clones spoke 3 % too high on average, with the louder part 0.5 % (six readers)."""
USUAL_SYMBOLS = 64
"""The length of segment for which the styles of a stock voice stand for the voice, where it is made a profile."""


class Measuring(Protocol):
    """The part of the model that measures voices. Given to each call, not kept: a model is freed with its last user."""

    def plan(self, phonemes: Phonemes, voice: Voice, /) -> Plan:
        """See `SpeechModel.plan`."""
        ...

    def calibrate(self, voice: KokoroVoice, progress: Progress | None = None, /) -> VoiceStatistics:
        """See `KokoroModel.calibrate`."""
        ...


@dataclass(frozen=True)
class _Snapshot:
    """The voices at one moment."""

    infos: Mapping[str, VoiceInfo]
    profiles: Mapping[str, VoiceProfile]
    """Those of the voices that are not stock voices."""


class VoiceCatalogue:
    """Finds voices by name and makes them ready. All methods may be called from any thread.

    Parameters
    ----------
    folder
        The installed pack.
    tables
        Of the pack: style to modulation.
    measured
        What is known of voices from earlier.
    """

    def __init__(
        self,
        folder: Path,
        pack: str,
        config: KokoroConfig,
        tables: ModulationTables,
        measured: MeasuredVoices,
    ) -> None:
        self._folder, self._pack, self._config, self._tables = folder, pack, config, tables
        self._measured = measured
        self._stock = {path.stem: voice_info(path.stem, pack) for path in sorted((folder / "voices").glob("*.bin"))}
        self._now = _Snapshot(self._stock, {})
        self._loaded: dict[str, tuple[VoiceProfile | None, KokoroVoice]] = {}
        self._loading = threading.Lock()
        self._pitches: dict[str, PitchRange | None] = {}
        """By the digest of the voice."""

    @property
    def infos(self) -> Mapping[str, VoiceInfo]:
        """All voices by name; a snapshot."""
        return self._now.infos

    def take(self, profiles: Iterable[VoiceProfile]) -> None:
        """See `SpeechModel.take_profiles`."""
        taken = {p.name: p for p in profiles if p.name not in self._stock and self._fits(p)}
        # One assignment: other threads see the voices before or after, and nobody waits for a voice being measured.
        self._now = _Snapshot({**self._stock, **{name: _info(p) for name, p in taken.items()}}, taken)

    def voice(self, name: str, model: Measuring, progress: Progress | None, *, measured: bool = True) -> KokoroVoice:
        """See `SpeechModel.voice`."""
        profile = self._find(name)
        with self._loading:
            known = self._loaded.get(name)
            if known is None or known[0] is not profile or (measured and known[1].statistics is None):
                if profile:
                    voice = self.voice_of(profile, model, progress, measured=measured)
                else:
                    voice = self._stock_voice(name, model, progress, measured=measured)
                known = self._loaded[name] = profile, voice
            return known[1]

    def voice_of(
        self, profile: VoiceProfile, model: Measuring, progress: Progress | None, *, measured: bool = True
    ) -> KokoroVoice:
        """See `KokoroModel.voice_of`."""
        if not self._fits(profile):
            raise VoiceNotFoundError(
                f"The voice {profile.title} was made for the model {profile.family} and cannot speak with "
                f"{self._pack}: make it again, or install {profile.family}."
            )
        voice = self._unmeasured(_info(profile), FixedTimbre(profile, self._config.front_modulation))
        own = self._own_pitch(voice, model) if profile.pitch else None
        pitch = PitchMap.between(own, profile.pitch) if own and profile.pitch else None
        voice = replace(voice, rate=profile.rate, pitch=pitch, colour=profile.colour)
        statistics = profile.statistics or self._measured.profile(
            profile.digest, lambda: model.calibrate(voice, progress) if measured else None
        )
        return replace(voice, statistics=statistics)

    def profile_of(self, name: str, model: Measuring) -> VoiceProfile:
        """See `KokoroModel.profile_of`."""
        profile = self._find(name) or self._stock_profile(name)
        if profile.pitch is None:
            timbre = FixedTimbre(profile, self._config.front_modulation)
            profile = replace(profile, pitch=self._own_pitch(self._unmeasured(_info(profile), timbre), model))
        return profile

    def pitch_range(self, voice: KokoroVoice, model: Measuring) -> PitchRange | None:
        """See `SpeechModel.pitch_range`."""
        if voice.digest not in self._pitches:
            timbre = voice.timbre
            if not isinstance(timbre, FixedTimbre):
                timbre = FixedTimbre(self._stock_profile(voice.info.name), self._config.front_modulation)
            own = self._own_pitch(self._unmeasured(voice.info, timbre), model)
            self._pitches[voice.digest] = voice.pitch.range_of(own) if voice.pitch and own else own
        return self._pitches[voice.digest]

    def stock_timbre(self, name: str) -> StyleTable:
        """See `KokoroModel.stock_timbre`."""
        return StyleTable(read_styles(self._folder / "voices" / f"{name}.bin", self._config), self._tables)

    def stock_modulations(self) -> dict[str, FloatArray]:
        """See `KokoroModel.stock_modulations`."""
        return {name: _modulation(self.stock_timbre(name)) for name in self._stock}

    def _find(self, name: str) -> VoiceProfile | None:
        """The profile of that name; None for a stock voice."""
        now = self._now
        if name not in now.infos:
            meant = _nearest(name, now.infos)
            hint = f" Is {meant} meant?" if meant else ""
            raise VoiceNotFoundError(f"There is no voice named {name!r}; `timbre voices` lists those installed." + hint)
        return now.profiles.get(name)

    def _stock_voice(self, name: str, model: Measuring, progress: Progress | None, *, measured: bool) -> KokoroVoice:
        voice = self._unmeasured(self._stock[name], self.stock_timbre(name))
        statistics = self._measured.stock(name, lambda: model.calibrate(voice, progress) if measured else None)
        return replace(voice, statistics=statistics)

    def _stock_profile(self, name: str) -> VoiceProfile:
        timbre, info = self.stock_timbre(name), self._stock[name]
        return VoiceProfile(
            name=name,
            title=name,
            language=info.language,
            gender=info.gender,
            family=self._pack,
            modulation=_modulation(timbre),
            prosody=timbre.prosody(USUAL_SYMBOLS),
            pitch=None,
            rate=1.0,
            statistics=None,
            origin=Origin("stock", ""),
        )

    def _unmeasured(self, info: VoiceInfo, timbre: Timbre) -> KokoroVoice:
        return KokoroVoice(info, timbre, VoiceStatistics.unknown(self._config.generator_channels_total))

    def _own_pitch(self, voice: KokoroVoice, model: Measuring) -> PitchRange | None:
        """The range of the model's own pitch for a voice without a map, over what a voice is calibrated on."""
        info, style = voice.info, voice.timbre.prosody(USUAL_SYMBOLS)
        key = style.tobytes() + f"{info.language} {_QUIET_PERCENTILE}".encode()
        digest = hashlib.sha256(key).hexdigest()[:16]

        def measure() -> PitchRange | None:
            spoken = (Phonemes.from_symbols(s, info.name, info.language) for s in sentences(info.language))
            plans = [model.plan(phonemes, voice) for phonemes in spoken]
            loud = [p.f0[p.energy >= np.percentile(p.energy, _QUIET_PERCENTILE)] for p in plans]
            return PitchRange.of(np.concatenate(loud))

        return self._measured.pitch(digest, measure)

    def _fits(self, profile: VoiceProfile) -> bool:
        channels = self._config.generator_channels_total
        return (
            profile.family == self._pack
            and len(profile.modulation) == self._config.front_modulation + 2 * channels
            and len(profile.prosody) == self._config.style
            and (profile.statistics is None or profile.statistics.fits(channels))
            and (profile.colour is None or len(profile.colour) == BINS)
        )


def _nearest(name: str, infos: Mapping[str, VoiceInfo]) -> str | None:
    """The voice that is probably meant, by what it is called or titled; capitals make no difference."""
    called = {
        written.casefold(): info.name for info in infos.values() for written in (info.title, info.name) if written
    }
    near = difflib.get_close_matches(name.casefold(), called, n=1, cutoff=0.75)
    return called[near[0]] if near else None


def _modulation(timbre: StyleTable) -> FloatArray:
    return np.concatenate([timbre.front(USUAL_SYMBOLS), timbre.generator(USUAL_SYMBOLS)])


def _info(profile: VoiceProfile) -> VoiceInfo:
    return VoiceInfo(profile.name, profile.language, profile.gender, profile.family, profile.title, profile.origin)
