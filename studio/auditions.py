"""Hearing a line in several ways, such as with other emotions and voices: made in the background, all equally loud."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np
from PySide6.QtCore import QObject, Signal

from engines.audio.loudness import amplitude, loudness
from engines.types import AudioChunk, FloatArray
from studio.document.document import Change, Document
from studio.document.emotions import LineEmotion
from studio.document.script import Delivery, Line, Script, same_lexicons
from studio.operations import Operation, Operations
from studio.playback.making import Making
from studio.playback.messages import Rendered
from studio.playback.synthesis import SynthesisThread

LEVEL = -26.0
"""LUFS of all that is heard: below what voices have, so that none is clipped."""
_SHORTEST = 0.4
"""Seconds that loudness is measured over (ITU-R BS.1770); shorter sounds are taken to be followed by silence."""
_LANE = "auditions"

Place = tuple[int, int]
"""Row and column."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to say a line; what it does not name stays as it is."""

    title: str
    voice: str = ""
    emotion: LineEmotion | None = None
    intensity: float | None = None


def said(script: Script, line: Line, ways: Sequence[Way]) -> Line:
    """A line in some ways together; their intensity is of their emotion, whatever their order."""
    for way in ways:
        if way.emotion is not None:
            line = replace(line, emotion=way.emotion)
        if way.voice:
            line = replace(line, voice=way.voice)
    for way in ways:
        if way.intensity is not None:
            line = replace(line, emotion=script.emotion(line).graded(way.intensity))
    return line


class CellState(Enum):
    """What has become of a cell."""

    WAITING = "waiting"
    MAKING = "making"
    READY = "ready"
    FAILED = "failed"


@dataclass(eq=False)
class Cell:
    """What is the same for all places that sound the same."""

    state: CellState = CellState.WAITING
    request: int = 0
    chunks: list[AudioChunk] = field(default_factory=list)
    unspoken: tuple[str, ...] = ()
    heard: FloatArray | None = None
    """[N] samples at `LEVEL`, once it is ready."""
    error: str = ""

    @property
    def rate(self) -> int:
        """Hz, once something is made."""
        return self.chunks[0].sample_rate if self.chunks else 0

    @property
    def seconds(self) -> float:
        """How long it is so far."""
        return sum(len(chunk.samples) for chunk in self.chunks) / self.rate if self.chunks else 0.0


class Auditions(QObject):
    """A grid of ways to say one line, made one after the other; what somebody wants to hear goes first.

    Parameters
    ----------
    line_id
        Of the line. An edit of it makes the grid anew, as far as it sounds otherwise.
    """

    changed = Signal()
    """States of cells, or what they say."""
    ready = Signal(int, int)
    """Row and column of the cell that was wanted, which can be heard now."""

    def __init__(
        self,
        document: Document,
        making: Making,
        synthesis: SynthesisThread,
        operations: Operations,
        line_id: str,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._making = document, making
        self._synthesis, self._operations = synthesis, operations
        self._line_id = line_id
        self._rows: tuple[Way, ...] = ()
        self._columns: tuple[Way, ...] = ()
        self._places: dict[Place, Delivery] = {}
        self._cells: dict[Delivery, Cell] = {}
        self._requests: dict[int, Cell] = {}
        self._wanted: Place | None = None
        document.changed.connect(self._follow)
        synthesis.chunk.connect(self._on_chunk)
        synthesis.finished.connect(self._on_finished)
        synthesis.failed.connect(self._on_failed)

    @property
    def line(self) -> Line | None:
        """The line, unless it was deleted."""
        return self._document.script.line(self._line_id)

    def lay_out(self, rows: Sequence[Way], columns: Sequence[Way]) -> None:
        """Make these; what was made before and is among them stays."""
        self._rows, self._columns = tuple(rows), tuple(columns)
        self._wanted = None
        self._lay_out()

    def cell(self, place: Place) -> Cell:
        """What has become of a place."""
        delivery = self._places.get(place)
        return self._cells[delivery] if delivery is not None else Cell()

    def is_kept(self, place: Place) -> bool:
        """Whether the line is said like that now."""
        line = self.line
        return line is not None and self._places.get(place) == self._document.script.delivery(line)

    def title(self, place: Place) -> str:
        """A place in words."""
        ways = (self._rows[place[0]], self._columns[place[1]])
        return ", ".join(way.title for way in ways if way.title)

    def want(self, place: Place) -> None:
        """Somebody wants to hear a place: `ready` tells when it can be, perhaps at once. A failed one is tried anew."""
        self._wanted = place
        cell = self.cell(place)
        if cell.state is CellState.READY:
            self._wanted = None
            self.ready.emit(*place)
            return
        if cell.request:
            self._synthesis.urge(cell.request, True)
        elif cell.state is not CellState.MAKING and place in self._places:
            self._say(self._places[place], cell, urgent=True)
        self.changed.emit()

    def release(self) -> None:
        """Nobody waits for the place that was wanted any more."""
        self._wanted = None

    def is_wanted(self, place: Place) -> bool:
        """Whether somebody waits for a place."""
        return place == self._wanted

    def keep(self, place: Place) -> bool:
        """Let the line be said so from now on, with what was made as its take; False while nothing is made."""
        line, cell = self.line, self.cell(place)
        if line is None or cell.state is not CellState.READY:
            return False
        script = self._document.script
        kept = replace(said(script, line, self._ways(place)), take="")
        lines = tuple(kept if each is line else each for each in script.lines)
        self._document.edit(self.tr("Say the line as {0}").format(self.title(place)), replace(script, lines=lines))
        self._making.adopt(self._line_id, cell.chunks, cell.unspoken)
        return True

    def close(self) -> None:
        """Make nothing more."""
        self._wanted = None
        self._places.clear()
        self._drop()

    def _ways(self, place: Place) -> tuple[Way, Way]:
        return self._rows[place[0]], self._columns[place[1]]

    def _lay_out(self) -> None:
        line, script = self.line, self._document.script
        self._places = {}
        if line is not None and line.text.strip():
            for row, one in enumerate(self._rows):
                for column, other in enumerate(self._columns):
                    self._places[row, column] = script.delivery(said(script, line, (one, other)))
        for delivery in self._places.values():
            self._cells.setdefault(delivery, Cell())
        self._drop()
        self._go_on()
        self.changed.emit()

    def _drop(self) -> None:
        """Take back what is no longer in the grid; what is made stays, for it may be asked for again."""
        here = set(self._places.values())
        for delivery, cell in list(self._cells.items()):
            if delivery in here:
                continue
            if cell.request:
                self._synthesis.cancel(cell.request)
                self._requests.pop(cell.request)
            if cell.state is not CellState.READY:
                del self._cells[delivery]

    def _follow(self, change: Change) -> None:
        before, after = change
        line = after.line(self._line_id)
        same_rules = before.cast == after.cast and same_lexicons(before, after)
        if not same_rules or before.line(self._line_id) is not line:
            self._lay_out()

    def _go_on(self) -> None:
        """Have the next one made: one at a time, so that lines of the script have their turn between them."""
        if self._requests:
            return
        for delivery in self._places.values():
            cell = self._cells[delivery]
            if cell.state is CellState.WAITING:
                self._say(delivery, cell, urgent=False)
                return

    def _say(self, delivery: Delivery, cell: Cell, *, urgent: bool) -> None:
        cell.state, cell.chunks, cell.error = CellState.MAKING, [], ""
        cell.request = self._synthesis.say(delivery.utterance(self._document.script.lexicons), urgent=urgent)
        self._requests[cell.request] = cell

    def _on_chunk(self, request: int, chunk: AudioChunk) -> None:
        if cell := self._requests.get(request):
            cell.chunks.append(chunk)

    def _on_failed(self, request: int, sentence: str) -> None:
        if cell := self._requests.pop(request, None):
            self._fail(cell, sentence)
            self._go_on()

    def _on_finished(self, request: int, result: Rendered) -> None:
        cell = self._requests.pop(request, None)
        if cell is None:
            return
        cell.request, cell.unspoken = 0, result.unspoken
        chunks = tuple(cell.chunks)
        if not any(len(chunk.samples) for chunk in chunks):
            self._fail(cell, self.tr("There is nothing to hear in this line; write words or numbers."))
        else:

            def done(samples: FloatArray) -> None:
                cell.heard, cell.state = samples, CellState.READY
                self._tell_ready(cell)

            work = Operation(self, "", lambda _task: levelled(chunks))
            work.on_success(done).on_failure(lambda sentence: self._fail(cell, sentence))
            work.run(self._operations, lane=_LANE)
        self._go_on()

    def _fail(self, cell: Cell, sentence: str) -> None:
        cell.state, cell.request, cell.error = CellState.FAILED, 0, sentence
        self.changed.emit()

    def _tell_ready(self, cell: Cell) -> None:
        place = self._wanted
        if place is not None and self.cell(place) is cell:
            self._wanted = None
            self.ready.emit(*place)
        self.changed.emit()


def levelled(chunks: Sequence[AudioChunk]) -> FloatArray:
    """All chunks as [N] samples at `LEVEL` (ITU-R BS.1770); silence stays as it is."""
    samples: FloatArray = np.concatenate([chunk.samples for chunk in chunks])
    rate = chunks[0].sample_rate
    level = loudness(np.pad(samples, (0, max(0, round(_SHORTEST * rate) - len(samples)))), rate)
    if not np.isfinite(level):
        return samples
    return samples * np.float32(amplitude(LEVEL - level))
