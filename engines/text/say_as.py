"""What `[spell]…[/]` and `[as …]…[/]` say: written-out words, for the front end of the language to read."""

from __future__ import annotations

import re
from collections.abc import Callable

from engines.text.chinese import numbers as chinese
from engines.text.english import dates
from engines.text.english import numbers as english
from engines.text.romance import numbers as romance
from engines.text.romance.front_end import language_of

_NUMBER = re.compile(r"\d[\d,.' \u00a0\u202f]*")
_GROUP = re.compile(r"[\w+]+")
_LONGEST = 15
"""Digits of a number that is said as one."""
_CENTURY_FROM = 50
"""Short years from this one on are of the last century."""


def spell(text: str) -> list[str]:
    """Letters, digits and characters, to be read one by one."""
    return [char.upper() for char in text if char.isalnum()]


def said_as(value: str, text: str, language: str) -> list[str] | None:
    """The pieces to be read one by one for the text of `[as value]`; None where the text is not of that kind.

    Parameters
    ----------
    value
        `digits`, `number`, `ordinal`, `date` (perhaps with an order such as `dmy`) or `telephone`.
    text
        Sanitised.
    """
    kind, _, order = value.partition(" ")
    if kind == "date":
        return _date(text, order.strip(), language)
    return _KINDS[kind](text, language)


def _digits(text: str, _language: str) -> list[str] | None:
    return spell(text) if any(map(str.isdigit, text)) else None


def _telephone(text: str, language: str) -> list[str] | None:
    """Digit by digit, with a breath between groups; in Chinese 1 is 幺."""
    groups = [spell(group.replace("+", "")) for group in _GROUP.findall(text)]
    if not any(char.isdigit() for group in groups for char in group):
        return None
    if language == "zh":
        groups = [["幺" if char == "1" else char for char in group] for group in groups]
    pieces: list[str] = []
    for group in filter(None, groups):
        pieces += [*(pieces and [","]), *group]
    return pieces


def _number(text: str, language: str) -> list[str] | None:
    digits = _only_number(text)
    if digits is None:
        return None
    if language.startswith("en"):
        return [" ".join(english.decimal(digits, language == "en-gb"))]
    return [chinese.decimal(digits)] if language == "zh" else [digits]


def _ordinal(text: str, language: str) -> list[str] | None:
    digits = _only_number(text)
    if digits is None or not digits.isdigit() or not int(digits):
        return None
    if language.startswith("en"):
        return [" ".join(english.ordinal(int(digits), language == "en-gb"))]
    if language == "zh":
        return ["第" + chinese.cardinal(digits)]
    if language == "ja":
        return ["第" + digits]
    return [romance.ordinal(int(digits), language_of(language))]


def _only_number(text: str) -> str | None:
    """The one number of a text, without separators of thousands; None if there are more, or none."""
    found = _NUMBER.findall(text)
    if len(found) != 1:
        return None
    number = re.sub(r"[^\d.]|\.(?=.*\.)|\.$", "", found[0].strip())
    return number if len(number) <= _LONGEST else None


def _date(text: str, order: str, language: str) -> list[str] | None:
    """A date in digits, in the order of the language if none is given; one in words is for the front end."""
    numbers = re.findall(r"\d+", text)
    if len(numbers) not in (2, 3) or (order and len(order) != len(numbers)):
        return None
    parts = dict(zip(order or _usual_order(numbers, language), map(int, numbers), strict=True))
    if parts["m"] > 12 >= parts["d"] and not order:
        parts["m"], parts["d"] = parts["d"], parts["m"]
    day, month, year = parts["d"], parts["m"], parts.get("y")
    if not (1 <= day <= 31 and 1 <= month <= 12):
        return None
    if year is not None and year < 100:
        year += 1900 if year >= _CENTURY_FROM else 2000
    if language in ("zh", "ja"):
        return [f"{year}年{month}月{day}日" if year else f"{month}月{day}日"]
    if language.startswith("en"):
        words = dates.date(day, month, year, language == "en-gb") or []
        return [" ".join(word.spoken for word in words).replace(" ,", ",")]
    if year:
        return [f"{day:02}/{month:02}/{year:04}"]
    names = language_of(language)
    first = names.first_of_month if day == 1 else ""
    pattern = names.date.partition("{month}")[0] + "{month}"
    return [pattern.format(day=first or str(day), month=names.months.split()[month - 1])]


def _usual_order(numbers: list[str], language: str) -> str:
    month_first = language in ("zh", "ja", "en-us")
    if len(numbers) == 2:
        return "md" if month_first else "dm"
    if len(numbers[0]) > 2 or language in ("zh", "ja"):
        return "ymd"
    return "mdy" if month_first else "dmy"


_KINDS: dict[str, Callable[[str, str], list[str] | None]] = {
    "digits": _digits,
    "number": _number,
    "ordinal": _ordinal,
    "telephone": _telephone,
}
