"""What happens on the sound thread."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from types import ModuleType

from PySide6.QtCore import QObject, Qt, QThread, QTimer, Signal, Slot

from engines.errors import AudioDeviceError
from studio.playback.clips import ClipQueue
from studio.playback.devices import find_output, hardware, restart, usable_outputs
from studio.playback.output import Output

_RATE = 48_000
"""Hz asked for: what nearly all devices and sound servers work at. Where it is refused, the device's own is taken."""
_TICK_MS = 10
_WATCH_MS = 1000
_REPORT_SECONDS = 1 / 30
_RETRY_SECONDS = 2.0
SILENCE_DBFS = -120.0
"""The level of nothing."""


class SoundWorker(QObject):
    """Opens, feeds and watches the device. Lives on the sound thread; every method is called there.

    Parameters
    ----------
    clips
        What to play.
    wished
        Name of the output; empty is the system's default.
    open_portaudio
        Gives the `sounddevice` module.
    """

    queued = Signal(int, float)
    started = Signal(int)
    position = Signal(int, float)
    level = Signal(float)
    finished = Signal(int)
    unavailable = Signal(str)
    replaced = Signal(str)
    status = Signal(object, str, float, int)
    """Devices, the one in use, latency, underruns."""

    def __init__(self, clips: ClipQueue, wished: str, open_portaudio: Callable[[], ModuleType]) -> None:
        super().__init__()
        self._clips = clips
        self._wished = wished
        self._open_portaudio = open_portaudio
        self._portaudio: ModuleType | None = None
        self._output: Output | None = None
        self._latency = 0.0
        self._devices: tuple[str, ...] = ()
        self._hardware = ""
        self._underruns = 0
        self._told: tuple[object, ...] = ()
        self._heard = 0
        self._reported = 0.0
        self._tried = 0.0
        self._tick = QTimer(self, interval=_TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        self._tick.timeout.connect(self.tick)
        self._watch = QTimer(self, interval=_WATCH_MS)
        self._watch.timeout.connect(self.watch)

    @Slot()
    def open(self) -> None:
        """Begin: load PortAudio and open the device."""
        self._hardware = hardware()
        self._connect()
        self._watch.start()

    @Slot()
    def close(self) -> None:
        """End: close the device and leave the thread."""
        self._tick.stop()
        self._watch.stop()
        self._release()
        QThread.currentThread().quit()

    @Slot()
    def wake(self) -> None:
        """There may be something to play."""
        if not self._tick.isActive():
            self._tick.start()
        self._pump()

    @Slot(str)
    def wish(self, name: str) -> None:
        """Play on another device."""
        self._wished = name
        self._reconnect()

    @Slot()
    def refresh(self) -> None:
        """Look for devices, unless that would interrupt."""
        if not len(self._clips):
            self._reconnect()

    @Slot()
    def watch(self) -> None:
        """Once a second: has the device gone, or another one come?"""
        if self._output and not self._output.alive:
            self._lose()
            return
        now = hardware()
        if now != self._hardware and not len(self._clips):
            self._hardware = now
            self._reconnect()
        elif self._output is None and time.monotonic() - self._tried > _RETRY_SECONDS:
            self._reconnect()
        self._tell()

    @Slot()
    def tick(self) -> None:
        """While something is played."""
        if not len(self._clips):
            self._tick.stop()
            self._heard = 0
            self.level.emit(SILENCE_DBFS)
            self._tell()
            return
        self._pump()
        self._report()

    def _pump(self) -> None:
        if self._output is None:
            if not len(self._clips):
                return
            if time.monotonic() - self._tried > _RETRY_SECONDS:
                self._reconnect()
            if self._output is None:
                self._give_up()
                return
        try:
            ready = self._output.settled()
        except AudioDeviceError:
            self._lose()
            return
        if ready:
            for clip in self._clips.pump():
                self.queued.emit(clip, time.perf_counter())

    def _report(self) -> None:
        moment = self._clips.moment(self._latency)
        if moment is None:
            return
        if moment.clip != self._heard:
            self._heard = moment.clip
            self._reported = 0.0
            self.started.emit(moment.clip)
        now = time.monotonic()
        if now - self._reported >= _REPORT_SECONDS or moment.done:
            self._reported = now
            self.position.emit(moment.clip, moment.seconds)
            self.level.emit(max(20 * math.log10(moment.peak), SILENCE_DBFS) if moment.peak > 0 else SILENCE_DBFS)
        for clip in moment.done:
            self.finished.emit(clip)
        if moment.done:
            self._tell()

    def _lose(self) -> None:
        """The stream has ended by itself: go on with whatever device there is now."""
        lost = self._output.name if self._output else ""
        self._reconnect()
        if self._output and len(self._clips):
            self.replaced.emit(
                self.tr("The sound device “{0}” went away; playing goes on with “{1}”.").format(lost, self._output.name)
            )

    def _give_up(self) -> None:
        self._clips.cut()
        self.unavailable.emit(
            self.tr(
                "There is no sound device to play on; connect one or start the sound server, then press play again."
            )
        )

    def _reconnect(self) -> None:
        """Let PortAudio look for devices again, which it does only when it starts, and open the one to use."""
        self._release()
        if self._portaudio:
            restart(self._portaudio)
        self._connect()
        if len(self._clips):
            self.wake()

    def _connect(self) -> None:
        self._tried = time.monotonic()
        try:
            self._portaudio = self._portaudio or self._open_portaudio()
            self._devices = usable_outputs(self._portaudio)
            # One that was wished for and is not there stays wished for, and is taken when it comes.
            device = find_output(self._portaudio, self._wished) if self._wished in self._devices else None
            self._output = Output(self._portaudio, device, _RATE)
        except AudioDeviceError:
            self._output = None
        if self._output:
            self._latency = self._output.latency
            self._clips.attach(self._output.feed)
        self._tell()

    def _release(self) -> None:
        if self._output:
            self._clips.detach(self._latency)
            self._underruns += self._output.underruns
            self._output.close()
            self._output = None

    def _tell(self) -> None:
        underruns = self._underruns + (self._output.underruns if self._output else 0)
        status = (self._devices, self._output.name if self._output else "", self._latency, underruns)
        if status != self._told:
            self._told = status
            self.status.emit(*status)
