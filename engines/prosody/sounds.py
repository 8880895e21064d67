"""What the symbols of a segment are in time: pauses, vowels or other sounds."""

from __future__ import annotations

from enum import Enum

from engines.text.punctuation import SILENT_SYMBOLS

_VOWELS = frozenset("aeiouyæɐɑɒɔɘəɚɛɜɝɞɤɨɪɯɵɶøœɶʉʊʌʏᵊᵻ") | frozenset("AIOQWY")
"""Of the IPA, and the capitals that stand for diphthongs."""
_ON_VOWELS = frozenset("ˈˌː̃→↗↘↓")
"""Stress, length, nasality and tone: the model gives them a part of their vowel's time."""


class Sound(Enum):
    """What is shortened and lengthened alike."""

    PAUSE = "pause"
    VOWEL = "vowel"
    OTHER = "other"


def sounds(symbols: str) -> list[Sound]:
    """The kind of every symbol. A mark is a pause, and so are spaces beside it; a space between words is none."""
    return [_sound(symbols, at) for at in range(len(symbols))]


def _sound(symbols: str, at: int) -> Sound:
    symbol = symbols[at]
    if symbol in _VOWELS or symbol in _ON_VOWELS:
        return Sound.VOWEL
    if symbol == " ":
        beside = symbols[max(at - 1, 0) : at] + symbols[at + 1 : at + 2]
        return Sound.PAUSE if any(_is_mark(other) for other in beside) else Sound.OTHER
    return Sound.PAUSE if _is_mark(symbol) else Sound.OTHER


def _is_mark(symbol: str) -> bool:
    return symbol in SILENT_SYMBOLS and symbol != " "
