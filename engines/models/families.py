"""The model families: one converter each, imported only when a pack of the family is installed or checked."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol, cast


class Converter(Protocol):
    """What a family's `convert` module provides."""

    VERSION: int
    """Raised whenever `convert` would write other files."""

    def convert(self, source: Path, target: Path, progress: Callable[[str, float], None]) -> None:
        """Turn the published files in `source` into the stage graphs and tables of `target`, an empty folder."""
        ...


Families = Mapping[str, Callable[[], Converter]]


def _kokoro() -> Converter:
    return cast(Converter, importlib.import_module("engines.models.kokoro.convert"))


FAMILIES: Families = {"kokoro": _kokoro}
