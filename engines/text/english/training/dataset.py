"""Words with their sounds from misaki's lexicons, split by word family into training and held-out words."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from importlib.resources import files

from engines.text.english.training.alignment import Aligner, Sounds, split_sounds

DIALECTS = ("us", "gb")
_FAMILY_LETTERS = 5
_HELD_OUT = 50
"""One family in so many is held out."""
_RARE = 12
"""Chunks seen fewer times are oddities (`lbs` said `pounds`); their words are left out of training."""


@dataclass(frozen=True, slots=True)
class Word:
    """One lexicon entry."""

    letters: str
    symbols: str
    dialect: int
    gold: bool


def load_words() -> list[Word]:
    """Every entry of plain letters that is not an acronym; an entry with several readings counts with its default."""
    words: dict[tuple[str, int], Word] = {}
    for dialect, name in enumerate(DIALECTS):
        for quality in ("gold", "silver"):
            text = files("misaki").joinpath(f"data/{name}_{quality}.json").read_text("utf-8")
            entries: dict[str, str | dict[str, str]] = json.loads(text)
            for key, value in sorted(entries.items(), key=lambda item: not item[0].islower()):
                symbols = value if isinstance(value, str) else value["DEFAULT"]
                letters = key.lower()
                if len(key) > 1 and key.isascii() and key.isalpha() and not key.isupper():
                    words.setdefault((letters, dialect), Word(letters, symbols, dialect, quality == "gold"))
    return list(words.values())


def is_held_out(word: Word) -> bool:
    """Words that begin alike stay together, so that no inflection of a training word is in the held-out set."""
    return zlib.crc32(word.letters[:_FAMILY_LETTERS].encode()) % _HELD_OUT == 0


def align_words(words: list[Word], sample: int = 8000) -> list[tuple[Word, list[str]]]:
    """Every word that can be aligned, with the chunk of each of its letters; `sample` words teach the aligner."""
    pairs: list[tuple[str, Sounds]] = [(word.letters, split_sounds(word.symbols)) for word in words]
    aligner = Aligner(pairs[:: max(1, len(pairs) // sample)])
    aligned: list[tuple[Word, list[str]]] = []
    counts: dict[str, int] = {}
    for word, (letters, sounds) in zip(words, pairs, strict=True):
        chunks = aligner.align(letters, sounds)
        if chunks is not None:
            joined = ["".join(chunk) for chunk in chunks]
            aligned.append((word, joined))
            for chunk in joined:
                counts[chunk] = counts.get(chunk, 0) + 1
    return [(word, chunks) for word, chunks in aligned if all(counts[chunk] >= _RARE for chunk in chunks)]
