"""Fixtures for all tests: a tiny network with the real stage interfaces, and the real one where it is installed."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before anything imports Qt

import pytest

from engines import paths
from engines.engine import DEFAULT_PACK, Engine
from engines.errors import TimbreError
from engines.models.kokoro.model import KokoroModel
from engines.models.store import ModelStore
from engines.runtime.onnx_runtime import OnnxRuntimeBackend
from tests.tiny import TINY, write_tiny_pack


@pytest.fixture(autouse=True)
def no_leftover_threads() -> Iterator[None]:
    """A test must end every thread that it starts; those of fixtures that outlive it are named so."""
    before = set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - before:
        if thread.name.startswith("fixture: ") or isinstance(thread, threading._DummyThread):
            continue  # the latter is what Python knows of a thread of Qt's, which Qt ends
        thread.join(timeout=2)
        assert not thread.is_alive(), f"the test left the thread {thread.name} running"


@pytest.fixture(scope="session")
def tiny_pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tiny pack."""
    folder = tmp_path_factory.mktemp("tiny-pack")
    write_tiny_pack(folder)
    return folder


@pytest.fixture(scope="session")
def tiny_model(tiny_pack: Path, tmp_path_factory: pytest.TempPathFactory) -> KokoroModel:
    """A tiny Kokoro: it does not speak, but it sounds."""
    cache = tmp_path_factory.mktemp("tiny-cache")
    return KokoroModel(tiny_pack, OnnxRuntimeBackend(1, fast_integers=False), cache, pack="tiny", config=TINY)


@pytest.fixture(scope="session")
def tiny_integer_model(tiny_pack: Path, tmp_path_factory: pytest.TempPathFactory) -> KokoroModel:
    """The same with the generator for fast integers."""
    cache = tmp_path_factory.mktemp("tiny-integer-cache")
    return KokoroModel(tiny_pack, OnnxRuntimeBackend(1, fast_integers=True), cache, pack="tiny", config=TINY)


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    """The engine with the real default model, for tests marked `model`."""
    try:
        ModelStore(paths.home()).require(DEFAULT_PACK)
    except TimbreError as error:
        if os.environ.get("TIMBRE_REQUIRE_MODEL"):
            raise
        pytest.skip(str(error))
    with Engine.open(cache=None) as engine:
        yield engine
