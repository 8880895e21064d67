"""English for word error rates: one spelling for everything that sounds the same."""

from __future__ import annotations

import re

from tests.bench.metrics.scoring import Slots, Tokens

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["zero", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_SCALES = ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred"))
_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
_CURRENCIES = {
    "$": ("dollar", "cent"),
    "£": ("pound", "penny"),
    "€": ("euro", "cent"),
    "¥": ("yen", "sen"),
}
_PLURALS = {"penny": "pence", "yen": "yen", "sen": "sen", "foot": "feet", "celsius": "celsius", "percent": "percent"}
_UNITS = {
    "kg": "kilogram",
    "g": "gram",
    "km": "kilometer",
    "cm": "centimeter",
    "mm": "millimeter",
    "m": "meter",
    "l": "liter",
    "ml": "milliliter",
    "%": "percent",
}
_WORDS = {
    "dr": "doctor",
    "mr": "mister",
    "mrs": "missus",
    "ok": "okay",
    "colour": "color",
    "favourite": "favorite",
    "grey": "gray",
    "theatre": "theater",
    "centre": "center",
    "metre": "meter",
    "metres": "meters",
    "kilometre": "kilometer",
    "kilometres": "kilometers",
    "litre": "liter",
    "litres": "liters",
    "neighbour": "neighbor",
    "neighbours": "neighbors",
    "realise": "realize",
    "realised": "realized",
    "travelled": "traveled",
    "travelling": "traveling",
    "programme": "program",
    "grandma": "grandmother",
    "alright": "all right",
    "cannot": "can not",
    "gonna": "going to",
    "wanna": "want to",
    "gotta": "got to",
}
_CONTRACTIONS = (
    (r"\bwon't\b", "will not"),
    (r"\bcan't\b", "can not"),
    (r"\bshan't\b", "shall not"),
    (r"n't\b", " not"),
    (r"'re\b", " are"),
    (r"'ve\b", " have"),
    (r"'ll\b", " will"),
    (r"'m\b", " am"),
    (r"\blet's\b", "let us"),
    (r"\b(it|he|she|that|there|here|what|who|where|how|when)'s\b", r"\1 is"),
)
_NUMBER = re.compile(
    r"(?P<currency>[$£€¥])\s?(?P<amount>\d[\d,]*)(?:\.(?P<cents>\d\d))?(?!\d)(?:\s(?P<scale>million|billion))?"
    r"|(?P<degrees>-?\d+)\s?°\s?(?P<scale_of>[cCfF]\b)?"
    r"|(?P<hour>\d{1,2}):(?P<minute>\d\d)"
    r"|(?P<ordinal>\d+)(?:st|nd|rd|th)\b"
    r"|(?P<top>\d+)/(?P<bottom>\d+)"
    r"|(?P<digits>\d+(?:-\d+)+)"
    r"|(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s?(?P<unit>kg|km|cm|mm|ml|[gml]|%)(?![A-Za-z]))?"
)


def slots(text: str) -> Slots:
    """Split off the numbers of a transcript, each with the ways in which it may be read."""
    pieces: list[tuple[str, ...]] = []
    end = 0
    for match in _NUMBER.finditer(text):
        pieces += [(text[end : match.start()],), readings(match)]
        end = match.end()
    return [*pieces, (text[end:],)]


def tokens(text: str) -> Tokens:
    """Lower-case words without punctuation, contractions written out, spelt-out initials joined."""
    text = text.lower().replace("’", "'").replace("&", " and ")
    for pattern, written in _CONTRACTIONS:
        text = re.sub(pattern, written, text)
    text = re.sub(r"\b[a-z]\b\.?(?:\s?\b[a-z]\b\.?(?!'[a-rt-z]))+", lambda m: re.sub(r"[^a-z]", "", m[0]), text)
    words = re.sub(r"[^a-z0-9]+", " ", text.replace("'", "")).split()
    return " ".join(_WORDS.get(word, word) for word in words).split()


def cardinal(number: int) -> str:
    """1234 -> `one thousand two hundred thirty four`."""
    for value, name in _SCALES:
        if number >= value:
            rest = number % value
            return f"{cardinal(number // value)} {name}" + (f" {cardinal(rest)}" if rest else "")
    if number >= 20:
        return _TENS[number // 10] + (f" {_ONES[number % 10]}" if number % 10 else "")
    return _ONES[number]


def ordinal(number: int) -> str:
    """21 -> `twenty first`."""
    *head, last = cardinal(number).split()
    last = _ORDINALS.get(last, last.removesuffix("t") + "th" if last != "eight" else last)
    return " ".join([*head, re.sub("yth$", "ieth", last)])


def readings(match: re.Match[str]) -> tuple[str, ...]:
    """The usual ways to say a number that `_NUMBER` found, padded with spaces."""
    group = match.groupdict()
    if group["currency"]:
        found = _money(group["currency"], _int(group["amount"]), group["cents"], group["scale"])
    elif group["degrees"]:
        scale = {"c": " celsius", "f": " fahrenheit"}.get((group["scale_of"] or "").lower(), "")
        sign = "minus " if group["degrees"].startswith("-") else ""
        found = [f"{sign}{_counted(abs(int(group['degrees'])), 'degree')}{scale}"]
    elif group["hour"]:
        found = _time(int(group["hour"]), int(group["minute"]))
    elif group["ordinal"]:
        found = [ordinal(int(group["ordinal"]))]
    elif group["top"]:
        found = _fraction(int(group["top"]), int(group["bottom"]))
    elif group["digits"]:
        found = _digit_by_digit(group["digits"])
    else:
        found = _plain(group["number"])
        if group["unit"]:
            unit = _UNITS[group["unit"]]
            found = [f"{n} {name}" for n in found for name in (_plural(unit), unit)]
    return tuple(f" {reading} " for reading in found)


def _int(text: str) -> int:
    return int(text.replace(",", ""))


def _plural(unit: str) -> str:
    return _PLURALS.get(unit, unit + "s")


def _counted(number: int, unit: str) -> str:
    return f"{cardinal(number)} {unit if number == 1 else _plural(unit)}"


def _digit_by_digit(text: str) -> list[str]:
    digits = " ".join(_ONES[int(d)] for d in text if d.isdigit())
    return [digits, digits.replace("zero", "oh")]


def _plain(text: str) -> list[str]:
    whole, _, decimals = text.partition(".")
    number = _int(whole)
    if decimals:
        # Whisper writes some times of day as 9.45.
        time = _time(number, int(decimals)) if number <= 24 and len(decimals) == 2 and int(decimals) < 60 else []
        return [f"{cardinal(number)} point {_digit_by_digit(decimals)[0]}", *time]
    found = [cardinal(number), *_digit_by_digit(whole)]
    if number > 100 and number % 100:
        head, tail = divmod(number, 100)
        low = cardinal(tail) if tail > 9 else f"oh {cardinal(tail)}"
        found += [f"{cardinal(head)} {low}", f"{cardinal(number - tail)} and {cardinal(tail)}"]
    if number % 100 == 0 and 1000 < number < 10000:
        found.append(f"{cardinal(number // 100)} hundred")
    if 0 < number <= 31:
        found += [ordinal(number), f"the {ordinal(number)}"]
    return found


def _money(sign: str, amount: int, cents: str | None, scale: str | None) -> list[str]:
    unit, part = _CURRENCIES[sign]
    if scale:
        return [f"{cardinal(amount)} {scale} {_plural(unit)}"]
    if cents is None or int(cents) == 0:
        return [f"{number} {unit if amount == 1 else _plural(unit)}" for number in _plain(str(amount))]
    whole, rest = _counted(amount, unit), _counted(int(cents), part)
    tail = cardinal(int(cents))
    return [f"{whole} and {rest}", f"{whole} {rest}", f"{whole} {tail}", f"{cardinal(amount)} {tail}"]


def _time(hour: int, minute: int) -> list[str]:
    if minute == 0:
        return [f"{cardinal(hour)} oclock", cardinal(hour)]
    if minute < 10:
        return [f"{cardinal(hour)} oh {cardinal(minute)}"]
    half = [f"half past {cardinal(hour)}"] if minute == 30 else []
    return [f"{cardinal(hour)} {cardinal(minute)}", *half]


def _fraction(top: int, bottom: int) -> list[str]:
    if (top, bottom) == (1, 2):
        return ["one half", "half", "a half"]
    name = {2: "half", 4: "quarter"}.get(bottom) or ordinal(bottom)
    return [_counted(top, name), f"{cardinal(top)} over {cardinal(bottom)}"]
