"""A stage's engines at work, with a fake TensorRT and a fake GPU that note what they are asked."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engines.runtime.backend import Profile, Range, RunFailedError, Shape
from engines.runtime.engine_cache import BuiltPiece, BuiltStage
from engines.runtime.tensorrt_session import StageRunner

PROFILE = Profile({"x": Range((1, 4), (1, 8), (1, 16))})


class FakeContext:
    """Doubles the length of `x`."""

    def __init__(self, log: list[str]) -> None:
        self.shape: Shape = (0, 0)
        self.log = log

    def get_tensor_shape(self, name: str) -> Shape:
        return self.shape if name == "x" else (self.shape[0], 2 * self.shape[1])

    def set_input_shape(self, _name: str, shape: Shape) -> bool:
        self.shape = shape
        return shape[1] <= 16

    def set_tensor_address(self, _name: str, _address: int) -> None:
        pass

    def execute_async_v3(self, _stream: int) -> bool:
        self.log.append(f"run {self.shape[1]}")
        return True


class FakeDevice:
    lost = False
    refuses = False

    def __init__(self, log: list[str]) -> None:
        self.log = log

    def stream(self) -> Any:
        return SimpleNamespace(handle=0)

    def wait(self, _stream: Any, _seconds: float) -> None:
        pass

    def buffer(self, size: int) -> Any:
        return SimpleNamespace(size=size, address=0)

    def capture(self, _stream: Any, work: Callable[[], None]) -> Any:
        if self.refuses:
            raise RunFailedError("no captures here")
        length = len(self.log)
        work()
        (captured,) = self.log[length:]
        del self.log[length:]
        return SimpleNamespace(launch=lambda _: self.log.append(f"graph of {captured}"))


@pytest.fixture
def log() -> list[str]:
    return []


@pytest.fixture
def contexts() -> list[tuple[int, int]]:
    """Address and size of the scratch memory of every context that was made."""
    return []


@pytest.fixture
def device(log: list[str]) -> FakeDevice:
    return FakeDevice(log)


@pytest.fixture
def runner(log: list[str], device: FakeDevice, contexts: list[tuple[int, int]]) -> StageRunner:
    def context(_engine: Any, scratch: int, size: int, _stream: Any) -> FakeContext:
        contexts.append((scratch, size))
        return FakeContext(log)

    tensorrt = SimpleNamespace(
        load=lambda _: None,
        inputs=lambda _: [("x", np.float32)],
        outputs=lambda _: [("y", np.float32)],
        scratch_bytes=lambda _: 1000,
        context=context,
    )
    built = BuiltStage((BuiltPiece(b"", ()),), ("y",))
    return StageRunner(built, PROFILE, tensorrt, device, None)  # type: ignore[arg-type]


def test_buffers_hold_the_largest_shapes(runner: StageRunner) -> None:
    assert (runner.buffer("x").size, runner.buffer("y").size) == (4 * 16, 4 * 32)


def test_shapes_follow_from_those_of_the_inputs(runner: StageRunner, log: list[str]) -> None:
    runner.enqueue({"x": (1, 5)})
    assert (runner.shape("y"), log) == ((1, 10), ["run 5"])
    with pytest.raises(RunFailedError, match="is not one that was built for"):
        runner.enqueue({"x": (1, 17)})


def test_shapes_that_come_again_are_a_graph(runner: StageRunner, log: list[str]) -> None:
    for _ in range(3):
        runner.launch({"x": (1, 8)})
    assert log == ["run 8", "graph of run 8", "graph of run 8"]


def test_graphs_of_several_shapes_and_other_shapes_in_turn(runner: StageRunner, log: list[str]) -> None:
    for length in (8, 4):
        runner.launch({"x": (1, length)})
    log.clear()
    runner.launch({"x": (1, 8)})
    assert runner.shape("y") == (1, 16)
    runner.enqueue({"x": (1, 5)})
    assert runner.shape("y") == (1, 10)
    runner.launch({"x": (1, 4)})
    assert runner.shape("y") == (1, 8)
    assert log == ["graph of run 8", "run 5", "graph of run 4"]


def test_captured_shapes_have_contexts_of_their_own_that_share_memory(
    runner: StageRunner, contexts: list[tuple[int, int]]
) -> None:
    runner.launch({"x": (1, 8)})
    runner.launch({"x": (1, 8)})
    runner.launch({"x": (1, 4)})
    assert len(contexts) == 3
    assert set(contexts) == {contexts[0]}
    assert contexts[0][1] == 1000


def test_what_cannot_be_captured_is_run(runner: StageRunner, device: FakeDevice, log: list[str]) -> None:
    device.refuses = True
    runner.launch({"x": (1, 8)})
    log.clear()
    runner.launch({"x": (1, 8)})
    assert (log, runner.shape("y")) == (["run 8"], (1, 16))
