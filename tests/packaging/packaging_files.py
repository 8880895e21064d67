"""The scripts of packaging/, as the tests of them load them."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"


def load(path: str) -> ModuleType:
    """A script below packaging/, as a module of its own."""
    spec = importlib.util.spec_from_file_location(f"packaging_{Path(path).stem}", PACKAGING / path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
