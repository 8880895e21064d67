"""The kinds of files that speech is exported to, and what is written into them beside the sound."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from enum import Enum

from engines.audio.pcm import SampleFormat
from engines.audio.wav import SAMPLE_RATES
from engines.errors import TimbreError
from engines.extras import adding


class FormatMissingError(TimbreError):
    """A format needs a package that is not installed."""


class FileFormat(Enum):
    """A container with the coding of its samples."""

    WAV_16 = "16"
    WAV_24 = "24"
    WAV_FLOAT = "float"
    FLAC = "flac"
    """24 bits."""
    OPUS = "opus"
    MP3 = "mp3"
    M4A = "m4a"
    M4B = "m4b"
    """The same with the name by which players of audiobooks know it."""

    @property
    def suffix(self) -> str:
        """Of a file name, with its dot."""
        return ".wav" if self.sample_format else f".{self.value}"

    @property
    def sample_format(self) -> SampleFormat | None:
        """Of a WAV file; None for the others."""
        return SampleFormat(self.value) if self.value in {kind.value for kind in SampleFormat} else None

    @property
    def rates(self) -> tuple[int, ...]:
        """Sample rates that it can have, Hz; Opus knows no 44,100."""
        return tuple(rate for rate in SAMPLE_RATES if rate != 44_100) if self is FileFormat.OPUS else SAMPLE_RATES

    @property
    def lossy(self) -> bool:
        """Whether what is read back is another waveform."""
        return self in {FileFormat.OPUS, FileFormat.MP3, FileFormat.M4A, FileFormat.M4B}

    @property
    def clips(self) -> bool:
        """Whether it cannot hold what is above full scale."""
        return self is not FileFormat.WAV_FLOAT

    @property
    def has_chapters(self) -> bool:
        """Whether chapters can be written into it."""
        return self.needs_av

    @property
    def needs_av(self) -> bool:
        """Whether PyAV writes it."""
        return self in {FileFormat.M4A, FileFormat.M4B}

    def bytes_a_second(self, rate: int, channels: int) -> float:
        """Roughly, for telling how much room an export takes."""
        if self.sample_format:
            return rate * channels * self.sample_format.width
        if self is FileFormat.FLAC:
            return 1.8 * rate * channels
        return (BIT_RATES if rate > 24_000 else LOW_BIT_RATES)[channels] / 8


BIT_RATES = {1: 192_000, 2: 192_000}
"""Bits a second of MP3 and AAC, by channels; ACX asks for 192,000."""
LOW_BIT_RATES = {1: 128_000, 2: 128_000}
"""At 24 kHz."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a long recording that a player lets the listener go to."""

    start: float
    """Seconds."""
    end: float
    title: str


@dataclass(frozen=True, slots=True)
class Tags:
    """What players show; empty fields are left out."""

    title: str = ""
    artist: str = ""
    """Who is heard."""
    album: str = ""
    comment: str = ""
    chapters: tuple[Chapter, ...] = ()


def check_available(file_format: FileFormat) -> None:
    """Raise FormatMissingError if files of this kind cannot be written here."""
    if file_format.needs_av and not importlib.util.find_spec("av"):
        raise FormatMissingError(
            f"{file_format.suffix[1:].upper()} files need PyAV: run {adding('media')}, or choose another format."
        )
