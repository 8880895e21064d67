"""The original sound and the speech over it, as one sound: the same for playing and for writing."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from engines.audio.limiter import TruePeakLimiter
from engines.audio.resample import Resampler
from engines.media.mixing import Mixing, Original, gain, stretches
from engines.media.sound import Blocks, sound_blocks
from engines.types import FloatArray
from studio.document.takes import Take
from studio.export.arrange import ReadTake
from studio.video.placing import Placed

RATE = 48_000
"""Hz of the mix, that of nearly every video and sound card."""
CEILING = -1.0
"""dBTP of what is written."""
_BLOCK = 1 << 16
_KEPT_SAMPLES = 20_000_000
"""Of takes in memory: 80 MB, seven minutes."""


class Mix(NamedTuple):
    """What is heard at one moment of editing."""

    speech: tuple[Placed, ...]
    mixing: Mixing = Mixing()


class Sources:
    """Where the sound of a mix comes from. For one thread at a time; to be closed.

    Parameters
    ----------
    original
        The video or audio file, None where there is none or where it has no sound.
    read
        Gives the samples of a take.
    """

    def __init__(self, original: Path | None, read: ReadTake) -> None:
        self._path = original
        self._read = read
        self._blocks: Blocks | None = None
        self._at = 0
        self._rest: FloatArray = np.zeros((0, 2), np.float32)
        self._takes: OrderedDict[str, FloatArray] = OrderedDict()

    def close(self) -> None:
        """Let go of the file."""
        if self._blocks:
            self._blocks.close()
        self._blocks = None

    def original(self, start: int, count: int) -> FloatArray:
        """[count, 2] of the video's own sound; silence behind its end. Going on is cheap, a jump costs a seek."""
        if self._path is None:
            return np.zeros((count, 2), np.float32)
        if self._blocks is None or start != self._at:
            self.close()
            self._blocks = sound_blocks(self._path, start / RATE, RATE)
            self._rest = self._rest[:0]
        parts, have = [self._rest], len(self._rest)
        while have < count and (block := next(self._blocks, None)) is not None:
            parts.append(block)
            have += len(block)
        held = np.concatenate(parts)
        self._rest, self._at = held[count:], start + count
        return np.pad(held[:count], ((0, max(0, count - have)), (0, 0)))

    def take(self, take: Take) -> FloatArray:
        """[N] of a take, at the rate of the mix."""
        samples = self._takes.get(take.id)
        if samples is None:
            resampler = Resampler(take.sample_rate, RATE)
            samples = np.concatenate([resampler.push(self._read(take)), resampler.flush()])
            self._takes[take.id] = samples
            while sum(map(len, self._takes.values())) > _KEPT_SAMPLES and len(self._takes) > 1:
                self._takes.popitem(last=False)
        self._takes.move_to_end(take.id)
        return samples


def render(mix: Mix, sources: Sources, start: int, count: int) -> FloatArray:
    """A stretch of the mix: [count, 2] from a sample of the video on; may be above full scale.

    Raises
    ------
    TimbreError
        The video or a take cannot be read.
    """
    if mix.mixing.original is Original.MUTE:
        mixed = np.zeros((count, 2), np.float32)
    else:
        spans = stretches((each.start, each.end) for each in mix.speech)
        mixed = sources.original(start, count) * gain(mix.mixing, spans, start, count, RATE)[:, None]
    for each in mix.speech:
        first = round(each.start * RATE) - start
        if each.take is None or first >= count or first + (each.seconds + 1.0) * RATE < 0:
            continue
        samples = sources.take(each.take)
        low, high = max(0, first), min(count, first + len(samples))
        if low < high:
            mixed[low:high] += samples[low - first : high - first, None]
    return mixed


def written(mix: Mix, sources: Sources, seconds: float, tell: Callable[[float], None]) -> Blocks:
    """The whole mix in blocks of [n, 2], limited to `CEILING`.

    Both channels are limited on their own: what passes the ceiling is speech, which is the same on both.

    Parameters
    ----------
    tell
        Told the share that is done; may raise to give up.
    """
    length = math.ceil(seconds * RATE)
    limiters = [TruePeakLimiter(RATE, CEILING) for _ in range(2)]
    for start in range(0, length, _BLOCK):
        block = render(mix, sources, start, min(_BLOCK, length - start))
        yield np.stack([one.push(block[:, channel]) for channel, one in enumerate(limiters)], 1)
        tell(start / length)
    yield np.stack([one.flush() for one in limiters], 1)
