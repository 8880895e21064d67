"""Rules that write out whatever begins with a letter (or looks like an address), other than plain words."""

from __future__ import annotations

import re

from engines.text.english.abbreviations import (
    AFTER_NAME,
    ALWAYS,
    BEFORE_NUMBER,
    DOTTED,
    FILE_TYPES,
    PHRASES,
    ROMAN_AFTER,
    RULERS,
    TITLES,
)
from engines.text.english.context import END, Rule, Scene, rule
from engines.text.english.dates import MONTHS
from engines.text.english.numbers import cardinal, decimal, ordinal, whole_number
from engines.text.english.numerals import code
from engines.text.english.tokens import Word, phrase, plain, word_set

_TOP_DOMAINS = "com|org|net|edu|gov|io|dev|ai|co|uk|us|cn|jp|de|fr|eu|tv|me|info|app|ca|au|in|tw|hk"
_ADDRESS_SIGNS = {
    ".": "dot", "/": "slash", "@": "at", "-": "dash", "_": "underscore", ":": "colon", "?": "question mark",
    "=": "equals", "&": "and", "#": "hash", "~": "tilde", "%": "percent", "+": "plus",
}  # fmt: skip
_SHORT_WORDS = word_set("me my us we go to do in on at is it up no so be by of or co")
_AFTER_RULER = word_set("of was and in is had died")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_ROMAN = re.compile(r"M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})")
_HOUSE_NUMBER = re.compile(r"[0-9] (?:[A-Z][a-z]+ )+$")


def spell_or_say(part: str) -> Word:
    """A piece of an address: short ones without a vowel are spelled."""
    is_spelled = (
        (len(part) < 3 and part not in _SHORT_WORDS)
        or (part.isupper() and len(part) < 5)
        or not re.search(r"[aeiouyAEIOUY]", part)
    )
    return Word(part.upper(), spelled=True) if is_spelled else Word(part)


def _address(text: str) -> list[Word]:
    spoken: list[Word] = []
    for part in re.findall(r"[A-Za-z]+|[0-9]+|.", text):
        if part.isalpha() and part.isascii():
            spoken.append(spell_or_say(part))
        elif part.isdigit() and part.isascii():
            spoken += plain(whole_number(part))
        elif part in _ADDRESS_SIGNS:
            spoken += phrase(_ADDRESS_SIGNS[part])
    return spoken


def _url(match: re.Match[str], scene: Scene) -> list[Word] | None:
    # the scheme is not said, as no one says it
    return _address(re.sub(r"^[a-z]+://", "", match[0]).rstrip("/"))


def _file_name(match: re.Match[str], scene: Scene) -> list[Word] | None:
    if match[2].lower() not in FILE_TYPES:
        return None
    return [*_address(match[1]), Word("dot"), *code(match[2].upper() if len(match[2]) < 4 else match[2])]


def _phrase(match: re.Match[str], scene: Scene) -> list[Word] | None:
    return phrase(PHRASES[match[0].lower()])


def _version(match: re.Match[str], scene: Scene) -> list[Word] | None:
    first, *rest = match[1].split(".")
    spoken = [Word("version"), *plain(whole_number(first))]
    for part in rest:
        spoken += [Word("point"), *plain(whole_number(part))]
    return spoken


def _initials(match: re.Match[str], scene: Scene) -> list[Word] | None:
    return [Word(match[0].replace(".", "").upper(), spelled=True)]


def _initial(match: re.Match[str], scene: Scene) -> list[Word] | None:
    return [Word(match[1], spelled=True)]


def _abbreviation(match: re.Match[str], scene: Scene) -> list[Word] | None:
    key, has_stop = match[1].lower(), match[0].endswith(".")
    before, after, end = scene.before(match.start()), scene.after(match.end()), match.end()
    is_number_next = scene.neighbour(end - 1, 1).isdigit()
    if key in AFTER_NAME and before[:1].isupper() and has_stop and match[1][0].isupper():
        is_numbered = _HOUSE_NUMBER.search(scene.text, max(0, match.start() - 40), match.start())
        if is_numbered or not after[:1].isupper():
            return [Word(AFTER_NAME[key])]
    if key in ALWAYS and (has_stop or match[1] != match[1].upper() or scene.shouting):
        return [Word(ALWAYS[key])] if key != "ms" or match[1][0].isupper() else None
    if key not in DOTTED:
        return None
    if DOTTED[key] in MONTHS:
        near = is_number_next or scene.neighbour(match.start(), -1).isdigit()
        return [Word(DOTTED[key])] if match[1].istitle() and (near or (has_stop and key != "mar")) else None
    if key in {"st", "mt"} and match[1].istitle() and after[:1].isupper():
        return [Word(DOTTED[key])]
    if not has_stop or (key in BEFORE_NUMBER and not is_number_next) or (key in TITLES and not after[:1].isupper()):
        return None
    if key in {"sat", "sun", "mon", "wed", "fri"} and not match[1].istitle():
        return None
    return [Word(DOTTED[key])]


def roman_value(text: str) -> int:
    """The value of a well-formed Roman numeral in capitals, else 0."""
    if not text or not _ROMAN.fullmatch(text):
        return 0
    values = [_ROMAN_VALUES[c] for c in text]
    return sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))


def _roman(match: re.Match[str], scene: Scene) -> list[Word] | None:
    value, before, after = roman_value(match[0]), scene.before(match.start()), scene.after(match.end())
    if not value or scene.char(match.end()) == "'" or not before:
        return None
    if before.lower() in ROMAN_AFTER:
        return plain(cardinal(value)) if match[0] != "I" or not after.islower() else None
    if before.lower() in RULERS and before[0].isupper():
        is_pronoun = match[0] == "I" and after.islower() and after not in _AFTER_RULER
        return None if is_pronoun else plain(["the", *ordinal(value)])
    return plain(cardinal(value)) if len(match[0]) > 1 and before[0].isupper() and value < 40 else None


def _measure_name(match: re.Match[str], scene: Scene) -> list[Word] | None:
    """`PM2.5`."""
    return [Word(match[1], spelled=True), *plain(decimal(match[2], scene.british))]


def _code(match: re.Match[str], scene: Scene) -> list[Word] | None:
    return code(match[0])


_PHRASE_PATTERN = "|".join(re.escape(key) for key in sorted(PHRASES, key=len, reverse=True))
_URL_CHARS = r"[A-Za-z0-9/_.?=&%#~+:;,!'@$*-]{0,2000}(?<![.,;:!?'*])"

ADDRESSES: tuple[Rule, ...] = (
    rule(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,63}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,6}(?<![-.])", _url),
    rule(rf"(?:(?:https?|ftp)://|www\.){_URL_CHARS}", _url),
    rule(rf"(?:[A-Za-z0-9-]{{1,63}}\.){{1,6}}(?:{_TOP_DOMAINS})(?![A-Za-z0-9-])(?:/{_URL_CHARS})?(?<![.?])", _url),
    rule(r"([A-Za-z0-9][A-Za-z0-9_-]{0,63})\.([A-Za-z0-9]{2,5})(?![A-Za-z0-9])", _file_name),
)
"""Tried on anything that begins with a letter or a digit."""

RULES: tuple[Rule, ...] = (
    rule(rf"(?i:{_PHRASE_PATTERN}){END}", _phrase),
    rule(r"v\.?([0-9]+(?:\.[0-9]+)*)(?![0-9A-Za-z])", _version),
    rule(r"V([0-9]+(?:\.[0-9]+)+)(?![0-9A-Za-z])", _version),
    rule(rf"(?:[A-Za-z]\.){{2,}}(?:[A-Za-z]{END})?", _initials),
    rule(r"([A-Z])\.(?=\s*[A-Z])", _initial),
    rule(r"([A-Za-z]{1,12}(?:'[tl])?)\.", _abbreviation),
    rule(r"([A-Za-z]{1,12}(?:'[tl])?)(?![A-Za-z'])", _abbreviation),
    rule(r"[IVXLCDM]{1,15}(?![A-Za-z0-9])", _roman),
    rule(rf"([A-Z]{{1,5}})([0-9]{{1,3}}\.[0-9]{{1,3}}){END}", _measure_name),
    rule(r"[A-Za-z]{1,40}[0-9][0-9A-Za-z]*", _code),
)
