"""Recording a voice: an input stream on a thread of its own, with a countdown before it and a limit after it."""

from __future__ import annotations

import math
import queue
import sys
import threading
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, QThread, Signal

from engines.errors import AudioDeviceError
from engines.types import FloatArray
from studio.playback.devices import kept_running, portaudio
from studio.playback.sound_worker import SILENCE_DBFS

COUNTDOWN_SECONDS = 3
LONGEST_SECONDS = 60.0
_DEAD_SECONDS = 5.0
"""Without a block from the device after which it is given up."""
_LEVELS_SECOND = 25.0


class Microphone(QThread):
    """One recording. The level is told from the start, so that the user sees that the microphone works.

    Parameters
    ----------
    open_portaudio
        Gives the `sounddevice` module; called on this thread.
    countdown
        Seconds before the recording begins.
    """

    counting = Signal(int)
    """Seconds until it begins; 0 when it has begun."""
    level = Signal(float)
    """Peak in dBFS."""
    elapsed = Signal(float)
    """Seconds recorded."""
    recorded = Signal(object, int)
    """[N] samples and their rate in Hz, once it was stopped or became too long."""
    failed = Signal(str)
    """A sentence."""

    def __init__(
        self,
        open_portaudio: Callable[[], ModuleType] = portaudio,
        *,
        countdown: float = COUNTDOWN_SECONDS,
        longest: float = LONGEST_SECONDS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._open_portaudio = open_portaudio
        self._countdown = countdown
        self._longest = longest
        self._blocks: queue.SimpleQueue[FloatArray] = queue.SimpleQueue()
        self._end = threading.Event()
        self._unwanted = threading.Event()

    def stop(self) -> None:
        """End it and take what was recorded; nothing is recorded yet during the countdown."""
        self._end.set()

    def cancel(self) -> None:
        """End it, tell nothing more, and wait for the device to be let go."""
        self._unwanted.set()
        self._end.set()
        self.wait()

    def run(self) -> None:
        """Called by Qt, on the thread itself."""
        try:
            with kept_running():
                samples, rate = self._record(self._open_portaudio())
        except AudioDeviceError as error:
            self._tell(self.failed, str(error))
        except Exception as error:
            sys.excepthook(type(error), error, error.__traceback__)
            self._tell(self.failed, self.tr("Recording failed ({0}): choose a file instead.").format(error))
        else:
            self._tell(self.recorded, samples, rate)

    def _record(self, sounddevice: ModuleType) -> tuple[FloatArray, int]:
        stream, rate = self._open(sounddevice)
        try:
            return self._collect(rate), rate
        finally:
            stream.close(ignore_errors=True)

    def _open(self, sounddevice: ModuleType) -> tuple[Any, int]:
        try:
            info = sounddevice.query_devices(None, "input")
            rate = int(info["default_samplerate"])
        except (sounddevice.PortAudioError, ValueError) as error:
            raise AudioDeviceError(
                self.tr("No microphone was found: connect one and try again, or choose a file.")
            ) from error
        try:
            stream = sounddevice.InputStream(
                samplerate=rate, device=info["index"], channels=1, dtype="float32", callback=self._callback
            )
            stream.start()
        except sounddevice.PortAudioError as error:
            reason = str(error).splitlines()[0]
            raise AudioDeviceError(
                self.tr(
                    "The microphone “{0}” could not be opened ({1}): allow this program to record, close others that "
                    "use it, or choose a file."
                ).format(info["name"], reason)
            ) from error
        return stream, rate

    def _collect(self, rate: int) -> FloatArray:
        """Count down, then keep what comes until the end."""
        kept: list[FloatArray] = []
        begin = last = time.monotonic()
        left, told = math.ceil(self._countdown), 0.0
        self.counting.emit(left)
        peak, frames = 0.0, 0
        while not self._end.is_set() and frames < self._longest * rate:
            try:
                block = self._blocks.get(timeout=0.05)
            except queue.Empty:
                if time.monotonic() - last > _DEAD_SECONDS:
                    raise AudioDeviceError(
                        self.tr("The microphone gives no sound: check that it is connected and not muted.")
                    ) from None
                continue
            last = time.monotonic()
            peak = max(peak, float(np.abs(block).max(initial=0.0)))
            if left:
                now = math.ceil(self._countdown - (last - begin))
                if now < left:
                    left = max(now, 0)
                    self.counting.emit(left)
            else:
                kept.append(block)
                frames += len(block)
            if last - told > 1 / _LEVELS_SECOND:
                told = last
                self._tell_level(peak, frames / rate)
                peak = 0.0
        return np.concatenate(kept) if kept else np.zeros(0, np.float32)

    def _tell_level(self, peak: float, seconds: float) -> None:
        self.level.emit(max(20 * math.log10(peak), SILENCE_DBFS) if peak > 0 else SILENCE_DBFS)
        self.elapsed.emit(seconds)

    def _tell(self, signal: Any, *content: object) -> None:
        if not self._unwanted.is_set():
            signal.emit(*content)

    def _callback(self, block: FloatArray, _frames: int, _time: object, _status: object) -> None:
        """Called by PortAudio, whose buffer is its own again afterwards."""
        self._blocks.put(block[:, 0].copy())
