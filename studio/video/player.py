"""Playing a script over its video: the sound of both as one, made a little ahead of where it is heard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import accumulate, chain, pairwise, repeat, takewhile
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from engines.types import FloatArray
from studio.document.document import Change, Document
from studio.document.script import changed_lines, same_lexicons
from studio.document.takes import Take
from studio.export.gathering import Gathering
from studio.operations import Operation, Operations
from studio.playback.audio_files import read_take
from studio.playback.entries import Recording
from studio.playback.making import Making
from studio.playback.messages import TransportState
from studio.playback.transport import Transport
from studio.video.loading import VideoFile
from studio.video.mix import RATE, Mix, Sources, render
from studio.video.placing import Placed, place

LANE = "video"
"""Of operations: what reads the sound of the video runs one after the other."""
_FIRST_SECONDS, _PART_SECONDS = 0.5, 2.0
"""The first part is short, so that it is soon heard."""
_MIXED_SECONDS = 10.0
"""How far ahead parts may have been mixed: more than the transport asks for."""
_ROUND = 100
"""Milliseconds in which changes, as from a slider, are collected before they are heard."""


class _Part:
    """A stretch of the mix; see `studio.playback.entries.Part`."""

    def __init__(self, player: DubPlayer, start: float, end: float) -> None:
        self._player = player
        self.start, self.end = start, end
        self._waiting: Gathering | Operation[FloatArray] | None = None
        self._tried: set[str] = set()

    def supply(self, done: Callable[[Recording], None], failed: Callable[[str], None]) -> None:
        """Have its lines made, those that are not, one by one: each may fail. Then mix."""
        missing = self._player.missing(self.start, self.end)
        line = next((line for line in missing if line not in self._tried), None)
        if line:
            self._tried.add(line)
            self._waiting = self._player.gather(line, partial(self.supply, done, failed))
        else:
            self._waiting = self._player.render(self.start, self.end, done, failed)

    def cancel(self) -> None:
        """Stop both."""
        if self._waiting:
            self._waiting.cancel()


class DubPlayer(QObject):
    """Plays through the transport, whose clock is that of the sound card: what it tells is what is heard then.

    Without lines the video is played as it is, and without a video the lines at their times.
    """

    moved = Signal(float)
    """Seconds in the video that are heard now, or that were gone to."""
    playing_changed = Signal(bool)
    """Whether this is what the transport plays."""
    line_started = Signal(str)
    """A line is heard from now on; empty for none."""
    problem = Signal(str)
    """A line could not be made: a sentence. Playing goes on without it."""

    def __init__(
        self,
        document: Document,
        making: Making,
        operations: Operations,
        transport: Transport,
        video: VideoFile,
        takes_folder: Callable[[], Path],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._making = making
        self._operations = operations
        self._transport = transport
        self._video = video
        self._takes_folder = takes_folder
        self._parts: frozenset[_Part] = frozenset()
        """Of the run that is heard; empty when nothing of this is."""
        self._position = 0.0
        self._line = ""
        self._unmade: set[str] = set()
        """Lines that could not be made in this run."""
        self._takes: dict[str, Take | None] = {}
        """By line; which take says a line takes a while to find out, in a long script."""
        self._placed: tuple[Placed, ...] | None = None
        self._sources: Sources | None = None
        self._again = QTimer(self, singleShot=True, interval=_ROUND)
        self._again.timeout.connect(self._restart)
        transport.part_position.connect(self._heard)
        transport.cleared.connect(self._let_go)
        document.changed.connect(self._changed)
        document.takes_changed.connect(self._takes_changed)
        document.replaced.connect(self._replaced)
        video.changed.connect(self._video_changed)

    @property
    def position(self) -> float:
        """Seconds in the video."""
        return self._position

    @property
    def playing(self) -> bool:
        """Whether this is what the transport plays, or holds."""
        return bool(self._parts)

    @property
    def seconds(self) -> float:
        """Until the end of the video, or of the last line."""
        known = self._video.info.seconds if self._video.info else 0.0
        return max([known, *(each.end for each in self.placed)])

    @property
    def placed(self) -> tuple[Placed, ...]:
        """The lines at their times, with the takes that say them as they are written now."""
        if self._placed is None:
            self._placed = place(self._document.script, self._take)
        return self._placed

    def toggle(self) -> None:
        """Play from where it is, or from the start when it is at the end; pause and go on while it plays."""
        if self._parts:
            self._transport.toggle()
        else:
            self.play(0.0 if self._position >= self.seconds - 0.01 else self._position)

    def play(self, start: float) -> None:
        """Play from a time of the video on."""
        end = self.seconds
        if start >= end:
            return
        lengths = chain((start + _FIRST_SECONDS,), repeat(_PART_SECONDS))
        edges = [start, *takewhile(lambda edge: edge < end, accumulate(lengths)), end]
        parts = tuple(_Part(self, first, last) for first, last in pairwise(edges))
        was_playing = self.playing
        self._parts = frozenset()  # the transport lets go of them, which is no end of playing
        self._transport.play_parts(parts)
        self._parts = frozenset(parts)
        self._go_to(start)
        if not was_playing:
            self.playing_changed.emit(True)

    def seek(self, seconds: float) -> None:
        """Go to a time of the video, and on from there if it is being played."""
        self._go_to(min(max(0.0, seconds), self.seconds))
        if self._parts:
            self._again.start()

    def close(self) -> None:
        """Let go of the file."""
        self._again.stop()
        self._close_sources()

    # For the parts.

    def missing(self, start: float, end: float) -> list[str]:
        """Lines in a stretch that are to be made first."""
        there = [each for each in self.placed if each.start < end and each.end > start and each.take is None]
        return [each.line_id for each in there if each.line_id not in self._unmade]

    def gather(self, line: str, then: Callable[[], None]) -> Gathering:
        """Have a line made; why it cannot be is told."""

        def failed(sentence: str) -> None:
            if line not in self._unmade:  # several parts may wait for it
                self._unmade.add(line)
                self.problem.emit(sentence)
            then()

        gathering = Gathering(self._document, self._making, [line], self)
        gathering.ready.connect(lambda _takes: then())
        gathering.failed.connect(failed)
        gathering.given_up.connect(then)
        gathering.empty.connect(then)
        return gathering

    def render(
        self, start: float, end: float, done: Callable[[Recording], None], failed: Callable[[str], None]
    ) -> Operation[FloatArray]:
        """Mix a stretch, mono as the transport plays."""
        mix, sources = self._mix(), self._open_sources()
        first, last = round(start * RATE), round(end * RATE)

        def work(_task: object) -> FloatArray:
            mixed: FloatArray = render(mix, sources, first, last - first).mean(1)
            return mixed

        operation = Operation(self, "", work)
        operation.on_success(lambda samples: done(Recording(samples, RATE))).on_failure(failed)
        return operation.run(self._operations, lane=LANE)

    def _take(self, line_id: str) -> Take | None:
        if line_id not in self._takes:
            self._takes[line_id] = self._making.take(line_id)
        return self._takes[line_id]

    def _mix(self) -> Mix:
        video = self._document.script.video
        return Mix(self.placed, video.mixing) if video else Mix(self.placed)

    def _open_sources(self) -> Sources:
        if self._sources is None:
            video, info = self._document.script.video, self._video.info
            folder = self._takes_folder()

            def read(take: Take) -> FloatArray:
                return read_take(folder, take)

            self._sources = Sources(video.file if video and info and info.has_sound else None, read)
        return self._sources

    def _close_sources(self) -> None:
        """In its lane, behind what still reads."""
        if sources := self._sources:
            self._sources = None
            Operation(self, "", lambda _task: sources.close(), essential=True).run(self._operations, lane=LANE)

    # What happens elsewhere.

    def _heard(self, part: object, seconds: float) -> None:
        if isinstance(part, _Part) and part in self._parts and not self._again.isActive():
            self._go_to(min(part.start + seconds, part.end))

    def _go_to(self, seconds: float) -> None:
        self._position = seconds
        self.moved.emit(seconds)
        line = self._line_at(seconds) if self._parts else ""
        if line != self._line:
            self._line = line
            self.line_started.emit(line)

    def _line_at(self, seconds: float) -> str:
        """The last line that has begun, if it is still heard."""
        begun = [each for each in self.placed if each.start <= seconds < each.end]
        return begun[-1].line_id if begun else ""

    def _let_go(self) -> None:
        if self._parts:
            self._parts = frozenset()
            self._unmade.clear()
            self._again.stop()
            self._close_sources()
            if self._line:
                self._line = ""
                self.line_started.emit("")
            self.playing_changed.emit(False)

    def _changed(self, change: Change) -> None:
        before, after = change
        if not same_lexicons(before, after):
            self._takes.clear()  # to find the lines that have such a word takes longer than to look at all takes again
            before = replace(before, lexicon=after.lexicon, user_lexicon=after.user_lexicon)
        # Another take that is chosen changes the line and not how it is said.
        edited = (line.id for line in after.lines if before.line(line.id) is not line)
        for line_id in (*edited, *changed_lines(before, after)):
            self._takes.pop(line_id, None)
        self._refresh()
        if self._parts and change.before.video != change.after.video:
            self._again.start()

    def _takes_changed(self, line_id: str) -> None:
        self._takes.pop(line_id, None)
        self._refresh()

    def _refresh(self) -> None:
        """Lines or takes are others now; what of that is mixed already is mixed again."""
        before, self._placed = self._placed, None
        if self._parts and before is not None:
            then, now = self._near(before), self._near(self.placed)
            waited_for = {line for line, each in then.items() if each.take is None}
            if any(then.get(line) != now.get(line) for line in (then.keys() | now.keys()) - waited_for):
                self._again.start()

    def _near(self, placed: tuple[Placed, ...]) -> dict[str, Placed]:
        first, last = self._position, self._position + _MIXED_SECONDS
        return {each.line_id: each for each in placed if each.end > first and each.start < last}

    def _replaced(self) -> None:
        self._takes.clear()
        self._placed = None
        self._go_to(0.0)

    def _video_changed(self) -> None:
        self._close_sources()
        if self._parts:
            self._again.start()

    def _restart(self) -> None:
        """What plays is to be heard as it is now."""
        if not self._parts:
            return
        held = self._transport.state is TransportState.PAUSED
        position = self._position
        if held or position >= self.seconds:
            self._transport.stop()  # it goes on from here when it is asked to
        else:
            self.play(position)
