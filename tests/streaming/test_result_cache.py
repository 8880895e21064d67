"""An engine that remembers says the same, to the sample and the mark, as one that does not."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines.engine import Engine
from engines.errors import NothingToSayError
from engines.models.kokoro.model import KokoroModel
from engines.streaming.result_cache import CacheSize, ResultCache
from engines.streaming.scheduler import Scheduler
from engines.text.lexicon import Entry, Lexicon, Lexicons
from engines.types import AudioChunk, Slot, Utterance

TEXT = "One day, after the rain had gone, we went out. Three people came, and three went."
LINE = Utterance(TEXT, "af_tiny")


class CountingModel:
    """The tiny model, which counts what it is asked for, and fails when it is told to."""

    def __init__(self, model: KokoroModel) -> None:
        self._model = model
        self.calls: dict[str, int] = dict.fromkeys(("plan", "prepare", "generate", "generate_many"), 0)
        self.fails_at: int | None = None
        self.runtime = ""

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._model, name)
        if name not in self.calls:
            return found

        def counted(*arguments: Any) -> Any:
            self.calls[name] += 1
            if name == "generate" and self.fails_at == self.calls[name]:
                raise RuntimeError("the window fails")
            return found(*arguments)

        return counted

    @property
    def digest(self) -> str:
        return self._model.digest + self.runtime

    @property
    def made(self) -> int:
        """Calls since the last time, of whatever costs time."""
        total = sum(self.calls.values())
        self.calls = dict.fromkeys(self.calls, 0)
        return total


@pytest.fixture
def model(tiny_model: KokoroModel) -> CountingModel:
    return CountingModel(tiny_model)


@pytest.fixture
def cache() -> ResultCache:
    return ResultCache(32 << 20)


@pytest.fixture
def remembering(model: CountingModel, cache: ResultCache) -> Engine:
    return Engine(model, cache=cache)  # type: ignore[arg-type]


@pytest.fixture
def fresh(tiny_model: KokoroModel) -> Engine:
    return Engine(tiny_model)


def assert_equal(some: list[AudioChunk], others: list[AudioChunk]) -> None:
    assert len(some) == len(others)
    for one, other in zip(some, others, strict=True):
        np.testing.assert_array_equal(one.samples, other.samples)
        assert (one.start, one.marks, one.sample_rate) == (other.start, other.marks, other.sample_rate)
        assert one.stretch == other.stretch
        assert one.samples.dtype == other.samples.dtype


def test_a_line_that_is_said_again_is_the_same_and_made_once(
    remembering: Engine, model: CountingModel, fresh: Engine
) -> None:
    expected = list(fresh.speak(LINE))
    assert not remembering.knows(LINE)
    assert_equal(list(remembering.speak(LINE)), expected)
    assert model.made > 0
    assert remembering.knows(LINE)
    for _ in range(2):
        assert_equal(list(remembering.speak(LINE)), expected)
    assert model.made == 0


def test_whoever_changes_a_chunk_does_not_change_what_is_remembered(remembering: Engine, fresh: Engine) -> None:
    for _ in range(3):
        for chunk in remembering.speak(LINE):
            chunk.samples[:] = 0.5
    assert_equal(list(remembering.speak(LINE)), list(fresh.speak(LINE)))


def test_only_what_is_new_in_a_line_is_made(remembering: Engine, model: CountingModel, fresh: Engine) -> None:
    list(remembering.speak(LINE))
    segments = len(list(remembering.phonemize(LINE)))
    assert model.made > segments > 1
    longer = replace(LINE, text=f"{TEXT}\nAnd now they stay at home.")
    assert_equal(list(remembering.speak(longer)), list(fresh.speak(longer)))
    assert model.calls["plan"] == len(list(remembering.phonemize(longer))) - segments == 1


def test_a_known_segment_between_new_ones_is_joined_as_if_all_were_new(
    remembering: Engine, model: CountingModel, fresh: Engine
) -> None:
    """The segment was made as the first of its line, in windows of other sizes than it has here."""
    known = Utterance("Three people came, and three went.", "af_tiny")
    line = replace(known, text=f"The rain had gone, so we went out.\n{known.text}\nThe sun went down.")
    list(remembering.speak(known))
    assert model.made
    mixed, expected = list(remembering.speak(line)), list(fresh.speak(line))
    assert model.calls["plan"] == len(list(remembering.phonemize(line))) - 1 == 2
    assert [(c.start, len(c.samples), c.marks) for c in mixed] == [(c.start, len(c.samples), c.marks) for c in expected]
    assert snr(joined(expected), joined(mixed)) > 90


def joined(chunks: list[AudioChunk]) -> np.ndarray:
    return np.concatenate([c.samples for c in chunks])


def snr(reference: np.ndarray, audio: np.ndarray) -> float:
    return float(10 * np.log10((reference**2).sum() / (((reference - audio) ** 2).sum() + 1e-20)))


@pytest.mark.parametrize(
    "change",
    [
        {"text": "One day, after the rain had gone, we went home. Three people came, and none went."},
        {"voice": "am_small"},
        {"speed": 1.1},
        {"lexicons": Lexicons(user=Lexicon((Entry("day", "dˈA"), Entry("rain", "sˈnO"), Entry("people", "kˈæts"))))},
        {"slot": Slot(5.0)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_line_that_is_asked_for_otherwise_is_made_anew(
    remembering: Engine, model: CountingModel, fresh: Engine, change: dict[str, Any]
) -> None:
    list(remembering.speak(LINE))
    assert model.made
    changed = replace(LINE, **change)
    assert_equal(list(remembering.speak(changed)), list(fresh.speak(changed)))
    assert model.made


def test_a_line_in_a_slot_is_remembered_and_its_plans_serve_other_slots(
    remembering: Engine, model: CountingModel, fresh: Engine
) -> None:
    for seconds in (5.0, 4.6, 5.0):
        line = replace(LINE, slot=Slot(seconds))
        assert_equal(list(remembering.speak(line)), list(fresh.speak(line)))
    assert model.calls["plan"] == len(list(remembering.phonemize(LINE)))
    assert model.made
    list(remembering.speak(replace(LINE, slot=Slot(4.6))))
    assert model.made == 0


def test_a_plan_that_was_changed_by_hand_is_remembered_as_it_is(remembering: Engine, model: CountingModel) -> None:
    plan = remembering.plan(next(remembering.phonemize(LINE)))
    higher = replace(plan, f0=plan.f0 * np.float32(1.2))
    natural, raised = list(remembering.render(plan)), list(remembering.render(higher))
    assert not np.array_equal(natural[0].samples, raised[0].samples)
    assert model.made
    assert_equal(list(remembering.render(higher)), raised)
    assert_equal(list(remembering.render(plan)), natural)
    assert model.made == 0


def test_what_is_asked_for_anew_neither_uses_nor_leaves_anything(
    remembering: Engine, model: CountingModel, cache: ResultCache
) -> None:
    list(remembering.speak(replace(LINE, anew=True)))
    assert cache.counts == (0, 0, 0, 0)
    list(remembering.speak(LINE))
    assert model.made
    list(remembering.speak(replace(LINE, anew=True)))
    assert model.made


def audio_entries(cache: ResultCache) -> int:
    return sum(place.step == "audio" for place in cache._memory._kept)


def test_a_segment_that_was_cancelled_is_not_kept_but_begins_sooner(
    remembering: Engine, model: CountingModel, cache: ResultCache, fresh: Engine
) -> None:
    cancel = threading.Event()
    stream = remembering.speak(LINE, cancel=cancel)
    next(stream)
    cancel.set()
    assert list(stream) == []
    assert audio_entries(cache) == 0
    assert model.calls["plan"] == model.calls["prepare"] == 1
    assert_equal(list(remembering.speak(LINE)), list(fresh.speak(LINE)))
    assert model.calls["plan"] == model.calls["prepare"] == len(list(remembering.phonemize(LINE)))


def test_a_stream_that_is_left_keeps_no_half_segment(remembering: Engine, cache: ResultCache, fresh: Engine) -> None:
    stream = remembering.speak(LINE)
    next(stream)
    stream.close()  # type: ignore[attr-defined]
    assert audio_entries(cache) == 0
    assert_equal(list(remembering.speak(LINE)), list(fresh.speak(LINE)))


def test_a_window_that_fails_leaves_nothing(
    remembering: Engine, model: CountingModel, cache: ResultCache, fresh: Engine
) -> None:
    model.fails_at = 2
    with pytest.raises(RuntimeError):
        list(remembering.speak(LINE))
    assert audio_entries(cache) == 0
    model.fails_at = None
    assert_equal(list(remembering.speak(LINE)), list(fresh.speak(LINE)))


def test_a_text_that_cannot_be_read_is_no_result(remembering: Engine, cache: ResultCache) -> None:
    for _ in range(2):
        with pytest.raises(NothingToSayError):
            list(remembering.phonemize(Utterance("…", "af_tiny")))
    assert cache.counts.entries == 0


def test_what_was_made_while_the_runtime_changed_is_not_kept(
    remembering: Engine, model: CountingModel, cache: ResultCache
) -> None:
    stream = remembering.speak(Utterance("Three people came, and three went.", "af_tiny"))
    next(stream)
    model.runtime = "another"
    list(stream)
    assert audio_entries(cache) == 0


def test_another_runtime_makes_its_own(remembering: Engine, model: CountingModel) -> None:
    list(remembering.speak(LINE))
    made = model.made
    model.runtime = "another"
    list(remembering.speak(LINE))
    assert model.made == made


def test_memory_stays_within_its_limit(model: CountingModel, fresh: Engine) -> None:
    cache = ResultCache(600_000)
    remembering = Engine(model, cache=cache)  # type: ignore[arg-type]
    for number in range(12):
        line = Utterance(f"Line {number} is said.", "af_tiny")
        assert_equal(list(remembering.speak(line)), list(fresh.speak(line)))
        assert cache.counts.bytes <= 600_000


def test_a_cache_too_small_for_anything_changes_nothing(model: CountingModel, fresh: Engine) -> None:
    remembering = Engine(model, cache=ResultCache(0))  # type: ignore[arg-type]
    for _ in range(2):
        assert_equal(list(remembering.speak(LINE)), list(fresh.speak(LINE)))


def test_the_next_start_says_from_the_disk(model: CountingModel, tmp_path: Path, fresh: Engine) -> None:
    expected = list(fresh.speak(LINE))
    size = CacheSize(1 << 20, 8 << 20)
    list(Engine(model, cache=ResultCache.open(tmp_path, size)).speak(LINE))  # type: ignore[arg-type]
    assert model.made
    again = Engine(model, cache=ResultCache.open(tmp_path, size))  # type: ignore[arg-type]
    assert again.knows(LINE)
    assert_equal(list(again.speak(LINE)), expected)
    assert model.made == 0


def test_a_damaged_file_is_made_anew(model: CountingModel, tmp_path: Path, fresh: Engine) -> None:
    expected = list(fresh.speak(LINE))
    size = CacheSize(1 << 20, 8 << 20)
    list(Engine(model, cache=ResultCache.open(tmp_path, size)).speak(LINE))  # type: ignore[arg-type]
    files = sorted((tmp_path / "cache" / "audio").iterdir())
    first, second = files
    first.write_bytes(first.read_bytes()[:-100])
    data = bytearray(second.read_bytes())
    data[len(data) // 2] ^= 64
    second.write_bytes(data)
    assert model.made
    assert_equal(list(Engine(model, cache=ResultCache.open(tmp_path, size)).speak(LINE)), expected)  # type: ignore[arg-type]
    assert model.made
    assert_equal(list(Engine(model, cache=ResultCache.open(tmp_path, size)).speak(LINE)), expected)  # type: ignore[arg-type]
    assert model.made == 0
    assert sorted((tmp_path / "cache" / "audio").iterdir()) == files


def test_clearing_forgets_memory_and_disk(model: CountingModel, tmp_path: Path) -> None:
    cache = ResultCache.open(tmp_path, CacheSize(1 << 20, 8 << 20))
    remembering = Engine(model, cache=cache)  # type: ignore[arg-type]
    list(remembering.speak(LINE))
    cache.clear()
    assert not remembering.knows(LINE)
    assert cache.counts.bytes == 0


def test_many_threads_get_their_own_lines(tiny_model: KokoroModel, cache: ResultCache, fresh: Engine) -> None:
    remembering = Engine(tiny_model, cache=cache)
    lines = [Utterance(text, voice) for text in ("One.", "Two went.", TEXT) for voice in ("af_tiny", "am_small")]
    expected = [list(fresh.speak(line)) for line in lines]
    got: list[tuple[int, list[AudioChunk]]] = []

    def use(first: int) -> None:
        for at in range(first, first + len(lines)):
            got.append((at % len(lines), list(remembering.speak(lines[at % len(lines)]))))

    threads = [threading.Thread(target=use, args=(first,)) for first in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == 4 * len(lines)
    for number, chunks in got:
        assert_equal(chunks, expected[number])


def test_the_scheduler_takes_known_lines_from_the_cache(
    remembering: Engine, model: CountingModel, fresh: Engine
) -> None:
    def said(scheduler: Scheduler) -> Iterator[AudioChunk]:
        return iter(scheduler.submit(LINE))

    expected = list(fresh.speak(LINE))
    with Scheduler(remembering) as scheduler:
        assert_equal(list(said(scheduler)), expected)
        assert model.made
        assert_equal(list(said(scheduler)), expected)
        assert model.made == 0


@pytest.mark.model
def test_joints_of_known_and_new_speech_are_in_silence(engine: Engine) -> None:
    """No step at a joint is larger than those of the speech around, and most are far smaller."""
    known = "Three people came."
    text = f"The rain had gone.\n{known}\nThen the sun went down."
    remembering = Engine(engine.model, cache=ResultCache())
    list(remembering.speak(Utterance(known, "af_heart")))
    chunks = list(remembering.speak(Utterance(text, "af_heart")))
    audio = joined(chunks)
    assert snr(joined(list(engine.speak(Utterance(text, "af_heart", anew=True)))), audio) > 90
    steps = np.abs(np.diff(audio))
    joints = [c.start for c in chunks[1:]]
    around = round(0.25 * 24_000)
    assert all(steps[at - 1] <= steps[max(at - around, 0) : at + around].max() for at in joints)
    edges = [c.start for c in chunks if not c.samples.any()]
    edges += [c.start + len(c.samples) for c in chunks if not c.samples.any()]
    assert len(edges) >= 4
    assert max(steps[at - 1] for at in edges if 0 < at < len(audio)) < 2e-3
