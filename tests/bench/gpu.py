"""The engine on a GPU: what it takes from symbols to sound, many streams at once, and whether the audio is the same.

``python -m tests.bench.gpu HOME PART [PRECISION …] …`` on a machine with TensorRT; HOME has the model. Parts: `build`,
`inputs`, `quality`, `latency`, `stages`, `layers`, `streams`, `int8-build`, `int8`, `faults`. Precisions are `float32`
and `float16` of TensorRT, and `cuda` and `cpu` of ONNX Runtime. Texts are symbols, so that only the engine is measured.
Results are printed and written to `$OUT`, with audio for a transcriber.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from engines.models.kokoro.alphabet import token_ids
from engines.runtime.stage_building import BuildStep, build_missing
from tests.bench.gpu_faults import faults
from tests.bench.gpu_home import LONG, OUT, SHORT, VOICES, Bench, aligned, audio_of, phonemes, say, snr
from tests.bench.gpu_int8 import int8, int8_build
from tests.bench.gpu_speed import latency, layers, stages
from tests.bench.gpu_streams import streams


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
                same_time = aligned(wanted, got)
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
                    audio=snr(*same_time[:2]),
                    lag_samples=same_time[2],
                    lsd_db=log_spectral_distance(*same_time[:2]),
                )
                soundfile.write(OUT / f"{precision}-{voice}-{label}.wav", got, 24000)
                soundfile.write(OUT / f"cpu-{voice}-{label}.wav", wanted, 24000)


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


PARTS: dict[str, Callable[[Bench, list[str]], None]] = {
    "build": build,
    "inputs": inputs,
    "quality": quality,
    "latency": latency,
    "stages": stages,
    "layers": layers,
    "streams": streams,
    "int8-build": int8_build,
    "int8": int8,
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
