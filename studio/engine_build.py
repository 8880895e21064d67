"""Building engines in a process of its own: it takes minutes, and only so can it be stopped at once.

    {"event": "step", "stage": "front", "number": 1, "of": 4, "phase": …, "share": 0.4}
    {"event": "done", "built": ["text", …]}

The process may be ended at any moment: stages that were finished are kept, and nothing else is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Signal

from studio.json_process import JsonProcess
from studio.operations import Activity

_TITLES: Mapping[str, object] = {
    "text": QT_TRANSLATE_NOOP("EngineStages", "Text"),
    "prosody": QT_TRANSLATE_NOOP("EngineStages", "Prosody"),
    "front": QT_TRANSLATE_NOOP("EngineStages", "Decoder"),
    "generator": QT_TRANSLATE_NOOP("EngineStages", "Generator"),
    "server": QT_TRANSLATE_NOOP("EngineStages", "Server"),
}


def stage_title(stage: str) -> str:
    """What a stage is called in the window; one that is not known by its name."""
    return QCoreApplication.translate("EngineStages", str(_TITLES[stage])) if stage in _TITLES else stage


class Phase(Enum):
    """How far it is."""

    RUNNING = "running"
    STOPPING = "stopping"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


class EngineBuild(Activity):
    """One run of the process.

    Parameters
    ----------
    title
        What the list of activities shows.
    """

    ended = Signal()
    """It runs no more; `phase` says how it went."""

    def __init__(self, parent: QObject, title: str) -> None:
        super().__init__(parent, title)
        self.phase = Phase.RUNNING
        self.built: tuple[str, ...] = ()
        """Stages that are new; only known when it is done."""
        self.begun: tuple[str, ...] = ()
        """Stages in the order in which they were begun, the last one under way."""
        self.problem = ""
        """Why it failed."""
        self._process = JsonProcess(self)
        self._process.told.connect(self._take)
        self._process.ended.connect(self._end)
        self._process.unstarted.connect(self._fail)

    @property
    def running(self) -> bool:
        """Whether the process lives."""
        return self.phase in {Phase.RUNNING, Phase.STOPPING}

    @property
    def finished_some(self) -> bool:
        """Whether there are engines that were not there before."""
        return bool(self.built) or len(self.begun) > 1

    def start(self, command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        """Start the process; see `JsonProcess.start`."""
        self._process.start(command, environment)

    def cancel(self) -> None:
        """End the process: a build cannot be asked to stop."""
        if self.phase is Phase.RUNNING:
            self.phase = Phase.STOPPING
            self._process.kill()

    def close(self) -> None:
        """End it now and wait, when the program ends."""
        self._process.close()

    def _take(self, news: dict[str, Any]) -> None:
        try:
            if news.get("event") == "step":
                self._take_step(news)
            elif news.get("event") == "done":
                self.built = tuple(map(str, news["built"]))
        except (KeyError, TypeError, ValueError):
            return  # of another version, which has more to tell

    def _take_step(self, news: dict[str, Any]) -> None:
        stage, number, of = str(news["stage"]), int(news["number"]), max(1, int(news["of"]))
        if stage not in self.begun:
            self.begun = (*self.begun, stage)
        step = self.tr("{0}, {1} of {2}").format(stage_title(stage), number + 1, of)
        if news["phase"]:
            # The phases of a stage are not known beforehand, so that only whole stages move the bar.
            step = self.tr("{0}: {1}, {2} %").format(step, news["phase"], round(100 * float(news["share"])))
        self.progress(step, min(number / of, 1.0))

    def _end(self, well: bool, complaint: str) -> None:
        if self.phase is Phase.STOPPING:
            self.phase = Phase.STOPPED
        elif well:
            self.phase = Phase.DONE
        else:
            self._fail(complaint or self.tr("The build ended by itself and says nothing about why: build again."))
            return
        self.ended.emit()

    def _fail(self, sentence: str) -> None:
        self.phase, self.problem = Phase.FAILED, sentence
        self.ended.emit()
