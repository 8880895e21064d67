"""Compiled kernels on disk: compiled once, and again when the file is damaged or anything else has changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from engines.runtime import kernels
from engines.runtime.backend import RunFailedError
from engines.runtime.kernels import KernelCache


class FakeDevice:
    """Takes as code what the fake compiler makes, and nothing else."""

    capability = (8, 9)

    def kernels(self, code: bytes, names: Sequence[str]) -> list[Any]:
        if not code.startswith(b"code"):
            raise RunFailedError("device kernel image is invalid")
        return [f"{name} of {code.decode()}" for name in names]


class FakeCompiler:
    compiled: list[tuple[str, tuple[int, int], tuple[str, ...]]] = []  # noqa: RUF012 cleared by the fixture

    def compile(self, source: str, name: str, capability: tuple[int, int], options: Sequence[str] = ()) -> bytes:
        del name
        self.compiled.append((source, capability, tuple(options)))
        return f"code{len(self.compiled)}".encode()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> KernelCache:
    FakeCompiler.compiled.clear()
    monkeypatch.setattr(kernels, "Compiler", FakeCompiler)
    return KernelCache(tmp_path / "kernels", cast(Any, FakeDevice()))


def test_it_compiles_once(cache: KernelCache) -> None:
    assert cache.functions("text", ["a", "b"], {"N": 1}) == ["a of code1", "b of code1"]
    assert cache.functions("text", ["a", "b"], {"N": 1}) == ["a of code1", "b of code1"]
    assert FakeCompiler.compiled == [("text", (8, 9), ("-DN=1",))]


@pytest.mark.parametrize("change", [{"source": "other"}, {"definitions": {"N": 2}}, {"capability": (7, 5)}])
def test_it_compiles_again_for_another(cache: KernelCache, change: dict[str, Any]) -> None:
    cache.functions("text", ["a"], {"N": 1})
    cast(Any, cache._device).capability = change.get("capability", (8, 9))
    again = cache.functions(change.get("source", "text"), ["a"], change.get("definitions", {"N": 1}))
    assert again == ["a of code2"]


@pytest.mark.parametrize("damage", [b"", b"broken"])
def test_a_damaged_file_is_compiled_anew(cache: KernelCache, tmp_path: Path, damage: bytes) -> None:
    cache.functions("text", ["a"])
    (file,) = (tmp_path / "kernels").iterdir()
    file.write_bytes(damage)
    assert cache.functions("text", ["a"]) == ["a of code2"]
    assert file.read_bytes() == b"code2"


def test_a_folder_that_cannot_be_written_costs_only_time(cache: KernelCache, tmp_path: Path) -> None:
    (tmp_path / "kernels").write_text("a file where the folder should be", "utf-8")
    assert cache.functions("text", ["a"]) == ["a of code1"]
