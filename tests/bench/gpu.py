"""The engine on a GPU: what it takes from symbols to sound, many streams at once, and whether the audio is the same.

``python -m tests.bench.gpu HOME PART [PRECISION …] …`` on a machine with TensorRT; HOME has the model. Parts: `build`,
`inputs`, `quality`, `latency`, `stages`, `layers`, `streams`, `faults`. Precisions are `float32` and `float16` of
TensorRT, and `cuda` and `cpu` of ONNX Runtime. Texts are symbols, so that only the engine is measured. Results are
printed and written to `$OUT`, with audio for a transcriber.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime

from engines.models.kokoro.alphabet import token_ids
from engines.models.kokoro.calibration import SENTENCES
from engines.models.kokoro.config import KokoroConfig
from engines.models.kokoro.model import KokoroModel
from engines.models.kokoro.profiles import WINDOW
from engines.models.kokoro.running import device_stages
from engines.models.manifest import DEFAULT_PACK
from engines.runtime.engine_cache import EngineCache
from engines.runtime.onnx_runtime import OnnxRuntimeBackend
from engines.runtime.stage_building import BuildStep, build_missing
from engines.runtime.tensorrt_backend import TensorRTBackend
from engines.streaming.render import Steps, Wanted, drive, new_pacer, render, render_steps
from engines.streaming.scheduler import Limits, Scheduler
from engines.streaming.windows import FixedPacer
from engines.types import AudioChunk, Phonemes, Plan, Utterance

VOICES = ("af_heart", "am_michael", "bf_emma")
_ENGLISH = SENTENCES["en-us"]
SHORT = _ENGLISH[1]
LONG = " ".join(_ENGLISH[:4])
OUT = Path(os.environ.get("OUT", "out"))


def say(**figures: Any) -> None:
    """Print a line of figures and keep it."""
    line = json.dumps(figures, ensure_ascii=False)
    print(line, flush=True)
    with (OUT / "gpu.jsonl").open("a", encoding="utf-8") as file:
        file.write(line + "\n")


def milliseconds(seconds: list[float]) -> dict[str, float]:
    """Percentiles in milliseconds."""
    return {f"p{p}": round(float(np.percentile(seconds, p)) * 1e3, 2) for p in (50, 95, 99)}


def snr(reference: Any, other: Any) -> float:
    """Decibels."""
    a, b = (np.asarray(v, np.float64).reshape(-1) for v in (reference, other))
    n = min(len(a), len(b))
    a, b = a[:n], b[:n]
    return round(float(10 * np.log10((a**2).sum() / (((a - b) ** 2).sum() + 1e-30))), 1)


def log_spectral_distance(reference: Any, other: Any) -> float:
    """Decibels, 1,024 samples a frame, down to 70 dB below the loudest."""
    n = min(len(reference), len(other))

    def power(x: Any) -> Any:
        frames = np.lib.stride_tricks.sliding_window_view(x[:n].astype(np.float64), 1024)[::256] * np.hanning(1024)
        return np.abs(np.fft.rfft(frames, axis=1)) ** 2

    a, b = power(reference), power(other)
    floor = 1e-7 * a.max()
    distance = 10 * np.log10((a + floor) / (b + floor))
    return round(float(np.sqrt((distance**2).mean(axis=1)).mean()), 3)


class Bench:
    """A home folder, and models on it."""

    def __init__(self, home: Path, level: int, config: KokoroConfig | None = None) -> None:
        self.home, self.level = home, level
        self.folder = home / "models" / DEFAULT_PACK
        self.config = config or KokoroConfig()

    def backend(self, *, half: bool, timeout: float = 2.0) -> TensorRTBackend:
        """TensorRT with the engines of the home."""
        from engines.runtime.cuda import open_device  # noqa: PLC0415 only where there is a GPU
        from engines.runtime.tensorrt import find_tensorrt  # noqa: PLC0415

        device = open_device()
        cache = EngineCache(self.home / "cache" / "engines", limit=64 << 30)
        kernels = self.home / "cache" / "kernels"
        tensorrt = find_tensorrt(device.capability)
        return TensorRTBackend(device, tensorrt, cache, kernels, half=half, level=self.level, timeout=timeout)

    def model(self, *faster: Any) -> KokoroModel:
        """The model, with or without faster backends before the CPU."""
        cpu = OnnxRuntimeBackend(8, fast_integers=False)
        cache = self.home / "cache" / "statistics" / DEFAULT_PACK
        return KokoroModel(
            self.folder, cpu, cache, pack=DEFAULT_PACK, config=self.config, faster=faster, listener=self.told
        )

    @staticmethod
    def told(status: Any) -> None:
        """A stage runs on something else now."""
        print("fallback:", status, flush=True)

    def model_at(self, precision: str) -> KokoroModel:
        """The model as a precision says."""
        if precision == "cpu":
            return self.model()
        if precision == "cuda":
            onnxruntime.preload_dlls()
            return self.model(OnnxRuntimeBackend(8, cuda=True))
        return self.model(self.backend(half=precision == "float16"))

    def stages(self) -> dict[str, tuple[Path, Any]]:
        """Graphs and profiles for a GPU."""
        return device_stages(self.folder, self.config)


def phonemes(symbols: str, voice: str) -> Phonemes:
    """A segment that says symbols."""
    return Phonemes.from_symbols(symbols, voice, "en-us")


def audio_of(model: KokoroModel, plan: Plan) -> Any:
    """All samples, cut into the windows of a GPU whatever it runs on: other windows begin at another sample."""
    steps = render_steps(model, plan, FixedPacer(WINDOW, model.context))
    return np.concatenate([chunk.samples for chunk in drive(model, steps)])


def build(bench: Bench, names: list[str]) -> None:
    """Build stages, given as `stage:float16` or `stage:float32`."""
    for name in names:
        stage, precision = name.split(":")
        backend = bench.backend(half=precision == "float16")
        begun = time.monotonic()

        def told(step: BuildStep) -> bool:
            del step
            return True

        try:
            built = build_missing(backend, {stage: bench.stages()[stage]}, told)
        except Exception as error:  # one failed build is a result
            say(build=name, failed=str(error)[:600], seconds=round(time.monotonic() - begun, 1))
            continue
        size = backend.cache.get(backend.key(*bench.stages()[stage]))
        megabytes = sum(len(piece.plan) for piece in size.pieces) / 1e6 if size else 0
        say(build=name, built=bool(built), seconds=round(time.monotonic() - begun, 1), megabytes=round(megabytes, 1))


def inputs(bench: Bench, _: list[str]) -> None:
    """What PyTorch is to be given for the same texts; see `tests.bench.gpu_torch`."""
    model = bench.model()
    voice = model.voice(VOICES[0])
    arrays = {}
    for label, symbols in (("3 s", SHORT), ("12 s", LONG)):
        plan = model.plan(phonemes(symbols, VOICES[0]), voice)
        segment = model.prepare(plan)
        assert segment.affine is not None
        arrays |= {
            f"{label}/tokens": np.array([token_ids(symbols)], np.int64),
            f"{label}/style": voice.timbre.prosody(len(symbols))[None],
            f"{label}/modulation": voice.timbre.front(len(symbols))[None],
            f"{label}/scale": segment.affine[0][None],
            f"{label}/shift": segment.affine[1][None],
        }
    with np.load(bench.folder / "tables.npz") as tables:
        arrays |= {"source_weight": tables["source_weight"], "source_bias": tables["source_bias"]}
    np.savez(bench.home / "inputs.npz", **arrays)


def quality(bench: Bench, precisions: list[str]) -> None:
    """Every stage and the waveform against ONNX Runtime on the CPU, from the same plan."""
    import soundfile  # noqa: PLC0415 not needed by the other parts

    cpu = bench.model()
    for precision in precisions:
        model = bench.model_at(precision)
        say(precision=precision, stages={s.stage: s.running for s in model.status})
        for voice in VOICES:
            for label, symbols in (("short", SHORT), ("long", LONG)):
                one, other = (m.plan(phonemes(symbols, voice), m.voice(voice)) for m in (cpu, model))
                wanted, got = (audio_of(m, one) for m in (cpu, model))
                features = snr(cpu.prepare(one).features, model.prepare(one).features)
                same = np.array_equal(one.durations, other.durations)
                say(
                    quality=precision,
                    voice=voice,
                    text=label,
                    seconds=round(len(wanted) / 24000, 2),
                    content=snr(one.content, other.content),
                    durations_same=bool(same),
                    f0=snr(one.f0, other.f0) if same else None,
                    energy=snr(one.energy, other.energy) if same else None,
                    features=features,
                    audio=snr(wanted, got),
                    lsd_db=log_spectral_distance(wanted, got),
                )
                soundfile.write(OUT / f"{precision}-{voice}-{label}.wav", got, 24000)
                soundfile.write(OUT / f"cpu-{voice}-{label}.wav", wanted, 24000)


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
            for _ in range(80):
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
                for piece in runner._pieces if attached else ():
                    piece.context.profiler = clocks[stage]
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


class SymbolSpeaker:
    """Speaks symbols given as text, and notes when each chunk was made."""

    def __init__(self, model: KokoroModel) -> None:
        self.model = model
        self.made: dict[str, list[tuple[float, float]]] = {}
        self.errors: list[str] = []

    def steps(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Steps:
        """Like `Engine.steps`."""
        label, symbols = utterance.text.split("|", 1)
        log = self.made.setdefault(label, [])
        plan = self.model.plan(phonemes(symbols, utterance.voice), self.model.voice(utterance.voice))
        steps = render_steps(self.model, plan, new_pacer(self.model), cancel=cancel)
        answer = None
        while True:
            try:
                step = steps.send(answer)
            except StopIteration:
                return
            if isinstance(step, AudioChunk):
                log.append((time.perf_counter(), len(step.samples) / step.sample_rate))
                answer = None
                yield step
            else:
                assert isinstance(step, Wanted)
                answer = yield step


def streams(bench: Bench, precisions: list[str]) -> None:
    """Many utterances begun at the same moment, listened to in real time."""
    texts = [" ".join(_ENGLISH[i : i + 3]) for i in (0, 1, 2)]
    for precision in precisions:
        model = bench.model_at(precision)
        model.warm_up()
        for voice in VOICES:
            model.voice(voice)
        for batch in (32, 1):
            for count in (1, 4, 16, 64, 256):
                say(**_streams(model, precision, texts, batch, count))


def _streams(model: KokoroModel, precision: str, texts: list[str], batch: int, count: int) -> dict[str, Any]:
    speaker = SymbolSpeaker(model)
    with Scheduler(speaker, Limits(batch=batch, waiting=count, ahead_seconds=1e9)) as scheduler:
        begun = time.perf_counter()
        requests = [
            scheduler.submit(Utterance(f"{i}|{texts[i % len(texts)]}", VOICES[i % len(VOICES)])) for i in range(count)
        ]
        chunks = [sum(1 for _ in request) for request in requests]
        elapsed = time.perf_counter() - begun
    first = [log[0][0] - begun for log in speaker.made.values()]
    seconds = sum(length for log in speaker.made.values() for _, length in log)
    return {
        "streams": count,
        "precision": precision,
        "batch": batch,
        "first": milliseconds(first),
        "audio_s": round(seconds, 1),
        "chunks": sum(chunks),
        "wall_s": round(elapsed, 3),
        "x_realtime": round(seconds / elapsed, 1),
        "underruns": sum(underruns(log) for log in speaker.made.values()),
    }


def underruns(log: list[tuple[float, float]]) -> int:
    """How often a listener who starts with the first chunk had to wait for another."""
    count, ends = 0, log[0][0]
    for made, length in log:
        if made > ends:
            count += 1
            ends = made
        ends += length
    return count


def faults(bench: Bench, _: list[str]) -> None:
    """What goes wrong on a GPU, one thing after the other: speech must come out, and the reason be told."""
    expected = _speech(bench.model())

    def attempt(name: str, backend: TensorRTBackend, break_it: Callable[[KokoroModel], Any] | None = None) -> None:
        begun = time.monotonic()
        try:
            model = bench.model(backend)
            kept = break_it(model) if break_it else None
            heard = _speech(model)
            del kept
            reasons = {s.stage: f"{s.running}: {s.reason}" for s in model.status if s.fell_back}
            say(fault=name, snr=snr(expected, heard), fell_back=reasons, seconds=round(time.monotonic() - begun, 2))
        except Exception as error:
            say(fault=name, FAILED=f"{type(error).__name__}: {error}")

    def stage_file(backend: TensorRTBackend, stage: str) -> Path:
        return backend.cache.folder_of(backend.key(*bench.stages()[stage]))

    backend = bench.backend(half=False)
    attempt("none", backend)
    for stage, name, damage in (
        ("text", "truncated engine", lambda data: data[: len(data) // 2]),
        ("prosody", "changed engine", lambda data: data[:1000] + bytes(64) + data[1064:]),
    ):
        path = stage_file(backend, stage) / "piece-0.engine"
        whole = {p: p.read_bytes() for p in path.parent.iterdir()}
        path.write_bytes(damage(whole[path]))
        attempt(name, backend)
        path.parent.mkdir(exist_ok=True)
        for p, data in whole.items():
            p.write_bytes(data)
    path = stage_file(backend, "front")
    hidden = path.rename(path.with_name("hidden"))
    attempt("engine of another version", backend)
    hidden.rename(path)
    attempt("time-out", bench.backend(half=False, timeout=0.0002))
    attempt("not a number", backend, _poison)
    device = backend.device
    with device.current():
        free = device.memory.free
        hog = [device.driver.mem_alloc(int(free * 0.97))]
    attempt("memory taken by another", backend)
    hog[0].free() if hasattr(hog[0], "free") else None
    attempt("memory back again", backend)
    attempt("driver call fails", backend, _crash)


def _speech(model: KokoroModel) -> Any:
    return audio_of(model, model.plan(phonemes(SHORT, VOICES[0]), model.voice(VOICES[0])))


def _poison(model: KokoroModel) -> None:
    """The front gives a value that is not a number from now on."""
    chain = model._stages.front.chain
    session = chain._states[0].opened
    run = session.run

    def poisoned(inputs: Any) -> Any:
        outputs = run(inputs)
        outputs["features"][0, 0, 0] = np.nan
        return outputs

    session.run = poisoned


def _crash(model: KokoroModel) -> None:
    """A kernel that reads where nothing is: from then on every call of the driver fails in this process."""
    backend = next(b for b in model._backends if isinstance(b, TensorRTBackend))
    source = 'extern "C" __global__ void crash(int* p) { *p = 1; }'
    (crash,) = backend.kernels.functions(source, ["crash"])
    with backend.device.current():
        crash(np.uintp(8), grid=(1, 1), block=(1, 1, 1))


PARTS: dict[str, Callable[[Bench, list[str]], None]] = {
    "build": build,
    "inputs": inputs,
    "quality": quality,
    "latency": latency,
    "stages": stages,
    "layers": layers,
    "streams": streams,
    "faults": faults,
}


def arguments() -> Iterator[tuple[str, list[str]]]:
    """Parts with what follows each."""
    part, values = "", []
    for word in sys.argv[2:]:
        if word in PARTS:
            if part:
                yield part, values
            part, values = word, []
        else:
            values.append(word)
    if part:
        yield part, values


def main() -> int:
    """Run the parts named."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.gpu", description=__doc__)
    parser.add_argument("home", type=Path)
    parser.add_argument("parts", nargs="+", help=f"{', '.join(PARTS)}; what follows one is given to it")
    given = parser.parse_args()
    OUT.mkdir(exist_ok=True)
    bench = Bench(given.home, int(os.environ.get("TIMBRE_BUILD_LEVEL", "2")))
    for part, values in arguments():
        PARTS[part](bench, values or ["float32", "float16"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
