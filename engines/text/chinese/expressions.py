"""Numbers, dates, times, amounts and the like: one table of patterns, each with the words for what it matches.

The first rule of `RULES` that matches at a position and gives words wins; what it matched is one reading. A rule may
look at the text around its match, since 200年 is a count and 2025年 a year, 3:2 a score and 3:20 a time.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from engines.text.chinese import units
from engines.text.chinese.numbers import cardinal, counted, decimal, digits, roman

Rule = Callable[[re.Match[str]], str | None]

_NUMBER = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?"
_CURRENCY = units.alternatives(units.CURRENCIES)
_UNIT = units.alternatives(units.UNITS)
_MAGNITUDE = r"[十百千万亿]*"

MEASURES = frozenset(
    "个只条张本件位名人天年周秒次遍回块元角毛斤克吨米里亩升倍种类项点岁家座辆台部把支枝颗粒头匹双对副套组群批层间所"
    "场句段篇页章门道股瓶杯碗盘袋盒箱包份刻代面片封首幅堆滴丝国地省市县校队方者口声笔束串圈排列轮届任起宗桩顿趟番"
    "下步艘架枚棵株朵根顶扇栋幢厘毫公英平立千万亿百小星分钟寸尺丈"
)
"""Characters that begin a measure word: 2 before them is 两."""

_DIGITWISE_BEFORE = re.compile(
    r"(?:电话|手机|传真|号码?|编号|[账帐卡单学工证]号|身份证|密码|验证码|邮编|QQ|qq|尾号|代码|热线|客服|拨打?|微信|ID|id|房间|航班|车次)"
    r"(?:是|为|改为|[:：])?\s*[A-Za-z]?$"
)
_DIGITWISE_AFTER = re.compile(r"号?(?:房|室|包厢|寝室|教室|宿舍)|路公交|路车|路$|次列车|次航班|国道|省道")
_SCORE_NEAR = re.compile(r"比分|以$|战胜|击败|大胜|险胜|不敌|赢|输|领先|落后|逆转|战平|扳成|比数")
_RATIO_NEAR = re.compile(r"比例|宽高比|长宽比|分辨率|配比|按$|画面")
_DATE_BEFORE = re.compile(r"(?:今天|明天|昨天|日期|[在于到至从自周]|截止|定于|改到|生日)(?:是|为|[:：])?\s*$")
_DATE_AFTER = re.compile(r"\s*(?:[前后号日(（]|开始|截止|凌晨|早|上午|中午|下午|晚|周|星期|出发|开|到|之前)")
_FRACTION_BEFORE = re.compile(r"(?:[占约的之近达剩过了有]|不到|不足|大概|大约|超过|还剩|只有)\s*$")
_EMERGENCY = re.compile(r"(?:拨打?|打|报|叫|呼|热线|致电)\s*$")
_SHORT_NUMBERS = {"110", "119", "120", "122", "114", "12345", "12315", "12306", "12395", "10086", "10010", "95588"}
_SPELLED = {"618": "六一八", "315": "三一五", "985": "九八五", "211": "二一一", "996": "九九六", "911": "九一一"}


def _before(match: re.Match[str], width: int = 12) -> str:
    return match.string[max(0, match.start() - width) : match.start()]


def _after(match: re.Match[str], width: int = 6) -> str:
    return match.string[match.end() : match.endpos][:width]


def _measured(after: str) -> bool:
    """Whether a measure word follows, perhaps behind the second number of a range."""
    rest = re.sub(r"^[-~–—至到]\d+", "", after)
    return rest[:1] in MEASURES and not rest.startswith(("分之", "分位"))


def _date(match: re.Match[str]) -> str | None:
    year, month, day = match["y"], int(match["m"]), int(match["d"])
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return f"{digits(year)}年{cardinal(str(month))}月{cardinal(str(day))}日"


def _year_month(match: re.Match[str]) -> str:
    return f"{digits(match['y'])}年{cardinal(match['m'])}月"


def _month_day(match: re.Match[str]) -> str | None:
    """`9/28`, told from a fraction by its neighbours, or because no such fraction is likely."""
    month, day = int(match["m"]), int(match["d"])
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    dated = _DATE_BEFORE.search(_before(match)) or _DATE_AFTER.match(_after(match))
    fraction = _FRACTION_BEFORE.search(_before(match)) or month == 1 or day <= 12
    return f"{cardinal(match['m'])}月{cardinal(match['d'])}日" if dated or not fraction else None


def _fraction(match: re.Match[str]) -> str:
    whole = f"{cardinal(match['w'])}又" if match["w"] else ""
    return f"{whole}{cardinal(match['b'])}分之{cardinal(match['a'])}"


def _dotted(match: re.Match[str]) -> str:
    parts = match[0].split(".")
    if len(parts) == 4 and all(int(part) < 256 for part in parts):
        return "点".join(digits(part, telephone=True) for part in parts)
    return "点".join(cardinal(part) if len(part) < 3 else digits(part) for part in parts)


def _time(match: re.Match[str]) -> str | None:
    hour, minute, second = int(match["h"]), int(match["m"]), match["s"]
    if hour > 24 or _SCORE_NEAR.search(_before(match, 6)) or _RATIO_NEAR.search(_before(match, 6)):
        return None
    half = {"a": "上午", "p": "下午"}.get((match["half"] or "").lower()[:1], "")
    words = f"{half}{counted(str(hour))}点"
    if minute or second:
        words += ("零" if 0 < minute < 10 else "") + cardinal(str(minute)) + ("分" if second or minute <= 10 else "")
    if second:
        words += cardinal(second) + "秒"
    return words


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


def _unit(match: re.Match[str]) -> str:
    name = units.UNITS[match["u"]]
    return (counted(match["n"]) if not name.isascii() else decimal(match["n"])) + match["mag"] + name


def _year(match: re.Match[str]) -> str | None:
    """`2025年` digit by digit; round thousands before words such as 历史 are counts, and so are three digits."""
    year, after = match["y"], _after(match, 8)
    if len(year) == 2:
        named = r"年(?:[春夏秋冬底初末款]|出生|毕业|入学|上映|的?[春夏秋冬]天|世界杯|奥运|那年)"
        return digits(year) if year[0] == "0" or re.match(named, after) else None
    if year.endswith("00") and re.match(r"年(?:前|来|多|间|古|以来|的?历史|的?文明|左右)", after):
        return None
    return digits(year) if 1000 <= int(year) < 3000 else None


def _lone_year(match: re.Match[str]) -> str | None:
    after = _after(match)
    if _measured(after) or match[0].endswith("00") or re.match(r"[-.:/]?\d|[余多]|像素|积分", after):
        return None
    return digits(match[0])


def _identifier(match: re.Match[str]) -> str | None:
    """Digits that name something rather than count: after 电话 and the like, with a leading zero, or very long."""
    number = match[0]
    before, after = _before(match), _after(match)
    if number in _SPELLED and not _measured(after):
        return _SPELLED[number]
    if number in _SHORT_NUMBERS and (
        _EMERGENCY.search(before) or re.match(r"电话|报警|急救|热线|客服|指挥", after) or len(number) > 3
    ):
        return None if _measured(after) else digits(number, telephone=True)
    if len(number) >= 3 and _DIGITWISE_BEFORE.search(before) and not _measured(after):
        return digits(number, telephone=True)
    if len(number) >= 3 and re.match(
        r"(?:号?(?:房|室|包厢|寝室|教室|宿舍)|路公交|路车|路$|次列车|次航班|国道|省道)", after
    ):
        return digits(number, telephone=True)
    if number[0] == "0" and len(number) > 1:
        return digits(number, telephone=len(number) > 2)
    if len(number) > 16 or (len(number) > 10 and not _measured(after)):
        return digits(number, telephone=True)
    return None


def _beside_letters(match: re.Match[str]) -> str | None:
    """`G1234`, `RTX4090` and `1080P` are read digit by digit, `5G` and `A4` as numbers."""
    joined = re.search(r"[A-Za-z]-?$", _before(match)) or re.match(r"[A-Za-z]", _after(match))
    return digits(match[0], telephone=True) if joined else None


def _season(match: re.Match[str]) -> str:
    return "到".join(digits(year) for year in match[0].split("/"))


def _power(match: re.Match[str]) -> str:
    return f"的{cardinal(match['n'])}次方"


def _digits(match: re.Match[str]) -> str:
    return digits(match[0])


def _count(match: re.Match[str]) -> str:
    number, after = match[0], _after(match)
    if "." in number and re.match(r"[十百千万亿]*(?:元|块|美元|欧元|港元|日元)", after):
        number = number.rstrip("0").rstrip(".")
    ordinal = _before(match, 1) == "第"
    return counted(number) if _measured(after) and not ordinal else decimal(number)


def _roman(match: re.Match[str]) -> str | None:
    value = roman(match[0])
    return cardinal(str(value)) if value else None


def _address(match: re.Match[str]) -> str:
    """A web or mail address, spelled out; the `https://` is not said."""
    rest = re.sub(r"^[a-z]+://", "", match[0]).upper()
    names = {".": "点", "/": "斜杠", "@": "艾特", "-": "杠", "_": "下划线", ":": "冒号", "?": "问号", "=": "等于",
             "&": "和", "%": "百分号", "#": "井号", "+": "加", "~": "波浪号"}  # fmt: skip
    return "".join(digits(char) if char.isdigit() else names.get(char, char) for char in rest)


def _range_or_minus(match: re.Match[str]) -> str | None:
    before, after = _before(match), _after(match, 12)
    if re.match(r"[\d.+\-*/×÷()]*=", after) or re.search(r"=[\d.+\-*/×÷()]*$", before):
        return "减" if match[0] != "~" else None
    if _SCORE_NEAR.search(_before(match, 6)):
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
    (r"(?<!\d)(?P<y>\d{4})(?P<s>[-/.])(?P<m>\d{1,2})(?P=s)(?P<d>\d{1,2})(?![\d.]\d|\d)", _date),
    (r"(?<![\d.])\d+(?:\.\d+){2,}", _dotted),
    (
        r"(?<![\d:])(?P<h>\d{1,2}):(?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))?(?![\d:])(?:\s?(?P<half>[AaPp]\.?[Mm]\b))?",
        _time,
    ),
    (r"(?<![\d:])\d+(?::\d+)+(?![\d:])", _score),
    (r"(?<!\d)(?:86[- ]?)?1[3-9]\d(?P<g>[- ]?)\d{4}(?P=g)\d{4}(?!\d)", _telephone),
    (
        r"(?<!\d)(?:(?:0\d{2,3}[- ]|\(0\d{2,3}\)\s?)\d{7,8}(?:-\d{1,4})?|[48]00[- ]\d{3,4}[- ]?\d{3,4})(?!\d)",
        _telephone,
    ),
    (r"(?<![\d.])(?P<y>1[5-9]\d\d|20\d\d)(?:/(?P<m>0?[1-9]|1[0-2]))(?![\d/.])", _year_month),
    (r"(?<![\d.])(?P<y>1[5-9]\d\d|20\d\d)-(?P<m>0[1-9]|1[0-2])(?![\d-])", _year_month),
    (r"(?<!\d)(?:19|20)\d\d/\d\d(?=赛季|学年|财年)", _season),
    (r"(?<![\d/.])(?P<m>\d{1,2})/(?P<d>\d{1,2})(?![\d/.])", _month_day),
    (r"(?<![\d/.])(?:(?P<w>\d+)(?:又| ))?(?P<a>\d+)/(?P<b>\d+)(?![\d/.])", _fraction),
    (rf"(?P<n>{_NUMBER})\s?(?P<sign>[%‰])", _percent),
    (rf"{_LETTER_OR_DIGIT}(?P<c>{_CURRENCY})\s?(?P<n>{_NUMBER})(?P<mag>{_MAGNITUDE})", _money),
    (rf"(?P<n>{_NUMBER})(?P<mag>{_MAGNITUDE})\s?(?P<c>[€£₩₽₹]|USD|EUR|RMB|CNY|HKD|JPY|GBP)(?![A-Za-z])", _money),
    (
        rf"(?<![A-Za-z])(?P<n>{_NUMBER})(?P<mag>{_MAGNITUDE})\s?(?P<u>{units.alternatives(units.UNITS)})(?![A-Za-z0-9])",
        _unit,
    ),
    (r"(?<![\d.])(?P<y>\d{4}|\d{2})(?=(?:[-~–—至到]\d{4})?(?:年|届|款|赛季|财年|学年))", _year),
    (r"(?<![\d.])(?:19|20)\d\d(?!\d)", _lone_year),
    (r"(?<![\d.])\d0(?=后(?![面天来]))|(?<![\d.])\d\d(?=折)|(?<=\+)86(?!\d)", _digits),
    (r"(?<![\d.])(?:\d{3,}|0\d)(?!\d|\.\d|,\d{3})", _identifier),
    (r"(?<![\d.])\d{3,}(?!\d|\.\d)", _beside_letters),
    (_NUMBER, _count),
    (r"\.\d+(?!\d)", lambda match: decimal(match[0])),
    (r"(?:(?<=\d)[-~–—−]+|(?<=\d\s)[-~–—−]+\s)(?=\d)|(?<=[%℃°])[-~–—](?=\d)", _range_or_minus),
    (rf"(?<={_TIME_WORD})[-~–—](?=\d|周|星期|[一二三四五六七八九十])|(?<=\d)[-~–—](?={_CURRENCY})", _literal("到")),
    (r"(?<![A-Za-z0-9])[-−](?=\.?\d|[¥￥$€£])", _literal("负")),
    (r"~(?=\d)", _literal("约")),
    (r"(?:(?<=\d)|(?<=\d\s))[xX*]\s?(?=\d)", _literal("乘")),
    (r"(?<=[\da-zA-Z)])\^(?P<n>\d+)", _power),
    (r"(?<=[元块角分斤克米吨升度次人个天])/(?=[㐀-鿿])", _literal("每")),
    (r"[Nn][Oo]\.\s?(?=\d)", _literal("第")),
    (r"(?<=\d)#(?=[楼栋幢机仓门])|№\s?(?=\d)", _literal("号")),
    (r"(?<=第)[IVXL]+(?![A-Za-z])|(?<![A-Za-z])[IVX]{2,}(?=[世型期级类代])", _roman),
)
RULES = tuple((re.compile(pattern), rule) for pattern, rule in _RULES)
STARTS = frozenset("0123456789(.-~–—−/^*#№" + "".join(units.CURRENCIES))
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
