"""The sound of a video or audio file on the time of its picture, from any place on, in blocks."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engines.audio.resample import Resampler
from engines.media.container import MediaError, opened, origin, sound_of
from engines.types import FloatArray

if TYPE_CHECKING:
    from av import AudioFrame
    from av.audio.stream import AudioStream
    from av.container import InputContainer

_PREROLL = 0.25
"""Seconds decoded before the place asked for: the first frames of lossy formats lean on those before them."""
_JITTER = 0.002
"""Seconds by which the times of frames may differ from what their lengths add up to: containers round them."""
_MOST_BAD_PACKETS = 100
"""In a row; a damaged file has some, a protected one nothing else."""
_SILENT_BLOCK = 1 << 16
_OUTLINE_HZ = 100

Blocks = Generator[FloatArray, None, None]


class Outline(NamedTuple):
    """A sound as far as it can be drawn."""

    extremes: FloatArray
    """[N] lowest and highest sample in turn, of neighbouring stretches; both channels as one."""
    rate: int
    """Values in a second."""


def sound_blocks(path: Path, start: float, rate: int) -> Blocks:
    """The sound of a file from a time on, until its end: [n, 2] each, full scale at 1.0.

    The first sample is that of `start`. There is silence where the file has no sound, at its head and in gaps, so that
    the sound stays with the picture. Surround sound is mixed down, and mono is on both channels.

    Parameters
    ----------
    start
        Seconds in the file.
    rate
        Hz of what is returned.

    Raises
    ------
    MediaError
        The file cannot be read, or has no sound. Damage in it becomes silence.
    """
    resamplers: tuple[Resampler, ...] = ()
    with closing(_native(path, start)) as blocks:
        for source_rate, block in blocks:
            resamplers = resamplers or tuple(Resampler(source_rate, rate) for _ in range(2))
            yield np.stack([one.push(block[:, channel]) for channel, one in enumerate(resamplers)], 1)
    if resamplers:
        yield np.stack([one.flush() for one in resamplers], 1)


def outline(path: Path, seconds: float, tell: Callable[[float], None]) -> Outline:
    """What a drawing of the whole sound needs, a fraction of its size.

    Parameters
    ----------
    seconds
        How long the file is, for telling how far it is read.
    tell
        Told the share that is done, often; may raise to give up.

    Raises
    ------
    MediaError
        The file cannot be read, or has no sound.
    """
    found: list[FloatArray] = []
    rest: FloatArray = np.zeros(0, np.float32)
    rate = step = read = 0
    with closing(_native(path, 0.0)) as blocks:
        for rate, block in blocks:
            # A whole number of stretches a second, whatever the rate: the drawing would drift otherwise.
            step = step or rate // max(count for count in range(1, _OUTLINE_HZ + 1) if rate % count == 0)
            held = np.concatenate([rest, block.mean(1)])
            whole = len(held) // step * step
            parts = held[:whole].reshape(-1, step)
            found.append(np.stack([parts.min(1), parts.max(1)], 1).ravel())
            rest = held[whole:]
            read += len(block)
            tell(min(1.0, read / max(1.0, seconds * rate)))
    if len(rest):
        found.append(np.array([rest.min(), rest.max()], np.float32))
    return Outline(np.concatenate([*found, np.zeros(0, np.float32)]), 2 * rate // step if step else 2 * _OUTLINE_HZ)


def _native(path: Path, start: float) -> Generator[tuple[int, FloatArray], None, None]:
    """The sample rate of the file, and [n, 2] samples that follow each other without a gap from `start` on."""
    at = 0
    """The next sample that is due, counted from the start of the file."""
    with opened(path) as container:
        from av import FFmpegError  # noqa: PLC0415 after it was looked for

        stream = sound_of(container)
        if stream is None:
            raise MediaError(f"“{path.name}” has no sound.")
        begins = origin(container, stream)
        tick = float(stream.time_base or 1)
        if start > 0.0:
            with suppress(FFmpegError):  # what cannot be sought in is read from the start
                container.seek(int(max(0.0, start - _PREROLL) / tick + begins), stream=stream, backward=True)
        converter = _Converter()
        rate = 0
        for frame in _frames(container, stream):
            if not rate:
                rate = frame.sample_rate
                at = round(start * rate)
            block = converter.convert(frame, rate)
            place = at if frame.pts is None else round((frame.pts - begins) * tick * rate)
            if abs(place - at) <= _JITTER * rate:
                place = at
            for silence in range(at, place, _SILENT_BLOCK):
                yield rate, np.zeros((min(_SILENT_BLOCK, place - silence), 2), np.float32)
            fresh = block[max(0, at - place) :]
            at = max(at, place) + len(fresh)
            if len(fresh):
                yield rate, fresh


def _frames(container: InputContainer, stream: AudioStream) -> Generator[AudioFrame, None, None]:
    """All that can be decoded from here on."""
    import av  # noqa: PLC0415

    bad = 0
    packets = container.demux(stream)
    while bad < _MOST_BAD_PACKETS:
        try:
            packet = next(packets, None)
        except (av.FFmpegError, OSError):
            return
        if packet is None:
            return
        try:
            frames = packet.decode()
            bad = 0 if frames else bad
        except av.FFmpegError:
            bad += 1
            continue
        yield from frames


class _Converter:
    """Frames of any kind to [n, 2]."""

    def __init__(self) -> None:
        self._key: tuple[str, str, int] | None = None

    def convert(self, frame: AudioFrame, rate: int) -> FloatArray:
        import av  # noqa: PLC0415

        channels = len(frame.layout.channels)
        # FFmpeg would make a mono sound quieter, so only what has more channels is mixed by it.
        layout = frame.layout.name if channels <= 2 else "stereo"
        key = (frame.format.name, frame.layout.name, frame.sample_rate)
        if key != self._key:
            self._key = key
            self._resampler = av.AudioResampler(format="fltp", layout=layout, rate=rate)
        parts = [part.to_ndarray() for part in self._resampler.resample(frame)]
        planes = np.concatenate([*parts, np.zeros((min(channels, 2), 0), np.float32)], 1)
        pair: FloatArray = np.nan_to_num(np.broadcast_to(planes.T, (planes.shape[1], 2)).astype(np.float32))
        return pair
