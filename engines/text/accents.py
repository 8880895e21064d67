"""How a voice says the sounds of a language that it was not trained on, in the symbols that it knows.

The Chinese voices know stops by their breath, not by their voice: `pʰ` is the pinyin p, and a plain `p` the pinyin b.
So an English p at the start of a syllable must be written with its breath, and an English b, which hardly has a voice
there, as the plain stop. On 18 mixed sentences Whisper base then misheard 19 of 34 English words instead of 30, and 16
of the 123 Chinese syllables around them instead of 26. Chinese consonants for the affricates and r, and tones or
nothing for stress, were tried as well and made it worse.
"""

from __future__ import annotations

import re
from dataclasses import replace

from engines.types import Reading

_BREATH = "ʰ"
_STRESS = "ˈˌ"
_FOLLOWS_BREATH = "aeiouæɑɔəɛɜɪʊʌAIOWYᵊɹlwj"
_BREATHED = re.compile(f"(?<!s)([ptk])(?=[{_STRESS}]?[{_FOLLOWS_BREATH}])|(?<=[{_STRESS}])([ptk])")
_PLAIN = str.maketrans("bdɡ", "ptk")


def accented(reading: Reading, voice_language: str, alphabet: frozenset[str]) -> Reading:
    """The reading as a voice of another language takes it; unchanged where nothing is known about the two.

    Parameters
    ----------
    alphabet
        The symbols of the model; one that does not know the breath is not asked for it.
    """
    if voice_language != "zh" or not reading.language.startswith("en") or _BREATH not in alphabet:
        return reading
    breathed = _BREATHED.sub(lambda match: match.group() + _BREATH, reading.symbols)
    return replace(reading, symbols=breathed.translate(_PLAIN))
