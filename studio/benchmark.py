"""How fast speech is made here: texts of several lengths, each said several times by the engine of the window."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from engines.types import Utterance
from studio.playback.messages import EngineInfo, Rendered
from studio.playback.synthesis import SynthesisThread

_DAYS = ("Monday", "Tuesday", "Thursday", "Friday", "Sunday")
"""One a repetition, so that nothing that was kept of an earlier one helps."""
_TEXTS = (
    "See you {}.",
    "The night train to London always leaves on {} at noon.",
    "The library opens again on {} after a long winter. Every shelf has been dusted, and the reading room smells of "
    "fresh paint.",
    "The library opens again on {} after a long winter. Every shelf has been dusted, and the reading room smells of "
    "fresh paint. A new lamp stands on each table. The children will find their books on the ground floor, close to "
    "the garden.",
)
_LANGUAGE = "en-us"
_VOICE = "af_heart"


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured with one text: medians, and the single runs. Times in seconds."""

    seconds: float
    """Of audio."""
    first_sound: float
    """From asking to the first chunk of audio."""
    factor: float
    """Real-time factor: time of making over time of sounding, below 1 is faster than it is heard."""
    runs: tuple[Rendered, ...]

    @staticmethod
    def of(runs: tuple[Rendered, ...]) -> Figure:
        """The figure of at least one run."""
        return Figure(
            statistics.median(run.seconds for run in runs),
            statistics.median(run.first_sound for run in runs),
            statistics.median(run.making / run.seconds for run in runs),
            runs,
        )


class Benchmark(QObject):
    """Speaks on the thread of synthesis, behind whatever the user wants to hear meanwhile.

    Its speech is heard nowhere. A first run, in which a voice may have to be loaded, is not counted.
    """

    changed = Signal()
    """Anything of the properties."""

    def __init__(self, synthesis: SynthesisThread, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._synthesis = synthesis
        self._engine: EngineInfo | None = None
        self._todo: list[tuple[int, str]] = []
        self._runs: dict[int, tuple[Rendered, ...]] = {}
        self._request: int | None = None
        self.results: Mapping[str, tuple[Figure, ...]] = {}
        """Figures by what ran the model, the latest last; the texts from short to long."""
        self.problem = ""
        """Why the last measurement came to nothing."""
        synthesis.ready.connect(self._ready)
        synthesis.stages_changed.connect(self._stages_changed)
        synthesis.loading.connect(self._gone)
        synthesis.unavailable.connect(self._gone)
        synthesis.finished.connect(self._finished)
        synthesis.failed.connect(self._failed)

    @property
    def possible(self) -> bool:
        """Whether there is an engine to measure."""
        return self._engine is not None and bool(self._engine.voices)

    @property
    def running(self) -> bool:
        """Whether it measures."""
        return self._request is not None

    @property
    def share(self) -> float:
        """How much is done, 0 to 1."""
        return 1 - len(self._todo) / (len(_TEXTS) * len(_DAYS) + 1)

    def start(self) -> None:
        """Measure what makes the speech now."""
        if self.running or not self.possible:
            return
        self.problem, self._runs = "", {}
        # The repetitions take turns, so that a busy moment is unfair to none of the lengths.
        self._todo = [(number, text.format(day)) for day in _DAYS for number, text in enumerate(_TEXTS)]
        self._todo.insert(0, (-1, _TEXTS[0].format("Wednesday")))
        self._next()

    def stop(self) -> None:
        """Measure no further, and forget what was measured."""
        if self._request is not None:
            request, self._request = self._request, None
            self._synthesis.cancel(request)
            self.changed.emit()

    def _next(self) -> None:
        assert self._engine
        voices = self._engine.voices
        voice = _VOICE if _VOICE in voices else next(iter(voices))
        self._request = self._synthesis.say(Utterance(self._todo[0][1], voice, _LANGUAGE, anew=True))
        self.changed.emit()

    def _finished(self, request: int, rendered: Rendered) -> None:
        if request != self._request:
            return
        number, _ = self._todo.pop(0)
        if number >= 0 and rendered.seconds:
            self._runs[number] = (*self._runs.get(number, ()), rendered)
        if self._todo:
            self._next()
            return
        self._request = None
        assert self._engine
        figures = tuple(Figure.of(runs) for _, runs in sorted(self._runs.items()))
        others = {name: kept for name, kept in self.results.items() if name != self._engine.backend}
        self.results = {**others, self._engine.backend: figures}
        self.changed.emit()

    def _failed(self, request: int, sentence: str) -> None:
        if request == self._request:
            self._request, self.problem = None, sentence
            self.changed.emit()

    def _ready(self, engine: EngineInfo) -> None:
        self._engine = engine
        self.changed.emit()

    def _stages_changed(self, engine: EngineInfo) -> None:
        self._engine = engine

    def _gone(self, *_news: object) -> None:
        self._engine = None
        if self.running:
            self.stop()
            self.problem = self.tr("The engine was opened again meanwhile: measure once more.")
        self.changed.emit()
