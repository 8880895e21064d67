"""Writing audio files of every kind: the same sound and tags always give the same bytes."""

from __future__ import annotations

import struct
from types import TracebackType
from typing import BinaryIO, Protocol

import numpy as np
from numpy.typing import NDArray

from engines.audio.formats import BIT_RATES, LOW_BIT_RATES, FileFormat, Tags, check_available
from engines.audio.id3 import id3_tag
from engines.audio.ogg import fix_serial
from engines.audio.pcm import PcmEncoder, SampleFormat
from engines.audio.wav import wav_header
from engines.errors import AudioFileError
from engines.types import FloatArray

_MAX_WAV_BYTES = 0xFFFFFFFF - 4096
_FULL_SCALE = 1 << 23
_SOFTWARE = "Timbre Studio"


class Encoder(Protocol):
    """Writes mono audio that arrives in pieces to one or more channels of a file; a context manager."""

    def write(self, samples: FloatArray) -> None:
        """Take [N] samples. Raises AudioFileError, or OSError with the number that says why."""
        ...

    def __enter__(self) -> Encoder: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Complete the file, unless an exception ended the block; it is not closed."""
        ...


def open_encoder(target: BinaryIO, file_format: FileFormat, rate: int, channels: int, tags: Tags) -> Encoder:
    """An encoder for a format.

    Parameters
    ----------
    target
        A new file, opened for writing and reading at any place.
    rate
        Hz, one of the rates of the format.
    channels
        1, or 2 for the same sound on both.

    Raises
    ------
    FormatMissingError
        If it needs a package that is not installed.
    """
    check_available(file_format)
    if file_format.sample_format:
        return _WavEncoder(target, file_format.sample_format, rate, channels, tags)
    if file_format.needs_av:
        from engines.audio.encoding_mp4 import Mp4Encoder  # noqa: PLC0415 needs an extra

        return Mp4Encoder(target, rate, channels, tags)
    return _SndfileEncoder(target, file_format, rate, channels, tags)


class _WavEncoder:
    """By our own hands: libsndfile writes the time into files of floats."""

    def __init__(self, target: BinaryIO, sample_format: SampleFormat, rate: int, channels: int, tags: Tags) -> None:
        self._target = target
        self._format, self._rate, self._channels, self._tags = sample_format, rate, channels, tags
        self._encoder = PcmEncoder(rate, rate, sample_format)
        self._bytes = 0
        target.write(wav_header(sample_format, rate, 0, channels))

    def write(self, samples: FloatArray) -> None:
        data = self._encoder.encode(samples)
        if self._channels > 1:
            width = self._format.width
            data = np.frombuffer(data, np.uint8).reshape(-1, 1, width).repeat(self._channels, 1).tobytes()
        if self._bytes + len(data) > _MAX_WAV_BYTES:
            raise AudioFileError("A WAV file ends at 4 GiB: choose FLAC, or export sections rather than one file.")
        self._target.write(data)
        self._bytes += len(data)

    def __enter__(self) -> _WavEncoder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            return
        self._target.write(b"\0" * (self._bytes % 2) + _info_chunk(self._tags))
        size = self._target.tell()
        self._target.seek(0)
        frames = self._bytes // (self._format.width * self._channels)
        self._target.write(wav_header(self._format, self._rate, frames, self._channels))
        self._target.seek(4)
        self._target.write(struct.pack("<I", size - 8))
        self._target.seek(0, 2)


def _info_chunk(tags: Tags) -> bytes:
    """A LIST chunk of the kind INFO. Its texts have no declared encoding; UTF-8 is what readers try first."""
    texts = ((b"INAM", tags.title), (b"IART", tags.artist), (b"IPRD", tags.album), (b"ICMT", tags.comment))
    body = b"INFO"
    for name, text in (*texts, (b"ISFT", _SOFTWARE)):
        if text:
            data = text.encode("utf-8", "replace") + b"\0"
            body += name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)
    return b"LIST" + struct.pack("<I", len(body)) + body


class _Catching:
    """A file whose errors are kept: libsndfile calls it from C, where an exception would be lost.

    Parameters
    ----------
    before
        Bytes at the start of the file that it knows nothing of.
    """

    def __init__(self, target: BinaryIO, before: bytes) -> None:
        self._target = target
        self._origin = target.write(before)
        self.error: OSError | None = None

    def write(self, data: bytes) -> int:
        try:
            return 0 if self.error else self._target.write(data)
        except OSError as error:
            self.error = error
            return 0

    def read(self, size: int = -1) -> bytes:
        return self._target.read(size)

    def seek(self, place: int, whence: int = 0) -> int:
        return self._target.seek(place if whence else place + self._origin, whence) - self._origin

    def tell(self) -> int:
        return self._target.tell() - self._origin


class _SndfileEncoder:
    """FLAC, Opus and MP3, by libsndfile."""

    def __init__(self, target: BinaryIO, file_format: FileFormat, rate: int, channels: int, tags: Tags) -> None:
        import soundfile  # noqa: PLC0415 loaded only when a file is written

        self._errors = (soundfile.SoundFileError, AssertionError)  # it asserts that all has been written
        self._target, self._format, self._channels = target, file_format, channels
        is_mp3 = file_format is FileFormat.MP3
        self._catching = _Catching(target, id3_tag(tags, _SOFTWARE) if is_mp3 else b"")
        options: dict[str, object] = {}
        container, coding = {
            FileFormat.FLAC: ("FLAC", "PCM_24"),
            FileFormat.OPUS: ("OGG", "OPUS"),
            FileFormat.MP3: ("MP3", "MPEG_LAYER_III"),
        }[file_format]
        if is_mp3:
            options = {"bitrate_mode": "CONSTANT", "compression_level": mp3_level(rate, channels)}
        self._file = soundfile.SoundFile(self._catching, "w", rate, channels, coding, format=container, **options)
        if is_mp3:
            return
        self._file.software = _SOFTWARE
        for name in ("title", "artist", "album", "comment"):
            if text := getattr(tags, name):
                setattr(self._file, name, text)

    def write(self, samples: FloatArray) -> None:
        if not np.isfinite(samples).all():
            raise AudioFileError("The audio holds values that are not numbers, so it was not written; render it again.")
        data: FloatArray | NDArray[np.int32] = samples
        if self._format is FileFormat.FLAC:
            steps = np.rint(samples.astype(np.float64) * _FULL_SCALE)
            # A file's 24 bits are the upper ones of 32.
            data = np.clip(steps, -_FULL_SCALE, _FULL_SCALE - 1).astype(np.int32) << 8
        try:
            self._file.write(np.repeat(data[:, None], self._channels, 1))
        except self._errors as error:
            raise self._catching.error or AudioFileError(f"The audio could not be encoded ({error}).") from error
        self._check()

    def __enter__(self) -> _SndfileEncoder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._file.close()
        except self._errors as unfinished:
            if kind is None:
                raise self._catching.error or AudioFileError(f"The file is not whole ({unfinished}).") from unfinished
        if kind is None:
            self._check()
            if self._format is FileFormat.OPUS:
                fix_serial(self._target)

    def _check(self) -> None:
        if self._catching.error:
            raise self._catching.error


def mp3_level(rate: int, channels: int) -> float:
    """What libsndfile calls compression for a constant bit rate: 0 is the highest that MPEG knows at a sample rate."""
    highest, lowest, wanted = (160, 8, LOW_BIT_RATES) if rate <= 24_000 else (320, 32, BIT_RATES)
    return (highest - wanted[channels] / 1000) / (highest - lowest)
