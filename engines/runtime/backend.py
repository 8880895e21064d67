"""The contract between models and the runtimes that execute their graphs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from numpy.typing import NDArray

Array = NDArray[Any]
Shape = tuple[int, ...]


class RunFailedError(Exception):
    """A runtime could not run a graph; the message says why, for a sentence to the user."""


class RunInterruptedError(Exception):
    """A run was not done because its backend was interrupted; nothing is wrong with it."""


class RunTimedOutError(RunFailedError):
    """A run took longer than it may."""


class Range(NamedTuple):
    """Shapes that an input may take; `usual` is what a runtime optimises for and warms up with."""

    smallest: Shape
    usual: Shape
    largest: Shape


@dataclass(frozen=True)
class Profile:
    """What a runtime that builds for a graph needs to know: the shapes of every input, and where float16 will do."""

    shapes: Mapping[str, Range]
    half: bool = False
    """Whether float16 is exact enough."""
    float32_after: frozenset[str] = frozenset()
    """Even so, what follows the nodes that take one of these initialisers stays in float32."""


class Session(Protocol):
    """A loaded graph. Calls from several threads are safe."""

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        """All outputs by name, for inputs by name."""
        ...

    def warm_up(self) -> None:
        """Run once with the profile's usual shapes, so that the first real run is as fast as the rest."""
        ...


class Backend(Protocol):
    """A runtime."""

    @property
    def name(self) -> str:
        """For the status bar, for example `ONNX Runtime CPU`."""
        ...

    @property
    def fast_integers(self) -> bool:
        """Whether convolutions in 8-bit integers are exact there and much faster than in floating point."""
        ...

    @property
    def even_windows(self) -> bool:
        """Whether shapes that come again are so much faster that windows of audio had better be of one width."""
        ...

    @property
    def half(self) -> bool:
        """Whether it computes in float16 where a profile allows that."""
        ...

    def load(self, graph: Path, profile: Profile) -> Session:
        """Load a graph file.

        Raises
        ------
        ModelDamagedError
            If the file cannot be read as a graph.
        """
        ...

    def interrupt(self, on: bool) -> None:
        """While on, every run of its sessions fails, also those under way. May be called from any thread."""
        ...
