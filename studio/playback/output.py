"""One open stream of the sound card, playing a `Feed`."""

from __future__ import annotations

import time
from types import ModuleType
from typing import Any

import numpy as np

from engines.errors import AudioDeviceError
from engines.types import FloatArray
from studio.playback.feed import Feed

_SETTLE_SECONDS = 0.2
"""Sound servers lose up to this much of what a stream plays right after it starts, and right before it stops."""
_START_SECONDS = 5.0


class Output:
    """A running stream: silence at first, then whatever is put into `feed`.

    Parameters
    ----------
    sounddevice
        The module, as `devices.portaudio` gives it.
    device
        Name of the device, or a unique part of it, or its index; None is the system's default.
    sample_rate
        Rate to ask for, Hz. Where the device refuses it, its own rate is used.

    Raises
    ------
    AudioDeviceError
        No such device, or it cannot be opened.
    """

    def __init__(self, sounddevice: ModuleType, device: str | int | None, sample_rate: int) -> None:
        self._late = 0
        self._opened = time.monotonic()
        self._played = 0
        self._mono: FloatArray = np.zeros(0, np.float32)
        info = _find_device(sounddevice, device)
        failure: Exception | None = None
        self.name = str(info["name"])
        for rate in dict.fromkeys((sample_rate, int(info["default_samplerate"]))):
            self.rate = rate
            self.feed = Feed(rate)
            try:
                self._stream = self._open(sounddevice, info, rate)
            except sounddevice.PortAudioError as error:
                failure = error
            else:
                return
        raise AudioDeviceError(
            f"The sound device “{info['name']}” could not be opened ({str(failure).splitlines()[0]}); close other "
            "programs that use it or choose another device."
        ) from failure

    def _open(self, sounddevice: ModuleType, info: dict[str, Any], rate: int) -> Any:
        stream = sounddevice.OutputStream(
            samplerate=rate,
            device=info["index"],
            channels=min(2, info["max_output_channels"]),
            dtype="float32",
            latency="high",
            callback=self._callback,
        )
        try:
            stream.start()
        except sounddevice.PortAudioError:
            stream.close(ignore_errors=True)
            raise
        return stream

    @property
    def alive(self) -> bool:
        """Whether the stream is still running."""
        return bool(self._stream.active)

    @property
    def latency(self) -> float:
        """Seconds from the feed to the loudspeaker, as far as the device tells."""
        return float(self._stream.latency)

    @property
    def tail(self) -> float:
        """Seconds after which samples that have left the feed have surely been heard."""
        return self.latency + _SETTLE_SECONDS

    @property
    def underruns(self) -> int:
        """How often speech was interrupted, by missing samples or by a callback that came too late."""
        return self.feed.underruns + self._late

    def settled(self) -> bool:
        """Whether the stream has been running long enough not to lose its next samples.

        Raises AudioDeviceError when it has stopped, or does not get going.
        """
        if not self.alive:
            raise AudioDeviceError("The sound device went away while playing; connect it again or choose another one.")
        # Counted in samples, not seconds: a sound server fills its buffers first and may then pause for a second.
        if self._played >= _SETTLE_SECONDS * self.rate:
            return True
        if time.monotonic() - self._opened > _START_SECONDS:
            raise AudioDeviceError(
                f"The sound device does not start playing within {_START_SECONDS:.0f} seconds; check the sound server."
            )
        return False

    def close(self) -> None:
        """Close the stream, whatever state it is in."""
        self._stream.close(ignore_errors=True)

    def _callback(self, out: FloatArray, frames: int, _time: object, status: Any) -> None:
        self._played += frames
        if status.output_underflow and not self.feed.idle:
            self._late += 1
        if len(self._mono) < frames:
            self._mono = np.zeros(frames, np.float32)
        self.feed.read(self._mono[:frames])
        out[:] = self._mono[:frames, np.newaxis]


def _find_device(sounddevice: ModuleType, name: str | int | None) -> dict[str, Any]:
    try:
        info: dict[str, Any] = sounddevice.query_devices(name, "output")
    except ValueError as error:
        raise AudioDeviceError(
            f"There is no sound device “{name}”, or several match; `timbre doctor` lists them."
        ) from error
    except sounddevice.PortAudioError as error:
        raise AudioDeviceError(
            "No sound output device was found; connect one or start the sound server, or write a file with -o."
        ) from error
    return info
