"""The other places of a word in the script: counted, and read alike."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from studio.document.document import Document
from studio.document.lexicon_edits import Occurrence, occurrences, set_readings
from studio.document.script import Script
from studio.operations import Operation, Operations, Task

_DELAY = 250
"""Milliseconds after a change of the script until the places are counted again."""
_LANE = "same words"


class SameWord(QObject):
    """Looks through the whole script away from the GUI thread, again whenever that changes.

    A place that has a reading of its own is left alone.
    """

    counted = Signal(int)
    """Places of the word, but for the one that is worked on."""
    failed = Signal(str)

    def __init__(self, document: Document, operations: Operations, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._operations = operations
        self._word = ""
        self._others = 0
        self._here: Occurrence | None = None
        self._timer = QTimer(self, singleShot=True, interval=_DELAY)
        self._timer.timeout.connect(self._count)
        document.changed.connect(self._follow)

    @property
    def others(self) -> int:
        """How many there are, as far as is known."""
        return self._others

    def look_for(self, word: str, here: Occurrence) -> None:
        """Count the places of a word besides one."""
        self._word, self._here, self._others = word, here, 0
        self.counted.emit(0)
        self._count()

    def move(self, here: Occurrence) -> None:
        """The one place is somewhere else now, since its line was edited."""
        self._here = here

    def drop(self) -> None:
        """Look for nothing."""
        self._word, self._here = "", None
        self._timer.stop()

    def read_all(self, reading: str, step: str) -> None:
        """Lay down a reading at this place and all others, as one step of undo that is called `step`."""
        script, word, here = self._document.script, self._word, self._here
        if here is None:
            return

        def work(_task: Task) -> Script:
            return set_readings(script, (here, *_others(script, word, here)), reading)

        def done(result: Script) -> None:
            if self._document.script is script:
                self._document.edit(step, result)
            else:  # it was changed meanwhile
                self.read_all(reading, step)

        self._start(Operation(self, "", work).on_success(done))

    def _count(self) -> None:
        script, word, here = self._document.script, self._word, self._here
        if here is None:
            return

        def done(count: int) -> None:
            if word == self._word:
                self._others = count
                self.counted.emit(count)

        self._start(Operation(self, "", lambda _task: len(_others(script, word, here))).on_success(done))

    def _start(self, operation: Operation[Script] | Operation[int]) -> None:
        operation.on_failure(self.failed.emit).run(self._operations, lane=_LANE)

    def _follow(self) -> None:
        if self._word:
            self._timer.start()


def _others(script: Script, word: str, here: Occurrence) -> tuple[Occurrence, ...]:
    return tuple(
        place
        for place in occurrences(script, word)
        if place.line_id != here.line_id or place.span.end <= here.span.start or here.span.end <= place.span.start
    )
