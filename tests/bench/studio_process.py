"""A studio that is measured: options, a process of its own, and its real window with the settings of nobody."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from studio.application import Application


def options_of(description: str, children: Sequence[str]) -> argparse.Namespace:
    """`runs`, `platform`, `json`, and `child`: what this process is to measure, if it is not the one that asks."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--platform", default="offscreen", help="Qt's platform; xcb on a display")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--child", choices=children, help=argparse.SUPPRESS)
    return parser.parse_args()


def measured(bench: str, child: str, platform: str) -> dict[str, Any]:
    """What a process of a bench prints last, which is JSON; ends this one if that fails."""
    done = subprocess.run(
        [sys.executable, "-m", f"tests.bench.{bench}", "--child", child],
        env={**os.environ, "QT_QPA_PLATFORM": platform, "BENCH_STARTED": repr(time.time())},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(done.stderr or f"the measured process ended with {done.returncode}")
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def write(result: object, path: Path | None) -> None:
    """Keep the figures, if a file was named."""
    if path:
        path.write_text(json.dumps(result, indent=1), "utf-8")


def with_data_in(folder: str) -> None:
    """Models stay where they are; settings and work go elsewhere."""
    from engines import paths  # noqa: PLC0415

    home = Path(folder)
    models = paths.home() / "models"
    if models.is_dir():
        (home / "models").symlink_to(models)
    if (cache := paths.home() / "cache").is_dir():
        (home / "cache").symlink_to(cache)
    os.environ["TIMBRE_HOME"] = folder


def run_window(begun: Callable[[Application], None]) -> None:
    """Run the studio; `begun` is called with it once it has a session."""
    from studio import application  # noqa: PLC0415
    from studio.app import Options  # noqa: PLC0415

    begin = application.Application._begin

    def watched_begin(self: Application) -> None:
        begin(self)
        begun(self)

    application.Application._begin = watched_begin  # type: ignore[method-assign]
    application.run(Options())
