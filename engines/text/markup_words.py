"""Which word a reading between braces belongs to; the rules are in `engines.text.markup`."""

from __future__ import annotations

import re

from engines.text.notation.base import Notation, NotationError
from engines.text.notation.detect import named
from engines.text.notation.kana import looks_like_kana
from engines.text.notation.pinyin import parse as parse_pinyin
from engines.text.punctuation import OPENING
from engines.text.scripts import HAN, HANGUL, KANA, is_han

REACH = 200
"""Characters that a reading may be for."""
_BREAKS = ',;:!?…，、；：！？。｡"' + OPENING
_APOSTROPHES = "'’"
_WIDE = re.compile(f"[{HAN}{KANA}{HANGUL}]")
_KANJI_AND_KANA = re.compile(f"(?:[{HAN}]+[{KANA}]*|[{KANA}]+)$")
_ERHUA = "儿兒"
_NOTHING = (
    "No word stands directly before the brace, so it is read as text; write word{reading}, or \\{ for the brace itself."
)


def word_before(before: str, reading: str) -> tuple[int, str]:
    """How many characters at the end of `before` a reading is for; 0, and a sentence, where it cannot be for any."""
    last = before[-1:]
    if not last or last.isspace() or last in _BREAKS:
        return 0, _NOTHING
    if not _WIDE.match(last):
        count = 0
        for at in range(len(before) - 1, -1, -1):
            if _divides(before, at):
                break
            count += 1
        return (count, "") if count else (0, _NOTHING)
    _, start = named(reading)
    if is_han(last) and not looks_like_kana(reading[start:]):
        return _characters(before, reading)
    match = _KANJI_AND_KANA.search(before)
    return (len(match[0]) if match else 1), ""


def _divides(before: str, at: int) -> bool:
    """Whether a character is between words. An apostrophe is so only at the beginning of one."""
    char = before[at]
    if char in _APOSTROPHES:
        return not before[max(at - 1, 0) : at].isalnum()
    return char.isspace() or char in _BREAKS or _WIDE.match(char) is not None


def _characters(before: str, reading: str) -> tuple[int, str]:
    """The Chinese characters at the end of `before` that the syllables of a reading are for."""
    endings = _syllables(reading)
    count = 0
    for erhua in reversed(endings):
        size = 2 if erhua and before[len(before) - count - 1 : len(before) - count] in tuple(_ERHUA) else 1
        piece = before[len(before) - count - size : len(before) - count]
        if len(before) < count + size or not is_han(piece):
            stand = "1 Chinese character stands" if count == 1 else f"{count} Chinese characters stand"
            return 0, f"“{reading}” has {len(endings)} syllables, but {stand} before it, so it is read as text."
        count += size
    return count, ""


def _syllables(reading: str) -> list[bool]:
    """For every syllable of a reading, whether it ends like 花儿."""
    notation, start = named(reading)
    text = reading[start:]
    if notation in (None, Notation.PINYIN):
        try:
            return [spelled.erhua for spelled in parse_pinyin(text)]
        except NotationError:
            pass
    compact = "".join(text.split())
    return [False] * (len(compact) if is_han(compact) else len(text.split()))
