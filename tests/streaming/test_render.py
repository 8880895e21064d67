from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from engines.models.kokoro.model import KokoroModel
from engines.streaming.render import AUDIBLE, PRE_ROLL_SECONDS, drive, render, render_steps
from engines.streaming.windows import Pace, Pacer
from engines.types import AudioChunk, Phonemes, Plan, Reading, Source, Span, Utterance


@pytest.fixture
def plan(tiny_model: KokoroModel) -> Plan:
    words = ("hˈɛlO", " ", "wˈɜɹld", ".")
    readings, at = [], 0
    for word in words:
        readings.append(Reading(Span(at, at + len(word)), word, word, Source.LEXICON, "en-us"))
        at += len(word)
    text = "".join(words)
    phonemes = Phonemes(Utterance(text, "af_tiny"), Span(0, at), tuple(readings))
    return tiny_model.plan(phonemes, tiny_model.voice("af_tiny"))


def joined(chunks: list[AudioChunk]) -> np.ndarray:
    return np.concatenate([c.samples for c in chunks])


def test_windows_joined_equal_one_run(tiny_model: KokoroModel, plan: Plan) -> None:
    pacer = Pacer(0.025, tiny_model.context, Pace(generated=0.018))
    chunks = list(drive(tiny_model, render_steps(tiny_model, plan, pacer)))
    assert len(chunks) >= 4
    start, end = tiny_model.audible_frames(plan)
    whole = tiny_model.generate(tiny_model.prepare(plan), start, end)
    audio = joined(chunks)
    reference = whole[len(whole) - len(audio) :]
    assert 10 * np.log10((reference**2).sum() / ((reference - audio) ** 2).sum()) > 90


def test_chunks_follow_each_other(tiny_model: KokoroModel, plan: Plan) -> None:
    position = 0
    for chunk in render(tiny_model, plan):
        assert chunk.start == position
        assert chunk.sample_rate == 24_000
        assert chunk.samples.dtype == np.float32
        position += len(chunk.samples)


def test_every_word_is_marked_once_and_in_order(tiny_model: KokoroModel, plan: Plan) -> None:
    chunks = list(render(tiny_model, plan))
    marks = [mark for chunk in chunks for mark in chunk.marks]
    assert [m.reading.symbols for m in marks] == ["hˈɛlO", "wˈɜɹld", "."]
    assert all(a.end <= b.start for a, b in pairwise(marks))
    for chunk in chunks:
        for mark in chunk.marks:
            assert chunk.start <= mark.start < chunk.start + len(chunk.samples)


class SilentStart:
    """A model whose sound begins late."""

    def __init__(self, model: KokoroModel, silent_frames: int) -> None:
        self._model, self._silent = model, silent_frames

    def __getattr__(self, name: str) -> object:
        return getattr(self._model, name)

    def generate(self, segment: object, start: int, end: int) -> np.ndarray:
        samples = np.full((end - start) * self._model.frame_samples, 0.1, np.float32)
        samples[: max(self._silent - start, 0) * self._model.frame_samples] = AUDIBLE / 2
        return samples


@pytest.mark.parametrize("silent_frames", [1, 5, 6, 13])
def test_sound_begins_at_once(tiny_model: KokoroModel, plan: Plan, silent_frames: int) -> None:
    model = SilentStart(tiny_model, tiny_model.audible_frames(plan)[0] + silent_frames)
    first = next(iter(render(model, plan)))  # type: ignore[arg-type]
    audible = int(np.argmax(np.abs(first.samples) > AUDIBLE))
    assert audible <= round(PRE_ROLL_SECONDS * 24_000)
    assert first.start == 0


def test_a_wholly_silent_segment_is_not_lost(tiny_model: KokoroModel, plan: Plan) -> None:
    chunks = list(render(SilentStart(tiny_model, plan.frames), plan))  # type: ignore[arg-type]
    assert sum(len(c.samples) for c in chunks) == 0
    assert len(chunks) == 1


def test_cancel_takes_effect_at_the_next_window(tiny_model: KokoroModel, plan: Plan) -> None:
    cancel = threading.Event()
    stream = render(tiny_model, plan, cancel=cancel)
    next(stream)
    cancel.set()
    assert list(stream) == []


@pytest.mark.parametrize(
    "edit",
    [
        lambda p: replace(p, durations=p.durations * 2, f0=np.repeat(p.f0, 2), energy=np.repeat(p.energy, 2)),
        lambda p: replace(p, f0=np.zeros_like(p.f0)),
        lambda p: replace(p, energy=np.full_like(p.energy, -5.0)),
    ],
    ids=["stretched", "whispered", "silent"],
)
def test_an_edited_plan_renders(tiny_model: KokoroModel, plan: Plan, edit: Callable[[Plan], Plan]) -> None:
    assert np.isfinite(joined(list(render(tiny_model, edit(plan))))).all()
