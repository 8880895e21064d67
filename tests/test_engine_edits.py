"""Prosody edited by hand, through the engine: it changes the clause where it was made, and nothing else."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from engines.engine import Engine
from engines.models.base import Segment
from engines.models.kokoro.model import KokoroModel
from engines.prosody.edit_steps import Kind, draw, shift, stretch
from engines.prosody.edits import Point, SegmentEdit
from engines.streaming.result_cache import ResultCache
from engines.types import AudioChunk, FloatArray, IntArray, Slot, Span, Utterance

TEXT = "One day, after the rain had gone, we went out.\n\nThree people came, and three went.\n\nNobody had asked them."
CHINESE = "天亮以前，我们必须离开这里。你确定要这样做吗？"
LINE = Utterance(TEXT, "af_tiny")

Made = Callable[[SegmentEdit, IntArray], SegmentEdit]
EDITS: dict[str, Made] = {
    "pitch": lambda edit, _natural: shift(edit, Kind.PITCH, 2, 9, 3.0),
    "energy": lambda edit, _natural: draw(edit, Kind.ENERGY, [Point(1.0, 0.0), Point(4.0, -6.0), Point(9.0, 2.0)]),
    "lengths": lambda edit, natural: stretch(edit, natural, 1, 6, 1.6),
}


class Recorder:
    """Counts the frames that a model generates."""

    def __init__(self, model: KokoroModel) -> None:
        self.model = model
        self.frames = 0
        self.generate = model.generate

    def counted(self, segment: Segment, start: int, end: int) -> FloatArray:
        self.frames += end - start
        return self.generate(segment, start, end)


@pytest.fixture
def tiny(tiny_model: KokoroModel) -> Engine:
    return Engine(tiny_model, cache=ResultCache(32 << 20))


@pytest.fixture
def recorder(tiny_model: KokoroModel, monkeypatch: pytest.MonkeyPatch) -> Recorder:
    recorder = Recorder(tiny_model)
    monkeypatch.setattr(tiny_model, "generate", recorder.counted)
    return recorder


def clauses(engine: Engine, utterance: Utterance) -> list[FloatArray]:
    """The samples of every segment, pauses included."""
    spans = [phonemes.span for phonemes in engine.phonemize(utterance)]
    found: dict[int, list[FloatArray]] = {}
    at = 0
    for chunk in engine.speak(utterance):
        at = next((i for m in chunk.marks for i, s in enumerate(spans) if s.start <= m.reading.span.start < s.end), at)
        found.setdefault(at, []).append(chunk.samples)
    return [np.concatenate(found[index]) for index in range(len(spans))]


def edited_utterance(engine: Engine, utterance: Utterance, index: int, made: Made) -> Utterance:
    phonemes = list(engine.phonemize(utterance))[index]
    edit = made(SegmentEdit(phonemes.symbols), engine.plan(phonemes).durations)
    assert edit.changes
    return replace(utterance, edits=(edit,))


def joined(chunks: Iterator[AudioChunk]) -> FloatArray:
    return np.concatenate([chunk.samples for chunk in chunks])


@pytest.mark.parametrize("kind", list(EDITS))
@pytest.mark.parametrize("index", range(4))
def test_outside_the_edited_clause_the_samples_are_identical(tiny: Engine, kind: str, index: int) -> None:
    before = clauses(tiny, LINE)
    after = clauses(tiny, edited_utterance(tiny, LINE, index, EDITS[kind]))
    assert len(before) == len(after) == 4
    for at, (old, new) in enumerate(zip(before, after, strict=True)):
        assert np.array_equal(old, new) == (at != index)


def test_only_the_edited_clause_is_made_again(tiny: Engine, recorder: Recorder) -> None:
    joined(tiny.speak(LINE))
    recorder.frames = 0
    edited = edited_utterance(tiny, LINE, 1, EDITS["lengths"])
    joined(tiny.speak(edited))
    segments = list(tiny.phonemize(edited))
    assert 0 < recorder.frames < 1.5 * tiny.plan(segments[1]).frames
    recorder.frames = 0
    joined(tiny.speak(LINE))
    joined(tiny.speak(edited))
    assert recorder.frames == 0, "back and forth costs nothing"


def test_an_edited_clause_begins_and_ends_in_silence_as_before(tiny: Engine) -> None:
    """It is joined to the others by the same pauses."""
    edited = edited_utterance(tiny, LINE, 0, EDITS["lengths"])
    pauses = [phonemes.pause for phonemes in tiny.phonemize(LINE)]
    assert [phonemes.pause for phonemes in tiny.phonemize(edited)] == pauses
    silent = [len(chunk.samples) for chunk in tiny.speak(edited) if not chunk.samples.any()]
    assert silent == [round(pause * tiny.sample_rate) for pause in pauses if pause]


def test_the_second_of_equal_clauses_is_edited_alone(tiny: Engine) -> None:
    line = replace(LINE, text="We are not going to say that again.\n\nWe are not going to say that again.")
    (first, second) = tiny.phonemize(line)
    assert first.symbols == second.symbols
    edit = replace(EDITS["pitch"](SegmentEdit(second.symbols), tiny.plan(second).durations), occurrence=1)
    before, after = clauses(tiny, line), clauses(tiny, replace(line, edits=(edit,)))
    assert np.array_equal(before[0], after[0])
    assert not np.array_equal(before[1], after[1])


def test_an_edit_of_words_that_are_gone_changes_nothing(tiny: Engine) -> None:
    gone = SegmentEdit("hɛlO", pitch=(Point(0.0, 5.0),))
    before = joined(tiny.speak(LINE))
    assert np.array_equal(joined(tiny.speak(replace(LINE, edits=(gone,)))), before)


def test_an_excerpt_is_said_as_in_the_whole(tiny: Engine) -> None:
    edited = edited_utterance(tiny, LINE, 1, EDITS["pitch"])
    whole = clauses(tiny, edited)
    spans = [phonemes.span for phonemes in tiny.phonemize(edited)]
    for span, samples in zip(spans, whole, strict=True):
        assert np.array_equal(joined(tiny.speak(replace(edited, excerpt=span))), samples)
    assert list(tiny.speak(replace(edited, excerpt=Span(500, 510)))) == []


def test_an_excerpt_is_known_without_the_rest(tiny: Engine) -> None:
    spans = [phonemes.span for phonemes in tiny.phonemize(LINE)]
    excerpt = replace(LINE, excerpt=spans[2])
    joined(tiny.speak(excerpt))
    assert tiny.knows(excerpt)
    assert not tiny.knows(LINE)


def test_an_edited_line_still_fits_its_time(tiny: Engine) -> None:
    edited = edited_utterance(tiny, LINE, 1, EDITS["lengths"])
    natural = len(joined(tiny.speak(LINE))) / tiny.sample_rate
    slot = Slot(natural * 1.05)
    assert len(joined(tiny.speak(replace(edited, slot=slot)))) == round(slot.seconds * tiny.sample_rate)


# The real model


@pytest.mark.model
@pytest.mark.parametrize(("text", "voice"), [(TEXT, "af_heart"), (CHINESE, "zf_xiaoxiao")])
def test_the_real_model_says_the_other_clauses_identically(engine: Engine, text: str, voice: str) -> None:
    line, remembering = Utterance(text, voice), Engine(engine.model, cache=ResultCache(64 << 20))
    before = clauses(remembering, line)
    for made in EDITS.values():
        after = clauses(remembering, edited_utterance(remembering, line, 1, made))
        same = [np.array_equal(old, new) for old, new in zip(before, after, strict=True)]
        assert same == [index != 1 for index in range(len(before))]


@pytest.mark.model
def test_edits_cost_less_than_a_twentieth_of_the_synthesis(engine: Engine) -> None:
    from engines.prosody.editing import edited  # noqa: PLC0415 what is measured

    phonemes = next(iter(engine.phonemize(Utterance(TEXT, "af_heart"))))
    plan = engine.plan(phonemes)
    edit = SegmentEdit(phonemes.symbols)
    for made in EDITS.values():
        edit = made(edit, plan.durations)

    def seconds(work: Callable[[], object]) -> float:
        start = time.perf_counter()
        work()
        return time.perf_counter() - start

    making = seconds(lambda: joined(engine.render(plan)))
    editing = min(seconds(lambda: edited(plan, edit)) for _ in range(20))
    assert editing < 0.05 * making
