"""The scheduler with the tiny model, and with a fake one whose speed and failures are chosen."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.streaming.render import Steps, Wanted
from engines.streaming.requests import Request
from engines.streaming.result_cache import ResultCache
from engines.streaming.scheduler import Limits, QueueFullError, Scheduler
from engines.text.arriving import LiveText
from engines.types import AudioChunk, Utterance

RATE = 1000


class FakeSpeaker:
    """Utterances of as many windows as their text has characters; each window is a tenth of a second of its number."""

    def __init__(self, *, fails: str = "", slow: float = 0.0) -> None:
        self.batches: list[list[str]] = []
        self.sizes: list[int] = []
        self.gate = threading.Event()
        self.gate.set()
        self.held = threading.Event()
        """Set while a batch waits at the gate."""
        self._fails, self._slow = fails, slow
        self.model = cast(Any, SimpleNamespace(generate_many=self._generate))

    def steps(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Steps:
        position = 0
        for i, character in enumerate(utterance.text):
            if cancel is not None and cancel.is_set():
                return
            if character == "!":
                raise ValueError("cannot plan")
            audio = yield Wanted(cast(Any, utterance.text), i, i + 1)
            assert audio is not None
            yield AudioChunk(audio, RATE, position)
            position += len(audio)

    def _generate(self, windows: Sequence[tuple[Any, int, int]]) -> list[np.ndarray]:
        while not self.gate.wait(0.001):
            self.held.set()
        time.sleep(self._slow)
        self.batches.append([f"{text}{start}" for text, start, _ in windows])
        if self._fails and any(text == self._fails for text, _, _ in windows):
            raise RuntimeError("this window fails")
        return [np.full(RATE // 10, start, np.float32) for _, start, _ in windows]


@pytest.fixture
def speaker() -> FakeSpeaker:
    return FakeSpeaker()


def say(scheduler: Scheduler, text: str) -> Any:
    return scheduler.submit(Utterance(text, "voice"))


def samples(chunks: Iterator[AudioChunk] | Any) -> list[float]:
    return [float(chunk.samples[0]) for chunk in chunks]


def test_every_request_gets_its_own_chunks_in_order(speaker: FakeSpeaker) -> None:
    with Scheduler(speaker) as scheduler:
        streams = [say(scheduler, "x" * n) for n in (1, 5, 3, 8)]
        assert [samples(s) for s in streams] == [list(range(n)) for n in (1, 5, 3, 8)]
        assert scheduler.under_way == 0


def test_the_same_audio_as_alone(tiny_model: KokoroModel) -> None:
    engine = Engine(tiny_model)
    texts = ["One day, after the rain had gone, we went out.", "Two.", "Three people came, and three went."]
    alone = [np.concatenate([c.samples for c in engine.speak(Utterance(t, "af_tiny"))]) for t in texts]
    with Scheduler(engine) as scheduler:
        streams = [scheduler.submit(Utterance(t, "af_tiny")) for t in texts]
        together = [np.concatenate([c.samples for c in stream]) for stream in streams]
    for one, other in zip(alone, together, strict=True):
        np.testing.assert_array_equal(one, other)


def test_a_text_in_pieces_sounds_as_the_whole_text(tiny_model: KokoroModel) -> None:
    engine = Engine(tiny_model)
    text = "One day, after the rain had gone, we went out. Nobody was there to see us. And so we went back in."
    whole = np.concatenate([c.samples for c in engine.speak(Utterance(text, "af_tiny"))])
    live = LiveText(Utterance("", "af_tiny"))
    with Scheduler(engine) as scheduler:
        stream = scheduler.submit_live(lambda cancel: engine.live_steps(live, cancel=cancel))
        wait_until(lambda: any(r.idle for r in scheduler._requests))
        live.add(text[:70])
        stream.wake()
        chunks = iter(stream)
        pieces = [next(chunks).samples]
        for character in text[70:]:
            live.add(character)
            stream.wake()
        live.end()
        stream.wake()
        pieces += [c.samples for c in chunks]
        assert scheduler.under_way == 0
    np.testing.assert_array_equal(np.concatenate(pieces), whole)


def test_cancelling_ends_a_request_that_waits_for_text(tiny_model: KokoroModel) -> None:
    engine = Engine(tiny_model)
    with Scheduler(engine) as scheduler:
        stream = scheduler.submit_live(
            lambda cancel: engine.live_steps(LiveText(Utterance("", "af_tiny")), cancel=cancel)
        )
        wait_until(lambda: any(r.idle for r in scheduler._requests))
        assert scheduler.load.unheard == 0
        stream.cancel()
        assert samples(stream) == []
        assert scheduler.under_way == 0


def test_a_listener_is_told_when_there_is_something_to_take(speaker: FakeSpeaker) -> None:
    told = threading.Semaphore(0)
    with Scheduler(speaker, watch=speaker.sizes.append) as scheduler:
        stream = scheduler.submit(Utterance("xy", "voice"), told.release)
        taken = []
        for _ in range(3):
            assert told.acquire(timeout=5)
            taken.append(stream.take())
        assert [chunk and float(chunk.samples[0]) for chunk in taken] == [0.0, 1.0, None]
        with pytest.raises(queue.Empty):
            stream.take()
    assert speaker.sizes == [1, 1]


def test_windows_that_wait_share_a_batch(speaker: FakeSpeaker) -> None:
    speaker.gate.clear()
    with Scheduler(speaker, Limits(batch=4)) as scheduler:
        streams = [say(scheduler, name * 2) for name in "abcdef"]
        wait_until(lambda: all(r.wanted for r in scheduler._requests))
        speaker.gate.set()
        for stream in streams:
            assert samples(stream) == [0, 1]
    assert max(len(batch) for batch in speaker.batches) == 4
    assert sum(len(batch) for batch in speaker.batches) == 12


def test_first_chunks_go_before_later_ones() -> None:
    speaker = FakeSpeaker(slow=0.002)
    with Scheduler(speaker, Limits(batch=1, ahead_seconds=1e6)) as scheduler:
        early = say(scheduler, "e" * 10_000)
        next(iter(early))
        speaker.gate.clear()
        assert speaker.held.wait(5)
        late = say(scheduler, "l")
        wait_until(lambda: any(r.wanted is not None and not r.started for r in scheduler._ready))
        before = len(speaker.batches)
        speaker.gate.set()
        assert samples(late) == [0]
        assert speaker.batches[before : before + 2].count(["l0"]) == 1
        early.cancel()


def test_a_request_rests_when_its_listener_does_not_keep_up(speaker: FakeSpeaker) -> None:
    with Scheduler(speaker, Limits(ahead_seconds=0.5)) as scheduler:
        stream = say(scheduler, "x" * 100)
        wait_until(lambda: any(r.resting for r in scheduler._requests))
        made = len(speaker.batches)
        assert made == 5
        assert samples(stream) == list(range(100))


def test_a_full_queue_refuses_with_a_sentence(speaker: FakeSpeaker) -> None:
    speaker.gate.clear()
    with Scheduler(speaker, Limits(waiting=2)) as scheduler:
        streams = [say(scheduler, "a"), say(scheduler, "b")]
        with pytest.raises(QueueFullError, match="try again"):
            say(scheduler, "c")
        speaker.gate.set()
        assert [samples(s) for s in streams] == [[0], [0]]
        assert samples(say(scheduler, "c")) == [0]


def test_no_more_is_taken_on_than_can_be_kept_up_with() -> None:
    """Whoever makes a tenth of a second of audio in a fiftieth can keep up with five, and is given three."""
    speaker = FakeSpeaker(slow=0.02)
    with Scheduler(speaker, Limits(batch=1, share=0.8)) as scheduler:
        assert scheduler.load.capacity == 2
        assert len(samples(say(scheduler, "x" * 25))) == 25
        capacity = scheduler.load.capacity
        assert capacity in {1, 2, 3}
        streams = [say(scheduler, "y" * 50) for _ in range(capacity)]
        with pytest.raises(QueueFullError, match="try again"):
            say(scheduler, "z")
        for stream in streams:
            stream.cancel()
            list(stream)
    with Scheduler(speaker) as scheduler:
        assert len(samples(say(scheduler, "x" * 25))) == 25
        assert scheduler.load.capacity is None


def test_nobody_is_taken_on_while_somebody_is_late() -> None:
    speaker = FakeSpeaker()
    with Scheduler(speaker, Limits(share=0.8, ahead_seconds=5)) as scheduler:
        assert len(samples(say(scheduler, "x" * 50))) == 50
        slowly = say(scheduler, "y" * 100)
        wait_until(lambda: any(request.resting for request in scheduler._requests))
        (request,) = scheduler._requests
        assert request.began is not None
        list(say(scheduler, "z"))
        request.began -= 5.0  # it has been heard for so long, and nearly all of it
        with pytest.raises(QueueFullError):
            say(scheduler, "z")
        slowly.cancel()
        list(slowly)
        list(say(scheduler, "z"))


def test_who_waited_for_text_is_not_late(tiny_model: KokoroModel) -> None:
    engine = Engine(tiny_model)
    live = LiveText(Utterance("", "af_tiny"))
    live.add("One day, after the rain had gone, we went out. Nobody was there to see us. We went in again. And ")
    with Scheduler(engine, Limits(share=0.8)) as scheduler:
        stream = scheduler.submit_live(lambda cancel: engine.live_steps(live, cancel=cancel))
        (request,) = scheduler._requests
        wait_until(lambda: request.idle and request.began)
        assert request.began is not None
        request.began -= 60.0
        assert not request.is_late
        late = request.began
        live.add("so on.")
        live.end()
        stream.wake()
        assert request.began > late
        assert not request.is_late
        assert len(list(stream)) > 1


def listen(scheduler: Scheduler, end: float, stops: list[float], refusals: list[float]) -> None:
    """Hear one utterance after the other in real time; whoever is refused asks again."""
    while time.monotonic() < end:
        try:
            stream = say(scheduler, "x" * 10)
        except QueueFullError:
            refusals.append(time.monotonic())
            time.sleep(0.1)
            continue
        began, played = 0.0, 0.0
        for chunk in stream:
            now = time.monotonic()
            if began and now - began > played + 0.01:
                stops.append(now)
                began = now - played
            began = began or now
            played += len(chunk.samples) / RATE
        time.sleep(max(0.0, began + played - time.monotonic()))


@pytest.mark.parametrize("share", [None, 0.8])
def test_who_is_taken_on_hears_no_stops(share: float | None) -> None:
    """Twenty listeners on what can keep up with five: all of them stop all the time, or most are refused."""
    stops: list[float] = []
    refusals: list[float] = []
    with Scheduler(FakeSpeaker(slow=0.02), Limits(batch=1, share=share)) as scheduler:
        arguments = scheduler, time.monotonic() + 0.8, stops, refusals
        users = [threading.Thread(target=listen, args=arguments) for _ in range(20)]
        for user in users:
            user.start()
        for user in users:
            user.join()
    if share is None:
        assert not refusals
        assert len(stops) > 50
    else:
        assert len(refusals) > 50
        assert len(stops) < 10  # none, but on a machine that has other things to do


def test_audio_that_is_found_tells_nothing_of_the_speed(tiny_model: KokoroModel) -> None:
    engine = Engine(tiny_model, cache=ResultCache())
    utterance = Utterance("One day, after the rain had gone, we went out.", "af_tiny")
    with Scheduler(engine, Limits(share=0.8)) as scheduler:
        list(scheduler.submit(utterance))
        measured = scheduler._throughput.speed
        assert measured
        for _ in range(20):
            list(scheduler.submit(utterance))
        assert scheduler._throughput.speed
        assert scheduler._throughput.speed <= measured


def test_a_failing_request_leaves_the_others_alone() -> None:
    speaker = FakeSpeaker(fails="bad")
    speaker.gate.clear()
    with Scheduler(speaker) as scheduler:
        good, bad, also_good = (say(scheduler, text) for text in ("good", "bad", "fine"))
        wait_until(lambda: all(r.wanted for r in scheduler._requests))
        speaker.gate.set()
        assert samples(good) == [0, 1, 2, 3]
        assert samples(also_good) == [0, 1, 2, 3]
        with pytest.raises(RuntimeError, match="this window fails"):
            samples(bad)
        assert scheduler.under_way == 0


def test_an_error_of_planning_reaches_its_listener(speaker: FakeSpeaker) -> None:
    with Scheduler(speaker) as scheduler:
        stream = iter(say(scheduler, "ab!"))
        assert [float(next(stream).samples[0]) for _ in range(2)] == [0, 1]
        with pytest.raises(ValueError, match="cannot plan"):
            next(stream)


def test_cancelling_ends_a_request_also_while_it_rests(speaker: FakeSpeaker) -> None:
    with Scheduler(speaker, Limits(ahead_seconds=0.3)) as scheduler:
        stream = say(scheduler, "x" * 1000)
        wait_until(lambda: any(r.resting for r in scheduler._requests))
        stream.cancel()
        assert len(samples(stream)) <= 4
        assert scheduler.under_way == 0


def test_closing_ends_everything() -> None:
    speaker = FakeSpeaker(slow=0.01)
    scheduler = Scheduler(speaker)
    streams = [say(scheduler, "x" * 10_000) for _ in range(3)]
    next(iter(streams[0]))
    begun = time.monotonic()
    scheduler.close()
    assert time.monotonic() - begun < 1
    for stream in streams:
        assert len(samples(stream)) < 10_000
    with pytest.raises(QueueFullError):
        say(scheduler, "x")
    assert not [t for t in threading.enumerate() if t.name.startswith("timbre-")]


def test_all_get_their_turn() -> None:
    """While many speak, none gets further ahead of the others than a few windows."""
    speaker = FakeSpeaker(slow=0.001)
    with Scheduler(speaker, Limits(batch=3)) as scheduler:
        streams = [say(scheduler, letter * 30) for letter in "abcdefgh"]
        for stream in streams:
            assert len(samples(stream)) == 30
    half = [name for batch in speaker.batches[: len(speaker.batches) // 2] for name in batch]
    counts = [sum(name.startswith(letter) for name in half) for letter in "abcdefgh"]
    assert min(counts) >= 8


def test_whoever_runs_dry_soonest_goes_first() -> None:
    """Counted as if what was made had been played since the first chunk, though all of it was handed out."""
    now = time.monotonic()

    def request(began: float | None, made: float) -> Request:
        made_up = Request(cast(Any, None), threading.Event(), None, now, made_seconds=made, taken_seconds=made)
        made_up.began = began
        return made_up

    unheard, dry, well = request(None, 0.0), request(now - 1.0, 1.5), request(now - 10.0, 12.0)
    assert sorted([well, dry, unheard], key=lambda r: r.urgency) == [unheard, dry, well]


def wait_until(true: Any, seconds: float = 5.0) -> None:
    begun = time.monotonic()
    while not true():
        assert time.monotonic() - begun < seconds
        time.sleep(0.001)
