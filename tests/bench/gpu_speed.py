"""How fast the engine is on a GPU: one utterance at a time, stage by stage, and layer by layer."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from engines.models.kokoro.profiles import WINDOW
from engines.streaming.render import Wanted, render
from tests.bench.gpu_home import LONG, SHORT, VOICES, Bench, milliseconds, phonemes, say

_LATENCY_RUNS = 80
_LATENCY_SECONDS = 12.0
"""What is slow is run less often."""


def latency(bench: Bench, precisions: list[str]) -> None:
    """From symbols to the first and the last audio of one utterance at a time."""
    for precision in precisions:
        before = memory_used()
        begun = time.monotonic()
        model = bench.model_at(precision)
        loaded = time.monotonic() - begun
        voice = model.voice(VOICES[0])
        model.warm_up()
        warm = time.monotonic() - begun
        used = memory_used() - before
        say(precision=precision, load_s=round(loaded, 2), warm_s=round(warm, 2), gpu_mib=used, on=model.backend)
        for label, symbols in (("3 s", SHORT), ("12 s", LONG)):
            parts: dict[str, list[float]] = {"plan": [], "prepare": [], "first": [], "all": []}
            seconds = 0.0
            begun = time.monotonic()
            for run in range(_LATENCY_RUNS):
                if run > 15 and time.monotonic() - begun > _LATENCY_SECONDS:
                    break
                t0 = time.perf_counter()
                plan = model.plan(phonemes(symbols, VOICES[0]), voice)
                t1 = time.perf_counter()
                model.prepare(plan)
                t2 = time.perf_counter()
                parts["plan"].append(t1 - t0)
                parts["prepare"].append(t2 - t1)
                t0 = time.perf_counter()
                plan = model.plan(phonemes(symbols, VOICES[0]), voice)
                chunks = render(model, plan)
                first = next(chunks)
                parts["first"].append(time.perf_counter() - t0)
                rest = list(chunks)
                parts["all"].append(time.perf_counter() - t0)
                seconds = sum(len(c.samples) for c in (first, *rest)) / 24000
            rtf = float(np.median(parts["all"])) / seconds
            say(
                latency=precision,
                text=label,
                audio_s=round(seconds, 2),
                runs=len(parts["all"]) - 10,
                **{part: milliseconds(times[10:]) for part, times in parts.items()},
                rtf=round(rtf, 5),
            )


def stages(bench: Bench, precisions: list[str]) -> None:
    """Every stage by itself, from host arrays to host arrays, and the generator with batches of windows."""
    for precision in precisions:
        model = bench.model_at(precision)
        model.warm_up()
        voice = model.voice(VOICES[0])
        sessions = {"text": model._stages.text, "prosody": model._stages.prosody, "front": model._stages.front}
        for label, symbols in (("3 s", SHORT), ("12 s", LONG)):
            times: dict[str, list[float]] = {stage: [] for stage in sessions}
            originals = {stage: session.run for stage, session in sessions.items()}
            for stage, session in sessions.items():
                session.run = _timed(originals[stage], times[stage])  # type: ignore[method-assign]
            for _ in range(60):
                plan = model.plan(phonemes(symbols, VOICES[0]), voice)
                segment = model.prepare(plan)
            for stage, session in sessions.items():
                session.run = originals[stage]  # type: ignore[method-assign]
            say(stages=precision, said=label, **{stage: milliseconds(values[10:]) for stage, values in times.items()})
        for count in (1, 2, 4, 8, 16, 32):
            values: list[float] = []
            run = _timed(model.generate_many, values)
            for _ in range(60):
                run([Wanted(segment, i % 100, i % 100 + WINDOW) for i in range(count)])
            say(stages=precision, windows=count, generator=milliseconds(values[10:]))


def layers(bench: Bench, precisions: list[str]) -> None:
    """The slowest layers of every stage, by TensorRT's own clock."""
    import tensorrt  # type: ignore[import-not-found]  # noqa: PLC0415 only where there is a GPU

    class Clock(tensorrt.IProfiler):  # type: ignore[misc]
        def __init__(self) -> None:
            tensorrt.IProfiler.__init__(self)
            self.spent: dict[str, float] = {}

        def report_layer_time(self, layer_name: str, ms: float) -> None:
            self.spent[layer_name] = self.spent.get(layer_name, 0.0) + ms

    for precision in precisions:
        model = bench.model_at(precision)
        voice = model.voice(VOICES[0])
        stages = model._stages
        runners = {s.chain.status.stage: s.chain._states[0].opened._runner for s in _sessions(stages)}
        runners["generator"] = stages._generator._states[0].opened._runner
        clocks = {stage: Clock() for stage in runners}
        for attached in (False, True):
            for stage, runner in runners.items():
                for context in runner._any_shapes.contexts if attached else ():
                    context.profiler = clocks[stage]
            for _ in range(10):
                segment = model.prepare(model.plan(phonemes(SHORT, VOICES[0]), voice))
                model.generate(segment, 0, WINDOW - 1)  # a width that is not a captured graph
        for stage, clock in clocks.items():
            slowest = sorted(clock.spent.items(), key=lambda item: -item[1])[:10]
            total = round(sum(clock.spent.values()) / 10, 3)
            say(layers=precision, stage=stage, ms=total, slowest={n[:120]: round(ms / 10, 3) for n, ms in slowest})


def _sessions(stages: Any) -> tuple[Any, ...]:
    return stages.text, stages.prosody, stages.front


def _timed(function: Callable[..., Any], times: list[float]) -> Callable[..., Any]:
    def run(*given: Any) -> Any:
        begun = time.perf_counter()
        result = function(*given)
        times.append(time.perf_counter() - begun)
        return result

    return run


def memory_used() -> int:
    """Of the first GPU, by everybody, MiB; 0 without one."""
    if not shutil.which("nvidia-smi"):
        return 0
    command = ["nvidia-smi", "--query-gpu=memory.used", "--format=csv,noheader,nounits", "--id=0"]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
