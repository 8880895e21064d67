"""Who makes audio from windows of segments: a generator graph on any backend, or the one on a GPU."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from engines.models.kokoro.config import INTEGER_GENERATOR
from engines.models.kokoro.segment import KokoroSegment, WindowRequest
from engines.runtime.backend import Backend, Profile, RunFailedError, Session
from engines.types import FloatArray


class WindowGenerator(Protocol):
    """Windows of audio from segments."""

    def windows(self, requests: Sequence[WindowRequest]) -> list[FloatArray]:
        """[width * frame_samples] of every request, in order."""
        ...

    def warm_up(self) -> None:
        """Run once, so that the first real run is as fast as the rest."""
        ...


class SessionGenerator:
    """The generator's graph on a backend that takes arrays of the host, one window after the other."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @classmethod
    def open(cls, backend: Backend, folder: Path, profile: Profile) -> SessionGenerator:
        """From the folder of a pack."""
        graph = INTEGER_GENERATOR if backend.fast_integers else "generator"
        return cls(backend.load(folder / f"{graph}.onnx", profile))

    def windows(self, requests: Sequence[WindowRequest]) -> list[FloatArray]:
        """See `WindowGenerator`. One at a time: a CPU gains nothing from a batch."""
        return [self._window(*request) for request in requests]

    def warm_up(self) -> None:
        """See `WindowGenerator`."""
        self._session.warm_up()

    def _window(self, segment: KokoroSegment, start: int, end: int) -> FloatArray:
        assert segment.affine is not None
        scale, shift = segment.affine
        outputs = self._session.run(
            {
                "features": np.ascontiguousarray(segment.features[None, :, 2 * start : 2 * end]),
                "source": segment.source.spectrum(start, end)[None],
                "scale": scale[None],
                "shift": shift[None],
            }
        )
        audio: FloatArray = outputs["audio"][0]
        return audio


def checked_audio(windows: list[FloatArray]) -> list[FloatArray]:
    """The windows, if they are sound. Raises RunFailedError.

    A window of a pause is quiet, but a network that works never gives nothing but zeros.
    """
    for audio in windows:
        if not np.isfinite(audio.sum()):
            raise RunFailedError("the audio is not finite")
        if not audio.any():
            raise RunFailedError("the audio is silent")
    return windows
