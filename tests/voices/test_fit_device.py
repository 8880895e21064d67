"""Which device is chosen, told by a PyTorch that says and does what a test wants of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engines.voices.fit_device import NO_CUDA, UNUSABLE, FitDevice, FitMemoryError, best_device, memory_told


class OutOfMemoryError(RuntimeError):
    pass


def pretend(*, available: bool, built_with: str | None = "12.8", fault: Exception | None = None) -> Any:
    """A PyTorch, as far as it is asked."""
    placed: list[str] = []

    def ones(*shape: int, device: str) -> Any:
        placed.append(device)
        return np.ones(shape, np.float32)

    def conv1d(image: Any, kernel: Any) -> Any:
        if fault:
            raise fault
        return image @ kernel.swapaxes(1, 2)

    return SimpleNamespace(
        placed=placed,
        ones=ones,
        version=SimpleNamespace(cuda=built_with),
        cuda=SimpleNamespace(is_available=lambda: available, OutOfMemoryError=OutOfMemoryError),
        nn=SimpleNamespace(functional=SimpleNamespace(conv1d=conv1d)),
    )


def test_a_card_that_computes_is_used() -> None:
    torch = pretend(available=True)
    assert best_device(torch, lambda: True) == FitDevice("cuda", "")
    assert torch.placed == ["cuda"]


@pytest.mark.parametrize(
    "fault", [RuntimeError("no kernel image is available for execution on the device"), OutOfMemoryError("full")]
)
def test_a_card_that_does_not_is_left_and_that_is_told(fault: Exception) -> None:
    assert best_device(pretend(available=True, fault=fault), lambda: True) == FitDevice("cpu", UNUSABLE)


def test_a_build_without_cuda_is_told_where_there_is_a_card() -> None:
    assert best_device(pretend(available=False, built_with=None), lambda: True) == FitDevice("cpu", NO_CUDA)
    assert best_device(pretend(available=False), lambda: True) == FitDevice("cpu", UNUSABLE)


def test_without_a_card_there_is_nothing_to_tell() -> None:
    assert best_device(pretend(available=False, built_with=None), lambda: False) == FitDevice("cpu", "")


def test_full_memory_ends_in_a_sentence_and_other_faults_as_they_are() -> None:
    torch = pretend(available=True)
    with pytest.raises(FitMemoryError, match="close other programs"), memory_told(torch):
        raise OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 MiB")
    with pytest.raises(RuntimeError, match="shape"), memory_told(torch):
        raise RuntimeError("shape")
