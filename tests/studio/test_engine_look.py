"""What is found on a machine with a card, and on one without; and what `timbre doctor` makes of it."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from engines.engine import Engine
from engines.errors import ModelMissingError
from engines.runtime import choosing
from engines.runtime.backend import Profile
from engines.runtime.cuda import Memory, NoDeviceError
from engines.runtime.engine_cache import BuiltPiece, BuiltStage, EngineCache, EngineKey
from studio import doctor, engine_look
from studio.doctor import State
from studio.engine_look import command_in, look, nvidia_cards, precision
from tests.studio.engine_fakes import STAGES, status

NO_DEVICE = "PyCUDA is not installed; install it with `timbre extras install gpu`."


class FakeBackend:
    name = "TensorRT 8.6.1"
    device = SimpleNamespace(name="NVIDIA Example", capability=(8, 9), memory=Memory(3 << 30, 4 << 30))

    def __init__(self, cache: EngineCache, half: bool) -> None:
        self.cache, self._half = cache, half

    def key(self, graph: Path, _profile: object) -> EngineKey:
        profile = '{"half": true}' if self._half else '{"half": false}'
        return EngineKey(graph.stem, "ab", profile, "TensorRT", "8.6.1", "NVIDIA Example", "8.9", 3)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with a card, and two stages built for it in float16."""
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path))
    monkeypatch.setattr(engine_look, "nvidia_cards", lambda: ("NVIDIA Example, 4096 MiB, 550",))
    cache = engine_look.engine_cache(tmp_path)
    monkeypatch.setattr(choosing, "open_tensorrt", lambda _home, wanted: FakeBackend(cache, wanted.half))
    graphs = {stage: (Path(f"{stage}.onnx"), Profile({})) for stage in STAGES}
    monkeypatch.setattr(engine_look, "stage_graphs", lambda _home: graphs)
    for stage in ("text", "front"):
        key = FakeBackend(cache, half=True).key(Path(f"{stage}.onnx"), None)
        cache.put(key, BuiltStage((BuiltPiece(b"engine" * 1000),), ("audio",)), 61.0)
    return tmp_path


def no_device(*_arguments: object) -> None:
    raise NoDeviceError(NO_DEVICE)


class TestLook:
    def test_tells_the_card_and_what_is_built_for_it(self, home: Path) -> None:
        found = look(home)
        assert found.gpu
        assert (found.gpu.name, found.gpu.capability, found.gpu.runtime) == ("NVIDIA Example", "8.9", "TensorRT 8.6.1")
        assert found.unbuilt == ("prosody", "generator")
        assert found.stages[0].built
        assert precision(found.stages[0].built) == "float16"
        assert found.size == sum(stage.size for stage in found.cached) > 12_000

    def test_engines_of_another_precision_do_not_count(self, home: Path) -> None:
        found = look(home, half=False)
        assert found.unbuilt == STAGES
        assert len(found.cached) == 2

    def test_what_is_missing_is_told(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(choosing, "open_tensorrt", no_device)
        found = look(home)
        assert (found.gpu, found.missing, found.stages) == (None, NO_DEVICE, ())
        assert command_in(found.missing) == "timbre extras install gpu"
        assert len(found.cached) == 2

    def test_without_a_model_there_are_no_stages(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def missing(_home: Path) -> None:
            raise ModelMissingError("The model is not installed.")

        monkeypatch.setattr(engine_look, "stage_graphs", missing)
        found = look(home)
        assert found.gpu
        assert (found.problem, found.stages) == ("The model is not installed.", ())

    @pytest.mark.parametrize(("script", "cards"), [("echo 'A, 1 MiB, 5'; echo 'B, 2 MiB, 5'", 2), ("exit 9", 0)])
    def test_cards_are_those_of_the_driver(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, cards: int
    ) -> None:
        program = tmp_path / "nvidia-smi"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        monkeypatch.setattr(shutil, "which", lambda _: str(program))
        assert len(nvidia_cards()) == cards

    def test_a_sentence_without_a_command(self) -> None:
        assert command_in("The GPU is too small.") is None


def findings(area: str) -> list[doctor.Finding]:
    return [found for found in doctor.diagnose() if found.area == area]


@pytest.fixture
def few_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_CHECKS", {"GPU": doctor._gpu, "stages": doctor._stages})


@pytest.mark.usefixtures("few_checks")
class TestDoctor:
    def test_tells_the_card_and_the_cache(self, home: Path) -> None:
        found = {found.text: found for found in findings("GPU")}
        assert any(text.startswith("TensorRT 8.6.1 on NVIDIA Example, compute capability 8.9") for text in found)
        assert any(text.startswith("text is built in float16") for text in found)
        unbuilt = found["generator is not built for this GPU"]
        assert (unbuilt.state, unbuilt.fix) == (State.MISSING, "timbre engines build")
        assert any(text.startswith("2 engines are kept") for text in found)

    def test_names_the_line_that_mends_it(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(choosing, "open_tensorrt", no_device)
        (missing,) = (found for found in findings("GPU") if found.state is State.MISSING)
        assert (missing.text, missing.fix) == (NO_DEVICE, "timbre extras install gpu")

    def test_without_a_card_nothing_is_missing(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(choosing, "open_tensorrt", no_device)
        monkeypatch.setattr(engine_look, "nvidia_cards", lambda: ())
        assert State.MISSING not in {found.state for found in findings("GPU")}

    def test_tells_what_runs_every_stage_and_why(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        stages = status("prosody", reason="the prosody stage is not built; build it with `timbre engines build`")
        closed: list[bool] = []

        class Opened:
            status = stages

            def __enter__(self) -> Opened:
                return self

            def __exit__(self, *_error: object) -> None:
                closed.append(True)

        monkeypatch.setattr(Engine, "open", Opened)
        found = findings("stages")
        assert [each.state for each in found] == [State.OK, State.MISSING, State.OK, State.OK]
        assert "ONNX Runtime CPU instead of TensorRT 8.6.1, since the prosody stage is not built" in found[1].text
        assert found[1].fix == "timbre engines build"
        assert closed == [True]

    def test_without_a_model(self, home: Path) -> None:
        (found,) = findings("stages")
        assert found.state is State.NOTE
