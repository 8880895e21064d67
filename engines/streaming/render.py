"""A plan to chunks of audio."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from engines.models.base import Segment, SpeechModel
from engines.streaming.windows import AnyPacer, FixedPacer, Pacer
from engines.types import AudioChunk, FloatArray, Mark, Plan

AUDIBLE = 1e-3
"""-60 dBFS: below this a segment has not begun."""
PRE_ROLL_SECONDS = 0.02
"""Kept before the first audible sample, so that soft onsets stay whole."""
ONSET_SECONDS = 0.035
"""Usually cut from the start of the audible frames: they begin two frames before there is energy."""
_SPARE_FRAMES = 2
"""Rendered behind the last sound where a length is asked for: less than usual may have been cut from the start."""
_FADE_SECONDS = 0.005
"""At the end of a length that is asked for."""


class Wanted(NamedTuple):
    """A window that is to be generated: frames [start, end) of a segment."""

    segment: Segment
    start: int
    end: int


Steps = Generator[Wanted | AudioChunk, FloatArray | None, None]
"""Rendering taken apart: what is yielded is either audio, or a window whose audio is to be sent back. So whoever runs
many at a time can generate the windows of all of them together; see `engines.streaming.scheduler`."""


def drive(model: SpeechModel, steps: Steps) -> Iterator[AudioChunk]:
    """Run steps alone: each window is generated when it is wanted."""
    answer: FloatArray | None = None
    while True:
        try:
            step = steps.send(answer)
        except StopIteration:
            return
        if isinstance(step, Wanted):
            answer = model.generate(*step)
        else:
            answer = None
            yield step


def moved(steps: Steps, position: int) -> Generator[Wanted | AudioChunk, FloatArray | None, int]:
    """Steps whose audio begins at a position; returns where it ends."""
    answer: FloatArray | None = None
    end = position
    while True:
        try:
            step = steps.send(answer)
        except StopIteration:
            return end
        if isinstance(step, AudioChunk):
            marks = tuple(Mark(m.reading, m.start + position, m.end + position) for m in step.marks)
            step = replace(step, start=step.start + position, marks=marks)
            end = step.start + len(step.samples)
        answer = yield step


def render(
    model: SpeechModel,
    plan: Plan,
    *,
    cancel: threading.Event | None = None,
) -> Iterator[AudioChunk]:
    """Render a segment window by window; see `render_steps`."""
    return drive(model, render_steps(model, plan, new_pacer(model), cancel=cancel))


def render_steps(
    model: SpeechModel,
    plan: Plan,
    pacer: AnyPacer,
    *,
    cancel: threading.Event | None = None,
) -> Steps:
    """Render a segment window by window; positions count from the segment's first sample.

    The windows joined are the same samples as the generator gives in one run over the same frames. Leading silence is
    cut, so the first chunk begins with sound. A plan that has a length in samples gets it, by silence behind the last
    sound. Cancelling takes effect at the next window. Segments that are played one after the other share a pacer.
    """
    pacer.prepare(len(plan.durations), plan.frames)
    n = model.frame_samples
    start, end = model.audible_frames(plan)
    if plan.samples is not None:
        end = min(end + _SPARE_FRAMES, plan.frames)
    segment = model.prepare(plan)
    marks = _marks(plan, n)
    position = 0
    origin: int | None = None  # sample of the segment at which the audio begins
    for window in pacer.windows(start, end, plan.frames):
        if cancel is not None and cancel.is_set():
            return
        wide = yield Wanted(segment, window.left, window.right)
        assert wide is not None
        samples = wide[(window.start - window.left) * n : (window.end - window.left) * n]
        if origin is None:
            skipped = _silent_start(samples, model.sample_rate)
            samples = samples[skipped:]
            if not len(samples) and window.end < end:
                continue
            origin = window.start * n + skipped
        samples = _up_to_length(samples, position, plan.samples, model.sample_rate)
        stop = position + len(samples)
        here = tuple(
            Mark(m.reading, max(m.start - origin, 0), max(m.end - origin, 0))
            for m in marks
            if position <= max(m.start - origin, 0) < stop
        )
        yield AudioChunk(samples, model.sample_rate, position, here, plan.stretch)
        position = stop
        if position == plan.samples:
            return
    if plan.samples is not None:
        yield AudioChunk(np.zeros(plan.samples - position, np.float32), model.sample_rate, position, (), plan.stretch)


def new_pacer(model: SpeechModel) -> AnyPacer:
    """A pacer for one utterance of a model."""
    if model.window is not None:
        return FixedPacer(model.window, model.context)
    return Pacer(model.frame_samples / model.sample_rate, model.context)


def silence(seconds: float, sample_rate: int, start: int) -> AudioChunk:
    """A pause."""
    return AudioChunk(np.zeros(round(seconds * sample_rate), np.float32), sample_rate, start)


def _silent_start(samples: FloatArray, sample_rate: int) -> int:
    audible = np.flatnonzero(np.abs(samples) > AUDIBLE)
    if not len(audible):
        return len(samples)
    return max(int(audible[0]) - round(PRE_ROLL_SECONDS * sample_rate), 0)


def _up_to_length(samples: FloatArray, position: int, length: int | None, sample_rate: int) -> FloatArray:
    """A chunk at a position, cut where the segment is to end."""
    if length is None or position + len(samples) < length:
        return samples
    kept = samples[: length - position].copy()
    fade = kept[max(len(kept) - round(_FADE_SECONDS * sample_rate), 0) :]
    fade *= np.linspace(1.0, 0.0, len(fade), dtype=np.float32)
    return kept


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
