"""The breaker for GPU memory."""

from __future__ import annotations

import pytest

from engines.runtime.cuda import DeviceMemoryError, Memory
from engines.runtime.memory_guard import MemoryGuard


class Gpu:
    """Memory that a test sets, and a clock."""

    def __init__(self) -> None:
        self.used, self.held, self.now, self.asked = 0, 0, 0.0, 0
        self.guard = MemoryGuard(self.memory, self.release, lambda: self.now)

    def memory(self) -> Memory:
        self.asked += 1
        return Memory(1000 - self.used - self.held, 1000)

    def release(self) -> None:
        self.held = 0

    def allowed(self, used: int) -> int:
        self.used = used
        self.now += 1
        return self.guard.allowed(32)


def test_batches_shrink_as_memory_fills_and_grow_again() -> None:
    gpu = Gpu()
    assert [gpu.allowed(used) for used in (0, 890, 910, 950, 910, 100)] == [32, 32, 8, 1, 8, 32]


def test_nothing_is_begun_when_it_is_full_and_the_sentence_says_what_to_do() -> None:
    gpu = Gpu()
    with pytest.raises(DeviceMemoryError, match="close other programs"):
        gpu.allowed(990)
    assert gpu.allowed(100) == 32


def test_what_is_kept_and_unused_is_given_back_first() -> None:
    gpu = Gpu()
    gpu.held = 600
    assert gpu.allowed(350) == 32
    assert gpu.held == 0


def test_the_driver_is_not_asked_at_every_batch() -> None:
    gpu = Gpu()
    for _ in range(100):
        gpu.now += 0.01
        gpu.guard.allowed(8)
    assert gpu.asked <= 6


def test_a_batch_is_never_empty() -> None:
    gpu = Gpu()
    gpu.used = 920
    assert gpu.guard.allowed(1) == 1
