"""Any text is read: no exception, no lost character, only symbols of the model, in a time that grows with the text."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.text.english.frontend import EnglishFrontEnd
from engines.text.english.tokens import word_set
from engines.types import Reading, Source, Span

FRONT_ENDS = {language: EnglishFrontEnd(language) for language in ("en-us", "en-gb")}
ALPHABET = frozenset(";:,.!?—…()“” ˈˌːAIOQWYTabdefhijklmnpstuvwzæðŋɐɑɒɔəɛɜɡɪɹʃʊʌʒʤʧʦθᵊᵻ")
PIECES = word_set(
    "the a $5 $3.2 million 5kg 30°C 1/2 10-20 v2.0.1 Dr. St. e.g. U.S. FBI 8:05 a.m. 2025-09-28 it's"
    " rock'n'roll well-known www.x.com a@b.co C++ #5 @me I IV Henry VIII No. read live 90s 1,234.5 .5 -5"
    " +1 555-123-4567 iPhone H200 'tis dogs' 1st MP3s café 你好 😄 👨\u200d👩\u200d👧 שלום ١٢ Ⅳ ½ ① º \ud800 \u200d"
    " \u0301 ... — “ ” ’ & + = / ( ) [ * _ ~ % |"
)


def check(text: str, span: Span, readings: list[Reading]) -> None:
    at = span.start
    for reading in readings:
        assert reading.span.start == at < reading.span.end
        at = reading.span.end
        assert set(reading.symbols) <= ALPHABET
        if reading.source in (Source.LEXICON, Source.RULE, Source.GUESS):
            assert reading.symbols.strip()
            assert reading.spoken.strip()
        else:
            assert not reading.spoken
        if reading.source is Source.SILENT:
            assert not reading.symbols
    assert at == span.end


@given(text=st.text(max_size=60), language=st.sampled_from(sorted(FRONT_ENDS)))
@settings(max_examples=80, deadline=None)
def test_any_unicode_is_tiled(text: str, language: str) -> None:
    check(text, Span(0, len(text)), FRONT_ENDS[language].read(text, Span(0, len(text))))


@given(
    pieces=st.lists(st.sampled_from(sorted(PIECES)), max_size=8),
    glue=st.sampled_from(["", " ", "-", "."]),
    language=st.sampled_from(sorted(FRONT_ENDS)),
    data=st.data(),
)
@settings(max_examples=100, deadline=None)
def test_any_span_of_anything_written_is_tiled(
    pieces: list[str], glue: str, language: str, data: st.DataObject
) -> None:
    text = glue.join(pieces)
    start = data.draw(st.integers(0, len(text)))
    span = Span(start, data.draw(st.integers(start, len(text))))
    check(text, span, FRONT_ENDS[language].read(text, span))


UNITS = [
    "a",
    "1",
    "a.",
    "a-",
    "1-",
    "ab ",
    "'",
    "$",
    "1,",
    "1.",
    "(1",
    "\u0301",
    "A",
    "1x",
    "😄",
    "+1 ",
    "x@",
    "1/",
    "你a",
]


@pytest.mark.parametrize("unit", [*UNITS, "9" * 50, "read "])
def test_long_monotonous_text_takes_no_quadratic_time(unit: str) -> None:
    text = unit * (20_000 // len(unit))
    started = time.process_time()
    check(text, Span(0, len(text)), FRONT_ENDS["en-us"].read(text, Span(0, len(text))))
    assert time.process_time() - started < 5


def test_an_empty_span_has_no_readings() -> None:
    assert FRONT_ENDS["en-us"].read("words", Span(2, 2)) == []


def test_a_very_long_word_is_said() -> None:
    text = "pneumono" * 8
    (reading,) = FRONT_ENDS["en-us"].read(text, Span(0, len(text)))
    assert reading.source is Source.GUESS
    assert len(reading.symbols) > 40


def test_threads_share_a_front_end() -> None:
    texts = [f"Read number {i}, please: Vlobrix{chr(97 + i % 26)} paid ${i}.50." for i in range(40)]
    alone = [EnglishFrontEnd().read(text, Span(0, len(text))) for text in texts[:4]]
    shared = EnglishFrontEnd()
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda text: shared.read(text, Span(0, len(text))), texts))
    assert together[:4] == alone
    for text, readings in zip(texts, together, strict=True):
        check(text, Span(0, len(text)), readings)
