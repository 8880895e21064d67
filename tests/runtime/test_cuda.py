"""The layer over PyCUDA, with a fake driver: errors become failures of a run, and no wait is for ever."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from engines.runtime.backend import RunFailedError, RunTimedOutError
from engines.runtime.cuda import Device, DeviceLostError, DeviceMemoryError, NoDeviceError


class FakeDriver(ModuleType):
    """The parts of `pycuda.driver` that are used, without a GPU."""

    class Error(Exception):
        pass

    class MemoryError(Error):
        pass

    def __init__(self) -> None:
        super().__init__("pycuda.driver")
        self.stack = 0
        self.done_after = 0.0
        self.room = 1000
        self.state = 0
        """What the driver's library says of the default stream."""
        self.freed: list[bool] = []
        """For every memory that went back to the pool, whether a context was current."""
        outer = self

        class Context:
            @staticmethod
            def pop() -> None:
                outer.stack -= 1

            def push(self) -> None:
                outer.stack += 1

        class Event:
            def __init__(self, _flags: int) -> None:
                self.begun = 0.0

            def record(self, _stream: Any) -> None:
                self.begun = time.monotonic()

            def query(self) -> bool:
                if outer.done_after < 0:
                    raise FakeDriver.Error("an illegal memory access was encountered")
                return time.monotonic() - self.begun >= outer.done_after

        self.Context, self.Event = Context, Event
        self.event_flags = SimpleNamespace(DISABLE_TIMING=2)
        self.device_attribute = SimpleNamespace(MULTIPROCESSOR_COUNT=0)

    def init(self) -> None:
        pass

    def mem_get_info(self) -> tuple[int, int]:
        return 250, 1000

    def Device(self, ordinal: int) -> Any:  # noqa: N802 PyCUDA's name
        if ordinal:
            raise FakeDriver.Error("invalid device ordinal")
        return SimpleNamespace(
            retain_primary_context=self.Context,
            name=lambda: "Fake",
            compute_capability=lambda: (8, 9),
            get_attribute=lambda _: 20,
        )


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeDriver]:
    driver = FakeDriver()
    tools = ModuleType("pycuda.tools")

    class Memory:
        def __int__(self) -> int:
            return 4096

        def free(self) -> None:
            driver.freed.append(driver.stack > 0)

    class DeviceMemoryPool:
        def allocate(self, size: int) -> Any:
            if size > driver.room:
                raise FakeDriver.MemoryError("out of memory")
            return Memory()

        def free_held(self) -> None:
            driver.room = 5000

    tools.DeviceMemoryPool = DeviceMemoryPool  # type: ignore[attr-defined]
    library = SimpleNamespace(cuStreamQuery=lambda _: driver.state)
    monkeypatch.setitem(sys.modules, "pycuda", ModuleType("pycuda"))
    monkeypatch.setitem(sys.modules, "pycuda.driver", driver)
    monkeypatch.setitem(sys.modules, "pycuda.tools", tools)
    monkeypatch.setattr("engines.runtime.cuda.ctypes.CDLL", lambda _: library)
    yield driver
    assert driver.stack == 0


def test_what_a_gpu_is(driver: FakeDriver) -> None:
    del driver
    device = Device()
    assert (device.name, device.capability, device.processors) == ("Fake", (8, 9), 20)
    assert device.memory.used_share == 0.75


def test_no_gpu_and_no_pycuda_are_told(driver: FakeDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    del driver
    with pytest.raises(NoDeviceError, match="nvidia-smi"):
        Device(1)
    monkeypatch.setitem(sys.modules, "pycuda.driver", None)
    with pytest.raises(NoDeviceError, match="timbre extras install gpu"):
        Device()


def test_pycuda_without_a_driver_is_told(driver: FakeDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    del driver
    text = "libcuda.so.1: cannot open shared object file"

    def find(name: str) -> ModuleType:
        raise ImportError(text, name=name)

    monkeypatch.setattr("engines.runtime.cuda.importlib.import_module", find)
    with pytest.raises(NoDeviceError, match=f"{text}. Check the driver with `nvidia-smi`"):
        Device()


def test_an_error_of_the_driver_is_a_failed_run_and_leaves_no_context(driver: FakeDriver) -> None:
    device = Device()
    with pytest.raises(RunFailedError, match="illegal address"), device.current():
        raise FakeDriver.Error("illegal address")
    assert driver.stack == 0
    driver.done_after = -1
    with pytest.raises(RunFailedError, match="illegal memory access"), device.current():
        device.wait(None, 1.0)


def test_memory_that_is_not_there_is_told(driver: FakeDriver) -> None:
    device = Device()
    with pytest.raises(DeviceMemoryError, match="no 2 MB left"):
        device.buffer(2_000_000)
    assert device.buffer(100).address == 4096
    device.release_unused()
    assert driver.room == 5000


def test_memory_goes_back_to_the_pool_while_a_context_is_current(driver: FakeDriver) -> None:
    device = Device()
    buffer = device.buffer(100)
    assert not driver.freed
    del buffer
    assert driver.freed == [True]


def test_nothing_is_asked_of_a_lost_device(driver: FakeDriver) -> None:
    device = Device()
    buffer = device.buffer(100)
    with pytest.raises(RunFailedError, match="out of luck"), device.current():
        raise FakeDriver.Error("out of luck")
    assert not device.lost
    driver.state = 700
    with pytest.raises(RunFailedError, match="illegal address"), device.current():
        raise FakeDriver.Error("illegal address")
    assert device.lost
    with pytest.raises(DeviceLostError, match="start the program again"), device.current():
        pass
    del buffer
    assert not driver.freed


@pytest.mark.parametrize("takes", [0.0, 0.002, 0.02])
def test_a_wait_ends_when_the_work_does(driver: FakeDriver, takes: float) -> None:
    driver.done_after = takes
    device = Device()
    begun = time.monotonic()
    with device.current():
        device.wait(None, 5.0)
    assert takes <= time.monotonic() - begun < takes + 1


def test_a_wait_is_not_for_ever(driver: FakeDriver) -> None:
    driver.done_after = 60.0
    device = Device()
    with pytest.raises(RunTimedOutError, match="not done after 20 ms"), device.current():
        device.wait(None, 0.02)
