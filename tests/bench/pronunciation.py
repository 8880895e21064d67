"""Is it read right? Polyphones, tone change, numbers and signs, homographs, unknown words; and how fast.

Text only, no model. Of the held-out parts only the counts are shown. ``python -m tests.bench.pronunciation`` measures;
``python -m tests.bench.pronunciation development`` prints what is wrong in the development parts.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable

from engines.models.kokoro.alphabet import ALPHABET
from engines.text.chinese.syllables import parse_pinyin, symbols_of
from engines.text.reader import TextReader
from engines.types import Reading, Source, Utterance
from tests.bench import pronunciation_baselines as baselines
from tests.bench.pronunciation_cases import Part, Wanted, Written, annotated, unknown_words, written
from tests.bench.pronunciation_speed import speed_figures
from tests.bench.report import Figure, conclude, console

READER = TextReader(ALPHABET)
LEAST = {"polyphones": 400, "normalisation": 300, "homographs": 100}
"""Promised sizes of the held-out sets: characters, cases, words."""
_SECONDARY_STRESS = re.compile("[ˌ ]")
_AND = re.compile(r"\b(hundred|thousand|million) and\b")


def main(arguments: list[str]) -> int:
    """Measure, or show the errors of the development parts."""
    if arguments == ["development"]:
        for error in (*polyphone_errors("development"), *tone_errors("development")):
            console.print(error, highlight=False, markup=False)
        for error in (*written_errors("development"), *homograph_errors("development"), *unknown_word_errors()):
            console.print(error, highlight=False, markup=False)
        return 0
    figures = [
        *(figure for part in ("development", "held_out") for figure in _accuracy(part)),
        Figure("unknown names: silent, spelled out or without a vowel", len(unknown_word_errors()), "", 0.0),
        Figure("unknown names tried", len(unknown_words())),
        *speed_figures(),
    ]
    return conclude("pronunciation", figures)


def _accuracy(part: Part) -> Iterable[Figure]:
    bounds = part == "held_out"
    label = part.replace("_", "-")
    characters = scored("polyphones", part)
    yield _share("polyphones", label, characters, polyphone_errors(part), 97.0 if bounds else None)
    yield _share("polyphones, pypinyin alone", label, characters, _pypinyin_errors("polyphones", part, sandhi=False))
    characters = scored("tone_changes", part)
    yield _share("tone change, neutral tone, erhua", label, characters, tone_errors(part))
    errors = _pypinyin_errors("tone_changes", part, sandhi=True)
    yield _share("tone change, pypinyin with tone_sandhi", label, characters, errors)
    for language, name in (("zh", "Chinese"), ("en", "English")):
        cases = [case for case in written(part) if case.language == language]
        wrong = [error for case in cases if (error := _written_error(case, as_said(case)))]
        yield _share(f"{name} numbers and signs", label, len(cases), wrong, 98.0 if bounds else None)
        if baselines.HAS_WETEXT:
            wrong = [
                error
                for case in cases
                if (error := _written_error(case, baselines.wetext_normalise(case.text, language)))
            ]
            yield _share(f"{name} numbers and signs, wetext alone", label, len(cases), wrong)
    words = scored("homographs", part)
    yield _share("English homographs", label, words, homograph_errors(part), 92.0 if bounds else None)
    first = [
        wanted
        for sentence in annotated("homographs", part)
        for wanted in sentence.wanted
        if not _same_sound(baselines.first_reading(sentence.text[wanted.start : wanted.end]), wanted)
    ]
    yield _share("English homographs, first reading of the lexicon", label, words, first)


def _share(name: str, part: str, count: int, errors: Iterable[object], bound: float | None = None) -> Figure:
    rate = 100 * (1 - len(list(errors)) / count)
    return Figure(f"{name} ({part}, {count})", rate, "%", bound, "at least")


def scored(name: str, part: Part) -> int:
    """How many characters or words of a set are scored."""
    return sum(len(sentence.wanted) for sentence in annotated(name, part))


def polyphone_errors(part: Part) -> list[str]:
    """Characters with another reading; tone change is left to `tone_errors`, so a third tone may have become second."""
    return _chinese_errors("polyphones", part, _citation_symbols)


def tone_errors(part: Part) -> list[str]:
    """Characters that sound otherwise, tone change, neutral tone and erhua (`huar1`) included."""
    return _chinese_errors("tone_changes", part, _surface_symbols)


def _chinese_errors(name: str, part: Part, allowed: Callable[[str], Iterable[str]]) -> list[str]:
    errors = []
    for sentence in annotated(name, part):
        readings = read(sentence.text, "zh")
        for wanted in sentence.wanted:
            said = _at(readings, wanted.start).symbols.strip()
            if said not in {symbols for reading in wanted.readings for symbols in allowed(reading)}:
                errors.append(_error(sentence.text, wanted, said))
    return errors


def _citation_symbols(pinyin: str) -> Iterable[str]:
    syllable = parse_pinyin(pinyin)
    for tone in (3, 2) if syllable.tone == 3 else (syllable.tone,):
        for erhua in (False, True):
            yield symbols_of(syllable._replace(tone=tone), erhua)


def _surface_symbols(pinyin: str) -> Iterable[str]:
    base, tone = pinyin[:-1], pinyin[-1]
    erhua = base.endswith("r") and base != "er"
    yield symbols_of(parse_pinyin(base.removesuffix("r") + tone if erhua else pinyin), erhua)


def _pypinyin_errors(name: str, part: Part, sandhi: bool) -> list[str]:
    errors = []
    for sentence in annotated(name, part):
        readings = baselines.pypinyin_readings(sentence.text, sandhi)
        for wanted in sentence.wanted:
            said = readings[wanted.start]
            is_erhua = said[:-1] + "r" + said[-1] in wanted.readings
            is_changed = not sandhi and said.endswith("2") and said[:-1] + "3" in wanted.readings
            if said not in wanted.readings and not is_erhua and not is_changed:
                errors.append(_error(sentence.text, wanted, said))
    return errors


def written_errors(part: Part) -> list[str]:
    """Texts that are written out in another way than any that is expected."""
    return [error for case in written(part) if (error := _written_error(case, as_said(case)))]


def as_said(case: Written) -> str:
    """What the front ends write out for a text."""
    language = {"zh": "zh", "en": "en-us"}[case.language]
    readings = read(case.text, language)
    parts = [reading.spoken or " " for reading in readings]
    return "".join(parts) if case.language == "zh" else " ".join(parts)


def _written_error(case: Written, said: str) -> str:
    plain = _plain_chinese if case.language == "zh" else _plain_english
    if plain(said) in {plain(spoken) for spoken in case.spoken}:
        return ""
    return f"{case.text}: {plain(said)}, not {' | '.join(case.spoken)}"


def _plain_chinese(text: str) -> str:
    return re.sub(r"[\W_]", "", text).upper()


def _plain_english(text: str) -> str:
    words = re.sub(r"[^\w']+", " ", text.replace("’", "'").replace("o' clock", "o'clock").lower()).split()
    return _AND.sub(r"\1", " ".join(words))


def homograph_errors(part: Part) -> list[str]:
    """Homographs with the sound of another reading."""
    errors = []
    for sentence in annotated("homographs", part):
        readings = read(sentence.text, "en-us")
        for wanted in sentence.wanted:
            said = _at(readings, wanted.start).symbols.strip()
            if not _same_sound(said, wanted):
                errors.append(_error(sentence.text, wanted, said))
    return errors


def _same_sound(said: str, wanted: Wanted) -> bool:
    """Whether the main stress and all sounds agree; capitals add a secondary stress, which is not looked at."""
    plain = _SECONDARY_STRESS.sub("", said)
    return plain in {_SECONDARY_STRESS.sub("", reading) for reading in wanted.readings}


def unknown_word_errors() -> list[str]:
    """Names that are silent, spelled letter by letter, or have no vowel."""
    errors = []
    for word in unknown_words():
        reading = read(f"I met {word} again.", "en-us")
        found = next(r for r in reading if r.span.start <= len("I met ") < r.span.end)
        is_spelled = len(found.spoken.split()) > 1 and all(len(part) == 1 for part in found.spoken.split())
        stresses = found.symbols.count("ˈ") + found.symbols.count("ˌ")
        is_spelled = is_spelled or stresses > max(3, len(word) // 2)
        if found.source is Source.SILENT or is_spelled or not re.search("[aeiouAIOQWYɑɐɒæɔəɚɛɜɪʊʌᵻᵊ]", found.symbols):
            errors.append(f"{word}: {found.symbols or 'silent'}")
    return errors


def read(text: str, language: str) -> list[Reading]:
    """All readings of a text that is said in one voice of `language`."""
    return [r for segment in READER.read(Utterance(text, "voice"), language) for r in segment.readings]


def _at(readings: list[Reading], position: int) -> Reading:
    return next(r for r in readings if r.span.start <= position < r.span.end)


def _error(text: str, wanted: Wanted, said: str) -> str:
    return f"{text}: {text[wanted.start : wanted.end]} is {said}, not {' or '.join(wanted.readings)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
