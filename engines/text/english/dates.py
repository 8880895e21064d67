"""Rules for dates and times of day."""

from __future__ import annotations

import re

from engines.text.english.context import END, Rule, Scene, rule
from engines.text.english.numbers import cardinal, ordinal, year
from engines.text.english.tokens import Word, phrase, plain, word_set

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
MONTH_NAMES = frozenset(name.lower() for name in MONTHS) | word_set("jan feb mar apr jun jul aug sep sept oct nov dec")
_AM_PM = r"(?:a\.m\.?|p\.m\.?|am|pm|AM|PM|A\.M\.?|P\.M\.?)(?![A-Za-z])"


def date(day: int, month: int, number: int | None, british: bool) -> list[Word] | None:
    """A date in the order of the dialect; `number` is its year, a short one meaning 1950 to 2049."""
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    name = MONTHS[month - 1]
    parts = ["the", *ordinal(day), "of", name] if british else [name, *ordinal(day)]
    if number is None:
        return plain(parts)
    full = number if number > 99 else number + (2000 if number < 50 else 1900)
    return [*plain(parts), *([] if british else [Word(",")]), *plain(year(full, british))]


def _year_first(match: re.Match[str], scene: Scene) -> list[Word] | None:
    return date(int(match[4]), int(match[3]), int(match[1]), scene.british)


def _year_last(match: re.Match[str], scene: Scene) -> list[Word] | None:
    first, second = int(match[1]), int(match[3])
    if match[2] != "/" and len(match[4]) != 4:
        return None
    # where one order is impossible the other is meant, whatever the dialect
    day_first = second <= 12 if first > 12 else scene.british and second <= 12
    day, month = (first, second) if day_first else (second, first)
    return date(day, month, int(match[4]), scene.british)


def _clock(match: re.Match[str], scene: Scene) -> list[Word] | None:
    hour, minute = int(match[1]), int(match[2])
    if hour > 24 or minute > 59:
        return None
    half = _half_of_day(match[4])
    spoken = plain(cardinal(hour))
    if minute:
        spoken += plain((["oh"] if minute < 10 else []) + cardinal(minute))
    elif not half and not match[3]:
        spoken += phrase("o'clock" if 1 <= hour <= 12 else "hundred")
    if match[3]:
        spoken += [Word("and"), *plain(cardinal(int(match[3]))), Word("second" if int(match[3]) == 1 else "seconds")]
    return spoken + half


def _half_of_day(text: str | None) -> list[Word]:
    return [Word(text.replace(".", "").upper(), spelled=True)] if text else []


def _hour(match: re.Match[str], scene: Scene) -> list[Word] | None:
    return [*plain(cardinal(int(match[1]))), *_half_of_day(match[2])] if int(match[1]) <= 12 else None


RULES: tuple[Rule, ...] = (
    rule(rf"([0-9]{{4}})([-/.])([0-9]{{1,2}})\2([0-9]{{1,2}}){END}(?![-/.][0-9])", _year_first),
    rule(rf"([0-9]{{1,2}})([-/.])([0-9]{{1,2}})\2([0-9]{{4}}|[0-9]{{2}}){END}(?![-/.][0-9])", _year_last),
    rule(rf"([0-9]{{1,2}}):([0-9]{{2}})(?::([0-9]{{2}}))?(?![0-9:])(?:\s?({_AM_PM}))?", _clock),
    rule(rf"([0-9]{{1,2}})\s?({_AM_PM})", _hour),
)
