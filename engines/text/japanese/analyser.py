"""Morphemes and their readings, from SudachiPy and its core dictionary."""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass
from importlib.util import find_spec
from threading import Lock
from typing import Any

from engines.errors import LanguageNotAvailableError
from engines.extras import adding
from engines.text.japanese.moras import is_kana, lengthen, to_katakana

_LONGEST_INPUT = 4000
"""Characters analysed at once; the analyser takes 49,149 bytes."""

_GIVEN_READING = re.compile(r"[(（]([ぁ-ゖァ-ヺー]+)[)）]$")
_ENDS_IN_PARTICLE = frozenset({"接続詞", "感動詞", "副詞"})
_SYMBOLS = frozenset({"補助記号", "空白", "記号"})
_PARTICLES = {"は": "ワ", "へ": "エ", "を": "オ"}


@dataclass(frozen=True, slots=True)
class Morpheme:
    """One unit of the dictionary.

    `kana` is how it is pronounced, in katakana; empty when the dictionary cannot tell.
    """

    start: int
    end: int
    surface: str
    kana: str
    part_of_speech: str
    detail: str
    known: bool


class Analyser:
    """SudachiPy behind a lock: its tokenisers are not thread-safe. The dictionary is loaded at first use."""

    def __init__(self) -> None:
        if find_spec("sudachipy") is None or find_spec("sudachidict_core") is None:
            raise LanguageNotAvailableError(f"Japanese needs two more packages; install them with {adding('ja')}.")
        self._lock = Lock()
        self._tokenizer: Any = None
        self._short: Any = None

    def analyse(self, text: str) -> list[Morpheme]:
        """Morphemes that tile `text`."""
        morphemes: list[Morpheme] = []
        with self._lock:
            if self._tokenizer is None:
                sudachipy = importlib.import_module("sudachipy")
                self._tokenizer = sudachipy.Dictionary(dict="core").tokenizer(mode=sudachipy.SplitMode.C)
                self._short = sudachipy.SplitMode.A
            for base in range(0, len(text), _LONGEST_INPUT):
                for long_unit in self._tokenizer.tokenize(text[base : base + _LONGEST_INPUT]):
                    morphemes += [_morpheme(unit, base) for unit in _units(long_unit, self._short)]
        return morphemes


def _units(long_unit: Any, short: Any) -> list[Any]:
    """A compound as its parts, where they are words of their own (`電話番号`) and read as they are alone."""
    parts = list(long_unit.split(short))
    if (
        len(parts) > 1
        and all(part.end() - part.begin() > 1 for part in parts)
        and "".join(part.reading_form() for part in parts) == long_unit.reading_form()
    ):
        return parts
    return [long_unit]


def _morpheme(unit: Any, base: int) -> Morpheme:
    surface: str = unit.surface()
    part_of_speech: str
    part_of_speech, detail, *_, conjugation, _form = unit.part_of_speech()
    known = not unit.is_oov()
    if given := _GIVEN_READING.search(surface):
        kana = lengthen(to_katakana(given.group(1)))
    elif not known or part_of_speech in _SYMBOLS:
        kana = lengthen(to_katakana(surface)) if is_kana(surface) else ""
    else:
        kana = _pronounced(surface, unit.reading_form(), part_of_speech, conjugation)
    return Morpheme(unit.begin() + base, unit.end() + base, surface, kana, part_of_speech, detail, known)


def _pronounced(surface: str, reading: str, part_of_speech: str, conjugation: str) -> str:
    """The dictionary spells `は` as ハ and `言う` as イウ; and leaves long vowels to the reader."""
    if part_of_speech == "助詞":
        return _PARTICLES.get(surface, lengthen(reading))
    if to_katakana(surface) == surface and is_kana(surface):
        return reading
    if conjugation.startswith("五段-ワア行") and reading.endswith("ウ"):
        return "ユー" if reading in ("イウ", "ユウ") else lengthen(reading[:-1]) + "ウ"
    if part_of_speech in _ENDS_IN_PARTICLE and surface.endswith("は") and len(surface) > 1:
        return lengthen(reading[:-1]) + ("ハ" if reading.endswith("ハハ") else "ワ")
    return lengthen(reading)
