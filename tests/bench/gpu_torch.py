"""The same model, texts and weights in PyTorch eager on the same GPU: what the engine is to be faster than.

``python -m tests.bench.gpu_torch HOME`` with the inputs that `tests.bench.gpu HOME inputs` wrote. The source signal is
computed on the host, as in the engine on a CPU. "whole" decodes the utterance at once, as the published code does;
"window" decodes only the engine's first window.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import torch

from engines.models.kokoro.config import KokoroConfig
from engines.models.kokoro.source import HarmonicSource
from tests.bench.torch_graph import TorchGraph

WINDOW = 40
DEVICE = "cuda"


def main() -> int:
    """Print the figures, a line of JSON each."""
    home = Path(sys.argv[1])
    folder = home / "models" / "kokoro-v1.0"
    for figures in card():
        print(json.dumps(figures), flush=True)
    graphs = {name: TorchGraph(folder / f"{name}.onnx", DEVICE) for name in ("text", "prosody", "front", "generator")}
    with np.load(home / "inputs.npz") as file:
        given = dict(file)
    for precision in ("float32", "tf32", "float16"):
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = precision != "float32"
        for label in ("3 s", "12 s"):
            for mode in ("whole", "window"):
                times = []
                for _ in range(40):
                    begun = time.perf_counter()
                    seconds = run(graphs, given, label, mode, half=precision == "float16")
                    times.append(time.perf_counter() - begun)
                p = [round(float(np.percentile(times[8:], q)) * 1e3, 2) for q in (50, 95, 99)]
                figures = {"torch": precision, "text": label, "mode": mode, "audio_s": round(seconds, 2)}
                print(json.dumps({**figures, "first": dict(zip(("p50", "p95", "p99"), p, strict=True))}), flush=True)
    print(json.dumps({"torch_peak_mb": round(torch.cuda.max_memory_allocated() / 1e6), "version": torch.__version__}))
    return 0


def card() -> Iterator[dict[str, Any]]:
    """What the card really reaches: bytes a second of a copy, operations a second of a large product."""

    def seconds(work: Callable[[], Any]) -> float:
        times = []
        for _ in range(12):
            torch.cuda.synchronize()
            begun = time.perf_counter()
            work()
            torch.cuda.synchronize()
            times.append(time.perf_counter() - begun)
        return float(np.median(times[2:]))

    source = torch.empty(1 << 30, dtype=torch.uint8, device=DEVICE)
    target = torch.empty_like(source)
    yield {
        "card": torch.cuda.get_device_name(),
        "copy_tb_s": round(2 * (1 << 30) / seconds(lambda: target.copy_(source)) / 1e12, 2),
    }
    n = 8192
    for name, kind, tf32 in (
        ("float32", torch.float32, False),
        ("tf32", torch.float32, True),
        ("float16", torch.float16, False),
    ):
        torch.backends.cuda.matmul.allow_tf32 = tf32
        a = torch.randn(n, n, device=DEVICE, dtype=kind)
        yield {"card": name, "tflops": round(2 * n**3 / seconds(lambda a=a: a @ a) / 1e12, 1)}


def run(graphs: dict[str, TorchGraph], given: dict[str, Any], label: str, mode: str, *, half: bool) -> float:
    """From tokens to audio on the host; its seconds."""
    config = KokoroConfig()

    def device(name: str) -> torch.Tensor:
        return torch.from_numpy(given[f"{label}/{name}"]).to(DEVICE)

    with torch.inference_mode(), torch.autocast(DEVICE, torch.float16) if half else nullcontext():
        text = graphs["text"](tokens=device("tokens"), style=device("style"))
        durations = text["durations"][0].round().clamp(min=1).long()
        index = torch.repeat_interleave(torch.arange(len(durations), device=DEVICE), durations)
        prosody = graphs["prosody"](hidden=text["hidden"][:, index], style=device("style"))
        f0 = prosody["f0"].float()
        source = HarmonicSource(f0[0].cpu().numpy(), given["source_weight"], float(given["source_bias"]), config)
        frames = len(index)
        end = frames if mode == "whole" else min(WINDOW, frames)
        excitation = torch.from_numpy(source.spectrum(0, end)[None]).to(DEVICE)
        front = graphs["front"](
            content=text["content"][:, :, index], f0=f0, energy=prosody["energy"], modulation=device("modulation")
        )
        audio = graphs["generator"](
            features=front["features"][:, :, : 2 * end],
            source=excitation,
            scale=device("scale"),
            shift=device("shift"),
        )["audio"]
        return len(audio[0].float().cpu().numpy()) / config.sample_rate


if __name__ == "__main__":
    sys.exit(main())
