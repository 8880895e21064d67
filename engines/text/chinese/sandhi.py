"""Tone change: 一, 不, and third tones that meet.

Kokoro's training text had no tone change and the model learned it from the sound, so what is left unwritten here
(third tones across long words) is still said naturally; what is written shows the user what is said.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engines.text.chinese.numbers import CHINESE_DIGITS
from engines.text.chinese.syllables import NEUTRAL, Syllable
from engines.text.chinese.words import Word, is_word

_NUMERAL_BEFORE = frozenset("初周期十百千万零点")
_ORDINAL_AFTER = frozenset("月日号楼班级等流线环审")
_NUMBER_ITSELF = ("不二", "是一")
_COUNT_AFTER = ("日三餐", "等一", "线生机", "月内", "流水", "级一", "号人")


def change_tones(
    run: str,
    words: Sequence[Word],
    syllables: Sequence[Syllable | None],
    fixed: Collection[int] = frozenset(),
) -> list[Syllable | None]:
    """The syllables as they are said.

    Parameters
    ----------
    syllables
        One for every character of `run`, None where there is none.
    fixed
        Positions whose tones stay as they are, and change those of their neighbours.
    """
    said = list(syllables)
    for position, char in enumerate(run):
        if char == "不" and position not in fixed:
            said[position] = _bu(run, said, position)
    starts = {word.start: word for word in words}
    current = None
    for position, char in enumerate(run):
        current = starts.get(position, current)
        if char == "一" and current is not None and position not in fixed:
            said[position] = _yi(run, said, position, current)
    for word in words:
        _third_tones(word, said, fixed)
    for word in reversed(words):
        if len(word.text) == 1:
            _pair(said, word.start, fixed)
    return said


def _tone(said: Sequence[Syllable | None], position: int) -> int:
    syllable = said[position] if position < len(said) else None
    return syllable.tone if syllable else 0


def _is_third(said: Sequence[Syllable | None], position: int) -> bool:
    return _tone(said, position) == 3


def _second(syllable: Syllable | None) -> Syllable | None:
    return syllable and syllable._replace(tone=2)


def _bu(run: str, said: Sequence[Syllable | None], position: int) -> Syllable:
    if 0 < position < len(run) - 1 and run[position - 1] == run[position + 1]:
        return Syllable("bu", NEUTRAL)
    written = said[position]
    if written and written.tone == NEUTRAL:
        return written
    return Syllable("bu", 2 if _tone(said, position + 1) == 4 else 4)


def _yi(run: str, said: Sequence[Syllable | None], position: int, word: Word) -> Syllable:
    """一 keeps its first tone in numerals, ordinals, and at the end of a word; otherwise it yields to what follows."""
    before = run[position - 1] if position else ""
    after = run[position + 1] if position + 1 < len(run) else ""
    if before and before == after and before not in CHINESE_DIGITS:
        return Syllable("yi", NEUTRAL)
    rest = run[position + 1 :]
    ends_word = position == word.end - 1 and len(word.text) > 1 and word.text[-2] not in "这那某每同有"
    in_word = position > word.start
    numeral = before == "第" or before in CHINESE_DIGITS or (in_word and before in _NUMERAL_BEFORE)
    ordinal = rest.startswith(_NUMBER_ITSELF) or (after in _ORDINAL_AFTER and not rest.startswith(_COUNT_AFTER))
    if not after or ends_word or (before and numeral) or after in CHINESE_DIGITS or ordinal:
        return Syllable("yi", 1)
    tone = _tone(said, position + 1)
    if tone == NEUTRAL:
        return Syllable("yi", 2 if after == "个" else 4)
    return Syllable("yi", {4: 2, 0: 1}.get(tone, 4))


def _third_tones(word: Word, said: list[Syllable | None], fixed: Collection[int]) -> None:
    """Third tones inside a word: 展览馆 groups 2 + 1 and gives 2 2 3, 小老虎 groups 1 + 2 and gives 3 2 3."""
    text = word.text
    if len(text) == 3:
        one_two = is_word(text[1:]) and not is_word(text[:2])
        pairs = [1, 0] if one_two else [0, 1]
        for offset in pairs:
            _pair(said, word.start + offset, fixed)
        return
    for offset in (*range(0, len(text) - 1, 2), *range(1, len(text) - 1, 2)):
        _pair(said, word.start + offset, fixed)


def _pair(said: list[Syllable | None], position: int, fixed: Collection[int]) -> None:
    if position not in fixed and _is_third(said, position) and _is_third(said, position + 1):
        said[position] = _second(said[position])
