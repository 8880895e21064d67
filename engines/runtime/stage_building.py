"""A stage graph to TensorRT engines: 8-bit weights folded, cut at its LSTMs, float16 where it will do, built."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import onnx
from google.protobuf.message import DecodeError

from engines.errors import ModelDamagedError
from engines.runtime.backend import Profile
from engines.runtime.engine_cache import (
    BuiltPiece,
    BuiltRecurrence,
    BuiltStage,
    DamagedEngineError,
)
from engines.runtime.graphs import (
    Piece,
    cut_at_recurrences,
    fold_dequantised,
    half_precision,
    nodes_after,
    split_depthwise_upsampling,
)
from engines.runtime.tensorrt import BuildOptions, BuildProgress, EngineBuildError, TensorRT

if TYPE_CHECKING:
    from engines.runtime.tensorrt_backend import TensorRTBackend

_TURING = (7, 5)


def pieces(
    graph: Path, profile: Profile, *, half: bool, half_products: bool = False
) -> tuple[list[Piece], tuple[str, ...]]:
    """A stage graph as TensorRT takes it, and the names of its outputs.

    Parameters
    ----------
    half
        Compute in float16, but for what the profile keeps.
    half_products
        If not, still compute matrix products in it.

    Raises
    ------
    ModelDamagedError
        If the file is not a graph.
    """
    try:
        model = onnx.load(str(graph))
    except (OSError, DecodeError) as error:
        raise ModelDamagedError(
            f"{graph.name} cannot be loaded; run `timbre models verify` and install the damaged pack again."
        ) from error
    cut = cut_at_recurrences(split_depthwise_upsampling(fold_dequantised(model)), profile)
    outputs = tuple(output.name for output in model.graph.output)
    if not (half or half_products):
        return cut, outputs

    def kept(model: onnx.ModelProto) -> frozenset[str]:
        if half:
            return nodes_after(model, profile.float32_after)
        return frozenset(node.name for node in model.graph.node if node.op_type != "MatMul")

    return [Piece(half_precision(p.model, kept(p.model)), p.profile, p.recurrences) for p in cut], outputs


def build_stage(
    graph: Path,
    profile: Profile,
    tensorrt: TensorRT,
    options: BuildOptions | None = None,
    progress: BuildProgress | None = None,
) -> BuiltStage:
    """The engines of a stage. Raises ModelDamagedError and EngineBuildError."""
    options = options or BuildOptions()
    built = []
    # TensorRT-RTX has no matrix products in float32 for Turing.
    turing = tensorrt.rtx and options.capability == _TURING
    cut, outputs = pieces(graph, profile, half=options.half, half_products=turing)
    for piece in cut:
        plan = tensorrt.build(piece.model.SerializeToString(), [piece.profile], options, progress)
        recurrences = tuple(BuiltRecurrence(r.gates, r.states, r.weight) for r in piece.recurrences)
        built.append(BuiltPiece(plan, recurrences))
    return BuiltStage(tuple(built), outputs)


@dataclass(frozen=True)
class BuildStep:
    """What a build is at."""

    stage: str
    number: int
    """Of the stage, from 0."""
    of: int
    phase: str
    """TensorRT's own word; empty where it tells none."""
    share: float
    """Of the phase, 0 to 1."""


def build_missing(
    backend: TensorRTBackend,
    graphs: Mapping[str, tuple[Path, Profile]],
    progress: Callable[[BuildStep], bool] = lambda _: True,
) -> list[str]:
    """Build the stages whose engines the backend lacks and put them into its cache; the names of those built.

    Parameters
    ----------
    graphs
        Graph and profile by stage.
    progress
        Told what is done; returns whether to go on. A build can only be left where its TensorRT reports progress.

    Raises
    ------
    ModelDamagedError, EngineBuildError
        If a graph is not whole, or cannot be built.
    """
    missing = {}
    for stage, (graph, profile) in graphs.items():
        key = backend.key(graph, profile)
        try:
            if backend.cache.get(key) is None:
                missing[stage] = key
        except DamagedEngineError:
            missing[stage] = key
    for number, (stage, key) in enumerate(missing.items()):
        graph, profile = graphs[stage]

        def told(phase: str, share: float, stage: str = stage, number: int = number) -> bool:
            return progress(BuildStep(stage, number, len(missing), phase, share))

        if not told("", 0.0):
            raise EngineBuildError("The build was stopped; what was finished is kept.")
        begun = time.monotonic()
        with backend.current():
            built = build_stage(graph, profile, backend.tensorrt, backend.options(profile), told)
        backend.cache.put(key, built, time.monotonic() - begun)
    return list(missing)
