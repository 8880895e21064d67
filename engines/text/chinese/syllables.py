"""Mandarin syllables: numbered pinyin, and its spelling in the model's symbols.

The alphabet is IPA with one arrow a toned syllable, written straight after the vowel (`zhuang4` is `ꭧwa↘ŋ`); it is
the one that Kokoro v1.0 was trained on (facts: `misaki.transcription`).
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import NamedTuple


class Syllable(NamedTuple):
    """One syllable of pinyin."""

    base: str
    """Spelling without tone, `ü` written `v`: `lv`, `zhuang`, `er`."""
    tone: int
    """1 to 4; 5 is the neutral tone."""

    def __str__(self) -> str:
        return f"{self.base}{self.tone}"


NEUTRAL = 5

_TONE_MARKS = {"\u0304": 1, "\u0301": 2, "\u030c": 3, "\u0300": 4}
_ARROWS = {1: "→", 2: "↗", 3: "↓", 4: "↘", NEUTRAL: ""}

# fmt: off
_INITIALS = {
    "b": "p", "p": "pʰ", "m": "m", "f": "f", "d": "t", "t": "tʰ", "n": "n", "l": "l", "g": "k", "k": "kʰ", "h": "x",
    "j": "ʨ", "q": "ʨʰ", "x": "ɕ", "zh": "ꭧ", "ch": "ꭧʰ", "sh": "ʂ", "r": "ɻ", "z": "ʦ", "c": "ʦʰ", "s": "s", "": "",
}
# What follows the initial: the part up to the arrow, and the part after it.
_FINALS = {
    "a": ("a", ""), "ai": ("ai", ""), "an": ("a", "n"), "ang": ("a", "ŋ"), "ao": ("au", ""), "e": ("ɤ", ""),
    "ei": ("ei", ""), "en": ("ə", "n"), "eng": ("ə", "ŋ"), "er": ("ɚ", ""), "ou": ("ou", ""), "ong": ("ʊ", "ŋ"),
    "i": ("i", ""), "ia": ("ja", ""), "ian": ("jɛ", "n"), "iang": ("ja", "ŋ"), "iao": ("jau", ""), "ie": ("je", ""),
    "in": ("i", "n"), "ing": ("i", "ŋ"), "iong": ("jʊ", "ŋ"), "iu": ("jou", ""), "u": ("u", ""), "ua": ("wa", ""),
    "uai": ("wai", ""), "uan": ("wa", "n"), "uang": ("wa", "ŋ"), "ui": ("wei", ""), "un": ("wə", "n"),
    "uo": ("wo", ""), "o": ("wo", ""), "v": ("y", ""), "ve": ("ɥe", ""), "van": ("ɥɛ", "n"), "vn": ("y", "n"),
}
# Syllables whose spelling does not split into an initial and a final.
_WHOLE = {
    "yi": "i", "ya": "ia", "ye": "ie", "yao": "iao", "you": "iu", "yan": "ian", "yin": "in", "yang": "iang",
    "ying": "ing", "yong": "iong", "yo": "uo", "yu": "v", "yue": "ve", "yuan": "van", "yun": "vn", "yai": "ai",
    "wu": "u", "wa": "ua", "wo": "uo", "wai": "uai", "wei": "ui", "wan": "uan", "wen": "un", "wang": "uang",
    "weng": "eng", "wong": "ong",
}
_INTERJECTIONS = {
    "o": ("ɔ", ""), "ê": ("ɛ", ""), "weng": ("wə", "ŋ"), "m": ("m", ""), "n": ("n", ""), "ng": ("ŋ", ""),
    "hm": ("hm", ""), "hng": ("hŋ", ""),
}
# fmt: on


def parse_pinyin(marked: str) -> Syllable:
    """The syllable that a spelling with a tone mark (`cháng`) or a digit (`chang2`) stands for."""
    base = ""
    tone = NEUTRAL
    for char in unicodedata.normalize("NFD", marked.lower()):
        if char in _TONE_MARKS:
            tone = _TONE_MARKS[char]
        elif char.isdigit():
            tone = int(char)
        elif char == "\u0308":
            base = base[:-1] + "v"
        else:
            base += char
    return Syllable(unicodedata.normalize("NFC", base), tone)


@lru_cache(maxsize=4096)
def symbols_of(syllable: Syllable, erhua: bool = False) -> str:
    """The model's symbols for a syllable; empty when the spelling is no Mandarin syllable.

    With `erhua` the syllable carries the retroflex ending of 花儿: a final n or i gives way to it.
    """
    parts = _split(syllable.base)
    if parts is None:
        return ""
    onset, nucleus, coda = parts
    arrow = _ARROWS.get(syllable.tone, "")
    if not erhua:
        return f"{onset}{nucleus}{arrow}{coda}"
    if len(nucleus) > 1 and nucleus.endswith("i"):
        nucleus = nucleus[:-1]
    nucleus = nucleus.replace("ɛ", "a") if coda == "n" else nucleus
    return f"{onset}{nucleus}{arrow}{coda.replace('n', '')}ɚ"


def tone_of(symbols: str) -> int:
    """The tone of the first syllable that has one; the neutral tone has no arrow."""
    return next((tone for symbol in symbols for tone, arrow in _ARROWS.items() if symbol == arrow), NEUTRAL)


def _split(base: str) -> tuple[str, str, str] | None:
    """Onset, nucleus and coda in the model's symbols."""
    if base in _INTERJECTIONS:
        return ("", *_INTERJECTIONS[base])
    base = base.replace("ü", "v")
    if base in _WHOLE:
        return ("", *_FINALS[_WHOLE[base]])
    length = 2 if base[1:2] == "h" else 1 if base[:1] in _INITIALS else 0
    initial, final = base[:length], base[length:]
    if initial in ("j", "q", "x") and final.startswith("u"):
        final = "v" + final[1:]
    if final == "ue":
        final = "ve"
    if final == "i" and initial in ("z", "c", "s", "zh", "ch", "sh", "r"):
        return _INITIALS[initial], "ɨ", ""
    if initial not in _INITIALS or final not in _FINALS:
        return None
    return (_INITIALS[initial], *_FINALS[final])
