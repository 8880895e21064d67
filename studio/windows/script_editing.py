"""What a cell of the script table does to the script: one named step of undo for each edit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal

from studio.document import edits
from studio.document.document import Document
from studio.document.emotions import LineEmotion, in_words
from studio.document.script import SPEED_RANGE, Member, Overrun, Script
from studio.document.times import parse_time
from studio.voices import VoiceLibrary
from studio.windows.script_columns import Column, member_title, title

MEMBER_NAME_LENGTH = 60


class ScriptEditing(QObject):
    """Checks a value that was typed or chosen, and makes the edit.

    Parameters
    ----------
    document
        The open project.
    voices
        What can be chosen.
    """

    refused = Signal(str)
    """A sentence that says what is wrong with a value."""

    def __init__(self, document: Document, voices: VoiceLibrary, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._voices = voices

    def set_value(self, ids: Sequence[str], column: Column, value: Any) -> bool:
        """Give a column of some lines a value; False when it was refused.

        Parameters
        ----------
        ids
            Lines; those that are gone are left out.
        value
            A text; for the speed a number, for the emotion perhaps a `LineEmotion`, and for both None for the cast's.
        """
        ids = [line_id for line_id in ids if line_id in self._document.script.rows]
        if not ids:
            return False
        if column is Column.TEXT:
            self._document.edit(self.tr("Edit text"), self._set(ids, text=str(value)))
            return True
        if column is Column.MEMBER:
            return self._set_member(ids, str(value))
        if column is Column.VOICE:
            return self._set_voice(ids, str(value))
        if column is Column.EMOTION:
            return self._set_emotion(ids, value)
        if column is Column.SPEED:
            return self._set_speed(ids, value)
        if column is Column.FIT:
            return self._set_overrun(ids, str(value))
        if column in (Column.START, Column.END):
            return self._set_time(ids[0], column, str(value))
        return False

    def clear(self, ids: Sequence[str], column: Column) -> bool:
        """Take the value of a column away: the narrator, the cast's voice, speed and emotion."""
        return self.set_value(ids, column, None if column is Column.SPEED else "")

    @property
    def _script(self) -> Script:
        return self._document.script

    def _set(self, ids: Sequence[str], **fields: Any) -> Script:
        return edits.set_fields(self._script, ids, **fields)

    def _set_member(self, ids: Sequence[str], typed: str) -> bool:
        name = self._known_member(" ".join(typed.split()))
        if any(mark in name for mark in ":："):
            return self._refuse(self.tr("A name in the cast cannot have a colon; leave it out."))
        if len(name) > MEMBER_NAME_LENGTH:
            return self._refuse(
                self.tr("A name in the cast has at most {0} characters; shorten it.").format(MEMBER_NAME_LENGTH)
            )
        script = self._set(ids, member=name)
        if name not in script.members:
            script = edits.set_member(script, Member(name, script.narrator.voice))
        self._document.edit(self.tr("Give %n line(s) to {0}", "", len(ids)).format(member_title(name)), script)
        return True

    def _known_member(self, name: str) -> str:
        """The name of a member as the cast has it, whatever its case."""
        if name in self._script.members:
            return name
        if name.casefold() == member_title("").casefold():
            return ""
        same = (known for known in self._script.members if known.casefold() == name.casefold())
        return next(same, name)

    def _set_voice(self, ids: Sequence[str], voice: str) -> bool:
        known = {entry.name for entry in self._voices.entries()}
        if voice and known and voice not in known:
            return self._refuse(self.tr("There is no voice “{0}”; choose one from the list.").format(voice))
        self._document.edit(self.tr("Change voice of %n line(s)", "", len(ids)), self._set(ids, voice=voice))
        return True

    def _set_emotion(self, ids: Sequence[str], value: LineEmotion | str | None) -> bool:
        emotion = in_words(value) if isinstance(value, str) and value else value or None
        if isinstance(value, str) and value and emotion is None:
            return self._refuse(
                self.tr(
                    "“{0}” is not one of the emotions; choose one from the list, perhaps with how much of it there is "
                    "to be, such as sad 0.6."
                ).format(value)
            )
        self._document.edit(self.tr("Change emotion of %n line(s)", "", len(ids)), self._set(ids, emotion=emotion))
        return True

    def _set_overrun(self, ids: Sequence[str], overrun: str) -> bool:
        if overrun not in {each.value for each in Overrun}:
            return self._refuse(self.tr("“{0}” cannot be done; choose from the list.").format(overrun))
        self._document.edit(self.tr("Change the fit of %n line(s)", "", len(ids)), self._set(ids, overrun=overrun))
        return True

    def _set_speed(self, ids: Sequence[str], speed: float | None) -> bool:
        slowest, fastest = SPEED_RANGE
        if speed is not None and not slowest <= speed <= fastest:
            return self._refuse(
                self.tr("The speed can be from {0} to {1}; type a number between them.").format(slowest, fastest)
            )
        self._document.edit(
            self.tr("Change speed of %n line(s)", "", len(ids)),
            self._set(ids, speed=None if speed is None else round(speed, 2)),
        )
        return True

    def _set_time(self, line_id: str, column: Column, text: str) -> bool:
        line = self._script.line(line_id)
        assert line is not None, "the caller looked"
        time = parse_time(text) if text.strip() else None
        if text.strip() and time is None:
            return self._refuse(
                self.tr("“{0}” is not a time; type minutes and seconds, such as 1:02.5.").format(text.strip())
            )
        start, end = (time, line.end) if column is Column.START else (line.start, time)
        if start is not None and end is not None and end <= start:
            return self._refuse(self.tr("A line has to end after it starts; type another time."))
        field = "start" if column is Column.START else "end"
        self._document.edit(
            self.tr("Change {0} time").format(title(column).lower()), self._set([line_id], **{field: time})
        )
        return True

    def _refuse(self, sentence: str) -> bool:
        self.refused.emit(sentence)
        return False
