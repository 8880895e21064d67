"""Cuts a run of text into tokens that tile it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engines.text.english.abbreviations import ACRONYMS, SPELLED
from engines.text.english.context import Rule, Scene
from engines.text.english.letters import ADDRESSES
from engines.text.english.letters import RULES as LETTER_RULES
from engines.text.english.marks import read_mark
from engines.text.english.numerals import RULES as NUMBER_RULES
from engines.text.english.tokens import INVISIBLE, LATIN, Kind, Token, Word, fold

_SPACE = re.compile(r"\s+")
_INVISIBLE = re.compile(rf"[{INVISIBLE}]+")
_LETTERS = rf"[{LATIN}](?:[{LATIN}{INVISIBLE}]*[{LATIN}])?"
_PLAIN_WORD = re.compile(rf"{_LETTERS}(?:'{_LETTERS})*")
_HYPHENATED = re.compile(rf"'?{_LETTERS}(?:['-]{_LETTERS}){{0,6}}'?")
_NUMBER_START = re.compile(r"[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]|[-−+.(]?[0-9$€£¥₹₩₽₿]|[-−]?(?:[A-Z]{1,2}\$|CN¥|[A-Z]{3} ?)[0-9]")
_LETTER_START = re.compile(rf"[{LATIN}]|\.(?:NET|net)\b")
_WORD_CHAR = re.compile(rf"[0-9{LATIN}]")
_AT_END = re.compile(r"[\s\"'”’)\]]*\Z")
_PICTOGRAPH = re.compile("[\u200d\u2190-\u2bff\ufe00-\ufe0f\U0001f000-\U0001faff\U000e0020-\U000e007f]")
"""Symbols, emoji and what modifies and joins them."""
_OTHER_SCRIPT = re.compile(rf"[^\W\d_{LATIN}]+")
_CAMEL = re.compile(r"[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]+|[A-Z]")
_PLURAL_INITIALISM = re.compile(r"[A-Z]{2,}s")

Known = Callable[[str], bool]


def tokenize(scene: Scene, known: Known) -> list[Token]:
    """Tokens that tile the run of `scene`; `known` tells whether the lexicon has a word as it is written."""
    tokens: list[Token] = []
    at = scene.start
    while at < scene.end:
        token = _next(at, scene, known)
        tokens.append(token)
        at = token.end
    return tokens


def _next(at: int, scene: Scene, known: Known) -> Token:
    text, end = scene.text, scene.end
    if match := _SPACE.match(text, at, end):
        return Token(at, match.end(), Kind.SPACE, symbols=" ")
    if match := _INVISIBLE.match(text, at, end):
        return Token(at, match.end(), Kind.MARK)
    is_inside = at > scene.start and _WORD_CHAR.match(text, at - 1) is not None
    if not is_inside and text[at].isalnum() and (token := _written_out(at, scene, ADDRESSES)):
        return token
    is_number = _NUMBER_START.match(text, at, end) and (not is_inside or text[at].isdigit())
    if is_number and (token := _written_out(at, scene, NUMBER_RULES)):
        return token
    is_word = not is_inside and _LETTER_START.match(text, at, end)
    if is_word and (token := _written_out(at, scene, LETTER_RULES)):
        return token
    if (token := _word(at, scene, known)) or (token := read_mark(at, scene)):
        return token
    return Token(at, _unspeakable(at, scene), Kind.SILENT)


def _written_out(at: int, scene: Scene, rules: Sequence[Rule]) -> Token | None:
    for pattern, function in rules:
        match = pattern.match(scene.text, at, scene.end)
        if match and match.end() > at:
            words = function(match, scene)
            if words:
                end = match.end()
                # a full stop that also ends the sentence is left to be read as one
                if match[0].endswith(".") and end - at > 1 and _AT_END.match(scene.text, end, scene.end):
                    end -= 1
                return Token(at, end, Kind.RULE, tuple(words))
    return None


def _word(at: int, scene: Scene, known: Known) -> Token | None:
    """A word; with its hyphens or outer apostrophes if the lexicon has it so (`mother-in-law`, `'tis`)."""
    text, end = scene.text, scene.end
    plain = _PLAIN_WORD.match(text, at, end)
    longest = _HYPHENATED.match(text, at, end)
    if longest and (not plain or longest.end() > plain.end()):
        candidate = longest[0].rstrip("'")
        shortest = len(plain[0]) if plain else 1
        for form in dict.fromkeys((longest[0], candidate)):
            if len(form) > shortest and known(fold(form)):
                return Token(at, at + len(form), Kind.WORD, (Word(fold(form)),))
        is_clipped = plain is not None and longest[0] == plain[0] + "'" and plain[0].endswith("in")
        if is_clipped and not known(candidate) and known(fold(candidate) + "g"):
            return Token(at, longest.end(), Kind.WORD, (Word(fold(longest[0])),))
    if not plain:
        return None
    folded = fold(plain[0])
    if not folded.strip("'"):
        return Token(at, plain.end(), Kind.SILENT)
    words = _parts(folded, scene, known)
    is_rule = len(words) > 1 or words[0].spelled
    return Token(at, plain.end(), Kind.RULE if is_rule else Kind.WORD, tuple(words))


def _parts(word: str, scene: Scene, known: Known) -> list[Word]:
    """The words in one written word: an initialism, `camelCase`, or itself."""
    base = word.removesuffix("'s").removesuffix("'S")
    if len(word) == 1 or base == base.lower() or base == base.capitalize():
        return [Word(word)]
    if base.isupper() and base.isalpha():
        return [_capitals(word, base, scene, known)]
    if _PLURAL_INITIALISM.fullmatch(base) and not known(base):
        return [Word(word, spelled=True)] if base[:-1] not in ACRONYMS else [Word(word)]
    if known(base) or "'" in base:
        return [Word(word)]
    pieces = _CAMEL.findall(base)
    if len(pieces) < 2 or pieces[0] in {"Mc", "Mac", "O", "D", "De", "La", "Le", "Van", "Fitz"}:
        return [Word(word)]
    parts = [Word(piece.upper(), spelled=True) if _is_spelled(piece, known) else Word(piece) for piece in pieces]
    if word != base:
        parts[-1] = Word(parts[-1].text + "'s", parts[-1].spelled)
    return parts


def _capitals(word: str, base: str, scene: Scene, known: Known) -> Word:
    if base in ACRONYMS:
        return Word(word)
    if base in SPELLED and not scene.shouting:
        return Word(word, spelled=True)
    return Word(word) if known(base) or not _is_spelled(base, known) else Word(word, spelled=True)


def _is_spelled(piece: str, known: Known) -> bool:
    """Whether capitals no lexicon has are an initialism: short, or not to be pronounced."""
    if len(piece) == 1:
        return True
    if known(piece.lower()) or not piece.isupper():
        return False
    return len(piece) < 5 or not re.search(r"[AEIOUY]", piece) or bool(re.search(r"[^AEIOUY]{4}", piece))


def _unspeakable(at: int, scene: Scene) -> int:
    """The end of what begins at `at` and cannot be read: a word of another script, or an emoji with its modifiers."""
    if match := _OTHER_SCRIPT.match(scene.text, at, scene.end):
        return match.end()
    end = at + 1
    while end < scene.end and _PICTOGRAPH.match(scene.text, end) and not read_mark(end, scene):
        end += 1
    return end
