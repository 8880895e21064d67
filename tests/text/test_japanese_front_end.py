"""Japanese front end: readings, spans and robustness. Skipped where the extra `ja` is not installed."""

from __future__ import annotations

import importlib.util
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.errors import LanguageNotAvailableError
from engines.text.japanese.analyser import Analyser
from engines.text.japanese.front_end import JapaneseFrontEnd
from engines.types import Reading, Source, Span

needs_dictionary = pytest.mark.skipif(
    importlib.util.find_spec("sudachipy") is None or importlib.util.find_spec("sudachidict_core") is None,
    reason="the extra `ja` is not installed",
)

ALPHABET = frozenset(' !"(),.:;?—“”…abdehijkmnopstvzçŋɕɡɨɯɲɴɸɾʔʣʥʦʨʲːβᵝ')
"""What the Japanese voices were trained on, and the marks of the model."""


@cache
def shared_front_end() -> JapaneseFrontEnd:
    return JapaneseFrontEnd()


@pytest.fixture
def front_end() -> JapaneseFrontEnd:
    return shared_front_end()


def read(front_end: JapaneseFrontEnd, text: str) -> list[Reading]:
    return front_end.read(text, Span(0, len(text)))


def symbols(front_end: JapaneseFrontEnd, text: str) -> str:
    return "".join(reading.symbols for reading in read(front_end, text))


def spoken(front_end: JapaneseFrontEnd, text: str) -> str:
    return "".join(reading.spoken for reading in read(front_end, text)).replace(" ", "")


def assert_tiles(readings: list[Reading], span: Span) -> None:
    position = span.start
    for reading in readings:
        assert reading.span.start == position
        assert reading.span.end > position
        position = reading.span.end
    assert position == span.end


@needs_dictionary
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("今日はとても良い天気ですね。", "kʲoː βa totemo joi teŋkʲi desɨ ne."),
        ("明日は雨が降るかもしれません。", "aɕita βa ame ɡa ɸɯɾɯ ka mo ɕiɾemaseɴ."),
        ("「こんにちは！」と彼は言った。", "“koɲɲiʨiβa!” to kaɾe βa iʔta."),
        ("東京へ本を送る。", "toːkʲoː e hoɴ o okɯɾɯ."),
        ("切符を買って、電車に乗った。", "kʲiʔpɯ o kaʔte, deɴɕa ɲi noʔta."),
        ("コンピューターとパーティー", "kompʲɨːtaː to paːtʲiː"),
        ("猫が鼠を追う。", "neko ɡa nezɨmʲi o oɯ."),
        ("東京（首都）は大きい。", "toːkʲoː (ɕɨto) βa oːkʲiː."),
        ("えっ、まじ……？", "eʔ, maʥi…?"),
        ("ジョン・スミスさん", "ʥoɴ sɨmʲisɨ saɴ"),
    ],
)
def test_symbols_are_those_of_the_voices(front_end: JapaneseFrontEnd, text: str, expected: str) -> None:
    assert symbols(front_end, text) == expected


@needs_dictionary
@pytest.mark.parametrize(
    ("text", "kana"),
    [
        ("三本の鉛筆", "サンボンノエンピツ"),
        ("一人で", "ヒトリデ"),
        ("二十日に", "ハツカニ"),
        ("8時", "ハチジ"),
        ("４時と７時と９時", "ヨジトシチジトクジ"),
        ("2025年10月1日", "ニセンニジューゴネンジューガツツイタチ"),
        ("1日に3回", "イチニチニサンカイ"),
        ("午後3時30分", "ゴゴサンジサンジュップン"),
        ("15%", "ジューゴパーセント"),
        ("¥1,200", "センニヒャクエン"),
        ("1億2,000万円", "イチオクニセンマンエン"),
        ("3.5と0.25", "サンテンゴトレーテンニーゴ"),
        ("電話は03-1234-5678", "デンワワゼロサンノイチニーサンヨンノゴーロクナナハチ"),
        ("2025/12/25の15:30", "ニセンニジューゴネンジューニガツニジューゴニチノジューゴジサンジュップン"),
        ("気温は-5℃", "キオンワマイナスゴド"),
        ("10〜20人", "ジューカラニジューニン"),
        ("1/2の確率", "ニブンノイチノカクリツ"),
        ("六本、八匹、十杯、百軒", "ロッポンハッピキジュッパイヒャッケン"),
        ("３階の３軒", "サンガイノサンゲン"),
        ("4人と14日", "ヨニントジューヨッカ"),
        ("20歳の二人", "ハタチノフタリ"),
        ("何本と何人", "ナンボントナンニン"),
        ("1つ目", "ヒトツメ"),
        ("3本当に", "サンホントーニ"),
        ("65kgで170cm", "ロクジューゴキログラムデヒャクナナジュッセンチメートル"),
        ("007", "ゼロゼロナナ"),
    ],
)
def test_numbers_agree_with_their_counters(front_end: JapaneseFrontEnd, text: str, kana: str) -> None:
    assert spoken(front_end, text) == kana


@needs_dictionary
@pytest.mark.parametrize(
    ("text", "kana"),
    [
        ("ＡＢＣ", "エービーシー"),
        ("ｱｲｽ", "アイス"),
        ("4K", "ヨンケー"),
        ("Tanakaさん", "タナカサン"),
        ("時々、人々", "トキドキヒトビト"),
        ("いすゞ", "イスズ"),
        ("徳島（とくしま）へ", "トクシマエ"),
        ("この店のカレーは辛い。", "コノミセノカレーワカライ"),
        ("辛い思い出", "ツライオモイデ"),
        ("世界中の人", "セカイジューノヒト"),
        ("すごーーい", "スゴーイ"),
        ("㈱と㎏", "カブシキガイシャトケージー"),
        ("私の名前", "ワタシノナマエ"),
    ],
)
def test_spoken_kana(front_end: JapaneseFrontEnd, text: str, kana: str) -> None:
    assert spoken(front_end, text) == kana


@needs_dictionary
def test_readings_are_words_with_their_rule(front_end: JapaneseFrontEnd) -> None:
    text = "春は、3本の😄。"
    words = [(text[r.span.start : r.span.end], r.spoken, r.source) for r in read(front_end, text)]
    assert words == [
        ("春", "ハル", Source.LEXICON),
        ("は", "ワ", Source.LEXICON),
        ("、", "", Source.PUNCTUATION),
        ("3本", "サンボン", Source.RULE),
        ("の", "ノ", Source.LEXICON),
        ("😄", "", Source.SILENT),
        ("。", "", Source.PUNCTUATION),
    ]


@needs_dictionary
def test_unreadable_characters_are_silent_and_the_rest_is_read(front_end: JapaneseFrontEnd) -> None:
    readings = read(front_end, "龘と한국어と★")
    assert "".join(r.spoken for r in readings) == "トト"
    assert {r.source for r in readings} == {Source.SILENT, Source.LEXICON}


@needs_dictionary
def test_only_the_span_is_read(front_end: JapaneseFrontEnd) -> None:
    text = "Hello 世界です。 Bye"
    readings = front_end.read(text, Span(6, 11))
    assert_tiles(readings, Span(6, 11))
    assert "".join(r.symbols for r in readings) == "sekai desɨ."


@needs_dictionary
def test_threads_get_the_same_readings(front_end: JapaneseFrontEnd) -> None:
    texts = [f"{n}本の鉛筆と{n}匹の猫を、東京で見ました。" for n in range(1, 40)]
    expected = [read(front_end, text) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda text: read(front_end, text), texts)) == expected


PIECES = st.sampled_from(
    [
        *"今日は三本一二十百千万億〇々ゝゞっーんゃア゛ｶﾞ、。「」…～〜・-/:.,%¥$+×0123456789AbKmg½㎏㌔Ⅲ\n\ud800\u200d\ufe0f",
        "何本",
        "10月1日",
        "http://",
    ]
)


@needs_dictionary
@settings(deadline=None, max_examples=200)
@given(st.lists(PIECES, max_size=30).map("".join) | st.text(max_size=40), st.data())
def test_any_text_is_tiled(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    span = Span(start, data.draw(st.integers(start, len(text))))
    readings = shared_front_end().read(text, span)
    assert_tiles(readings, span)
    for reading in readings:
        assert ALPHABET.issuperset(reading.symbols)
        assert (reading.source in (Source.SILENT, Source.PUNCTUATION)) == (not reading.spoken)


@needs_dictionary
def test_text_longer_than_the_analyser_takes(front_end: JapaneseFrontEnd) -> None:
    text = "春はあけぼの" * 3000
    assert_tiles(read(front_end, text), Span(0, len(text)))


def test_missing_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sudachipy", None)
    with pytest.raises(LanguageNotAvailableError, match="timbre extras install ja"):
        JapaneseFrontEnd()


@needs_dictionary
def test_the_dictionary_is_loaded_at_first_use() -> None:
    analyser = Analyser()
    assert analyser._tokenizer is None
    assert [m.kana for m in analyser.analyse("天気")] == ["テンキ"]
