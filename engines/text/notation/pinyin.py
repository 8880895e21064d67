"""Pinyin, with marks or digits, together or apart, to syllables."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from engines.text.chinese.syllables import NEUTRAL, Syllable, parse_pinyin, symbols_of
from engines.text.notation.base import NotationError, Part

_PIECE = re.compile(r"[^\s'’·-]+")
_NUMBERED = re.compile(r"[^0-9]+[0-9]?")
_TONE_MARKS = "\u0304\u0301\u030c\u0300"
_PLAIN = re.compile(r"[a-zêü\u0300-\u030c]+", re.IGNORECASE)
_LONGEST = 6
_EMPTY = "-"

# fmt: off
_FINALS = {
    "a": "b p m f d t n l g k h zh ch sh z c s -", "o": "b p m f l -", "e": "m d t n l g k h zh ch sh r z c s -",
    "ai": "b p m d t n l g k h zh ch sh z c s -", "ei": "b p m f d t n l g k h zh sh z c s -",
    "ao": "b p m d t n l g k h zh ch sh r z c s -", "ou": "p m f d t n l g k h zh ch sh r z c s -",
    "an": "b p m f d t n l g k h zh ch sh r z c s -", "en": "b p m f d n g k h zh ch sh r z c s -",
    "ang": "b p m f d t n l g k h zh ch sh r z c s -", "eng": "b p m f d t n l g k h zh ch sh r z c s -",
    "ong": "d t n l g k h zh ch r z c s", "i": "b p m d t n l j q x zh ch sh r z c s", "ia": "d l j q x",
    "ie": "b p m d t n l j q x", "iao": "b p m f d t n l j q x", "iu": "m d n l j q x",
    "ian": "b p m d t n l j q x", "in": "b p m n l j q x", "iang": "b d n l j q x", "ing": "b p m d t n l j q x",
    "iong": "j q x", "u": "b p m f d t n l g k h zh ch sh r z c s j q x", "ua": "g k h zh ch sh r",
    "uo": "d t n l g k h zh ch sh r z c s", "uai": "g k h zh ch sh", "ui": "d t g k h zh ch sh r z c s",
    "uan": "d t n l g k h zh ch sh r z c s j q x", "un": "d t n l g k h zh ch sh r z c s j q x",
    "uang": "g k h zh ch sh", "ue": "j q x n l", "v": "n l", "ve": "n l", "van": "l", "vn": "l",
}
# fmt: on
_WHOLE = (
    "yi ya ye yao you yan yin yang ying yong yo yu yue yuan yun yai wu wa wo wai wei wan wen wang weng "
    "er ê m n ng hm hng"
)
SYLLABLES = frozenset(
    f"{'' if initial == _EMPTY else initial}{final}"
    for final, initials in _FINALS.items()
    for initial in initials.split()
) | frozenset(_WHOLE.split())
"""All Mandarin syllables without their tones, `ü` written `v`."""


class Spelled(NamedTuple):
    """A syllable, and where it is written."""

    syllable: Syllable
    erhua: bool
    """With the ending of 花儿."""
    start: int
    end: int


def parse(text: str) -> tuple[Spelled, ...]:
    """The syllables of a text in pinyin. Raises NotationError at what is none.

    What is written together is divided so that as few syllables as possible begin with a vowel, as the rules of pinyin
    have it: `fangan` is fan-gan, while fang-an is written `fang'an`.
    """
    found: list[Spelled] = []
    for piece in _PIECE.finditer(text):
        start = piece.start()
        for numbered in _NUMBERED.finditer(text, piece.start(), piece.end()):
            if numbered.start() != start:
                break
            start = numbered.end()
            _add(found, numbered[0], numbered.start())
        if start != piece.end():
            raise NotationError(_not_a_syllable(text[start : piece.end()]), start, piece.end())
    if not found:
        raise NotationError("The reading is empty; write pinyin such as chóng or chong2.", 0, len(text))
    return tuple(found)


def is_pinyin(text: str) -> bool:
    """Whether all of it is pinyin."""
    try:
        parse(text)
    except NotationError:
        return False
    return True


def is_numbered(text: str) -> bool:
    """Whether all of it is pinyin and every syllable has its tone as a digit."""
    return bool(re.fullmatch(r"(?:[a-zü:]+[1-5][\s'-]*)+", text, re.IGNORECASE)) and is_pinyin(text)


def looks_like_pinyin(text: str) -> bool:
    """Whether it is letters, tone marks and digits only, right or wrong."""
    return bool(re.fullmatch(r"[a-zêü:\u0300-\u030c0-9\s'’·-]+", unicodedata.normalize("NFD", text), re.IGNORECASE))


def part_of(spelled: Spelled) -> Part:
    """The symbols of a syllable."""
    symbols = symbols_of(spelled.syllable, spelled.erhua)
    return Part(symbols, marked(spelled.syllable) + ("r" if spelled.erhua else ""), 2 if spelled.erhua else 1)


def marked(syllable: Syllable) -> str:
    """A syllable with its tone mark: `lv3` is lǚ."""
    base = syllable.base.replace("v", "ü")
    if syllable.tone == NEUTRAL or not 1 <= syllable.tone <= 4:
        return base
    at = next((base.index(vowel) for vowel in ("a", "e", "ê") if vowel in base), -1)
    if at < 0:
        at = base.index("o") if "ou" in base else max((base.rfind(vowel) for vowel in "iouü"), default=-1)
    at = max(at, 0)  # m, n, ng
    return unicodedata.normalize("NFC", base[: at + 1] + _TONE_MARKS[syllable.tone - 1] + base[at + 1 :])


def _add(found: list[Spelled], written: str, start: int) -> None:
    letters, digit = (written[:-1], written[-1]) if written[-1].isdigit() else (written, "")
    if digit and digit not in "12345":
        raise NotationError(f"The tone {digit} does not exist; write 1 to 4, or 5 for the neutral tone.",
                            start + len(letters), start + len(written))  # fmt: skip
    plain = unicodedata.normalize("NFD", letters.lower().replace("u:", "v"))
    if letters.lower() == "r" and found and not found[-1].erhua:
        found[-1] = found[-1]._replace(erhua=True, end=start + len(written))
        return
    pieces = _divide(letters.lower()) if _PLAIN.fullmatch(plain) else None
    if pieces is None or (digit and unicodedata.normalize("NFD", letters) != letters and _has_mark(letters)):
        raise NotationError(_not_a_syllable(written), start, start + len(written))
    at = start
    for index, (piece, erhua) in enumerate(pieces):
        last = index == len(pieces) - 1
        syllable = parse_pinyin(_base(piece, erhua) + (digit if last else ""))
        end = at + len(piece) + (len(digit) if last else 0)
        found.append(Spelled(syllable, erhua, at, end))
        at = end


@lru_cache(maxsize=4096)
def _divide(letters: str) -> tuple[tuple[str, bool], ...] | None:
    """The syllables of letters written together, each with whether it ends like 花儿; None if there are none."""
    best: list[tuple[tuple[int, int, int], tuple[tuple[str, bool], ...]] | None] = [None] * (len(letters) + 1)
    best[0] = ((0, 0, 0), ())
    for end in range(1, len(letters) + 1):
        for start in range(max(0, end - _LONGEST), end):
            before = best[start]
            if before is None:
                continue
            piece = letters[start:end]
            for erhua in (False, True):
                if not _is_syllable(piece, erhua):
                    continue
                vowel = start > 0 and unicodedata.normalize("NFD", piece[0])[0] in "aeoê"
                (vowels, endings, count), pieces = before
                cost = (vowels + vowel, endings + erhua, count + 1)
                known = best[end]
                if known is None or cost < known[0]:
                    best[end] = (cost, (*pieces, (piece, erhua)))
    found = best[-1]
    return found[1] if found else None


def _is_syllable(piece: str, erhua: bool) -> bool:
    if erhua and (piece[-1:] != "r" or len(piece) < 2):
        return False
    syllable = parse_pinyin(_base(piece, erhua))
    marks = sum(unicodedata.normalize("NFD", piece).count(mark) for mark in _TONE_MARKS)
    return marks < 2 and syllable.base in SYLLABLES and not (erhua and syllable.base == "er")


def _base(piece: str, erhua: bool) -> str:
    return (piece[:-1] if erhua else piece).replace("u:", "v")


def _has_mark(letters: str) -> bool:
    return any(mark in unicodedata.normalize("NFD", letters) for mark in _TONE_MARKS)


def _not_a_syllable(written: str) -> str:
    return f"“{written}” is no Mandarin syllable; write pinyin such as chóng, chong2 or lü4."
