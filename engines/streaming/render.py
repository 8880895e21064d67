"""A plan to chunks of audio."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np

from engines.models.base import SpeechModel
from engines.streaming.windows import Pacer
from engines.types import AudioChunk, FloatArray, Mark, Plan

AUDIBLE = 1e-3
"""-60 dBFS: below this a segment has not begun."""
PRE_ROLL_SECONDS = 0.02
"""Kept before the first audible sample, so that soft onsets stay whole."""


def render(
    model: SpeechModel,
    plan: Plan,
    *,
    pacer: Pacer | None = None,
    cancel: threading.Event | None = None,
) -> Iterator[AudioChunk]:
    """Render a segment window by window; positions count from the segment's first sample.

    The windows joined are the same samples as the generator gives in one run over the same frames. Leading silence is
    cut, so the first chunk begins with sound. Cancelling takes effect at the next window. Segments that are played
    one after the other share a `pacer`.
    """
    pacer = pacer or new_pacer(model)
    pacer.prepare(len(plan.durations), plan.frames)
    n = model.frame_samples
    start, end = model.audible_frames(plan)
    segment = model.prepare(plan)
    marks = _marks(plan, n)
    position = 0
    origin: int | None = None  # sample of the segment at which the audio begins
    for window in pacer.windows(start, end):
        if cancel is not None and cancel.is_set():
            return
        wide = model.generate(segment, window.left, window.right)
        samples = wide[(window.start - window.left) * n : (window.end - window.left) * n]
        if origin is None:
            skipped = _silent_start(samples, model.sample_rate)
            samples = samples[skipped:]
            if not len(samples) and window.end < end:
                continue
            origin = window.start * n + skipped
        stop = position + len(samples)
        here = tuple(
            Mark(m.reading, max(m.start - origin, 0), max(m.end - origin, 0))
            for m in marks
            if position <= max(m.start - origin, 0) < stop
        )
        yield AudioChunk(samples, model.sample_rate, position, here)
        position = stop


def new_pacer(model: SpeechModel) -> Pacer:
    """A pacer for one utterance of a model."""
    return Pacer(model.frame_samples / model.sample_rate, model.context)


def silence(seconds: float, sample_rate: int, start: int) -> AudioChunk:
    """A pause."""
    return AudioChunk(np.zeros(round(seconds * sample_rate), np.float32), sample_rate, start)


def _silent_start(samples: FloatArray, sample_rate: int) -> int:
    audible = np.flatnonzero(np.abs(samples) > AUDIBLE)
    if not len(audible):
        return len(samples)
    return max(int(audible[0]) - round(PRE_ROLL_SECONDS * sample_rate), 0)


def _marks(plan: Plan, frame_samples: int) -> list[Mark]:
    """When every audible reading begins and ends, in samples of the whole segment."""
    edges = np.concatenate([[0], np.cumsum(plan.durations)]) * frame_samples
    marks = []
    symbol = 1  # the first token is the silent start
    for reading in plan.phonemes.readings:
        count = len(reading.symbols)
        if reading.symbols.strip():
            marks.append(Mark(reading, int(edges[symbol]), int(edges[symbol + count])))
        symbol += count
    return marks
