"""A plan to chunks of audio."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from engines.models.base import Segment, SpeechModel
from engines.streaming.observing import step
from engines.streaming.windows import AnyPacer, FixedPacer, Pacer, Window
from engines.types import AudioChunk, FloatArray, Idle, IntArray, Mark, Phonemes, Plan

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


LiveSteps = Generator[Wanted | AudioChunk | Idle, FloatArray | None, None]
"""`Steps` of a text that is still being written; only for the scheduler."""


@dataclass(frozen=True, slots=True, eq=False)
class SegmentAudio:
    """All that is audible of a segment, before silence is cut from its start, and what it takes to say it again."""

    durations: IntArray
    """[L] as in its plan."""
    start: int
    end: int
    """The frames [start, end) that were rendered."""
    samples: FloatArray
    """[(end - start) * frame_samples]"""

    @property
    def nbytes(self) -> int:
        """Memory of the arrays."""
        return self.durations.nbytes + self.samples.nbytes


Keep = Callable[[SegmentAudio], None]
"""Told when all audio of a segment is made; not if it was cancelled before."""


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
    segment: Segment | None = None,
    keep: Keep | None = None,
) -> Steps:
    """Render a segment window by window; positions count from the segment's first sample.

    The windows joined are the same samples as the generator gives in one run over the same frames. Leading silence is
    cut, so the first chunk begins with sound. A plan that has a length in samples gets it, by silence behind the last
    sound. Cancelling takes effect at the next window. Segments that are played one after the other share a pacer.

    Parameters
    ----------
    segment
        The plan as `model.prepare` gives it, where that is known.
    keep
        See `Keep`.
    """
    start, end = model.audible_frames(plan)
    if plan.samples is not None:
        end = min(end + _SPARE_FRAMES, plan.frames)
    layout = _Layout(plan.phonemes, plan.durations, start, end, plan.samples, plan.stretch)
    pacer.prepare(len(plan.durations), plan.frames)
    if segment is None:
        with step("front"):
            segment = model.prepare(plan)
    n = model.frame_samples
    whole = np.empty((end - start) * n, np.float32) if keep else None

    def made(window: Window) -> Generator[Wanted | AudioChunk, FloatArray | None, FloatArray]:
        wide = yield Wanted(segment, window.left, window.right)
        assert wide is not None
        samples = wide[(window.start - window.left) * n : (window.end - window.left) * n]
        if keep and whole is not None:
            whole[(window.start - start) * n : (window.end - start) * n] = samples
            if window.end == end:
                keep(SegmentAudio(plan.durations, start, end, whole))
        return samples

    yield from _cut(model, layout, pacer, made, cancel)


def replay_steps(
    model: SpeechModel,
    audio: SegmentAudio,
    phonemes: Phonemes,
    pacer: AnyPacer,
    *,
    samples: int | None = None,
    stretch: float = 1.0,
    cancel: threading.Event | None = None,
) -> Steps:
    """What `render_steps` gave when the audio was kept: cut alike and with the same marks, but nothing is generated.

    The pacer counts the work as if it were done, so what follows is cut alike, too.

    Parameters
    ----------
    phonemes
        The segment as it is read now; the symbols are those that the audio says.
    samples, stretch
        As in the plan.
    """
    layout = _Layout(phonemes, audio.durations, audio.start, audio.end, samples, stretch)
    pacer.prepare(len(audio.durations), int(audio.durations.sum()))
    n = model.frame_samples

    def known(window: Window) -> Generator[Wanted | AudioChunk, FloatArray | None, FloatArray]:
        yield from ()
        # A copy, since whoever gets it may change it.
        return audio.samples[(window.start - audio.start) * n : (window.end - audio.start) * n].copy()

    yield from _cut(model, layout, pacer, known, cancel)


class _Layout(NamedTuple):
    """What tells how the audio of a segment is cut and marked, before there is any."""

    phonemes: Phonemes
    durations: IntArray
    start: int
    end: int
    samples: int | None
    stretch: float


def _cut(
    model: SpeechModel,
    layout: _Layout,
    pacer: AnyPacer,
    audio_of: Callable[[Window], Generator[Wanted | AudioChunk, FloatArray | None, FloatArray]],
    cancel: threading.Event | None,
) -> Steps:
    n, rate, length = model.frame_samples, model.sample_rate, layout.samples
    marks = _marks(layout, n)
    position = 0
    origin: int | None = None  # sample of the segment at which the audio begins
    for window in pacer.windows(layout.start, layout.end, int(layout.durations.sum())):
        if cancel is not None and cancel.is_set():
            return
        samples = yield from audio_of(window)
        if origin is None:
            skipped = _silent_start(samples, rate)
            samples = samples[skipped:]
            if not len(samples) and window.end < layout.end:
                continue
            origin = window.start * n + skipped
        samples = _up_to_length(samples, position, length, rate)
        stop = position + len(samples)
        here = tuple(
            Mark(m.reading, max(m.start - origin, 0), max(m.end - origin, 0))
            for m in marks
            if position <= max(m.start - origin, 0) < stop
        )
        yield AudioChunk(samples, rate, position, here, layout.stretch)
        position = stop
        if position == length:
            return
    if length is not None:
        yield AudioChunk(np.zeros(length - position, np.float32), rate, position, (), layout.stretch)


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


def _marks(layout: _Layout, frame_samples: int) -> list[Mark]:
    """When every audible reading begins and ends, in samples of the whole segment."""
    edges = np.concatenate([[0], np.cumsum(layout.durations)]) * frame_samples
    marks = []
    symbol = 1  # the first token is the silent start
    for reading in layout.phonemes.readings:
        count = len(reading.symbols)
        if reading.symbols.strip():
            marks.append(Mark(reading, int(edges[symbol]), int(edges[symbol + count])))
        symbol += count
    return marks
