"""What the values of entries are called."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from engines.text.languages import canonical
from engines.text.lexicon import Case, Entry
from engines.text.notation.kana import looks_like_kana
from engines.text.scripts import is_han
from studio.voices import language_name, languages

_CASES: Mapping[Case, object] = {
    Case.SMART: QT_TRANSLATE_NOOP("Lexicon", "Smart"),
    Case.ANY: QT_TRANSLATE_NOOP("Lexicon", "Any"),
    Case.EXACT: QT_TRANSLATE_NOOP("Lexicon", "Exact"),
}


def case_name(case: Case) -> str:
    """Which capitals of the text an entry is for."""
    return QCoreApplication.translate("Lexicon", str(_CASES[case]))


def case_help() -> str:
    """What the rules are."""
    return QCoreApplication.translate(
        "Lexicon",
        "Smart: a word with capitals is for those alone, one without is for any. Any: capitals do not count. "
        "Exact: just as it is written.",
    )


def entry_language(code: str) -> str:
    """The language of an entry, which is for all its dialects; any where it has none."""
    if not code:
        return QCoreApplication.translate("Lexicon", "Any")
    primary = code.partition("-")[0]
    if primary == "en":
        return QCoreApplication.translate("Lexicon", "English")
    return next((language_name(known) for known in languages() if known.partition("-")[0] == primary), code)


def language_choices() -> list[tuple[str, str]]:
    """Codes and names of the languages that an entry may be for."""
    codes = dict.fromkeys(code.partition("-")[0] for code in languages())
    return [(code, entry_language(code)) for code in ("", *codes)]


def case_choices() -> list[tuple[str, str]]:
    """The same for capitals."""
    return [(case.value, case_name(case)) for case in Case]


def spoken_language(written: str, language: str) -> str:
    """In which language a reading of a word is judged: the entry's, or that of its writing."""
    if language:
        return canonical(language)
    if is_han(written):
        return "zh"
    return "ja" if looks_like_kana(written) else "en-us"


def describe(entry: Entry) -> str:
    """An entry in one line."""
    parts = [entry.reading, entry_language(entry.language) if entry.language else "", entry.note]
    if entry.case is not Case.SMART:
        parts.insert(1, QCoreApplication.translate("Lexicon", "capitals: {0}").format(case_name(entry.case)))
    if not entry.enabled:
        parts.append(QCoreApplication.translate("Lexicon", "switched off"))
    return " · ".join(filter(None, parts))
