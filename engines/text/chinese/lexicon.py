"""The dictionaries: readings of words and characters, and the folding of traditional to simplified characters.

`assets/lexicons/zh_phrases.tsv` and `zh_characters.tsv` are this project's; they come before the data of pypinyin,
which is read from the installed package's files because importing it takes half a second for tables that are not used.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from engines.text.chinese.syllables import Syllable, parse_pinyin
from engines.text.chinese.table import CompactTable

ASSETS = Path(__file__).resolve().parents[3] / "assets" / "lexicons"
_LOCK = threading.Lock()
_MEMBER = re.compile(r'"([^"]+)":\s*(\[(?:\s*\[[^\]]*\],?)*\s*\]|"[^"]*")')
"""A member of an object whose value is a text or a list of lists of texts, none with an escape."""
_parse = lru_cache(maxsize=2048)(parse_pinyin)
# Compounds in which 著 is not the traditional form of the particle 着.
_ZHU = re.compile("著[名作者述称]|[显名原巨编专论译卓土昭]著")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Readings by word and by character. Keys are simplified characters; traditional words that pypinyin has stay."""

    phrases: Mapping[str, tuple[Syllable, ...]]
    """This project's words: they hold wherever they are found in a sentence."""
    characters: Mapping[str, Syllable]
    """This project's default reading of single characters."""
    words: Mapping[str, str]
    """pypinyin's words: JSON of a list of lists, each character with its readings in marked pinyin."""
    letters: Mapping[str, str]
    """pypinyin's characters: code point in decimal digits to readings in marked pinyin, commonest first."""
    convert: Callable[[str], str]

    def word(self, word: str) -> tuple[Syllable, ...] | None:
        """The reading of a word of pypinyin's list."""
        found: list[list[str]] = json.loads(self.words.get(word, "[]"))
        if not found or len(found) != len(word):
            return None
        return tuple(_parse(readings[0]) for readings in found)

    def character(self, char: str) -> Syllable | None:
        """The reading of a character that stands alone, None for one without."""
        if char in self.characters:
            return self.characters[char]
        found = self.letters.get(str(ord(char)))
        return _parse(found.partition(",")[0]) if found else None

    def simplify(self, text: str) -> str:
        """The text in simplified characters, character for character."""
        simple = self.convert(text)
        if len(simple) != len(text):
            simple = "".join(s if len(s := self.convert(char)) == 1 else char for char in text)
        if "著" in simple and not _ZHU.search(simple):
            simple = simple.replace("著", "着")
        return simple


def lexicon() -> Lexicon:
    """The one lexicon, read at first use."""
    with _LOCK:
        return _load()


@lru_cache(maxsize=1)
def _load() -> Lexicon:
    from opencc import OpenCC  # noqa: PLC0415 - loaded at first use, not with the application

    spec = find_spec("pypinyin")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("No module named 'pypinyin'")
    package = Path(spec.origin).parent
    phrases = {word: tuple(_parse(p) for p in reading.split()) for word, reading in read_table("zh_phrases.tsv")}
    return Lexicon(
        phrases=phrases,
        characters={char: _parse(reading) for char, reading in read_table("zh_characters.tsv")},
        words=CompactTable(_members(package / "phrases_dict.json")),
        letters=CompactTable((code, text[1:-1]) for code, text in _members(package / "pinyin_dict.json")),
        convert=OpenCC("t2s").convert,
    )


def _members(path: Path) -> Iterator[tuple[str, str]]:
    """The members of a large JSON object, the values undecoded: few are ever looked up, and decoding all of them takes
    0.2 seconds, in which no other thread runs."""
    return ((match[1], match[2]) for match in _MEMBER.finditer(path.read_text("utf-8")))


def read_table(name: str) -> list[list[str]]:
    """The rows of one of the project's Chinese tables: cells between tabs, `#` begins a comment line."""
    lines = (ASSETS / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]
