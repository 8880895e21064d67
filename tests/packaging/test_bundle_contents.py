"""Everything that the program reads is in the bundle, and in the wheel; what it never loads is not."""

from __future__ import annotations

import ast
import fnmatch
import re
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging_files import PACKAGING, ROOT, load

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

contents = load("bundle/contents.py")
entry = load("bundle/entry.py")
rights = load("deb_rights.py")

_NOT_READ = re.compile(r"README\.md$|/training/|^assets/pictures/|\.ts$")
"""Texts for people, records of the trainers, pictures of the README and the sources of translations."""


@pytest.fixture(scope="module")
def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def _read_files() -> list[str]:
    paths = [path for top in ("assets", "engines", "studio") for path in (ROOT / top).rglob("*")]
    names = [path.relative_to(ROOT).as_posix() for path in paths if path.is_file()]
    return [name for name in names if not name.endswith((".py", ".pyc", ".pyi")) and not _NOT_READ.search(name)]


def test_the_bundle_has_every_file_that_is_read() -> None:
    there = {f"{folder}/{Path(path).name}" for path, folder in contents.data_files()}
    assert set(_read_files()) <= there
    assert {"./LICENSE", "./NOTICE"} <= there
    folders = {name.split("/")[1] for name in _read_files() if name.startswith("assets/")}
    assert {
        "emotions",
        "icons",
        "lexicons",
        "phrases",
        "samples",
        "scripts",
        "translations",
        "voices",
        "weights",
    } <= folders


def test_the_wheel_has_every_file_that_is_read(project: dict) -> None:
    shipped = project["tool"]["setuptools"]["package-data"]
    patterns = [f"{package}/{pattern}" for package, found in shipped.items() for pattern in found]
    for name in _read_files():
        assert any(fnmatch.fnmatch(name, pattern.replace("**/*", "*")) for pattern in patterns), name


@pytest.mark.parametrize(
    "path",
    [
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/plugins/platforms/libqwayland.so",
        "PySide6/Qt/plugins/platforminputcontexts/libibusplatforminputcontextplugin.so",
        "PySide6/plugins/platforms/qwindows.dll",
        "PySide6\\plugins\\platforms\\qwindows.dll",
        "PySide6/Qt/lib/libQt6Gui.so.6",
        "PySide6/Qt/translations/qtbase_zh_CN.qm",
        "libQt6DBus.so.6",
        "onnx/onnx_cpp2py_export.cpython-311-x86_64-linux-gnu.so",
        "pip/_vendor/certifi/cacert.pem",
    ],
)
def test_what_is_needed_goes_in(path: str) -> None:
    assert not contents.unwanted(path)


@pytest.mark.parametrize(
    "path",
    [
        "PySide6/Qt/plugins/sqldrivers/libqsqlpsql.so",
        "PySide6/Qt/plugins/platforminputcontexts/libqtvirtualkeyboardplugin.so",
        "PySide6/Qt/lib/libQt6Quick.so.6",
        "PySide6/Qt6Qml.dll",
        "PySide6/Qt/lib/QtQuick.framework/Versions/A/QtQuick",
        "PySide6/Qt/translations/qtbase_de.qm",
        "PySide6/Qt/translations/qt_help_en.qm",
        "libQt6EglFSDeviceIntegration.so.6",
        "numpy/core/tests/data/a.csv",
        "assets/translations/timbre_en.ts",
    ],
)
def test_what_nothing_loads_stays_out(path: str) -> None:
    assert contents.unwanted(path)


def test_libraries_of_the_system_stay_there() -> None:
    assert contents.unwanted("libssl.so.3", "/usr/lib/x86_64-linux-gnu/libssl.so.3")
    assert not contents.unwanted("libssl.so.3", "/opt/python/lib/libssl.so.3")


def test_parts_find_all_of_the_standard_library() -> None:
    modules = contents.standard_library()
    assert {"json", "unittest.mock", "xml.etree.ElementTree"} <= set(modules)
    assert not any(name.startswith(("tkinter", "idlelib")) or ".test" in name for name in modules)


def test_what_is_excluded_is_asked_for_by_nobody() -> None:
    found = contents.modules(["studio.app", "engines.voices.training.train", "torchlike", "torch.nn", "onnx.backend"])
    assert found[:2] == ["studio.app", "torchlike"]
    assert set(contents.PACKAGE_DATA) <= set(found)


def _requirements(project: dict) -> Iterator[Requirement]:
    waiting = [*project["project"]["dependencies"]]
    for extra in contents.EXTRAS:
        waiting += project["project"]["optional-dependencies"][extra]
    seen = set()
    while waiting:
        requirement = Requirement(waiting.pop())
        extras = ("", *requirement.extras)
        if requirement.marker and not any(requirement.marker.evaluate({"extra": extra}) for extra in extras):
            continue
        if requirement.name.lower() not in seen:
            seen.add(requirement.name.lower())
            yield requirement
            for line in metadata.requires(requirement.name) or ():
                inner = Requirement(line)
                if inner.marker is None or any(inner.marker.evaluate({"extra": extra}) for extra in extras):
                    waiting.append(str(inner).partition(";")[0])


def test_nothing_in_the_bundle_is_under_the_gpl(project: dict) -> None:
    licences = {r.name: rights.licence_of(metadata.metadata(r.name)) for r in _requirements(project)}
    assert len(licences) > 40
    for name, licence in licences.items():
        # Qt is offered under either.
        free = "LGPL" in licence or "Lesser" in licence
        assert free or not re.search(r"\bA?GPL|General Public", licence), f"{name}: {licence}"


def test_the_spec_can_be_read() -> None:
    tree = ast.parse((PACKAGING / "bundle" / "timbre-studio.spec").read_text("utf-8"))
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert {"Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE"} <= called


class TestEntry:
    """Of the program that takes the place of the interpreter."""

    def test_it_starts_every_module_that_the_program_starts(self) -> None:
        code = "".join(path.read_text("utf-8") for top in ("engines", "studio") for path in (ROOT / top).rglob("*.py"))
        started = set(re.findall(r'"-m",\s+"([\w.]+)"', code))
        assert "studio.cli" in started
        assert started <= entry.MODULES

    def test_it_starts_nothing_else(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        monkeypatch.setattr(sys, "argv", ["timbre-studio", "-m", "http.server"])
        monkeypatch.setattr(entry.os, "environ", {})
        assert entry.main() == 2
        assert "http.server" in capsys.readouterr().err

    def test_its_pip_needs_no_virtual_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        started = []
        monkeypatch.setattr(sys, "argv", ["timbre-studio", "-m", "pip", "--version"])
        monkeypatch.setattr(entry.os, "environ", {"PIP_REQUIRE_VIRTUALENV": "1"})
        monkeypatch.setattr(entry.runpy, "run_module", lambda name, **_: started.append((name, *sys.argv[1:])))
        assert entry.main() == 0
        assert started == [("pip", "--version")]
        assert entry.os.environ["PIP_REQUIRE_VIRTUALENV"] == "0"

    @pytest.mark.parametrize(("before", "after"), [("/usr/local/lib", {"LD_LIBRARY_PATH": "/usr/local/lib"}), ("", {})])
    def test_other_programs_get_their_own_libraries(self, before: str, after: dict[str, str]) -> None:
        environment = {"LD_LIBRARY_PATH": "/opt/bundle", "LD_LIBRARY_PATH_ORIG": before}
        entry.restore(environment)
        assert environment == after

    @pytest.mark.skipif(sys.platform != "linux", reason="a matter of Linux")
    @pytest.mark.parametrize(
        ("environment", "after"),
        [
            ({}, {"LC_CTYPE": "C.UTF-8"}),
            ({"LC_ALL": "POSIX", "LANG": "zh_CN.UTF-8"}, {"LC_CTYPE": "C.UTF-8", "LANG": "zh_CN.UTF-8"}),
            ({"LANG": "zh_CN.UTF-8"}, {"LANG": "zh_CN.UTF-8"}),
        ],
    )
    def test_no_language_is_still_utf_8(self, environment: dict[str, str], after: dict[str, str]) -> None:
        entry.speak_utf8(environment)
        assert environment == after
