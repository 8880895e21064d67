"""Kokoro's symbols: punctuation and an IPA alphabet in which one character stands for one sound.

Capitals are diphthongs (A = eɪ, I = aɪ, O = oʊ, W = aʊ, Y = ɔɪ, Q = əʊ), T is the American flap, arrows are
Mandarin tones.
"""

from __future__ import annotations

# First id of a run of consecutive ids, and the symbols of the run.
_RUNS = (
    (1, ";:,.!?"),
    (9, '—…"()“” ̃ʣʥʦʨᵝꭧAI'),
    (31, "O"),
    (33, "Q"),
    (35, "ST"),
    (39, "W"),
    (41, "Yᵊabcdef"),
    (50, "hijklmnopqrstuvwxyzɑɐɒæ"),
    (75, "βɔɕç"),
    (80, "ɖðʤə"),
    (85, "ɚɛɜ"),
    (90, "ɟ"),
    (92, "ɡ"),
    (99, "ɥ"),
    (101, "ɨɪʝ"),
    (110, "ɯɰŋɳɲɴø"),
    (118, "ɸθœ"),
    (123, "ɹ"),
    (125, "ɾɻ"),
    (128, "ʁɽʂʃʈʧ"),
    (135, "ʊʋ"),
    (138, "ʌɣɤ"),
    (142, "χʎ"),
    (147, "ʒʔ"),
    (156, "ˈˌː"),
    (162, "ʰ"),
    (164, "ʲ"),
    (169, "↓"),
    (171, "→↗↘"),
    (177, "ᵻ"),
)

SYMBOL_IDS: dict[str, int] = {symbol: first + i for first, run in _RUNS for i, symbol in enumerate(run)}
"""Symbol to token id, as the published model was trained."""

ALPHABET = frozenset(SYMBOL_IDS)

PAD_ID = 0
"""The silent token at both ends of a segment."""


def token_ids(symbols: str) -> list[int]:
    """Token ids of a string of symbols, between two silent ones.

    Raises
    ------
    KeyError
        If a symbol is not in the alphabet; the text front end lets none through.
    """
    return [PAD_ID, *(SYMBOL_IDS[symbol] for symbol in symbols), PAD_ID]
