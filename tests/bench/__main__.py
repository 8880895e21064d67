"""All measurements, each in a process of its own, and one table of what was promised.

``python -m tests.bench [--record] [NAME …]``; `--record` adds the figures to `tests/bench/RESULTS.md`. Two more print
their own tables: `python -m tests.bench.studio_window` and `python -m tests.bench.studio_waveform`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

from tests.bench import results
from tests.bench.report import OUT, ROOT, console, recorded, table

BENCHES = (
    *("latency", "quality", "pronunciation", "intelligibility", "bad_input", "soak"),
    *("studio_playback", "studio_script", "studio_kill", "studio_kill_rendering", "export", "studio_export"),
    *("slots", "caches", "video_sync", "emotion", "emotion_example", "edits", "serve"),
)


def main() -> int:
    """Run the named benches, or all; 1 if one of them broke a bound or failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure the engine.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHES))
    parser.add_argument("--record", action="store_true", help="add the figures to tests/bench/RESULTS.md")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(BENCHES):
        parser.error(f"no bench is called {', '.join(sorted(unknown))}; there are {', '.join(BENCHES)}")
    names = arguments.names or BENCHES
    failed = []
    for name in names:
        console.rule(name)
        (OUT / f"{name}.json").unlink(missing_ok=True)
        if subprocess.run([sys.executable, "-m", f"tests.bench.{name}"], cwd=ROOT, check=False).returncode:
            failed.append(name)
    console.rule("summary")
    for name in names:
        console.print(table(name, [figure for figure in recorded(name) if figure.bound is not None]))
    if arguments.record:
        results.append(names)
    if failed:
        console.print(f"[red bold]Not as promised: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
