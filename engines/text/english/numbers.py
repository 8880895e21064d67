"""Numbers in words."""

from __future__ import annotations

_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_SCALES = ["", "thousand", "million", "billion", "trillion", "quadrillion", "quintillion", "sextillion"]
_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
LONGEST = 3 * len(_SCALES)
"""Digits of the longest number that has a name here; longer ones are read digit by digit."""


def cardinal(number: int, british: bool = False) -> list[str]:
    """42 -> forty two. British English says `and` before the last two digits."""
    if number < 0:
        return ["minus", *cardinal(-number, british)]
    if len(str(number)) > LONGEST:
        return digits(str(number))
    words: list[str] = []
    for power in range(len(_SCALES) - 1, -1, -1):
        group = number // 1000**power % 1000
        if group:
            is_tail = british and power == 0 and group < 100 and bool(words)
            words += [*(["and"] if is_tail else []), *_below_thousand(group, british)]
            if power:
                words.append(_SCALES[power])
    return words or ["zero"]


def _below_thousand(number: int, british: bool) -> list[str]:
    hundreds, rest = divmod(number, 100)
    words = [_ONES[hundreds], "hundred"] if hundreds else []
    if hundreds and rest and british:
        words.append("and")
    if rest >= 20:
        words.append(_TENS[rest // 10 - 2])
        rest %= 10
    return [*words, _ONES[rest]] if rest else words


def ordinal(number: int, british: bool = False) -> list[str]:
    """42 -> forty second."""
    *rest, last = cardinal(number, british)
    if last in _ORDINALS:
        return [*rest, _ORDINALS[last]]
    return [*rest, last[:-1] + "ieth" if last.endswith("y") else last + "th"]


def digits(text: str) -> list[str]:
    """204 -> two zero four; anything that is not a digit is passed over."""
    return [_ONES[int(c)] for c in text if c.isascii() and c.isdigit()]


def decimal(text: str, british: bool = False) -> list[str]:
    """1,234.5 -> one thousand two hundred thirty four point five."""
    whole, _, fraction = text.replace(",", "").partition(".")
    words = whole_number(whole, british) if whole else []
    return [*words, "point", *digits(fraction)] if fraction else words


def whole_number(text: str, british: bool = False) -> list[str]:
    """A run of digits: as a number, or digit by digit if it begins with a zero or is very long."""
    text = text.replace(",", "")
    if len(text) > LONGEST or (len(text) > 1 and text[0] == "0"):
        return digits(text)
    return cardinal(int(text), british)


def year(number: int, british: bool = False) -> list[str]:
    """1997 -> nineteen ninety seven, 1905 -> nineteen oh five, 2001 -> two thousand one."""
    century, rest = divmod(number, 100)
    if not 1000 <= number <= 9999 or number % 1000 < 10:
        return cardinal(number, british)
    if rest == 0:
        return [*cardinal(century), "hundred"]
    return [*cardinal(century), *(["oh"] if rest < 10 else []), *cardinal(rest)]


def pairs(text: str) -> list[str]:
    """The number of a product, flight or road: 747 -> seven forty seven, 4090 -> forty ninety, 200 -> two hundred."""
    if text[0] == "0" or len(text) > 4:
        return digits(text)
    if len(text) < 3 or text.endswith("000") or (len(text) == 3 and text.endswith("00")):
        return cardinal(int(text))
    head, tail = cardinal(int(text[:-2])), int(text[-2:])
    if tail == 0:
        return [*head, "hundred"]
    return [*head, *(["oh"] if tail < 10 else []), *cardinal(tail)]


def fraction(top: int, bottom: int, british: bool = False) -> list[str]:
    """3/4 -> three quarters, 7/100 -> seven hundredths, 22/0 -> twenty two over zero."""
    if not 2 <= bottom <= 1000 or top >= 1000:
        return [*cardinal(top, british), "over", *cardinal(bottom, british)]
    names = {2: ["half"], 4: ["quarter"]}
    *rest, last = names.get(bottom) or ordinal(bottom, british)
    if top != 1:
        last = "halves" if bottom == 2 else last + "s"
    return [*cardinal(top, british), *rest, last]


def plural(words: list[str]) -> list[str]:
    """nineteen ninety -> nineteen nineties."""
    *rest, last = words
    if last.endswith("y"):
        return [*rest, last[:-1] + "ies"]
    return [*rest, last + ("es" if last.endswith("x") else "s")]
