"""Is a clone as fast as a stock voice, and are its windows the same as the whole?"""

from __future__ import annotations

import time
from typing import NamedTuple

from rich.progress import track

from engines.engine import Engine
from engines.types import Utterance
from tests.bench.clone_rating import Voice, enter
from tests.bench.latency import NOISE
from tests.bench.metrics import audio
from tests.bench.quality import PASSAGES, render_passage
from tests.bench.report import Figure, console

_REPEATS = 7
_TEXT = "The night train to the coast always leaves on {} at noon, and it is seldom late."
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class Times(NamedTuple):
    """Of one utterance."""

    first: float
    """Seconds to the first chunk."""
    factor: float
    """Seconds a second of audio."""


def measure(engine: Engine, clone: Voice, stock: Voice) -> list[Figure]:
    """Both take turns, so that a busy machine is unfair to neither; the best of each is what the engine can do."""
    voices = {"clone": clone, "stock": stock}
    for voice in voices.values():
        engine.warm_up(enter(engine, voice))
    runs: dict[str, list[Times]] = {"clone": [], "stock": []}
    for repeat in track(range(_REPEATS), "streaming", console=console):
        for label, voice in voices.items():
            runs[label].append(timed(engine, enter(engine, voice), _TEXT.format(_DAYS[repeat])))
    first = {label: min(t.first for t in times) for label, times in runs.items()}
    factor = {label: min(t.factor for t in times) for label, times in runs.items()}
    segments = render_passage(engine, PASSAGES["en"][0], enter(engine, clone))
    snr = min(audio.snr(s.whole, s.windowed) for s in segments)
    joins = [(s, join) for s in segments for join in s.joins]
    seams = [audio.seam(s.windowed, join, engine.sample_rate) for s, join in joins]
    own = [audio.seam(s.whole, join, engine.sample_rate) for s, join in joins]
    return [
        Figure("stock voice: first chunk", 1000 * first["stock"], "ms"),
        Figure("clone: first chunk over the stock voice's", first["clone"] / first["stock"], "x", NOISE),
        Figure("stock voice: wall time per second of audio", factor["stock"]),
        Figure("clone: wall time per second of audio over its", factor["clone"] / factor["stock"], "x", NOISE),
        Figure("clone: windowed against whole, SNR", snr, "dB", 90, "at least"),
        Figure("clone: step at the worst join over the largest around it", max(seams, default=0.0), "", 1),
        # What a window adds to the step that the voice makes there anyway.
        Figure("clone: the same, less that of the whole at the same place", _most(seams, own), "", 0.01),
    ]


def _most(seams: list[float], own: list[float]) -> float:
    return max((seam - whole for seam, whole in zip(seams, own, strict=True)), default=0.0)


def timed(engine: Engine, name: str, text: str) -> Times:
    """Speak once."""
    start = time.perf_counter()
    first, samples = 0.0, 0
    for chunk in engine.speak(Utterance(text, name)):
        first = first or time.perf_counter() - start
        samples += len(chunk.samples)
    return Times(first, (time.perf_counter() - start) * engine.sample_rate / samples)
