"""PortAudio and the output devices that it knows, with errors that say what to do."""

from __future__ import annotations

import contextlib
import ctypes
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from engines.errors import AudioDeviceError

_INSTALL_PORTAUDIO = {
    "linux": "install it with `sudo apt install libportaudio2`, or your distribution's package of that name",
    "darwin": "install it with `brew install portaudio`",
}
_RUNNING = threading.Lock()
"""Held while PortAudio must stay as it is."""


def portaudio() -> ModuleType:
    """The `sounddevice` module, imported late because importing it loads and starts PortAudio.

    Raises AudioDeviceError when the PortAudio library is missing.
    """
    try:
        import sounddevice  # noqa: PLC0415
    except OSError as error:
        hint = _INSTALL_PORTAUDIO.get(sys.platform, "install timbre-studio again")
        raise AudioDeviceError(f"Sound cannot be played because the PortAudio library is missing; {hint}.") from error
    _silence_alsa()
    module: ModuleType = sounddevice
    return module


def _silence_alsa() -> None:
    """Keep ALSA from writing to our standard error about devices that it tries and buffers that run dry while idle."""
    if sys.platform != "linux":
        return
    try:
        alsa = ctypes.CDLL("libasound.so.2")
    except OSError:
        return
    # The handler is called from the sound card's thread, where Python would be late: any C function without effect.
    alsa.snd_lib_error_set_handler(ctypes.CDLL(None).getpid)


def output_devices() -> list[str]:
    """Names of the devices that can play; empty when there is none. Raises AudioDeviceError without PortAudio."""
    return list(usable_outputs(portaudio()))


def usable_outputs(sounddevice: ModuleType) -> tuple[str, ...]:
    """Names of the devices that can play, each once: Windows lists one for every way to reach it."""
    try:
        devices = sounddevice.query_devices()
    except sounddevice.PortAudioError:
        return ()
    return tuple(dict.fromkeys(str(device["name"]) for device in devices if device["max_output_channels"] > 0))


def find_output(sounddevice: ModuleType, name: str) -> int | None:
    """Index of the device of exactly that name; None when it is not there."""
    for index, device in enumerate(sounddevice.query_devices()):
        if device["name"] == name and device["max_output_channels"] > 0:
            return index
    return None


@contextlib.contextmanager
def kept_running() -> Iterator[None]:
    """While this lasts PortAudio is not restarted: a stream of another thread is open, which would not survive it."""
    with _RUNNING:
        yield


def restart(sounddevice: ModuleType) -> None:
    """Let PortAudio look for devices again, which it does only when it starts. No stream may be open.

    Nothing happens while something is recorded; see `kept_running`.
    """
    if not _RUNNING.acquire(blocking=False):
        return
    try:
        _restart(sounddevice)
    finally:
        _RUNNING.release()


def _restart(sounddevice: ModuleType) -> None:
    with contextlib.suppress(sounddevice.PortAudioError):  # it did not start the last time either
        sounddevice._terminate()
    with contextlib.suppress(sounddevice.PortAudioError):
        sounddevice._initialize()


def hardware() -> str:
    """Something that changes when sound hardware comes or goes; always the same where that cannot be told cheaply."""
    try:
        return Path("/proc/asound/cards").read_text("utf-8", "replace") + str(sorted(Path("/dev/snd").iterdir()))
    except OSError:
        return ""
