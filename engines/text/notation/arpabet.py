"""ARPAbet, as in the CMU Pronouncing Dictionary, to the model's English symbols."""

from __future__ import annotations

import re

from engines.text.notation.base import NotationError, Part

_TOKEN = re.compile(r"[^\s-]+")
_STRESS = {"0": "", "1": "ˈ", "2": "ˌ", "": ""}
_CONSONANTS = {
    "B": "b", "CH": "ʧ", "D": "d", "DH": "ð", "DX": "T", "F": "f", "G": "ɡ", "HH": "h", "H": "h", "JH": "ʤ", "K": "k",
    "L": "l", "M": "m", "N": "n", "NG": "ŋ", "P": "p", "R": "ɹ", "S": "s", "SH": "ʃ", "T": "t", "TH": "θ", "V": "v",
    "W": "w", "WH": "hw", "Y": "j", "Z": "z", "ZH": "ʒ", "EL": "ᵊl", "EM": "ᵊm", "EN": "ᵊn", "Q": "ʔ",
}  # fmt: skip
_VOWELS = {
    "AA": "ɑ", "AE": "æ", "AH": "ʌ", "AO": "ɔ", "AW": "W", "AX": "ə", "AXR": "əɹ", "AY": "I", "EH": "ɛ", "ER": "ɜɹ",
    "EY": "A", "IH": "ɪ", "IX": "ᵻ", "IY": "i", "OW": "O", "OY": "Y", "UH": "ʊ", "UW": "u", "UX": "u",
}  # fmt: skip
_BRITISH = {"AA": "ɑː", "AE": "a", "AO": "ɔː", "AXR": "ə", "ER": "ɜː", "IY": "iː", "OW": "Q", "UW": "uː", "UX": "uː"}
_UNSTRESSED = {"AH": "ə", "ER": "əɹ"}
_UNSTRESSED_BRITISH = {"AH": "ə", "ER": "ə", "IY": "i"}


def looks_like_arpabet(text: str) -> bool:
    """Whether it is ARPAbet rather than words: capitals, with a stress digit or a symbol of two letters."""
    tokens = _TOKEN.findall(text)
    known = all((token[:-1] if token[-1] in "012" else token) in _CONSONANTS | _VOWELS for token in tokens)
    sure = any(token[-1] in "012" for token in tokens) or (len(tokens) > 1 and any(len(token) > 1 for token in tokens))
    return bool(tokens) and known and sure


def convert(text: str, language: str) -> tuple[Part, ...]:
    """The symbols of a word or words in ARPAbet. Raises NotationError at a token that does not exist."""
    british = language == "en-gb"
    symbols = ""
    for match in _TOKEN.finditer(text):
        written = match[0].upper()
        token, stress = (written[:-1], written[-1]) if written[-1] in "012" else (written, "")
        if token in _VOWELS:
            symbols += _STRESS[stress] + _vowel(token, stress in ("", "0"), british)
        elif token in _CONSONANTS and not stress:
            symbols += _CONSONANTS[token]
        else:
            raise NotationError(
                f"“{match[0]}” is not in ARPAbet; write symbols such as R EH1 D.", match.start(), match.end()
            )
    if not symbols:
        raise NotationError("The reading is empty; write ARPAbet such as R EH1 D.", 0, len(text))
    return (Part(symbols, text.strip()),)


def _vowel(token: str, unstressed: bool, british: bool) -> str:
    table = _VOWELS | _BRITISH if british else _VOWELS
    if unstressed:
        table = table | (_UNSTRESSED_BRITISH if british else _UNSTRESSED)
    return table[token]
