"""Cardinal numbers in katakana, as pronounced."""

from __future__ import annotations

import re
from collections.abc import Mapping

ZERO = "ゼロ"
_DIGITS = (ZERO, "イチ", "ニ", "サン", "ヨン", "ゴ", "ロク", "ナナ", "ハチ", "キュー")
_SPELLED = (ZERO, "イチ", "ニー", "サン", "ヨン", "ゴー", "ロク", "ナナ", "ハチ", "キュー")
_TENS = ("", "ジュー", *(f"{digit}ジュー" for digit in _DIGITS[2:]))
_HUNDREDS = (
    *("", "ヒャク", "ニヒャク", "サンビャク", "ヨンヒャク", "ゴヒャク"),
    *("ロッピャク", "ナナヒャク", "ハッピャク", "キューヒャク"),
)
_THOUSANDS = (
    *("", "セン", "ニセン", "サンゼン", "ヨンセン", "ゴセン"),
    *("ロクセン", "ナナセン", "ハッセン", "キューセン"),
)
_MAGNITUDES = ("", "マン", "オク", "チョー")
LARGEST = 10 ** (4 * len(_MAGNITUDES)) - 1

_KANJI_DIGITS = dict(zip("〇零一二三四五六七八九", (0, 0, *range(1, 10)), strict=True))
_KANJI_UNITS = {"十": 10, "百": 100, "千": 1000}
MAGNITUDE_VALUES = {"万": 10**4, "億": 10**8, "兆": 10**12}

GEMINATES = {"イチ": "イッ", "ハチ": "ハッ", "ジュー": "ジュッ"}
"""Endings of numbers that become abrupt before some consonants."""


def soften(number: str, endings: Mapping[str, str]) -> str:
    """`number` with its ending replaced, where it is one of `endings`."""
    for ending, replacement in endings.items():
        if number.endswith(ending):
            return number[: -len(ending)] + replacement
    return number


def cardinal(value: int) -> list[str]:
    """A whole number from 0 to `LARGEST`, in groups: 12345 is `イチマン`, `ニセン`, `サンビャク`, `ヨンジューゴ`."""
    if value == 0:
        return [ZERO]
    words: list[str] = []
    for power in range(len(_MAGNITUDES) - 1, -1, -1):
        group = value // 10 ** (4 * power) % 10**4
        if group:
            words += _group(group, _MAGNITUDES[power])
    return words


def _group(value: int, magnitude: str) -> list[str]:
    thousands, hundreds, rest = value // 1000, value // 100 % 10, value % 100
    units = _DIGITS[rest % 10] if rest % 10 else ""
    words = [word for word in (_THOUSANDS[thousands], _HUNDREDS[hundreds], _TENS[rest // 10] + units) if word]
    if magnitude:
        if words[-1] == "セン":
            words[-1] = "イッセン"
        if magnitude == "チョー":
            words[-1] = soften(words[-1], GEMINATES)
        words[-1] += magnitude
    return words


def spell(digits: str) -> list[str]:
    """Digits one by one, as in telephone numbers, in groups of four."""
    return ["".join(_SPELLED[int(digit)] for digit in digits[i : i + 4]) for i in range(0, len(digits), 4)]


def decimal(whole: str, fraction: str) -> list[str]:
    """A decimal number from its digits before and after the point."""
    words = cardinal(int(whole)) if int(whole) else ["レー"]
    words[-1] = soften(words[-1], GEMINATES) + "テン"
    *groups, last = [*spell(fraction[:-1]), _DIGITS[int(fraction[-1])]]
    words[-1] += "".join(groups) + last
    return words


def kanji_value(numeral: str) -> int:
    """The value of a kanji numeral below 10,000, positional (`二〇二五`) or not (`二千二十五`)."""
    if not any(unit in numeral for unit in _KANJI_UNITS):
        return int("".join(str(_KANJI_DIGITS[digit]) for digit in numeral))
    total = digit = 0
    for character in numeral:
        if character in _KANJI_UNITS:
            total += max(digit, 1) * _KANJI_UNITS[character]
            digit = 0
        else:
            digit = _KANJI_DIGITS[character]
    return total + digit


APPROXIMATE = {
    "一二": "イチニ",
    "二三": "ニサン",
    "三四": "サンシ",
    "四五": "シゴ",
    "五六": "ゴロク",
    "七八": "シチハチ",
}
"""Two neighbours in kanji are a guess at a number: 二三日 is two or three days."""


def is_digits(text: str) -> bool:
    """Whether the text is ASCII digits only."""
    return re.fullmatch("[0-9]+", text) is not None
