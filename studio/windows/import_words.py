"""What is said about files that are imported."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from studio.document.importing import Imported
from studio.document.pieces import LEFT_OUT, Oddity
from studio.document.tables import Role
from studio.windows.script_columns import member_title

_ODDITIES: Mapping[Oddity, object] = {
    Oddity.NO_NUMBER: QT_TRANSLATE_NOOP("Import", "has no number"),
    Oddity.REPEATED_NUMBER: QT_TRANSLATE_NOOP("Import", "has the number of another one"),
    Oddity.ONLY_NUMBER: QT_TRANSLATE_NOOP("Import", "is only a number"),
    Oddity.UNORDERED: QT_TRANSLATE_NOOP("Import", "was not in order of time"),
    Oddity.OVERLAPPING: QT_TRANSLATE_NOOP("Import", "begins before the one above ends"),
    Oddity.ENDLESS: QT_TRANSLATE_NOOP("Import", "ended before it began, and has no end now"),
    Oddity.NO_TIME: QT_TRANSLATE_NOOP("Import", "has a time that cannot be read"),
    Oddity.DIALOGUE: QT_TRANSLATE_NOOP("Import", "seems to be said by two people"),
    Oddity.BAD_VALUE: QT_TRANSLATE_NOOP("Import", "has an emotion or a speed that does not exist"),
    Oddity.EMPTY: QT_TRANSLATE_NOOP("Import", "has no text"),
    Oddity.SONG: QT_TRANSLATE_NOOP("Import", "is karaoke"),
    Oddity.DRAWING: QT_TRANSLATE_NOOP("Import", "is a drawing"),
    Oddity.COMMENT: QT_TRANSLATE_NOOP("Import", "is a comment"),
    Oddity.LAYER: QT_TRANSLATE_NOOP("Import", "is there once more, on another layer"),
    Oddity.UNREAD: QT_TRANSLATE_NOOP("Import", "cannot be read"),
}
_ROLES: Mapping[Role, object] = {
    Role.TEXT: QT_TRANSLATE_NOOP("Import", "&Text"),
    Role.MEMBER: QT_TRANSLATE_NOOP("Import", "C&ast"),
    Role.START: QT_TRANSLATE_NOOP("Import", "&Start"),
    Role.END: QT_TRANSLATE_NOOP("Import", "&End"),
    Role.LENGTH: QT_TRANSLATE_NOOP("Import", "&Length"),
    Role.VOICE: QT_TRANSLATE_NOOP("Import", "&Voice"),
    Role.LANGUAGE: QT_TRANSLATE_NOOP("Import", "La&nguage"),
    Role.EMOTION: QT_TRANSLATE_NOOP("Import", "E&motion"),
    Role.SPEED: QT_TRANSLATE_NOOP("Import", "S&peed"),
}
_KINDS: Mapping[str, object] = {
    ".srt": QT_TRANSLATE_NOOP("Import", "SubRip subtitles"),
    ".vtt": QT_TRANSLATE_NOOP("Import", "WebVTT subtitles"),
    ".ass": QT_TRANSLATE_NOOP("Import", "SubStation Alpha subtitles"),
    ".ssa": QT_TRANSLATE_NOOP("Import", "SubStation Alpha subtitles"),
    ".csv": QT_TRANSLATE_NOOP("Import", "Table"),
    ".tsv": QT_TRANSLATE_NOOP("Import", "Table"),
    ".txt": QT_TRANSLATE_NOOP("Import", "Plain text"),
    ".md": QT_TRANSLATE_NOOP("Import", "Markdown"),
    ".docx": QT_TRANSLATE_NOOP("Import", "Word document"),
    ".epub": QT_TRANSLATE_NOOP("Import", "EPUB book"),
    ".ssml": QT_TRANSLATE_NOOP("Import", "SSML"),
}
ENCODINGS: tuple[tuple[str, str], ...] = (
    ("utf-8", "UTF-8"),
    ("utf-16-le", "UTF-16 LE"),
    ("utf-16-be", "UTF-16 BE"),
    ("gb18030", "GBK, GB 18030"),
    ("cp950", "Big5"),
    ("cp932", "Shift-JIS"),
    ("euc_jp", "EUC-JP"),
    ("cp949", "EUC-KR"),
    ("cp1252", "Windows-1252"),
    ("cp1250", "Windows-1250"),
    ("cp1251", "Windows-1251"),
    ("cp1253", "Windows-1253"),
    ("cp1254", "Windows-1254"),
    ("cp1256", "Windows-1256"),
    ("koi8_r", "KOI8-R"),
)
"""What can be chosen, with the names that these have everywhere."""
_FEW_NAMES = 6


def oddities_text(oddities: tuple[Oddity, ...]) -> str:
    """What is odd about a piece of a file; nothing where nothing is."""
    kept = [_translated(_ODDITIES[oddity]) for oddity in oddities if oddity not in LEFT_OUT]
    out = [_translated(_ODDITIES[oddity]) for oddity in oddities if oddity in LEFT_OUT]
    if out:
        return QCoreApplication.translate("Import", "Left out: {0}").format(", ".join(out))
    text = ", ".join(kept)
    return text[:1].upper() + text[1:]


def role_title(role: Role) -> str:
    """What a column may be, with its mnemonic."""
    return _translated(_ROLES[role])


def kind_title(kind: str) -> str:
    """What a file turned out to be."""
    return _translated(_KINDS[kind])


def encoding_title(encoding: str) -> str:
    """The usual name of an encoding."""
    plain = {"utf-8-sig": "utf-8", "utf-16": "utf-16-le", "big5": "cp950", "shift_jis": "cp932", "gbk": "gb18030"}
    name = encoding.lower().replace("_", "-") if encoding.lower().startswith("utf") else encoding.lower()
    return dict(ENCODINGS).get(plain.get(name, name), encoding.upper())


def summary(imported: Imported) -> str:
    """How many lines there will be, what is left out, and who says them."""
    parts = [QCoreApplication.translate("Import", "%n line(s)", "", len(imported.lines))]
    out = sum(each.line is None for each in imported.pieces)
    if out:
        parts.append(QCoreApplication.translate("Import", "%n left out", "", out))
    names = list(dict.fromkeys(line.member for line in imported.lines if line.member))
    if names:
        shown = ", ".join(map(member_title, names[:_FEW_NAMES])) + ("…" if len(names) > _FEW_NAMES else "")
        parts.append(QCoreApplication.translate("Import", "cast: {0}").format(shown))
    return " · ".join(parts)


def _translated(text: object) -> str:
    # What marks a text for translation has no type of its own.
    return QCoreApplication.translate("Import", str(text))
