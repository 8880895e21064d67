"""Latin letters and digits inside a Chinese sentence: which parts are read in Chinese.

A Chinese speaker says the name of `iPhone 15` or `GB2312` in letters or English, but its digits in Chinese; likewise
the signs of a web address, an ordinal in Roman numerals, and the letters of a formula. An English phrase that is quoted
in the sentence stays English as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engines.text.script_tokens import Token

CHINESE = "zh"
_PHRASE_WORDS = 2
"""From this many words in small letters on, a stretch of Latin letters is an English phrase and no name."""
_BORDERS = frozenset("，。、；：！？（）《》【】「」『』“”…—")
_SMALL = re.compile(r"[a-z]{2,}(?:'[a-z]+)?")
_ADDRESS = re.compile(
    r"(?:https?|ftp)://[!-~]+|(?<![A-Za-z0-9])www\.[!-~]+"
    r"|(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+"
    r"|(?<![A-Za-z0-9.@-])(?:[A-Za-z0-9-]+\.)+(?:com|cn|net|org|edu|gov|io)\b(?:/[!-~]*)?"
)
_SCHEME = re.compile(r"(?:https?|ftp)://")
_ROMAN = re.compile("[IVXLC]+")
_ROMAN_BEFORE = re.compile(r"第\s?$|[㐀-鿿]$")
_ROMAN_AFTER = re.compile(r"\s?[世型期级类代章卷部届册节集讲篇]")
RULERS = re.compile(
    "(?:路易|亨利|伊丽莎白|查理|乔治|威廉|爱德华|理查|詹姆斯|保罗|若望|约翰|庇护|本笃|方济各|腓力|彼得|叶卡捷琳娜|亚历山大|尼古拉"
    "|拿破仑|腓特烈|弗里德里希|奥托|拉美西斯|大流士|薛西斯|托勒密|利奥|格里高利|英诺森|克莱门特)$"
)
"""Names that a Roman numeral may follow."""
_CURRENCIES = frozenset(("RMB", "CNY", "USD", "EUR", "HKD", "JPY", "GBP"))
_REACH = 8
_NUMBERED = re.compile(r"No\.?", re.IGNORECASE)


def settle_chinese_frame(text: str, tokens: Sequence[Token]) -> None:
    """Give Chinese those parts of Latin names that a Chinese sentence reads in Chinese.

    `tokens` are one sentence of an utterance whose main language is Chinese; Han and compounds have their language.
    """
    if any(token.language == CHINESE and token.kind == "han" for token in tokens):
        for stretch in _stretches(text, tokens):
            if not _is_phrase(text, stretch):
                _settle_names(text, stretch)
    elif not any(token.kind == "latin" and token.end - token.start > 1 for token in tokens):
        for token in tokens:  # x ≥ 3
            token.language = CHINESE if token.kind in ("latin", "number") else token.language


def _stretches(text: str, tokens: Sequence[Token]) -> list[list[Token]]:
    """Tokens between Chinese characters or marks."""
    stretches: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind in ("han", "kana") or text[token.start] in _BORDERS:
            stretches.append([])
        else:
            stretches[-1].append(token)
    return [stretch for stretch in stretches if any(token.kind == "latin" for token in stretch)]


def _is_phrase(text: str, stretch: Sequence[Token]) -> bool:
    if _ADDRESS.search(text, stretch[0].start, stretch[-1].end):
        return False
    words = [text[token.start : token.end] for token in stretch if token.kind == "latin"]
    return sum(_SMALL.fullmatch(word) is not None for word in words) >= _PHRASE_WORDS


def _settle_names(text: str, stretch: Sequence[Token]) -> None:
    for token in stretch:
        if token.kind == "number" or _is_part_of_number(text, token):
            token.language = CHINESE
    for address in _ADDRESS.finditer(text, stretch[0].start, stretch[-1].end):
        scheme = _SCHEME.match(text, address.start())
        spoken_from = scheme.end() if scheme else address.start()
        for token in stretch:
            inside = address.start() <= token.start < address.end()
            if inside and (token.kind != "latin" or token.start < spoken_from):
                token.language = CHINESE


def _is_part_of_number(text: str, token: Token) -> bool:
    """`II` in 伊丽莎白II世, `No.` in No.1, `RMB` in RMB 500."""
    if token.kind == "mark":
        return text[token.start] == "." and text[max(0, token.start - 2) : token.start].lower() == "no"
    if token.kind != "latin":
        return False
    word = text[token.start : token.end]
    if _NUMBERED.fullmatch(word):
        return re.match(r"\.\s?\d", text[token.end : token.end + 3]) is not None
    if word in _CURRENCIES:
        return re.match(r"\s?\d", text[token.end : token.end + 2]) is not None
    if not _ROMAN.fullmatch(word):
        return False
    before = text[max(0, token.start - _REACH) : token.start]
    numbered = _ROMAN_BEFORE.search(before) and _ROMAN_AFTER.match(text, token.end)
    return bool(numbered or RULERS.search(before))
