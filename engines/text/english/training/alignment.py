"""Alignment of spelling and sound: every letter of a word gets a chunk of zero to three sounds.

Expectation-maximisation over all monotonic alignments, as in joint-sequence models (Bisani and Ney, 2008), with one
letter on the left side of every pair.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

Sounds = tuple[str, ...]
Pair = tuple[str, Sounds]

LONGEST_CHUNK = 3
_FLOOR = 1e-9
_CHUNK_PRIOR = (0.25, 0.65, 0.09, 0.01)
"""Share of letters expected to be silent and to give one, two and three sounds, before anything is known."""
_CHUNK_COST = (1.0, 1.0, 0.2, 0.04)
"""Keeps `ing` from being aligned as two silent letters and one that says everything."""


def split_sounds(symbols: str) -> Sounds:
    """`symbols` in units: a stress mark with the vowel after it, a length mark with the vowel before it."""
    units: list[str] = []
    mark = ""
    for symbol in symbols:
        if symbol in "ˈˌ":
            mark = symbol
        elif symbol == "ː" and units:
            units[-1] += symbol
        else:
            units.append(mark + symbol)
            mark = ""
    return tuple(units)


class Aligner:
    """Pair probabilities learnt from words with their sounds."""

    def __init__(self, words: Sequence[tuple[str, Sounds]], rounds: int = 6) -> None:
        self._logs: dict[Pair, float] = {}
        self._probabilities = self._prior(words)
        for _ in range(rounds):
            counts: defaultdict[Pair, float] = defaultdict(float)
            for letters, sounds in words:
                self._count(letters, sounds, counts)
            self._probabilities = _normalise(counts)
        self._logs = {pair: math.log(value) for pair, value in self._probabilities.items() if value > 0}

    def align(self, letters: str, sounds: Sounds) -> list[Sounds] | None:
        """The most likely chunk for every letter, or None if the word cannot be aligned."""
        size, length = len(letters), len(sounds)
        best: list[dict[int, tuple[float, int]]] = [{0: (0.0, 0)}]
        for i, letter in enumerate(letters):
            cells: dict[int, tuple[float, int]] = {}
            for start, (score, _) in best[i].items():
                for end in range(start, min(start + LONGEST_CHUNK, length) + 1):
                    if length - end > (size - i - 1) * LONGEST_CHUNK:
                        continue
                    log = self._logs.get((letter, sounds[start:end]))
                    if log is None:
                        continue
                    total = score + log
                    if end not in cells or total > cells[end][0]:
                        cells[end] = (total, start)
            best.append(cells)
        if length not in best[size]:
            return None
        chunks: list[Sounds] = []
        end = length
        for i in range(size, 0, -1):
            start = best[i][end][1]
            chunks.append(sounds[start:end])
            end = start
        return chunks[::-1]

    @staticmethod
    def _prior(words: Iterable[tuple[str, Sounds]]) -> dict[Pair, float]:
        """Probabilities from how often a letter and a chunk are found in the same word."""
        together: Counter[Pair] = Counter()
        for letters, sounds in words:
            chunks = {sounds[i : i + n] for n in range(LONGEST_CHUNK + 1) for i in range(len(sounds) - n + 1)}
            together.update((letter, chunk) for letter in set(letters) for chunk in chunks)
        sizes = [sum(c for (_, chunk), c in together.items() if len(chunk) == n) for n in range(LONGEST_CHUNK + 1)]
        return _normalise({p: c * _CHUNK_PRIOR[len(p[1])] / sizes[len(p[1])] for p, c in together.items()})

    def _count(self, letters: str, sounds: Sounds, counts: defaultdict[Pair, float]) -> None:
        """Add the expected number of every pair in this word (forward-backward)."""
        size, length = len(letters), len(sounds)
        probability = self._probabilities.get
        forward = [[0.0] * (length + 1) for _ in range(size + 1)]
        backward = [[0.0] * (length + 1) for _ in range(size + 1)]
        forward[0][0] = backward[size][length] = 1.0
        for i in range(size):
            for start in range(length + 1):
                if forward[i][start]:
                    for end in range(start, min(start + LONGEST_CHUNK, length) + 1):
                        p = probability((letters[i], sounds[start:end]), 0.0)
                        forward[i + 1][end] += forward[i][start] * p
        total = forward[size][length]
        if total < 1e-300:
            return
        for i in range(size - 1, -1, -1):
            for start in range(length + 1):
                if not forward[i][start]:
                    continue
                for end in range(start, min(start + LONGEST_CHUNK, length) + 1):
                    if backward[i + 1][end]:
                        pair = (letters[i], sounds[start:end])
                        step = probability(pair, 0.0) * backward[i + 1][end]
                        backward[i][start] += step
                        counts[pair] += forward[i][start] * step / total


def _normalise(counts: dict[Pair, float]) -> dict[Pair, float]:
    totals: defaultdict[str, float] = defaultdict(float)
    for (letter, _), count in counts.items():
        totals[letter] += count
    return {p: max(c / totals[p[0]] * _CHUNK_COST[len(p[1])], _FLOOR) for p, c in counts.items()}
