"""What was measured of voices on this machine, kept for the next start: generator statistics and ranges of pitch."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path

from engines.files import replacing
from engines.models.kokoro.shipped import shipped_statistics
from engines.models.kokoro.statistics import VoiceStatistics
from engines.voices.profile import PitchRange

Measure = Callable[[], VoiceStatistics | None]

_KEPT_PROFILES = 64
"""Blends and steps of a clone each have statistics of their own, a quarter of a megabyte; older ones are dropped."""


class MeasuredVoices:
    """A folder of measurements.

    Parameters
    ----------
    folder
        Made when something is kept. Read-only is good enough: a voice is measured again then, and never fails.
    key
        Of everything that measurements depend on besides the voice.
    channels
        Length of the statistics.
    """

    def __init__(self, folder: Path, key: str, channels: int) -> None:
        self._folder, self._key, self._channels = folder, key, channels

    def stock(self, name: str, measure: Measure) -> VoiceStatistics | None:
        """Statistics of a stock voice; None if they are not known and `measure` gives none."""
        shipped = shipped_statistics(name, self._key, self._channels)
        return shipped or self._statistics(self._folder / f"{name}-{self._key}.npz", measure)

    def profile(self, digest: str, measure: Measure) -> VoiceStatistics | None:
        """Statistics of the profile with that digest, likewise."""
        folder = self._folder / "profiles"
        statistics = self._statistics(folder / f"{digest}-{self._key}.npz", measure)
        with contextlib.suppress(OSError):
            newest_first = sorted(folder.glob("*.npz"), key=lambda path: path.stat().st_mtime, reverse=True)
            for path in newest_first[_KEPT_PROFILES:]:
                path.unlink()
        return statistics

    def pitch(self, digest: str, measure: Callable[[], PitchRange | None]) -> PitchRange | None:
        """The model's own range of pitch with the prosody of that digest; None where too little is voiced."""
        path = self._folder / "pitch" / f"{digest}-{self._key}.json"
        with contextlib.suppress(OSError, ValueError, TypeError):
            return PitchRange(*map(float, json.loads(path.read_bytes())))
        measured = measure()
        if measured is not None:
            with contextlib.suppress(OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                with replacing(path) as file:
                    file.write(json.dumps(measured).encode("ascii"))
        return measured

    def _statistics(self, path: Path, measure: Measure) -> VoiceStatistics | None:
        statistics = VoiceStatistics.load(path, self._channels)
        if statistics is None and (statistics := measure()) is not None:
            with contextlib.suppress(OSError):
                statistics.save(path)
        return statistics
