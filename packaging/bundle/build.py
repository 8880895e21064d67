"""Builds the bundle, a folder that needs no Python: `python packaging/bundle/build.py`, which `make bundle` runs.

The folder is `dist/timbre-studio`; `timbre-studio` in it opens the window, `timbre` is the command line. What takes how
much of it is printed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import extras

ROOT = Path(__file__).resolve().parents[2]
BUNDLE = ROOT / "dist" / "timbre-studio"
_WORK = ROOT / "build" / "bundle"
_PARTS = 14


def build() -> None:
    """Make the folder anew."""
    made = _WORK / "made"
    subprocess.run([sys.executable, str(ROOT / "packaging" / "icons.py"), str(made)], check=True)
    extras.make(made / "extras", _WORK / "extras")
    spec = str(Path(__file__).with_name("timbre-studio.spec"))
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=WARN", spec]
    folders = ["--distpath", str(BUNDLE.parent), "--workpath", str(_WORK)]
    subprocess.run([*command, *folders], cwd=ROOT, env={**os.environ, "TIMBRE_BUNDLE_MADE": str(made)}, check=True)
    shutil.rmtree(_WORK / "timbre-studio", ignore_errors=True)
    if sys.platform == "linux" and (strip := shutil.which("strip")):
        # What an interpreter built from its sources brings for debuggers; wheels come without.
        inside = BUNDLE / "_internal"
        libraries = [*inside.glob("libpython*.so*"), *inside.glob("python*/lib-dynload/*.so")]
        subprocess.run([strip, "--strip-unneeded", *map(str, libraries)], check=True)
    if sys.platform != "win32":
        link = BUNDLE / "timbre"
        link.unlink(missing_ok=True)
        link.symlink_to("timbre-studio")


def sizes(bundle: Path) -> Counter[str]:
    """Bytes of each package and of the rest."""
    inside = bundle / "_internal"
    parts: Counter[str] = Counter()
    for path in bundle.rglob("*"):
        if path.is_file() and not path.is_symlink():
            relative = path.relative_to(inside).parts if path.is_relative_to(inside) else ("program and its modules",)
            name = relative[0] if len(relative) > 1 else relative[0] if inside not in path.parents else "Python"
            if name.endswith((".dist-info", ".libs")):
                name = "licences and versions" if name.endswith(".dist-info") else name.removesuffix(".libs")
            parts[name] += path.stat().st_size
    return parts


def main() -> int:
    """Build, and say how big what is; returns the exit status."""
    start = time.monotonic()
    build()
    parts = sizes(BUNDLE)
    for name, size in parts.most_common(_PARTS):
        sys.stdout.write(f"{size / 1e6:8.1f} MB  {name}\n")
    rest = sum(size for _, size in parts.most_common()[_PARTS:])
    sys.stdout.write(f"{rest / 1e6:8.1f} MB  everything else\n")
    total = sum(parts.values())
    sys.stdout.write(f"{total / 1e6:8.1f} MB  {BUNDLE}, built in {time.monotonic() - start:.0f} s\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
