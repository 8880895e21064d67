"""Katakana to symbols: the alphabet of Kokoro v1.0's Japanese voices.

It is close to a narrow IPA transcription (facts from misaki's Japanese converter, which made the training data).
Kana here is written as pronounced, with `ー` for long vowels: `キョーワ` and not `キョウハ`.
"""

from __future__ import annotations

import re
from itertools import pairwise

_VOWELS = {"ア": "a", "イ": "i", "ウ": "ɯ", "エ": "e", "オ": "o"}
_SMALL_VOWELS = {"ァ": "a", "ィ": "i", "ゥ": "ɯ", "ェ": "e", "ォ": "o"}
_GLIDES = {"ャ": "a", "ュ": "ɨ", "ョ": "o", "ェ": "e"}

# Kana of the five vowels, the consonant before a e o, before i and the glides, and the whole mora in u.
_ROWS = (
    ("カキクケコ", "k", "kʲ", "kɯ"),
    ("ガギグゲゴ", "ɡ", "ɡʲ", "ɡɯ"),
    ("サシスセソ", "s", "ɕ", "sɨ"),
    ("ザジズゼゾ", "ʣ", "ʥ", "zɨ"),
    ("タチツテト", "t", "ʨ", "ʦɨ"),
    ("ダヂヅデド", "d", "ʥ", "zɨ"),
    ("ナニヌネノ", "n", "ɲ", "nɯ"),
    ("ハヒフヘホ", "h", "ç", "ɸɯ"),
    ("バビブベボ", "b", "bʲ", "bɯ"),
    ("パピプペポ", "p", "pʲ", "pɯ"),
    ("マミムメモ", "m", "mʲ", "mɯ"),
    ("ラリルレロ", "ɾ", "ɾʲ", "ɾɯ"),
)

# Kana that take a small vowel, and the consonant they leave; a consonant with ʲ is used before i.
_BORROWED = {
    "ク": ("kᵝ", "kᵝ"),
    "グ": ("ɡᵝ", "ɡᵝ"),
    "ウ": ("β", "β"),
    "ツ": ("ʦ", "ʦʲ"),
    "フ": ("ɸ", "ɸʲ"),
    "ヴ": ("v", "vʲ"),
}


def _moras() -> dict[str, str]:
    table = dict(_VOWELS)
    for kana, plain, palatal, u in _ROWS:
        table |= dict(zip(kana, (plain + "a", palatal + "i", u, plain + "e", plain + "o"), strict=True))
        table |= {kana[1] + glide: palatal + vowel for glide, vowel in _GLIDES.items()}
    for kana, (plain, before_i) in _BORROWED.items():
        table |= {kana + small: plain + vowel for small, vowel in _SMALL_VOWELS.items() if small not in "ィゥ"}
        table[kana + "ィ"] = before_i + "i"
    table |= {"ヤ": "ja", "ユ": "jɯ", "ヨ": "jo", "イェ": "je", "ワ": "βa", "ヰ": "i", "ヱ": "e", "ヲ": "o"}
    table |= {"クヮ": "kᵝa", "グヮ": "ɡᵝa", "ヴ": "vɯ", "ヴュ": "bʲɨ", "フュ": "ɸʲɨ", "フョ": "ɸʲo"}
    table |= {"ティ": "tʲi", "ディ": "dʲi", "テュ": "tʲɨ", "デュ": "dʲɨ", "トゥ": "tɯ", "ドゥ": "dɯ"}
    table |= {"スィ": "si", "ズィ": "zi", "ヷ": "va", "ヸ": "vʲi", "ヹ": "ve", "ヺ": "vo", "ヵ": "ka", "ヶ": "ke"}
    table |= {"ャ": "ja", "ュ": "jɯ", "ョ": "jo", "ヮ": "βa"}
    return table


_MORAS = _moras()
_MORA = re.compile("|".join(sorted(_MORAS, key=len, reverse=True)) + "|[ァィゥェォッンー ]")

# The moraic nasal takes the place of what follows it in the word.
_NASALS = {"p": "m", "b": "m", "m": "m", "k": "ŋ", "ɡ": "ŋ", "ɲ": "ɲ", "ʨ": "ɲ", "ʥ": "ɲ"}
_NASALS |= dict.fromkeys("ntdɾz", "n")


def kana_to_symbols(kana: str) -> str:
    """Symbols of katakana written as pronounced; white space separates words, all other characters are ignored.

    >>> kana_to_symbols("サンボン ノ コンピューター")
    'sambon no kompʲɨːtaː'
    """
    out = ""
    for mora, following in pairwise([*_MORA.findall(kana), " "]):
        if mora == "ッ":
            out += "ʔ"
        elif mora == "ン":
            out += _NASALS.get(_MORAS.get(following, following)[0], "ɴ")
        elif mora == "ー":
            out += "ː" if out and out[-1] in "aiɯɨeo" else ""
        elif mora in _SMALL_VOWELS:
            vowel = _SMALL_VOWELS[mora]
            out += "ː" if out.endswith(vowel) or (vowel == "ɯ" and out.endswith("ɨ")) else vowel
        else:
            out += _MORAS.get(mora, mora)
    return out


_SAME_VOWEL = (
    "アカガサザタダナハバパマヤラワャァ",
    "イキギシジチヂニヒビピミリィ",
    "ウクグスズツヅヌフブプムユルヴュゥ",
    "エケゲセゼテデネヘベペメレェ",
    "オコゴソゾトドノホボポモヨロョォヲ",
)
_a, _i, _u, _e, _o = _SAME_VOWEL
_LONG_VOWEL = re.compile(f"(?<=[{_a}])ア|(?<=[{_i}])イ|(?<=[{_u}])ウ|(?<=[{_e}])[エイ]|(?<=[{_o}])[オウ]")


def lengthen(kana: str) -> str:
    """Katakana as spelled to katakana as pronounced, within one morpheme: `トウキョウ` to `トーキョー`."""
    return _LONG_VOWEL.sub("ー", kana)


def to_katakana(text: str) -> str:
    """Hiragana letters changed to katakana; everything else unchanged."""
    return "".join(chr(ord(c) + 0x60) if "ぁ" <= c <= "ゖ" else c for c in text)


def is_kana(text: str) -> bool:
    """Whether the text is kana only (with `ー`)."""
    return bool(text) and all("ぁ" <= c <= "ゖ" or "ァ" <= c <= "ヺ" or c == "ー" for c in text)
