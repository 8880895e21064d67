"""The English lexicons, read in place from the files of the installed misaki package, and the project's additions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import cast

Entry = Mapping[str, str | None]
"""Symbols by part of speech. `DEFAULT` is always there; None stands for a word said letter by letter."""

ADDITIONS = Path(__file__).resolve().parents[3] / "assets" / "lexicons" / "english.tsv"
_LINE = b'\n  "'


class SortedJson:
    """A large JSON object with one sorted key a line, searched without being parsed.

    Parsing the four files takes up to 0.8 s and 100 MB; finding a key by bisection takes 20 microseconds.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data

    def get(self, key: str) -> str | dict[str, str | None] | None:
        """The value of `key`, or None."""
        data, wanted = self._data, key.encode("utf-8", "replace")
        low, high = 0, len(data)
        while low < high:
            line = data.rfind(_LINE, low, (low + high) // 2 + len(_LINE))
            if line < 0:
                line = data.find(_LINE, low, high)
                if line < 0:
                    return None
            start = line + len(_LINE)
            end = data.index(b'":', start)
            found = data[start:end]
            if found == wanted:
                value, _ = json.JSONDecoder().raw_decode(data[end + 2 : end + 600].decode("utf-8", "ignore").lstrip())
                return cast("str | dict[str, str | None]", value)
            if found < wanted:
                low = end
            else:
                high = line
        return None


class Lexicon:
    """Words of one dialect with their symbols.

    The additions come first, then the gold file (hand-made), then the silver one.
    """

    def __init__(self, british: bool) -> None:
        dialect = "gb" if british else "us"
        data = files("misaki").joinpath("data")
        self._gold = SortedJson(data.joinpath(f"{dialect}_gold.json").read_bytes())
        self._silver = SortedJson(data.joinpath(f"{dialect}_silver.json").read_bytes())
        self._additions = _load_additions(british)
        self._entries: dict[str, Entry | None] = {}

    def find(self, word: str) -> Entry | None:
        """The entry of a word as it is written, else in lower case, else with a capital."""
        if word not in self._entries:
            forms = dict.fromkeys((word, word.lower(), word.capitalize()))
            self._entries[word] = next((entry for form in forms if (entry := self._get(form)) is not None), None)
        return self._entries[word]

    def find_common(self, word: str) -> Entry | None:
        """The entry of a word of small letters in the gold file only."""
        value = self._gold.get(word)
        return None if value is None else _entry(value)

    def _get(self, word: str) -> Entry | None:
        if word in self._additions:
            return {"DEFAULT": self._additions[word]}
        value = self._gold.get(word) or self._silver.get(word)
        return None if value is None else _entry(value)


def _entry(value: str | dict[str, str | None]) -> Entry:
    """A value of the files in the model's symbols: its flap is T, and it has no glottal stop."""
    entry = value if isinstance(value, dict) else {"DEFAULT": value}
    return {tag: symbols and model_symbols(symbols) for tag, symbols in entry.items()}


def model_symbols(symbols: str) -> str:
    """Symbols of misaki's data files as the model knows them."""
    return symbols.replace("ɾ", "T").replace("ʔ", "t")


def _load_additions(british: bool) -> dict[str, str]:
    """The project's words: tab-separated spelling, American and British symbols (empty: as in American)."""
    words: dict[str, str] = {}
    for line in ADDITIONS.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            word, american, *rest = line.split("\t")
            words[word] = rest[0] if british and rest else american
    return {word.lower(): symbols for word, symbols in words.items()} | words
