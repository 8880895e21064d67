"""Dates, years and times of day in Chinese words; each function takes a match of its pattern in `expressions`."""

from __future__ import annotations

import re

from engines.text.chinese.numbers import cardinal, counted, digits
from engines.text.chinese.surroundings import SCORE_AFTER, SCORE_NEAR, is_measured, text_after, text_before

_RATIO_NEAR = re.compile(r"比例|宽高比|长宽比|分辨率|配比|按$|画面")
_DATE_BEFORE = re.compile(r"(?:今天|明天|昨天|日期|[在于到至从自周]|截止|定于|改到|生日)(?:是|为|[:：])?\s*$")
_DATE_AFTER = re.compile(r"\s*(?:[前后号日(（]|开始|截止|凌晨|早|上午|中午|下午|晚|周|星期|出发|开|到|之前)")
_FRACTION_BEFORE = re.compile(r"(?:[占约的之近达剩过了有]|不到|不足|大概|大约|超过|还剩|只有)\s*$")


def date(match: re.Match[str]) -> str | None:
    """`2025-09-28`; None for what is no date."""
    year, month, day = match["y"], int(match["m"]), int(match["d"])
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return f"{digits(year)}年{cardinal(str(month))}月{cardinal(str(day))}日"


def year_month(match: re.Match[str]) -> str:
    """`2025/9`."""
    return f"{digits(match['y'])}年{cardinal(match['m'])}月"


def month_day(match: re.Match[str]) -> str | None:
    """`9/28`, told from a fraction by its neighbours, or because no such fraction is likely."""
    month, day = int(match["m"]), int(match["d"])
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    dated = _DATE_BEFORE.search(text_before(match)) or _DATE_AFTER.match(text_after(match))
    fraction = _FRACTION_BEFORE.search(text_before(match)) or month == 1 or day <= 12
    return f"{cardinal(match['m'])}月{cardinal(match['d'])}日" if dated or not fraction else None


def time_of_day(match: re.Match[str]) -> str | None:
    """`8:05` and `3:20:15 pm`; None for a score or a ratio."""
    hour, minute, second = int(match["h"]), int(match["m"]), match["s"]
    before = text_before(match, 6)
    if hour > 24 or SCORE_NEAR.search(before) or _RATIO_NEAR.search(before) or SCORE_AFTER.match(text_after(match)):
        return None
    half = {"a": "上午", "p": "下午"}.get((match["half"] or "").lower()[:1], "")
    words = f"{half}{counted(str(hour))}点"
    if minute or second:
        words += ("零" if 0 < minute < 10 else "") + cardinal(str(minute)) + ("分" if second or minute <= 10 else "")
    if second:
        words += cardinal(second) + "秒"
    elif match["minutes"] and not words.endswith("分"):
        words += "分"
    return words


def year_named(match: re.Match[str]) -> str | None:
    """`2025年` digit by digit; round thousands before words such as 历史 are counts, and so are three digits."""
    year, after = match["y"], text_after(match, 8)
    if len(year) == 2:
        named = r"年(?:[春夏秋冬底初末款]|出生|毕业|入学|上映|的?[春夏秋冬]天|世界杯|奥运|那年)"
        dated = int(year) >= 40 and re.search(r"[于在从自到至]$", text_before(match, 1))
        return digits(year) if year[0] == "0" or dated or re.match(named, after) else None
    if year.endswith("00") and re.match(r"年(?:前|来|多|间|古|以来|的?历史|的?文明|左右)", after):
        return None
    return digits(year) if 1000 <= int(year) < 3000 else None


def lone_year(match: re.Match[str]) -> str | None:
    """`2025` without 年, unless it counts something."""
    after = text_after(match)
    if is_measured(after) or match[0].endswith("00") or re.match(r"[-.:/]?\d|[余多]|像素|积分", after):
        return None
    return digits(match[0])


def season(match: re.Match[str]) -> str:
    """`2024/25` before 赛季."""
    return "到".join(digits(year) for year in match[0].split("/"))
