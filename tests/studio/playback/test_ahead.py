"""Phrases that the synthesis thread makes while nothing is asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from playback_fakes import StepEngine
from pytestqt.qtbot import QtBot

from engines.streaming.phrase_bank import PhraseBank, phrases
from engines.types import Utterance
from studio.playback.synthesis import SynthesisThread

FIRST = phrases("en-us")[0]


@pytest.fixture
def engine() -> StepEngine:
    return StepEngine()


@pytest.fixture
def thread(engine: StepEngine) -> Iterator[SynthesisThread]:
    thread = SynthesisThread(lambda: engine, voice="af_heart", bank=PhraseBank())
    thread._requests.quiet_seconds = 0.01
    yield thread
    assert thread.close()


def hold(engine: StepEngine) -> None:
    """Let what is made wait in the middle of a window."""
    engine.waiting.clear()
    engine.free.clear()


def test_phrases_of_the_voice_in_use_are_made_while_all_is_quiet(
    thread: SynthesisThread, engine: StepEngine, qtbot: QtBot
) -> None:
    thread.start()
    qtbot.waitUntil(lambda: engine.known == set(phrases("en-us")))
    assert engine.said == list(phrases("en-us"))


def test_nothing_is_made_ahead_before_it_has_been_quiet(
    thread: SynthesisThread, engine: StepEngine, qtbot: QtBot
) -> None:
    thread._requests.quiet_seconds = 60.0
    with qtbot.waitSignal(thread.ready):
        thread.start()
    for number in range(3):
        with qtbot.waitSignal(thread.finished):
            thread.say(Utterance(f"line {number}", "af_heart"))
    assert len(engine.said) == 3


def test_what_is_asked_for_interrupts_the_window_of_a_phrase(
    thread: SynthesisThread, engine: StepEngine, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    errors: list[object] = []
    monkeypatch.setattr(sys, "excepthook", lambda *error: errors.append(error))
    hold(engine)
    thread.start()
    assert engine.waiting.wait(5)
    assert engine.said == [FIRST]
    request = thread.say(Utterance("ab", "af_heart"))
    qtbot.waitUntil(lambda: "ab" in engine.said)
    with qtbot.waitSignal(thread.finished) as finished:
        engine.step(2)
    assert finished.args[0] == request
    assert engine.said[:2] == [FIRST, "ab"]
    assert FIRST not in engine.known
    engine.free.set()
    qtbot.waitUntil(lambda: engine.known >= set(phrases("en-us")))
    assert engine.said[2] == FIRST
    assert not errors


def test_closing_does_not_wait_for_a_phrase(thread: SynthesisThread, engine: StepEngine) -> None:
    hold(engine)
    thread.start()
    assert engine.waiting.wait(5)
    assert thread.close(2.0)
    assert engine.closed


def test_a_reload_ends_the_phrase_and_begins_again(thread: SynthesisThread, engine: StepEngine, qtbot: QtBot) -> None:
    with qtbot.waitSignal(thread.ready):
        hold(engine)
        thread.start()
    assert engine.waiting.wait(5)
    with qtbot.waitSignal(thread.ready):
        thread.reload()
    engine.free.set()
    qtbot.waitUntil(lambda: engine.known == set(phrases("en-us")))


def test_another_voice_gets_its_phrases_when_it_has_been_used(
    thread: SynthesisThread, engine: StepEngine, qtbot: QtBot
) -> None:
    thread.start()
    qtbot.waitUntil(lambda: engine.known == set(phrases("en-us")))
    with qtbot.waitSignal(thread.finished):
        thread.say(Utterance("好", "zf_xiaoxiao"))
    qtbot.waitUntil(lambda: engine.known >= set(phrases("zh")))


def test_an_unexpected_error_is_shown_once_and_speech_goes_on(
    thread: SynthesisThread, engine: StepEngine, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    errors: list[object] = []
    monkeypatch.setattr(sys, "excepthook", lambda *error: errors.append(error))
    engine.faults[FIRST] = ZeroDivisionError("a mistake")
    thread.start()
    qtbot.waitUntil(lambda: len(errors) == 1)
    with qtbot.waitSignal(thread.finished):
        thread.say(Utterance("ab", "af_heart"))
    qtbot.wait(50)
    assert len(errors) == 1
    assert engine.said == ["ab"]
