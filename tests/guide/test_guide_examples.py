"""The examples of the page about the library run, on a tiny network in the place of the model."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.runtime.onnx_runtime import OnnxRuntimeBackend
from tests.guide.guide_pages import DOCS, fences
from tests.tiny import TINY

EXAMPLES = fences(DOCS / "library.md", "python")
VOICES = {"af_heart": "af_tiny", "am_michael": "am_small"}
"""Those of the examples, and whose sound they have."""


@pytest.fixture(scope="module")
def model(tiny_pack: Path, tmp_path_factory: pytest.TempPathFactory) -> KokoroModel:
    folder = tmp_path_factory.mktemp("guide") / "pack"
    shutil.copytree(tiny_pack, folder)
    for name, like in VOICES.items():
        shutil.copy(folder / "voices" / f"{like}.bin", folder / "voices" / f"{name}.bin")
    cache = tmp_path_factory.mktemp("guide-cache")
    return KokoroModel(folder, OnnxRuntimeBackend(1, fast_integers=False), cache, pack="tiny", config=TINY)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 8


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_it_runs(
    example: str,
    model: KokoroModel,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(Engine, "open", classmethod(lambda cls: cls(model)))
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "library.md", "exec"), {"__name__": "example"})
    assert "WavWriter" not in example or (tmp_path / "hello.wav").stat().st_size > 1000
    assert "nobody" not in example or "There is no voice named 'nobody'" in capsys.readouterr().out
