"""What the play buttons do: lines, takes and auditions, one after the other, through the sound thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engines.types import AudioChunk, FloatArray, Utterance
from studio.document.document import Document
from studio.document.takes import Take
from studio.operations import Operation, Operations
from studio.playback.audio_files import read_take
from studio.playback.entries import Entry, Item, Part, Recording
from studio.playback.making import Making
from studio.playback.messages import PlaybackStats, Rendered, TransportState
from studio.playback.sound import Sound
from studio.playback.synthesis import SynthesisThread

LINE_GAP_SECONDS = 0.3
"""Silence between two lines."""
_AHEAD = 3
"""Lines that are made and queued while another one plays."""


class Transport(QObject):
    """Plays, and keeps what comes next ready, so that there is no gap.

    Lines that are ready are read from disk; others are made first, and heard while they are being made. Nothing here
    waits. All news arrives by signals: from the sound thread, the making of lines, and the document, whose edits take
    a changed line out of what is played at once.
    """

    state_changed = Signal(object)
    """A `TransportState`."""
    line_started = Signal(str)
    preparing = Signal(float)
    """How much of getting the voice of an audition ready is done, 0 to 1."""
    position = Signal(str, float)
    """Line and seconds in its own audio that are heard now."""
    part_position = Signal(object, float)
    """A `Part` and seconds in it that are heard now."""
    level = Signal(float)
    """Peak in dBFS; -120 for silence."""
    stats_changed = Signal(object)
    """A `PlaybackStats`."""
    devices_changed = Signal()
    problem = Signal(str)
    """A sentence."""
    finished = Signal()
    """Everything was played to its end."""
    cleared = Signal()
    """What was being played is so no more: it was stopped, has ended, or something else follows at once."""

    def __init__(
        self,
        document: Document,
        making: Making,
        synthesis: SynthesisThread,
        operations: Operations,
        takes_folder: Callable[[], Path],
        sound: Sound,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._making = making
        self._synthesis = synthesis
        self._operations = operations
        self._takes_folder = takes_folder
        self._sound = sound
        self._state = TransportState.STOPPED
        self._loop = False
        self._items: tuple[Item, ...] = ()
        self._turn = 0
        self._start = 0.0
        self._failed: set[str] = set()
        self._entries: list[Entry] = []
        self._heard: Entry | None = None
        self._pressed: float | None = None
        self._first_sound: float | None = None
        self._known_devices: tuple[str, ...] = ()
        document.changed.connect(self._follow)
        document.replaced.connect(self.stop)
        making.chunk.connect(self._on_line_chunk)
        making.rendered.connect(self._on_line_complete)
        making.made.connect(self._on_line_complete)
        making.failed.connect(self._on_line_failed)
        synthesis.preparing.connect(self._on_preparing)
        synthesis.chunk.connect(self._on_chunk)
        synthesis.finished.connect(self._on_finished)
        synthesis.failed.connect(self._on_failed)
        sound.queued.connect(self._on_queued)
        sound.started.connect(self._on_started)
        sound.position.connect(self._on_position)
        sound.finished.connect(self._on_heard)
        sound.level.connect(self.level)
        sound.unavailable.connect(self._on_unavailable)
        sound.replaced.connect(self.problem)
        sound.status_changed.connect(self._on_status)

    @property
    def state(self) -> TransportState:
        """What it is doing."""
        return self._state

    @property
    def line_id(self) -> str:
        """The line that is heard, or waited for; empty for none."""
        entry = self._heard or (self._entries[0] if self._entries else None)
        return entry.item.line_id if entry else ""

    @property
    def loop(self) -> bool:
        """Whether playing begins anew at its end."""
        return self._loop

    @loop.setter
    def loop(self, value: bool) -> None:
        self._loop = value
        if not self._entries:
            return
        if value:
            self._fill()
        else:
            rounds = (self._entries[0].turn // len(self._items) + 1) * len(self._items)
            self._drop_from(next((i for i, entry in enumerate(self._entries) if entry.turn >= rounds), None))

    @property
    def devices(self) -> tuple[str, ...]:
        """Names of the outputs to choose from."""
        return self._sound.devices

    @property
    def device(self) -> str:
        """The output that the user chose; empty follows the system's default."""
        return self._sound.device

    @device.setter
    def device(self, name: str) -> None:
        self._sound.device = name

    @property
    def stats(self) -> PlaybackStats:
        """For the status bar."""
        sound = self._sound
        return PlaybackStats(sound.device_in_use, sound.latency, sound.underruns, self._first_sound)

    def play(self, line_ids: Sequence[str], *, start: float = 0.0) -> None:
        """Play lines in this order, the first one from `start` seconds on."""
        self._play([Item(line_id) for line_id in line_ids], start)

    def play_take(self, take: Take, *, start: float = 0.0) -> None:
        """Play one take, whatever its line says now."""
        self._play([Item(take.line, take=take)], start)

    def audition(self, utterance: Utterance) -> None:
        """Say something that is no line, and keep nothing of it."""
        self._play([Item(utterance=replace(utterance, at_once=True))], 0.0)

    def play_recording(self, samples: FloatArray, rate: int) -> None:
        """Play [N] samples that are no take, such as what a voice was cloned from."""
        self._play([Item(recording=Recording(samples, rate))], 0.0)

    def play_parts(self, parts: Sequence[Part]) -> None:
        """Play what is got ready piece by piece, as one sound."""
        self._play([Item(part=part) for part in parts], 0.0)

    def pause(self) -> None:
        """Hold, with a short fade."""
        if self._state in (TransportState.PLAYING, TransportState.WAITING):
            self._sound.paused = True
            self._set_state(TransportState.PAUSED)

    def resume(self) -> None:
        """Go on where it was held."""
        if self._state is TransportState.PAUSED:
            self._sound.paused = False
            self._set_state(TransportState.PLAYING if self._heard else TransportState.WAITING)

    def toggle(self) -> None:
        """Pause or resume."""
        if self._state is TransportState.PAUSED:
            self.resume()
        else:
            self.pause()

    def stop(self) -> None:
        """Silence within one block of the device."""
        self._sound.cut()
        self._forget()
        self._set_state(TransportState.STOPPED)

    def seek(self, seconds: float) -> None:
        """Go to another place in the line that is heard, as far as it is made."""
        entry = self._heard
        if entry and not entry.item.part:
            self._sound.seek(entry.clip, max(seconds, 0.0))
            self.position.emit(entry.item.line_id, max(seconds, 0.0))

    # What is to be played.

    def _play(self, items: Sequence[Item], start: float) -> None:
        self._sound.cut()
        self._forget()
        self._pressed = time.perf_counter()
        self._items = tuple(items)
        self._start = start
        self._set_state(TransportState.WAITING)
        self._fill()

    def _fill(self) -> None:
        """Queue what comes next, so far ahead as is good; the end when nothing is left."""
        while len(self._entries) <= _AHEAD and (entry := self._next_entry()):
            self._entries.append(entry)
            self._supply(entry)
        if not self._entries and self._state is not TransportState.STOPPED:
            self._forget()
            self._set_state(TransportState.STOPPED)
            self.finished.emit()

    def _next_entry(self) -> Entry | None:
        for _ in self._items:
            if self._turn >= len(self._items) and not self._loop:
                return None
            turn, item = self._turn, self._items[self._turn % len(self._items)]
            self._turn += 1
            delivery = None
            if item.is_line:
                line = self._document.script.line(item.line_id)
                if line is None or not line.text.strip() or line.id in self._failed:
                    continue
                delivery = self._document.script.delivery(line)
            start = self._start if turn == 0 else 0.0
            gap = 0.0 if item.part else LINE_GAP_SECONDS
            return Entry(turn, item, self._sound.add(gap=gap, start=start), delivery)
        return None

    def _supply(self, entry: Entry) -> None:
        """Get the audio of an entry, or have it made."""
        item = entry.item
        if item.utterance:
            entry.request = self._synthesis.say(item.utterance, urgent=True)
            return
        if item.recording:
            self._put(entry, item.recording.samples, item.recording.rate)
            self._end(entry)
            return
        if item.part:
            self._wait_for(entry, item.part)
            return
        take = item.take or self._making.take(item.line_id)
        if take is None:
            self._stream(entry)
            return
        samples = self._making.audio(take)
        if samples is not None:
            self._put(entry, samples, take.sample_rate)
            self._end(entry)
        else:
            self._read(entry, take)

    def _wait_for(self, entry: Entry, part: Part) -> None:
        def done(recording: Recording) -> None:
            if entry in self._entries:
                self._put(entry, recording.samples, recording.rate)
                self._end(entry)

        def failed(sentence: str) -> None:
            if entry in self._entries:
                self._skip(entry, sentence)

        part.supply(done, failed)

    def _stream(self, entry: Entry, *, again: bool = False) -> None:
        self._making.make([entry.item.line_id], urgent=True, again=again)
        for chunk in self._making.chunks(entry.item.line_id):
            self._put(entry, chunk.samples, chunk.sample_rate)

    def _read(self, entry: Entry, take: Take) -> None:
        folder = self._takes_folder()

        def done(samples: FloatArray) -> None:
            self._making.keep_audio(take, samples)
            if entry in self._entries:
                self._put(entry, samples, take.sample_rate)
                self._end(entry)

        def failed(sentence: str) -> None:
            if entry not in self._entries:
                return
            if entry.item.take:
                self._skip(entry, sentence)
            else:  # its audio is lost, but it can be made once more
                self._stream(entry, again=True)

        Operation(self, "", lambda _task: read_take(folder, take)).on_success(done).on_failure(failed).run(
            self._operations
        )

    def _put(self, entry: Entry, samples: FloatArray, rate: int) -> None:
        entry.received = True
        self._sound.append(entry.clip, samples, rate)

    def _end(self, entry: Entry) -> None:
        entry.ended = True
        self._sound.end(entry.clip)

    def _skip(self, entry: Entry, sentence: str) -> None:
        """Go on without an entry that cannot be played; what was heard of it already is its end."""
        self.problem.emit(sentence)
        self._failed.add(entry.item.line_id)
        if entry.received:
            self._end(entry)
        else:
            self._remove(entry)
            self._fill()

    def _remove(self, entry: Entry) -> None:
        self._entries.remove(entry)
        self._sound.remove(entry.clip)
        if entry is self._heard:
            self._heard = None
            if self._state is TransportState.PLAYING:
                self._set_state(TransportState.WAITING)
        self._let_go([entry])

    def _drop_from(self, index: int | None) -> None:
        """Take entries back from a place on, to be queued again when their turn comes."""
        if index is None:
            return
        self._turn = self._entries[index].turn
        for entry in reversed(self._entries[index:]):
            self._remove(entry)

    def _forget(self) -> None:
        entries, self._entries, self._heard = self._entries, [], None
        had_items = bool(self._items)
        self._items, self._turn, self._pressed = (), 0, None
        self._failed.clear()
        self._sound.paused = False
        self._let_go(entries)
        if had_items:
            self.cleared.emit()

    def _let_go(self, entries: Sequence[Entry]) -> None:
        """Nobody listens to these any more."""
        still = {entry.item.line_id for entry in self._entries}
        self._making.release([e.item.line_id for e in entries if e.streams and e.item.line_id not in still])
        for entry in entries:
            if entry.request and not entry.ended:
                self._synthesis.cancel(entry.request)
            if entry.item.part and not entry.ended:
                entry.item.part.cancel()

    # Lines change, and are made.

    def _follow(self) -> None:
        for index, entry in enumerate(self._entries):
            if entry.delivery is None:
                continue
            line = self._document.script.line(entry.item.line_id)
            if line and self._document.script.delivery(line) == entry.delivery:
                continue
            if entry is self._heard:
                self._remove(entry)
                self._follow()
            else:
                self._drop_from(index)
            self._fill()
            return

    def _on_line_chunk(self, line_id: str, chunk: AudioChunk) -> None:
        for entry in self._entries:
            if entry.item.line_id == line_id and entry.streams:
                self._put(entry, chunk.samples, chunk.sample_rate)

    def _on_line_complete(self, line_id: str) -> None:
        for entry in self._entries:
            if entry.item.line_id == line_id and entry.streams and entry.received:
                self._end(entry)

    def _on_line_failed(self, line_id: str, sentence: str) -> None:
        for entry in list(self._entries):
            if entry.item.line_id == line_id and entry.streams and entry in self._entries:
                self._skip(entry, sentence)

    def _on_preparing(self, request: int, _step: str, share: float) -> None:
        if any(entry.request == request for entry in self._entries):
            self.preparing.emit(share)

    def _on_chunk(self, request: int, chunk: AudioChunk) -> None:
        for entry in self._entries:
            if entry.request == request:
                self._put(entry, chunk.samples, chunk.sample_rate)

    def _on_finished(self, request: int, _result: Rendered) -> None:
        for entry in self._entries:
            if entry.request == request:
                self._end(entry)

    def _on_failed(self, request: int, sentence: str) -> None:
        for entry in list(self._entries):
            if entry.request == request:
                entry.ended = True
                self._skip(entry, sentence)

    # The sound thread tells what is heard.

    def _on_queued(self, clip: int, when: float) -> None:
        if self._pressed is not None and self._entries and self._entries[0].clip == clip:
            self._first_sound = when - self._pressed
            self._pressed = None
            self.stats_changed.emit(self.stats)

    def _on_started(self, clip: int) -> None:
        index = next((i for i, entry in enumerate(self._entries) if entry.clip == clip), None)
        if index is None:
            return
        del self._entries[:index]  # their ends were heard while the device was being changed
        if self._heard is self._entries[0]:
            return
        self._heard = self._entries[0]
        if self._state is TransportState.WAITING:
            self._set_state(TransportState.PLAYING)
        if self.line_id:
            self.line_started.emit(self.line_id)
        self._fill()

    def _on_position(self, clip: int, seconds: float) -> None:
        if not self._heard or self._heard.clip != clip:
            return
        if self._heard.item.part:
            self.part_position.emit(self._heard.item.part, seconds)
        elif self.line_id:
            self.position.emit(self.line_id, seconds)

    def _on_heard(self, clip: int) -> None:
        if not self._heard or self._heard.clip != clip:
            return
        self._entries.remove(self._heard)
        self._heard = None
        self._fill()
        if self._entries and not self._entries[0].received and self._state is TransportState.PLAYING:
            self._set_state(TransportState.WAITING)

    def _on_unavailable(self, sentence: str) -> None:
        self.stop()
        self.problem.emit(sentence)

    def _on_status(self) -> None:
        if self._sound.devices != self._known_devices:
            self._known_devices = self._sound.devices
            self.devices_changed.emit()
        self.stats_changed.emit(self.stats)

    def _set_state(self, state: TransportState) -> None:
        if state is not self._state:
            self._state = state
            self.state_changed.emit(state)
