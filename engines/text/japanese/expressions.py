"""Numeric expressions: amounts with counters, money, dates, times, telephone numbers, fractions."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass

from engines.text.japanese.counters import COUNTERS, UNITS, Counter
from engines.text.japanese.numbers import (
    APPROXIMATE,
    LARGEST,
    MAGNITUDE_VALUES,
    cardinal,
    decimal,
    is_digits,
    kanji_value,
    spell,
)

_PIECE = r"(?:(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]+)(?:\.[0-9]+)?[百千]?|[〇零一二三四五六七八九十百千]{1,16})"
_AMOUNT = re.compile(f"(?:{_PIECE}[万億兆])*{_PIECE}[万億兆]?")
_PART = re.compile(rf"({_PIECE})([万億兆]?)")
_MONEY = {"¥": "円", "$": "ドル", "€": "ユーロ", "£": "ポンド", "₩": "ウォン"}

_COUNTER = re.compile("(?:" + "|".join(sorted(map(re.escape, COUNTERS), key=len, reverse=True)) + ")目?")
_UNIT = re.compile(" ?(" + "|".join(sorted(map(re.escape, UNITS), key=len, reverse=True)) + ")(?![A-Za-z])")

_DATE = re.compile(r"([0-9]{4})[/-](0?[1-9]|1[0-2])[/-](0?[1-9]|[12][0-9]|3[01])(?![0-9/-])")
_MONTH_AND_DAY = re.compile(r"(1[0-2]|[1-9])/(3[01]|[12][0-9]|[1-9])(?![0-9/])")
_TIME = re.compile(r"([01]?[0-9]|2[0-4]):([0-5][0-9])(?::([0-5][0-9]))?(?![0-9:])")
_FRACTION = re.compile(r"([0-9]+)/([0-9]+)(?![0-9/])")
_CHAIN = re.compile(r"[0-9]+(?:-[0-9]+)+(?![0-9])")
_VERSION = re.compile(r"[0-9]+(?:\.[0-9]+){2,}")
_TWO_DIGITS = re.compile("0[0-9]")
_CALENDAR = "月日時分秒"
"""Counters of dates and times, where a leading zero is only a spelling."""
_DIGITS_THAT_ARE_SPELLED = 7
"""A chain of digit groups with this many is a telephone number or a code, shorter ones are addresses and scores."""


@dataclass(frozen=True, slots=True)
class Expression:
    """A numeric expression: where it ends, and its words in katakana."""

    end: int
    words: tuple[str, ...]


def match(text: str, start: int, boundaries: Container[int]) -> Expression | None:
    """The numeric expression that starts at `start`, if any.

    `boundaries` are the positions where a word may end; a counter is taken only where it is not the beginning of
    another word (`3本` but not `3本当`).
    """
    for rule in (_date, _time, _chain, _version, _fraction, _money):
        if expression := rule(text, start):
            return expression
    return _counted(text, start, boundaries)


def counted_question(text: str, start: int, boundaries: Container[int]) -> Expression | None:
    """何 with a counter (`何本` is ナンボン)."""
    if not text.startswith("何", start) or (counter := _counter(text, start + 1, boundaries)) is None:
        return None
    end, rule, suffix = counter
    return None if rule.kana == "ショク" else Expression(end, (rule.after(["ナン"], None)[-1] + suffix,))


def _date(text: str, start: int) -> Expression | None:
    if found := _DATE.match(text, start):
        year, month, day = (int(group) for group in found.groups())
        words = [*_with("年", year), *_month_and_day(month, day)]
    elif found := _MONTH_AND_DAY.match(text, start):
        month, day = (int(group) for group in found.groups())
        if month < day < 10:
            return None
        words = _month_and_day(month, day)
    else:
        return None
    return Expression(found.end(), tuple(words))


def _month_and_day(month: int, day: int) -> list[str]:
    return [*_with("月", month), *(["ツイタチ"] if day == 1 else _with("日", day))]


def _time(text: str, start: int) -> Expression | None:
    if (found := _TIME.match(text, start)) is None:
        return None
    hour, minute, second = found.groups()
    words = _with("時", int(hour))
    if int(minute) or second:
        words += _with("分", int(minute))
    if second:
        words += _with("秒", int(second))
    return Expression(found.end(), tuple(words))


def _chain(text: str, start: int) -> Expression | None:
    if (found := _CHAIN.match(text, start)) is None:
        return None
    groups = found.group().split("-")
    spelled = sum(map(len, groups)) >= _DIGITS_THAT_ARE_SPELLED or any(group[0] == "0" for group in groups)
    words: list[str] = []
    for group in groups:
        words += spell(group) if spelled else cardinal(int(group))
        words.append("ノ")
    return Expression(found.end(), tuple(words[:-1]))


def _version(text: str, start: int) -> Expression | None:
    if (found := _VERSION.match(text, start)) is None:
        return None
    words: list[str] = []
    for group in found.group().split("."):
        words += spell(group)
        words[-1] += "テン"
    return Expression(found.end(), (*words[:-1], words[-1].removesuffix("テン")))


def _fraction(text: str, start: int) -> Expression | None:
    if (found := _FRACTION.match(text, start)) is None:
        return None
    numerator, denominator = found.groups()
    if max(len(numerator), len(denominator)) > len(str(LARGEST)) - 1:
        return None
    *before, last = cardinal(int(denominator))
    return Expression(found.end(), (*before, f"{last}ブンノ", *cardinal(int(numerator))))


def _money(text: str, start: int) -> Expression | None:
    if text[start] not in _MONEY or (found := _AMOUNT.match(text, start + 1)) is None:
        return None
    counter = COUNTERS[_MONEY[text[start]]]
    return Expression(found.end(), tuple(counter.after(*_amount(found.group()))))


def _counted(text: str, start: int, boundaries: Container[int]) -> Expression | None:
    if (found := _AMOUNT.match(text, start)) is None:
        return None
    words, value = _amount(found.group())
    end = found.end()
    if unit := _UNIT.match(text, end):
        return Expression(unit.end(), tuple(UNITS[unit.group(1)].after(words, value)))
    if (counter := _counter(text, end, boundaries)) is None:
        return Expression(end, tuple(words))
    end, rule, suffix = counter
    if text[end - 1] in _CALENDAR and _TWO_DIGITS.fullmatch(found.group()):
        value = int(found.group())
        words = cardinal(value)
    if rule is COUNTERS["日"] and value == 1 and text[:start].endswith("月"):
        return Expression(end, ("ツイタチ",))
    *before, last = rule.after(words, value)
    return Expression(end, (*before, last + suffix))


def _counter(text: str, start: int, boundaries: Container[int]) -> tuple[int, Counter, str] | None:
    """The end, the rule and the kana of an ordinal 目 of the longest counter that is a word of its own."""
    found = _COUNTER.match(text, start)
    if found is None:
        return None
    for end in range(found.end(), start, -1):
        name = text[start:end]
        if end in boundaries and name.removesuffix("目") in COUNTERS:
            return end, COUNTERS[name.removesuffix("目")], "メ" if name.endswith("目") else ""
    return None


def _with(counter: str, value: int) -> list[str]:
    return COUNTERS[counter].after(cardinal(value), value)


def _amount(text: str) -> tuple[list[str], int | None]:
    """The words of an amount, and its value if it is a whole number said as one."""
    if text in APPROXIMATE:
        return [APPROXIMATE[text]], None
    parts = [(piece.replace(",", ""), magnitude) for piece, magnitude in _PART.findall(text)]
    values = [_whole(piece) for piece, _ in parts]
    if all(value is not None for value in values):
        factors = (MAGNITUDE_VALUES.get(magnitude, 1) for _, magnitude in parts)
        total = sum((value or 0) * factor for value, factor in zip(values, factors, strict=True))
        if total <= LARGEST:
            return cardinal(total), total
    words: list[str] = []
    for piece, magnitude in parts:
        words += _piece(piece)
        if magnitude:
            words[-1] += _MAGNITUDE_KANA[magnitude]
    return words, None


_MAGNITUDE_KANA = {"万": "マン", "億": "オク", "兆": "チョー", "百": "ヒャク", "千": "セン", "": ""}
_LONGEST_NUMBER = len(str(LARGEST))


def _whole(piece: str) -> int | None:
    """The value of one piece, unless it is said digit by digit or has a decimal point."""
    digits, unit = (piece[:-1], piece[-1]) if piece[-1] in "百千" and is_digits(piece[:-1]) else (piece, "")
    if is_digits(digits):
        if len(digits) > _LONGEST_NUMBER or (digits[0] == "0" and len(digits) > 1):
            return None
        return int(digits) * {"百": 100, "千": 1000, "": 1}[unit]
    if "." in piece or len(piece) > _LONGEST_NUMBER:
        return None
    return kanji_value(piece)


def _piece(piece: str) -> list[str]:
    value = _whole(piece)
    if value is not None and value <= LARGEST:
        return cardinal(value)
    unit = piece[-1] if piece[-1] in "百千" else ""
    whole, _, fraction = piece.removesuffix(unit).partition(".")
    words = decimal(whole, fraction) if fraction and len(whole) <= _LONGEST_NUMBER else spell(whole)
    words[-1] += _MAGNITUDE_KANA[unit]
    return words
