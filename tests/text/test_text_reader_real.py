"""The text front end with its real languages, on text of every kind."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.errors import NothingToSayError
from engines.models.kokoro.alphabet import ALPHABET
from engines.text.frontends import installed_front_ends
from engines.text.reader import TextReader
from engines.text.tidy import speaks
from engines.types import Phonemes, Source, Utterance

VOICES = [
    code
    for code in ("en-us", "en-gb", "zh", "ja", "es", "fr", "it", "pt-br")
    if code in installed_front_ends().languages
]
READER = TextReader(frozenset(ALPHABET))


def read(text: str, voice: str) -> list[Phonemes]:
    segments = list(READER.read(Utterance(text, "v"), voice))
    readings = [reading for segment in segments for reading in segment.readings]
    assert (readings[0].span.start, readings[-1].span.end) == (0, len(text))
    for left, right in pairwise(readings):
        assert left.span.end == right.span.start
    for segment in segments:
        assert speaks(segment.symbols)
        assert len(segment.symbols) <= 510
        assert set(segment.symbols) <= set(ALPHABET)
    return segments


@pytest.mark.parametrize(
    ("voice", "text"),
    [
        (
            "zh",
            "银行的行长在重庆出差时，重复检查了重要文件的长短。尽管累得头发都白了，他还是发邮件说：“这次调查结果将直接影响公司的发展。”",
        ),
        ("zh", "12.5平方电线；100倍；200年；今天是2025-09-28；今年4月15日；618；50% ；1/2"),
        ("zh", "买了5个iPhone 15 Pro，花了$1,299.99，用Python 3写了3D打印程序。"),
        ("zh", "你好，Timbre Studio。 The first sound comes at once."),
        (
            "en-us",
            "It costs $1.25 · $49.95 at 8:00 in 1997, 5 kg, 30 °C. Dr. Smith's 4th visit: don’t read it, I've read it.",
        ),
        ("en-gb", "The colour of Mr. O’Neill’s aluminium boat—“grey”, he said—isn't 50% right…"),
        ("ja", "今日は2025年9月28日です。「東京駅」でTシャツを3枚、iPhone 15を1台買いました。"),
        ("ja", "ｶﾞｸｾｲ、か\u3099くせい。ABC放送"),
    ],
)
def test_everything_in_ordinary_text_is_spoken(voice: str, text: str) -> None:
    unspoken = [text[r.span.start : r.span.end] for segment in read(text, voice) for r in segment.unspoken]
    assert unspoken == []


def test_languages_are_mixed_within_a_sentence() -> None:
    text = "我用Python写，とても楽しい。It works."
    readings = [reading for segment in read(text, "en-us") for reading in segment.readings]
    languages = {
        text[r.span.start : r.span.end].strip(): r.language for r in readings if r.source is not Source.PUNCTUATION
    }
    assert languages["Python"] == languages["works"] == "en-us"
    assert "ja" in languages.values()


WORDS = (
    "Hello |world|don't|$5.50|2025-09-28|8:30|Dr. |3rd |kg|-|/|%|1|23|... |你好|银行|行长|今天|か|です|カー|東京"
    "|あ\u3099|〇|々|ー|，|。|！|“|”|「|」|\n|\n\n| |\u0301|\u093c|\u200d|\ufe0f|\ud83d|😄|é|м|ß|①|½|²|℃|Ⅳ|ﬁ"
)
PIECES = st.one_of(st.sampled_from(re.split("[|]", WORDS)), st.text(st.characters(exclude_categories=()), max_size=8))


@pytest.mark.parametrize("voice", VOICES)
@given(st.lists(PIECES, max_size=30).map("".join))
@settings(deadline=None, database=None, max_examples=15)
def test_no_character_of_any_text_is_lost(voice: str, text: str) -> None:
    try:
        read(text, voice)
    except NothingToSayError:
        assert not re.search("[A-Za-z0-9]", text)


@pytest.mark.parametrize(
    ("voice", "unit"), [("en-us", "word "), ("en-us", "a"), ("zh", "字"), ("zh", "1"), ("ja", "あ"), ("ja", "私")]
)
def test_long_text_without_punctuation(voice: str, unit: str) -> None:
    assert len(read(unit * (2000 // len(unit)), voice)) > 4
