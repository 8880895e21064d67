"""Loudness and true peak as FFmpeg measures them, with the program or with the library that PyAV brings."""

from __future__ import annotations

import re
import shutil
import subprocess

import numpy as np
import pytest

from engines.types import FloatArray


def ebur128(samples: FloatArray, rate: int) -> tuple[float, float]:
    """LUFS and dBTP of [N] mono samples; skips the test where there is no FFmpeg."""
    if shutil.which("ffmpeg"):
        command = ["ffmpeg", "-nostats", "-hide_banner", "-f", "f32le", "-ar", str(rate), "-ac", "1", "-i", "-"]
        graph = ["-af", "ebur128=peak=true:framelog=verbose", "-f", "null", "-"]
        ended = subprocess.run(
            [*command, *graph], input=samples.astype("<f4").tobytes(), capture_output=True, check=True
        )
        said = ended.stderr.decode()
        return float(re.findall(r"I:\s+(\S+) LUFS", said)[-1]), float(re.findall(r"Peak:\s+(\S+) dBFS", said)[-1])
    return _by_library(samples, rate)


def _by_library(samples: FloatArray, rate: int) -> tuple[float, float]:
    av = pytest.importorskip("av", reason="neither the program ffmpeg nor the package av is installed")
    graph = av.filter.Graph()
    source = graph.add_abuffer(sample_rate=rate, format="flt", layout="mono")
    meter = graph.add("ebur128", "metadata=1:peak=true")
    sink = graph.add("abuffersink")
    source.link_to(meter)
    meter.link_to(sink)
    graph.configure()
    level = peak = float("nan")
    for start in range(0, len(samples), 4800):
        frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(samples[None, start : start + 4800]), "flt", "mono")
        frame.sample_rate = rate
        frame.pts = start
        graph.push(frame)
        level, peak = _drained(av, graph, level, peak)
    graph.push(None)
    return _drained(av, graph, level, peak)


def _drained(av, graph, level: float, peak: float) -> tuple[float, float]:
    while True:
        try:
            found = graph.pull().metadata
        except (av.BlockingIOError, av.EOFError):
            return level, peak
        level = float(found.get("lavfi.r128.I", level))
        true = float(found.get("lavfi.r128.true_peak", "nan"))
        peak = 20 * np.log10(true) if true > 0 else peak
