"""How long the windows that clone and blend ever keep the user waiting.

    python -m tests.bench.studio_cloning [--runs 5] [--platform offscreen] [--json FILE]

In the real program with the real engine and the real recogniser: a recording of a stock voice is opened in the window
that clones, written down, and made a voice; then the window that blends mixes and speaks. Gaps are the times between
two ticks of a 10 ms timer; their work is the processor time of the window's thread in them, which hardly depends on
what else the machine does. The refining process is its own, and needs PyTorch; its steps come here from a process that
only tells them.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.studio_process import measured, options_of, run_window, with_data_in, write
from tests.bench.studio_window import Ticks

if TYPE_CHECKING:
    from studio.application import Application

PARTS = {
    "clone": "clone window opens",
    "recording": "recording is read",
    "transcript": "it is written down",
    "voice": "voice is made and heard",
    "refining": "refining is told",
    "again": "clone window opens again",
    "blend": "blend window opens",
    "adding": "voice is added to it",
    "mixing": "blend is heard",
}
BOUND = 0.050
_SAID = "The old lighthouse keeper climbed the stairs every evening, and nobody in the village remembered his name."
_STEPS = Path(__file__).parents[1] / "studio" / "refining_child.py"


def main() -> None:
    """Measure and print."""
    options = options_of(__doc__, ["gaps"])
    if options.child:
        _measure()
        return
    runs = [measured("studio_cloning", "gaps", options.platform) for _ in range(options.runs)]
    result = {part: 1000 * statistics.median(run[part]["longest"] for run in runs) for part in PARTS}
    print(f"longest gap of the event loop, median of {options.runs} runs on {os.cpu_count()} cores, {options.platform}")
    for part, title in PARTS.items():
        worst = 1000 * max(run[part]["longest"] for run in runs)
        work = 1000 * statistics.median(run[part]["work"] for run in runs)
        print(
            f"{title:26} {result[part]:6.1f} ms   (under {1000 * BOUND:.0f})   worst {worst:.1f} ms   "
            f"most work {work:.1f} ms"
        )
    write(result, options.json)


class _Work:
    """Goes through the windows as a user does, and prints the gaps of each part."""

    def __init__(self, application: Application, recording: Path) -> None:
        assert application.session
        assert application.window
        self._session, self._window = application.session, application.window
        self._recording = recording
        self._ticks = Ticks()
        self._result: dict[str, dict[str, float]] = {}
        self._steps = iter(
            (
                ("clone", self._open_clone, lambda: True),
                ("recording", self._read, lambda: self._dialog.workshop.source is not None),
                ("transcript", self._write_down, lambda: bool(self._dialog.form.written)),
                ("voice", self._make, lambda: self._dialog.workshop.profile is not None),
                ("refining", self._refine, self._refined),
                ("again", self._open_again, lambda: True),
                ("blend", self._open_blend, lambda: self._blend.blending.ready and self._blend.blending.morphable),
                ("adding", self._add, lambda: self._blend.blending.ready),
                ("mixing", self._mix, lambda: True),
            )
        )
        self._later(5000, self._next)  # the model is loaded, and what follows that is done

    def _later(self, milliseconds: int, then: Callable[[], object]) -> None:
        from PySide6.QtCore import QTimer  # noqa: PLC0415

        QTimer.singleShot(milliseconds, then)

    def _next(self) -> None:
        step = next(self._steps, None)
        if step is None:
            print(json.dumps(self._result), flush=True)
            os._exit(0)
        part, begin, done = step
        self._ticks.take()
        begin()
        self._wait(part, done)

    def _wait(self, part: str, done: Callable[[], bool]) -> None:
        if done():
            self._later(2000, lambda: self._over(part))  # what it brings with it
        else:
            self._later(50, lambda: self._wait(part, done))

    def _over(self, part: str) -> None:
        self._result[part] = self._ticks.take()
        self._session.transport.stop()
        self._later(500, self._next)

    def _open_clone(self) -> None:
        self._dialog = self._window.voices.clone()

    def _read(self) -> None:
        self._dialog.open_file(self._recording)

    def _write_down(self) -> None:
        self._dialog.form.transcript_wanted.emit()

    def _make(self) -> None:
        next(iter(self._dialog.consent.choices.values())).click()
        self._dialog.create_voice()

    def _refine(self) -> None:
        self._dialog.refine.start()

    def _refined(self) -> bool:
        profile = self._dialog.workshop.profile
        run = self._session.refinements.of(profile.name) if profile else None
        return run is not None and not run.running

    def _open_again(self) -> None:
        self._dialog.close()
        self._dialog = self._window.voices.clone()

    def _open_blend(self) -> None:
        self._dialog.close()
        self._blend = self._window.voices.blend()

    def _add(self) -> None:
        self._blend.blending.add("zf_xiaoxiao")

    def _mix(self) -> None:
        self._blend.hear()


def _measure() -> None:
    """Do it in a real window with the real engine."""
    with tempfile.TemporaryDirectory() as folder:
        with_data_in(folder)
        from engines.audio.wav import WavWriter  # noqa: PLC0415
        from engines.engine import Engine  # noqa: PLC0415
        from engines.types import Utterance  # noqa: PLC0415

        recording = Path(folder) / "recording.wav"
        with Engine.open() as engine, WavWriter(recording, engine.sample_rate) as writer:
            for chunk in engine.speak(Utterance(_SAID, "af_heart")):
                writer.write(chunk.samples)

        work: list[_Work] = []

        def begun(application: Application) -> None:
            session = application.session
            assert session
            told = (sys.executable, str(_STEPS))
            session.refinements._command = lambda job: (*told, str(job.start), "")
            session.synthesis.ready.connect(lambda _engine: work.append(_Work(application, recording)))

        run_window(begun)


if __name__ == "__main__":
    main()
