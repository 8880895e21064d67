"""Several lines at once: the threads beside the one that owns the engine."""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Iterator

import pytest
from playback_fakes import StepEngine
from pytestqt.qtbot import QtBot

from engines.types import Utterance
from studio.playback.messages import Rendered
from studio.playback.synthesis import SynthesisThread


class Told:
    """What a thread told of its requests."""

    def __init__(self, thread: SynthesisThread) -> None:
        self.levels: dict[int, list[float]] = {}
        self.ended: dict[int, str] = {}
        thread.chunk.connect(lambda request, chunk: self.levels.setdefault(request, []).append(chunk.samples[0]))
        thread.finished.connect(lambda request, _result: self._end(request, "finished"))
        thread.failed.connect(self._end)
        thread.cancelled.connect(lambda request: self._end(request, "cancelled"))

    def _end(self, request: int, how: str) -> None:
        assert request not in self.ended, "a request ends once"
        self.ended[request] = how


@pytest.fixture
def engine() -> StepEngine:
    engine = StepEngine()
    engine.at_once = 3
    return engine


@pytest.fixture
def thread(engine: StepEngine, qtbot: QtBot) -> Iterator[SynthesisThread]:
    thread = SynthesisThread(lambda: engine, voice="af_heart")
    yield thread
    engine.free.set()
    thread.close()
    assert not thread.isRunning()


def say(thread: SynthesisThread, text: str, *, urgent: bool = False, voice: str = "af_heart") -> int:
    return thread.say(Utterance(text, voice), urgent=urgent)


def test_as_many_lines_are_begun_as_the_engine_likes(thread: SynthesisThread, engine: StepEngine, qtbot: QtBot) -> None:
    told = Told(thread)
    engine.free.clear()
    requests = [say(thread, text) for text in ("aa", "bb", "cc", "dd")]
    thread.start()
    qtbot.waitUntil(lambda: len(engine.said) == 3)
    qtbot.wait(30)
    assert sorted(engine.said) == ["aa", "bb", "cc"]
    engine.free.set()
    qtbot.waitUntil(lambda: told.ended == dict.fromkeys(requests, "finished"))
    assert all(len(told.levels[request]) == 2 for request in requests)


def test_what_somebody_waits_for_is_made_alone(thread: SynthesisThread, engine: StepEngine, qtbot: QtBot) -> None:
    told = Told(thread)
    engine.free.clear()
    lines = [say(thread, letter * 9) for letter in "abc"]
    thread.start()
    qtbot.waitUntil(lambda: len(engine.said) == 3)
    urgent = say(thread, "now", urgent=True)

    def is_over() -> bool:
        engine.step()
        return told.ended == {urgent: "finished"}

    qtbot.waitUntil(is_over)
    assert all(len(told.levels.get(line, ())) <= 1 for line in lines), "only what was under way is made meanwhile"
    engine.free.set()
    qtbot.waitUntil(lambda: len(told.ended) == 4)
    assert all(len(told.levels[line]) == 9 for line in lines), "and nothing is lost"


def test_slow_windows_are_left_for_who_listens_and_begun_once_more(
    thread: SynthesisThread, engine: StepEngine, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "excepthook", lambda *error: pytest.fail(str(error)))
    engine.is_slow = True
    engine.at_once = 6  # of which the window takes half
    told = Told(thread)
    engine.free.clear()
    lines = {say(thread, letter * 4): letter for letter in "abc"}
    thread.start()
    qtbot.waitUntil(lambda: len(engine.said) == 3)
    engine.step(2)
    qtbot.waitUntil(lambda: sum(map(len, told.levels.values())) == 2)
    urgent = say(thread, "now", urgent=True)
    qtbot.waitUntil(lambda: engine.said[-1] == "now")  # though no window was finished
    thread.reload()  # which has to wait, since the rest of the lines would not fit what was told
    engine.free.set()
    qtbot.waitUntil(lambda: told.ended == dict.fromkeys((*lines, urgent), "finished"))
    assert [len(told.levels[line]) for line in lines] == [4, 4, 4], "no chunk is told twice"
    assert sorted(engine.said) == sorted(["aaaa", "bbbb", "cccc"] * 2 + ["now"])
    qtbot.waitUntil(lambda: engine.closed)


def test_when_all_is_cancelled_the_windows_are_left_at_once(
    thread: SynthesisThread, engine: StepEngine, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "excepthook", lambda *error: pytest.fail(str(error)))
    told = Told(thread)
    engine.free.clear()
    lines = [say(thread, letter * 9) for letter in "abc"]
    thread.start()
    qtbot.waitUntil(lambda: len(engine.said) == 3)
    for line in lines[:2]:
        thread.cancel(line)
    assert not engine.interrupted.is_set(), "the third is still wanted"
    thread.cancel(lines[2])
    qtbot.waitUntil(lambda: told.ended == dict.fromkeys(lines, "cancelled"))
    assert not engine.interrupted.is_set()
    assert not told.levels
    engine.free.set()
    again = say(thread, "again")
    qtbot.waitUntil(lambda: told.ended[again] == "finished" if again in told.ended else False)


def test_a_voice_is_prepared_while_nothing_else_is_made(
    thread: SynthesisThread, engine: StepEngine, qtbot: QtBot
) -> None:
    told = Told(thread)
    engine.measures = {"zf_xiaoxiao"}
    engine.free.clear()
    lines = [say(thread, "aaaa"), say(thread, "bbbb")]
    new = say(thread, "慢", voice="zf_xiaoxiao")
    thread.start()
    qtbot.waitUntil(lambda: len(engine.said) == 2)
    qtbot.wait(30)
    assert not engine.measuring.is_set()
    engine.free.set()
    assert engine.measuring.wait(5)
    urgent = say(thread, "now", urgent=True)
    qtbot.waitUntil(lambda: told.ended.get(urgent) == "finished")
    assert new not in told.ended
    engine.measures.clear()
    say(thread, "then", urgent=True)  # which interrupts the measuring once more
    qtbot.waitUntil(lambda: told.ended.keys() >= {*lines, new})
    assert set(told.ended.values()) == {"finished"}


def test_the_engine_is_opened_again_when_all_have_ended(
    thread: SynthesisThread, engine: StepEngine, qtbot: QtBot
) -> None:
    told = Told(thread)
    engine.free.clear()
    lines = [say(thread, letter * 3) for letter in "abc"]
    thread.start()
    qtbot.waitUntil(lambda: len(engine.said) == 3)
    thread.reload()
    later = say(thread, "later")
    qtbot.wait(30)
    assert not engine.closed
    with qtbot.waitSignal(thread.ready):
        engine.free.set()
    assert engine.closed
    qtbot.waitUntil(lambda: told.ended == dict.fromkeys((*lines, later), "finished"))
    assert engine.said[-1] == "later"


def test_closing_does_not_wait_for_the_others(engine: StepEngine, qtbot: QtBot) -> None:
    thread = SynthesisThread(lambda: engine, voice="af_heart")
    engine.free.clear()
    for letter in "abc":
        say(thread, letter * 9)
    thread.start()
    qtbot.waitUntil(lambda: len(engine.said) == 3)
    assert thread.close(1.0)
    assert engine.closed


def test_the_result_is_that_of_one_at_a_time(engine: StepEngine, qtbot: QtBot) -> None:
    audio: list[dict[str, list[float]]] = []
    results: list[Rendered] = []
    for at_once in (1, 3):
        engine.at_once = at_once
        thread = SynthesisThread(lambda: engine, voice="af_heart")
        told = Told(thread)
        thread.finished.connect(lambda _request, result: results.append(result))
        texts = [f"line {number}" for number in range(12)]
        requests = {say(thread, text): text for text in texts}
        thread.start()
        qtbot.waitUntil(lambda told=told: len(told.ended) == 12)
        audio.append({requests[request]: levels for request, levels in told.levels.items()})
        thread.close()
    assert audio[0] == audio[1]
    assert {round(result.seconds, 3) for result in results} == {0.6, 0.7}


def test_nothing_refers_to_itself(engine: StepEngine, qtbot: QtBot) -> None:
    """Else it would be freed by whatever thread happens to collect garbage, which Qt does not survive."""
    thread = SynthesisThread(lambda: engine, voice="af_heart")
    with qtbot.waitSignal(thread.ready):
        thread.start()
    thread.close()
    gone = weakref.ref(thread)
    gc.disable()
    try:
        del thread
        assert gone() is None
    finally:
        gc.enable()
