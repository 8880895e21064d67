"""Tags that say how their text is felt become emotions of the segments, and what cannot be followed is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engines.engine import Engine
from engines.models.kokoro.alphabet import ALPHABET
from engines.models.kokoro.model import KokoroModel
from engines.prosody.emotion import Emotion
from engines.prosody.manner import Manner
from engines.prosody.preset import Preset
from engines.prosody.presets import PresetStore, built_in
from engines.prosody.written import emotion_of, written
from engines.streaming.result_cache import ResultCache
from engines.text.reader import TextReader
from engines.types import Phonemes, Utterance


@pytest.fixture(scope="module")
def reader() -> TextReader:
    return TextReader(ALPHABET)


def felt(reader: TextReader, text: str) -> list[tuple[str, Emotion]]:
    """Of one segment, the piece of the text with each emotion."""
    (segment,) = reader.read(Utterance(text, "af_heart", "en-us"), "en-us")
    assert not segment.problems
    return [(text[slice(*span)], emotion) for span, emotion in segment.emotions]


@pytest.mark.parametrize(
    ("tag", "emotion"),
    [
        ("happy 0.6", Emotion(happy=0.6)),
        ("happy", Emotion(happy=1.0)),
        ("Happy 60%", Emotion(happy=0.6)),
        ("开心 0.6", Emotion(happy=0.6)),
        ("happy 0.6 surprised 0.3", Emotion(happy=0.6, surprised=0.3)),
        ("happy 0.6, surprised", Emotion(happy=0.6, surprised=1.0)),
        ("neutral", Emotion(intensity=0.0)),
        ("sad 0", Emotion(intensity=0.0)),
        ("rate 0.8", Emotion(rate=-0.2)),
        ("rate slow", Emotion(rate=-0.2)),
        ("rate +50%", Emotion(rate=0.5)),
        ("pitch +2st", Emotion(pitch=2.0)),
        ("pitch low", Emotion(pitch=-2.0)),
        ("range 80%", Emotion(range=-0.2)),
        ("volume +3dB", Emotion(energy=3.0)),
    ],
)
def test_a_tag_is_an_emotion_of_its_text(reader: TextReader, tag: str, emotion: Emotion) -> None:
    ((piece, said),) = felt(reader, f"We are [{tag}]all here[/] now.")
    assert piece == "all here"
    assert said.intensity == emotion.intensity
    assert [*said.feelings, *said.offsets] == pytest.approx([*emotion.feelings, *emotion.offsets])


def test_a_preset_may_be_named_and_graded(reader: TextReader) -> None:
    ((_, whole),) = felt(reader, "We are [excited]all here[/] now.")
    ((_, half),) = felt(reader, "We are [excited 0.5]all here[/] now.")
    assert any(whole.feelings)
    assert [*half.feelings, *half.offsets] == pytest.approx([x / 2 for x in (*whole.feelings, *whole.offsets)])


def test_inner_spans_come_after_outer_ones(reader: TextReader) -> None:
    pieces = [piece for piece, _ in felt(reader, "[sad]We [emphasis strong]are[/] here[/] now.")]
    assert pieces == ["We [emphasis strong]are[/] here", "are"]


@pytest.mark.parametrize(
    "tag",
    [
        *("happy 3", "happy very", "hapy 0.6", "happy 0.3 0.4", "rate quickly", "pitch 200Hz", "range +2st"),
        *("volume +1%", "emphasis huge", "contour (0%,+20%)", "duration 2s"),
    ],
)
def test_what_cannot_be_followed_is_told_where_it_is(reader: TextReader, tag: str) -> None:
    text = f"We are [{tag}]all here[/] now."
    (segment,) = reader.read(Utterance(text, "af_heart", "en-us"), "en-us")
    assert [text[slice(*problem.span)] for problem in segment.problems] == [f"[{tag}]"]
    assert not segment.emotions


@pytest.mark.parametrize("tag", ["x", "note to self", "rate medium", "emphasis none"])
def test_other_tags_say_nothing_about_feelings(reader: TextReader, tag: str) -> None:
    assert not felt(reader, f"We are [{tag}]all here[/] now.")


def test_an_emotion_is_of_the_symbols_of_its_words(reader: TextReader) -> None:
    def passage(text: str) -> str:
        (segment,) = reader.read(Utterance(text, "af_heart", "en-us"), "en-us")
        ((start, end, _),) = Manner.of(segment).passages
        return segment.symbols[start:end]

    assert passage("We are [happy]all here[/] now.") == "ˈɔl hˈɪɹ"
    assert passage("[happy]We are all here now.[/]") == symbols(reader, "We are all here now.")
    assert passage("We [happy]read{ɹɛd}[/] it.") == "ɹɛd"


def symbols(reader: TextReader, text: str) -> str:
    (segment,) = reader.read(Utterance(text, "af_heart", "en-us"), "en-us")
    return segment.symbols


def test_a_span_over_two_segments_is_of_both(reader: TextReader) -> None:
    text = "One day we left. [sad]Nobody ever came back to us.\n\nThe house was empty[/] and so was the town."
    segments: list[Phonemes] = list(reader.read(Utterance(text, "af_heart", "en-us"), "en-us"))
    assert len(segments) > 1
    assert [bool(segment.emotions) for segment in segments][-2:] == [True, True]
    starts = [Manner.of(segment).passages[0][:2] for segment in segments[-2:]]
    assert starts[1][0] == 0


@pytest.mark.parametrize(
    "emotion", [Emotion(happy=0.6, surprised=0.3), Emotion(sad=1.0, intensity=0.5), Emotion(pitch=2.0)]
)
def test_feelings_can_be_written_and_read_again(emotion: Emotion) -> None:
    text = written(emotion)
    if not any(emotion.feelings):
        assert not text
        return
    read_again = emotion_of(text, built_in())
    assert read_again.feelings == pytest.approx([level * emotion.intensity for level in emotion.feelings])


def test_a_text_is_read_anew_when_the_users_emotions_have_changed(tiny_model: KokoroModel, tmp_path: Path) -> None:
    store = PresetStore(tmp_path)
    engine = Engine(tiny_model, TextReader(ALPHABET), cache=ResultCache(), emotions=store)
    utterance = Utterance("We are [grim]all here[/] now.", "af_tiny", "en-us")

    def emotions() -> list[Emotion]:
        return [emotion for segment in engine.phonemize(utterance) for _, emotion in segment.emotions]

    assert emotions() == []
    grim = store.add(Preset("", "Grim", Emotion(angry=0.4)))
    assert emotions() == []
    engine.refresh_emotions()
    assert emotions() == [Emotion(angry=0.4)]
    assert engine.emotions.names[-1] == "grim"
    store.save(replace(grim, emotion=Emotion(angry=0.5)))
    engine.refresh_emotions()
    assert emotions() == [Emotion(angry=0.5)]
