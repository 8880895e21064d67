"""What is said about the cast, the same in every panel."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from studio.document.document import Document
from studio.document.script import Script, changed_lines
from studio.windows.script_columns import member_title


def initials(title: str) -> str:
    """One or two letters for a swatch: of the first two words, or the first character of a Chinese name."""
    words = title.split()
    if not words:
        return "?"
    if not words[0][0].isascii():
        return words[0][0]
    return "".join(word[0] for word in words[:2]).upper()


def free_name(script: Script, wanted: str) -> str:
    """`wanted`, or with a number where there is such a member already."""
    taken = {member_title(name).casefold() for name in script.members}
    name, number = wanted, 2
    while name.casefold() in taken:
        name, number = f"{wanted} {number}", number + 1
    return name


def name_problem(script: Script, old: str, new: str) -> str:
    """Why a member cannot be called that; empty when it can."""
    if not new.strip():
        return QCoreApplication.translate("Cast", "A cast member needs a name: write one, or press Escape.")
    taken = {member_title(name).casefold() for name in script.members if name != old}
    if new.strip().casefold() in taken:
        sentence = QCoreApplication.translate("Cast", "There is a “{0}” in the cast already: choose another name.")
        return sentence.format(new.strip())
    return ""


def revoiced(document: Document, before: Script, voice: str) -> str:
    """What a change of voice means for the recordings there are.

    Parameters
    ----------
    before
        The script before it.
    voice
        The title of the voice.
    """
    again = sum(1 for line_id in changed_lines(before, document.script) if document.takes(line_id))
    if not again:
        return QCoreApplication.translate("Cast", "{0} is the voice now.").format(voice)
    return QCoreApplication.translate("Cast", "{0} is the voice now: %n line(s) to make again.", "", again).format(
        voice
    )
