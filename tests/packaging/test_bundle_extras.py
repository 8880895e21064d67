"""The parts of a bundle: what pip would fetch is named with its SHA-256, what the bundle has is not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest
from packaging_files import PACKAGING, load

from studio.extras import EXTRAS
from studio.extras_lock import Pin, read


@pytest.fixture
def making(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(PACKAGING / "bundle"))
    return load("bundle/extras.py")


def test_what_the_program_offers_is_made_or_in_the_bundle(making: ModuleType) -> None:
    assert set(EXTRAS) == {*making.NAMES, "gpu", *making.contents.EXTRAS}
    assert all(bool(extra.megabytes) == (name not in making.contents.EXTRAS) for name, extra in EXTRAS.items())


def test_extras_are_those_of_the_project(making: ModuleType) -> None:
    found = making._extras()
    assert [line.name for line in found["media"]] == ["av"]
    assert [line.name for line in found["triton"]] == ["tritonclient"], "what it asks for besides is in the bundle"
    assert "pycuda" in {line.name for line in found["gpu"]}


def test_the_lock_is_what_pip_reports(making: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []

    def pip(command: Sequence[str]) -> None:
        commands.append(list(command))
        packages = [
            {
                "metadata": {"name": name, "version": "1.0"},
                "download_info": {"archive_info": {"hashes": {"sha256": digit * 64}}},
            }
            for name, digit in (("Some_Thing", "a"), ("NumPy", "b"), ("other", "c"))
        ]
        Path(command[command.index("--report") + 1]).write_text(json.dumps({"install": packages}), "utf-8")

    monkeypatch.setattr(making, "_run", pip)
    lines = making.lock(["something>=1"], tmp_path / "work")
    (tmp_path / "part.txt").write_text("\n".join(lines), "utf-8")
    assert read(tmp_path / "part.txt") == [Pin("other", "1.0", "c" * 64), Pin("some-thing", "1.0", "a" * 64)]
    (command,) = commands
    assert command[-1] == "something>=1"
    own = Path(command[command.index("--constraint") + 1]).read_text("utf-8").splitlines()
    assert any(line.startswith("numpy==") for line in own), "parts get along with what the bundle has"
