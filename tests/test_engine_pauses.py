"""Pauses that a text asks for are heard, and readings that are laid down are what is spoken."""

from __future__ import annotations

import numpy as np
import pytest

from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.text.lexicon import Entry, Lexicon, Lexicons
from engines.text.notation import NotationError
from engines.types import AudioChunk, Slot, Source, Span, Utterance


@pytest.fixture
def tiny(tiny_model: KokoroModel) -> Engine:
    return Engine(tiny_model)


def spoken(engine: Engine, text: str, **how: object) -> list[AudioChunk]:
    chunks = list(engine.speak(Utterance(text, "af_tiny", **how)))  # type: ignore[arg-type]
    position = 0
    for chunk in chunks:
        assert chunk.start == position
        position += len(chunk.samples)
    return chunks


def silences(chunks: list[AudioChunk]) -> list[float]:
    """Seconds of every stretch that is silent from chunk to chunk."""
    return [len(chunk.samples) / chunk.sample_rate for chunk in chunks if not np.any(chunk.samples)]


def test_pauses_are_heard_where_they_are(tiny: Engine) -> None:
    chunks = spoken(tiny, "[pause 300ms]Hello[pause 1.5s] world.[pause 700ms]")
    assert silences(chunks) == [0.3, 1.5, 0.7]
    silent = [not np.any(chunk.samples) for chunk in chunks]
    assert silent[0]
    assert silent[-1]
    assert silent[1:-1].count(True) == 1
    words = [spoken(tiny, "Hello"), spoken(tiny, "world.")]
    assert any(np.any(chunk.samples) for word in words for chunk in word)


def test_a_pause_is_as_long_at_any_speed(tiny: Engine) -> None:
    assert silences(spoken(tiny, "Hello[pause 1s] world.", speed=2.0)) == [1.0]


def test_pauses_at_the_ends_are_part_of_a_slot(tiny: Engine) -> None:
    chunks = spoken(tiny, "[pause 250ms]Hello world.[pause 250ms]")
    natural = sum(len(chunk.samples) for chunk in chunks) / tiny.sample_rate
    fitted = spoken(tiny, "[pause 250ms]Hello world.[pause 250ms]", slot=Slot(natural * 0.95))
    assert len(silences(fitted)) == 2
    assert sum(len(chunk.samples) for chunk in fitted) / tiny.sample_rate == pytest.approx(natural * 0.95, abs=1e-3)


def test_the_reading_that_is_shown_is_the_one_that_is_spoken(tiny: Engine) -> None:
    text = "I read{ɹɛd} SQL and 重庆 it."
    lexicons = Lexicons(Lexicon((Entry("SQL", "sequel"),)), Lexicon((Entry("重庆", "chóng qìng"),)))
    utterance = Utterance(text, "af_tiny", lexicons=lexicons)
    shown = [reading for phonemes in tiny.phonemize(utterance) for reading in phonemes.readings]
    heard = {mark.reading for chunk in tiny.speak(utterance) for mark in chunk.marks}
    assert heard <= set(shown)
    laid_down = {reading.source: reading for reading in shown}
    for source in (Source.OVERRIDE, Source.PROJECT_LEXICON, Source.USER_LEXICON):
        assert laid_down[source] in heard
    assert laid_down[Source.OVERRIDE].symbols == "ɹɛd"
    assert text[slice(*laid_down[Source.OVERRIDE].span)] == "read"


def test_the_engine_converts_and_offers_readings(tiny: Engine) -> None:
    assert tiny.convert("chóng qìng", "zh", over="重庆").symbols == "ꭧʰʊ↗ŋʨʰi↘ŋ"
    with pytest.raises(NotationError, match="no Mandarin syllable"):
        tiny.convert("chnóg", "zh", over="重")
    assert {candidate.shown for candidate in tiny.candidates("行", Span(0, 1), "zh")} >= {"xíng", "háng"}
