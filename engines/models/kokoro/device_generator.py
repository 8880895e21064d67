"""The generator on a GPU: windows of any segments in one batch, their inputs made there."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from engines.models.kokoro.config import KokoroConfig
from engines.models.kokoro.segment import KokoroSegment, WindowRequest
from engines.models.kokoro.source import HARMONICS, SINE_AMPLITUDE, VOICED_ABOVE_HZ, HarmonicSource
from engines.runtime.backend import Array, RunInterruptedError
from engines.runtime.cuda import Buffer, Device
from engines.runtime.kernels import KernelCache
from engines.runtime.memory_guard import MemoryGuard
from engines.runtime.tensorrt_session import DEFAULT_TIMEOUT, StageRunner
from engines.types import FloatArray

_WINDOW = np.dtype([("addresses", np.uint64, 5), ("frames", np.int32), ("start", np.int32)])
_THREADS = 256
_BLOCKS = 32
"""Of a window; each thread does several values."""


_ALIGNMENT = 256


class _Uploaded(NamedTuple):
    """What the windows of a segment are made from, on the device: features, phases, pitch, scale and shift."""

    buffer: Buffer
    addresses: tuple[int, ...]


class Part(NamedTuple):
    """Of a window that is made in parts: what is made, and how many of its frames are skipped and then kept."""

    made: WindowRequest
    skipped: int
    kept: int


def parts_of(request: WindowRequest, width: int, context: int) -> list[Part]:
    """A window as parts of at most `width` frames, each with `context` at the sides that are not the window's own."""
    segment, start, end = request
    if end - start <= width:
        return [Part(request, 0, end - start)]
    parts = []
    for at in range(start, end, width - 2 * context):
        stop = min(at + width - 2 * context, end)
        left = max(at - context, start)
        parts.append(Part(WindowRequest(segment, left, min(stop + context, end)), at - left, stop - at))
    return parts


class DeviceGenerator:
    """Windows of audio from segments, several at a time. Safe to call from several threads.

    Parameters
    ----------
    runner
        The generator stage.
    usual_width, batches
        Windows of this many frames are run as captured graphs, in batches of these sizes, ascending. None is wider.
    context
        Frames of a window at each side that its edge is heard in.
    source_weight, source_bias
        The learnt mixture of harmonics, [9] and a number.
    timeout
        Seconds that a batch may take.
    stopped
        Whether all work is to fail.
    """

    def __init__(
        self,
        runner: StageRunner,
        device: Device,
        kernels: KernelCache,
        config: KokoroConfig,
        *,
        source_weight: FloatArray,
        source_bias: float,
        usual_width: int,
        context: int,
        batches: Sequence[int],
        timeout: float = DEFAULT_TIMEOUT,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self._runner, self._device, self._config = runner, device, config
        self._timeout, self._stopped = timeout, stopped
        self._usual_width, self._context, self._batches = usual_width, context, tuple(batches)
        text, definitions = self.kernels(config)
        with device.current():
            names = ("gather", "excite", "transform")
            self._gather, self._excite, self._transform = kernels.functions(text, names, definitions)
            stream = runner.stream
            mix = np.append(source_weight.astype(np.float64), source_bias)
            self._mix = device.buffer_of(mix, stream)
            self._hann = device.buffer_of(np.hanning(config.n_fft + 1)[:-1], stream)
            largest = max(self._batches)
            self._samples = device.buffer(8 * largest * (config.frame_samples * usual_width + config.n_fft))
            self._table = device.buffer(largest * _WINDOW.itemsize)
            device.wait(stream, 10.0)
        self._uploaded: WeakKeyDictionary[KokoroSegment, _Uploaded] = WeakKeyDictionary()
        self._guard = MemoryGuard(lambda: device.memory, device.release_unused)
        self._lock = threading.Lock()

    @staticmethod
    def kernels(config: KokoroConfig) -> tuple[str, dict[str, float]]:
        """The source of its kernels, and the definitions that they are compiled with."""
        text = (Path(__file__).parent / "kernels" / "windows.cu").read_text("utf-8")
        return text, {
            "CHANNELS": config.generator_channels,
            "NORMS": config.generator_channels_total,
            "STEP": config.frame_samples // 2,
            "HARMONICS": HARMONICS,
            "N_FFT": config.n_fft,
            "HOP": config.hop,
            "SAMPLE_RATE": config.sample_rate,
            "VOICED_ABOVE": VOICED_ABOVE_HZ,
            "AMPLITUDE": SINE_AMPLITUDE,
        }

    @property
    def largest_batch(self) -> int:
        """Windows of one run."""
        return max(self._batches)

    def windows(self, requests: Sequence[WindowRequest]) -> list[FloatArray]:
        """Audio of every window [width * frame_samples], in the order asked for. Raises RunFailedError.

        Windows of one width share a batch. Wider ones than usual, which are asked for where something else made the
        windows before, are made in parts.
        """
        if self._stopped():
            raise RunInterruptedError
        parts = [parts_of(request, self._usual_width, self._context) for request in requests]
        made = iter(self._made([part.made for of_one in parts for part in of_one]))
        n = self._config.frame_samples
        joined = []
        for of_one in parts:
            kept = [next(made)[n * part.skipped :][: n * part.kept] for part in of_one]
            joined.append(kept[0] if len(kept) == 1 else np.concatenate(kept))
        return joined

    def _made(self, requests: Sequence[WindowRequest]) -> list[FloatArray]:
        results: list[FloatArray | None] = [None] * len(requests)
        by_width: dict[int, list[int]] = {}
        for i, request in enumerate(requests):
            by_width.setdefault(request.end - request.start, []).append(i)
        with self._lock, self._device.current():
            allowed = self._guard.allowed(self.largest_batch)
            for width, indices in by_width.items():
                for first in range(0, len(indices), allowed):
                    batch = indices[first : first + allowed]
                    audio = self._run([requests[i] for i in batch], width)
                    for i, samples in zip(batch, audio, strict=True):
                        results[i] = samples.copy()
        return [r for r in results if r is not None]

    def warm_up(self) -> None:
        """Capture all usual batches, on a silent segment."""
        c, width = self._config, self._usual_width
        source = HarmonicSource(np.zeros(2 * width, np.float32), np.zeros(HARMONICS, np.float32), 0.0, c)
        norms = np.zeros(c.generator_channels_total, np.float32)
        features = np.zeros((c.generator_channels, 2 * width), np.float32)
        segment = KokoroSegment(width, features, source, norms, (norms, norms))
        for count in self._batches:
            self.windows([WindowRequest(segment, 0, width)] * count)

    def _run(self, requests: list[WindowRequest], width: int) -> FloatArray:
        runner, stream, c = self._runner, self._runner.stream, self._config
        usual = width == self._usual_width
        count = next(b for b in self._batches if b >= len(requests)) if usual else len(requests)
        table = np.zeros(count, _WINDOW)
        for i, request in enumerate(requests):
            table[i] = (self._upload(request.segment).addresses, request.segment.frames, request.start)
        table[len(requests) :] = table[0]  # what fills a batch up is done and thrown away
        self._table.upload(table.view(np.uint8), stream)
        address, frames = np.uintp, np.int32(width)
        launch = {"grid": (_BLOCKS, count), "block": (_THREADS, 1, 1), "stream": stream}
        windows, samples = address(self._table.address), address(self._samples.address)
        inputs = {name: address(runner.buffer(name).address) for name in ("features", "scale", "shift", "source")}
        self._gather(windows, inputs["features"], inputs["scale"], inputs["shift"], frames, **launch)
        self._excite(windows, address(self._mix.address), samples, frames, **launch)
        self._transform(samples, address(self._hann.address), inputs["source"], frames, **launch)
        shapes = {
            "features": (count, c.generator_channels, 2 * width),
            "source": (count, 2 * c.bins, c.source_frames * width + 1),
            "scale": (count, c.generator_channels_total),
            "shift": (count, c.generator_channels_total),
        }
        (runner.launch if usual else runner.enqueue)(shapes)
        audio = runner.buffer("audio").download((len(requests), width * c.frame_samples), np.float32, stream)
        self._device.wait(stream, self._timeout)
        return audio

    def _upload(self, segment: KokoroSegment) -> _Uploaded:
        known = self._uploaded.get(segment)
        if known is None:
            assert segment.affine is not None
            scale, shift = segment.affine
            arrays: tuple[Array, ...] = (segment.features, segment.source.centre, segment.source.pitch, scale, shift)
            ends = np.cumsum([-(-a.nbytes // _ALIGNMENT) * _ALIGNMENT for a in arrays])
            packed = np.zeros(ends[-1], np.uint8)
            starts = [0, *(int(end) for end in ends[:-1])]
            for start, array in zip(starts, arrays, strict=True):
                packed[start : start + array.nbytes] = np.ascontiguousarray(array).view(np.uint8).reshape(-1)
            buffer = self._device.buffer_of(packed, self._runner.stream)
            known = _Uploaded(buffer, tuple(buffer.address + start for start in starts))
            self._uploaded[segment] = known
        return known
