"""Refining a voice in a process of its own, which tells one JSON object a line about what it does.

    {"event": "stage", "text": …}
    {"event": "warning", "text": …}
    {"event": "step", "step": 25, "steps": 100, "similarity": 0.91, "seconds_left": 40, "file": …}
    {"event": "done", "file": …}
    {"event": "error", "text": …}

The process is asked to stop by the line `stop`, and may be ended at any moment: the files of its steps are whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, QTimer, Signal

from studio.json_process import JsonProcess
from studio.operations import Activity

_PATIENCE = 8000
"""Milliseconds for the process to stop by itself."""
STAGES: tuple[object, ...] = (
    QT_TRANSLATE_NOOP("Stages", "Looking for the clearest speech"),
    QT_TRANSLATE_NOOP("Stages", "Making the voice"),
    QT_TRANSLATE_NOOP("Stages", "Writing down what is said"),
    QT_TRANSLATE_NOOP("Stages", "Finding every sound of the transcript in the recording"),
    QT_TRANSLATE_NOOP("Stages", "Fitting the voice on the graphics card"),
    QT_TRANSLATE_NOOP("Stages", "Fitting the voice on the processor"),
    QT_TRANSLATE_NOOP("Stages", "Measuring the voice"),
)
"""What `timbre clone` tells in English and is said in the language of the interface; any other is said as it is."""
WARNINGS: tuple[object, ...] = (
    QT_TRANSLATE_NOOP("Stages", "The transcript does not seem to be what is said; correct it for a closer voice"),
    QT_TRANSLATE_NOOP(
        "Stages",
        "This PyTorch was built without CUDA, so the graphics card is not used: install a PyTorch with CUDA to refine "
        "in seconds.",
    ),
    QT_TRANSLATE_NOOP(
        "Stages",
        "PyTorch cannot use the graphics card, so the processor is used: update the driver of the card and PyTorch, "
        "or close other programs that fill its memory.",
    ),
)
"""The same of what it warns of."""


class Phase(Enum):
    """How far it is."""

    RUNNING = "running"
    STOPPING = "stopping"
    DONE = "done"
    """It went to its end, or was stopped after a step that can be kept."""
    STOPPED = "stopped"
    """It was stopped before there was anything to keep."""
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Step:
    """A state of the voice that can be heard and kept."""

    number: int
    similarity: float | None
    """To the speaker; 1.0 is the speaker's own."""
    file: Path


class Refinement(Activity):
    """One run of the process.

    Parameters
    ----------
    title
        What the list of activities shows.
    command
        The program and its arguments.
    """

    stepped = Signal(object)
    """A `Step`."""
    changed = Signal()
    """Anything of the properties."""
    warned = Signal()
    """There is one more of `warnings`."""
    ended = Signal()
    """It runs no more; `phase` says how it went."""

    def __init__(self, parent: QObject, title: str, command: Sequence[str]) -> None:
        super().__init__(parent, title)
        self.phase = Phase.RUNNING
        self.steps: tuple[Step, ...] = ()
        self.result: Path | None = None
        """The voice file to keep."""
        self.problem = ""
        """Why it failed."""
        self.warnings: tuple[str, ...] = ()
        """What the user is to know and to decide about, as it came: each until `go_on`, all until `abandon`."""
        self.seconds_left: float | None = None
        self._abandoned = False
        self._command = tuple(command)
        self._process = JsonProcess(self)
        self._process.told.connect(self._take)
        self._process.ended.connect(self._finish)
        self._process.unstarted.connect(self._fail)
        self._kill = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._kill.timeout.connect(self._process.kill)

    @property
    def running(self) -> bool:
        """Whether the process lives."""
        return self.phase in {Phase.RUNNING, Phase.STOPPING}

    @property
    def warning(self) -> str:
        """The last of `warnings`, in the language of the interface; empty without any."""
        return _translated(self.warnings[-1]) if self.warnings else ""

    @property
    def doubtful(self) -> bool:
        """Whether that is about the transcript."""
        return self.warnings[-1:] == WARNINGS[:1]

    def start(self) -> None:
        """Start the process."""
        self._process.start(self._command)

    def stop(self) -> None:
        """Ask it to stop; its last step stays."""
        if self.phase is Phase.RUNNING:
            self.phase = Phase.STOPPING
            self._process.write("stop")
            self._kill.start()
            self.changed.emit()

    def go_on(self) -> None:
        """The user has read the last warning and wants the voice as it is."""
        self.warnings = self.warnings[:-1]
        self.changed.emit()

    def abandon(self) -> None:
        """The user wants to begin anew with other words: end it, and keep nothing of a run that has not ended."""
        self.warnings = ()
        if self.running:
            self._abandoned = True
            self.phase = Phase.STOPPING
            self._process.kill()
        self.changed.emit()

    def cancel(self) -> None:
        """The same: what was reached is kept."""
        self.stop()

    def close(self) -> None:
        """End the process now, when the program ends; its last step stays."""
        self._process.close()

    def _take(self, news: dict[str, Any]) -> None:
        event = news.get("event")
        try:
            if event == "stage":
                self.progress(_translated(news["text"]), self.share)
            elif event == "warning":
                self.warnings = (*self.warnings, str(news["text"]))
                self.warned.emit()
            elif event == "step":
                self._take_step(news)
            elif event == "done":
                self.result = Path(news["file"])
            elif event == "error":
                self.problem = str(news["text"])
        except (KeyError, TypeError, ValueError):
            return  # of another version, which has more to tell
        self.changed.emit()

    def _take_step(self, news: dict[str, Any]) -> None:
        similarity = news.get("similarity")
        number, steps = int(news["step"]), max(1, int(news["steps"]))
        left = news.get("seconds_left")
        self.seconds_left = None if left is None else float(left)
        self.progress(self.tr("Step {0} of {1}").format(number, steps), min(1.0, number / steps))
        if news.get("file"):
            step = Step(number, None if similarity is None else float(similarity), Path(news["file"]))
            self.steps = (*self.steps, step)
            self.stepped.emit(step)

    def _fail(self, sentence: str) -> None:
        self.problem = sentence
        self._end(Phase.FAILED)

    def _finish(self, well: bool, complaint: str) -> None:
        self._kill.stop()
        if self._abandoned:
            self.steps, self.result = (), None
        if self.result is None and self.steps:
            self.result = self.steps[-1].file
        stopped = self.phase is Phase.STOPPING
        if ((well and not self.problem) or stopped) and self.result:
            self._end(Phase.DONE)
        elif stopped:
            self._end(Phase.STOPPED)
        else:
            why = complaint or self.tr("it says nothing about why")
            self.problem = self.problem or self.tr(
                "The refinement ended too early ({0}): refine the voice again."
            ).format(why)
            self._end(Phase.FAILED)

    def _end(self, phase: Phase) -> None:
        self.phase = phase
        self.changed.emit()
        self.ended.emit()


def _translated(text: object) -> str:
    return QCoreApplication.translate("Stages", str(text))
