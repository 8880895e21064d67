"""The generator in 8 bits, calibrated on real windows: is it worth having?

TensorRT 8.6 chooses where to use 8 bits, by the entropy calibration of Migacz (GTC 2017); what follows the last
convolution stays in float32. Compared with the engines in use, through the same session, from host arrays to host
arrays.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from engines.models.kokoro.model import KokoroModel
from engines.models.kokoro.profiles import WINDOW
from engines.runtime.backend import Array, Profile, Session
from engines.runtime.engine_cache import BuiltPiece, BuiltStage
from engines.runtime.graphs import nodes_after
from engines.runtime.onnx_runtime import OnnxRuntimeBackend
from engines.runtime.stage_building import pieces
from engines.runtime.tensorrt_session import StageRunner, TensorRTSession
from tests.bench.gpu_home import ENGLISH, VOICES, Bench, milliseconds, phonemes, say, snr

_CALIBRATED_ON = 8
"""Windows of a batch, the usual one."""
_RUNS = 40


def int8_build(bench: Bench, precisions: list[str]) -> None:
    """Build engines of 8 bits, and of each precision where 8 bits are not faster; they are kept in the home."""
    known = list(_windows(bench.model()))[::2]
    for precision in precisions:
        backend = bench.backend(half=precision == "float16")
        begun = time.monotonic()
        try:
            with backend.current():
                plan = _build(*bench.stages()["generator"], known, backend.device, bench.level, half=backend.half)
        except RuntimeError as error:  # one failed build is a result
            say(int8=precision, failed=str(error)[:600], seconds=round(time.monotonic() - begun, 1))
            continue
        _file(bench, precision).write_bytes(plan)
        say(int8=precision, built_s=round(time.monotonic() - begun, 1), megabytes=round(len(plan) / 1e6, 1))


def int8(bench: Bench, precisions: list[str]) -> None:
    """Those engines and the ones in use, against ONNX Runtime on the CPU and against the clock."""
    heard = list(_windows(bench.model()))[1::2]
    graph, profile = bench.stages()["generator"]
    sessions: dict[str, Session] = {}
    for precision in precisions:
        backend = bench.backend(half=precision == "float16")
        sessions[precision] = backend.load(graph, profile)
        if _file(bench, precision).exists():
            stage = BuiltStage((BuiltPiece(_file(bench, precision).read_bytes(), ()),), ("audio",))
            with backend.current():
                runner = StageRunner(stage, profile, backend.tensorrt, backend.device, backend.kernels)
            sessions[f"int8 and {precision}"] = TensorRTSession(runner, profile, backend.device, 5.0)
    cpu = OnnxRuntimeBackend(8, fast_integers=False).load(graph, profile)
    wanted = [cpu.run(given)["audio"] for given in heard]
    for name, session in sessions.items():
        loss = [snr(w, session.run(given)["audio"]) for w, given in zip(wanted, heard, strict=True)]
        say(int8=name, snr_db={"median": float(np.median(loss)), "worst": min(loss)}, windows=len(loss))
        for count in (1, 8, 32):
            given = _batch(heard, count)
            times = []
            for _ in range(_RUNS):
                begun = time.perf_counter()
                session.run(given)
                times.append(time.perf_counter() - begun)
            say(int8=name, batch=count, time=milliseconds(times[8:]))


def _file(bench: Bench, precision: str) -> Path:
    return bench.home / f"int8-{precision}.engine"


def _windows(model: KokoroModel) -> Iterator[dict[str, Array]]:
    """Inputs of windows all over some sentences, voice by voice."""
    for voice in VOICES:
        for text in ENGLISH[:6]:
            segment = model.prepare(model.plan(phonemes(text, voice), model.voice(voice)))
            assert segment.affine is not None
            scale, shift = (a[None].astype(np.float32) for a in segment.affine)
            for start in range(0, segment.frames - WINDOW, 2 * WINDOW):
                end = start + WINDOW
                yield {
                    "features": segment.features[None, :, 2 * start : 2 * end].astype(np.float32),
                    "source": segment.source.spectrum(start, end)[None].astype(np.float32),
                    "scale": scale,
                    "shift": shift,
                }


def _batch(windows: list[dict[str, Array]], count: int, first: int = 0) -> dict[str, Array]:
    chosen = [windows[(first + i) % len(windows)] for i in range(count)]
    return {name: np.concatenate([w[name] for w in chosen]) for name in chosen[0]}


def _build(
    graph: Path, profile: Profile, windows: list[dict[str, Array]], device: Any, level: int, *, half: bool
) -> bytes:
    """An engine that may use 8 bits. Raises RuntimeError."""
    import tensorrt as trt  # type: ignore[import-not-found]  # noqa: PLC0415 only where there is a GPU

    stream = device.stream()

    class Calibrator(trt.IInt8EntropyCalibrator2):  # type: ignore[misc]
        def __init__(self) -> None:
            trt.IInt8EntropyCalibrator2.__init__(self)
            self.batches = [_batch(windows, _CALIBRATED_ON, i) for i in range(0, len(windows), _CALIBRATED_ON)]
            self.at = 0
            self.buffers: dict[str, Any] = {}

        def get_batch_size(self) -> int:
            return _CALIBRATED_ON

        def get_batch(self, names: list[str]) -> list[int] | None:
            if self.at == len(self.batches):
                return None
            batch = self.batches[self.at]
            self.at += 1
            self.buffers = {n: device.buffer_of(np.ascontiguousarray(batch[n]), stream) for n in names}
            device.wait(stream, 10.0)
            return [self.buffers[name].address for name in names]

        def read_calibration_cache(self) -> None:
            return None

        def write_calibration_cache(self, cache: Any) -> None:
            del cache

    logger = trt.Logger(trt.Logger.ERROR)
    builder = trt.Builder(logger)
    network = builder.create_network(1 << int(trt.NetworkDefinitionCreationFlag.EXPLICIT_BATCH))
    parser = trt.OnnxParser(network, logger)
    (piece,), _ = pieces(graph, profile, half=half)
    if not parser.parse(piece.model.SerializeToString()):
        raise RuntimeError(parser.get_error(0).desc())
    config = builder.create_builder_config()
    config.builder_optimization_level = level
    for flag in ("INT8", "OBEY_PRECISION_CONSTRAINTS", *(["FP16"] if half else [])):
        config.set_flag(getattr(trt.BuilderFlag, flag))
    config.set_preview_feature(trt.PreviewFeature.PROFILE_SHARING_0806, True)
    config.int8_calibrator = Calibrator()
    kept = nodes_after(piece.model, profile.float32_after)
    for i in range(network.num_layers):
        layer = network.get_layer(i)
        if layer.name in kept and layer.type not in (trt.LayerType.CONSTANT, trt.LayerType.SHAPE):
            layer.precision = trt.float32
    for chosen in (config.add_optimization_profile, config.set_calibration_profile):
        shapes = builder.create_optimization_profile()
        for name, given in piece.profile.shapes.items():
            usual = (_CALIBRATED_ON, *given.usual[1:])
            calibrating = chosen == config.set_calibration_profile
            shapes.set_shape(name, *([usual] * 3 if calibrating else (given.smallest, given.usual, given.largest)))
        chosen(shapes)
    sources = (trt.TacticSource.EDGE_MASK_CONVOLUTIONS, trt.TacticSource.JIT_CONVOLUTIONS)
    config.set_tactic_sources(sum(1 << int(source) for source in sources))
    plan = builder.build_serialized_network(network, config)
    if plan is None:
        raise RuntimeError("TensorRT gave no engine")
    return bytes(plan)
