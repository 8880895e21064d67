"""Japanese for character error rates of kana: both sides are read by the same analyser, long vowels written one way."""

from __future__ import annotations

import re
from functools import cache

from sudachipy import Dictionary, Tokenizer  # type: ignore[import-untyped]

from tests.bench.metrics.chinese import cardinal
from tests.bench.metrics.scoring import Slots, Tokens

_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+|\d+")
_FULL_WIDTH = str.maketrans("０１２３４５６７８９：", "0123456789:")
_TO_HIRAGANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
_SAME_SOUND = str.maketrans("をぢづ", "おじず")
_ROWS = {
    "あ": "あかがさざただなはばぱまやらわゃぁ",
    "い": "いきぎしじちにひびぴみりぃ",
    "う": "うくぐすずつぬふぶぷむゆるゅぅ",
    "え": "えけげせぜてでねへべぺめれぇ",
    "お": "おこごそぞとどのほぼぽもよろょぉ",
}
_VOWELS = {kana: vowel for vowel, row in _ROWS.items() for kana in row}


def slots(text: str) -> Slots:
    """Write numbers in kanji, as the analyser reads them; a clock time of full hours loses its zeros."""
    text = re.sub(r"(\d{1,2}):00", r"\1時", text.translate(_FULL_WIDTH))
    return [(_NUMBER.sub(lambda m: cardinal(int(m[0].replace(",", ""))).replace("零", ""), text),)]


def tokens(text: str) -> Tokens:
    """The kana of the reading, one a token.

    Punctuation goes first: the analyser reads words differently beside it, and it is Whisper's own.
    """
    letters = re.sub(r"[\W_]+", "", "".join(slots(text)[0]))
    return list(kana("".join(word.reading_form() for word in _analyser().tokenize(letters))))


def kana(reading: str) -> str:
    """Hiragana alone, with 'oo' for 'ou', 'ee' for 'ei' and a long mark as its vowel: they sound the same."""
    written = reading.translate(_TO_HIRAGANA).translate(_SAME_SOUND)
    result = ""
    for char in re.sub("[^ぁ-んー]", "", written):
        vowel = _VOWELS.get(result[-1:], "")
        is_long = char == "ー" or (char, vowel) in {("う", "お"), ("い", "え")}
        result += vowel if is_long else char
    return result


@cache
def _analyser() -> Tokenizer:
    return Dictionary(dict="core").tokenizer()
