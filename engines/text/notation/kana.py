"""Kana, as spelled or as pronounced, to the model's Japanese symbols."""

from __future__ import annotations

import re

from engines.text.japanese.moras import is_kana, kana_to_symbols, lengthen, to_katakana
from engines.text.notation.base import NotationError, Part

_PIECE = re.compile(r"[^\s・]+")


def looks_like_kana(text: str) -> bool:
    """Whether it is kana only."""
    pieces = _PIECE.findall(text)
    return bool(pieces) and all(map(is_kana, pieces))


def convert(text: str) -> tuple[Part, ...]:
    """The symbols of words in kana; a space or a middle dot is between words. Raises NotationError."""
    words = []
    for piece in _PIECE.finditer(text):
        for offset, char in enumerate(piece[0]):
            if not is_kana(char):
                at = piece.start() + offset
                raise NotationError(f"“{char}” is not kana; write the reading in hiragana or katakana.", at, at + 1)
        words.append(lengthen(to_katakana(piece[0])))
    symbols = kana_to_symbols(" ".join(words))
    if not symbols:
        raise NotationError("The reading is empty; write it in hiragana or katakana.", 0, len(text))
    return (Part(symbols, text.strip()),)
