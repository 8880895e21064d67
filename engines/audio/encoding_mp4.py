"""AAC in MP4, with chapters, by FFmpeg. Importing it needs PyAV."""

from __future__ import annotations

from fractions import Fraction
from types import TracebackType
from typing import BinaryIO

import av
import numpy as np

from engines.audio.formats import BIT_RATES, LOW_BIT_RATES, Tags
from engines.errors import AudioFileError
from engines.types import FloatArray

_FRAME = 1024
"""Samples that AAC codes together."""
_MILLISECOND = Fraction(1, 1000)


class Mp4Encoder:
    """See `engines.audio.encoding.Encoder`."""

    def __init__(self, target: BinaryIO, rate: int, channels: int, tags: Tags) -> None:
        # The flag keeps the time and the version of FFmpeg out of the file.
        self._container = av.open(target, "w", format="ipod", options={"fflags": "+bitexact", "movflags": "+faststart"})
        self._rate, self._channels = rate, channels
        stream = self._container.add_stream("aac", rate=rate, options={"flags": "+bitexact"})
        stream.layout = "mono" if channels == 1 else "stereo"
        stream.bit_rate = (LOW_BIT_RATES if rate <= 24_000 else BIT_RATES)[channels]
        self._stream = stream
        texts = {"title": tags.title, "artist": tags.artist, "album": tags.album, "comment": tags.comment}
        self._container.metadata.update({name: text for name, text in texts.items() if text})
        if tags.chapters:
            self._container.set_chapters(
                [
                    {
                        "id": number,
                        "start": round(chapter.start * 1000),
                        "end": round(chapter.end * 1000),
                        "time_base": _MILLISECOND,
                        "metadata": {"title": chapter.title},
                    }
                    for number, chapter in enumerate(tags.chapters, 1)
                ]
            )
        self._rest: FloatArray = np.zeros(0, np.float32)
        self._written = 0

    def write(self, samples: FloatArray) -> None:
        """Take [N] samples. Raises AudioFileError or OSError."""
        if not np.isfinite(samples).all():
            raise AudioFileError("The audio holds values that are not numbers, so it was not written; render it again.")
        held = np.concatenate([self._rest, samples])
        whole = len(held) // _FRAME * _FRAME
        for start in range(0, whole, _FRAME):
            self._encode(held[start : start + _FRAME])
        self._rest = held[whole:]

    def __enter__(self) -> Mp4Encoder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                if len(self._rest):
                    self._encode(self._rest)
                self._mux(None)
            self._container.close()
        except (av.FFmpegError, OSError):
            if kind is None:
                raise

    def _encode(self, samples: FloatArray) -> None:
        frame = av.AudioFrame.from_ndarray(
            np.repeat(samples[None], self._channels, 0), "fltp", self._stream.layout.name
        )
        frame.sample_rate = self._rate
        frame.time_base = Fraction(1, self._rate)
        frame.pts = self._written
        self._written += len(samples)
        self._mux(frame)

    def _mux(self, frame: av.AudioFrame | None) -> None:
        for packet in self._stream.encode(frame):
            self._container.mux(packet)
