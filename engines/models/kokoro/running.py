"""The stages of a pack, each on the fastest backend that works."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from engines.models.kokoro.config import KokoroConfig
from engines.models.kokoro.device_generator import DeviceGenerator
from engines.models.kokoro.generators import SessionGenerator, WindowGenerator, checked_audio
from engines.models.kokoro.profiles import BATCHES, CONTEXT_FRAMES, WINDOW, stage_profiles, window_profile
from engines.models.kokoro.segment import WindowRequest
from engines.runtime.backend import Backend, Profile, Session
from engines.runtime.fallback import Fallback, FallbackSession, Link, Listener, StageStatus
from engines.runtime.tensorrt_backend import TensorRTBackend
from engines.types import FloatArray

_USUAL_BATCH = 8
"""Windows that a GPU's kernels are chosen for: not the slowest for one, nor far from the fastest for many."""


class KokoroStages:
    """Text, prosody and front as sessions, and the generator.

    Parameters
    ----------
    folder
        Of the pack.
    backends
        The fastest first; the last one always works.
    source_weight, source_bias
        The learnt mixture of harmonics, [9] and a number.
    """

    def __init__(
        self,
        folder: Path,
        backends: Sequence[Backend],
        config: KokoroConfig,
        *,
        source_weight: FloatArray,
        source_bias: float,
        listener: Listener | None = None,
    ) -> None:
        self._folder, self._config = folder, config
        self._source = (source_weight, source_bias)
        self._profiles = stage_profiles(config)

        def session(stage: str) -> FallbackSession:
            links = [
                Link[Session](b.name, partial(b.load, folder / f"{stage}.onnx", self._profiles[stage]))
                for b in backends
            ]
            chain = Fallback(stage, links, listener)
            chain.open()
            return FallbackSession(chain)

        self.text, self.prosody, self.front = session("text"), session("prosody"), session("front")
        generators = [Link[WindowGenerator](b.name, partial(self._open_generator, b)) for b in backends]
        self._generator = Fallback("generator", generators, listener)
        self._generator.open()
        self._even = {b.name for b in backends if b.even_windows}

    @property
    def status(self) -> tuple[StageStatus, ...]:
        """What runs every stage, in the order of the work."""
        chains = (self.text.chain, self.prosody.chain, self.front.chain)
        return (*(chain.status for chain in chains), self._generator.status)

    @property
    def window(self) -> int | None:
        """Frames of a window that the generator is fastest with; None where any will do."""
        return WINDOW if self._generator.status.running in self._even else None

    def windows(self, requests: Sequence[WindowRequest]) -> list[FloatArray]:
        """Audio of windows, [width * frame_samples] each."""
        if not requests:
            return []
        return self._generator.call(lambda generator: checked_audio(generator.windows(requests)))

    def warm_up(self) -> None:
        """Run every stage once."""
        for session in (self.text, self.prosody, self.front):
            session.warm_up()
        self._generator.call(lambda generator: generator.warm_up())

    def retry(self) -> None:
        """Try what failed again from the next run on."""
        for chain in (self.text.chain, self.prosody.chain, self.front.chain):
            chain.retry()
        self._generator.retry()

    def _open_generator(self, backend: Backend) -> WindowGenerator:
        if not isinstance(backend, TensorRTBackend):
            return SessionGenerator.open(backend, self._folder, self._profiles["generator"])
        weight, bias = self._source
        return DeviceGenerator(
            backend.runner(*device_stages(self._folder, self._config)["generator"]),
            backend.device,
            backend.kernels,
            self._config,
            source_weight=weight,
            source_bias=bias,
            usual_width=WINDOW,
            context=CONTEXT_FRAMES,
            batches=BATCHES,
            timeout=backend.timeout,
            stopped=backend.stopped,
        )


def device_stages(folder: Path, config: KokoroConfig) -> dict[str, tuple[Path, Profile]]:
    """Graph and profile of every stage that runs on a GPU, in the order of the work."""
    profiles = stage_profiles(config)
    profiles["generator"] = window_profile(config, usual_batch=_USUAL_BATCH)
    return {stage: (folder / f"{stage}.onnx", profiles[stage]) for stage in ("text", "prosody", "front", "generator")}


def describe(status: Iterable[StageStatus]) -> str:
    """What runs the stages in a few words: the generator's runtime, and the stages that run on something else."""
    stages = tuple(status)
    main = stages[-1].running
    others: dict[str, list[str]] = {}
    for stage in stages[:-1]:
        if stage.running != main:
            others.setdefault(stage.running, []).append(stage.stage)
    return "; ".join([main, *(f"{', '.join(names)}: {runtime}" for runtime, names in others.items())])
