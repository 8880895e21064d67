import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.models.kokoro.alphabet import ALPHABET
from engines.text.chinese.syllables import Syllable, symbols_of
from engines.text.frontends import installed_front_ends
from engines.text.notation import Notation, NotationError, detect
from engines.text.notation.converter import Converter, quick
from engines.text.notation.pinyin import SYLLABLES, marked, parse
from engines.text.readable import readable, to_pinyin, written

CONVERTER = Converter(ALPHABET, installed_front_ends())


@pytest.mark.parametrize(
    ("reading", "language", "over", "notation", "symbols"),
    [
        ("chóng qìng", "zh", "重庆", Notation.PINYIN, "ꭧʰʊ↗ŋʨʰi↘ŋ"),
        ("chóngqìng", "zh", "重庆", Notation.PINYIN, "ꭧʰʊ↗ŋʨʰi↘ŋ"),
        ("chong2qing4", "zh", "重庆", Notation.PINYIN, "ꭧʰʊ↗ŋʨʰi↘ŋ"),
        ("Chong2 Qing4", "zh", "重庆", Notation.PINYIN, "ꭧʰʊ↗ŋʨʰi↘ŋ"),
        ("xī'ān", "zh", "西安", Notation.PINYIN, "ɕi→a→n"),
        ("xīān", "zh", "西安", Notation.PINYIN, "ɕi→a→n"),
        ("ma", "zh", "吗", Notation.PINYIN, "ma"),
        ("lǚ", "zh", "旅", Notation.PINYIN, "ly↓"),
        ("lv3", "zh", "旅", Notation.PINYIN, "ly↓"),
        ("lu:3", "zh", "旅", Notation.PINYIN, "ly↓"),
        ("huār", "zh", "花儿", Notation.PINYIN, "xwa→ɚ"),
        ("hua1 r", "zh", "花儿", Notation.PINYIN, "xwa→ɚ"),
        ("ér", "zh", "儿", Notation.PINYIN, "ɚ↗"),
        ("zhang1", "en-us", "Zhang", Notation.PINYIN, "ꭧa→ŋ"),
        ("虫庆", "zh", "重庆", Notation.TEXT, "ꭧʰʊ↗ŋʨʰi↘ŋ"),
        ("tʂʰʊŋ˧˥ tɕʰiŋ˥˩", "zh", "重庆", Notation.IPA, "ꭧʰʊ↗ŋʨʰi↘ŋ"),
        ("ꭧʰʊ↗ŋʨʰi↘ŋ", "zh", "重庆", Notation.IPA, "ꭧʰʊ↗ŋʨʰi↘ŋ"),
        ("ɹɛd", "en-us", "read", Notation.IPA, "ɹɛd"),
        ("/ˈstriːt/", "en-us", "street", Notation.IPA, "stɹˈit"),
        ("ˈstriːt", "en-gb", "street", Notation.IPA, "stɹˈiːt"),
        ("təˈmeɪtoʊ", "en-us", "tomato", Notation.IPA, "təmˈATO".replace("T", "t")),
        ("təˈmɑːtəʊ", "en-gb", "tomato", Notation.IPA, "təmˈɑːtQ"),
        ("t͡ʃɜːtʃ", "en-gb", "church", Notation.IPA, "ʧɜːʧ"),
        ("ipa: pat", "en-us", "pat", Notation.IPA, "pæt"),
        ("R EH1 D", "en-us", "read", Notation.ARPABET, "ɹˈɛd"),
        ("T AH0 M EY1 T OW2", "en-us", "tomato", Notation.ARPABET, "təmˈAtˌO"),
        ("G OW1", "en-gb", "go", Notation.ARPABET, "ɡˈQ"),
        ("SH IY", "en-us", "she", Notation.ARPABET, "ʃi"),
        ("sequel", "en-us", "SQL", Notation.TEXT, "sˈikwəl"),
        ("text: R EH1 D", "en-us", "", Notation.TEXT, None),
        ("とうきょう", "ja", "東京", Notation.KANA, "toːkʲoː"),
        ("トーキョー", "ja", "東京", Notation.KANA, "toːkʲoː"),
        ("ˈkasa", "es", "casa", Notation.IPA, "kˈasa"),
        ("xwan", "es", "Juan", Notation.TEXT, None),
        ("ʃjɛ̃", "fr", "chien", Notation.IPA, "ʃjɛ̃"),
    ],
)  # fmt: skip
def test_the_notations(reading: str, language: str, over: str, notation: Notation, symbols: str | None) -> None:
    assert detect(reading, language, over) is notation
    said = CONVERTER.convert(reading, language, over=over)
    assert said.notation is notation
    assert ALPHABET.issuperset(said.symbols)
    if symbols is not None:
        assert said.symbols == symbols
        assert said.symbols == "".join(part.symbols for part in said.parts)


@pytest.mark.parametrize(
    ("reading", "language", "over", "fault", "says"),
    [
        ("zhogn", "zh", "中", "zhogn", "no Mandarin syllable"),
        ("chóng qnig", "zh", "重庆", "qnig", "no Mandarin syllable"),
        ("zhong9", "zh", "中", "9", "tone 9 does not exist"),
        ("arpabet: R XX1 D", "en-us", "", "XX1", "not in ARPAbet"),
        ("ʀɛd", "en-us", "", "ʀ", "the nearest is ʁ"),
        ("kʘɛ", "en-us", "", "ʘ", "leave it out"),
        ("kana: とx", "ja", "", "x", "not kana"),
        ("red мир", "en-us", "", "мир", "cannot be said here"),
        ("ipa: ", "en-us", "", None, "empty"),
        ("pinyin:", "zh", "", None, "empty"),
        ("...", "en-us", "", None, "empty"),
        ("a" * 400, "en-us", "", None, "longer than"),
    ],
)
def test_what_cannot_be_said_is_told_where_it_is(
    reading: str, language: str, over: str, fault: str | None, says: str
) -> None:
    for _ in range(2):  # the second time it is remembered
        with pytest.raises(NotationError, match=re.escape(says)) as caught:
            CONVERTER.convert(reading, language, over=over)
        if fault is not None:
            assert reading[caught.value.start : caught.value.end] == fault


def test_pinyin_written_together_is_divided_as_its_rules_have_it() -> None:
    def divided(text: str) -> list[str]:
        return [str(spelled.syllable) for spelled in parse(text)]

    assert divided("fāngàn") == ["fan1", "gan4"]
    assert divided("fāng'àn") == ["fang1", "an4"]
    assert divided("xiān") == ["xian1"]
    assert divided("zhōnghuárénmíngònghéguó") == ["zhong1", "hua2", "ren2", "min2", "gong4", "he2", "guo2"]
    assert divided("nǚ'ér") == ["nv3", "er2"]


def test_all_syllables_are_known_to_the_model_and_come_back() -> None:
    for base in SYLLABLES:
        for tone in range(1, 6):
            syllable = Syllable(base, tone)
            symbols = symbols_of(syllable)
            assert ALPHABET.issuperset(symbols)
            shown = marked(syllable)
            assert parse(shown)[0].syllable == syllable, shown
            assert symbols_of(parse(to_pinyin(symbols))[0].syllable) == symbols


def test_symbols_are_shown_as_people_read_them() -> None:
    assert readable("ꭧʰʊ↗ŋʨʰi↘ŋ ", "zh") == "chóng qìng"
    assert readable("xwa→ɚ", "zh") == "huār"
    assert readable("həlˈO", "en-us") == "həlˈoʊ"
    assert readable("sˈikʰwəl", "zh") == "sˈikʰwəl"


SYMBOLS = "".join(sorted(ALPHABET - set(';:,.!?—…"()“”')))


@given(
    st.text(st.sampled_from(SYMBOLS), min_size=1, max_size=12).filter(lambda s: any(c.isalpha() for c in s)),
    st.sampled_from(["es", "it"]),
)
@settings(deadline=None, database=None, max_examples=60)
def test_a_converted_reading_is_stable(symbols: str, language: str) -> None:
    """What is shown and given back is the same again, so that a phoneme strip can be edited symbol by symbol."""
    once = CONVERTER.convert(f"ipa: {symbols}", language).symbols
    assert CONVERTER.convert(written(once, language), language).symbols == once


@pytest.mark.parametrize("text", ["hello world", "The quick brown fox's thoughts, azure joy", "Zürich churches"])
@pytest.mark.parametrize("language", ["en-us", "en-gb"])
def test_a_front_ends_own_symbols_are_a_reading(text: str, language: str) -> None:
    symbols = CONVERTER.convert(text, language).symbols.replace(",", "")
    assert CONVERTER.convert(written(symbols, language), language).symbols == symbols


@given(st.text(max_size=30), st.sampled_from(["zh", "en-us", "ja", "es"]), st.sampled_from(["", "重庆", "read"]))
@settings(deadline=None, database=None, max_examples=150)
def test_any_reading_is_converted_or_refused(reading: str, language: str, over: str) -> None:
    refusal = None
    try:
        said = quick(reading, language, ALPHABET, over=over)
    except NotationError as error:
        refusal = error
    if refusal:
        assert 0 <= refusal.start <= refusal.end <= len(reading)
        assert str(refusal).endswith(".")
    else:
        assert said is None or (said.symbols and ALPHABET.issuperset(said.symbols))
