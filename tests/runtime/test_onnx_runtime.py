from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engines.errors import ModelDamagedError
from engines.models.kokoro.profiles import stage_profiles
from engines.runtime import onnx_runtime
from engines.runtime.onnx_runtime import OnnxRuntimeBackend, has_dot_product, usable_cores
from tests.tiny import TINY


@pytest.mark.parametrize(
    ("flags", "fast"),
    [("flags : fpu avx2 avx512f", False), ("flags : avx2 avx512_vnni", True), ("Features : asimd asimddp", True)],
)
def test_fast_integers_follow_the_cpu(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: str, *, fast: bool
) -> None:
    monkeypatch.setattr(onnx_runtime.platform, "system", lambda: "Linux")
    (tmp_path / "cpuinfo").write_text(f"processor : 0\n{flags}\n", "utf-8")
    assert has_dot_product(tmp_path / "cpuinfo") is fast
    assert has_dot_product(tmp_path / "absent") is False


def test_all_usable_cores_are_found() -> None:
    assert usable_cores() >= 1


@pytest.mark.parametrize("stage", ["text", "prosody", "front", "generator", "generator-integer"])
def test_warm_up_runs_every_stage(tiny_pack: Path, stage: str) -> None:
    profile = stage_profiles(TINY)["generator" if stage.startswith("generator") else stage]
    OnnxRuntimeBackend(1).load(tiny_pack / f"{stage}.onnx", profile).warm_up()


@pytest.mark.parametrize("content", [b"", b"no graph", None])
def test_a_damaged_graph_is_a_sentence(tmp_path: Path, tiny_pack: Path, content: bytes | None) -> None:
    path = tmp_path / "front.onnx"
    path.write_bytes((tiny_pack / "front.onnx").read_bytes()[:3000] if content is None else content)
    with pytest.raises(ModelDamagedError, match=r"front\.onnx cannot be loaded.*timbre models verify"):
        OnnxRuntimeBackend(1).load(path, stage_profiles(TINY)["front"])


def test_outputs_come_by_name(tiny_pack: Path) -> None:
    session = OnnxRuntimeBackend(1).load(tiny_pack / "text.onnx", stage_profiles(TINY)["text"])
    outputs = session.run({"tokens": np.array([[0, 50, 60, 0]]), "style": np.zeros((1, TINY.style), np.float32)})
    assert {name: value.shape for name, value in outputs.items()} == {
        "durations": (1, 4),
        "hidden": (1, 4, TINY.hidden + TINY.style),
        "content": (1, TINY.hidden, 4),
    }


def test_threads_can_be_shared_by_all_sessions(tiny_pack: Path) -> None:
    """In a process of its own, because the choice holds for all of it."""
    script = (
        "import sys; from pathlib import Path\n"
        "from engines.runtime.onnx_runtime import OnnxRuntimeBackend, share_threads\n"
        "from engines.models.kokoro.profiles import stage_profiles\n"
        "from tests.tiny import TINY\n"
        "share_threads(); share_threads()\n"
        "for stage in ('text', 'front'):\n"
        "    OnnxRuntimeBackend().load(Path(sys.argv[1]) / f'{stage}.onnx', stage_profiles(TINY)[stage]).warm_up()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tiny_pack)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
