from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from engines.engine import Engine
from engines.errors import ModelMissingError, NothingToSayError, VoiceNotFoundError
from engines.models.kokoro.model import KokoroModel
from engines.runtime.onnx_runtime import OnnxRuntimeBackend
from engines.types import AudioChunk, Phonemes, Reading, Source, Span, Utterance
from tests.tiny import TINY


class WordReader:
    """A stand-in for the text front end: a segment a line, letters are their own symbols."""

    def __init__(self) -> None:
        self.read_lines: list[str] = []

    def read(self, utterance: Utterance, voice_language: str) -> Iterator[Phonemes]:
        at = 0
        for line in utterance.text.splitlines(keepends=True):
            span = Span(at, at + len(line))
            at = span.end
            word = line.strip()
            self.read_lines.append(word)
            readings = (
                Reading(Span(span.start, span.start + len(word)), word, word, Source.LEXICON, voice_language),
                Reading(Span(span.start + len(word), span.end), "", "", Source.PUNCTUATION, voice_language),
            )
            yield Phonemes(utterance, span, readings, pause=0.25 if line.endswith("\n") else 0.0)
        if not at:
            raise NothingToSayError("The text is empty: type something to say.")


@pytest.fixture
def reader() -> WordReader:
    return WordReader()


@pytest.fixture
def tiny(tiny_model: KokoroModel, reader: WordReader) -> Engine:
    return Engine(tiny_model, reader)  # type: ignore[arg-type]


def test_speech_is_one_continuous_line(tiny: Engine) -> None:
    chunks = list(tiny.speak(Utterance("helO\nwOrld\naɡain", "af_tiny")))
    position = 0
    for chunk in chunks:
        assert chunk.start == position
        position += len(chunk.samples)
    pauses = [c for c in chunks if not c.samples.any()]
    assert [len(c.samples) for c in pauses] == [6000, 6000]


def test_marks_point_into_the_text_and_the_audio(tiny: Engine) -> None:
    text = "helO\nwOrld\naɡain"
    chunks = list(tiny.speak(Utterance(text, "af_tiny")))
    marks = [m for c in chunks for m in c.marks]
    assert [text[m.reading.span.start : m.reading.span.end] for m in marks] == text.split()
    total = sum(len(c.samples) for c in chunks)
    edges = [edge for m in marks for edge in (m.start, m.end)]
    assert edges == sorted(edges)
    assert edges[-1] <= total


def test_sound_starts_before_the_rest_is_read(tiny: Engine, reader: WordReader) -> None:
    stream = tiny.speak(Utterance("helO\nwOrld\naɡain", "af_tiny"))
    first = next(stream)
    assert isinstance(first, AudioChunk)
    assert reader.read_lines == ["helO"]
    stream.close()  # type: ignore[attr-defined]


def test_cancel_ends_the_stream(tiny: Engine, reader: WordReader) -> None:
    cancel = threading.Event()
    stream = tiny.speak(Utterance("helO\nwOrld\naɡain", "af_tiny"), cancel=cancel)
    next(stream)
    cancel.set()
    assert list(stream) == []
    assert reader.read_lines == ["helO"]


def test_the_same_utterance_gives_the_same_audio(tiny: Engine) -> None:
    takes = [np.concatenate([c.samples for c in tiny.speak(Utterance("helO\nwOrld", "af_tiny"))]) for _ in range(2)]
    assert np.array_equal(*takes)


def test_two_threads_may_speak_at_once(tiny: Engine) -> None:
    def say(text: str, voice: str) -> np.ndarray:
        return np.concatenate([c.samples for c in tiny.speak(Utterance(text, voice))])

    alone = [say("helO", "af_tiny"), say("wOrld", "zf_mini")]
    together: dict[str, np.ndarray] = {}
    threads = [
        threading.Thread(target=lambda t=t, v=v: together.__setitem__(v, say(t, v)))
        for t, v in (("helO", "af_tiny"), ("wOrld", "zf_mini"))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert np.array_equal(together["af_tiny"], alone[0])
    assert np.array_equal(together["zf_mini"], alone[1])


class Batched(KokoroModel):
    """The tiny model as if it ran where windows are faster together."""

    window = 40  # type: ignore[assignment]


@pytest.mark.parametrize("batched", [False, True])
def test_several_lines_at_once_are_the_same_to_the_bit(tiny_pack: Path, tmp_path: Path, batched: bool) -> None:
    model = (Batched if batched else KokoroModel)(
        tiny_pack, OnnxRuntimeBackend(1, fast_integers=False), tmp_path, pack="tiny", config=TINY
    )
    lines = [("helO\nwOrld", "af_tiny"), ("aɡain", "zf_mini"), ("helO aɡain", "af_tiny"), ("wOrld", "zf_mini")]
    with Engine(model, WordReader()) as engine:  # type: ignore[arg-type]
        utterances = [Utterance(text, voice) for text, voice in lines]
        alone = [np.concatenate([c.samples for c in engine.speak(utterance)]) for utterance in utterances]
        with ThreadPoolExecutor(engine.at_once) as pool:
            together = list(
                pool.map(lambda one: np.concatenate([c.samples for c in engine.speak_beside(one)]), utterances)
            )
        for one, other in zip(alone, together, strict=True):
            np.testing.assert_array_equal(one, other)
        cancel = threading.Event()
        stream = engine.speak_beside(utterances[0], cancel=cancel)
        next(stream)
        cancel.set()
        assert list(stream) == []


def test_an_unknown_voice_is_named(tiny: Engine) -> None:
    with pytest.raises(VoiceNotFoundError, match=r"'nobody'.*timbre voices"):
        next(tiny.speak(Utterance("helO", "nobody")))


def test_voices_tell_language_and_gender(tiny: Engine) -> None:
    info = tiny.voices["zf_mini"]
    assert (info.language, info.gender, info.pack) == ("zh", "female", "tiny")


def test_without_a_model_the_message_says_how_to_get_it(tmp_path: object) -> None:
    with pytest.raises(ModelMissingError, match="timbre models install"):
        Engine.open(tmp_path)  # type: ignore[arg-type]
