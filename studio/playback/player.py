"""Playing speech while it is being made."""

from __future__ import annotations

import time
from collections.abc import Iterable
from types import TracebackType

from engines.audio.resample import Resampler
from engines.types import AudioChunk
from studio.playback.devices import portaudio
from studio.playback.feed import Line
from studio.playback.output import Output

_POLL_SECONDS = 0.01


class Player:
    """One output stream that stays open and plays silence when there is nothing to say.

    A stream opened for every clip would lose its first and last tenths of a second and start a second late; this one
    delivers every sample. `play` and `drain` are for one thread; `stop` may be called from any.

    Parameters
    ----------
    device
        Name of the output device, or a unique part of it; None is the system's default.
    sample_rate
        Rate to ask for, Hz. Where the device refuses it, its own rate is used and the audio is resampled.
    ahead
        Seconds of audio that `play` may queue before it waits for the device.

    Raises
    ------
    AudioDeviceError
        No PortAudio library, no such device, or it cannot be opened; from `play` and `drain` also when the device
        goes away. The next `play` then opens it again.
    """

    def __init__(self, device: str | None = None, *, sample_rate: int = 24_000, ahead: float = 30.0) -> None:
        self._portaudio = portaudio()
        self._device = device
        self._wanted_rate = sample_rate
        self._ahead = ahead
        self._earlier_underruns = 0
        self._output = Output(self._portaudio, device, sample_rate)

    @property
    def sample_rate(self) -> int:
        """The rate at which the device plays, Hz."""
        return self._output.rate

    @property
    def latency(self) -> float:
        """Seconds from the queue to the loudspeaker, as far as the device tells."""
        return self._output.latency

    @property
    def underruns(self) -> int:
        """How often speech was interrupted, because audio was made too slowly or the computer was too busy."""
        return self._earlier_underruns + self._output.underruns

    def play(self, chunks: Iterable[AudioChunk]) -> None:
        """Queue audio as it is made; return once the last chunk is queued, or after `stop`."""
        self._ensure_alive()
        line = self._output.feed.line
        resampler: Resampler | None = None
        try:
            for chunk in chunks:
                resampler = resampler or Resampler(chunk.sample_rate, self.sample_rate)
                if not self._wait_for_room(line):
                    return
                line.put(resampler.push(chunk.samples))
            if resampler:
                line.put(resampler.flush())
        finally:
            line.end()

    def drain(self) -> None:
        """Wait until everything queued has been heard, or until `stop`."""
        while not self._output.feed.idle:
            self._output.settled()
            time.sleep(_POLL_SECONDS)
        time.sleep(self._output.tail)

    def stop(self) -> None:
        """Fall silent within one block of the device, and forget what is queued."""
        self._output.feed.cut()

    def close(self) -> None:
        """Close the device."""
        self._output.close()

    def __enter__(self) -> Player:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _wait_for_room(self, line: Line) -> bool:
        """Wait until audio may be queued; False when `stop` was called."""
        while self._output.feed.line is line:
            if self._output.settled() and line.waiting < self._ahead * self.sample_rate:
                return True
            time.sleep(_POLL_SECONDS)
        return False

    def _ensure_alive(self) -> None:
        if self._output.alive:
            return
        self._output.close()
        # PortAudio lists the devices only when it starts, so one that is new or back is found only this way.
        self._portaudio._terminate()
        self._portaudio._initialize()
        self._earlier_underruns += self._output.underruns
        self._output = Output(self._portaudio, self._device, self._wanted_rate)
