"""Numbers, dates, times, amounts and the like: one table of patterns, each with the words for what it matches.

The first rule of `RULES` that matches at a position and gives words wins; what it matched is one reading. A rule may
look at the text around its match, since 200年 is a count and 2025年 a year, 3:2 a score and 3:20 a time.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from engines.text.chinese import dates, units
from engines.text.chinese.numbers import cardinal, counted, decimal, digits, roman
from engines.text.chinese.surroundings import SCORE_AFTER, SCORE_NEAR, is_measured, text_after, text_before
from engines.text.chinese_frame import RULERS

Rule = Callable[[re.Match[str]], str | None]

_NUMBER = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?"
_CURRENCY = units.alternatives(units.CURRENCIES)
_UNIT = units.alternatives(units.UNITS)
_MAGNITUDE = r"[十百千万亿]*"

_DIGITWISE_BEFORE = re.compile(
    r"(?:电话|手机|传真|号码?|编号|[账帐卡单学工证]号|身份证|密码|验证码|邮编|QQ|qq|波音|空客|麦道|米格|尾号|代码|热线|客服|拨打?|微信|ID|id|房间|航班|车次)"
    r"(?:是|为|改为|[:：])?\s*[A-Za-z]?$"
)
_DIGITWISE_AFTER = re.compile(r"号?(?:房|室|包厢|寝室|教室|宿舍)|路公交|路车|路$|次列车|次航班|国道|省道|医院")
_EMERGENCY = re.compile(r"(?:拨打?|打|报|叫|呼|热线|致电)\s*$")
_SHORT_NUMBERS = {"110", "119", "120", "122", "114", "12345", "12315", "12306", "12395", "10086", "10010", "95588"}
_SPELLED = {"618": "六一八", "315": "三一五", "985": "九八五", "211": "二一一", "996": "九九六", "911": "九一一"}


def _angle(match: re.Match[str]) -> str:
    seconds = f"{decimal(match['s'])}秒" if match["s"] else ""
    return f"{cardinal(match['d'])}度{cardinal(match['m'])}分{seconds}"


def _fraction(match: re.Match[str]) -> str:
    if text_before(match, 3).rstrip("是为")[-2:] in ("血压", "高压"):
        return f"{cardinal(match['a'])}比{cardinal(match['b'])}"
    if not match["w"] and (text_after(match, 1) == "=" or text_before(match, 1) in {"=", "+", "×", "*"}):
        return f"{cardinal(match['a'])}除以{cardinal(match['b'])}"
    whole = f"{cardinal(match['w'])}又" if match["w"] else ""
    return f"{whole}{cardinal(match['b'])}分之{cardinal(match['a'])}"


def _dotted(match: re.Match[str]) -> str:
    parts = match[0].split(".")
    if len(parts) == 4 and all(int(part) < 256 for part in parts):
        return "点".join(digits(part, telephone=True) for part in parts)
    return "点".join(cardinal(part) if len(part) < 3 else digits(part) for part in parts)


def _score(match: re.Match[str]) -> str:
    return "比".join(cardinal(part) for part in match[0].split(":"))


def _telephone(match: re.Match[str]) -> str:
    return digits(re.sub(r"\D", "", match[0]), telephone=True)


def _percent(match: re.Match[str]) -> str:
    return {"%": "百分之", "‰": "千分之"}[match["sign"]] + decimal(match["n"])


def _money(match: re.Match[str]) -> str:
    amount = match["n"]
    if "." in amount:
        amount = amount.rstrip("0").rstrip(".")
    words = "两" if amount == "2" else decimal(amount)
    return words + match["mag"] + units.CURRENCIES[match["c"]]


_DEGREES = ("摄氏度", "华氏度")


def _unit(match: re.Match[str]) -> str:
    name = units.UNITS[match["u"]]
    number = decimal(match["n"]) if name.isascii() or name in _DEGREES else counted(match["n"])
    return number + match["mag"] + name


def _identifier(match: re.Match[str]) -> str | None:
    """Digits that name something rather than count: after 电话 and the like, with a leading zero, or very long."""
    number = match[0]
    before, after = text_before(match), text_after(match)
    if number in _SPELLED and not is_measured(after):
        return _SPELLED[number]
    if number in _SHORT_NUMBERS and (
        _EMERGENCY.search(before)
        or re.match(r"电话|报警|急救|热线|客服|指挥", after)
        or (len(number) > 3 and number != "12345")
    ):
        return None if is_measured(after) else digits(number, telephone=True)
    if len(number) >= 3 and _DIGITWISE_BEFORE.search(before) and not is_measured(after):
        return digits(number, telephone=True)
    if len(number) >= 3 and _DIGITWISE_AFTER.match(after):
        return digits(number, telephone=True)
    if number[0] == "0" and len(number) > 1:
        return digits(number, telephone=len(number) > 2)
    if len(number) > 16 or (len(number) > 10 and not is_measured(after)):
        return digits(number, telephone=True)
    return None


def _beside_letters(match: re.Match[str]) -> str | None:
    """`G1234`, `RTX4090` and `1080P` are read digit by digit, `5G` and `A4` as numbers."""
    before, after = text_before(match), text_after(match)
    joined = re.search(r"[A-Za-z]-?$", before) or re.match(r"\.?[A-Za-z]", after)
    named = re.search(r"[A-Z]{2,} $|[A-Za-z0-9]\.$|@$", before) and not is_measured(after)
    return digits(match[0], telephone=joined is not None) if joined or named else None


def _resolution(match: re.Match[str]) -> str | None:
    """`1920×1080`, said digit by digit; a product has its result behind it."""
    return None if text_after(match, 2).lstrip()[:1] == "=" else f"{digits(match['a'])}乘{digits(match['b'])}"


def _power(match: re.Match[str]) -> str:
    return f"的{cardinal(match['n'])}次方"


def _digits(match: re.Match[str]) -> str:
    return digits(match[0])


def _count(match: re.Match[str]) -> str:
    number, after = match[0], text_after(match)
    if "." in number and re.match(r"[十百千万亿]*(?:元|块|美元|欧元|港元|日元)", after):
        number = number.rstrip("0").rstrip(".")
    ordinal = text_before(match, 1) == "第"
    named = ordinal or (text_before(match, 1).isascii() and text_before(match, 1).isalpha())
    return counted(number) if is_measured(after) and not named else decimal(number)


def _roman(match: re.Match[str]) -> str | None:
    value = roman(match[0])
    return cardinal(str(value)) if value else None


def _reign(match: re.Match[str]) -> str | None:
    """The number behind the name of a ruler, with the 世 that is written only sometimes."""
    if not RULERS.search(text_before(match)):
        return None
    words = _roman(match)
    unsaid = text_after(match, 1) == "世" or text_before(match).endswith("路易")
    return words and words + ("" if unsaid else "世")


def _roman_sign(match: re.Match[str]) -> str:
    return "".join(cardinal(str(int(unicodedata.numeric(char)))) for char in match[0])


def _address_sign(match: re.Match[str]) -> str | None:
    """A sign between the English words of an address, which are not part of this run."""
    following = match.string[match.end() : match.end() + 1]
    if not re.match("[a-z0-9]", following):
        return None
    return {".": "点", "/": "斜杠", "_": "下划线"}[match[0]]


def _address(match: re.Match[str]) -> str:
    """A web or mail address, spelled out; the `https://` is not said."""
    rest = re.sub(r"^[a-z]+://", "", match[0]).upper()
    names = {".": "点", "/": "斜杠", "@": "艾特", "-": "杠", "_": "下划线", ":": "冒号", "?": "问号", "=": "等于",
             "&": "和", "%": "百分号", "#": "井号", "+": "加", "~": "波浪号"}  # fmt: skip
    return "".join(digits(char) if char.isdigit() else names.get(char, char) for char in rest)


def _range_or_minus(match: re.Match[str]) -> str | None:
    before, after = text_before(match), text_after(match, 12)
    if re.match(r"[\d.+\-*/×÷()]*=", after) or re.search(r"=[\d.+\-*/×÷()]*$", before):
        return "减" if match[0] != "~" else None
    if SCORE_NEAR.search(before.rstrip("0123456789")[-6:]) or SCORE_AFTER.match(after.lstrip("0123456789")):
        return "比"
    return "到"


def _literal(words: str) -> Rule:
    return lambda match: words


_LETTER_OR_DIGIT = r"(?<![A-Za-z0-9])"
_TIME_WORD = "[年月日号点时分周一二三四五六七八九十天]"
_RULES: tuple[tuple[str, Rule], ...] = (
    (
        r"(?:https?|ftp)://[!-~]+|www\.[!-~]+|(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+",
        _address,
    ),
    (r"(?<!\d)(?P<y>\d{4})(?P<s>[-/.])(?P<m>\d{1,2})(?P=s)(?P<d>\d{1,2})(?![\d.]\d|\d)", dates.date),
    (r"(?<![\d.])\d+(?:\.\d+){2,}", _dotted),
    (r"(?<![\d.])(?P<a>\d{3,4})\s?[×xX*]\s?(?P<b>\d{3,4})(?![\d.])", _resolution),
    (r"(?<=公元)\d{1,4}(?=年)|(?<=公元前)\d{1,4}(?=年)", _digits),
    (
        r"(?<![\d:])(?P<h>\d{1,2}):(?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))?(?![\d:])(?:\s?(?P<half>[AaPp]\.?[Mm]\b))?(?P<minutes>分(?!钟))?",
        dates.time_of_day,
    ),
    (r"(?<![\d:])\d+(?::\d+)+(?![\d:])", _score),
    (r"(?<!\d)(?:86[- ]?)?1[3-9]\d(?P<g>[- ]?)\d{4}(?P=g)\d{4}(?!\d)", _telephone),
    (
        r"(?<!\d)(?:(?:0\d{2,3}[- ]|\(0\d{2,3}\)\s?)\d{7,8}(?:-\d{1,4})?|[48]00[- ]\d{3,4}[- ]?\d{3,4})(?!\d)",
        _telephone,
    ),
    (r"(?<![\d.])(?P<y>1[5-9]\d\d|20\d\d)(?:/(?P<m>0?[1-9]|1[0-2]))(?![\d/.])", dates.year_month),
    (r"(?<![\d.])(?P<y>1[5-9]\d\d|20\d\d)-(?P<m>0[1-9]|1[0-2])(?![\d-])", dates.year_month),
    (r"(?<!\d)(?:19|20)\d\d/\d\d(?=赛季|学年|财年)", dates.season),
    (r"(?<![\d/.])(?P<m>\d{1,2})/(?P<d>\d{1,2})(?![\d/.])", dates.month_day),
    (r"(?P<d>\d+)°(?P<m>\d+)′(?:(?P<s>\d+(?:\.\d+)?)″)?", _angle),
    (r"(?<![\d.])\d{1,2}[·•]\d{1,2}(?!\d)", lambda match: digits(re.sub(r"\D", "", match[0]))),
    (r"(?<![\d/.])(?:(?P<w>\d+)(?:又| ))?(?P<a>\d+)/(?P<b>\d+)(?![\d/.])", _fraction),
    (rf"(?P<n>{_NUMBER})\s?(?P<sign>[%‰])", _percent),
    (rf"{_LETTER_OR_DIGIT}(?P<c>{_CURRENCY})\s?(?P<n>{_NUMBER})(?P<mag>{_MAGNITUDE})", _money),
    (rf"(?P<n>{_NUMBER})(?P<mag>{_MAGNITUDE})\s?(?P<c>[€£₩₽₹]|USD|EUR|RMB|CNY|HKD|JPY|GBP)(?![A-Za-z])", _money),
    (
        rf"(?<![A-Za-z])(?P<n>{_NUMBER})(?P<mag>{_MAGNITUDE})\s?(?P<u>{units.alternatives(units.UNITS)})(?![A-Za-z0-9])",
        _unit,
    ),
    (r"(?<![\d.])(?P<y>\d{4}|\d{2})(?=(?:[-~–—至到]\d{4})?(?:年|届|款|赛季|财年|学年))", dates.year_named),
    (r"(?<![\d.])(?:19|20)\d\d(?!\d)", dates.lone_year),
    (r"(?<![\d.])\d0(?=后(?![面天来]))|(?<![\d.])\d\d(?=折)|(?<=\+)86(?!\d)", _digits),
    (r"(?<![\d.])(?:\d{3,}|0\d)(?!\d|\.\d|,\d{3})", _identifier),
    (r"(?<!\d)(?<!\d\.)\d{3,}(?!\d|\.\d)", _beside_letters),
    (_NUMBER, _count),
    (r"(?<![A-Za-z])\.\d+(?!\d)", lambda match: decimal(match[0])),
    (r"(?:(?<=\d)[-~–—−]+|(?<=\d\s)[-~–—−]+\s)(?=\d)|(?<=[%℃°])[-~–—](?=\d)", _range_or_minus),
    (rf"(?<={_TIME_WORD})[-~–—](?=\d|周|星期|[一二三四五六七八九十])|(?<=\d)[-~–—](?={_CURRENCY})", _literal("到")),
    (
        r"(?:(?<=[歼轰运直强图米苏])|(?<=东风|长征|神舟|天宫|天舟|嫦娥|红旗|鹰击|巨浪|海燕|朱雀|伊尔))[-－–](?=\d)",
        _literal(""),
    ),
    (r"(?<=[²³)])\s?[-−]\s?(?=[\dA-Za-z(])", _literal("减")),
    (r"(?<![A-Za-z0-9])[-−](?=\d+(?:\.\d+)?\s?(?:℃|°C))", _literal("零下")),
    (r"(?<![A-Za-z0-9])[-−](?=\.?\d|[¥￥$€£])", _literal("负")),
    (r"~(?=\d)", _literal("约")),
    (r"(?:(?<=\d)|(?<=\d\s))[xX*]\s?(?=\d)", _literal("乘")),
    (r"(?<=[\da-zA-Z)])\^(?P<n>\d+)", _power),
    (r"(?<=[元块角分斤克米吨升度次人个天])/(?=[㐀-鿿])", _literal("每")),
    (r"[Nn][Oo]\.\s?(?=\d)", _literal("第")),
    (r"(?<=\d)#(?=[楼栋幢机仓门])|№\s?(?=\d)", _literal("号")),
    (r"(?<=第)[IVXL]+(?![A-Za-z])|(?<![A-Za-z])[IVX]{2,}(?=\s?[世型期级类代])", _roman),
    (r"(?<=[㐀-鿿])[IVX]+(?![A-Za-z0-9])", _reign),
    (r"[Ⅰ-Ⅻⅰ-ⅻ]", _roman_sign),
    (r"(?<=[a-z0-9])[./_]", _address_sign),
)
RULES = tuple((re.compile(pattern), rule) for pattern, rule in _RULES)
STARTS = frozenset("0123456789(.-~–—−/_^*#№ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫ" + "".join(units.CURRENCIES))
"""Characters, besides Latin letters, that a rule may begin with."""


def verbalise(text: str, start: int, end: int) -> tuple[int, str] | None:
    """What stands at `start` in Chinese words, and where it ends; None when it is no expression.

    `text` has half-width digits and letters; nothing after `end` is looked at.
    """
    for pattern, rule in RULES:
        match = pattern.match(text, start, end)
        if match and match.end() > start:
            words = rule(match)
            if words is not None:
                return match.end(), words
    return None
