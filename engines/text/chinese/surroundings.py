"""What stands around a number: the text beside a match, and words that tell what it means."""

from __future__ import annotations

import re

MEASURES = frozenset(
    "个只条张本件位名人天年周秒次遍回块元角毛斤克吨米里亩升倍种类项点岁家座辆台部把支枝颗粒头匹双对副套组群批层间所"
    "场句段篇页章门道股瓶杯碗盘袋盒箱包份刻代面片封首幅堆滴丝国地省市县校队方者口声笔束串圈排列轮届任起宗桩顿趟番"
    "下步艘架枚棵株朵根顶扇栋幢厘毫公英平立千万亿百小星分钟寸尺丈"
)
"""Characters that begin a measure word: 2 before them is 两."""

SCORE_NEAR = re.compile(r"比分|以$|战胜|击败|大胜|险胜|不敌|赢|输|领先|落后|逆转|战平|扳成|比数")
SCORE_AFTER = re.compile(
    r"\s?(?:[险大完]胜|[获取战]胜|胜出|击败|力克|不敌|领先|落后|逆转|战平|拿下|惜败|落败|告负|淘汰)"
)
"""Words near the numbers of a score."""


def text_before(match: re.Match[str], width: int = 12) -> str:
    """The characters just before a match."""
    return match.string[max(0, match.start() - width) : match.start()]


def text_after(match: re.Match[str], width: int = 6) -> str:
    """The characters just after a match, inside the run."""
    return match.string[match.end() : match.endpos][:width]


def is_measured(after: str) -> bool:
    """Whether a measure word follows, perhaps behind the second number of a range."""
    rest = re.sub(r"^[-~–—至到]\d+", "", after)
    return rest[:1] in MEASURES and not rest.startswith(("分之", "分位", "年级"))
