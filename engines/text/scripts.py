"""Writing systems: the character classes that sentence splitting and language detection share.

The constants are bodies of regular-expression character classes, to be put between square brackets.
"""

from __future__ import annotations

import re
import unicodedata

HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Chinese characters and kanji, with the iteration mark and the ideographic zero."""
KANA = "\u3041-\u3096\u3099-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
"""Hiragana and katakana with their length and voicing marks (the middle dot is punctuation)."""
HANGUL = "\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3"
LATIN = "A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u1e00-\u1eff"
"""Latin letters with accents, and the phonetic letters."""
DEVANAGARI = "\u0900-\u0963\u0966-\u097f"
"""Devanagari without its sentence marks."""

_HAN_ONLY = re.compile(f"[{HAN}]+")
_EAST_ASIAN = re.compile(f"[{HAN}{KANA}{HANGUL}]")


def is_east_asian(char: str) -> bool:
    """Whether sentences of the script of `char` are written without spaces after punctuation."""
    return _EAST_ASIAN.match(char) is not None


def is_han(text: str) -> bool:
    """Whether all of `text` is Chinese characters."""
    return _HAN_ONLY.fullmatch(text) is not None


def is_mark(char: str) -> bool:
    """Whether `char` is a combining mark, which must stay with the character before it."""
    return unicodedata.category(char)[0] == "M"
