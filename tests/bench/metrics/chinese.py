"""Chinese, alone or mixed with English, for pinyin error rates without tones.

Homophones are written with different characters, so syllables are compared; Latin letters are compared as English
words.
"""

from __future__ import annotations

import re
from functools import cache

from opencc import OpenCC
from pypinyin import Style, lazy_pinyin

from tests.bench.metrics import english
from tests.bench.metrics.scoring import Slots, Tokens

_DIGITS = "零一二三四五六七八九"
_PLACES = ("", "十", "百", "千")
_MYRIADS = ("", "万", "亿", "万亿")
_SAME = str.maketrans({"两": "二", "幺": "一", "〇": "零"})
"""Variants of one number; which is used is a matter of taste, and a digit hides it."""
_UNITS = {
    "kg": ("千克", "公斤"),
    "g": ("克",),
    "km": ("公里", "千米"),
    "cm": ("厘米",),
    "m": ("米",),
    "l": ("升",),
}
_RUNS = re.compile(r"[\u3400-\u9fff]+|[A-Za-z][A-Za-z'’. -]*")
_NUMBER = re.compile(
    r"(?P<date>\d{4}[-/.]\d{1,2}[-/.]\d{1,2})"
    r"|(?P<year>\d{4})(?=年)"
    r"|(?P<currency>[$¥￥])\s?(?P<amount>\d[\d,]*(?:\.\d+)?)(?P<scale>[万亿]?)"
    r"|(?P<percent>\d[\d,]*(?:\.\d+)?)\s?[%％]"
    r"|(?P<degrees>\d+)\s?(?:°\s?[cC]?|℃)"
    r"|(?P<hour>\d{1,2})[:：](?P<minute>\d\d)"
    r"|(?P<top>\d+)/(?P<bottom>\d+)"
    r"|(?P<digits>\d+(?:-\d+)+)"
    r"|(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s?(?P<unit>kg|km|cm|[gml])(?![A-Za-z]))?"
)


def slots(text: str) -> Slots:
    """Split off the numbers of a transcript, each with the ways in which it may be read."""
    pieces: list[tuple[str, ...]] = []
    end = 0
    for match in _NUMBER.finditer(text):
        pieces += [(text[end : match.start()],), tuple(_readings(match))]
        end = match.end()
    return [*pieces, (text[end:],)]


def tokens(text: str) -> Tokens:
    """Pinyin syllables without tones, and English words.

    Traditional characters, which Whisper mixes in, are made simplified first: words decide the reading of a polyphone.
    """
    found: Tokens = []
    for run in _RUNS.findall(_simplifier().convert(text).translate(_SAME)):
        found += english.tokens(run) if run[0].isascii() else lazy_pinyin(run, style=Style.NORMAL)
    return found


def syllables(text: str) -> frozenset[str]:
    """The tokens of `text` that are Chinese."""
    return frozenset(token for run in _RUNS.findall(text) if not run[0].isascii() for token in tokens(run))


@cache
def _simplifier() -> OpenCC:
    return OpenCC("t2s")


def cardinal(number: int) -> str:
    """1205 -> `一千二百零五`; 2 is always 二."""
    if number == 0:
        return _DIGITS[0]
    groups: list[str] = []
    place = 0
    while number:
        number, group = divmod(number, 10000)
        if group:
            lead = "零" if number and group < 1000 else ""
            groups.insert(0, lead + _below_myriad(group) + _MYRIADS[place])
        place += 1
    return re.sub("^一十", "十", "".join(groups))


def _below_myriad(number: int) -> str:
    written = "".join(
        _DIGITS[int(d)] + (_PLACES[len(str(number)) - 1 - i] if d != "0" else "") for i, d in enumerate(str(number))
    )
    return re.sub("零+", "零", written).rstrip("零")


def _digit_by_digit(text: str) -> str:
    return "".join(_DIGITS[int(d)] for d in text if d.isdigit())


def _number(text: str) -> str:
    whole, _, decimals = text.replace(",", "").partition(".")
    return cardinal(int(whole)) + (f"点{_digit_by_digit(decimals)}" if decimals else "")


def _readings(match: re.Match[str]) -> list[str]:
    group = match.groupdict()
    if group["date"]:
        year, month, day = re.split(r"\D", group["date"])
        date = f"{_digit_by_digit(year)}年{cardinal(int(month))}月{cardinal(int(day))}"
        return [date + "日", date + "号"]
    if group["year"]:
        return [_digit_by_digit(group["year"]), _number(group["year"])]
    if group["currency"]:
        return _money(group["currency"], group["amount"], group["scale"])
    if group["percent"]:
        return [f"百分之{_number(group['percent'])}"]
    if group["degrees"]:
        return [f"{_number(group['degrees'])}{unit}" for unit in ("摄氏度", "度")]
    if group["hour"]:
        return _time(int(group["hour"]), int(group["minute"]))
    if group["top"]:
        return [f"{_number(group['bottom'])}分之{_number(group['top'])}"]
    if group["digits"]:
        return [_digit_by_digit(group["digits"])]
    number = group["number"]
    found = [_number(number)] if "." in number else [_number(number), _digit_by_digit(number)]
    if time := re.fullmatch(r"(1?\d|2[0-4])\.([0-5]\d)", number):  # Whisper writes some times of day as 3.30.
        found += _time(int(time[1]), int(time[2]))
    if group["unit"]:
        return [n + unit for n in found for unit in _UNITS[group["unit"]]]
    return found + [reading for alternatives in english.slots(number)[1:2] for reading in alternatives]


def _money(sign: str, amount: str, scale: str) -> list[str]:
    if sign == "$":
        in_english = english.slots(sign + amount)[1]
        return [f"{_number(amount)}{scale}{unit}" for unit in ("美元", "美金")] + list(in_english)
    found = [f"{_number(amount)}{scale}元", f"{_number(amount)}{scale}块"]
    whole, _, decimals = amount.partition(".")
    if len(decimals) == 2:
        jiao, fen = (int(d) for d in decimals)
        coins = (f"{_DIGITS[jiao]}角" if jiao else "零") + (f"{_DIGITS[fen]}分" if fen else "")
        found += [f"{_number(whole)}{unit}{coins}" for unit in ("元", "块")]
        found.append(f"{_number(amount.rstrip('0'))}元")
    return found


def _time(hour: int, minute: int) -> list[str]:
    if minute == 0:
        return [f"{cardinal(hour)}点", f"{cardinal(hour)}点整"]
    lead = "零" if minute < 10 else ""
    half = [f"{cardinal(hour)}点半"] if minute == 30 else []
    return [f"{cardinal(hour)}点{lead}{cardinal(minute)}分", f"{cardinal(hour)}点{lead}{cardinal(minute)}", *half]
