"""Where a fit runs: on the graphics card if PyTorch can use it, and why not if there is one."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from engines.errors import TimbreError

NO_CUDA = (
    "This PyTorch was built without CUDA, so the graphics card is not used: install a PyTorch with CUDA to refine in "
    "seconds."
)
UNUSABLE = (
    "PyTorch cannot use the graphics card, so the processor is used: update the driver of the card and PyTorch, or "
    "close other programs that fill its memory."
)
_DRIVER = Path("/proc/driver/nvidia/version")


class FitMemoryError(TimbreError):
    """The graphics card has too little memory left."""


class FitDevice(NamedTuple):
    """A device of PyTorch."""

    name: str
    """`cuda` or `cpu`."""
    problem: str = ""
    """Why it is not the graphics card, where there is one."""


def has_nvidia_card() -> bool:
    """Whether the driver of an NVIDIA card is installed."""
    return _DRIVER.exists() or shutil.which("nvidia-smi") is not None


def best_device(torch: Any, has_card: Callable[[], bool] = has_nvidia_card) -> FitDevice:
    """The graphics card if it really computes: PyTorch also calls one available for which it was not built.

    Parameters
    ----------
    torch
        The module.
    has_card
        Asked where PyTorch finds none.
    """
    if torch.cuda.is_available():
        try:
            # The fit is made of these, and each has a library of its own, which may be missing or too old.
            image = torch.ones(1, 1, 8, device="cuda")
            torch.nn.functional.conv1d(image, image).sum().item()
            (image[0] @ image[0].T).sum().item()
        except RuntimeError:
            return FitDevice("cpu", UNUSABLE)
        return FitDevice("cuda")
    if not has_card():
        return FitDevice("cpu")
    return FitDevice("cpu", UNUSABLE if torch.version.cuda else NO_CUDA)


@contextmanager
def memory_told(torch: Any) -> Iterator[None]:
    """Raise FitMemoryError with what to do when the memory of the graphics card is full."""
    try:
        yield
    except torch.cuda.OutOfMemoryError as error:
        raise FitMemoryError(
            "The graphics card has too little free memory: close other programs that use it and refine again, or set "
            "CUDA_VISIBLE_DEVICES to nothing to use the processor."
        ) from error
