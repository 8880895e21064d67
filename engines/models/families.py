"""The model families: one converter each, imported only when a pack of the family is installed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from engines.models.kokoro.config import GRAPH_VERSION


class Converter(Protocol):
    """What a family's `convert` module provides."""

    VERSION: int
    """Raised whenever `convert` would write other files."""

    def convert(self, source: Path, target: Path, progress: Callable[[str, float], None]) -> None:
        """Turn the published files in `source` into the stage graphs and tables of `target`, an empty folder."""
        ...


Families = Mapping[str, Callable[[], Converter]]


class _Kokoro:
    """Its version is asked for at every start, what converts is seldom needed and large."""

    VERSION = GRAPH_VERSION

    def convert(self, source: Path, target: Path, progress: Callable[[str, float], None]) -> None:
        from engines.models.kokoro.convert import convert  # noqa: PLC0415

        convert(source, target, progress)


FAMILIES: Families = {"kokoro": _Kokoro}
