"""What goes wrong on a GPU, brought about: speech must come out, and the reason be told."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from engines.models.kokoro.model import KokoroModel
from engines.runtime.tensorrt_backend import TensorRTBackend
from tests.bench.gpu_home import SHORT, VOICES, Bench, audio_of, phonemes, say, snr

_LEFT_BYTES = 400 << 20
"""By the other program: less than what the generator needs."""


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
        device.release_unused()
        hog = [device.driver.mem_alloc(device.memory.free - _LEFT_BYTES)]
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
