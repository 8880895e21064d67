"""The model's English symbols: vowels, stress marks and what happens to sounds where word parts meet.

The alphabet is misaki's: diphthongs are capitals (`A I O Q W Y`), a stress mark stands before its vowel.
"""

from __future__ import annotations

VOWELS = frozenset("AIOQWYaiuæɑɐɒɔəɛɜɪʊʌᵊᵻ")
CONSONANTS = frozenset("bdfhjklmnpstvwzðŋɡɹTʃʒʤʧθ")
PRIMARY, SECONDARY = "ˈ", "ˌ"
_SIBILANTS = frozenset("szʃʒʧʤ")
_VOICELESS = frozenset("ptkfθ")
_FLAPPING = frozenset("AIOWYiuæɑəɛɪɹʊʌ")
"""American sounds after which a t between vowels becomes a flap."""


def starts_with_vowel(symbols: str) -> bool | None:
    """Whether the first sound is a vowel; None if there is none."""
    return next((s in VOWELS for s in symbols if s in VOWELS or s in CONSONANTS), None)


def demote(symbols: str) -> str:
    """The same word as the weaker part of a compound: its main stress becomes a secondary one."""
    return symbols.replace(SECONDARY, "").replace(PRIMARY, SECONDARY) if PRIMARY in symbols else symbols


def accent(symbols: str, mark: str) -> str:
    """`symbols` with at least the stress `mark`: an unstressed word gets it before its first vowel."""
    if PRIMARY in symbols:
        return symbols
    if SECONDARY in symbols:
        return symbols.replace(SECONDARY, PRIMARY, 1) if mark == PRIMARY else symbols
    at = next((i for i, symbol in enumerate(symbols) if symbol in VOWELS), None)
    return symbols if at is None else symbols[:at] + mark + symbols[at:]


def join_letters(names: list[str]) -> str:
    """The names of letters as one initialism: only the last keeps its main stress."""
    return "".join(map(demote, names[:-1])) + names[-1]


def add_s(stem: str, british: bool) -> str:
    """`stem` with the ending of plurals, of the third person and of the possessive."""
    if stem[-1:] in _SIBILANTS:
        return stem + ("ɪz" if british else "ᵻz")
    return stem + ("s" if stem[-1:] in _VOICELESS else "z")


def add_ed(stem: str, british: bool) -> str:
    """`stem` with the ending of the past."""
    last = stem[-1:]
    if last == "d":
        return stem + ("ɪd" if british else "ᵻd")
    if last == "t":
        return stem + "ɪd" if british else _flap(stem) + "ᵻd"
    return stem + ("t" if last in _VOICELESS or last in "sʃʧ" else "d")


def add_ing(stem: str, british: bool) -> str:
    """`stem` with -ing; British English sounds the r again (`gathering`)."""
    if british:
        return stem + ("ɹɪŋ" if stem[-1:] == "ə" or stem[-2:] in ("ɔː", "ɑː", "ɜː", "ɛː") else "ɪŋ")
    return _flap(stem) + "ɪŋ"


def add_er(stem: str, british: bool) -> str:
    """`stem` with -er."""
    return stem + "ə" if british else _flap(stem) + "əɹ"


def _flap(stem: str) -> str:
    return stem[:-1] + "T" if stem[-1:] == "t" and stem[-2:-1] in _FLAPPING else stem
