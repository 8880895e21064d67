"""What the parts of the GPU bench share: a home folder with the model, models on its backends, figures kept."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime

from engines.models.kokoro.calibration import SENTENCES
from engines.models.kokoro.config import KokoroConfig
from engines.models.kokoro.model import KokoroModel
from engines.models.kokoro.profiles import WINDOW
from engines.models.kokoro.running import device_stages
from engines.models.manifest import DEFAULT_PACK
from engines.runtime.engine_cache import EngineCache
from engines.runtime.onnx_runtime import OnnxRuntimeBackend
from engines.runtime.tensorrt_backend import TensorRTBackend
from engines.streaming.render import drive, render_steps
from engines.streaming.windows import FixedPacer
from engines.types import Phonemes, Plan

VOICES = ("af_heart", "am_michael", "bf_emma")
ENGLISH = SENTENCES["en-us"]
SHORT = ENGLISH[1]
LONG = " ".join(ENGLISH[:4])
_LARGEST_LAG = 64
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


def aligned(reference: Any, other: Any) -> tuple[Any, Any, int]:
    """Two recordings where they agree best, and by how many samples: a sample's difference moves where silence ends."""

    def pair(lag: int) -> tuple[Any, Any]:
        a, b = reference[max(lag, 0) :], other[max(-lag, 0) :]
        n = min(len(a), len(b))
        return a[:n], b[:n]

    lag = max(range(-_LARGEST_LAG, _LARGEST_LAG + 1), key=lambda lag: snr(*pair(lag)))
    return *pair(lag), lag


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
