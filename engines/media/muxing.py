"""A new sound put into a copy of a video: what is in it is copied packet by packet, never encoded again."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np

from engines.media.container import MediaError, opened
from engines.types import FloatArray

if TYPE_CHECKING:
    from av import AudioFrame
    from av.audio.stream import AudioStream
    from av.container import InputContainer, OutputContainer
    from av.stream import Stream

Tell = Callable[[float], None]

RATE = 48_000
"""Hz of the new sound: what every video format takes."""
BIT_RATE = 192_000
_AHEAD = 0.5
"""Seconds by which the new sound is kept ahead of the packets that are copied."""
_OF_THE_DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EROFS, errno.EIO, errno.ENOENT})
_FORMATS = {
    ".mp4": ("mp4", "aac"),
    ".m4v": ("mp4", "aac"),
    ".mov": ("mov", "aac"),
    ".mkv": ("matroska", "aac"),
    ".webm": ("webm", "libopus"),
    ".ts": ("mpegts", "aac"),
}
_LONGER = 0.2
"""Seconds by which the new sound may differ from the video: its coding adds a frame at either end."""
SUFFIXES = tuple(_FORMATS)
"""Names of files that can be written end in one of these."""
ANY = ".mkv"
"""Takes whatever other formats hold."""


@dataclass(frozen=True, slots=True)
class Track:
    """The new sound."""

    title: str
    """As players show it."""
    language: str = ""
    """ISO 639-2 code; empty says nothing."""
    default: bool = True
    """Whether players choose it before the others."""


def suffix_for(path: Path) -> str:
    """Of the name of a copy that can hold the same as a file, with its dot."""
    return path.suffix.lower() if path.suffix.lower() in _FORMATS else ANY


def mux(source: Path, target: Path, suffix: str, sound: Iterable[FloatArray], track: Track, tell: Tell) -> None:
    """Write a copy of a video with one more sound, which comes first among them.

    Video, sounds and subtitles are copied as they are, with their times.

    Parameters
    ----------
    target
        Is written, or written over.
    suffix
        One of `SUFFIXES`: the kind of file.
    sound
        [n, 2] each at `RATE`, from the start of the video on.
    tell
        Told the seconds of the video that are done, often; may raise to give up.

    Raises
    ------
    MediaError
        The source cannot be read, or the kind of file cannot hold what is in it.
    OSError
        The target cannot be written.
    """
    import av  # noqa: PLC0415
    from av.stream import Disposition  # noqa: PLC0415

    kind, codec = _FORMATS[suffix]
    with opened(source) as original:
        begin = Fraction(original.start_time or 0, 1_000_000)
        try:
            with av.open(str(target.absolute()), "w", format=kind) as copy:
                copy.metadata.update(original.metadata)
                kept = list(_kept(original))
                copies = {stream: _added(copy, stream) for stream in kept if stream.type == "video"}
                new = _Encoding(copy, codec, sound, track, begin)
                copies |= {stream: _added(copy, stream) for stream in kept if stream.type != "video"}
                if track.default:
                    for stream in copies.values():
                        if stream.type == "audio":
                            stream.disposition &= ~Disposition.default
                for packet in original.demux(kept):
                    if packet.dts is None:
                        continue  # the empty one that ends a stream
                    done = float(packet.dts * packet.time_base - begin)
                    new.until(done + _AHEAD)
                    packet.stream = copies[packet.stream]
                    copy.mux(packet)
                    tell(max(0.0, done))
                new.finish()
        except (av.FFmpegError, ValueError) as error:
            if isinstance(error, OSError) and error.errno in _OF_THE_DISK:
                raise OSError(error.errno, error.strerror) from error
            raise MediaError(
                f"What is in “{source.name}” cannot be put into a file of this kind ({error}): choose MKV, which takes "
                "everything, or export the sound alone."
            ) from error


def check_copy(source: Path, copy: Path, seconds: float) -> None:
    """Raise MediaError unless a copy has as many frames as its source, and a new sound that is as long."""
    with opened(source) as original, opened(copy) as made:
        pictures = [_packets(file, "video") for file in (original, made)]
        sounds = len(made.streams.audio) - len(original.streams.audio)
        length = _sound_seconds(made) if sounds == 1 else 0.0
    if pictures[0] != pictures[1] or abs(length - seconds) > _LONGER:
        raise MediaError("The copy was not whole when it was read back: check the disk and try again.")


class _Encoding:
    """The new sound on its way into the file."""

    def __init__(
        self, copy: OutputContainer, codec: str, sound: Iterable[FloatArray], track: Track, begin: Fraction
    ) -> None:
        from av.stream import Disposition  # noqa: PLC0415

        self._copy = copy
        self._blocks = iter(sound)
        self._written = 0
        self._first = round(begin * RATE)
        self.stream = cast("AudioStream", copy.add_stream(codec, rate=RATE, layout="stereo"))
        self.stream.bit_rate = BIT_RATE
        self.stream.metadata.update({"title": track.title, "handler_name": track.title})
        if track.language:
            self.stream.metadata["language"] = track.language
        self.stream.disposition = Disposition.default if track.default else Disposition(0)

    def until(self, seconds: float) -> None:
        """Encode up to a time of the video, as far as there is sound."""
        while self._written < seconds * RATE:
            block = next(self._blocks, None)
            if block is None:
                return
            self._encode(block)

    def finish(self) -> None:
        """Encode all that is left."""
        for block in self._blocks:
            self._encode(block)
        self._mux(None)

    def _encode(self, block: FloatArray) -> None:
        import av  # noqa: PLC0415

        frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(np.clip(block, -1.0, 1.0).T), "fltp", "stereo")
        frame.sample_rate = RATE
        frame.time_base = Fraction(1, RATE)
        frame.pts = self._first + self._written
        self._written += len(block)
        self._mux(frame)

    def _mux(self, frame: AudioFrame | None) -> None:
        for packet in self.stream.encode(frame):
            self._copy.mux(packet)


def _kept(original: InputContainer) -> Iterator[Stream]:
    """What is copied: not the data that cameras put beside it, which few formats take."""
    for stream in original.streams:
        if stream.type in {"video", "audio", "subtitle"}:
            yield stream


def _packets(container: InputContainer, kind: str) -> int:
    """How many there are in the streams of a kind; nothing is decoded."""
    streams = [stream for stream in container.streams if stream.type == kind]
    found = sum(packet.size > 0 for packet in container.demux(streams)) if streams else 0
    container.seek(0)
    return found


def _sound_seconds(container: InputContainer) -> float:
    """From the first to the last packet of the first sound."""
    stream = container.streams.audio[0]
    times = [packet.pts for packet in container.demux(stream) if packet.pts is not None]
    return float((max(times) - min(times)) * stream.time_base) if times and stream.time_base else 0.0


def _added(copy: OutputContainer, stream: Stream) -> Stream:
    added = copy.add_stream_from_template(stream)
    added.metadata.update(stream.metadata)
    added.disposition = stream.disposition
    return added
