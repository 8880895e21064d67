"""The English front end: text to readings in the model's symbols."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from engines.text.english.alphabet import PRIMARY, demote, starts_with_vowel
from engines.text.english.context import Scene
from engines.text.english.pronounce import Place, Pronouncer
from engines.text.english.tokenizer import tokenize
from engines.text.english.tokens import Kind, Token, canonical
from engines.types import Reading, Source, Span

_PAUSES = frozenset(";:,.!?—…")
_HYPHENS = frozenset("-‐‑")
_HEAVY = frozenset("AIOQWYʤʧ")
_CAPITALS = re.compile(r"[A-Z][A-Z']+")


class EnglishFrontEnd:
    """`FrontEnd` for `en-us` and `en-gb`.

    Nothing is loaded before the first `read`. Safe to share between threads: what is kept between calls is caches only.
    """

    def __init__(self, language: str = "en-us") -> None:
        if language not in ("en-us", "en-gb"):
            raise ValueError(f"no English dialect {language!r}")
        self.language = language

    @cached_property
    def _pronouncer(self) -> Pronouncer:
        return Pronouncer(british=self.language == "en-gb")

    def read(self, text: str, span: Span) -> list[Reading]:
        """See `engines.text.frontend.FrontEnd.read`."""
        return self.read_beside(text, span, ())

    def read_beside(self, text: str, span: Span, laid_down: Sequence[Reading]) -> list[Reading]:
        """The same, with `the` and `to` as the first sound of what is laid down behind them asks for."""
        vowels = {reading.span.start: starts_with_vowel(reading.symbols) for reading in laid_down}
        plain = canonical(text)
        run = plain[span.start : span.end]
        shouting = not any(c.islower() for c in run) and len(_CAPITALS.findall(run)) > 1
        scene = Scene(plain, span.start, span.end, self.language == "en-gb", shouting)
        tokens = tokenize(scene, self._pronouncer.knows)
        sounds = _lighten(tokens, plain, self._pronounce(tokens, shouting, vowels))
        return [self._reading(token, sound, text) for token, sound in zip(tokens, _space(tokens, sounds), strict=True)]

    def _pronounce(
        self, tokens: list[Token], shouting: bool, vowels: Mapping[int, bool | None]
    ) -> list[tuple[str, Source]]:
        """Symbols and source of every token, worked out from the end, since a word may depend on the next sound."""
        items = [item for token in tokens for item in _items(token)]
        index, vowel_next = len(items), None
        sounds: list[tuple[str, Source]] = []
        for token in reversed(tokens):
            if token.kind is Kind.SILENT:
                sounds.append(("", Source.SILENT))
                continue
            if not token.words:
                index -= len(_items(token))
                if token.symbols in _PAUSES and token.symbols:
                    vowel_next = None
                sounds.append((token.symbols, Source.PUNCTUATION))
                continue
            parts: list[str] = []
            source = Source.RULE if token.kind is Kind.RULE else Source.LEXICON
            for word in reversed(token.words):
                index -= 1
                if word.text in _PAUSES:
                    parts.append(word.text)
                    vowel_next = None
                    continue
                symbols, found = self._pronouncer.say(word, Place(items, index, vowel_next, shouting))
                is_weaker = found is Source.GUESS or (found is Source.RULE and source is Source.LEXICON)
                source = found if is_weaker else source
                vowel = starts_with_vowel(symbols)
                vowel_next = vowel_next if vowel is None else vowel
                parts.append(" " + symbols)
            vowel_next = vowels.get(token.start, vowel_next)
            sounds.append(("".join(reversed(parts)).strip(), source))
        return sounds[::-1]

    def _reading(self, token: Token, sound: tuple[str, Source], text: str) -> Reading:
        symbols, source = sound
        spoken = ""
        if token.kind is Kind.WORD:
            spoken = text[token.start : token.end]
        elif token.kind is Kind.RULE:
            spoken = " ".join(word.spoken for word in token.words).replace(" ,", ",")
        return Reading(Span(token.start, token.end), spoken, symbols, source, self.language)


def _items(token: Token) -> list[str]:
    """What the tagger sees of a token: its words in small letters, or the mark."""
    if token.words:
        return [word.text.lower() for word in token.words]
    return [token.symbols] if token.kind is Kind.MARK and token.symbols.strip() else []


def _space(tokens: list[Token], sounds: list[tuple[str, Source]]) -> list[tuple[str, Source]]:
    """`sounds` with a space where something written out touches the word before it (`5-10`, `50%`)."""
    result = list(sounds)
    for i in range(1, len(tokens)):
        is_rule = Kind.RULE in (tokens[i].kind, tokens[i - 1].kind)
        if is_rule and tokens[i].words and tokens[i - 1].words:
            result[i] = (" " + result[i][0], result[i][1])
    return result


def _lighten(tokens: list[Token], text: str, sounds: list[tuple[str, Source]]) -> list[tuple[str, Source]]:
    """`sounds` with fewer main stresses in words joined by hyphens: the lighter half keeps a secondary one."""
    result = list(sounds)
    for words in _hyphenated(tokens, text):
        stressed = [i for i in words if PRIMARY in sounds[i][0]]
        if len(stressed) > (len(words) + 1) // 2:
            lightest = sorted(words, key=lambda i: (PRIMARY in sounds[i][0], _weight(sounds[i][0]), i))
            for i in lightest[: len(words) // 2]:
                result[i] = (demote(sounds[i][0]), sounds[i][1])
    return result


def _hyphenated(tokens: list[Token], text: str) -> Iterator[list[int]]:
    """Indices of the words of each group of two or more that hyphens join."""
    group: list[int] = []
    for i in range(2, len(tokens) + 1):
        is_joined = (
            i < len(tokens)
            and tokens[i].kind is tokens[i - 2].kind is Kind.WORD
            and tokens[i - 1].kind is Kind.MARK
            and text[tokens[i - 1].start] in _HYPHENS
        )
        if is_joined:
            group = [*(group or [i - 2]), i]
        elif group and i != group[-1] + 1:
            yield group
            group = []
    if group:
        yield group


def _weight(symbols: str) -> int:
    return sum(2 if symbol in _HEAVY else 1 for symbol in symbols)
