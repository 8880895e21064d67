"""Numbers in Chinese words. Everything takes and gives strings of digits or words; nothing looks at the context."""

from __future__ import annotations

_DIGITS = "零一二三四五六七八九"
_SMALL_UNITS = ("", "十", "百", "千")
_BIG_UNITS = ("", "万", "亿", "万亿")
_LONGEST = 4 * len(_BIG_UNITS)
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}

CHINESE_DIGITS = frozenset(_DIGITS + "〇两幺")


def digits(number: str, telephone: bool = False) -> str:
    """Digit by digit; `telephone` says 幺 for 1, as in telephone, room and train numbers."""
    words = "".join(_DIGITS[int(digit)] for digit in number)
    return words.replace("一", "幺") if telephone else words


def cardinal(number: str) -> str:
    """A count: `1200` is 一千二百. Thousands separators are allowed; sixteen digits at most, longer is read digit-wise.

    A leading 2 before 百, 千, 万 and 亿 is 两, as it is said.
    """
    number = number.replace(",", "")
    number = number.lstrip("0") or "0"
    if len(number) > _LONGEST:
        return digits(number)
    if number == "0":
        return "零"
    groups = [number[max(0, end - 4) : end] for end in range(len(number), 0, -4)]
    words = ""
    zero_pending = False
    for power in range(len(groups) - 1, -1, -1):
        value = int(groups[power])
        if value == 0:
            zero_pending = bool(words)
            continue
        if words and (zero_pending or value < 1000):
            words += "零"
        group = _group(groups[power].lstrip("0"))
        if power and group == "二":
            group = "两"
        unit = "万" if power == 3 and int(groups[2]) else _BIG_UNITS[power]
        words += group + unit
        zero_pending = False
    if words.startswith("一十"):
        words = words[1:]
    return words


def _group(number: str) -> str:
    """One to four digits without leading zeros."""
    words = ""
    zero = False
    for place, digit in zip(range(len(number) - 1, -1, -1), number, strict=True):
        if digit == "0":
            zero = True
            continue
        if zero:
            words += "零"
            zero = False
        name = "两" if digit == "2" and place >= 2 and not words else _DIGITS[int(digit)]
        words += name + _SMALL_UNITS[place]
    return words


def decimal(number: str) -> str:
    """A number with or without a fraction: `3.14` is 三点一四, `-5` is 负五."""
    sign = ""
    if number[:1] in "+-":
        sign = "负" if number[0] == "-" else "正"
        number = number[1:]
    whole, point, fraction = number.partition(".")
    words = cardinal(whole or "0")
    return sign + (f"{words}点{digits(fraction)}" if point and fraction else words)


def counted(number: str) -> str:
    """A number before a measure word: 2 is 两, `200` 两百."""
    return "两" if number.replace(",", "") == "2" else decimal(number)


def roman(numeral: str) -> int | None:
    """The value of a Roman numeral in capitals, None when it is not a well-formed one below 40."""
    values = [_ROMAN[letter] for letter in numeral]
    total = sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))
    return total if 0 < total < 40 and _to_roman(total) == numeral else None


def _to_roman(value: int) -> str:
    tens, ones = divmod(value, 10)
    return "X" * tens + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[ones]
