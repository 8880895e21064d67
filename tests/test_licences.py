"""Nothing of the core is under the GPL, and what is in an extra is told of in NOTICE."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def script() -> Iterator[ModuleType]:
    """The script that lists licences; it is no part of the program."""
    name = "licences_script"
    spec = importlib.util.spec_from_file_location(name, ROOT / "packaging" / "licences.py")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    del sys.modules[name]


def test_the_core_has_no_gpl_and_every_licence_is_known(script: ModuleType) -> None:
    core = script.licensed([script.CORE])
    assert len(core) > 30
    assert {"numpy", "onnxruntime", "shiboken6", "typer"} <= {each.name for each in core}
    assert [each for each in core if each.is_gpl] == []
    assert [each for each in core if not each.licence] == []


def test_extras_under_the_gpl_are_told_of(script: ModuleType) -> None:
    notice = (ROOT / "NOTICE").read_text("utf-8").lower()
    extras = ("ja", "media", "serve", "triton", "hub", "clone", "transcribe", "docs", "tensorrt")
    assert [each for each in script.licensed(extras) if each.is_gpl and each.name not in notice] == []
    for each in script.licensed(["bench"]):
        assert not each.is_gpl or each.name in notice


@pytest.mark.parametrize(
    ("licence", "is_gpl"),
    [
        ("GPL-3.0-only", True),
        ("GNU General Public License v3 or later (GPLv3+)", True),
        ("GNU Affero General Public License v3", True),
        ("LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only", False),
        ("GNU Lesser General Public License v3 (LGPLv3)", False),
        ("MIT License; GNU General Public License (GPL)", False),
        ("Apache-2.0", False),
    ],
)
def test_the_gpl_is_told_from_its_neighbours(script: ModuleType, licence: str, is_gpl: bool) -> None:
    assert script.Licensed("x", "1", licence).is_gpl == is_gpl
