"""Word segmentation: jieba's dictionary and algorithm, as in the text that the model was trained on.

`rjieba` is its Rust version: it loads in a tenth of a second and tags a sentence in microseconds. Numerals are cut by
rule, because it cuts 二零二五年 after 二零二.
"""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import NamedTuple

_NUMERAL = re.compile(r"第?[零〇一二三四五六七八九两幺十百千万亿点]{3,}")
_DIGITS_ONLY = re.compile(r"[零〇一二三四五六七八九幺]+")
_NUMERAL_PART = re.compile(r"[^万亿点百]*(?:点[^点]{1,2}$|[百万亿点]+|$)")
_SAID_AT_ONCE = 5
PARTICLE = "地"
_MANNER = frozenset(("a", "d", "z", "i", "l"))
_JOINS_NUMERAL = frozenset("年月日号点分秒时个名人天周岁元块米克斤吨次只条张本件位家座辆台倍种度届级路层楼")


class Word(NamedTuple):
    """A word of a run of Chinese characters."""

    start: int
    text: str
    tag: str
    """Part of speech in jieba's notation: n noun, v verb, a adjective, d adverb, p preposition, m number, …"""

    @property
    def end(self) -> int:
        """Position after the last character."""
        return self.start + len(self.text)


def segment(run: str) -> list[Word]:
    """The words of a run of simplified Chinese characters; they tile it."""
    words: list[Word] = []
    position = 0
    for match in _NUMERAL.finditer(run):
        words += _tag(run, position, match.start())
        parts = _numeral_parts(match[0])
        position = match.end()
        following = _tag(run, position, min(len(run), position + 2))
        if following and len(following[0].text) == 1 and following[0].text in _JOINS_NUMERAL:
            parts[-1] += following[0].text
            position += 1
        start = match.start()
        for part in parts:
            words.append(Word(start, part, "m"))
            start += len(part)
    return _free_particles(words + _tag(run, position, len(run)))


def is_word(text: str) -> bool:
    """Whether the segmenter's dictionary has a word."""
    import rjieba  # noqa: PLC0415 - see `_tag`

    return bool(rjieba.has_word(text))


def _tag(run: str, start: int, end: int) -> list[Word]:
    import rjieba  # noqa: PLC0415 - loaded at first use, not with the application

    words: list[Word] = []
    for text, tag in rjieba.tag(run[start:end]):
        words.append(Word(start, text, tag))
        start += len(text)
    return words


def _free_particles(words: list[Word]) -> list[Word]:
    """The words, with the particle 地 cut off where the segmenter joined it with the verb: 挂 in 整齐地挂, 面对 in
    乐观地面对."""
    freed: list[Word] = []
    joined = ""
    for word, following in zip_longest(words, words[1:], fillvalue=Word(0, "", "")):
        if joined:
            freed.append(Word(word.start - len(joined), joined + word.text, "v"))
            joined = ""
            continue
        before = freed[-1] if freed else Word(0, "", "")
        rest = word.text[1:]
        if word.text[0] == PARTICLE and rest and len(before.text) > 1:
            is_verb = len(following.text) == 1 or before.tag[:1] in _MANNER
            if is_verb and following.text and _is_manner(before, rest + following.text[0]):
                freed.append(Word(word.start, PARTICLE, "uv"))
                joined = rest
                continue
            if not is_word(word.text):
                freed += [Word(word.start, PARTICLE, "uv"), Word(word.start + 1, rest, "v")]
                continue
        freed.append(word)
    return freed


def _is_manner(before: Word, after: str) -> bool:
    """Whether 地 between the two tells how something is done."""
    if not is_word(after):
        return False
    return before.tag[:1] in _MANNER or (before.tag == "n" and _tag(after, 0, len(after))[0].tag == "v")


def _numeral_parts(numeral: str) -> list[str]:
    """Groups in which a numeral is said: long digit strings by fours from the end, counts after 百, 万, 亿 and 点."""
    if len(numeral) <= _SAID_AT_ONCE:
        return [numeral]
    if _DIGITS_ONLY.fullmatch(numeral):
        first = len(numeral) % 4
        groups = [numeral[:first]] if first else []
        return groups + [numeral[i : i + 4] for i in range(first, len(numeral), 4)]
    return [part for part in _NUMERAL_PART.findall(numeral) if part]
