"""Which notation a reading is in."""

from __future__ import annotations

import re

from engines.text.notation import arpabet, ipa, kana, pinyin
from engines.text.notation.base import Notation
from engines.text.scripts import HAN

_PREFIX = re.compile(r"\s*(pinyin|ipa|arpabet|kana|text):\s*", re.IGNORECASE)
_HAN = re.compile(f"[{HAN}]")


def named(reading: str) -> tuple[Notation | None, int]:
    """The notation that a reading begins with the name of (`ipa: ɹɛd`), and where the reading itself begins."""
    match = _PREFIX.match(reading)
    return (Notation(match[1].lower()), match.end()) if match else (None, 0)


def detect(reading: str, language: str, over: str = "") -> Notation:
    """The notation of a reading of the written word `over` in a language.

    The order matters: kana and IPA are known by their letters, pinyin by its digits or because it stands over Chinese
    characters, ARPAbet by its capitals; the rest are words that sound so.
    """
    notation, _ = named(reading)
    if notation:
        return notation
    if kana.looks_like_kana(reading):
        return Notation.KANA
    if ipa.looks_like_ipa(reading):
        return Notation.IPA
    if (language == "zh" and _HAN.search(over) and pinyin.looks_like_pinyin(reading)) or pinyin.is_numbered(reading):
        return Notation.PINYIN
    if arpabet.looks_like_arpabet(reading):
        return Notation.ARPABET
    return Notation.TEXT
