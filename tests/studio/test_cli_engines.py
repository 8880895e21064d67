"""`timbre engines` and its commands, on a machine without a GPU."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from engines.models.manifest import DEFAULT_PACK
from engines.runtime import choosing
from engines.runtime.choosing import engine_folder
from engines.runtime.cuda import NoDeviceError
from engines.runtime.engine_cache import BuiltPiece, BuiltStage, EngineCache, EngineKey
from studio.cli import app

STAGE = BuiltStage((BuiltPiece(b"engine" * 1000),), ("audio",))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path))
    return tmp_path


def timbre(*arguments: str, code: int = 0) -> Any:
    result = CliRunner().invoke(app, ["engines", *arguments])
    assert result.exit_code == code, result.output
    return result


def built(home: Path, *stages: str) -> EngineCache:
    cache = EngineCache(engine_folder(home) / "engines")
    for stage in stages:
        cache.put(EngineKey(stage, "ab", '{"half": true}', "TensorRT", "10.3", "RTX 4090", "8.9", 3), STAGE, 61.0)
    return cache


def test_nothing_built_says_what_to_do(home: Path) -> None:
    assert "timbre engines build" in timbre("list").stderr
    assert json.loads(timbre("list", "--json").stdout) == []


def test_what_is_built_is_listed(home: Path) -> None:
    built(home, "front", "generator")
    listed = json.loads(timbre("--json").stdout)
    assert {entry["stage"] for entry in listed} == {"front", "generator"}
    assert {(entry["precision"], entry["runtime"], entry["gpu"]) for entry in listed} == {
        ("float16", "TensorRT 10.3", "RTX 4090")
    }
    assert "RTX 4090" in timbre("list").stdout


def test_damage_is_found_told_and_removed(home: Path) -> None:
    cache = built(home, "front", "generator")
    timbre("verify")
    (cache.list()[0].folder / "piece-0.engine").write_bytes(b"")
    damaged = timbre("verify", code=1)
    assert "damaged and removed" in damaged.stderr
    assert "timbre engines build" in damaged.stderr
    assert len(cache.list()) == 1


def test_all_are_removed(home: Path) -> None:
    cache = built(home, "front")
    assert "MB freed" in timbre("clear").stderr
    assert not cache.list()


def test_a_build_without_a_gpu_says_what_is_missing(
    home: Path, tiny_pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_gpu(*_: Any) -> None:
        raise NoDeviceError("No NVIDIA GPU can be used: none. Check the driver with `nvidia-smi`.")

    monkeypatch.setattr(choosing, "open_tensorrt", no_gpu)
    monkeypatch.setattr("engines.models.store.ModelStore.require", lambda *_: tiny_pack)
    assert "nvidia-smi" in timbre("build", code=1).stderr


def test_a_build_without_a_model_says_how_to_get_it(home: Path) -> None:
    assert DEFAULT_PACK in timbre("build", code=1).stderr


@pytest.mark.parametrize("text", ["new", "8", "8.9.1", "-8.9"])
def test_a_capability_that_is_none_is_refused(home: Path, text: str) -> None:
    assert "8.9" in timbre("build", f"--try-for={text}", code=2).stderr
