"""The least that a stage costs: its operations, and the bytes that must move, against what a card can do.

``python -m tests.bench.floor [TFLOPS_HALF TFLOPS_FLOAT GB_PER_SECOND]``; the defaults are the data sheet of an H200
(dense, TF32 for float32). Bytes are the weights once, the inputs and the results; what lies between could stay on the
chip. "unfused" counts every result of a convolution or a product written and read once more, which is what an engine
that fuses only element-wise work moves.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass

import numpy as np
import onnx
import onnxruntime as ort
from rich.console import Console
from rich.table import Table

from engines import paths
from engines.models.kokoro.config import KokoroConfig
from engines.models.kokoro.profiles import stage_profiles, window_profile
from engines.models.manifest import DEFAULT_PACK
from engines.models.store import ModelStore
from engines.runtime.backend import Profile, Range, Shape
from engines.runtime.graphs import Piece, cut_at_recurrences, fold_dequantised

H200 = (990.0, 495.0, 4800.0)


@dataclass(frozen=True)
class Cost:
    """Of one run."""

    operations: float
    """Multiplications and additions, two an element."""
    weights: int
    """Numbers."""
    outside: int
    """Numbers of inputs and results."""
    between: int
    """Numbers of results of convolutions and products."""

    def floor(self, teraflops: float, gigabytes: float, size: int, *, fused: bool) -> float:
        """Milliseconds, whichever of arithmetic and memory takes longer."""
        moved = size * (self.weights + self.outside + (0 if fused else 2 * self.between))
        return 1e3 * max(self.operations / (teraflops * 1e12), moved / (gigabytes * 1e9))


def main() -> int:
    """Print the table."""
    half, full, bandwidth = (float(a) for a in sys.argv[1:4]) if len(sys.argv) > 3 else H200
    folder = ModelStore(paths.home()).require(DEFAULT_PACK)
    config = KokoroConfig()
    table = Table("stage", "size", "GFLOP", "weights MB", "float32 ms", "float16 ms", "float16 unfused ms")
    for stage, label, profile, batch in _cases(config):
        graph = fold_dequantised(onnx.load(str(folder / f"{stage}.onnx")))
        costs = [_cost(piece, batch) for piece in cut_at_recurrences(graph, profile)]
        total = Cost(*(sum(getattr(c, f) for c in costs) for f in Cost.__dataclass_fields__))
        table.add_row(
            stage,
            label,
            f"{total.operations / 1e9:.1f}",
            f"{total.weights * 4 / 1e6:.0f}",
            f"{total.floor(full, bandwidth, 4, fused=True):.3f}",
            f"{total.floor(half, bandwidth, 2, fused=True):.3f}",
            f"{total.floor(half, bandwidth, 2, fused=False):.3f}",
        )
    Console().print(table)
    return 0


def _cases(config: KokoroConfig) -> list[tuple[str, str, Profile, int]]:
    profiles = stage_profiles(config)
    cases = []
    for symbols, frames in ((58, 150), (185, 506)):
        sizes = {"tokens": symbols, "hidden": frames, "content": frames, "f0": 2 * frames, "energy": 2 * frames}
        for stage in ("text", "prosody", "front"):
            label = f"{symbols} symbols" if stage == "text" else f"{frames} frames"
            cases.append((stage, label, _fixed(profiles[stage], sizes), 1))
    window = window_profile(config, usual_batch=1)
    one = Profile({name: Range(r.usual, r.usual, r.usual) for name, r in window.shapes.items()})
    cases += [("generator", f"{batch} windows of 1 s", one, batch) for batch in (1, 8, 32)]
    return cases


def _fixed(profile: Profile, sizes: dict[str, int]) -> Profile:
    def shape(name: str, given: Range) -> Shape:
        return tuple(
            sizes[name] if small != large else large for small, large in zip(given.smallest, given.largest, strict=True)
        )

    return Profile({n: Range(shape(n, r), shape(n, r), shape(n, r)) for n, r in profile.shapes.items()})


def _cost(piece: Piece, batch: int) -> Cost:
    """Of a piece at its usual shapes, each of whose inputs comes `batch` times; sizes are those of a run on zeros."""
    model = onnx.ModelProto()
    model.CopyFrom(piece.model)
    heavy = [node for node in model.graph.node if node.op_type in {"Conv", "ConvTranspose", "MatMul"}]
    results = [output.name for output in model.graph.output]
    names = {name for node in heavy for name in (node.input[0], node.input[1], node.output[0])}
    constants = {i.name: tuple(i.dims) for i in model.graph.initializer}
    given = set(piece.profile.shapes)
    more = sorted(names - set(constants) - given - set(results))
    model.graph.output.extend(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in more)
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    types = {"tensor(float)": np.float32, "tensor(int64)": np.int64}
    inputs = {i.name: np.zeros(piece.profile.shapes[i.name].usual, types[i.type]) for i in session.get_inputs()}
    wanted = [*results, *more]
    values = dict(zip(wanted, session.run(wanted, inputs), strict=True)) | inputs
    shapes = {name: value.shape for name, value in values.items()} | constants
    operations = 0.0
    for node in heavy:
        taken, weight, result = (shapes[name] for name in (node.input[0], node.input[1], node.output[0]))
        if node.op_type == "MatMul":
            operations += 2.0 * math.prod(result) * weight[-2]
        elif node.op_type == "Conv":
            operations += 2.0 * math.prod(result) * weight[1] * weight[2]
        else:  # every input meets every weight of its channel
            operations += 2.0 * math.prod(taken) * weight[1] * weight[2]
    between = sum(math.prod(shapes[node.output[0]]) for node in heavy)
    outside = sum(math.prod(shapes[name]) for name in (*given, *results))
    weights = sum(math.prod(shape) for shape in constants.values())
    return Cost(batch * operations, weights, batch * outside, batch * between)


if __name__ == "__main__":
    sys.exit(main())
