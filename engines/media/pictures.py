"""The picture of a video at any time: by the key frame before it, then forward; near and later ones without a jump."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engines.media.container import MediaError, opened, origin, picture_of, shown_size

if TYPE_CHECKING:
    from av import VideoFrame

_NEAR = 2.0
"""Seconds up to which decoding forward is tried before a jump: about the distance of key frames."""
_HAIR = 1e-6
"""Seconds by which sums of times may miss."""
_LAST_RESORT = 10.0
"""Seconds before the end at which the last picture is looked for, where there is none at the time asked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """One frame."""

    pixels: NDArray[np.uint8]
    """[height, width, 4], blue, green, red and nothing; upright."""
    start: float
    """Seconds in the file from which it is shown."""


class PictureReader:
    """An opened video. For one thread; to be closed.

    Frames may last unequally long: each is shown until the next one begins, whatever the frame rate says.

    Raises
    ------
    MediaError
        It cannot be read, or has no picture.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with ExitStack() as stack:
            self._container = stack.enter_context(opened(path))
            stream = picture_of(self._container)
            if stream is None:
                raise MediaError(f"“{path.name}” has no picture.")
            stream.thread_type = "AUTO"
            self._stream = stream
            self._tick = float(stream.time_base or 1)
            self._origin = origin(self._container, stream)
            self._closing = stack.pop_all()
        self._size = shown_size(stream)
        self._frames = self._decode()
        self._shown: VideoFrame | None = None
        self._next: VideoFrame | None = None
        self.decoded = 0
        """Frames so far, shown or not."""

    def close(self) -> None:
        """Let go of the file."""
        self._frames.close()
        self._closing.close()

    def picture(self, seconds: float, most: tuple[int, int] = (0, 0)) -> Picture | None:
        """What is seen at a time; the first frame before the start, the last one behind the end.

        Parameters
        ----------
        most
            Width and height that it is to fit into, in pixels; it is never enlarged.

        Returns
        -------
        None when it is what was given last, or when there is none.
        """
        before = self._shown
        self._go_to(seconds)
        frame = self._shown
        if frame is None or frame is before:
            return None
        return Picture(self._pixels(frame, most), self._seconds(frame))

    def repeat(self, most: tuple[int, int]) -> Picture | None:
        """The last one again, in another size."""
        return Picture(self._pixels(self._shown, most), self._seconds(self._shown)) if self._shown else None

    def _go_to(self, seconds: float) -> None:
        shown = self._shown
        at = self._seconds(shown) if shown else -np.inf
        if shown is None or seconds < at - _HAIR or seconds > at + _NEAR:
            if shown is None and seconds < _NEAR:
                self._advance()
            elif not self._covers(seconds):
                self._jump(seconds)
        while self._next is not None and self._seconds(self._next) <= seconds + _HAIR:
            self._advance()

    def _covers(self, seconds: float) -> bool:
        """Whether nothing else can be meant: one long frame, or the last one."""
        if self._shown is None or seconds < self._seconds(self._shown) - _HAIR:
            return False
        return self._next is None or seconds < self._seconds(self._next) - _HAIR

    def _jump(self, seconds: float) -> None:
        for target in (seconds, seconds - _LAST_RESORT, 0.0):
            self._seek(max(0.0, target))
            # A seek may land behind the time in files whose index is coarse or missing.
            if self._shown is not None and (self._seconds(self._shown) <= seconds + _HAIR or target <= 0.0):
                return

    def _seek(self, seconds: float) -> None:
        import av  # noqa: PLC0415

        ticks = int(seconds / self._tick + self._origin)
        self._frames.close()
        try:
            self._container.seek(ticks, stream=self._stream, backward=True)
        except av.FFmpegError as error:
            if seconds > 0.0:
                self._seek(0.0)
                return
            raise MediaError(f"“{self._path.name}” cannot be gone through: convert it to MP4 or MKV.") from error
        self._frames = self._decode()
        self._shown = self._next = None
        self._advance()

    def _advance(self) -> None:
        """Show the next frame, and know the one behind it."""
        if self._next is None:
            self._next = next(self._frames, None)
        if self._next is not None:
            self._shown = self._next
            self._next = next(self._frames, None)

    def _decode(self) -> Generator[VideoFrame, None, None]:
        import av  # noqa: PLC0415

        packets = self._container.demux(self._stream)
        while True:
            try:
                packet = next(packets, None)
            except (av.FFmpegError, OSError):
                return
            if packet is None:
                return
            try:
                frames = packet.decode()
            except av.FFmpegError:
                continue  # damaged; what follows may be whole
            for frame in frames:
                self.decoded += 1
                if frame.pts is not None:
                    yield frame

    def _seconds(self, frame: VideoFrame) -> float:
        return ((frame.pts or 0) - self._origin) * self._tick

    def _pixels(self, frame: VideoFrame, most: tuple[int, int]) -> NDArray[np.uint8]:
        turns = round(getattr(frame, "rotation", 0) / 90) % 4
        width, height = self._size
        room = most[::-1] if turns % 2 else most
        scale = min((have / need for have, need in zip(room, (width, height), strict=True) if have), default=1.0)
        scale = min(scale, 1.0)
        small = frame.reformat(
            width=max(2, round(width * scale)), height=max(2, round(height * scale)), format="bgra"
        ).to_ndarray()
        # Counter-clockwise, both of them.
        return np.ascontiguousarray(np.rot90(small, turns))
