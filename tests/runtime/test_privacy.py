"""Nothing that runs a network reports to anybody."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
from pathlib import Path
import numpy as np
from engines.runtime.backend import Profile
from engines.runtime.onnx_runtime import OnnxRuntimeBackend
from onnx import TensorProto, helper, save

ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1]) for name in "xy"]
graph = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "g", ends[:1], ends[1:])
save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), "relu.onnx")
session = OnnxRuntimeBackend(threads=1).load(Path("relu.onnx"), Profile({}))
assert session.run({"x": np.zeros(1, np.float32)})["y"] == 0
"""


def test_onnx_runtime_keeps_no_number_of_the_device(tmp_path: Path) -> None:
    """It would write one below the home, and the beginning of a session into the folder of temporary files."""
    places = {"HOME": str(tmp_path), "TMPDIR": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    environment = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**environment, **places, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=tmp_path,
        check=True,
    )
    assert [path.name for path in tmp_path.rglob("*")] == ["relu.onnx"]
