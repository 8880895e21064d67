"""What is spoken to measure a voice's statistics: long and short, with much silence and with little.

Clauses that go on, too, since a long sentence is spoken in segments. About eighteen seconds a language. The symbols are
written out, so that a voice can be calibrated where the front end of its language is not installed.
"""

from __future__ import annotations

_ENGLISH = (
    "ɪn ði ˈivnɪŋ ðə klˈWdz ʃˌʊd klˈɪɹ, ænd ðə tˈɛmpɹəʧəɹ wɪl dɹˈɑp tʊ əbˈWt fˈIv dəɡɹˈiz.",
    "dɹˈIvəɹz ɑɹ ədvˈIzd tə slˈO dˌWn ˌɔn ðə mˈWntᵊn ɹˈOdz.",
    "ðə nˈɛkst ɹəpˈɔɹt wɪl fˈɑlO æt sˈɛvən.",
    "wˌʌt ɑɹ ju dˈuɪŋ hˈɪɹ?",
    "θˈæŋk ju vˈɛɹi mˈʌʧ!",
    "ˌɪf ju fəɹɡˈɛt ɪt,",
    "ɪz ðˌɛɹ ˈɛniθɪŋ ˈɛls?",
    "jˈɛs.",
)

SENTENCES: dict[str, tuple[str, ...]] = {
    "en-us": _ENGLISH,
    "en-gb": _ENGLISH,
    "zh": (
        "ʨi→ntʰjɛ→ntʰjɛ→nʨʰi↘ xə↓n xau↓, wo↓mən i↘ʨʰi↓ ʨʰy↘ kʊ→ŋɥɛ↗n sa↘npu↘ pa.",
        "mi↗ŋtʰjɛ→n kʰɤ↓nə↗ŋ xwei↘ ɕja↘y↓, ʨʰi↓ŋ ʨi↘tɤ tai↘sa↓n.",
        "pje↗wa↘ŋlɤ ʦau↓tjɛ↓n xwei↗ʨja→.",
        "wo↓mən i↘ʨʰi↓ ʨʰy↘ kʊ→ŋɥɛ↗n sa↘npu↘ pa.",
        "ni↓ xau↓.",
        "ɕje↘ɕje.",
        "ʨi→ntʰjɛ→ntʰjɛ→nʨʰi↘ xə↓n xau↓,",
        "ʂɤ↗nmə ʂɨ↗xou↘ lai↗?",
    ),
    "ja": (
        "kʲoː βa totemo joi teŋkʲi desɨ ne. iʔɕoɲi koːeɴ e sampo ɲi ikʲi maɕoː.",
        "asɨ βa ame ɡa ɸɯɾɯ ka mo ɕiɾe maseɴ.",
        "iʔɕoɲi ikʲi maɕoː.",
        "totemo joi desɨ.",
        "koːeɴ e ikʲi maɕoː.",
        "sampo.",
        "totemo joi teŋkʲi desɨ ne,",
    ),
}
"""By language; a voice of any other language is calibrated on the English ones."""


def sentences(language: str) -> tuple[str, ...]:
    """Symbol strings to calibrate a voice of a language on."""
    return SENTENCES.get(language, _ENGLISH)
