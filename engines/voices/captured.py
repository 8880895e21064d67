"""A computation on the graphics card recorded once and then replayed. Needs the extra `clone`."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

_CALLS_BEFORE = 2
"""Until the libraries have chosen their kernels and made their plans."""

Tensors = tuple[Tensor, ...]


class Captured:
    """A function of tensors, replayed as a CUDA graph from its third call on while the shapes stay as they were.

    A step of a fit is some thousand short kernels, and to launch them takes longer than they do. What it returns is
    overwritten by the next call. Where it cannot be recorded it is computed as before.
    """

    def __init__(self, function: Callable[..., Tensors]) -> None:
        self._function = function
        self._stream = torch.cuda.Stream()
        self._calls = 0
        self._graph: torch.cuda.CUDAGraph | None = None
        self._given: Tensors = ()
        self._made: Tensors = ()

    def __call__(self, *given: Tensor) -> Tensors:
        """Compute."""
        self._calls += 1
        if self._calls == _CALLS_BEFORE + 1:
            self._record(given)
        if self._graph is None or any(a.shape != b.shape for a, b in zip(self._given, given, strict=True)):
            return self._aside(given)
        for kept, new in zip(self._given, given, strict=True):
            kept.copy_(new)
        self._graph.replay()
        return self._made

    def _aside(self, given: Tensors) -> Tensors:
        """Computed on the stream of the recording, which the libraries get ready for it."""
        here = torch.cuda.current_stream()
        self._stream.wait_stream(here)
        with torch.cuda.stream(self._stream):
            made = self._function(*given)
        here.wait_stream(self._stream)
        return made

    def _record(self, given: Tensors) -> None:
        kept = tuple(tensor.clone() for tensor in given)
        graph = torch.cuda.CUDAGraph()
        try:
            with torch.cuda.graph(graph, stream=self._stream):
                made = self._function(*kept)
        except torch.cuda.OutOfMemoryError:
            raise
        except RuntimeError:
            return
        self._graph, self._given, self._made = graph, kept, made
