"""PortAudio and the output devices that it knows, with errors that say what to do."""

from __future__ import annotations

import ctypes
import sys
from types import ModuleType

from engines.errors import AudioDeviceError

_INSTALL_PORTAUDIO = {
    "linux": "install it with `sudo apt install libportaudio2`, or your distribution's package of that name",
    "darwin": "install it with `brew install portaudio`",
}


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
    return [device["name"] for device in portaudio().query_devices() if device["max_output_channels"] > 0]
