"""Memory of the studio when nothing happens in it, with the real model.

``python -m tests.bench.studio_memory [--runs 5] [--platform offscreen|xcb]`` prints medians of

* the resident set size (RSS: pages shared with other processes count in full) when the window is shown, when the
  model has just been warmed up, and when the engine rests (after a minute without work);
* how long the first sound of a sentence takes in the two last states, when it is asked for without a reading before.
"""

from __future__ import annotations

import json
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.studio_process import measured, options_of, run_window, with_data_in, write

if TYPE_CHECKING:
    from studio.application import Application
    from studio.session import Session

_SETTLED = 4000
"""Milliseconds after which what was begun at the start is done."""
_SENTENCES = ("{0} of us leave at dawn, before the others wake.", "{0} miles of road are left from here.")
"""With a number that was never said, since what was is remembered."""
_FIGURES = (
    ("window", "MB", "RSS, window shown, no model yet"),
    ("ready", "MB", "RSS, model loaded and warm"),
    ("idle", "MB", "RSS, the same after a minute without work   (under 350)"),
    ("first_sound", "ms", "first sound, warm"),
    ("first_sound_rested", "ms", "first sound, first after a rest"),
)


def main() -> None:
    """Measure and print."""
    options = options_of(__doc__, ["figures"])
    if options.child:
        _child()
        return
    runs = [measured("studio_memory", "figures", options.platform) for _ in range(options.runs)]
    result = {name: statistics.median(run[name] for run in runs) for name, _, _ in _FIGURES}
    print(f"median of {options.runs} runs on {os.cpu_count()} cores, {options.platform}")
    for name, unit, text in _FIGURES:
        print(f"{result[name]:6.0f} {unit}  {text}")
    write(result, options.json)


def rss() -> float:
    """Resident set size of this process, MB; from Linux's own sum."""
    for line in Path("/proc/self/smaps_rollup").read_text("ascii").splitlines():
        if line.startswith("Rss:"):
            return int(line.split()[1]) / 1024
    raise AssertionError("no Rss in smaps_rollup")


class _Work:
    """Warm, one sentence; then a rest, and another sentence."""

    def __init__(self, session: Session) -> None:
        from PySide6.QtCore import QTimer  # noqa: PLC0415

        self._later = QTimer.singleShot
        self._session = session
        self._result = {"window": rss()}
        self._names = iter(("first_sound", "first_sound_rested"))
        self._sentences = iter(_SENTENCES)
        session.synthesis.finished.connect(self._spoken)
        session.synthesis.ready.connect(lambda _info: self._later(_SETTLED, self._warm))

    def _warm(self) -> None:
        self._result["ready"] = rss()
        self._speak()

    def _speak(self) -> None:
        from engines.types import Utterance  # noqa: PLC0415

        text = next(self._sentences).format(time.time_ns() % 1_000_000)
        self._session.synthesis.say(Utterance(text, "af_heart"), urgent=True)

    def _spoken(self, _id: int, rendered: object) -> None:
        self._result[next(self._names)] = 1000 * rendered.first_sound  # type: ignore[attr-defined]
        if "first_sound_rested" in self._result:
            print(json.dumps(self._result), flush=True)
            os._exit(0)
        self._session.synthesis.rest()
        self._later(_SETTLED, self._rested)

    def _rested(self) -> None:
        self._result["idle"] = rss()
        self._speak()


def _child() -> None:
    work: list[_Work] = []

    def begun(application: Application) -> None:
        assert application.session
        work.append(_Work(application.session))

    with tempfile.TemporaryDirectory() as folder:
        with_data_in(folder)
        run_window(begun)


if __name__ == "__main__":
    main()
