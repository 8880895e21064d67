"""Words built from words of the lexicon: inflections, endings, prefixes and compounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engines.text.english.alphabet import PRIMARY, add_ed, add_er, add_ing, add_s, demote

Find = Callable[[str], "str | None"]
"""Symbols of a word of the lexicon, or None."""

_ENDINGS: dict[str, tuple[str, str]] = {
    "ly": ("li", "li"), "ness": ("nəs", "nəs"), "less": ("ləs", "ləs"), "ful": ("fᵊl", "fᵊl"), "ment": ("mənt", "mənt"),
    "ish": ("ɪʃ", "ɪʃ"), "like": ("lˌIk", "lIk"), "wise": ("wˌIz", "wIz"),
    "ship": ("ʃˌɪp", "ʃɪp"), "hood": ("hˌʊd", "hʊd"),
    "able": ("əbᵊl", "əbᵊl"), "ism": ("ˌɪzᵊm", "ɪzᵊm"), "ist": ("ɪst", "ɪst"), "est": ("əst", "ɪst"), "y": ("i", "i"),
    "ward": ("wəɹd", "wəd"), "wards": ("wəɹdz", "wədz"), "ize": ("ˌIz", "Iz"), "ise": ("ˌIz", "Iz"),
}  # fmt: skip
"""Sounds in American and British English."""
_PREFIXES: dict[str, tuple[str, str]] = {
    "un": ("ˌʌn", "ˌʌn"), "re": ("ɹˌi", "ɹˌiː"), "pre": ("pɹˌi", "pɹˌiː"),
    "non": ("nˌɑn", "nˌɒn"), "anti": ("ˌænti", "ˌanti"),
    "mis": ("mˌɪs", "mˌɪs"), "dis": ("dˌɪs", "dˌɪs"), "inter": ("ˌɪnTəɹ", "ˌɪntə"), "sub": ("sˌʌb", "sˌʌb"),
    "semi": ("sˌɛmi", "sˌɛmi"), "multi": ("mˌʌlti", "mˌʌlti"),
    "micro": ("mˌIkɹO", "mˌIkɹQ"), "mega": ("mˌɛɡə", "mˌɛɡə"),
    "cyber": ("sˌIbəɹ", "sˌIbə"), "hyper": ("hˌIpəɹ", "hˌIpə"), "auto": ("ˌɔTO", "ˌɔːtQ"), "bio": ("bˌIO", "bˌIQ"),
    "co": ("kˌO", "kˌQ"), "de": ("dˌi", "dˌiː"), "ultra": ("ˌʌltɹə", "ˌʌltɹə"), "pseudo": ("sˌudO", "sjˌuːdQ"),
    "super": ("sˌupəɹ", "sˌuːpə"), "over": ("ˌOvəɹ", "ˌQvə"), "under": ("ˌʌndəɹ", "ˌʌndə"), "out": ("ˌWt", "ˌWt"),
    "counter": ("kˌWntəɹ", "kˌWntə"), "mc": ("mək", "mək"), "nano": ("nˌænO", "nˌanQ"), "neuro": ("nˌʊɹO", "njˌʊəɹQ"),
    "geo": ("ʤˌiO", "ʤˌiːQ"), "crypto": ("kɹˌɪptO", "kɹˌɪptQ"),
    "electro": ("əlˌɛktɹO", "ɪlˌɛktɹQ"), "mini": ("mˌɪni", "mˌɪni"),
}  # fmt: skip
_SHORTEST_STEM = 3
_DOUBLING = "bdfgklmnprtvz"


def derive(word: str, find: Find, british: bool) -> str | None:
    """Symbols of a word in small letters built from a word that `find` knows, or None."""
    return _inflect(word, find, british) or _extend(word, find, british) or _prefix(word, find, british)


def compound(word: str, find: Find, shortest: int) -> str | None:
    """Symbols of a word made of two known words of at least `shortest` letters; the second is the weaker one."""
    cuts = sorted(range(shortest, len(word) - shortest + 1), key=lambda cut: abs(2 * cut - len(word)))
    for cut in cuts:
        first = find(word[:cut])
        second = find(word[cut:]) if first else None
        if first and second and PRIMARY in first and PRIMARY in second:
            return first + demote(second)
    return None


def _stems(word: str, ending: str) -> Iterator[str]:
    """What `word` may have been before `ending`: as it is, with its e or y back, without a doubled letter."""
    stem = word[: -len(ending)]
    if len(stem) < _SHORTEST_STEM - (ending[0] in "aeiouy"):
        return
    yield stem
    if ending[0] in "aeiouy":
        yield stem + "e"
        if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] in _DOUBLING:
            yield stem[:-1]
    if stem.endswith("i"):
        yield stem[:-1] + "y"


def _known(word: str, ending: str, find: Find) -> str | None:
    return next((symbols for stem in _stems(word, ending) if (symbols := find(stem))), None)


def _inflect(word: str, find: Find, british: bool) -> str | None:
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        singular = find(word[:-1]) if len(word) > _SHORTEST_STEM else None
        if not singular and word.endswith("es") and len(word) > _SHORTEST_STEM + 1:
            singular = _known(word, "es", find)
        if singular:
            return add_s(singular, british)
    for ending, add in (("ed", add_ed), ("ing", add_ing), ("er", add_er)):
        if word.endswith(ending) and (stem := _known(word, ending, find)):
            return add(stem, british)
    if word.endswith("ers") and (stem := _known(word, "ers", find)):
        return add_er(stem, british) + "z"
    return None


def _extend(word: str, find: Find, british: bool) -> str | None:
    for ending, sounds in _ENDINGS.items():
        if word.endswith(ending) and (stem := _known(word, ending, find)):
            return stem + sounds[british]
    return None


def _prefix(word: str, find: Find, british: bool) -> str | None:
    for prefix, sounds in _PREFIXES.items():
        rest = word[len(prefix) :]
        if word.startswith(prefix) and len(rest) > _SHORTEST_STEM:
            stem = find(rest) or _inflect(rest, find, british)
            if stem:
                return sounds[british] + stem
    return None
