"""Small videos that tests write themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

RATE = 48_000


def shade(number: int) -> int:
    """The grey of a frame: neighbours differ by more than coding spoils."""
    return 20 + (number * 37) % 11 * 20


def number_of(grey: float, candidates: Iterable[int]) -> list[int]:
    """Those of the frames that have this grey."""
    return [number for number in candidates if abs(shade(number) - grey) < 8]


def beep(at: float, seconds: float, *, length: float = 0.05, hz: float = 1000.0) -> np.ndarray:
    """[N] of silence with one tone in it."""
    sound = np.zeros(round(seconds * RATE), np.float32)
    first, count = round(at * RATE), round(length * RATE)
    sound[first : first + count] = 0.5 * np.sin(2 * np.pi * hz * np.arange(count) / RATE)
    return sound


def write_video(
    path: Path,
    times: Sequence[float] = (),
    sound: np.ndarray | None = None,
    *,
    size: tuple[int, int] = (64, 48),
    gop: int = 12,
    sound_from: float = 0.0,
    channels: int = 2,
    codec: str = "aac",
) -> Path:
    """A video whose frames begin at `times` and are grey, each as `shade` says, with [N] at 48 kHz for its sound."""
    av = pytest.importorskip("av", reason="PyAV is not installed")
    with av.open(str(path), "w") as file:
        streams = []
        if len(times):
            video = file.add_stream("mpeg4", rate=1000, options={"g": str(gop), "q": "2"})
            video.width, video.height, video.pix_fmt = *size, "yuv420p"
            video.codec_context.time_base = Fraction(1, 1000)
            streams.append(video)
        if sound is not None:
            audio = file.add_stream(codec, rate=RATE, layout="mono" if channels == 1 else "stereo")
            streams.append(audio)
        for number, time in enumerate(times):
            frame = av.VideoFrame.from_ndarray(np.full((size[1], size[0], 3), shade(number), np.uint8), "rgb24")
            frame.pts, frame.time_base = round(time * 1000), Fraction(1, 1000)
            file.mux(video.encode(frame))
        if sound is not None:
            planes = np.repeat(sound[None].astype(np.float32), channels, 0)
            for start in range(0, len(sound), 1024):
                piece = np.ascontiguousarray(planes[:, start : start + 1024])
                if codec == "pcm_s16le":
                    piece = np.ascontiguousarray((piece.T * 32767).astype(np.int16).reshape(1, -1))
                frame = av.AudioFrame.from_ndarray(
                    piece, "s16" if codec == "pcm_s16le" else "fltp", "mono" if channels == 1 else "stereo"
                )
                frame.sample_rate, frame.time_base = RATE, Fraction(1, RATE)
                frame.pts = start + round(sound_from * RATE)
                file.mux(audio.encode(frame))
        for stream in streams:
            file.mux(stream.encode(None))
    return path


def onset(samples: np.ndarray, rate: int = RATE) -> float:
    """Seconds until something is heard."""
    return float(np.flatnonzero(np.abs(samples) > 0.1)[0] / rate)
