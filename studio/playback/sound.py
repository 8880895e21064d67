"""The thread that owns the sound device."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from types import ModuleType

from PySide6.QtCore import QObject, QThread, Signal, Slot

from engines.types import FloatArray
from studio.playback.clips import ClipQueue
from studio.playback.devices import portaudio
from studio.playback.sound_worker import SoundWorker


class Sound(QObject):
    """Plays clips, one after the other, on a device that may come and go.

    One stream stays open and plays silence when there is nothing to play. Nothing here waits for the device: it is
    opened, watched and closed on a thread of its own. Clips have ids that are never used twice, so news of one that
    was cut can be told from news of the present one.

    Parameters
    ----------
    device
        Name of the output; empty follows the system's default.
    open_portaudio
        Gives the `sounddevice` module; called on the sound thread.
    """

    queued = Signal(int, float)
    """Clip, and when its first sample was given to the device, on `time.perf_counter`'s clock."""
    started = Signal(int)
    """The clip is heard from now on, and those before it are over."""
    position = Signal(int, float)
    """Clip and seconds in it that are heard now, about 30 times a second."""
    level = Signal(float)
    """Peak in dBFS of what is heard, as often."""
    finished = Signal(int)
    """The clip's last sample was heard."""
    unavailable = Signal(str)
    """There is something to play, and no device: a sentence."""
    replaced = Signal(str)
    """The device went away while playing and another one goes on: a sentence."""
    status_changed = Signal()
    """Devices, the device in use, its latency, or underruns."""
    _woken = Signal()
    _wish = Signal(str)
    _refresh = Signal()
    _close = Signal()

    def __init__(
        self,
        device: str = "",
        *,
        open_portaudio: Callable[[], ModuleType] = portaudio,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._clips = ClipQueue()
        self._ids = count(1)
        self._wished = device
        self._devices: tuple[str, ...] = ()
        self._in_use, self._latency, self._underruns = "", 0.0, 0
        self._thread = QThread(self)
        self._thread.setObjectName("sound")
        self._worker = SoundWorker(self._clips, device, open_portaudio)
        self._worker.moveToThread(self._thread)
        worker = self._worker
        for mine, its in (
            (self._woken, worker.wake),
            (self._wish, worker.wish),
            (self._refresh, worker.refresh),
            (self._close, worker.close),
        ):
            mine.connect(its)
        for its_signal, mine_signal in (
            (worker.queued, self.queued),
            (worker.started, self.started),
            (worker.position, self.position),
            (worker.level, self.level),
            (worker.finished, self.finished),
            (worker.unavailable, self.unavailable),
            (worker.replaced, self.replaced),
        ):
            its_signal.connect(mine_signal)
        worker.status.connect(self._set_status)
        self._thread.started.connect(worker.open)
        self._thread.start()

    @property
    def devices(self) -> tuple[str, ...]:
        """Names of the outputs known at present."""
        return self._devices

    @property
    def device(self) -> str:
        """The one that was wished for; empty follows the default."""
        return self._wished

    @device.setter
    def device(self, name: str) -> None:
        self._wished = name
        self._wish.emit(name)

    @property
    def device_in_use(self) -> str:
        """Name of the open output; empty when there is none."""
        return self._in_use

    @property
    def latency(self) -> float:
        """Seconds from the queue to the loudspeaker, as far as the device tells."""
        return self._latency

    @property
    def underruns(self) -> int:
        """How often speech was interrupted since the program started."""
        return self._underruns

    @property
    def paused(self) -> bool:
        """Whether playing is held, with a short fade at both ends."""
        return self._clips.paused

    @paused.setter
    def paused(self, value: bool) -> None:
        self._clips.paused = value
        self._woken.emit()

    def add(self, *, gap: float = 0.0, start: float = 0.0) -> int:
        """Begin a clip after the last one, `gap` seconds of silence between them; returns its id.

        Its first `start` seconds are left out, but counted in its positions.
        """
        clip = next(self._ids)
        self._clips.add(clip, gap=gap, start=start)
        return clip

    def append(self, clip: int, samples: FloatArray, rate: int) -> None:
        """Add [N] samples to a clip, all at the same rate in Hz."""
        self._clips.append(clip, samples, rate)
        self._woken.emit()

    def end(self, clip: int) -> None:
        """Say that a clip is complete; until then its silence counts as an underrun."""
        self._clips.end(clip)
        self._woken.emit()

    def remove(self, clip: int) -> None:
        """Drop a clip; when it is being heard the next one follows at once."""
        self._clips.remove(clip)
        self._woken.emit()

    def seek(self, clip: int, seconds: float) -> None:
        """Go on from another place of a clip, as far as it is there."""
        self._clips.seek(clip, seconds)
        self._woken.emit()

    def cut(self) -> None:
        """Drop all clips: silence within one block of the device."""
        self._clips.cut()

    def refresh(self) -> None:
        """Look for devices again, when nothing is being played."""
        self._refresh.emit()

    def close(self) -> None:
        """Close the device and end the thread."""
        self._clips.cut()
        self._close.emit()
        self._thread.wait()

    @Slot(object, str, float, int)
    def _set_status(self, devices: tuple[str, ...], in_use: str, latency: float, underruns: int) -> None:
        self._devices, self._in_use, self._latency, self._underruns = devices, in_use, latency, underruns
        self.status_changed.emit()
