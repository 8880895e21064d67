"""Rules that write out whatever begins with a digit, a sign before one, or a currency.

Every rule is a pattern and a function from the match to words, or to None where the match means something else; the
first that answers wins.
"""

from __future__ import annotations

import re

from engines.text.english.context import AMOUNT, END, NUMBER, Rule, Scene, rule
from engines.text.english.dates import MONTH_NAMES, date
from engines.text.english.dates import RULES as DATES
from engines.text.english.numbers import cardinal, decimal, digits, fraction, ordinal, pairs, plural, whole_number, year
from engines.text.english.quantities import MEASURES, MONEY
from engines.text.english.tokens import Word, plain, word_set

_VULGAR = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
    "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8),
}  # fmt: skip
_COUNTABLE = word_set("people men women children feet teeth mice sheep fish")
_NOT_PLURAL = word_set(
    "is was has his this as does its us vs always perhaps across towards besides sometimes thus plus minus"
)
_MODEL_BEFORE = word_set("flight room route highway bus train boeing airbus rtx gtx model suite extension ext")
_YEAR_BEFORE = word_set(
    "in by since until till from around circa ca year before after during early late mid spring summer"
)
_TOLL_FREE = "800"
_DIGITS_BEFORE = word_set("zip zipcode postcode pin")
_RATIO_BEFORE = re.compile(r"\b(?:ratio|odds|aspect|scale)\b[^.;]*$")
_RATIO_REACH = 30
_RATING_BEFORE = word_set("rated rating scored score rate")
_VERSION_BEFORE = word_set("version versions release python ubuntu android ios macos qt windows kernel")


def _digit_groups(text: str) -> list[Word]:
    """The digits of a telephone number, with a short break between its groups."""
    groups = re.findall(r"[0-9]+", text)
    spoken = [Word("plus")] if text.startswith("+") else []
    for i, group in enumerate(groups):
        said = ["eight", "hundred"] if group == _TOLL_FREE and i < 2 and len(groups) > 2 else digits(group)
        spoken += [*([Word(",")] if i else []), *plain(said)]
    return spoken


def _telephone(match: re.Match[str], scene: Scene) -> list[Word] | None:
    count = sum(c.isdigit() for c in match[0])
    return _digit_groups(match[0]) if 7 <= count <= 15 else None


def _mixed_fraction(match: re.Match[str], scene: Scene) -> list[Word] | None:
    whole, sign = match["whole"], match["vulgar"]
    top, bottom = _VULGAR[sign] if sign else (int(match["top"]), int(match["bottom"]))
    if not sign:
        if (top, bottom) in {(24, 7), (9, 11), (50, 50)}:
            return plain(cardinal(top) + cardinal(bottom))
        if not whole and scene.before(match.start()).lower() in {"on", "by", "until", "since", "due"}:
            day, month = (top, bottom) if scene.british else (bottom, top)
            return date(day, month, None, scene.british) or plain(fraction(top, bottom, scene.british))
    if not whole and scene.before(match.start()).lower() in _RATING_BEFORE and not sign:
        return plain([*cardinal(top), "out", "of", *cardinal(bottom)])
    if not whole:
        return plain(fraction(top, bottom, scene.british))
    part = ["a", *fraction(1, bottom)[1:]] if top == 1 else fraction(top, bottom)
    return plain([*cardinal(int(whole), scene.british), "and", *part])


def _dotted(match: re.Match[str], scene: Scene) -> list[Word] | None:
    parts = match[0].split(".")
    separator = "dot" if len(parts) == 4 else "point"
    spoken = plain(whole_number(parts[0]))
    for part in parts[1:]:
        spoken += [Word(separator), *plain(whole_number(part))]
    return spoken


def _ratio(match: re.Match[str], scene: Scene) -> list[Word] | None:
    first, second = int(match[1]), int(match[2])
    is_clock = len(match[2]) == 2 and first <= 24 and second < 60
    if is_clock and not _RATIO_BEFORE.search(scene.text, max(0, match.start() - _RATIO_REACH), match.start()):
        return None
    return plain([*cardinal(first, scene.british), "to", *cardinal(second, scene.british)])


def _rating(match: re.Match[str], scene: Scene) -> list[Word] | None:
    return plain([*decimal(match[1], scene.british), "out", "of", *cardinal(int(match[2]))])


def _ordinal(match: re.Match[str], scene: Scene) -> list[Word] | None:
    return plain(ordinal(int(match[1].replace(",", "")), scene.british))


def _decade(match: re.Match[str], scene: Scene) -> list[Word] | None:
    number = int(match[1])
    if len(match[1]) == 4 and 1000 <= number <= 2999:
        return plain(plural(year(number)))
    return plain(plural(pairs(match[1])))


def _by(match: re.Match[str], scene: Scene) -> list[Word] | None:
    is_product = " ×" in match[0] or scene.neighbour(match.end() - 1, 1) == "="
    joint = "times" if is_product else "by"
    spoken: list[Word] = []
    for part in re.split(r"\s?[x×]\s?", match[0]):
        is_pixels = len(part) == 4 and part.isdigit()
        spoken += [Word(joint), *plain(pairs(part) if is_pixels else decimal(part, scene.british))]
    return spoken[1:]


def _times(match: re.Match[str], scene: Scene) -> list[Word] | None:
    return [*plain(decimal(match[1], scene.british)), Word("times")]


def _height(match: re.Match[str], scene: Scene) -> list[Word] | None:
    return [*plain(cardinal(int(match[1]))), Word("foot"), *plain(cardinal(int(match[2])))]


def code(text: str) -> list[Word]:
    """Letters and digits in one: H200 -> H two hundred, mp3 -> M P three, 4K -> four K."""
    spoken: list[Word] = []
    for part in re.findall(r"[0-9]+|[A-Za-z]+", text):
        if part[0].isdigit():
            spoken += plain(pairs(part))
        else:
            is_word = not part.isupper() and len(part) > 2 and re.search("[aeiou]", part) is not None
            spoken.append(Word(part) if is_word else Word(part.upper(), spelled=True))
    return spoken


def _code(match: re.Match[str], scene: Scene) -> list[Word] | None:
    return code(match[0])


def _number(match: re.Match[str], scene: Scene) -> list[Word] | None:
    text, start, end = match["amount"], match.start(), match.end()
    minus = [Word("minus")] if match["minus"] else []
    before, after = scene.before(start).lower(), scene.after(end).lower()
    if "," not in text and "." not in text:
        number = int(text) if len(text) < 5 else -1
        if not minus and len(text) <= 2 and 1 <= number <= 31:
            if before in MONTH_NAMES:
                return plain(ordinal(number))
            if after in MONTH_NAMES:
                return plain([*([] if before == "the" else ["the"]), *ordinal(number), "of"])
        if len(text) == 4 and before in _MODEL_BEFORE | {"no"}:
            return plain(pairs(text))
        if before in _DIGITS_BEFORE or (before == "code" and len(text) > 3):
            return plain(digits(text))
        if len(text) == 3 and before in _MODEL_BEFORE:
            return plain(pairs(text))
        is_dated = number >= 1100 or before in MONTH_NAMES | _YEAR_BEFORE
        if not minus and 1000 < number <= 2099 and is_dated and not _is_count(scene.after(end)):
            return plain(year(number, scene.british))
    elif before in _VERSION_BEFORE and text.count(".") == 1 and "," not in text:
        whole, _, rest = text.partition(".")
        return plain([*whole_number(whole), "point", *whole_number(rest)])
    return [*minus, *plain(decimal(text, scene.british))]


def _is_count(after: str) -> bool:
    """Whether the word after a number is a plural noun, so that 1500 before it is an amount and not a year.

    A capital begins a name: `In 1492 Columbus sailed`.
    """
    is_plural = len(after) > 3 and after[-1] == "s" and after[-2] != "s" and after not in _NOT_PLURAL
    return after in _COUNTABLE or (is_plural and after.islower())


RULES: tuple[Rule, ...] = (
    rule(r"([0-9]{1,3}):([0-9]{1,3})(?![0-9:])", _ratio),
    *DATES,
    rule(rf"\+[0-9]{{1,3}}(?:[ .-]?\(?[0-9]{{1,4}}\)?){{2,6}}{END}", _telephone),
    rule(rf"(?:1[ -])?\([0-9]{{2,4}}\) ?[0-9]{{3,4}}[ .-][0-9]{{3,4}}{END}", _telephone),
    rule(rf"(?:1[-. ])?[0-9]{{3}}([-. ])[0-9]{{3}}\1[0-9]{{4}}{END}", _telephone),
    rule(rf"[0-9]{{3}}-[0-9]{{4}}{END}(?!-)", _telephone),
    rule(rf"0[0-9]{{2,4}} [0-9]{{3,4}} [0-9]{{3,4}}{END}", _telephone),
    rule(rf"[0-9]+(?:-[0-9]+){{2,}}{END}", lambda match, _: _digit_groups(match[0])),
    *MONEY,
    rule(
        rf"(?:(?P<whole>[0-9]{{1,24}}) )?(?P<top>[0-9]{{1,3}})[/⁄](?P<bottom>[0-9]{{1,4}}){END}(?!/)(?P<vulgar>)",
        _mixed_fraction,
    ),
    rule(rf"(?P<whole>[0-9]{{1,24}})?[ ]?(?P<vulgar>[{''.join(_VULGAR)}])", _mixed_fraction),
    rule(rf"([0-9]{{1,2}}\.[0-9])/(5|10|100){END}", _rating),
    rule(rf"[0-9]+(?:\.[0-9]+){{2,}}{END}", _dotted),
    rule(rf"([0-9]{{1,3}}(?:,[0-9]{{3}}){{1,7}}|[0-9]{{1,24}})(?:st|nd|rd|th|ST|ND|RD|TH){END}", _ordinal),
    rule(rf"([0-9]{{2,4}})'?s{END}", _decade),
    rule(r"([0-9]{1,2})'([0-9]{1,2})(?:\"|''|″)", _height),
    rule(rf"{NUMBER}(?:\s?[x×]\s?{NUMBER})+{END}", _by),
    rule(rf"({NUMBER})[x×]{END}", _times),
    *MEASURES,
    rule(r"[0-9]{1,40}[A-Za-z][0-9A-Za-z]*", _code),
    rule(AMOUNT, _number),
    rule(r"[0-9]+", lambda match, _: plain(digits(match[0]))),
)
