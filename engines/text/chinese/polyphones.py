"""Characters with several readings, decided by what stands around them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from engines.text.chinese.lexicon import read_table
from engines.text.chinese.syllables import Syllable, parse_pinyin
from engines.text.chinese.words import Word, is_word

_WINDOW = 10
_TITLE = re.compile(
    r"(?:[一-鿿]{1,2})?(?:先生|女士|小姐|老师|教授|医生|大夫|护士|经理|总监|主任|校长|院长|局长|处长|科长|部长|市长|县长|书记"
    r"|博士|同学|同志|师傅|律师|法官|警官|队长|导演|老板|教练|工程师|将军|氏|某)|总$|董$|工$|姓"
)
# fmt: off
_SURNAMES = {
    char: parse_pinyin(reading)
    for char, reading in {
        "单": "shan4", "任": "ren2", "解": "xie4", "查": "zha1", "仇": "qiu2", "盖": "ge3", "曾": "zeng1", "区": "ou1",
        "华": "hua4", "朴": "piao2", "纪": "ji3", "燕": "yan1", "盛": "sheng4", "冼": "xian3", "员": "yun4",
        "翟": "zhai2",
        "缪": "miao4", "乐": "yue4", "洗": "xian3", "过": "guo1", "折": "she2", "种": "chong2", "祭": "zhai4",
        "召": "shao4", "应": "ying1", "晁": "chao2", "那": "na1", "宁": "ning4", "葛": "ge3", "撒": "sa4", "郇": "xun2",
        "谌": "chen2", "覃": "qin2", "牟": "mou2", "卜": "bu3", "繁": "po2", "隗": "wei3", "黑": "he4", "秘": "bi4",
        "车": "che1", "强": "qiang2", "薄": "bo2", "令": "ling2", "哈": "ha3", "沈": "shen3", "贾": "jia3",
    }.items()
}
# fmt: on
_NAMED = re.compile(r"姓|[姓名]名?字?[叫是为]|我叫")


class _Context(NamedTuple):
    reading: Syllable
    left: str
    right: str
    """Expressions."""
    needs_words: bool
    """Whether the match must not end inside a word: there is nothing on the left to make it sure."""


@lru_cache(maxsize=1)
def _rows() -> dict[str, list[list[str]]]:
    rows: dict[str, list[list[str]]] = {}
    for char, *rest in read_table("zh_contexts.tsv"):
        rows.setdefault(char, []).append(rest)
    return rows


@lru_cache(maxsize=512)
def _contexts(char: str) -> tuple[_Context, ...]:
    """The rules for a character."""
    return tuple(
        _Context(parse_pinyin(reading), f"(?:{left})$", right, not left)
        for reading, left, right in _rows().get(char, ())
    )


@lru_cache(maxsize=4096)
def _compiled(expression: str) -> re.Pattern[str]:
    """Most expressions of a rule are never needed, and to compile one takes as long as to read a line."""
    return re.compile(expression)


def is_polyphone(char: str) -> bool:
    """Whether a character's default is a guess: it has rules for its contexts, and none applied."""
    return (char in _rows() or char in _GRAMMAR) and char not in _SAFE


def by_context(run: str, position: int, words: Sequence[Word], index: int) -> Syllable | None:
    """The reading that the context of `run[position]`, a character of `words[index]`, decides, None without a rule."""
    char = run[position]
    word = words[index]
    if (position == word.start or run[position - 1] == "姓") and char in _SURNAMES and _is_surname(run, position, word):
        return _SURNAMES[char]
    if char == RETROFLEX:
        return parse_pinyin(_er(run, position))
    if len(word.text) == 1 and char in _GRAMMAR:
        reading = _GRAMMAR[char](run, words, index)
        if reading:
            return parse_pinyin(reading)
    left = run[max(0, position - _WINDOW) : position]
    right = run[position + 1 : position + 1 + _WINDOW]
    _, following = _around(words, index)
    for context in _contexts(char):
        matched = _compiled(context.right).match(right)
        if matched is None or not (context.needs_words or _compiled(context.left).search(left)):
            continue
        end = position + 1 + matched.end()
        if context.needs_words and position + 1 == word.end and following.start < end < following.end:
            continue
        return context.reading
    if char == "得" and len(word.text) > 1 and position == word.end - 1 and word.tag == "ud":
        return parse_pinyin("de5")  # 学得, which the segmenter takes for one word
    if char == "得" and len(word.text) > 1 and (position == word.start or word.tag[:1] == "n"):
        return parse_pinyin("de2")
    if char == "地" and position == word.end - 1 and len(word.text) > _SHORTEST_MANNER and word.tag[:1] in "zda":
        return parse_pinyin("de5")  # 悠闲地, which the segmenter takes for one word
    return None


def _is_surname(run: str, position: int, word: Word) -> bool:
    """Whether a family name begins here: before a title, after 姓 or 名叫, or in what the segmenter calls a name."""
    if len(word.text) == 1 and _TITLE.match(run[position + 1 : position + 6]):
        return True
    if _NAMED.search(run[max(0, position - 4) : position]):
        return True
    return word.tag == "nr" and (len(word.text) > 2 or not is_word(word.text))


_SAFE = frozenset("的了着都还和看没给几好少要大更什称观号")
"""Characters whose default is nearly always right once their rules have not applied."""
_UNMOVED = re.compile(r"[也都]不.$|一.不.$|不.不.$")
"""What is an adverb before 地 too: 头也不回, 一言不发."""
_DESCRIBES = frozenset("adbizl")
"""Tags of words that, of two characters and more, tell before 地 how something is done."""
_MADE = frozenset("尊奉誉称视评选列定封拜译化换改")
"""Before 为 (wei2), to become or to be taken for."""
_SHORTEST_MANNER = 2
"""Characters; a longer word that describes and ends with 地 has the particle."""
_AUXILIARIES = frozenset(("是", "要", "想", "会", "能", "来", "去", "应", "愿意", "可以", "必须"))
RETROFLEX = "儿"
_ONLY_CHILD = frozenset("女婴幼男孤健宠胎少育生孩小患侄娇幸弃养托")
_CHILD_OF = frozenset("童子女科媳孙时歌戏")
_STEPPE = frozenset("木察合忽思帖突图贴")
_SENSATIONS = tuple("疼痛累饿困冷热渴酸麻痒烫晕醉烦慌急忙")
_NO_VERBS = frozenset("rdcptmqfu")
_NEEDERS = frozenset("人你我他她它咱谁都也就还总可又必非只真准天事要会能")
"""What stands before 得 (dei3), must, though it is no pronoun or adverb for the segmenter."""
_ACTS = frozenset(
    "长跑走说写做唱跳笑哭吃喝睡玩打看听学教画弹演气急吓冻热累忙饿困处活穿住开飞游站坐躺讲答爱恨放摆拿抱挤变洗烧煮炒切剪修建盖养卖赚挣"
    "拍拖压抓踢投射传扫擦挂贴晒涨跌降升亮红乐疼痛怕羞瘦胖高矮干办过"
)
"""Verbs and states that are said of with 得 and a complement, also where the segmenter joins them to a noun."""
_STATES = _ACTS | frozenset(
    "黑白绿暗静干湿低多快慢早晚闲穷丑甜苦酸辣香臭轻重软硬厚薄深浅宽窄远近难易乱脏净嫩弯直吵闹烦慌渴晕呆傻疯数下"
)
_TASK = re.compile(r"(.)\1|改|换|找|查|问|先|去|来|赶|马上|立刻|把|给|跟|在|再|好好|想|靠|用|等|回|上|做|学|让|由|有")
"""What there is to do, behind 得 (dei3)."""
_MODAL = frozenset(("要", "会", "能", "可", "可能", "应该", "必须", "肯定", "看来", "恐怕"))
"""Verbs, for the segmenter, behind which 得 is must (dei3)."""
_COMPLEMENT = re.compile(
    r"很|真|太|不|特别|非常|这么|那么|这样|那样|多么|好|挺|更|比较|十分|格外|像|跟|直|要[死命炸疯哭]|快|连|越|最|极|够"
)
_AT_LEAST = re.compile(
    r"(?:起码|至少|最少|少说也?|大概|大约|估计|差不多|恐怕|怎么也|一共|总共|来回|往返|每[天月年周次])$"
)
_AMOUNT_AHEAD = re.compile(
    r"[一二两三四五六七八九十百千万零几好多半]+(?:个|多)?(?:小时|钟头|星期|月|天|年|分钟|周|人|块|元|万|趟|次)"
)


def _around(words: Sequence[Word], index: int) -> tuple[Word, Word]:
    nothing = Word(0, "", "")
    before = words[index - 1] if index else nothing
    after = words[index + 1] if index + 1 < len(words) else nothing
    return before, after


def _de(run: str, words: Sequence[Word], index: int) -> str:
    """得: must (dei3), to get (de2), or the particle between a verb and its complement."""
    before, after = _around(words, index)
    is_state = before.tag[:1] in ("v", "a", "z", "i", "l") and before.text not in _MODAL
    rest = run[words[index].end :]
    if _AT_LEAST.search(run[: words[index].start]) and _AMOUNT_AHEAD.match(rest):
        return "dei3"
    is_verb = (
        len(before.text) == 1 and before.tag[:1] not in _NO_VERBS and before.text not in _NEEDERS and before.tag != "k"
    )
    if is_state or is_verb or before.text.endswith(_SENSATIONS) or before.text == "恶心":
        return "de5"
    if before.text[-1:] in _ACTS and _COMPLEMENT.match(rest):
        return "de5"
    joined = len(before.text) > 1 and before.tag[:1] in "ntf" and before.text[-1] in _STATES
    if joined and not _TASK.match(rest) and not (before.text[-1] == "气" and is_word(before.text)):
        return "de5"  # 天黑 in 天黑得伸手不见五指
    if not before.text and _AMOUNT_AHEAD.match(rest):
        return "dei3"
    if re.match(
        r"了|过|的|第|奖|分|票|病|罪|势|益|名|满分|高分|零分|冠军|亚军|季军|金牌|银牌|铜牌|诺贝尔|[一两三几\d]", rest
    ):
        return "de2"
    if after.text and (before.tag[:1] in ("r", "k") or before.text in _NEEDERS or before.text in _MODAL):
        return "dei3"
    if after.tag[:1] in ("v", "d", "p", "a", "r", "t", "c", "n", "l", "i") and before.text != "不":
        return "dei3"
    return ""


def _di(run: str, words: Sequence[Word], index: int) -> str:
    """地: the adverb particle before a verb, or ground."""
    before, after = _around(words, index)
    if not before.text or before.text[-1] in "在这那块片每该土草满":
        return ""
    if _UNMOVED.search(run[: words[index].start]) and after.text:
        return "de5"
    describes = before.tag[:1] in _DESCRIBES and len(before.text) > 1
    if describes and after.text and len(before.text) > _SHORTEST_MANNER + 1:
        return "de5"
    if describes and words[index].tag == "uv" and after.text and after.text[0] not in "上下里面中":
        return "de5"  # whatever the segmenter takes the verb for
    return (
        "de5" if after.tag[:1] in ("v", "d", "p", "a", "i", "l", "z") and after.text not in ("上", "下", "里") else ""
    )


def _wei(run: str, words: Sequence[Word], index: int) -> str:
    """为: for (wei4) before a phrase that a verb follows, to be or become (wei2) otherwise."""
    before, after = _around(words, index)
    left = run[max(0, words[index].start - 8) : words[index].start]
    if (before.tag[:1] == "v" and before.text not in _AUXILIARIES) or before.text[-1:] in _MADE:
        return "wei2"
    if not before.text and after.text and after.tag[:1] != "m":
        return "wei4"
    if re.search(r"[被以把将称]", left) or (after.tag[:1] == "m" and after.text[0] not in "这那") or not after.text:
        return "wei2"
    later = words[index + 2 : index + 8]
    if after.tag[:1] == "r" and later:
        return "wei4"
    acts = ("v", "a") if before.text else ("v", "a", "i", "l")
    return "wei4" if any(word.tag[:1] in acts and word.text != "是" for word in later) else "wei2"


def _localiser(reading: str) -> Callable[[str, Sequence[Word], int], str]:
    """上 and 里 are unstressed after the noun whose place they name."""

    def read(run: str, words: Sequence[Word], index: int) -> str:
        before, _ = _around(words, index)
        return reading if words[index].tag == "f" and before.tag[:1] in ("n", "s") else ""

    return read


def _er(run: str, position: int) -> str:
    """儿: the retroflex ending (er5), except where it is a child or part of a Mongolian name."""
    before, after = run[max(0, position - 1) : position], run[position + 1 : position + 2]
    if not before or before in _ONLY_CHILD or before in _STEPPE or after in _CHILD_OF:
        return "er2"
    return "er5"


_GRAMMAR: dict[str, Callable[[str, Sequence[Word], int], str]] = {
    "得": _de,
    "地": _di,
    "为": _wei,
    "上": _localiser("shang5"),
    "里": _localiser("li5"),
}
