"""What a line is felt with is a value: read from words, inherited from the cast, and part of what its takes say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.prosody.emotion import FEELINGS, NEUTRAL, Emotion
from engines.prosody.example import Example
from engines.prosody.expression import Expression
from engines.prosody.preset import Preset
from engines.prosody.presets import Presets, built_in
from studio.document import edits
from studio.document.document import Document
from studio.document.emotions import LineEmotion, heard, in_words, named
from studio.document.journal import State, opening, replay
from studio.document.plain import from_plain, to_plain
from studio.document.project_json import VERSION, decode, dumps, encode
from studio.document.script import Delivery, Line, Member, Script, changed_lines

SAD = LineEmotion("sad", Emotion(sad=1.0))
SCRIPT = Script((Line("a", "x", "Maya"), Line("b", "y")), (Member("", "v"), Member("Maya", "w")))


def felt(script: Script, row: int = 0) -> Emotion:
    return script.delivery(script.lines[row]).emotion


@pytest.mark.parametrize(
    ("text", "emotion"),
    [
        ("sad", SAD),
        (" SAD  0.6 ", SAD.graded(0.6)),
        ("sad .25", SAD.graded(0.25)),
        ("sad 0,5", SAD.graded(0.5)),
        ("sad 60 %", SAD.graded(0.6)),
        ("neutral", LineEmotion()),
        ("sad 1.5", None),
        ("sad very", None),
        ("sad 0.6 calm 0.3", LineEmotion("", Emotion(sad=0.6, calm=0.3))),
        ("悲伤 0.6", SAD.graded(0.6)),
        ("0.5", None),
        ("", None),
    ],
)
def test_words_for_emotions(text: str, emotion: LineEmotion | None) -> None:
    assert in_words(text) == emotion


def test_every_feeling_is_a_word() -> None:
    assert all((emotion := named(name)) and not emotion.is_neutral for name in FEELINGS)


def test_what_changes_nothing_is_neutral() -> None:
    for emotion in (NEUTRAL, Emotion(sad=1.0, intensity=0.0), Emotion(intensity=0.5), Emotion(strength=0.4)):
        assert heard(emotion) is NEUTRAL
    assert heard(SAD.emotion) == SAD.emotion
    assert heard(Emotion(rate=0.1)) != NEUTRAL


def test_a_line_takes_the_emotion_of_its_member_unless_it_has_its_own() -> None:
    assert felt(SCRIPT) is NEUTRAL
    script = edits.set_member(SCRIPT, Member("Maya", "w", emotion=SAD))
    assert felt(script) == SAD.emotion
    assert felt(script, 1) is NEUTRAL
    assert felt(edits.set_fields(script, ["a"], emotion=LineEmotion())) is NEUTRAL
    assert set(changed_lines(SCRIPT, script)) == {"a"}


def test_another_emotion_is_another_delivery_and_reaches_the_engine() -> None:
    script = edits.set_fields(SCRIPT, ["b"], emotion=SAD.graded(0.6))
    before, after = (each.delivery(each.lines[1]) for each in (SCRIPT, script))
    assert before != after
    assert before.key != after.key
    assert after.utterance(script.lexicons).emotion == replace(SAD.emotion, intensity=0.6)
    assert from_plain(Delivery, to_plain(after)) == after
    unheard = edits.set_fields(SCRIPT, ["b"], emotion=SAD.graded(0.0))
    assert unheard.delivery(unheard.lines[1]) == before, "its takes are as good as before"


EXAMPLE = Example("laughing", Expression(pitch=2.0 / 3.0, rate=0.2))


def test_an_example_is_kept_exactly() -> None:
    script = edits.set_emotion(SCRIPT, ["a"], lambda emotion: emotion.like(EXAMPLE).with_values(strength=0.4))
    project = decode(b"".join(encode(script, ())))
    assert project.script == script
    assert felt(project.script).example == EXAMPLE
    delivery = script.delivery(script.lines[0])
    assert delivery.key == project.script.delivery(project.script.lines[0]).key
    assert delivery.key != SCRIPT.delivery(SCRIPT.lines[0]).key
    none_of_it = edits.set_emotion(script, ["a"], lambda emotion: emotion.with_values(strength=0.0))
    assert felt(none_of_it) is NEUTRAL


def test_a_damaged_emotion_does_not_cost_the_line() -> None:
    far = {"emotion": {"example": {"title": "x", "change": {"pitch": 1e6}}}}
    lines = [{"id": "a", "text": "kept", "emotion": far}, {"id": "b", "emotion": {"emotion": {"sad": "very"}}}]
    cast = [{"name": "", "voice": "v", "emotion": far}]
    lines.append({"id": "c", "emotion": to_plain(SAD)})
    project = decode(dumps({"version": VERSION, "cast": cast, "lines": lines}))
    assert project.script.cast == (Member("", "v"),)
    assert project.script.lines == (Line("a", "kept"), Line("b"), Line("c", emotion=SAD))
    assert len(project.warnings) == 1
    assert "3 emotion(s)" in project.warnings[0]


def test_the_journal_of_an_earlier_version_has_words_for_emotions() -> None:
    entry = {"at": 0, "cut": 1, "lines": [{"id": "a", "text": "x", "emotion": "sad"}]}
    state = replay(State(SCRIPT), opening("t") + dumps(entry) + b"\n", "t")
    assert state.script.lines == (Line("a", "x", emotion=SAD), SCRIPT.lines[1])


def test_a_text_that_names_an_emotion_of_the_user_follows_it() -> None:
    def presets(share: float) -> Presets:
        return Presets((*built_in(), Preset("sly", "Sly", Emotion(happy=share), own=True)))

    lines = (Line("a", "We [sly 0.5]leave[/]."), Line("b", "A sly one."), Line("c", "We [sad]leave[/]."))
    document = Document()
    document.replace(Script(lines), (), None)
    before = document.script
    document.use_presets(presets(0.2))
    assert list(changed_lines(before, document.script)) == ["a"]
    before = document.script
    document.use_presets(presets(0.3))
    assert list(changed_lines(before, document.script)) == ["a"]
    assert not document.undo_stack.canUndo()
    document.edit("x", edits.set_fields(document.script, ["b"], text="z"))
    assert document.script.presets is not None
    assert in_words("sly 0.5", document.script.presets) == LineEmotion("sly", Emotion(happy=0.3, intensity=0.5))
