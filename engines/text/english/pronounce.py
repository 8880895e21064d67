"""The symbols of one word in its sentence: lexicon, weak forms, word building, and a guess when all else fails."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engines.text.english.alphabet import (
    PRIMARY,
    SECONDARY,
    VOWELS,
    accent,
    add_s,
    join_letters,
)
from engines.text.english.guess import guess
from engines.text.english.homographs import CUES, MODIFIER, reading_of
from engines.text.english.lexicon import Entry, Lexicon
from engines.text.english.morphology import compound, derive
from engines.text.english.tagger import BE, PREPOSITIONS, at, is_mark
from engines.text.english.tokens import Word, word_set
from engines.types import Source

Sound = tuple[str, Source]

_SPELLED = re.compile(r"([A-Za-z]+?)('?s)?")
_CLITICS = {"'ll": "l", "'ve": "v", "'d": "d", "'re": "ɹ", "'m": "m", "n't": "nt"}
_NAMED_BY_LETTER = word_set("vitamin grade plan type hepatitis team group section class option point side appendix")
_NAMES_ELSEWHERE = word_set("Mobile Orange Recollect")
"""Words with another sound as names, which they hardly are at the beginning of a sentence."""
_LONGEST_BUILT = 40
"""Letters; what is longer is not looked through for known parts."""
_NO_VOWEL = re.compile(r"[^aeiouy]*")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a word stands: all words and marks of the run in small letters, its index, and what follows."""

    items: Sequence[str]
    index: int
    vowel_next: bool | None
    """Whether the next sound is a vowel; None before a pause."""
    shouting: bool


class Pronouncer:
    """Pronounces the words of one dialect."""

    def __init__(self, british: bool) -> None:
        self._british = british
        self.lexicon = Lexicon(british)

    def knows(self, word: str) -> bool:
        """Whether the lexicon has a word as it is written, or in small letters, or with a capital."""
        return self.lexicon.find(word) is not None

    def say(self, word: Word, place: Place) -> Sound:
        """The symbols of `word`, never empty, and where they come from."""
        if word.spelled:
            return self._spell(word.text), Source.RULE
        weak = self._weak(word.text, place)
        if weak:
            return weak, Source.LEXICON
        symbols, source = self._word(word.text, place)
        if word.text != word.text.lower() and not place.shouting:
            is_upper = word.text.isupper() and len(word.text) > 1
            symbols = accent(symbols, PRIMARY if is_upper else SECONDARY)
        return symbols, source

    def _weak(self, text: str, place: Place) -> str:
        """Function words that change with the sound after them; an empty string for other words."""
        match text.lower():
            case "a" if not self._is_letter_a(text, place):
                return "ɐ"
            case "an":
                return "ɐn"
            case "the":
                return "ði" if place.vowel_next else "ðə"
            case "to" if place.vowel_next is not None:
                return "tʊ" if place.vowel_next else "tə"
            case "am" if place.vowel_next is not None:
                return "ɐm"
            case "in":
                return "ɪn" if place.vowel_next is not None else "ˈɪn"
            case "i" if text == "I":
                return "ˌI"
            case "a":
                return "ˈA"
        return ""

    @staticmethod
    def _is_letter_a(text: str, place: Place) -> bool:
        before, after = at(place.items, place.index - 1), at(place.items, place.index + 1)
        if before in _NAMED_BY_LETTER:
            return True
        return (is_mark(after) or after in BE or after in PREPOSITIONS) and (text == "A" or place.vowel_next is None)

    def _word(self, text: str, place: Place) -> Sound:
        entry = self._find(text, place)
        if entry:
            return self._choose(entry, text, place), Source.LEXICON
        lower = text.lower()
        for ending in ("'s", "s'", "'"):
            if lower.endswith(ending) and len(lower) > len(ending):
                base, source = self._word(text[: -len(ending)] + ("s" if ending == "s'" else ""), place)
                return (add_s(base, self._british) if ending == "'s" else base), _at_most_rule(source)
        for clitic, sound in _CLITICS.items():
            if lower.endswith(clitic) and len(lower) > len(clitic):
                base, source = self._word(text[: -len(clitic)], place)
                return self._attach(base, sound), _at_most_rule(source)
        if lower.endswith("in'"):
            return self._word(lower[:-1] + "g", place)[0].removesuffix("ŋ") + "n", Source.RULE
        return self._unknown(text)

    def _find(self, text: str, place: Place) -> Entry | None:
        is_plain = place.shouting or (place.index == 0 and text in _NAMES_ELSEWHERE)
        return self.lexicon.find(text.lower() if is_plain else text)

    def _choose(self, entry: Entry, text: str, place: Place) -> str:
        """The reading of an entry that fits the place."""
        default = entry["DEFAULT"] or ""
        if place.vowel_next is None and entry.get("None"):
            return entry["None"] or default
        reading = "DEFAULT"
        is_open = len(entry) > 1 or text.lower() in CUES
        if is_open and place.items[place.index] == text.lower():
            reading = reading_of(place.items, place.index)
        if reading.startswith("="):
            other = self.lexicon.find(reading[1:])
            return (other["DEFAULT"] if other else None) or default
        if reading == MODIFIER:
            reading = "ADJ" if "ADJ" in entry or "VERB" in entry else "NOUN"
        if reading in ("VBD", "VBN") and reading not in entry:
            reading = "VERB"
        return entry.get(reading) or default

    def _attach(self, base: str, sound: str) -> str:
        """`base` with a contracted word after it, with a vowel between where the tongue needs one."""
        if sound == "ɹ":
            return base + ("ə" if self._british else "əɹ")
        if sound == "nt":
            return base + "ᵊnt"
        is_open = base[-1:] in VOWELS or base[-1:] == "ː"
        if is_open or sound == "m" or (sound == "d" and base[-1:] not in "td"):
            return base + sound
        return base + ("ᵊ" if sound == "l" else "ə") + sound

    def _unknown(self, text: str) -> Sound:
        letters = re.sub(r"[^a-z]", "", text.lower())
        if not letters:
            return self._spell("X"), Source.GUESS
        built = self._build(letters, shortest=4 if text[0].isupper() else 3)
        if built:
            return built, Source.RULE
        if _NO_VOWEL.fullmatch(letters):
            return self._spell(letters), Source.GUESS
        return guess(letters, int(self._british)), Source.GUESS

    def _build(self, letters: str, shortest: int) -> str | None:
        """A word from the words it is made of; `shortest` letters is the least for the parts of a compound."""
        if len(letters) > _LONGEST_BUILT:
            return None
        return (
            derive(letters, self._plain, self._british)
            or compound(letters, self._common, shortest)
            or derive(letters, lambda stem: compound(stem, self._common, 4), self._british)
        )

    def _plain(self, word: str) -> str | None:
        entry = self.lexicon.find(word)
        return entry["DEFAULT"] if entry else None

    def _common(self, word: str) -> str | None:
        entry = self.lexicon.find_common(word)
        return entry["DEFAULT"] if entry else None

    def _spell(self, text: str) -> str:
        """The names of the letters; only the last has the main stress."""
        match = _SPELLED.fullmatch(text)
        letters, ending = (match[1], match[2]) if match else (text, None)
        if text == text.lower():
            letters, ending = text, None
        names = [self._plain(letter.upper()) or "" for letter in letters if letter.isalpha()]
        symbols = join_letters(names)
        return add_s(symbols, self._british) if ending else symbols


def _at_most_rule(source: Source) -> Source:
    return Source.GUESS if source is Source.GUESS else Source.RULE
