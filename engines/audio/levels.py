"""Bringing a sound of any length to a loudness without its true peaks passing a ceiling."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from engines.audio.limiter import TruePeakLimiter
from engines.audio.loudness import SILENCE, LoudnessMeter, PeakMeter
from engines.types import FloatArray

Blocks = Callable[[], Iterable[FloatArray]]
"""Gives the whole sound, mono, piece by piece, each time that it is called."""

SHORTEST = 3.0
"""Seconds. Of a shorter clip the gating blocks are too few: what it measures depends on where they happen to begin."""
_MOST_GAIN_OF_SHORT = 20.0
"""dB; a lone breath is not made as loud as a sentence."""
_AUDIBLE = 1e-3
"""-60 dBFS, under which the head and the tail of a short clip do not count."""
_MARGIN = 0.05
"""dB kept from the ceiling, for dither and for other filters than ours."""
_CLOSE = 0.05
_TRIES = 8
_LEAST_YIELD = 0.15
"""LU that a dB more of gain has to bring; a limiter that takes away nearly all of it only spoils the sound."""


class Target(Enum):
    """What an audience or a shop expects."""

    AS_MADE = "off"
    """No change, but for peaks that a file of whole numbers could not hold."""
    LOUD = "-16"
    """LUFS, as podcasts and streaming for telephones have it."""
    MEDIUM = "-19"
    """LUFS; the same for a mono file, which is played on two loudspeakers."""
    BROADCAST = "-23"
    """LUFS, EBU R 128."""
    ACX = "acx"
    """Audiobook Creation Exchange: RMS between -23 and -18 dBFS, peaks at most -3 dBFS."""

    @property
    def level(self) -> float | None:
        """LUFS, or dBFS RMS for ACX."""
        if self is Target.AS_MADE:
            return None
        return -20.0 if self is Target.ACX else float(self.value)

    @property
    def ceiling(self) -> float:
        """Of true peaks, dBTP."""
        return {Target.AS_MADE: -0.1, Target.ACX: -3.1}.get(self, -1.0)


@dataclass(frozen=True, slots=True)
class Measured:
    """What there is, or what came out."""

    level: float
    """In the unit of the target: by BS.1770 or, of a short clip, by the rule for those; minus infinity for silence."""
    loudness: float
    """Integrated, LUFS."""
    true_peak: float
    """dBTP."""
    seconds: float
    short: bool
    """Under `SHORTEST`, so that `level` is the loudness of all that is audible, ungated."""


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be done to a sound."""

    gain: float = 0.0
    """dB."""
    ceiling: float | None = None
    """dBTP to limit at; None when nothing reaches it."""
    hard: bool = False
    """Limit only the peaks themselves; see `TruePeakLimiter`."""


def measure(blocks: Iterable[FloatArray], rate: int, channels: int, target: Target) -> Measured:
    """Look at a whole sound, mono, that is to be on so many channels of a file.

    A clip under `SHORTEST` is measured from its first to its last audible sample, without gating, and as if it lasted
    0.4 s at least, which is how long the ear needs to hear a sound at its full loudness.
    """
    meter, peaks = LoudnessMeter(rate, channels), PeakMeter(rate)
    head: list[FloatArray] = []
    for block in blocks:
        meter.push(block)
        peaks.push(block)
        if meter.seconds < SHORTEST:
            head.append(block)
    meter.finish()
    peaks.finish()
    short = meter.seconds < SHORTEST
    if target is Target.ACX:
        level = meter.rms
    elif short:
        level = _short_level(np.concatenate([*head, np.zeros(0, np.float32)]), rate, channels)
    else:
        level = meter.integrated
    silent = level <= SILENCE
    return Measured(-math.inf if silent else level, meter.integrated, peaks.true_peak, meter.seconds, short)


def settle(
    blocks: Blocks, rate: int, channels: int, target: Target, *, louder: float = 0.0, lower: float = 0.0
) -> tuple[Change, Measured]:
    """What brings a sound to the target, and what it measures then. Silence is left alone.

    A limiter takes loudness away, so what it gives is measured, and the gain corrected, until both are as they should.

    Parameters
    ----------
    louder
        LU beyond the target, for what a codec takes away.
    lower
        dB under the ceiling, for what a codec adds to peaks.
    """
    found = measure(blocks(), rate, channels, target)
    ceiling = target.ceiling - _MARGIN - lower
    gain = 0.0
    if target.level is not None and math.isfinite(found.level):
        gain = target.level + louder - found.level
        if found.short:
            gain = min(gain, _MOST_GAIN_OF_SHORT)
    wanted = found.level + gain
    if found.true_peak + gain <= ceiling:
        return Change(gain), _raised(found, gain)
    if target.level is None or math.isinf(wanted):
        change = Change(gain, ceiling)
        return change, measure(apply(change, blocks(), rate), rate, channels, target)
    for hard in (False, True):
        change, result = _approach(blocks, rate, channels, target, Change(gain, ceiling, hard), wanted)
        if abs(wanted - result.level) <= _CLOSE:
            break
    return change, result


def _approach(
    blocks: Blocks, rate: int, channels: int, target: Target, change: Change, wanted: float
) -> tuple[Change, Measured]:
    """Raise the gain of a limited sound until it is as loud as wanted, or until more gain brings little."""
    ceiling = change.ceiling
    assert ceiling is not None, "there is nothing to limit otherwise"
    allowed = ceiling + _MARGIN
    result = measure(apply(change, blocks(), rate), rate, channels, target)
    yielded = 1.0
    """LU that a dB of gain has brought."""
    for _ in range(_TRIES):
        missing, over = wanted - result.level, result.true_peak - allowed
        if (abs(missing) <= _CLOSE and over <= 0.0) or yielded < _LEAST_YIELD:
            break
        ceiling -= max(0.0, over)
        raised = replace(change, gain=change.gain + missing / yielded, ceiling=ceiling)
        after = measure(apply(raised, blocks(), rate), rate, channels, target)
        if abs(missing) > _CLOSE:
            yielded = (after.level - result.level) / (raised.gain - change.gain)
        change, result = raised, after
    return change, result


def apply(change: Change, blocks: Iterable[FloatArray], rate: int) -> Iterator[FloatArray]:
    """The sound after a change, in pieces; as long as before."""
    if change.ceiling is None:
        factor = np.float32(10.0 ** (change.gain / 20.0))
        for block in blocks:
            yield block * factor if change.gain else block
        return
    limiter = TruePeakLimiter(rate, change.ceiling, change.gain, hard=change.hard)
    for block in blocks:
        yield limiter.push(block)
    yield limiter.flush()


def _raised(found: Measured, gain: float) -> Measured:
    return replace(found, level=found.level + gain, loudness=found.loudness + gain, true_peak=found.true_peak + gain)


def _short_level(samples: FloatArray, rate: int, channels: int) -> float:
    audible = np.flatnonzero(np.abs(samples) > _AUDIBLE)
    if not len(audible):
        return -math.inf
    meter = LoudnessMeter(rate, channels)
    meter.push(samples[audible[0] : audible[-1] + 1])
    meter.finish()
    return meter.ungated
