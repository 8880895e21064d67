"""Error rates of the letter-to-sound model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engines.text.english.guess import LetterModel
from engines.text.english.training.alignment import split_sounds
from engines.text.english.training.dataset import Word

METRICS = Path(__file__).with_name("metrics.json")
"""What `train.py` measured on the held-out words."""


def distance(a: tuple[str, ...], b: tuple[str, ...]) -> int:
    """Levenshtein distance."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (x != y))
    return row[-1]


def error_rates(model: LetterModel, words: Sequence[Word]) -> dict[str, float]:
    """Error rates in percent: whole words and single sounds, with stress and without."""
    wrong = wrong_plain = edits = edits_plain = length = 0
    for word in words:
        said = model.say(word.letters, word.dialect)
        plain, true_plain = (text.replace("ˈ", "").replace("ˌ", "") for text in (said, word.symbols))
        wrong += said != word.symbols
        wrong_plain += plain != true_plain
        edits += distance(split_sounds(said), split_sounds(word.symbols))
        edits_plain += distance(split_sounds(plain), split_sounds(true_plain))
        length += len(split_sounds(word.symbols))
    return {
        "words": len(words),
        "word error, %": round(100 * wrong / len(words), 2),
        "word error without stress, %": round(100 * wrong_plain / len(words), 2),
        "sound error, %": round(100 * edits / length, 2),
        "sound error without stress, %": round(100 * edits_plain / length, 2),
    }
