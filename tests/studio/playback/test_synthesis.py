"""The thread that owns the engine, with an engine that goes step by step."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from playback_fakes import VOICES, StepEngine
from PySide6.QtCore import QCoreApplication, QThread
from pytestqt.qtbot import QtBot

from engines.errors import ModelMissingError, TimbreError
from engines.types import Utterance
from studio.playback.synthesis import SynthesisThread


class Log:
    """Everything that a thread told, in order."""

    def __init__(self, thread: SynthesisThread) -> None:
        self.events: list[tuple[Any, ...]] = []
        for name in ("loading", "ready", "unavailable", "preparing", "started", "chunk", "finished", "failed"):
            getattr(thread, name).connect(self._keeper(name))
        for name in ("cancelled", "read"):
            getattr(thread, name).connect(self._keeper(name))

    def _keeper(self, name: str) -> Callable[..., None]:
        def keep(*values: Any) -> None:
            assert QThread.currentThread() is QCoreApplication.instance().thread()
            self.events.append((name, *values))

        return keep

    def of(self, request: int) -> list[str]:
        return [event[0] for event in self.events if len(event) > 1 and event[1] == request]

    def names(self) -> list[str]:
        return [event[0] for event in self.events]

    def audio(self, request: int) -> np.ndarray:
        return np.concatenate([e[2].samples for e in self.events if e[0] == "chunk" and e[1] == request])

    def order(self) -> list[int]:
        return [event[1] for event in self.events if event[0] == "chunk"]


@pytest.fixture
def engine() -> StepEngine:
    return StepEngine()


@pytest.fixture
def thread(engine: StepEngine, qtbot: QtBot) -> Iterator[SynthesisThread]:
    thread = SynthesisThread(lambda: engine)
    yield thread
    begin = time.monotonic()
    thread.close()
    assert time.monotonic() - begin < 1
    assert not thread.isRunning()


def words(text: str, voice: str = "af_heart") -> Utterance:
    return Utterance(text, voice)


def test_a_request_is_answered_by_chunks_and_a_result(thread: SynthesisThread, qtbot: QtBot) -> None:
    log = Log(thread)
    request = thread.say(words("ab☃"))
    with qtbot.waitSignal(thread.finished):
        thread.start()
    assert log.of(request) == ["started", "chunk", "chunk", "chunk", "finished"]
    result = log.events[-1][2]
    assert result.seconds == pytest.approx(0.3)
    assert result.unspoken == ("☃",)
    assert 0 <= result.first_sound <= result.making
    info = next(event[1] for event in log.events if event[0] == "ready")
    assert (info.model, info.backend, info.sample_rate, dict(info.voices)) == ("tiny", "fake", 24_000, VOICES)


def test_urgent_speech_goes_between_two_windows_and_nothing_is_lost(
    thread: SynthesisThread, engine: StepEngine, qtbot: QtBot
) -> None:
    log = Log(thread)
    engine.free.clear()
    slow, later = thread.say(words("slow")), thread.say(words("later"))
    thread.start()
    engine.step()
    qtbot.waitUntil(lambda: log.order() == [slow])
    urgent, second = thread.say(words("now"), urgent=True), thread.say(words("2"), urgent=True)
    engine.step()
    engine.free.set()
    qtbot.waitUntil(lambda: log.names().count("finished") == 4)
    order = log.order()
    assert order[-5:] == [later] * 5
    assert order.index(urgent) <= 2
    assert order[order.index(urgent) :][:4] == [urgent] * 3 + [second]
    assert len(log.audio(slow)) == 4 * 2400
    assert engine.said == ["slow", "now", "2", "later"]


def test_what_is_urgent_no_longer_lets_the_next_urgent_pass(
    thread: SynthesisThread, engine: StepEngine, qtbot: QtBot
) -> None:
    log = Log(thread)
    engine.free.clear()
    first = thread.say(words("first"), urgent=True)
    thread.start()
    engine.step()
    qtbot.waitUntil(lambda: log.order() == [first])
    thread.urge(first, False)
    second = thread.say(words("b"), urgent=True)
    engine.step()
    engine.free.set()
    qtbot.waitUntil(lambda: log.names().count("finished") == 2)
    assert log.order() == [first, first, second, first, first, first]


def test_cancelling_ends_at_the_next_window(thread: SynthesisThread, engine: StepEngine, qtbot: QtBot) -> None:
    log = Log(thread)
    engine.free.clear()
    request, queued = thread.say(words("abcdef")), thread.say(words("never"))
    thread.start()
    engine.step()
    qtbot.waitUntil(lambda: log.order() == [request])
    thread.cancel(request)
    thread.cancel(queued)
    engine.step()
    qtbot.waitUntil(lambda: log.names().count("cancelled") == 2)
    assert log.of(request) == ["started", "chunk", "cancelled"]
    assert log.of(queued) == ["cancelled"]
    thread.cancel(request)  # nothing is left of it


def test_a_voice_that_is_measured_tells_and_can_be_cancelled(
    thread: SynthesisThread, engine: StepEngine, qtbot: QtBot
) -> None:
    log = Log(thread)
    engine.measures = {"zf_xiaoxiao"}
    request = thread.say(words("慢", "zf_xiaoxiao"))
    thread.start()
    qtbot.waitUntil(lambda: log.of(request) == ["preparing"])
    assert log.events[-1][2:] == ("Preparing the voice zf_xiaoxiao; this happens once", 0.25)
    thread.cancel(request)
    qtbot.waitUntil(lambda: log.of(request) == ["preparing", "cancelled"])
    other = thread.say(words("a"))
    qtbot.waitUntil(lambda: "finished" in log.of(other))


def test_measuring_for_later_gives_way_to_who_listens_now(
    thread: SynthesisThread, engine: StepEngine, qtbot: QtBot
) -> None:
    log = Log(thread)
    engine.measures = {"zf_xiaoxiao"}
    slow = thread.say(words("慢", "zf_xiaoxiao"))
    reading = thread.read_text(words("读", "zf_xiaoxiao"))
    thread.start()
    qtbot.waitUntil(lambda: log.of(slow) == ["preparing"])
    with qtbot.waitSignal(thread.finished):
        now = thread.say(words("now"), urgent=True)
    assert "finished" in log.of(now)
    qtbot.waitUntil(lambda: log.of(slow) == ["preparing", "preparing"])
    engine.measures.clear()
    thread.say(words("again"), urgent=True)
    qtbot.waitUntil(lambda: "finished" in log.of(slow) and log.of(reading) == ["read"])


def test_reading_waits_for_speech_unless_it_is_quick(thread: SynthesisThread, engine: StepEngine, qtbot: QtBot) -> None:
    log = Log(thread)
    engine.free.clear()
    speech = thread.say(words("abc"))
    thread.start()
    engine.step()
    qtbot.waitUntil(lambda: log.order() == [speech])
    quick, cold = thread.read_text(words("hi")), thread.read_text(words("你", "zf_xiaoxiao"))
    engine.step()
    qtbot.waitUntil(lambda: log.of(quick) == ["read"])
    assert "finished" not in log.of(speech)
    engine.free.set()
    qtbot.waitUntil(lambda: log.of(cold) == ["read"])
    names = [(event[0], event[1]) for event in log.events if event[0] in ("finished", "read")]
    assert names == [("read", quick), ("finished", speech), ("read", cold)]
    (phonemes,) = next(event[2] for event in log.events if event[:2] == ("read", quick))
    assert phonemes.symbols == "hi"


def test_an_error_is_a_sentence_and_the_thread_goes_on(
    thread: SynthesisThread, engine: StepEngine, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    reported: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda _kind, error, _trace: reported.append(error))
    log = Log(thread)
    engine.faults = {"bad": TimbreError("Write it otherwise."), "worse": ValueError("oops")}
    bad, worse, unknown, good = (
        thread.say(words("bad")),
        thread.say(words("worse")),
        thread.say(words("x", "nobody")),
        thread.say(words("good")),
    )
    with qtbot.waitSignal(thread.finished):
        thread.start()
    failures = {event[1]: event[2] for event in log.events if event[0] == "failed"}
    assert failures == {
        bad: "Write it otherwise.",
        worse: "Something went wrong inside the program (oops); your work is kept.",
        unknown: "There is no voice nobody.",
    }
    assert [str(error) for error in reported] == ["oops"]
    assert "finished" in log.of(good)


def test_a_missing_model_is_a_sentence_and_can_be_installed(engine: StepEngine, qtbot: QtBot) -> None:
    installed: list[StepEngine] = []

    def open_engine() -> StepEngine:
        if not installed:
            raise ModelMissingError("Install the model first.")
        return installed[0]

    thread = SynthesisThread(open_engine, voice="af_heart")
    log = Log(thread)
    request = thread.say(words("early"))
    thread.start()
    qtbot.waitUntil(lambda: log.of(request) == ["failed"])
    assert ("unavailable", "Install the model first.") in log.events
    assert ("failed", request, "Install the model first.") in log.events
    installed.append(engine)
    with qtbot.waitSignal(thread.ready):
        thread.reload()
    assert engine.warmed == ["af_heart"]
    with qtbot.waitSignal(thread.finished):
        thread.say(words("now"))
    thread.close()
    assert engine.closed


def test_loading_again_waits_for_what_is_under_way(thread: SynthesisThread, engine: StepEngine, qtbot: QtBot) -> None:
    log = Log(thread)
    engine.free.clear()
    request = thread.say(words("abc"))
    thread.start()
    engine.step()
    qtbot.waitUntil(lambda: log.order() == [request])
    thread.reload()
    engine.free.set()
    qtbot.waitUntil(lambda: log.names().count("ready") == 2)
    assert log.of(request) == ["started", "chunk", "chunk", "chunk", "finished"]
    assert engine.closed


@pytest.mark.parametrize("moment", ["before it starts", "loading", "measuring", "rendering", "idle"])
def test_closing_is_quick_whatever_it_does(moment: str, engine: StepEngine, qtbot: QtBot) -> None:
    thread = SynthesisThread(lambda: engine, voice="zf_xiaoxiao" if moment == "loading" else "")
    if moment != "before it starts":
        if moment in ("loading", "measuring"):
            engine.measures = {"zf_xiaoxiao"}
        if moment == "measuring":
            thread.say(words("慢", "zf_xiaoxiao"))
        if moment == "rendering":
            engine.free.clear()
            thread.say(words("abc"))
        with qtbot.waitSignal(thread.loading):
            thread.start()
        if moment == "rendering":
            assert engine.waiting.wait(2)
        elif moment != "idle":
            assert engine.measuring.wait(2)
    begin = time.monotonic()
    thread.close()
    assert time.monotonic() - begin < 0.5
    assert thread.isFinished() or moment == "before it starts"
    assert engine.closed or moment == "before it starts"


class TestQuestions:
    def test_are_answered_on_the_thread_of_the_engine(self, thread: SynthesisThread, qtbot: QtBot) -> None:
        thread.start()
        with qtbot.waitSignal(thread.answered) as told:
            question = thread.ask(lambda engine: (engine, QThread.currentThread()))
        assert told.args[0] == question
        assert told.args[1] == (thread._engine, thread)

    def test_what_they_raise_is_a_sentence(self, thread: SynthesisThread, qtbot: QtBot) -> None:
        thread.start()
        with qtbot.waitSignal(thread.failed) as told:
            question = thread.ask(lambda engine: engine.profile_of("nobody"))
        assert told.args == [question, "There is no voice nobody."]

    def test_are_put_between_what_waits_and_what_is_urgent_later(
        self, thread: SynthesisThread, engine: StepEngine, qtbot: QtBot
    ) -> None:
        engine.free.clear()
        order: list[int] = []
        thread.answered.connect(lambda request, _answer: order.append(request))
        thread.finished.connect(lambda request, _result: order.append(request))
        thread.start()
        slow = thread.say(Utterance("slow", "af_heart"))
        assert engine.waiting.wait(5)
        question = thread.ask(lambda engine: engine.refresh_voices(()))
        quick = thread.say(Utterance("quick", "af_heart"), urgent=True)
        engine.free.set()
        qtbot.waitUntil(lambda: len(order) == 3)
        assert order == [question, quick, slow]
