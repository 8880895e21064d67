"""Numbers, dates, times and amounts written out, in any language of the family."""

from __future__ import annotations

import re

from engines.text.romance.language import Language

_LONGEST = 15
"""Digits of the largest number that is said as one; longer ones are spelled."""

_NUMBER = r"\d{1,3}(?:[.  \u202f]\d{3})+(?:,\d+)?(?![\d])|\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d])|\d+(?:[.,]\d+)?"
_DATE = re.compile(r"(0?[1-9]|[12]\d|3[01])[/.-](0?[1-9]|1[0-2])[/.-](\d{4})(?![\d])")
_ISO_DATE = re.compile(r"(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?![\d])")
_TIME = re.compile(r"([01]?\d|2[0-4])(?::|h)([0-5]\d)(?![\d:])")
_CURRENCY = r"R\$|[€$£¥]"
_AMOUNT = re.compile(rf"([-−])?(?:({_CURRENCY}) ?)?({_NUMBER})")
_ROMAN = re.compile(r"([IVX]{2,})(e|º|ª)?(?!\w)")
_ROMAN_FORM = re.compile(r"X{0,3}(?:IX|IV|V?I{0,3})")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10}


def match(text: str, start: int, language: Language) -> tuple[int, str] | None:
    """The end and the words of the number, date, time or amount that begins at `start`."""
    if start and text[start - 1].isalnum() and text[start].isalnum():
        return None
    for rule in (_date, _time, _roman, _amount):
        if found := rule(text, start, language):
            return found
    return None


def _date(text: str, start: int, language: Language) -> tuple[int, str] | None:
    if found := _DATE.match(text, start):
        day, month, year = map(int, found.groups())
    elif found := _ISO_DATE.match(text, start):
        year, month, day = map(int, found.groups())
    else:
        return None
    first = language.first_of_month if day == 1 else ""
    words = language.date.format(
        day=first or cardinal(day, language), month=language.months.split()[month - 1], year=cardinal(year, language)
    )
    return found.end(), words


def _time(text: str, start: int, language: Language) -> tuple[int, str] | None:
    if (found := _TIME.match(text, start)) is None:
        return None
    hour, minute = map(int, found.groups())
    words = [cardinal(hour, language), language.hour, cardinal(minute, language) if minute else ""]
    return found.end(), " ".join(filter(None, words))


def _roman(text: str, start: int, language: Language) -> tuple[int, str] | None:
    if (found := _ROMAN.match(text, start)) is None or not _ROMAN_FORM.fullmatch(found.group(1)):
        return None
    values = [_ROMAN_VALUES[digit] for digit in found.group(1)]
    total = sum(-v if v < following else v for v, following in zip(values, [*values[1:], 0], strict=True))
    return found.end(), _ordinal(total, found.group(2), language) if found.group(2) else cardinal(total, language)


def _amount(text: str, start: int, language: Language) -> tuple[int, str] | None:
    if (found := _AMOUNT.match(text, start)) is None:
        return None
    sign, currency, number = found.groups()
    end = found.end()
    ordinal = re.compile(rf"(?:{language.ordinals})(?!\w)").match(text, end)
    if ordinal and number.isdecimal() and len(number) <= _LONGEST and int(number):
        return ordinal.end(), _ordinal(int(number), ordinal.group()[-1], language)
    if currency and currency not in language.units:
        currency = currency[-1]
    unit, end = (currency, end) if currency else _unit(text, end, language)
    words = _number(number, language)
    if unit:
        singular, _, plural = language.units[unit].partition("/")
        words = f"{_agreed(words, singular, language)} {singular if number == '1' else plural or singular}"
    elif noun := re.compile(r"\s+([^\W\d_]{2,})").match(text, end):
        words = _agreed(words, noun.group(1), language)
    return end, f"{language.minus} {words}" if sign else words


def _unit(text: str, start: int, language: Language) -> tuple[str, int]:
    found = re.compile(r"[  \u202f]?([^\W\d_]+[²³]?(?:/[^\W\d_]+)?|[%€$£¥]|°[CF]?)").match(text, start)
    if found and found.group(1) in language.units and not text[found.end() : found.end() + 1].isalnum():
        return found.group(1), found.end()
    return "", start


def _number(number: str, language: Language) -> str:
    """Written with points, commas or spaces between thousands, and either for decimals."""
    *groups, last = re.split(r"[.,  \u202f]", number)
    decimals = ""
    separators = re.findall(r"[.,  \u202f]", number)
    if separators and (len(last) != 3 or groups[0] == "0" or (len(separators) > 1 and separators[-1] != separators[0])):
        decimals = last
    else:
        groups.append(last)
    whole = "".join(groups)
    if len(whole) > _LONGEST or (len(whole) > 1 and whole[0] == "0"):
        words = spell(whole, language)
    else:
        words = cardinal(int(whole), language)
    if not decimals:
        return words
    zeros = decimals[: len(decimals) - len(decimals.lstrip("0"))] if len(decimals) <= 2 else decimals
    rest = decimals[len(zeros) :]
    tail = [spell(zeros, language)] if zeros else []
    tail += [cardinal(int(rest), language)] if rest else []
    return " ".join([words, language.point, *tail])


def cardinal(value: int, language: Language) -> str:
    """A whole number in words."""
    return _in_words(value, language, "cardinal").replace(",", "")


def ordinal(value: int, language: Language) -> str:
    """A place in an order, in words."""
    return _in_words(value, language, "ordinal")


def _ordinal(value: int, ending: str, language: Language) -> str:
    words = ordinal(value, language)
    return _feminine(words) if ending == "ª" else words


def _in_words(value: int, language: Language, form: str) -> str:
    from num2words import num2words  # type: ignore[import-untyped]  # noqa: PLC0415 it loads fifty languages

    return str(num2words(value, lang=language.numerals, to=form))


def spell(digits: str, language: Language) -> str:
    """Digits one by one."""
    return " ".join(cardinal(int(digit), language) for digit in digits)


def _agreed(words: str, noun: str, language: Language) -> str:
    """`uno` before a noun is `un` or `una`."""
    *before, last = words.split(" ")
    if last in language.one:
        masculine, feminine = language.one[last]
        last = feminine if re.search("(?:a|as|ción|ções|ção|dad|dade|tà)$", noun) else masculine
    return " ".join([*before, last])


def _feminine(ordinal: str) -> str:
    return " ".join(re.sub("o$", "a", word) for word in ordinal.split(" "))
