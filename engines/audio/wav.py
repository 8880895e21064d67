"""Writing WAV as the audio arrives: whole files (`WavWriter`) and streams (`AudioStream`).

The header is written here rather than by libsndfile because both need the same bytes, and because a file is to be
valid after every write, not only once closed. Layout: Multimedia Programming Interface and Data Specifications 1.0
(RIFF, `fmt `, `data`) and Microsoft's "New Multimedia Data Types" (format 3 with a `fact` chunk).
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import struct
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from engines.audio.pcm import PcmEncoder, SampleFormat
from engines.errors import AudioFileError
from engines.types import FloatArray

SAMPLE_RATES = (24_000, 44_100, 48_000)
"""Hz; what files and streams are written at."""

_UNKNOWN_SIZE = 0xFFFFFFFF
_MAX_DATA_BYTES = 0xFFFFFFFF - 64


def wav_header(sample_format: SampleFormat, rate: int, frames: int | None, channels: int = 1) -> bytes:
    """The bytes before the samples of a WAV file.

    Parameters
    ----------
    rate
        Hz.
    frames
        Samples of a channel; None for a stream whose length is not known yet: every size is then 0xFFFFFFFF, which
        readers take as "to the end of the stream".
    """
    is_float = sample_format is SampleFormat.FLOAT_32
    width = sample_format.width
    data_size = _UNKNOWN_SIZE if frames is None else frames * channels * width
    tag = 3 if is_float else 1
    fmt = struct.pack("<HHIIHH", tag, channels, rate, rate * channels * width, channels * width, 8 * width)
    fmt += b"\0\0" if is_float else b""
    chunks = b"fmt " + struct.pack("<I", len(fmt)) + fmt
    if is_float:
        chunks += b"fact" + struct.pack("<II", 4, _UNKNOWN_SIZE if frames is None else frames)
    chunks += b"data" + struct.pack("<I", data_size)
    padded = data_size + (data_size & 1)
    riff_size = _UNKNOWN_SIZE if frames is None else 4 + len(chunks) + padded
    return b"RIFF" + struct.pack("<I", riff_size) + b"WAVE" + chunks


class AudioStream:
    """Writes to a pipe or any other binary stream as the audio arrives; every write is flushed.

    A context manager; leaving it writes the last samples but does not close the stream. BrokenPipeError is passed on,
    since a reader that stops listening is not an error of the file.

    Parameters
    ----------
    target
        An open binary stream.
    source_rate, rate
        Sample rate of the audio given and written, Hz.
    raw
        Write only the samples, without a WAV header.
    """

    def __init__(
        self,
        target: BinaryIO,
        source_rate: int,
        *,
        rate: int | None = None,
        sample_format: SampleFormat = SampleFormat.PCM_16,
        raw: bool = False,
    ) -> None:
        self._target = target
        self._encoder = PcmEncoder(source_rate, rate or source_rate, sample_format)
        self._header = b"" if raw else wav_header(sample_format, rate or source_rate, None)

    @property
    def clipped(self) -> int:
        """Samples that were above full scale and were clipped."""
        return self._encoder.clipped

    def write(self, samples: FloatArray) -> None:
        """Write [N] float32 samples. Raises AudioFileError."""
        self._send(self._encoder.encode(samples))

    def _send(self, data: bytes) -> None:
        try:
            self._target.write(self._header + data)
            self._target.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise AudioFileError(f"The audio stream could not be written: {_reason(error)}.") from error
        self._header = b""

    def __enter__(self) -> AudioStream:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._send(self._encoder.finish())


class WavWriter:
    """Writes one mono WAV file as the audio arrives.

    A context manager. The audio goes to a temporary file in the same folder, which is a valid WAV file after every
    write and takes the final name only when the block ends without an exception; otherwise it is removed. So the final
    name never holds half a recording.

    Parameters
    ----------
    path
        The file to make. Its folder must exist.
    source_rate, rate
        Sample rate of the audio given and written, Hz.
    overwrite
        Replace an existing file; otherwise an existing file is an error, also one that appears in the meantime.

    Raises
    ------
    AudioFileError
        At once when the file cannot be made there; later when the disk is full or the file would pass 4 GiB, the
        limit of WAV.
    """

    def __init__(
        self,
        path: Path,
        source_rate: int,
        *,
        rate: int | None = None,
        sample_format: SampleFormat = SampleFormat.PCM_16,
        overwrite: bool = False,
    ) -> None:
        self._shown = path
        self._rate = rate or source_rate
        self._format = sample_format
        self._overwrite = overwrite
        self._encoder = PcmEncoder(source_rate, self._rate, sample_format)
        self._bytes = 0
        try:
            # Following links here keeps a link in place and writes the file that it names.
            self._path = Path(os.path.realpath(path))
            _check_target(self._path, overwrite)
            # The short name fits wherever the final one does.
            self._part = self._path.with_name(f".{secrets.token_hex(6)}.part")
            self._file = self._part.open("xb")
        except (OSError, ValueError) as error:
            raise self._failure(error) from error
        try:
            self._put_header()
        except BaseException:
            self._discard()
            raise

    @property
    def frames(self) -> int:
        """Samples written so far, at the rate of the file."""
        return self._bytes // self._format.width

    @property
    def clipped(self) -> int:
        """Samples that were above full scale and were clipped."""
        return self._encoder.clipped

    def write(self, samples: FloatArray) -> None:
        """Write [N] float32 samples. Raises AudioFileError."""
        self._append(self._encoder.encode(samples))

    def _append(self, data: bytes) -> None:
        if self._bytes + len(data) > _MAX_DATA_BYTES:
            raise AudioFileError(
                f"“{self._shown}” would pass 4 GiB, the limit of WAV files; split the text over several files."
            )
        try:
            self._file.write(data)
            self._bytes += len(data)
            self._put_header()
        except OSError as error:
            raise self._failure(error) from error

    def _put_header(self) -> None:
        self._file.seek(0)
        self._file.write(wav_header(self._format, self._rate, self.frames))
        self._file.seek(0, os.SEEK_END)
        self._file.flush()

    def _finish(self) -> None:
        self._append(self._encoder.finish())
        try:
            if self._bytes % 2:
                self._file.write(b"\0")  # RIFF chunks have an even length
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
            self._publish()
        except OSError as error:
            raise self._failure(error) from error

    def _publish(self) -> None:
        if self._overwrite:
            self._part.replace(self._path)
            return
        self._path.open("xb").close()  # claims the name, or fails if somebody else has
        try:
            self._part.replace(self._path)
        except OSError:
            self._path.unlink()
            raise

    def _discard(self) -> None:
        try:
            self._file.close()
        except OSError:
            pass  # the buffer could not be written out: the file goes away anyway
        finally:
            self._part.unlink(missing_ok=True)

    def __enter__(self) -> WavWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self._discard()
            return
        try:
            self._finish()
        except BaseException:
            self._discard()
            raise

    def _failure(self, error: OSError | ValueError) -> AudioFileError:
        name = str(self._shown)
        if isinstance(error, FileExistsError):
            return AudioFileError(f"“{name}” exists already; choose another name or allow overwriting.")
        if isinstance(error, FileNotFoundError):
            return AudioFileError(f"The folder of “{name}” does not exist; make it first.")
        return AudioFileError(f"“{name}” could not be written: {_reason(error)}.")


def _check_target(path: Path, overwrite: bool) -> None:
    """Raise OSError or ValueError now for what would fail only after all the audio has been made."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is not an ordinary file; write a stream to it instead")
    if not overwrite:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))


_REASONS = {
    errno.ENOSPC: "the disk is full; free some space or choose another folder",
    errno.EDQUOT: "your disk quota is used up; free some space or choose another folder",
    errno.EFBIG: "the file system allows no file that large; choose another folder",
    errno.EACCES: "permission was denied; choose a folder that you may write to",
    errno.EPERM: "permission was denied; choose a folder that you may write to",
    errno.EROFS: "the folder is read-only; choose another one",
    errno.ENAMETOOLONG: "its name is too long; choose a shorter one",
    errno.EISDIR: "it is a folder; give the name of a file",
    errno.ENOTDIR: "a part of its path is not a folder",
}


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, OSError):
        return _REASONS.get(error.errno or 0) or error.strerror or str(error)
    return "its name has characters that this system does not allow in file names"
