"""IPA to the model's symbols, by language.

The model's alphabet is IPA but for a few things: its English diphthongs and affricates are single symbols, a stress
mark stands before the vowel and not before the syllable, and a Mandarin tone is an arrow behind the vowel. A reading
that is in the model's symbols already stays as it is.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from engines.text.notation.base import NotationError, Part

_TIES = "\u0361\u035c"
_IGNORED = frozenset("/[]().‿ˑ\u032a\u0325\u030a\u032c\u031e\u031d\u031f\u0320\u033a\u033b\u031a\u032f\u207f")
"""Slashes, syllable marks, and details that no voice makes."""
_COMMON = {
    "g": "ɡ", "'": "ˈ", "’": "ˈ", ":": "ː", "tʃ": "ʧ", "dʒ": "ʤ", "ts": "ʦ", "dz": "ʣ", "tɕ": "ʨ", "dʑ": "ʥ",
    "tʂ": "ꭧ", "ɫ": "l", "ɱ": "m", "ʍ": "hw", "ɝ": "ɜɹ", "ɵ": "ə", "ɘ": "ə", "ʏ": "y", "ʟ": "l", "ɭ": "l", "ʱ": "",
    "ˠ": "", "ʷ": "w",
}  # fmt: skip
_ENGLISH = {
    "ts": "ts", "dz": "dz", "r": "ɹ", "ɾ": "T", "ɚ": "əɹ", "eɪ": "A", "aɪ": "I", "aʊ": "W", "ɔɪ": "Y", "əʊ": "Q",
    "ʰ": "", "e": "ɛ", "l\u0329": "ᵊl", "n\u0329": "ᵊn", "m\u0329": "ᵊm", "ɨ": "ᵻ", "ei": "A", "ai": "I", "au": "W",
    "ɔi": "Y", "ʉ": "u",
}  # fmt: skip
_DIALECTS = {
    "en-us": {"oʊ": "O", "ou": "O", "o": "O", "a": "æ", "ɒ": "ɑ", "ː": "", ":": "", "əʊ": "O", "ʔ": "t"},
    "en-gb": {"oʊ": "Q", "ou": "Q", "o": "ɔ", "æ": "a"},
}
_ROMANCE = {"aɪ": "I", "ai\u032f": "I", "eɪ": "A", "ei\u032f": "A", "aʊ": "W", "au\u032f": "W", "eu\u032f": "eʊ"}
_ROMANCE |= {"oi\u032f": "oɪ", "ou\u032f": "oʊ"}
_CHINESE = {
    "tʂʰ": "ꭧʰ", "tɕʰ": "ʨʰ", "tsʰ": "ʦʰ", "ʐ": "ɻ", "ɹ\u0329": "ɨ", "ɻ\u0329": "ɨ", "ʐ\u0329": "ɨ", "z\u0329": "ɨ",
    "ɿ": "ɨ", "ʅ": "ɨ", "aɪ": "ai", "aʊ": "au", "ɑʊ": "au", "eɪ": "ei", "oʊ": "ou", "ɑ": "a", "u\u032f": "w",
    "i\u032f": "j", "aɚ": "aɚ", "h": "x", "ɑŋ": "aŋ", "ʌ": "ɤ",
    "˥˩": "↘", "⁵¹": "↘", "51": "↘", "˧˥": "↗", "³⁵": "↗", "35": "↗", "˨˩˦": "↓", "²¹⁴": "↓", "214": "↓", "˨˩": "↓",
    "²¹": "↓", "21": "↓", "˥˥": "→", "⁵⁵": "→", "55": "→", "˥": "→", "⁵": "→",
}  # fmt: skip
_JAPANESE = {"ɰᵝ": "β", "ɯᵝ": "ɯ", "w": "β", "tɕ": "ʨ", "dʑ": "ʥ", "ʑ": "ʥ", "r": "ɾ", "ɴ": "ɴ", "ʔ": "ʔ"}
_NEAREST = {
    "ʀ": "ʁ", "ɢ": "ɡ", "ɧ": "ʃ", "ħ": "h", "ʕ": "ʔ", "ɦ": "h", "ʙ": "b", "ɮ": "l", "ɬ": "l", "ʄ": "ʥ", "ɓ": "b",
    "ɗ": "d", "ɠ": "ɡ", "ʛ": "ɡ", "ʑ": "ʒ", "ɶ": "œ", "ɞ": "ɜ", "ʜ": "h", "ʢ": "ʔ", "ɺ": "ɾ", "ⱱ": "v",
}  # fmt: skip
_VOWELS = "AIOQWYaeiouyæɑɐɒɔəɛɜɪʊʌᵊᵻøœɨɯɤɚ"
_EARLY_STRESS = re.compile(rf"([ˈˌ])([^{_VOWELS}ˈˌ ]+)(?=[{_VOWELS}])")
_LATE_TONE = re.compile(f"(?<=[{_VOWELS}])([nŋ]?ɚ?|[nŋ])([→↗↓↘])")
_ONLY_IPA = re.compile("[\u0250-\u02b8ˈˌːˑ˥-˩θŋβχꭧᵻᵊᵝ\u0361↗↘↓→]")
"""Letters that no spelling of the languages here has."""
_DELIMITED = re.compile(r"/[^/]+/|\[[^\[\]]+\]")


def looks_like_ipa(text: str) -> bool:
    """Whether it is IPA rather than words: between slashes or square brackets, or with a letter that only IPA has."""
    return bool(_ONLY_IPA.search(text) or _DELIMITED.fullmatch(text.strip()))


def convert(text: str, language: str, alphabet: frozenset[str]) -> tuple[Part, ...]:
    """The symbols of a reading in IPA; words or syllables between spaces.

    Raises
    ------
    NotationError
        At the first sound that the model does not know, with the nearest one that it does.
    """
    table, longest = _table(language)
    places = [at for at, char in enumerate(text) if char not in _TIES]
    letters = "".join(text[at] for at in places)
    symbols = ""
    at = 0
    while at < len(letters):
        char = letters[at]
        replaced = next((letters[at : at + n] for n in range(longest, 0, -1) if letters[at : at + n] in table), "")
        if replaced:
            symbols += table[replaced]
            at += len(replaced)
            continue
        if char.isspace() or char in _IGNORED:
            symbols += " " if char.isspace() else ""
        elif char in alphabet:
            symbols += char
        else:
            raise NotationError(_unknown(char, alphabet), places[at], places[at] + 1)
        at += 1
    symbols = " ".join(symbols.split())
    if not any(symbol.isalpha() for symbol in symbols):
        raise NotationError("The reading is empty; write IPA such as ɹɛd.", 0, len(text))
    symbols = _LATE_TONE.sub(r"\2\1", symbols) if language == "zh" else _EARLY_STRESS.sub(r"\2\1", symbols)
    if unknown := [symbol for symbol in symbols if symbol not in alphabet]:
        raise NotationError(_unknown(unknown[0], alphabet), 0, len(text))
    if language == "zh":
        return tuple(Part(part, part) for part in symbols.split(" "))
    return (Part(symbols, text.strip()),)


@lru_cache(maxsize=16)
def _table(language: str) -> tuple[dict[str, str], int]:
    table = dict(_COMMON)
    if language.startswith("en"):
        table |= _ENGLISH | _DIALECTS.get(language, {})
    elif language == "zh":
        table |= _CHINESE
    elif language == "ja":
        table |= _JAPANESE
    else:
        table |= _ROMANCE
    return table, max(map(len, table))


def _unknown(char: str, alphabet: frozenset[str]) -> str:
    name = char if not unicodedata.combining(char) else f"the mark {unicodedata.name(char, 'here').lower()}"
    nearest = _NEAREST.get(char, "")
    instead = f"; the nearest is {nearest}" if nearest and alphabet.issuperset(nearest) else "; leave it out"
    return f"The voice has no sound for {name}{instead}."
