"""Encoding audio for a listener who hears it while it is made: bytes leave with every piece, and none is changed later.

So a decoder can begin at once; the length is not known in advance, which WAV, FLAC and MP3 say in their headers.
"""

from __future__ import annotations

import io
from enum import Enum
from typing import Protocol

import numpy as np
import soundfile
from numpy.typing import NDArray

from engines.audio.encoding import mp3_level
from engines.audio.pcm import PcmEncoder, SampleFormat
from engines.audio.wav import wav_header
from engines.errors import AudioFileError
from engines.types import FloatArray

_PAGE_MILLISECONDS = 60.0
_SET_OGG_PAGE_LATENCY_MS = 0x1302
"""Of libsndfile's `sf_command`, for which soundfile has no method: it gathers a second of Opus otherwise."""
_FULL_SCALE = 1 << 15


class LiveFormat(str, Enum):
    """How audio is sent."""

    PCM = "pcm"
    """16 bits, little-endian, without a header."""
    FLOAT = "float"
    """32 bits, little-endian, without a header: the samples as they were made."""
    WAV = "wav"
    OPUS = "opus"
    """In Ogg."""
    MP3 = "mp3"
    FLAC = "flac"
    """16 bits."""

    @property
    def media_type(self) -> str:
        """For HTTP."""
        return {
            LiveFormat.PCM: "audio/pcm",
            LiveFormat.FLOAT: "application/octet-stream",
            LiveFormat.WAV: "audio/wav",
            LiveFormat.OPUS: "audio/ogg",
            LiveFormat.MP3: "audio/mpeg",
            LiveFormat.FLAC: "audio/flac",
        }[self]


class LiveEncoder(Protocol):
    """Turns pieces of mono audio into bytes."""

    def encode(self, samples: FloatArray) -> bytes:
        """Bytes of [N] samples, full scale at 1.0, as far as the format does not need more. Raises AudioFileError."""
        ...

    def finish(self) -> bytes:
        """The rest. Call it once."""
        ...


def live_encoder(live_format: LiveFormat, rate: int) -> LiveEncoder:
    """An encoder for one stream at `rate` Hz."""
    if live_format is LiveFormat.PCM:
        return PcmEncoder(rate, rate, SampleFormat.PCM_16)
    if live_format is LiveFormat.FLOAT:
        return PcmEncoder(rate, rate, SampleFormat.FLOAT_32)
    if live_format is LiveFormat.WAV:
        return _LiveWav(rate)
    return _LiveSndfile(live_format, rate)


class _LiveWav:
    def __init__(self, rate: int) -> None:
        self._encoder = PcmEncoder(rate, rate, SampleFormat.PCM_16)
        self._header = wav_header(SampleFormat.PCM_16, rate, None)

    def encode(self, samples: FloatArray) -> bytes:
        header, self._header = self._header, b""
        return header + self._encoder.encode(samples)

    def finish(self) -> bytes:
        header, self._header = self._header, b""
        return header + self._encoder.finish()


class _Pipe:
    """A file of which only what is appended counts: the libraries come back to the header when all is known."""

    def __init__(self) -> None:
        self._fresh = bytearray()
        self._size = self._place = 0

    def take(self) -> bytes:
        data = bytes(self._fresh)
        self._fresh.clear()
        return data

    def write(self, data: bytes) -> int:
        if self._place == self._size:
            self._fresh += data
            self._size += len(data)
        self._place += len(data)
        return len(data)

    def read(self, _size: int = -1) -> bytes:
        return b""

    def seek(self, place: int, whence: int = io.SEEK_SET) -> int:
        self._place = place + {io.SEEK_SET: 0, io.SEEK_CUR: self._place, io.SEEK_END: self._size}[whence]
        return self._place

    def tell(self) -> int:
        return self._place


class _LiveSndfile:
    """Opus, MP3 and FLAC, by libsndfile."""

    def __init__(self, live_format: LiveFormat, rate: int) -> None:
        self._pipe = _Pipe()
        container, coding = {
            LiveFormat.OPUS: ("OGG", "OPUS"),
            LiveFormat.MP3: ("MP3", "MPEG_LAYER_III"),
            LiveFormat.FLAC: ("FLAC", "PCM_16"),
        }[live_format]
        self._tagged = live_format is LiveFormat.MP3
        self._whole = live_format is LiveFormat.FLAC
        options: dict[str, object] = {}
        if self._tagged:
            # Frames of one size: what libsndfile makes of others cannot be decoded without the length at its beginning.
            options = {"bitrate_mode": "CONSTANT", "compression_level": mp3_level(rate, 1)}
        self._file = soundfile.SoundFile(self._pipe, "w", rate, 1, coding, format=container, **options)
        if live_format is LiveFormat.OPUS:
            latency = soundfile._ffi.new("double *", _PAGE_MILLISECONDS)
            soundfile._snd.sf_command(self._file._file, _SET_OGG_PAGE_LATENCY_MS, latency, 8)

    def encode(self, samples: FloatArray) -> bytes:
        if not np.isfinite(samples).all():
            raise AudioFileError("The audio holds values that are not numbers, so it was not sent; ask for it again.")
        data: FloatArray | NDArray[np.int16] = samples
        if self._whole:
            steps = np.rint(samples.astype(np.float64) * _FULL_SCALE)
            data = np.clip(steps, -_FULL_SCALE, _FULL_SCALE - 1).astype(np.int16)
        self._file.write(data)
        return self._taken()

    def finish(self) -> bytes:
        self._file.close()
        return self._taken()

    def _taken(self) -> bytes:
        data = self._pipe.take()
        if data and self._tagged:
            # The first frame is to tell the length, which stays unknown: it is left out.
            self._tagged = False
            return data[data.find(data[:2], 4) :]
        return data
