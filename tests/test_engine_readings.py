"""The reading that is shown is the one that is spoken: the marks of audio carry the phonemes that were planned."""

from __future__ import annotations

import pytest

from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.text.lexicon import Entry, Lexicon, Lexicons
from engines.types import Source, Utterance
from studio.document.script import Delivery
from studio.document.takes import Take, TakeMark
from studio.windows.inspector_reading import cells_of_phonemes, cells_of_take

LEXICONS = Lexicons(Lexicon((Entry("SQL", "sequel"),)), Lexicon((Entry("长", "cháng", "zh"),)))
TEXTS = [
    "I read{ɹɛd} the SQL{S Q L} book[pause 200ms], then SQL again.",
    "重庆{chóng qìng}行长在一处{chǔ}长廊，[as date]2/3[/]。 Then we left. 不重{zhòng}。",
]


@pytest.mark.parametrize("text", TEXTS)
def test_readings_of_audio_are_those_that_are_shown(tiny_model: KokoroModel, text: str) -> None:
    engine = Engine(tiny_model)
    voice = next(iter(engine.voices))
    utterance = Utterance(text, voice, lexicons=LEXICONS)
    segments = list(engine.phonemize(utterance))
    chunks = list(engine.speak(utterance))
    shown = [reading for segment in segments for reading in segment.readings if reading.symbols.strip()]
    heard = [mark.reading for chunk in chunks for mark in chunk.marks if mark.reading.symbols.strip()]
    assert heard == shown
    assert {Source.OVERRIDE} <= {reading.source for reading in heard}
    marks = tuple(
        TakeMark(
            m.start,
            m.end,
            (m.reading.span.start, m.reading.span.end),
            m.reading.symbols,
            m.reading.source.value,
            m.reading.language,
        )
        for chunk in chunks
        for m in chunk.marks
    )
    take = Take("t", "l", Delivery(text, voice, "", 1.0), "tiny", 1.0, engine.sample_rate, "", marks)
    before, after = cells_of_phonemes(segments), cells_of_take(take)
    assert [(c.text, c.shown, c.source, c.way) for c in after if c.symbols.strip() or c.way] == [
        (c.text, c.shown, c.source, c.way) for c in before if c.symbols.strip() or c.way
    ]
