"""Pinyin to the model's symbols."""

import pytest

from engines.text.chinese.syllables import Syllable, parse_pinyin, symbols_of


@pytest.mark.parametrize(
    ("marked", "syllable"),
    [
        ("cháng", Syllable("chang", 2)),
        ("lǜ", Syllable("lv", 4)),
        ("nü3", Syllable("nv", 3)),
        ("ma", Syllable("ma", 5)),
        ("ê̄", Syllable("ê", 1)),
    ],
)
def test_pinyin_is_parsed(marked: str, syllable: Syllable) -> None:
    assert parse_pinyin(marked) == syllable


# Every final, every initial, the two apical vowels, and syllables without an initial.
TABLE = """
ba1 pa→      cai2 ʦʰai↗    man3 ma↓n     fang4 fa↘ŋ    dao5 tau      te1 tʰɤ→     nei2 nei↗    len3 lə↓n
geng4 kə↘ŋ   kou5 kʰou     hong1 xʊ→ŋ    ji2 ʨi↗       qia3 ʨʰja↓    xian4 ɕjɛ↘n  liang5 ljaŋ  piao1 pʰjau→
jie2 ʨje↗    qin3 ʨʰi↓n    xing4 ɕi↘ŋ    qiong5 ʨʰjʊŋ  niu1 njou→   zhu2 ꭧu↗     shua3 ʂwa↓   chuai4 ꭧʰwai↘
ruan5 ɻwan   zhuang1 ꭧwa→ŋ shui2 ʂwei↗   cun3 ʦʰwə↓n   duo4 two↘    bo5 pwo      lv1 ly→      nve2 nɥe↗
juan3 ʨɥɛ↓n  xun4 ɕy↘n     er5 ɚ         zhi1 ꭧɨ→      chi2 ꭧʰɨ↗    shi3 ʂɨ↓     ri4 ɻɨ↘      zi1 ʦɨ→
ci2 ʦʰɨ↗     si3 sɨ↓       yi4 i↘        wu3 u↓        yu2 y↗       yuan4 ɥɛ↘n   yong3 jʊ↓ŋ   wen2 wə↗n
weng1 wə→ŋ   ye3 je↓       o1 ɔ→         ng2 ŋ↗
"""


@pytest.mark.parametrize(("pinyin", "symbols"), [*zip(TABLE.split()[::2], TABLE.split()[1::2], strict=True)])
def test_syllables_are_written_as_the_model_learned_them(pinyin: str, symbols: str) -> None:
    assert symbols_of(parse_pinyin(pinyin)) == symbols


@pytest.mark.parametrize(
    ("pinyin", "symbols"),
    [("hua1", "xwa→ɚ"), ("dian3", "tja↓ɚ"), ("wan2", "wa↗ɚ"), ("hui4", "xwe↘ɚ"), ("kong4", "kʰʊ↘ŋɚ")],
)
def test_a_retroflex_ending_takes_the_place_of_n_and_i(pinyin: str, symbols: str) -> None:
    assert symbols_of(parse_pinyin(pinyin), True) == symbols


def test_what_is_no_syllable_has_no_symbols() -> None:
    assert symbols_of(Syllable("xyz", 1)) == ""
