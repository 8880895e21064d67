"""One engine in a process of its own, for `latency`: requests on standard input, times on standard output, as JSON."""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, cast

import numpy as np

from engines.paths import home
from engines.types import FloatArray
from tests.bench.report import OUT

Speak = Callable[[str, str], Iterator[FloatArray]]
"""Text and voice to pieces of audio at 24 kHz."""

RATE = 24000
FRAME = RATE // 100
WARM_UP = {"af_heart": "Are you ready?", "zf_xiaoxiao": "准备好了吗？"}
AUDIBLE_DB = -40.0


def main(name: str) -> None:
    """Load an engine, say how long it took, and answer until an empty request."""
    start = time.perf_counter()
    speak = {"timbre": timbre, "kokoro-onnx": kokoro_onnx}[name]()
    for voice, text in WARM_UP.items():
        for _ in speak(text, voice):
            pass
    _reply(seconds=time.perf_counter() - start)
    for line in sys.stdin:
        request = json.loads(line)
        if not request:
            _reply(peak=peak_memory())
            return
        _reply(**timed(speak, **request))


def timbre() -> Speak:
    """This project's engine."""
    from engines.engine import Engine  # noqa: PLC0415 - the other engine's process must not pay for it
    from engines.runtime.onnx_runtime import share_threads  # noqa: PLC0415
    from engines.types import Utterance  # noqa: PLC0415

    share_threads()
    engine = Engine.open(cache=None)  # every sentence is to be made

    def speak(text: str, voice: str) -> Iterator[FloatArray]:
        for chunk in engine.speak(Utterance(text, voice)):
            yield chunk.samples

    return speak


def kokoro_onnx() -> Speak:
    """kokoro-onnx with the weights and voices that the default pack was made from."""
    from kokoro_onnx import Kokoro  # noqa: PLC0415

    sources = home() / "sources" / "kokoro-v1.0" / "registry"
    tables = {v: np.fromfile(sources / "voices" / f"{v}.bin", np.float32).reshape(-1, 1, 256) for v in WARM_UP}
    OUT.mkdir(parents=True, exist_ok=True)
    voices = OUT / "kokoro-onnx-voices.npz"
    np.savez(voices, **cast(Any, tables))
    kokoro = Kokoro(str(sources / "model.onnx"), str(voices))

    def speak(text: str, voice: str) -> Iterator[FloatArray]:
        audio, _ = kokoro.create(text, voice, lang="cmn" if voice.startswith("z") else "en-us")
        yield audio

    return speak


def timed(speak: Speak, text: str, voice: str) -> dict[str, float]:
    """Seconds to the first chunk, the first audible sample and the end; RTF, CPU seconds per second, holes."""
    pieces, arrivals = [], []
    cpu, start = time.process_time(), time.perf_counter()
    for samples in speak(text, voice):
        arrivals.append(time.perf_counter() - start)
        pieces.append(samples)
    end, cpu = time.perf_counter() - start, time.process_time() - cpu
    played, holes = played_at(pieces, arrivals)
    audio = sum(len(piece) for piece in pieces) / RATE
    return {
        "chunk": arrivals[0],
        "audible": _moment(first_audible(np.concatenate(pieces)), pieces, played),
        "all": end,
        "audio": audio,
        "rtf": end / audio,
        "cpu": cpu / audio,
        "holes": holes,
    }


def played_at(pieces: list[FloatArray], arrivals: list[float]) -> tuple[list[float], float]:
    """When each piece starts to sound, and how long the listener waited in the middle, in seconds."""
    starts, free, holes = [], arrivals[0], 0.0
    for piece, arrival in zip(pieces, arrivals, strict=True):
        holes += max(0.0, arrival - free)
        starts.append(max(arrival, free))
        free = starts[-1] + len(piece) / RATE
    return starts, holes


def first_audible(samples: FloatArray) -> int:
    """Index of the first frame of [N] samples that is above `AUDIBLE_DB` relative to the speech."""
    frames = samples[: len(samples) // FRAME * FRAME].reshape(-1, FRAME).astype(np.float64)
    power = (frames**2).mean(axis=1)
    ratio = 10 ** (AUDIBLE_DB / 10)
    speech = power[power > ratio * power.max()].mean()
    return int(np.argmax(power > ratio * speech)) * FRAME


def _moment(sample: int, pieces: list[FloatArray], played: list[float]) -> float:
    for piece, start in zip(pieces, played, strict=True):
        if sample < len(piece):
            return start + sample / RATE
        sample -= len(piece)
    raise ValueError("the sample is behind the end")


def peak_memory() -> float:
    """Largest resident size of this process so far, MB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 if sys.platform.startswith("linux") else 1024**2)


def _reply(**values: float) -> None:
    sys.stdout.write(json.dumps(values) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
