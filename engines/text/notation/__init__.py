"""Readings as people write them: pinyin, IPA, ARPAbet, kana, plain respelling. `converter` turns them into symbols."""

from __future__ import annotations

from engines.text.notation.base import Notation, NotationError, Part, Said
from engines.text.notation.detect import detect

__all__ = ["Notation", "NotationError", "Part", "Said", "detect"]
