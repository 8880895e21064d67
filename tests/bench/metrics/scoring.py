"""Error rates between what should have been said and what a recogniser wrote down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz.distance import Levenshtein

Tokens = list[str]
Slots = Sequence[tuple[str, ...]]
"""A text in pieces; a number has several ways to be read, everything else has one."""


@dataclass(frozen=True, slots=True)
class Score:
    """Edit operations against a reference of `length` tokens."""

    errors: int
    length: int
    reference: Tokens
    heard: Tokens

    @property
    def rate(self) -> float:
        """Errors per token of the reference."""
        return self.errors / max(1, self.length)


def distance(reference: Tokens, heard: Tokens) -> int:
    """Fewest substitutions, insertions and deletions that turn one list into the other."""
    return int(Levenshtein.distance(reference, heard))


def score(references: Iterable[str], heard: Slots, tokenise: Callable[[str], Tokens]) -> Score:
    """Compare with the closest of several right answers, reading each number in the closest of its ways.

    A recogniser that writes "1997" does not say how it heard the number, so every usual reading is accepted. The
    readings are chosen one number after another, which finds the best of all for the few numbers of a sentence.
    """
    return min((_against(tokenise(reference), heard, tokenise) for reference in references), key=lambda s: s.rate)


def total(scores: Iterable[Score]) -> float:
    """Corpus error rate: all errors over all tokens of the references."""
    listed = list(scores)
    return sum(s.errors for s in listed) / max(1, sum(s.length for s in listed))


def part(score: Score, belongs: Callable[[str], bool]) -> Score:
    """The errors on some tokens of the reference; an insertion counts with the token before it."""
    owners = [max(op.src_pos - (op.tag == "insert"), 0) for op in Levenshtein.editops(score.reference, score.heard)]
    tokens = [token for token in score.reference if belongs(token)]
    return Score(sum(belongs(score.reference[i]) for i in owners), len(tokens), tokens, score.heard)


def _against(reference: Tokens, heard: Slots, tokenise: Callable[[str], Tokens]) -> Score:
    chosen = [alternatives[0] for alternatives in heard]

    def tokens(position: int, alternative: str) -> Tokens:
        return align_compounds(reference, tokenise("".join([*chosen[:position], alternative, *chosen[position + 1 :]])))

    for position, alternatives in enumerate(heard):
        if len(alternatives) > 1:
            chosen[position] = min(alternatives, key=lambda a: distance(reference, tokens(position, a)))
    final = align_compounds(reference, tokenise("".join(chosen)))
    return Score(distance(reference, final), len(reference), reference, final)


def align_compounds(reference: Tokens, heard: Tokens) -> Tokens:
    """Write compounds as the reference does: "light house" and "lighthouse" sound the same."""
    joined = {a + b: [a, b] for a, b in pairwise(reference)}
    known = set(reference)
    result: Tokens = []
    for token in heard:
        if result and result[-1] + token in known and not {result[-1], token} <= known:
            result[-1] += token
        elif token in joined and token not in known:
            result += joined[token]
        else:
            result.append(token)
    return result
