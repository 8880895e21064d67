from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np
import pytest

from engines.engine import Engine
from engines.errors import LanguageNotAvailableError
from engines.models.base import VoiceInfo
from engines.models.kokoro.model import KokoroModel
from engines.streaming import phrase_bank
from engines.streaming.phrase_bank import NUMBERS, PhraseBank, phrases
from engines.streaming.result_cache import ResultCache
from engines.text.frontends import installed_front_ends
from engines.text.lexicon import Entry, Lexicon, Lexicons
from engines.types import AudioChunk, Slot, Utterance


class FakeSpeaker:
    """Says every text in three chunks, and knows what it has said to the end."""

    def __init__(self) -> None:
        self.voices = {
            "ann": VoiceInfo("ann", "en-gb", "female", "tiny"),
            "bo": VoiceInfo("bo", "zh", "male", "tiny"),
            "cy": VoiceInfo("cy", "xx", "male", "tiny"),
        }
        self.begun: list[Utterance] = []
        self.said: list[Utterance] = []
        self.faults: dict[str, Exception] = {}

    def knows(self, utterance: Utterance) -> bool:
        return utterance in self.said

    def speak(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        self.begun.append(utterance)
        if fault := self.faults.pop(utterance.text, None):
            raise fault
        for start in range(3):
            yield AudioChunk(np.zeros(1, np.float32), 24_000, start)
        self.said.append(utterance)

    @property
    def texts(self) -> list[str]:
        return [utterance.text for utterance in self.said]


@pytest.fixture
def speaker() -> FakeSpeaker:
    return FakeSpeaker()


@pytest.fixture
def bank() -> PhraseBank:
    return PhraseBank()


def drain(work: Iterator[None]) -> int:
    return sum(1 for _ in work)


def test_every_voice_gets_the_phrases_of_its_language(bank: PhraseBank, speaker: FakeSpeaker) -> None:
    drain(bank.work(speaker, ["ann", "bo", "gone"]))
    assert [u.text for u in speaker.said if u.voice == "ann"] == list(phrases("en-gb"))
    assert [u.text for u in speaker.said if u.voice == "bo"] == list(phrases("zh"))
    assert {u.voice for u in speaker.said} == {"ann", "bo"}


def test_nothing_is_made_twice(bank: PhraseBank, speaker: FakeSpeaker) -> None:
    speaker.said.append(Utterance("Hello.", "ann"))
    drain(bank.work(speaker, ["ann"]))
    assert speaker.texts.count("Hello.") == 1
    begun = len(speaker.begun)
    assert drain(bank.work(speaker, ["ann"])) == 0
    assert drain(PhraseBank().work(speaker, ["ann"])) == len(phrases("en-gb"))
    assert len(speaker.begun) == begun


def test_work_can_be_left_after_every_window_and_goes_on_later(bank: PhraseBank, speaker: FakeSpeaker) -> None:
    for windows in (1, 2, 3, 9):
        work = bank.work(speaker, ["ann"])
        for _ in range(windows):
            next(work)
        work.close()  # type: ignore[attr-defined]
    # Each phrase is three windows and a stop behind it.
    assert speaker.texts == ["Hello.", "Good morning."][: len(speaker.said)]
    assert len(speaker.said) == 2
    drain(bank.work(speaker, ["ann"]))
    assert speaker.texts == list(phrases("en-gb"))


def test_the_lines_said_most_go_first_as_the_user_reads_them_now(bank: PhraseBank, speaker: FakeSpeaker) -> None:
    lexicons = Lexicons(user=Lexicon((Entry("lake", "lok"),)))
    for text, uses in (("Once.", 1), ("Twice.", 2), ("Often.", 5)):
        for _ in range(uses):
            bank.note(Utterance(text, "bo"))
    bank.note(Utterance("Often.", "bo", lexicons=lexicons))
    drain(bank.work(speaker, ["ann"]))
    assert speaker.said[:2] == [Utterance(text, "bo", lexicons=lexicons) for text in ("Often.", "Twice.")]
    assert "Once." not in speaker.texts


@pytest.mark.parametrize(
    "line",
    [
        Utterance("x" * (phrase_bank.LONGEST + 1), "bo"),
        Utterance("In a slot.", "bo", slot=Slot(1.0)),
        Utterance("An audition.", "bo", at_once=True),
        Utterance("Measured.", "bo", anew=True),
    ],
    ids=lambda line: line.text[:12],
)
def test_lines_that_will_hardly_be_said_alike_are_not_counted(
    bank: PhraseBank, speaker: FakeSpeaker, line: Utterance
) -> None:
    for _ in range(3):
        bank.note(line)
    drain(bank.work(speaker, []))
    assert not speaker.said


def test_counting_is_bounded_and_keeps_the_most_frequent(bank: PhraseBank, speaker: FakeSpeaker) -> None:
    for _ in range(5):
        bank.note(Utterance("Often.", "bo"))
    for number in range(3000):
        bank.note(Utterance(f"Line {number}.", "bo"))
    drain(bank.work(speaker, []))
    assert speaker.texts == ["Often."]
    assert len(bank._uses) <= phrase_bank._COUNTED


def test_a_phrase_that_cannot_be_said_is_left_out(bank: PhraseBank, speaker: FakeSpeaker) -> None:
    speaker.faults["Hello."] = LanguageNotAvailableError("The language cannot be read; install it.")
    drain(bank.work(speaker, ["ann"]))
    assert speaker.texts == list(phrases("en-gb")[1:])


def test_an_interruption_leaves_the_phrase_for_later(bank: PhraseBank, speaker: FakeSpeaker) -> None:
    speaker.faults["Hello."] = RuntimeError("interrupted")
    with pytest.raises(RuntimeError):
        drain(bank.work(speaker, ["ann"]))
    drain(bank.work(speaker, ["ann"]))
    assert speaker.texts[0] == "Hello."


def test_what_is_forgotten_is_looked_at_again(bank: PhraseBank, speaker: FakeSpeaker) -> None:
    drain(bank.work(speaker, ["ann"]))
    speaker.said.clear()
    bank.forget()
    drain(bank.work(speaker, ["ann"]))
    assert speaker.texts == list(phrases("en-gb"))


def test_every_language_that_can_be_read_has_greetings() -> None:
    for language in installed_front_ends().languages:
        listed = phrases(language)
        assert len(listed) > len(NUMBERS) + 10
        assert len(set(listed)) == len(listed)
        assert all(text == text.strip() and 0 < len(text) <= phrase_bank.LONGEST for text in listed)
    assert phrases("xx") == NUMBERS


def test_what_was_made_ahead_needs_no_model(tiny_model: KokoroModel, bank: PhraseBank) -> None:
    engine = Engine(tiny_model, cache=ResultCache(64 << 20))
    work = bank.work(engine, ["af_tiny"])
    while not engine.knows(Utterance("Good afternoon.", "af_tiny")):
        next(work)
    work.close()  # type: ignore[attr-defined]
    engine.interrupt(True)
    try:
        assert list(engine.speak(Utterance("Good afternoon.", "af_tiny")))
    finally:
        engine.interrupt(False)
