"""The model on a fast backend that fails on request: speech always comes out, the same as from the slow one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines.engine import Engine
from engines.errors import ModelDamagedError
from engines.models.kokoro.model import KokoroModel
from engines.models.kokoro.profiles import WINDOW
from engines.runtime.backend import Array, Profile, RunFailedError, RunTimedOutError, Session
from engines.runtime.fallback import StageFailedError, StageStatus
from engines.runtime.onnx_runtime import OnnxRuntimeBackend
from engines.types import Utterance
from tests.tiny import TINY

STAGES = ("text", "prosody", "front", "generator")
TEXT = "One day we went out. It rained."


class Flaky:
    """A backend that does what ONNX Runtime does, until it is told to fail at a stage."""

    name = "Fast"
    fast_integers = False
    even_windows = False
    half = False

    def __init__(self) -> None:
        self._real = OnnxRuntimeBackend(1, fast_integers=False)
        self.broken: dict[str, Callable[[dict[str, Array]], dict[str, Array]]] = {}
        self.unloadable: set[str] = set()
        self.runs: list[str] = []

    def load(self, graph: Path, profile: Profile) -> Session:
        if graph.stem in self.unloadable:
            raise ModelDamagedError(f"the engine of {graph.stem} is damaged")
        return FlakySession(self, graph.stem, self._real.load(graph, profile))

    def interrupt(self, on: bool) -> None:
        self._real.interrupt(on)


class FlakySession:
    def __init__(self, backend: Flaky, stage: str, real: Session) -> None:
        self._backend, self._stage, self._real = backend, stage, real

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        self._backend.runs.append(self._stage)
        outputs = self._real.run(inputs)
        change = self._backend.broken.get(self._stage)
        return change(outputs) if change else outputs

    def warm_up(self) -> None:
        self._real.warm_up()


@pytest.fixture
def fast() -> Flaky:
    return Flaky()


@pytest.fixture
def told() -> list[StageStatus]:
    return []


@pytest.fixture
def engine(tiny_pack: Path, tmp_path: Path, fast: Flaky, told: list[StageStatus]) -> Iterator[Engine]:
    slow = OnnxRuntimeBackend(1, fast_integers=False)
    model = KokoroModel(
        tiny_pack, slow, tmp_path / "cache", pack="tiny", config=TINY, faster=(fast,), listener=told.append
    )
    with Engine(model) as engine:
        yield engine


def speak(engine: Engine) -> Any:
    return np.concatenate([chunk.samples for chunk in engine.speak(Utterance(TEXT, "af_tiny"))])


@pytest.fixture
def expected(tiny_model: KokoroModel) -> Any:
    return speak(Engine(tiny_model))


def raising(error: Exception) -> Callable[[dict[str, Array]], dict[str, Array]]:
    def change(outputs: dict[str, Array]) -> dict[str, Array]:
        raise error

    return change


def not_a_number(outputs: dict[str, Array]) -> dict[str, Array]:
    for values in outputs.values():
        values.reshape(-1)[-1] = np.nan
    return outputs


def silent(outputs: dict[str, Array]) -> dict[str, Array]:
    return {name: np.zeros_like(values) for name, values in outputs.items()}


FAULTS = {
    "failed": raising(RunFailedError("the GPU reported: an illegal address")),
    "timed out": raising(RunTimedOutError("the GPU was not done after 500 ms")),
    "not a number": not_a_number,
}


def test_the_fast_one_does_all_of_it(engine: Engine, fast: Flaky, told: list[StageStatus], expected: Any) -> None:
    np.testing.assert_array_equal(speak(engine), expected)
    assert set(fast.runs) == set(STAGES)
    assert engine.backend == "Fast"
    assert not told


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("stage", STAGES)
def test_a_fault_of_one_stage_costs_no_word(
    engine: Engine, fast: Flaky, told: list[StageStatus], expected: Any, stage: str, fault: str
) -> None:
    fast.broken[stage] = FAULTS[fault]
    np.testing.assert_array_equal(speak(engine), expected)
    (status,) = told
    assert (status.stage, status.running) == (stage, "ONNX Runtime CPU")
    assert status.reason
    others = {s.stage for s in engine.model.status if not s.fell_back}
    assert others == set(STAGES) - {stage}


def test_silence_from_the_generator_is_a_fault(
    engine: Engine, fast: Flaky, told: list[StageStatus], expected: Any
) -> None:
    fast.broken["generator"] = silent
    np.testing.assert_array_equal(speak(engine), expected)
    assert "silent" in told[0].reason


@pytest.mark.parametrize("stage", STAGES)
def test_an_engine_that_cannot_be_loaded_is_passed_over(
    tiny_pack: Path, tmp_path: Path, fast: Flaky, told: list[StageStatus], expected: Any, stage: str
) -> None:
    fast.unloadable.add(stage)
    slow = OnnxRuntimeBackend(1, fast_integers=False)
    model = KokoroModel(
        tiny_pack, slow, tmp_path / "cache", pack="tiny", config=TINY, faster=(fast,), listener=told.append
    )
    with Engine(model) as engine:
        np.testing.assert_array_equal(speak(engine), expected)
    assert [(s.stage, s.running) for s in told] == [(stage, "ONNX Runtime CPU")]
    assert "damaged" in told[0].reason


def test_what_runs_it_is_described(engine: Engine, fast: Flaky) -> None:
    fast.broken["front"] = FAULTS["failed"]
    speak(engine)
    assert engine.backend == "Fast; front: ONNX Runtime CPU"


def test_the_fast_one_is_taken_up_again_when_it_works(engine: Engine, fast: Flaky, told: list[StageStatus]) -> None:
    fast.broken["front"] = FAULTS["timed out"]
    speak(engine)
    del fast.broken["front"]
    engine.model.retry_backends()
    speak(engine)
    assert [status.running for status in told] == ["ONNX Runtime CPU", "Fast"]
    assert engine.backend == "Fast"


def test_when_nothing_works_a_sentence_says_so(tiny_pack: Path, tmp_path: Path, fast: Flaky) -> None:
    fast.broken["front"] = not_a_number
    model = KokoroModel(tiny_pack, fast, tmp_path / "cache", pack="tiny", config=TINY)
    with Engine(model) as engine, pytest.raises(StageFailedError, match="front stage failed"):
        speak(engine)


def test_windows_are_even_only_where_that_is_faster(tiny_pack: Path, tmp_path: Path) -> None:
    def model(backend: Flaky) -> KokoroModel:
        slow = OnnxRuntimeBackend(1, fast_integers=False)
        return KokoroModel(tiny_pack, slow, tmp_path / "cache", pack="tiny", config=TINY, faster=(backend,))

    even = Flaky()
    even.even_windows = True
    windows = model(even)
    assert (windows.window, model(Flaky()).window) == (WINDOW, None)
    even.broken["generator"] = not_a_number
    speak(Engine(windows))
    assert windows.window is None
