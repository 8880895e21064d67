"""A maker of lines that needs no engine: it hums, at once or when told."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from engines.types import AudioChunk, FloatArray, Mark, Reading, Source, Span
from studio.document.document import Document
from studio.document.script import Line, Script, new_id
from studio.document.state import LineState
from studio.document.takes import Take
from studio.playback.audio_files import write_take

RATE = 24_000


def hum(seconds: float, frequency: float = 220.0) -> FloatArray:
    return (0.4 * np.sin(2 * np.pi * frequency * np.arange(round(seconds * RATE)) / RATE)).astype(np.float32)


def script_of(*texts: str) -> Script:
    return Script(tuple(Line(f"line{row}", text) for row, text in enumerate(texts, start=1)))


class HummingMaking(QObject):
    """Behaves as `Making`: lines wait, are made one by one, and end as takes of the document."""

    state_changed = Signal(str)
    chunk = Signal(str, object)
    made = Signal(str, object)
    failed = Signal(str, str)
    preparing = Signal(str, str, float)
    queue_changed = Signal()

    def __init__(self, document: Document, takes_folder: Path) -> None:
        super().__init__()
        self.document = document
        self.takes_folder = takes_folder
        self.errors: dict[str, str] = {}
        self.will_fail: dict[str, str] = {}
        self.queued: list[str] = []
        self.asked: list[str] = []
        self.automatic = True
        self.seconds = 0.1
        self.at_once = 1
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self.make_next)

    def state(self, line_id: str) -> LineState:
        line = self.document.script.line(line_id)
        if line is None or not line.text.strip():
            return LineState.EMPTY
        if line_id in self.queued:
            return LineState.MAKING if line_id == self.queued[0] else LineState.QUEUED
        if line_id in self.errors:
            return LineState.FAILED
        if self.take(line_id):
            return LineState.READY
        return LineState.STALE if self.document.takes(line_id) else LineState.NOT_MADE

    def take(self, line_id: str) -> Take | None:
        line = self.document.script.line(line_id)
        if line is None:
            return None
        delivery = self.document.script.delivery(line)
        fitting = [take for take in self.document.takes(line_id) if take.delivery == delivery]
        return next((take for take in fitting if take.id == line.take), fitting[-1] if fitting else None)

    def error(self, line_id: str) -> str:
        return self.errors.get(line_id, "")

    def make(self, line_ids: Iterable[str], *, urgent: bool = False, again: bool = False) -> None:
        for line_id in line_ids:
            self.asked.append(line_id)
            self.errors.pop(line_id, None)
            if line_id not in self.queued:
                self.queued.append(line_id)
            self.state_changed.emit(line_id)
        if self.automatic:
            self._timer.start()

    def cancel(self, line_ids: Iterable[str] | None = None) -> None:
        for line_id in list(self.queued if line_ids is None else line_ids):
            if line_id in self.queued:
                self.queued.remove(line_id)
                self.state_changed.emit(line_id)

    def make_next(self) -> None:
        """Finish the line that is being made."""
        if not self.queued:
            self._timer.stop()
            return
        line_id = self.queued[0]
        line = self.document.script.line(line_id)
        if line is not None and line_id not in self.will_fail:
            self.sound(len(line.text))
            take = self.add_take(line)
            self.queued.remove(line_id)
            self.state_changed.emit(line_id)
            self.made.emit(line_id, take)
            return
        self.queued.remove(line_id)
        if line is not None:
            self.errors[line_id] = self.will_fail[line_id]
        self.state_changed.emit(line_id)
        self.failed.emit(line_id, self.errors.get(line_id, ""))

    def sound(self, spoken: int) -> None:
        """Tell that so many characters of the line that is being made have been heard."""
        reading = Reading(Span(0, spoken), "x", "x", Source.RULE, "en-us")
        self.chunk.emit(self.queued[0], AudioChunk(hum(0.01), RATE, 0, (Mark(reading, 0, 240),)))

    def add_take(self, line: Line, seconds: float | None = None) -> Take:
        """A finished recording of a line as it is now."""
        samples = hum(self.seconds if seconds is None else seconds)
        take_id = new_id()
        write_take(self.takes_folder, take_id, samples, RATE)
        delivery = self.document.script.delivery(line)
        take = Take(take_id, line.id, delivery, "hum", len(samples) / RATE, RATE, "2026-01-01T00:00:00Z")
        self.document.add_take(take)
        return take
