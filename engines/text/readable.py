"""The model's symbols as people read them: pinyin for Mandarin, IPA elsewhere; and back."""

from __future__ import annotations

import re
from functools import lru_cache

from engines.text.chinese.syllables import NEUTRAL, Syllable, symbols_of
from engines.text.notation.base import Notation
from engines.text.notation.detect import detect
from engines.text.notation.pinyin import SYLLABLES, marked

_ENGLISH = {"A": "eɪ", "I": "aɪ", "O": "oʊ", "Q": "əʊ", "W": "aʊ", "Y": "ɔɪ", "T": "ɾ", "ʧ": "tʃ", "ʤ": "dʒ"}
_OTHER = {"A": "eɪ", "I": "aɪ", "O": "oʊ", "W": "aʊ", "Y": "ɔɪ", "ʧ": "tʃ", "ʤ": "dʒ", "ʦ": "ts", "ʣ": "dz"}
_OTHER |= {"ʨ": "tɕ", "ʥ": "dʑ"}
_LONGEST = 12


def readable(symbols: str, language: str) -> str:
    """How a reading is shown: pinyin with tone marks for `zh`, IPA without the model's own letters elsewhere."""
    if language == "zh":
        pinyin = to_pinyin(symbols)
        if pinyin:
            return pinyin
    table = _ENGLISH if language.startswith("en") else _OTHER
    return "".join(table.get(symbol, symbol) for symbol in symbols).strip()


def to_pinyin(symbols: str) -> str:
    """The syllables of Mandarin symbols, with tone marks and spaces; empty where they are not all syllables."""
    found = []
    for word in symbols.split():
        at = 0
        while at < len(word):
            size = next((n for n in range(min(_LONGEST, len(word) - at), 0, -1) if word[at : at + n] in _table()), 0)
            if not size:
                return ""
            found.append(_table()[word[at : at + size]])
            at += size
    return " ".join(found)


def written(symbols: str, language: str) -> str:
    """A reading that, put between braces or into a lexicon, gives exactly these symbols."""
    symbols = " ".join(symbols.split())
    if re.search(r"[\[\]{}]", symbols) or detect(symbols, language) is not Notation.IPA:
        return f"{Notation.IPA.value}: {symbols}"
    return symbols


@lru_cache(maxsize=1)
def _table() -> dict[str, str]:
    """Pinyin by symbols. Where two spellings sound alike, the usual one is kept."""
    table: dict[str, str] = {}
    for base in sorted(SYLLABLES, key=lambda base: (base[0] not in "yw", len(base), base)):
        for tone in range(1, NEUTRAL + 1):
            syllable = Syllable(base, tone)
            table.setdefault(symbols_of(syllable), marked(syllable))
    for base in sorted(SYLLABLES, key=len):
        for tone in range(1, NEUTRAL + 1):
            syllable = Syllable(base, tone)
            table.setdefault(symbols_of(syllable, erhua=True), marked(syllable) + "r")
    return table
