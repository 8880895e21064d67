"""The Mandarin front end: symbols, spans, spaces, and that it never fails."""

import threading
import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.models.kokoro.alphabet import ALPHABET
from engines.text.chinese.frontend import ChineseFrontEnd
from engines.types import Reading, Source, Span

FRONT_END = ChineseFrontEnd()
SYMBOLS = frozenset(ALPHABET)


def read(text: str, span: Span | None = None) -> list[Reading]:
    """The readings, checked to tile the span and to use the model's symbols only."""
    span = span or Span(0, len(text))
    readings = FRONT_END.read(text, span)
    if readings:
        assert (readings[0].span.start, readings[-1].span.end) == span
    else:
        assert span.start == span.end
    for left, right in pairwise(readings):
        assert left.span.end == right.span.start
    for reading in readings:
        assert reading.span.start < reading.span.end
        assert reading.language == "zh"
        assert SYMBOLS.issuperset(reading.symbols), reading
        assert (reading.source is Source.SILENT) <= (not reading.symbols)
    return readings


def symbols(text: str) -> str:
    return "".join(reading.symbols for reading in read(text))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (
            "今天天气很好，我们一起去公园散步吧。",
            "ʨi→ntʰjɛ→ntʰjɛ→nʨʰi↘ xə↗n xau↓, wo↓mən i↘ʨʰi↓ ʨʰy↘ kʊ→ŋɥɛ↗n sa↘npu↘ pa.",
        ),
        ("请记得带伞，别忘了早点回家。", "ʨʰi↓ŋ ʨi↘tɤ tai↘sa↓n, pje↗wa↘ŋlɤ ʦau↗tjɛ↓n xwei↗ʨja→."),
        ("他说：“你好！”", "tʰa→ ʂwo→: “ni↗xau↓!”"),
        ("我看《红楼梦》呢", "wo↓ kʰa↘n “xʊ↗ŋlou↗mə↘ŋ” nɤ"),
        ("重慶銀行", "ꭧʰʊ↗ŋʨʰi↘ŋ i↗nxa↗ŋ"),
        ("A股", "ei→ ku↓"),
        ("2天", "lja↓ŋtʰjɛ→n"),
    ],
)
def test_golden_strings(text: str, written: str) -> None:
    assert symbols(text) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("你好", "ni↗xau↓"),
        ("我很好", "wo↓ xə↗n xau↓"),
        ("展览馆", "ꭧa↗nla↗nkwa↓n"),
        ("小老虎", "ɕjau↓lau↗xu↓"),
        ("一个", "i↗kɤ↘"),
        ("一天", "i↘tʰjɛ→n"),
        ("第一天", "ti↘i→tʰjɛ→n"),
        ("一月一日", "i→ɥe↘ i→ɻɨ↘"),
        ("统一", "tʰʊ↓ŋi→"),
        ("想一想", "ɕja↓ŋiɕja↓ŋ"),
        ("不是", "pu↗ʂɨ↘"),
        ("不好", "pu↘xau↓"),
        ("是不是", "ʂɨ↘puʂɨ↘"),
    ],
)
def test_tone_change(text: str, written: str) -> None:
    assert symbols(text) == written


def test_the_retroflex_ending_belongs_to_the_character_before() -> None:
    text = "花儿和儿子玩儿一会儿。"
    assert [(text[r.span.start : r.span.end], r.symbols) for r in read(text)] == [
        ("花儿", "xwa→ɚ "),
        ("和", "xɤ↗ "),
        ("儿", "ɚ↗"),
        ("子", "ʦɨ "),
        ("玩儿", "wa↗ɚ "),
        ("一", "i↗"),
        ("会儿", "xwe↘ɚ"),
        ("。", "."),
    ]


def test_a_character_has_its_span_and_an_expression_is_one_reading() -> None:
    text = "花了¥1,234.50买药"
    assert [text[r.span.start : r.span.end] for r in read(text)] == ["花", "了", "¥1,234.50", "买", "药"]
    assert [r.source for r in read(text)][2] is Source.RULE


def test_the_text_around_the_span_is_context() -> None:
    text = "It costs 第2个 apples"
    start = text.index("第")
    assert "".join(r.spoken for r in read(text, Span(start, start + 3))) == "第二个"


def test_words_do_not_reach_into_neighbours() -> None:
    """今天上午 contains 天上, where 上 would be neutral."""
    assert symbols("今天上午") == "ʨi→ntʰjɛ→nʂa↘ŋu↓"


@pytest.mark.parametrize("text", ["😀", "한국", "====", "𐀀", "☃"])
def test_what_cannot_be_said_is_reported(text: str) -> None:
    assert {reading.source for reading in read(text)} == {Source.SILENT}


def test_emoji_do_not_stop_the_characters_beside_them() -> None:
    assert symbols("😄壬😄戌") == "ɻə↗n ɕy→"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("！！！", "!"),
        ("。。。", "…"),
        ("……", "…"),
        ("好——好", "xau↓—xau↓"),
        ("你 好", "ni↓ xau↓"),
        ("约翰·史密斯", "ɥe→xa↘n ʂɨ↓mi↘sɨ→"),
        ("（好）。", "(xau↓)."),
        ("好，“好”", "xau↓, “xau↓”"),
    ],
)
def test_marks(text: str, written: str) -> None:
    assert symbols(text) == written


@pytest.mark.parametrize(
    "text",
    [
        "银行的行长在重庆出差时，重复检查了重要文件的长短。",
        "12.5平方电线；100倍；200年；今天是2025-09-28；今年4月15日；618；50% ；1/2",
        "你好。现在开始进行语音合成推理测试",
        "？",
        "今天天气很好我们一起去公园" * 31,
    ],
)
def test_public_hazards_are_read_whole(text: str) -> None:
    assert all(reading.source is not Source.SILENT for reading in read(text))


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_tiled(text: str) -> None:
    read(text)


@settings(max_examples=200, deadline=None)
@given(st.text("一不儿得地为长两〇年月日第0123456789.,:-/%¥$~+=^xIVkgm ()。，“”—·…#℃²½", max_size=30), st.data())
def test_any_part_of_an_expression_is_tiled(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    read(text, Span(start, data.draw(st.integers(start, len(text)))))


def test_threads_may_share_a_front_end() -> None:
    results: list[str] = []
    threads = [threading.Thread(target=lambda: results.append(symbols("银行行长2025年"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [symbols("银行行长2025年")] * 4


@pytest.mark.parametrize("text", ["1,", "a-", "1:", "$", "一", "儿", "=", "www.", "a@", "行"])
def test_time_grows_with_the_length_of_the_text(text: str) -> None:
    start = time.process_time()
    read(text * (8000 // len(text)))
    assert time.process_time() - start < 3
