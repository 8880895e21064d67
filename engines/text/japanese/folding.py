"""One spelling for characters that mean the same, with the way back to the user's characters."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from engines.text.punctuation import mark_symbol

_REPEATS = {"ゝ": "", "ヽ": "", "ゞ": "\u3099", "ヾ": "\u3099"}
_WRITTEN_OUT = {"㈱": "株式会社", "㈲": "有限会社", "𠮷": "吉", "髙": "高", "﨑": "崎"}
_UNREADABLE = "\ufffd"


@dataclass(frozen=True, slots=True)
class Folded:
    """Folded text, and for each of its characters the position of the character it came from."""

    text: str
    origins: tuple[int, ...]


def fold(text: str) -> Folded:
    """Spell out compatibility characters (`㎏` is two letters) and kana iteration marks (`いすゞ` is `いすず`).

    Marks stay as they are; characters that no text has (controls, lone surrogates) become U+FFFD.
    """
    out: list[str] = []
    origins: list[int] = []
    for position, character in enumerate(text):
        spelled = _spelled(character, out[-1] if out else "")
        out += spelled
        origins += [position] * len(spelled)
    return Folded("".join(out), tuple(origins))


def _spelled(character: str, previous: str) -> str:
    if character.isspace():
        return " "
    if character in _REPEATS and "ぁ" <= previous <= "ヺ":
        voiced = unicodedata.normalize("NFC", previous + _REPEATS[character])
        return voiced if len(voiced) == 1 else previous
    if unicodedata.category(character) in ("Cs", "Cc", "Cf"):
        return _UNREADABLE
    if "Ⅰ" <= character <= "Ⅻ":
        return str(int(unicodedata.numeric(character)))
    if character in _WRITTEN_OUT or mark_symbol(character):
        return _WRITTEN_OUT.get(character, character)
    return unicodedata.normalize("NFKC", character).replace("⁄", "/")
