"""Utterances that ask for all that goes over the network, for the tiny model."""

from __future__ import annotations

from dataclasses import replace

from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.prosody.edits import Point, SegmentEdit
from engines.prosody.emotion import Emotion
from engines.prosody.example import Example
from engines.prosody.expression import Expression
from engines.prosody.preset import Preset
from engines.prosody.presets import Presets, built_in
from engines.text.felt import named_in
from engines.text.lexicon import Entry, Lexicon, Lexicons
from engines.types import Slot, Span, Utterance

VOICE = "af_tiny"
PLAIN = "One day, after the rain had gone, we went out. Nobody was there to see us. So we went back in."
OTHER = "Long ago nobody knew. Then it rained all night. They stayed at home."
"""Of which nothing is in a cache, since what is there may have been made in other windows, which round otherwise."""
TAGGED = (
    "One day, [brave 0.7]after the rain had gone[/], we {wˈɛnt} out. "
    "[happy]Nobody[/] was there. So [pitch +2st]we[/] went."
)
EXAMPLE = Example("example.wav", Expression(pitch=1.23456789, rate=0.1, energy=2.0))
BRAVE = Preset("brave", "Brave", Emotion(angry=0.4, happy=0.2, pitch=1.1, example=EXAMPLE, strength=0.7), own=True)
PRESETS = Presets((*built_in(), BRAVE))
"""With one of the user's own, which a server does not have."""
WORDS = Lexicons(project=Lexicon((Entry("Nobody", "banana"),)))


def edits_of(model: KokoroModel, text: str) -> tuple[SegmentEdit, ...]:
    """An edit of every segment of a text."""
    return tuple(
        SegmentEdit(
            segment.symbols,
            durations=((1, 1.5), (4, 0.6)),
            pitch=(Point(0.5, 1.7), Point(3.3, -2.1)),
            energy=(Point(2.0, -3.3),),
        )
        for segment in Engine(model).phonemize(Utterance(text, VOICE))
    )


def manners(model: KokoroModel) -> dict[str, Utterance]:
    """By what is special about each."""
    tagged = Utterance(TAGGED, VOICE, names=named_in(TAGGED, PRESETS))
    return {
        "emotion": Utterance(PLAIN, VOICE, emotion=Emotion(sad=0.37, happy=0.1, rate=-0.11, intensity=0.9)),
        "example": Utterance(PLAIN, VOICE, emotion=BRAVE.emotion),
        "tags": tagged,
        "edits": Utterance(PLAIN, VOICE, edits=edits_of(model, PLAIN)),
        "excerpt": Utterance(OTHER, VOICE, edits=edits_of(model, OTHER), excerpt=Span(25, 30)),
        "slot": Utterance(PLAIN, VOICE, slot=Slot(7.3, 0.7, 1.4)),
        "all": replace(tagged, emotion=Emotion(calm=0.5), slot=Slot(5.0), lexicons=WORDS, speed=1.2),
    }


KINDS = ("emotion", "example", "tags", "edits", "excerpt", "slot", "all")
