"""Opening a video or audio file, and what is in it.

Times are seconds from the start of the file, as players count them: where the first of its streams begins.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engines.errors import TimbreError
from engines.extras import adding

if TYPE_CHECKING:
    from av.audio.stream import AudioStream
    from av.container import InputContainer
    from av.stream import Stream
    from av.video.stream import VideoStream

_MICROSECONDS = 1_000_000
CONTAINERS = (
    *("aac", "ac3", "aiff", "amr", "ape", "asf", "au", "avi", "caf", "dv", "eac3", "flac", "flv", "gif", "h264"),
    *("hevc", "matroska", "mov", "mp3", "mpeg", "mpegts", "mpegvideo", "mxf", "ogg", "rm", "tta", "voc", "w64"),
    *("wav", "webm", "wv"),
)
"""FFmpeg's names of formats that hold what they play themselves; playlists, which could open other files, do not."""


class MediaError(TimbreError):
    """A video or audio file cannot be opened, decoded or written."""


class MediaGoneError(MediaError):
    """There is no such file, or not any more."""


class MediaUnsupportedError(MediaError):
    """The package that reads video is not installed."""


@dataclass(frozen=True, slots=True)
class MediaInfo:
    """What is in a file."""

    seconds: float
    width: int = 0
    """Of the picture as it is shown, pixels; 0 where there is none."""
    height: int = 0
    frame_rate: float = 0.0
    """On average; frames may last unequally long."""
    sample_rate: int = 0
    """Hz of its first sound; 0 where it is silent."""
    channels: int = 0
    suffix: str = ""
    """Of a file name that can hold the same, with its dot."""

    @property
    def has_picture(self) -> bool:
        """Whether there is something to see."""
        return self.width > 0

    @property
    def has_sound(self) -> bool:
        """Whether there is something to hear."""
        return self.sample_rate > 0


def check_installed() -> None:
    """Raise MediaUnsupportedError if video cannot be read here."""
    if not importlib.util.find_spec("av"):
        raise MediaUnsupportedError(f"Video needs PyAV: run {adding('media')} and start again.")


@contextmanager
def opened(path: Path) -> Iterator[InputContainer]:
    """A file, opened for reading and closed at the end of the block.

    Raises
    ------
    MediaGoneError
        There is no such file.
    MediaError
        It is no video or sound that can be read, and also what FFmpeg raises inside the block.
    """
    check_installed()
    import av  # noqa: PLC0415 large, and optional

    try:
        if path.is_dir():
            raise MediaError(f"“{path}” is a folder: choose a video or audio file in it.")
        with av.open(str(path.absolute()), options={"format_whitelist": ",".join(CONTAINERS)}) as container:
            yield container
    except FileNotFoundError as error:
        raise MediaGoneError(f"“{path}” is not there: it was moved, renamed or deleted.") from error
    except PermissionError as error:
        raise MediaError(f"“{path}” may not be read by you: change its permissions, or copy it.") from error
    except (av.FFmpegError, OSError) as error:
        raise MediaError(
            f"“{path.name}” cannot be read as video or sound ({_reason(error)}): it is damaged, protected, or of "
            "another kind; choose another file."
        ) from error


def probe(path: Path) -> MediaInfo:
    """Look into a file, without decoding it. Raises MediaError if there is neither picture nor sound in it."""
    with opened(path) as container:
        picture, sound = picture_of(container), sound_of(container)
        if picture is None and sound is None:
            raise MediaError(f"“{path.name}” has neither a picture nor sound: choose a video or audio file.")
        seconds = _seconds(container)
        rate, channels = (sound.rate, sound.codec_context.channels) if sound else (0, 0)
        if picture is None:
            return MediaInfo(seconds, sample_rate=rate, channels=channels, suffix=path.suffix)
        width, height = shown_size(picture)
        return MediaInfo(seconds, width, height, float(picture.average_rate or 0), rate, channels, path.suffix)


def picture_of(container: InputContainer) -> VideoStream | None:
    """The stream of moving pictures; the cover of a recording is none."""
    from av.stream import Disposition  # noqa: PLC0415

    still = Disposition.attached_pic
    return next((stream for stream in container.streams.video if not stream.disposition & still), None)


def sound_of(container: InputContainer) -> AudioStream | None:
    """The sound that players play: the first one."""
    return next(iter(container.streams.audio), None)


def shown_size(stream: VideoStream) -> tuple[int, int]:
    """Width and height as shown, in pixels that are square."""
    aspect = stream.sample_aspect_ratio
    width = stream.codec_context.width
    return (round(width * aspect) if aspect else width), stream.codec_context.height


def origin(container: InputContainer, stream: Stream) -> float:
    """The start of the file, in ticks of a stream."""
    return float((container.start_time or 0) / (_MICROSECONDS * (stream.time_base or 1)))


def _seconds(container: InputContainer) -> float:
    if container.duration:
        return float(container.duration / _MICROSECONDS)
    known = (float(s.duration * s.time_base) for s in container.streams if s.duration and s.time_base)
    return max(known, default=0.0)


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", "") or error).lower()
