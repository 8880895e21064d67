"""Find the language of every part of a sentence.

The writing system decides where it can. Where it cannot (Chinese characters, Latin letters), the language asked for and
the voice's own language decide; digits, marks and spaces go with the neighbour that they belong to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import NamedTuple

from engines.text.chinese_frame import settle_chinese_frame
from engines.text.punctuation import OPENING
from engines.text.script_tokens import Token, tokens_of
from engines.text.scripts import HAN, KANA
from engines.types import Span

LATIN_LANGUAGES = ("en-us", "en-gb", "es", "fr", "it", "pt-br")
_HAN_LANGUAGES = ("zh", "ja")
_ALIASES = {
    "en": "en-us",
    "cmn": "zh",
    "zh-cn": "zh",
    "zh-hans": "zh",
    "zh-tw": "zh",
    "zh-hant": "zh",
    "ja-jp": "ja",
    "jp": "ja",
    "pt": "pt-br",
}


class Run(NamedTuple):
    """A piece of a sentence in one language."""

    span: Span
    language: str


@dataclass(frozen=True, slots=True)
class Preference:
    """Which languages the ambiguous writing systems stand for."""

    main: str
    """The language asked for, or the voice's own."""
    latin: str
    han: str | None
    """None where neither the request nor the voice tells Chinese from Japanese."""
    available: frozenset[str]

    @classmethod
    def of(cls, asked: str | None, voice: str, available: Collection[str]) -> Preference:
        """The preference of an utterance in the language `asked` (None: not said) spoken by a voice of `voice`."""
        wishes = [canonical(code) for code in (asked, voice) if code]
        usable = [code for code in wishes if code in available]
        latin = next((code for code in usable if code in LATIN_LANGUAGES), "en-us")
        han = next((code for code in usable if code in _HAN_LANGUAGES), None)
        return cls(wishes[0], latin, han, frozenset(available))

    def choose(self, language: str) -> str:
        """Return `language` where it has a front end, else the main one, which will report the text as unspoken."""
        return language if language in self.available else self.main


def depends_on_surroundings(text: str, preference: Preference) -> bool:
    """Whether the language of a sentence may depend on what is near it: that of Chinese characters without kana."""
    return preference.han != "zh" and bool(_HAN.search(text))


def canonical(code: str) -> str:
    """The project's own code of a language: `EN_us` and `en` are `en-us`."""
    code = code.strip().lower().replace("_", "-")
    return _ALIASES.get(code, code)


_COUNTED = re.compile(
    r"\s?[年月日号號时時点點分秒天周週岁歳歲个個台部只隻件元円块塊人名位种種条條枚本冊册回次章节節页頁頁层層楼樓倍折届屆度米斤千万萬億亿百十"
    r"つ番階匹杯歩話]"
)
_WRITTEN_TOGETHER = ("latin", "number")
_JOINERS = "-_.&/@"
"""Marks inside names: `GPT-4`, `node.js`, `R&D`."""
NEAR = 100
"""Characters around a sentence in which kana still tell that its kanji are Japanese."""
_KANA = re.compile(f"[{KANA}]")
_HAN = re.compile(f"[{HAN}]")
_QUOTED = re.compile(r"[^\s「」『』“”\"《》（）()【】，。、；：,.;:!?！？…]+")


def language_runs(text: str, span: Span, preference: Preference, previous: str | None = None) -> list[Run]:
    """The runs of one language that tile a sentence.

    Parameters
    ----------
    text
        The whole sanitised utterance.
    span
        One sentence of it.
    previous
        The language in which the sentence before ended: that of a sentence with nothing but digits.
    """
    tokens = tokens_of(text, span.start, span.end)
    _settle_scripts(text, span, tokens, preference)
    _settle_compounds(text, tokens, preference)
    if preference.main == "zh":
        settle_chinese_frame(text, tokens)
    _settle_numbers(text, tokens)
    _settle_the_rest(text, tokens, previous or preference.main)
    return _merge(tokens, preference)


def _settle_scripts(text: str, span: Span, tokens: list[Token], preference: Preference) -> None:
    han_language = _han_language(text, span, preference)
    for token in tokens:
        if token.kind in ("han", "kana"):
            token.language = han_language(token)
        elif token.kind == "devanagari" and "hi" in preference.available:
            token.language = "hi"


def _han_language(text: str, span: Span, preference: Preference) -> Callable[[Token], str]:
    """Return the rule that tells Chinese from Japanese in this sentence."""
    if preference.han == "zh":  # Japanese only as a quotation: kana in the same stretch without a mark
        japanese = [m.span() for m in _QUOTED.finditer(text, span.start, span.end) if _is_japanese_quotation(m[0])]
        return lambda token: "ja" if any(start <= token.start < end for start, end in japanese) else "zh"
    sentence = text[span.start : span.end]
    if _KANA.search(sentence):
        return lambda _: "ja"
    if not _in_charset(sentence, "euc_jis_2004"):
        return lambda _: "zh"
    kana_nearby = _KANA.search(text, max(0, span.start - NEAR), span.end + NEAR)
    if preference.han == "ja" or kana_nearby or not all(map(_is_used_in_china, sentence)):
        return lambda _: "ja"
    return lambda _: "zh"


def _is_japanese_quotation(text: str) -> bool:
    """Kana other than の, which ornaments Chinese shop signs and means 的."""
    return len(_KANA.findall(text.replace("の", ""))) > 0


def _in_charset(text: str, charset: str) -> bool:
    """Whether a national character set has all Han of `text`.

    No Japanese set has the simplified forms of China, and no Chinese one the forms that Japan made (`駅`, `円`).
    """
    han = "".join(re.findall(f"[{HAN}]", text))
    try:
        han.encode(charset)
    except UnicodeEncodeError:
        return False
    return True


def _is_used_in_china(char: str) -> bool:
    return _in_charset(char, "gb2312") or _in_charset(char, "big5")


def _settle_compounds(text: str, tokens: list[Token], preference: Preference) -> None:
    """Latin letters and the digits written with them: `iPhone15`, `A股`, `3D`."""
    first = 0
    while first < len(tokens):
        last = _compound_end(text, tokens, first)
        compound = tokens[first:last]
        letters = sum(token.end - token.start for token in compound if token.kind == "latin")
        if letters:
            language = (_letter_host(text, tokens, first, last) if letters == 1 else None) or preference.latin
            for token in compound:
                token.language = language
        first = max(last, first + 1)


def _compound_end(text: str, tokens: list[Token], first: int) -> int:
    last = first
    while last < len(tokens) and tokens[last].kind in _WRITTEN_TOGETHER:
        last += 1
        joined = last > first and last + 1 < len(tokens) and text[tokens[last].start] in _JOINERS
        if joined and tokens[last + 1].kind in _WRITTEN_TOGETHER:
            last += 1
    return last


def _letter_host(text: str, tokens: list[Token], first: int, last: int) -> str | None:
    """The Chinese or Japanese word that a single letter belongs to, as in `维生素C`; in `我是a boy` there is none."""
    left = _beside(text, tokens, first - 1, -1)
    right = _beside(text, tokens, last, 1)
    return None if "" in (left, right) else left or right


def _beside(text: str, tokens: list[Token], index: int, step: int) -> str | None:
    """The language of the word at `index` or beyond a space, "" for an alphabet's word; None at a mark or the end."""
    if 0 <= index < len(tokens) and tokens[index].kind == "space":
        index += step
    if not 0 <= index < len(tokens):
        return None
    token = tokens[index]
    if token.kind in ("han", "kana"):
        return token.language
    return None if token.kind == "mark" and text[token.start] not in "+#" else ""


def _settle_numbers(text: str, tokens: list[Token]) -> None:
    for index, token in enumerate(tokens):
        if token.kind == "number" and token.language is None:
            token.language = _number_language(text, tokens, index)


def _number_language(text: str, tokens: list[Token], index: int) -> str | None:
    """`5个` is counted in Chinese, `iPhone 15` named in English; else the nearest word decides, the left first."""
    left, left_kind, left_distance = _nearest(tokens, index, -1)
    right, right_kind, right_distance = _nearest(tokens, index, 1)
    named = left_kind == "latin" and left_distance == 1
    if right_kind in ("han", "kana") and right_distance <= 1 and _COUNTED.match(text, tokens[index].end):
        return right
    if right_distance == 0 and not named:
        return right
    if left and (left_distance <= right_distance or left_distance == 1):
        return left
    return right or left


def _nearest(tokens: list[Token], index: int, step: int) -> tuple[str | None, str, int]:
    """Language, kind and distance (0 glued, 1 a space, 2 a mark) of the next token that has a language."""
    distance = 0
    index += step
    while 0 <= index < len(tokens):
        token = tokens[index]
        if token.language:
            return token.language, token.kind, distance
        distance = max(distance, 1 if token.kind in ("space", "number") else 2)
        index += step
    return None, "", 3


def _settle_the_rest(text: str, tokens: list[Token], fallback: str) -> None:
    following: str | None = None
    rights: list[str | None] = []
    for token in reversed(tokens):
        rights.append(following)
        following = token.language or following
    left: str | None = None
    for token, right in zip(tokens, reversed(rights), strict=True):
        if token.language is None:
            opens = right is not None and text[token.start] in OPENING
            token.language = (right if opens else left) or right or fallback
        left = token.language


def _merge(tokens: list[Token], preference: Preference) -> list[Run]:
    runs: list[Run] = []
    for token in tokens:
        language = preference.choose(token.language or preference.main)
        if runs and runs[-1].language == language:
            runs[-1] = Run(Span(runs[-1].span.start, token.end), language)
        else:
            runs.append(Run(Span(token.start, token.end), language))
    return runs
