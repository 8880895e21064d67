"""Morphemes to words: what is said, in katakana, and which morphemes are said as one word."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engines.text.japanese import expressions
from engines.text.japanese.analyser import Morpheme
from engines.text.japanese.corrections import correction
from engines.text.japanese.latin import SYMBOLS, read_romaji, spell_letters
from engines.text.japanese.moras import is_kana
from engines.text.punctuation import STRAIGHT_QUOTE, mark_symbol
from engines.text.scripts import HAN
from engines.types import Source

Analyse = Callable[[str], list[Morpheme]]

_INFLECTED = frozenset({"動詞", "形容詞", "助動詞"})
_ATTACHED_PARTICLES = frozenset({"て", "で", "ば", "ちゃ", "じゃ", "たり", "だり"})
_SEPARATE_SUFFIXES = frozenset({"さん", "さま", "様", "ちゃん", "くん", "君", "氏"})
_COPULA = frozenset({"です", "でし", "でしょう", "だろう", "らしい", "みたい", "なら"})
_NUMBER_START = re.compile("[0-9]|[¥$€£₩][0-9]")
_NUMBER = re.compile("[0-9]")
_RUN = re.compile("[A-Za-z\u0391-\u03c9]+|.", re.DOTALL)
_SEPARATORS = frozenset("・-/|")
_WAVES = frozenset("〜～~")
_MINUS = frozenset("-−")
_BETWEEN_NUMBERS = {"x": "カケル", ":": "タイ"}
_LATIN_OR_DIGIT = re.compile("[0-9A-Za-z]")
_REPEAT = "々"
_NAME_OR_NUMBER = re.compile(f"[0-9%{HAN}]")
_CONTINUATIONS = frozenset("ーッンャュョァィゥェォ")


@dataclass(frozen=True, slots=True)
class Word:
    """A stretch of the folded text that is said as one word, or one mark."""

    start: int
    end: int
    kana: str = ""
    """As pronounced, with spaces between the words of a long number; empty for marks and what cannot be said."""
    mark: str = ""
    """The symbol of a mark, `" "` for white space; empty for words and for marks without a sound of their own."""
    source: Source = Source.LEXICON
    attached: bool = False
    """Said together with the word before."""


def words(text: str, morphemes: Sequence[Morpheme], analyse: Analyse) -> list[Word]:
    """The words of `text`, tiling it.

    `analyse` reads single characters that are in no known word, and what a number leaves of a morpheme.
    """
    pending = list(morphemes)
    boundaries = {morpheme.end for morpheme in pending}
    out: list[Word] = []
    before: Morpheme | None = None
    index = 0
    while index < len(pending):
        morpheme = pending[index]
        if corrected := correction(text, pending, index):
            count, kana = corrected
            end = pending[index + count - 1].end
            out.append(Word(morpheme.start, end, kana, attached=_attached(morpheme, before)))
        elif expression := _expression(text, morpheme, boundaries):
            end = expression.end
            out.append(Word(morpheme.start, end, " ".join(expression.words), source=Source.RULE))
        elif morpheme.kana and not _is_latin_letter(morpheme.surface):
            end = morpheme.end
            out.append(Word(morpheme.start, end, morpheme.kana, attached=_attached(morpheme, before)))
        else:
            end = morpheme.end
            for run in _RUN.finditer(text, morpheme.start, end):
                out.append(_outside_the_dictionary(text, run.start(), run.end(), analyse))
        while index < len(pending) and pending[index].end <= end:
            before = pending[index]
            index += 1
        if index < len(pending) and pending[index].start < end:
            pending[index : index + 1] = rest = _rest(text, end, pending[index].end, analyse)
            boundaries |= {part.end for part in rest}
        if not out[-1].kana:
            before = None
    return out


def join(parts: Sequence[Word]) -> list[Word]:
    """Attached words made one with the word before; the least certain source counts."""
    out: list[Word] = []
    for part in parts:
        if part.attached and out and out[-1].kana:
            source = Source.GUESS if Source.GUESS in (part.source, out[-1].source) else out[-1].source
            out[-1] = replace(out[-1], end=part.end, kana=out[-1].kana + part.kana, source=source)
        else:
            out.append(part)
    return out


def _expression(text: str, morpheme: Morpheme, boundaries: set[int]) -> expressions.Expression | None:
    if morpheme.surface == "何":
        return expressions.counted_question(text, morpheme.start, boundaries)
    if morpheme.detail == "数詞" or _NUMBER_START.match(text, morpheme.start):
        return expressions.match(text, morpheme.start, boundaries)
    return None


def _rest(text: str, start: int, end: int, analyse: Analyse) -> list[Morpheme]:
    return [replace(m, start=m.start + start, end=m.end + start) for m in analyse(text[start:end])]


def _attached(morpheme: Morpheme, before: Morpheme | None) -> bool:
    """Endings belong to their word, as in the voices' training text: 行き・ましょう is one word, 日本・です two."""
    if before is None:
        return False
    match morpheme.part_of_speech:
        case "助動詞":
            return before.part_of_speech in _INFLECTED and morpheme.surface not in _COPULA
        case "助詞":
            return morpheme.surface == "ん" or (
                before.part_of_speech in _INFLECTED
                and morpheme.detail == "接続助詞"
                and morpheme.surface in _ATTACHED_PARTICLES
            )
        case "接尾辞":
            return morpheme.surface not in _SEPARATE_SUFFIXES
        case _:
            return before.part_of_speech == "接頭辞" or morpheme.kana[:1] in _CONTINUATIONS


def _is_latin_letter(surface: str) -> bool:
    """The dictionary reads a letter as a unit of measure (`K` as キロ)."""
    return len(surface) == 1 and surface.isascii() and surface.isalpha()


def _outside_the_dictionary(text: str, start: int, end: int, analyse: Analyse) -> Word:
    run = text[start:end]
    if run[0].isalpha() and (letters := _latin(run)):
        return Word(start, end, letters, source=Source.RULE if run.isupper() else Source.GUESS)
    if run.isspace() or run == "・":
        return Word(start, end, mark=" ", source=Source.PUNCTUATION)
    if run in _WAVES and not _NUMBER_START.match(text, end) and is_kana(text[:start][-1:]):
        return Word(start, end, "ー", source=Source.RULE, attached=True)
    behind_alphanumeric = _LATIN_OR_DIGIT.match(text, max(start - 1, 0))
    if _NUMBER.match(text, end):
        if run in _MINUS and not behind_alphanumeric:
            return Word(start, end, "マイナス", source=Source.RULE)
        if run in _BETWEEN_NUMBERS and behind_alphanumeric:
            return Word(start, end, _BETWEEN_NUMBERS[run], source=Source.RULE)
    if run in _WAVES and _NAME_OR_NUMBER.match(text, end) and _NAME_OR_NUMBER.match(text, max(start - 1, 0)):
        return Word(start, end, "カラ", source=Source.RULE)
    if run == "." and behind_alphanumeric and _LATIN_OR_DIGIT.match(text, end):
        return Word(start, end, "ドット", source=Source.RULE)
    if run == STRAIGHT_QUOTE:
        mark = "”" if text.count(run, 0, start) % 2 else "“"
        return Word(start, end, mark=mark, source=Source.PUNCTUATION)
    if mark := mark_symbol(run):
        return Word(start, end, mark=mark, source=Source.PUNCTUATION)
    if run in _WAVES:
        return Word(start, end, mark="—", source=Source.PUNCTUATION)
    if run in _SEPARATORS:
        return Word(start, end, mark=" ", source=Source.PUNCTUATION)
    if name := SYMBOLS.get(run):
        return Word(start, end, name, source=Source.RULE)
    character = text[:start].rstrip(_REPEAT)[-1:] if run == _REPEAT else run
    kana = "".join(m.kana for m in analyse(character)) if character.isalpha() else ""
    return Word(start, end, kana, source=Source.GUESS if kana else Source.SILENT, attached=bool(kana))


def _latin(run: str) -> str:
    return read_romaji(run) or spell_letters(run)
