from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.text.languages import Preference, canonical, language_runs
from engines.types import Span

AVAILABLE = frozenset({"en-us", "en-gb", "zh", "ja", "es", "hi"})
SHORT = {"en-us": "en", "en-gb": "gb"}


def marked(text: str, voice: str = "zh", asked: str | None = None, available: frozenset[str] = AVAILABLE) -> str:
    """The runs of `text`, each followed by its language in angle brackets."""
    runs = language_runs(text, Span(0, len(text)), Preference.of(asked, voice, available))
    assert "".join(text[run.span.start : run.span.end] for run in runs) == text
    return "".join(f"{text[r.span.start : r.span.end]}<{SHORT.get(r.language, r.language)}>" for r in runs)


@pytest.mark.parametrize(
    ("voice", "expected"),
    [
        ("zh", "买了5个<zh>iPhone <en>15，很好<zh>"),
        ("zh", "今天是2025年<zh>"),
        ("en-us", "今天是2025年<zh>"),
        ("zh", "iPhone <en>15 <zh>Pro<en>发布了<zh>"),
        ("zh", "第3章 <zh>Chapter <en>3<zh>"),
        ("en-us", "Chapter 3 <en>第3章<zh>"),
        ("zh", "A股、T恤、维生素C、维生素B12都很好<zh>"),
        ("zh", "选 A 还是 B？<zh>"),
        ("zh", "我是<zh>a boy<en>"),
        ("zh", "3D打印，5G网络，共5kg，30 °C<zh>"),
        ("zh", "用<zh>Python <en>3写<zh>"),
        ("zh", "他说 <zh>we bought 3 of these <en>然后<zh>"),
        ("en-us", "用<zh>Python 3<en>写<zh>"),
        ("zh", "用 <zh>Python <en>3 年<zh>"),
        ("zh", "iPhone<en>15手机和<zh>GPT-<en>4模型<zh>"),
        ("zh", "iPhone <en>15手机<zh>"),
        ("zh", "访问<zh>www<en>.<zh>example<en>.<zh>com<en>吧<zh>"),
        ("zh", "伊丽莎白II世<zh>"),
        ("zh", "x≥3<zh>"),
        ("zh", "预算RMB 500<zh>"),
        ("zh", "No.3楼<zh>"),
        ("zh", "价格HK$20<zh>"),
        ("zh", "有 100 <zh>users<en>"),
        ("zh", "C++<en>语言和 <zh>C#<en>"),
        ("zh", "价格是$5，涨了20%。<zh>"),
        ("zh", "他说 <zh>Hello, world! <en>然后走了。<zh>"),
        ("zh", "他说 <zh>“Good morning, everyone.” <en>然后<zh>"),
        ("zh", "我从8:30等到10:15，一共2小时<zh>"),
        ("zh", "Hello world<en>"),
        ("ja", "Hello world<en>"),
        ("en-gb", "Hello world<gb>"),
        ("es", "Hola, 5 amigos<es>"),
        ("es", "你好<zh>Hola<es>"),
        ("en-us", "今日は東京です。<ja>"),
        ("zh", "今日は東京です。<ja>"),
        ("zh", "他说<zh>「ありがとう」<ja>然后走了<zh>"),
        ("zh", "鲜の每日<zh>"),
        ("ja", "東京都<ja>"),
        ("zh", "東京都<zh>"),
        ("en-us", "東京都<zh>"),
        ("en-us", "東京駅<ja>"),
        ("ja", "你们好<zh>"),
        ("ja", "Tシャツを3枚買う<ja>"),
        ("ja", "iPhone 15<en>を買う<ja>"),
        ("ja", "12345<ja>"),
        ("zh", "12345<zh>"),
        ("en-us", "Привет, hello<en>"),
        ("zh", "Привет，你好<zh>"),
        ("en-us", "नमस्ते <hi>hello<en>"),
        ("en-us", "?!<en>"),
        ("zh", "Café déjà-vu<en>"),
    ],
)
def test_languages_of_parts(voice: str, expected: str) -> None:
    text = "".join(part.split("<")[0] for part in expected.split(">"))
    assert marked(text, voice) == expected


def test_the_language_asked_for_settles_what_is_open() -> None:
    assert marked("東京", voice="af", asked="ja") == "東京<ja>"
    assert marked("hola", voice="zh", asked="es") == "hola<es>"
    assert marked("Hello 你好", voice="en-gb", asked="zh") == "Hello <gb>你好<zh>"
    assert marked("你好 hello", voice="zh", asked="en") == "你好 <zh>hello<en>"


def test_only_languages_with_a_front_end_are_chosen() -> None:
    assert marked("Hello 你好 こんにちは", voice="en-us", available=frozenset({"en-us"})) == "Hello 你好 こんにちは<en>"
    assert marked("Hola", voice="es", available=frozenset({"en-us"}), asked="en-us") == "Hola<en>"


def test_kana_nearby_make_kanji_japanese() -> None:
    text = "東京。とても楽しい。"
    runs = language_runs(text, Span(0, 3), Preference.of(None, "en-us", AVAILABLE))
    assert [run.language for run in runs] == ["ja"]


def test_digits_alone_follow_the_sentence_before() -> None:
    preference = Preference.of(None, "en-us", AVAILABLE)
    assert language_runs("123。", Span(0, 4), preference, previous="zh")[0].language == "zh"
    assert language_runs("123。", Span(0, 4), preference)[0].language == "en-us"


@pytest.mark.parametrize(("code", "expected"), [("EN_us", "en-us"), ("en", "en-us"), ("zh-CN", "zh"), ("pt", "pt-br")])
def test_canonical_codes(code: str, expected: str) -> None:
    assert canonical(code) == expected


@given(
    st.text(
        st.one_of(st.sampled_from("aA字か1 ,。$%「(-_+#の"), st.characters(exclude_categories=())),
        min_size=1,
        max_size=80,
    ),
    st.sampled_from(["en-us", "zh", "ja", "es"]),
    st.data(),
)
@settings(deadline=None, database=None)
def test_runs_tile_any_span(text: str, voice: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    runs = language_runs(text, Span(start, end), Preference.of(None, voice, AVAILABLE))
    assert runs[0].span.start == start
    assert runs[-1].span.end == end
    for left, right in pairwise(runs):
        assert left.span.end == right.span.start
        assert left.language != right.language
    assert {run.language for run in runs} <= AVAILABLE
