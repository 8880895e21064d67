"""The panel of emotions: what it shows of one line and of several, and what each of its parts does to them."""

from __future__ import annotations

import wave
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from fake_line_services import FakeSynthesis, FakeTransport
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from pytestqt.qtbot import QtBot

from engines.prosody.emotion import FEELINGS, OFFSETS, Emotion
from engines.prosody.example import Example, ExampleError
from engines.prosody.exemplifying import Listened
from engines.prosody.expression import Expression
from engines.prosody.measuring import Prosody
from engines.prosody.pace import Words
from studio.document.document import Document
from studio.document.edits import set_member
from studio.document.emotions import LineEmotion, named
from studio.document.script import Line, Member, Script
from studio.emotions import EmotionLibrary
from studio.examples import Heard, Recorded, Sources
from studio.operations import Operations
from studio.windows.emotion_box import HEARD_AFTER, EmotionBox
from studio.windows.emotion_example import described
from studio.windows.emotion_sliders import value_text

HAPPY, SAD = named("happy"), named("sad")
assert HAPPY is not None
assert SAD is not None
EXAMPLE = Example("laughing", Expression(pitch=2.0, rate=0.2, pauses=-0.3))


@dataclass
class Stage:
    box: EmotionBox
    document: Document
    transport: FakeTransport
    synthesis: FakeSynthesis

    def emotion(self, line_id: str = "a") -> LineEmotion | None:
        line = self.document.script.line(line_id)
        assert line is not None
        return line.emotion

    @property
    def step(self) -> str:
        return self.document.undo_stack.undoText()

    @property
    def chosen(self) -> list[str]:
        return [item.text() for item in self.box.gallery.selectedItems()]

    def value(self, name: str) -> str:
        for sliders in (self.box.intensity, self.box.feelings, self.box.offsets, self.box.example.strength):
            if name in sliders.sliders:
                return sliders._values[name].text()
        raise KeyError(name)


@pytest.fixture
def stage(qtbot: QtBot) -> Iterator[Stage]:
    document, transport, operations, synthesis = Document(), FakeTransport(), Operations(), FakeSynthesis()
    lines = (Line("a", "One.", emotion=SAD.graded(0.6)), Line("b", "Two.", "Maya"), Line("c", "Three."))
    document.replace(Script(lines, (Member("", "af_heart"), Member("Maya", "af_bella", emotion=HAPPY))), (), None)
    box = EmotionBox(document, EmotionLibrary(), transport, operations, synthesis)  # type: ignore[arg-type]
    qtbot.addWidget(box)
    document.changed.connect(box.refresh)
    box.set_lines(("a",))
    yield Stage(box, document, transport, synthesis)
    assert operations.close()


def test_shows_what_a_line_is_felt_with(stage: Stage) -> None:
    assert stage.box._now.text() == "Sad 0.6"
    assert stage.chosen == ["Sad"]
    assert [stage.value(name) for name in ("intensity", "sad", "happy", "rate", "pitch")] == [
        "0.6", "1", "0", "0 %", "0.0 st",
    ]  # fmt: skip
    stage.box.set_lines(("b",))
    assert stage.box._now.text() == "Happy"
    assert stage.chosen == ["From the cast"]
    assert not stage.box.reset_button.isEnabled()


def test_a_preset_is_given_to_all_lines_and_the_cast_gives_it_back(stage: Stage) -> None:
    stage.box.set_lines(("a", "b", "c"))
    assert stage.box._now.text() == "(several)"
    assert stage.chosen == []
    stage.box.choose("calm")
    assert [stage.emotion(line_id) for line_id in "abc"] == [named("calm")] * 3
    assert stage.step == "Change emotion of 3 line(s)"
    assert stage.chosen == ["Calm"]
    stage.box.reset_button.click()
    assert [stage.emotion(line_id) for line_id in "abc"] == [None] * 3


def test_a_slider_changes_one_number_of_every_line_in_one_step(stage: Stage) -> None:
    stage.box.set_lines(("a", "b"))
    assert stage.value("sad") == "…"
    slider = stage.box.feelings.sliders["surprised"]
    for value in (10, 20, 30):
        slider.setValue(value)
    assert stage.emotion("a") == SAD.graded(0.6).with_values(surprised=0.3)
    assert stage.emotion("b") == HAPPY.with_values(surprised=0.3)
    assert stage.value("surprised") == "0.3"
    assert stage.document.undo_stack.count() == 1
    stage.box.offsets.sliders["pitch"].setValue(-25)
    assert stage.value("pitch") == "−2.5 st"
    assert stage.document.undo_stack.count() == 2
    stage.box.set_lines(("a",))
    assert stage.box._now.text() == "Sad* 0.6", "no longer quite the preset"


def test_every_number_has_a_slider_that_reaches_both_ends(stage: Stage) -> None:
    for name, sliders in (
        *((name, stage.box.feelings) for name in FEELINGS),
        *((name, stage.box.offsets) for name in OFFSETS),
    ):
        slider = sliders.sliders[name]
        slider.setValue(slider.maximum())
        slider.setValue(slider.minimum())
        slider.setValue(slider.maximum())
        assert slider.accessibleName()
        assert stage.value(name) == value_text(name, getattr(stage.emotion("a").emotion, name))  # type: ignore[union-attr]
    assert value_text("rate", -0.5) == "−50 %"
    assert value_text("energy", 3.0) == "+3.0 dB"


def test_a_change_is_heard_a_moment_later(stage: Stage, qtbot: QtBot) -> None:
    stage.box.intensity.sliders["intensity"].setValue(30)
    stage.box.intensity.sliders["intensity"].setValue(40)
    assert stage.transport.asked == []
    qtbot.waitUntil(lambda: len(stage.transport.asked) == 1, timeout=5 * HEARD_AFTER)
    ((kind, utterance),) = stage.transport.asked
    assert kind == "audition"
    assert utterance.emotion == SAD.graded(0.4).emotion  # type: ignore[attr-defined]
    stage.box.listen.click()
    stage.box.intensity.sliders["intensity"].setValue(50)
    assert not stage.box._hear.isActive(), "not wanted"


def test_nothing_is_heard_of_a_line_that_was_left(stage: Stage) -> None:
    stage.box.choose("calm")
    stage.box.set_lines(("b",))
    assert not stage.box._hear.isActive()


def test_the_gallery_follows_the_cast(stage: Stage) -> None:
    stage.box.set_lines(("b",))
    stage.document.edit("x", set_member(stage.document.script, Member("Maya", "af_bella", emotion=SAD)))
    assert stage.box._now.text() == "Sad"


def test_speaking_like_an_example(stage: Stage) -> None:
    stage.box.unfold.setChecked(True)
    stage.box.set_lines(("c",))
    example = stage.box.example
    assert not example.strength.isVisibleTo(stage.box)
    example.found.emit(EXAMPLE)
    assert stage.emotion("c") == LineEmotion("", Emotion(example=EXAMPLE))
    assert stage.step == "Speak 1 line(s) like laughing"
    assert stage.box._now.text() == "laughing"
    assert example.strength.isVisibleTo(stage.box)
    example.strength.sliders["strength"].setValue(40)
    assert stage.emotion("c") == LineEmotion("", Emotion(example=EXAMPLE, strength=0.4))
    example.clip.remove_button.click()
    assert stage.emotion("c") == LineEmotion()
    assert not example.clip.remove_button.isVisibleTo(stage.box)


@dataclass
class Ears:
    """Instead of what listens: remembers what it was asked, and knows the words if the test says so."""

    asked: list[Sources] = field(default_factory=list)
    words: str = ""

    def hear(self, sources: Sources) -> Heard:
        self.asked.append(sources)
        words = Words(self.words) if self.words else None
        prosody = Prosody(5.0, 3.0, 0.0, 2.0, 0.5, -1.0, 0.0, 5.0, -20.0, 4.0, -10.0, 1.0, np.zeros(12))
        clip = Listened(sources.clip.path.stem, prosody, words, 5.0)
        return Heard(clip, clip if sources.calm else None, Example(sources.clip.path.stem))


@pytest.fixture
def ears(monkeypatch: pytest.MonkeyPatch) -> Ears:
    ears = Ears()
    monkeypatch.setattr("studio.windows.emotion_example.hear", ears.hear)
    monkeypatch.setattr("studio.windows.emotion_example.judged", lambda _heard, engine: engine)
    return ears


def test_the_same_speaker_without_a_feeling_makes_it_surer(
    stage: Stage, ears: Ears, qtbot: QtBot, tmp_path: Path
) -> None:
    stage.box.unfold.setChecked(True)
    example = stage.box.example
    assert not example.calm.isVisibleTo(stage.box)
    loud, soft = tmp_path / "loud.wav", tmp_path / "soft.wav"
    example.clip.chosen.emit(loud)
    assert example.calm.choose_button.text() == "The same speaker, speaking calmly…"
    assert example.busy
    qtbot.waitUntil(lambda: not example.busy)
    assert not example.calm.remove_button.isVisibleTo(stage.box)
    example.calm.chosen.emit(soft)
    qtbot.waitUntil(lambda: not example.busy)
    assert example.calm.title.text() == "soft"
    example.calm.words.setText("Be quiet.")
    example.calm.words.editingFinished.emit()
    qtbot.waitUntil(lambda: not example.busy)
    example.calm.remove_button.click()
    qtbot.waitUntil(lambda: not example.busy)
    assert ears.asked == [
        Sources(Recorded(loud)),
        Sources(Recorded(loud), Recorded(soft)),
        Sources(Recorded(loud), Recorded(soft, "Be quiet.")),
        Sources(Recorded(loud)),
    ]
    assert stage.emotion() == SAD.graded(0.6).like(Example("loud"))
    stage.box.set_lines(("b",))
    assert not example.calm.isVisibleTo(stage.box), "nothing is taken over there"
    stage.box.set_lines(("a",))
    assert example.calm.isVisibleTo(stage.box), "what it was made of is still known"


def test_words_that_are_known_are_shown_to_the_model(stage: Stage, ears: Ears, qtbot: QtBot, tmp_path: Path) -> None:
    stage.box.unfold.setChecked(True)
    example, ears.words = stage.box.example, "Who goes there?"
    example.listen(tmp_path / "loud.wav")
    qtbot.waitUntil(lambda: bool(stage.synthesis.questions))
    assert example.busy
    stage.synthesis.answer(EXAMPLE)
    assert not example.busy
    assert stage.emotion() == SAD.graded(0.6).like(EXAMPLE)
    assert example.clip.words.placeholderText() == "Who goes there?"

    example.clip.words.setText("Something else that nobody says")
    example.clip.words.editingFinished.emit()
    qtbot.waitUntil(lambda: len(stage.synthesis.questions) == 2)
    stage.synthesis.answer(ExampleError("The transcript of the example is too long: correct it."))
    assert example.note.text == "The transcript of the example is too long: correct it."
    assert example.clip.words.isVisibleTo(stage.box), "to be corrected"
    assert stage.emotion() == SAD.graded(0.6).like(EXAMPLE)

    example.clip.words.setText("")
    example.clip.words.editingFinished.emit()
    qtbot.waitUntil(lambda: len(stage.synthesis.questions) == 3)
    stage.synthesis.failed.emit(max(stage.synthesis.questions), "There is no model.")
    assert not example.busy
    assert not example.note.is_error
    assert stage.emotion() == SAD.graded(0.6).like(Example("loud")), "by ear"


def test_an_example_in_plain_words() -> None:
    assert described(EXAMPLE) == "“laughing” is higher, faster, with shorter pauses."
    assert described(Example("x")) == "“x” is spoken much like usual speech."


def test_a_dropped_recording_that_is_no_speech_says_what_to_do(stage: Stage, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "silence.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(24_000)
        file.writeframes(np.zeros(48_000, np.int16).tobytes())
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    common = (Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    entering = QDragEnterEvent(QPoint(5, 5), *common)
    stage.box.dragEnterEvent(entering)
    assert entering.isAccepted()
    stage.box.dropEvent(QDropEvent(QPointF(5, 5), *common))
    assert stage.box.example.busy
    qtbot.waitUntil(lambda: not stage.box.example.busy, timeout=10_000)
    assert stage.box.example.note.is_error
    assert "silent" in stage.box.example.note.text
    assert stage.emotion() == SAD.graded(0.6)
