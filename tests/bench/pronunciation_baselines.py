"""What others make of the same texts: pypinyin alone, wetext alone, and the first reading of the English lexicon."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from pypinyin import Style, lazy_pinyin

from engines.text.english.lexicon import Lexicon

HAS_WETEXT = find_spec("wetext") is not None


def pypinyin_readings(text: str, tone_sandhi: bool) -> list[str]:
    """Numbered pinyin, one entry for every character; other characters stand for themselves."""
    return lazy_pinyin(
        text,
        style=Style.TONE3,
        neutral_tone_with_five=True,
        tone_sandhi=tone_sandhi,
        errors=list,  # type: ignore[arg-type]  # a list stands for several entries
    )


def wetext_normalise(text: str, language: str) -> str:
    """The text as wetext writes it out, or as it is where it gives up; `language` is `zh` or `en`."""
    try:
        return str(_normaliser(language).normalize(text))
    except AssertionError:  # its parser's, on some texts
        return text


def first_reading(word: str) -> str:
    """The lexicon's first reading of an English word, whatever the sentence."""
    entry = _lexicon().find(word)
    return (entry["DEFAULT"] if entry else None) or ""


@lru_cache(maxsize=2)
def _normaliser(language: str) -> Any:
    return import_module("wetext").Normalizer(lang=language, operator="tn")


@lru_cache(maxsize=1)
def _lexicon() -> Lexicon:
    return Lexicon(british=False)
