"""Latin and Greek letters and symbols inside Japanese text, in katakana."""

from __future__ import annotations

import re

_LATIN_NAMES = """
エー ビー シー ディー イー エフ ジー エイチ アイ ジェー ケー エル エム エヌ オー ピー キュー アール エス ティー
ユー ブイ ダブリュー エックス ワイ ゼット
"""
_GREEK_NAMES = """
アルファ ベータ ガンマ デルタ イプシロン ゼータ イータ シータ イオタ カッパ ラムダ ミュー ニュー クシー
オミクロン パイ ロー シグマ タウ ウプシロン ファイ カイ プサイ オメガ
"""
_LETTERS = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", _LATIN_NAMES.split(), strict=True))
_LETTERS |= dict(zip("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ", _GREEK_NAMES.split(), strict=True))
SYMBOLS = {
    "%": "パーセント",
    "&": "アンド",
    "+": "プラス",
    "±": "プラスマイナス",
    "×": "カケル",
    "÷": "ワル",
    "=": "イコール",
    "≠": "ノットイコール",
    "@": "アットマーク",
    "#": "シャープ",
    "♯": "シャープ",
    "♭": "フラット",
    "¥": "エン",
    "$": "ドル",
    "€": "ユーロ",
    "£": "ポンド",
    "°": "ド",
    "〒": "ユービンバンゴー",
    "∞": "ムゲンダイ",
    "√": "ルート",
    "〇": "マル",
    "○": "マル",
    "◯": "マル",
    "_": "アンダーバー",
    "\\": "バックスラッシュ",
}

_VOWELS = "aiueo"
_ROMAJI_ROWS = {
    "": "アイウエオ",
    "k": "カキクケコ",
    "g": "ガギグゲゴ",
    "s": "サシスセソ",
    "z": "ザジズゼゾ",
    "t": "タチツテト",
    "d": "ダヂヅデド",
    "n": "ナニヌネノ",
    "h": "ハヒフヘホ",
    "b": "バビブベボ",
    "p": "パピプペポ",
    "m": "マミムメモ",
    "r": "ラリルレロ",
}
_ROMAJI = {row + vowel: kana for row, line in _ROMAJI_ROWS.items() for vowel, kana in zip(_VOWELS, line, strict=True)}
_ROMAJI |= {
    "ya": "ヤ",
    "yu": "ユ",
    "yo": "ヨ",
    "wa": "ワ",
    "shi": "シ",
    "chi": "チ",
    "tsu": "ツ",
    "fu": "フ",
    "ji": "ジ",
}
_ROMAJI |= {
    f"{row}y{vowel}": line[1] + small
    for row, line in _ROMAJI_ROWS.items()
    if row
    for vowel, small in zip("auo", "ャュョ", strict=True)
}
_ROMAJI |= {
    onset + vowel: kana + small
    for onset, kana in {"sh": "シ", "ch": "チ", "j": "ジ"}.items()
    for vowel, small in zip("auo", "ャュョ", strict=True)
}
_SYLLABLE = re.compile(
    "|".join(sorted(_ROMAJI, key=len, reverse=True)) + "|n(?![aiueoy])|m(?=[bpm])|([kstpcgdbz])(?=\\1)"
)
_SHORTEST_ROMAJI = 4


def spell_letters(word: str) -> str:
    """The names of the letters of a word; empty when one of them has none."""
    names = [_LETTERS.get(c) for c in word.upper()]
    return "".join(name for name in names if name) if all(names) else ""


def read_romaji(word: str) -> str:
    """Katakana of a word in Hepburn romanisation (`Tanaka`); empty when it is not one, or too short to be sure."""
    rest = word.lower()
    if len(rest) < _SHORTEST_ROMAJI or word.isupper():
        return ""
    kana = ""
    while rest:
        syllable = _SYLLABLE.match(rest)
        if syllable is None:
            return ""
        matched = syllable.group()
        kana += _ROMAJI.get(matched) or ("ッ" if syllable.group(1) else "ン")
        rest = rest[len(matched) :]
    return kana
