"""Every stage graph builds with TensorRT-RTX, which needs no GPU for it, and every kernel compiles.

Execution is measured on a GPU; see `tests/bench/gpu.py`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engines import paths
from engines.errors import ModelDamagedError
from engines.models.kokoro.config import KokoroConfig
from engines.models.kokoro.device_generator import DeviceGenerator
from engines.models.kokoro.running import device_stages
from engines.models.manifest import DEFAULT_PACK
from engines.models.store import ModelStore
from engines.runtime.backend import Profile, Range
from engines.runtime.cuda import kernel_source
from engines.runtime.nvrtc import Compiler, KernelError
from engines.runtime.stage_building import build_stage
from engines.runtime.tensorrt import (
    RTX_CAPABILITIES,
    BuildOptions,
    EngineBuildError,
    TensorRT,
    find_tensorrt,
)
from tests.tiny import TINY

CAPABILITIES = ((7, 5), (8, 6), (8, 9), (12, 0))
STAGES = ("text", "prosody", "front", "generator")
PIECES = {"text": 5, "prosody": 2, "front": 1, "generator": 1}


@pytest.fixture(scope="module")
def rtx() -> TensorRT:
    pytest.importorskip("tensorrt_rtx_bindings", reason="the extra `tensorrt` is not installed")
    return find_tensorrt((8, 9))


@pytest.fixture(scope="module")
def compiler() -> Compiler:
    pytest.importorskip(
        "tensorrt_rtx_bindings", reason="the extra `tensorrt`, of which NVRTC is a part, is not installed"
    )
    return Compiler()


@pytest.mark.parametrize("half", [False, True], ids=["float32", "float16"])
@pytest.mark.parametrize("stage", STAGES)
def test_every_stage_of_a_small_network_builds(tiny_pack: Path, rtx: TensorRT, stage: str, *, half: bool) -> None:
    graph, profile = device_stages(tiny_pack, TINY)[stage]
    built = build_stage(graph, profile, rtx, BuildOptions(half=half, capability=(8, 9)))
    assert len(built.pieces) == PIECES[stage]
    assert all(piece.plan for piece in built.pieces)


@pytest.mark.model
@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("half", [False, True], ids=["float32", "float16"])
@pytest.mark.parametrize("capability", CAPABILITIES, ids=lambda c: f"sm{c[0]}{c[1]}")
def test_every_stage_of_the_real_model_builds(rtx: TensorRT, capability: tuple[int, int], *, half: bool) -> None:
    folder = ModelStore(paths.home()).require(DEFAULT_PACK)
    for stage, (graph, profile) in device_stages(folder, KokoroConfig()).items():
        built = build_stage(graph, profile, rtx, BuildOptions(half=half, capability=capability))
        assert len(built.pieces) == PIECES[stage]


def test_a_build_can_be_followed_and_stopped(tiny_pack: Path, rtx: TensorRT) -> None:
    graph, profile = device_stages(tiny_pack, TINY)["front"]
    told: list[tuple[str, float]] = []

    def note(phase: str, share: float) -> bool:
        told.append((phase, share))
        return True

    build_stage(graph, profile, rtx, BuildOptions(capability=(8, 9)), note)
    assert told
    assert all(0 < share <= 1 for _, share in told)
    with pytest.raises(EngineBuildError):
        build_stage(graph, profile, rtx, BuildOptions(capability=(8, 9)), lambda *_: False)


def test_an_unknown_capability_is_told(tiny_pack: Path, rtx: TensorRT) -> None:
    graph, profile = device_stages(tiny_pack, TINY)["front"]
    assert not rtx.supports((9, 0))
    with pytest.raises(EngineBuildError, match=r"9\.0"):
        build_stage(graph, profile, rtx, BuildOptions(capability=(9, 0)))


def test_a_graph_that_is_none_is_told(rtx: TensorRT, tmp_path: Path) -> None:
    path = tmp_path / "front.onnx"
    path.write_bytes(b"no graph")
    with pytest.raises(ModelDamagedError, match=r"front\.onnx"):
        build_stage(path, Profile({"x": Range((1,), (1,), (1,))}), rtx)


@pytest.mark.parametrize("capability", [*RTX_CAPABILITIES, (9, 0)], ids=lambda c: f"sm{c[0]}{c[1]}")
def test_every_kernel_compiles(compiler: Compiler, capability: tuple[int, int]) -> None:
    for hidden, parts in ((256, 8), (8, 1)):
        options = [f"-DHIDDEN={hidden}", f"-DPARTS={parts}"]
        assert compiler.compile(kernel_source("lstm"), "lstm.cu", capability, options)
    text, definitions = DeviceGenerator.kernels(KokoroConfig())
    assert compiler.compile(
        text, "windows.cu", capability, [f"-D{name}={value}" for name, value in definitions.items()]
    )


def test_a_kernel_with_an_error_is_told(compiler: Compiler) -> None:
    with pytest.raises(KernelError, match="nonsense"):
        compiler.compile("nonsense", "wrong.cu", (8, 9))
