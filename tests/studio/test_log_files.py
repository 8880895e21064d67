"""What is left of crashes: where it can be found, and never more than a little."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from studio.commands import crash
from studio.faults import Faults
from studio.log_files import KEPT, LONGEST, put_aside

ROOT = Path(__file__).parents[2]


def test_a_long_log_is_put_aside_and_the_oldest_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    for run in range(KEPT + 3):
        put_aside(path)
        path.write_text(str(run) + "x" * LONGEST)
    found = {each.name: each.read_text()[0] for each in tmp_path.iterdir()}
    assert found == {"a.log": "4", "a.log.1": "3", "a.log.2": "2"}


def test_a_short_log_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    put_aside(path)
    path.write_text("short")
    put_aside(path)
    assert [each.name for each in tmp_path.iterdir()] == ["a.log"]


def test_the_log_of_the_commands_stays_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path))
    for _ in range(4):
        crash.record(ValueError("y" * LONGEST), show=False)
    sizes = [each.stat().st_size for each in (tmp_path / "logs").iterdir()]
    assert len(sizes) == 1 + KEPT
    assert max(sizes) < 3 * LONGEST


def _dies(code: str, home: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "TIMBRE_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_crash_of_the_studio_is_kept_over_the_next_start(tmp_path: Path, qapp: QApplication) -> None:
    code = (
        "from pathlib import Path; from PySide6.QtCore import QCoreApplication; from studio.faults import Faults\n"
        f"app = QCoreApplication([]); faults = Faults(Path({str(tmp_path)!r}))\n"
        "def in_a_library():\n    import ctypes; ctypes.string_at(0)\n"
        "in_a_library()"
    )
    assert _dies(code, tmp_path).returncode < 0
    assert "in_a_library" in (tmp_path / "crash.log").read_text()
    Faults(tmp_path).close()
    assert "in_a_library" in (tmp_path / "crash.log.1").read_text()
    Faults(tmp_path).close()
    assert "in_a_library" in (tmp_path / "crash.log.1").read_text(), "an empty one does not push it out"


def test_a_crash_of_a_command_says_where(tmp_path: Path) -> None:
    code = (
        "import ctypes, studio.cli as cli\n"
        "def in_a_library(**_):\n    ctypes.string_at(0)\n"
        "cli.app = in_a_library\n"
        "cli.main(['doctor'])"
    )
    done = _dies(code, tmp_path)
    assert done.returncode < 0
    assert "in_a_library" in done.stderr
