"""How soon does what was said before sound, and what does it cost to remember? ``python -m tests.bench.caches``

With the real model, on phrases of the bank and on longer lines. A *hit* is timed from the call to the first chunk, the
reading of the text included. From the disk, memory is empty each time, as after a start with the language loaded.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from rich.progress import track

from engines.engine import Engine
from engines.streaming.phrase_bank import PhraseBank, phrases
from engines.streaming.result_cache import CacheSize, ResultCache
from engines.types import Utterance
from tests.bench.report import Figure, conclude, console

VOICE = "af_heart"
LINES = (
    "The night train to London always leaves on Monday at noon.",
    "The library opens again in spring after a long winter, and every shelf of the reading room has been dusted.",
    "When the storm had passed, the fishermen went down to the harbor, counted their boats, mended their nets, and "
    "told each other stories about the waves, which had been taller than the church.",
)
PHRASES = 12
"""Of the bank; enough for the times, and soon made."""
HITS = 40
PROMISED_MS = 5.0
MEMORY = 64 << 20


def main() -> int:
    """Make everything once, then time hits from memory and from disk."""
    with Engine.open(cache=None) as engine, tempfile.TemporaryDirectory() as folder:
        engine.warm_up(VOICE)
        figures = measured(engine, Path(folder))
    return conclude("caches", figures)


def measured(engine: Engine, folder: Path) -> list[Figure]:
    """All figures; files go to a folder."""
    texts = (*phrases("en")[:PHRASES], *LINES)
    size = CacheSize(MEMORY, 256 << 20)
    cache = ResultCache.open(folder, size)
    remembering = Engine(engine.model, cache=cache)
    seconds, making = 0.0, []
    for text in track(texts, "made", console=console):
        first, audio = said(remembering, text)
        making.append(first)
        seconds += audio
    memory = cache.counts.bytes
    hits = [said(remembering, text)[0] for _ in range(HITS) for text in texts]
    cold = []
    for _ in range(HITS):
        for text in texts:
            again = Engine(engine.model, cache=ResultCache.open(folder, size))
            cold.append(said(again, text)[0])
    files = sum(file.stat().st_size for file in (folder / "cache" / "audio").iterdir())
    work = PhraseBank().work(remembering, [VOICE])
    looked = time.perf_counter()
    for _ in range(PHRASES):  # all of them are known: a look at each
        next(work)
    looked = (time.perf_counter() - looked) / PHRASES
    return [
        Figure("first chunk, made", 1000 * statistics.median(making), "ms"),
        *percentiles("first chunk, from memory", hits),
        *percentiles("first chunk, from disk", cold),
        Figure("memory a second of audio, plans and readings with it", memory / seconds / 1000, "kB"),
        Figure("disk a second of audio", files / seconds / 1000, "kB"),
        Figure("a look whether a phrase is there", 1000 * looked, "ms"),
    ]


def percentiles(name: str, seconds: list[float]) -> list[Figure]:
    """The median, and the 99th percentile against the promise."""
    times = 1000 * np.array(seconds)
    return [
        Figure(f"{name}, p50", float(np.median(times)), "ms", PROMISED_MS),
        Figure(f"{name}, p99", float(np.percentile(times, 99)), "ms", PROMISED_MS),
    ]


def said(engine: Engine, text: str) -> tuple[float, float]:
    """Seconds to the first chunk, and of audio."""
    begin = time.perf_counter()
    first, samples = 0.0, 0
    for chunk in engine.speak(Utterance(text, VOICE)):
        first = first or time.perf_counter() - begin
        samples += len(chunk.samples)
    return first, samples / engine.sample_rate


if __name__ == "__main__":
    sys.exit(main())
