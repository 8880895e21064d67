"""Rules for amounts of money and measures."""

from __future__ import annotations

import re

from engines.text.english.context import AMOUNT, NUMBER, Rule, Scene, rule
from engines.text.english.numbers import cardinal, decimal, whole_number
from engines.text.english.tokens import Word, phrase, plain, word_set
from engines.text.english.units import CODES, CURRENCIES, NEEDS_NO_SPACE, UNITS

_SCALE = r"(?:thousand|million|billion|trillion|mln|bln|bn|mn|[kKMBT])(?![A-Za-z])"
_SCALES = {
    "k": "thousand", "m": "million", "b": "billion", "t": "trillion", "mln": "million", "mn": "million",
    "bln": "billion", "bn": "billion",
}  # fmt: skip
_CURRENCY = "|".join(re.escape(sign) for sign in sorted(CURRENCIES, key=len, reverse=True))
_UNIT = "|".join(re.escape(unit) for unit in sorted(UNITS, key=len, reverse=True))
_AFTER_UNIT = word_set("of and or to in per from at by for with is was long")
_RACES = word_set(
    "dash sprint race relay hurdles freestyle backstroke breaststroke butterfly medley final pool track swim"
)
_INCHES = word_set("tall wide long deep thick high across diameter screen")
_SINGULAR_BEFORE = word_set("a an another each every one per this that")


def _scaled(text: str, scale: str | None, british: bool) -> list[Word]:
    spoken = plain(decimal(text, british))
    return [*spoken, Word(_SCALES.get(scale.lower(), scale.lower()))] if scale else spoken


def _money(match: re.Match[str], scene: Scene) -> list[Word] | None:
    sign, amount, scale = match["sign"] or match["after"], match["amount"], match["scale"]
    one, many, small, smalls = CURRENCIES[sign]
    if (sign in CODES or sign.isupper()) and not match["sign"] and scene.char(match.end()).isalnum():
        return None
    single = scene.before(match.start()).lower() in _SINGULAR_BEFORE and scene.after(match.end()).islower()
    if scale and scale in "kKMBT" and match["gap"]:
        return None
    whole, _, cents = amount.replace(",", "").partition(".")
    minus = [Word("minus")] if match["minus"] else []
    if scale or not small or (cents and len(cents) != 2):
        unit = one if single or (amount == "1" and not scale) else many
        return [*minus, *_scaled(amount, scale, scene.british), *phrase(unit)]
    large, little = int(whole), int(cents or 0)
    parts = minus
    if large or not little:
        parts += [*plain(whole_number(whole, scene.british)), *phrase(one if large == 1 or single else many)]
    if little:
        parts += [*([Word("and")] if large else []), *plain(cardinal(little)), Word(small if little == 1 else smalls)]
    return parts


def _measure(match: re.Match[str], scene: Scene) -> list[Word] | None:
    unit, gap = match["unit"], match["gap"]
    follower = scene.after(match.end()) if scene.char(match.end()) == " " else ""
    if gap == " " and unit in NEEDS_NO_SPACE and follower.islower() and follower not in _AFTER_UNIT | _RACES:
        return None
    if unit == "in" and gap != "-" and follower and follower not in _INCHES:
        return None
    if unit == "B" and not gap:
        return None
    one, many = UNITS[unit]
    amount = match["amount"]
    singular = (
        gap == "-"
        or amount == "1"
        or follower in _RACES
        or scene.before(match.start()).lower() in {"a", "an", "another"}
    )
    is_apart = gap == " " and amount != "1" and follower not in _RACES
    name = one if singular and not is_apart else many
    if scene.british:
        name = name.replace("meter", "metre").replace("liter", "litre")
    minus = [Word("minus")] if match["minus"] else []
    scale = match["scale"]
    if scale and scale in "kKMBT":
        return None
    return [*minus, *_scaled(amount, scale, scene.british), *phrase(name)]


MONEY: tuple[Rule, ...] = (
    rule(
        rf"(?P<minus>[-−])?(?P<sign>{_CURRENCY})\s?(?P<amount>{NUMBER})"
        rf"(?:(?P<gap>[ -])?(?P<scale>{_SCALE}))?(?P<after>)",
        _money,
    ),
    rule(
        rf"(?P<minus>[-−])?(?P<sign>)(?P<amount>{NUMBER})"
        rf"(?:(?P<gap> )?(?P<scale>{_SCALE}))? ?(?P<after>{_CURRENCY})(?![0-9])",
        _money,
    ),
)
MEASURES: tuple[Rule, ...] = (
    rule(rf"{AMOUNT}(?:[ ](?P<scale>{_SCALE}))?(?P<gap>[ -]?)(?P<unit>{_UNIT})(?![A-Za-z0-9²³/])", _measure),
)
