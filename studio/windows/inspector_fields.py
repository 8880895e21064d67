"""Who says the inspected lines, with which voice, in which language and how fast."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QFormLayout, QLabel, QWidget

from studio.document.document import Document
from studio.document.edits import set_fields
from studio.document.script import SPEED_RANGE, Line, Member, Script
from studio.playback.transport import Transport
from studio.voices import VoiceLibrary, language_name
from studio.windows.choices import fill
from studio.windows.choose_voice import VoiceButton
from studio.windows.numbers import number
from studio.windows.script_columns import Column, member_title
from studio.windows.script_editing import ScriptEditing

_STEP = 0.05
_INHERITED = SPEED_RANGE[0] - _STEP
"""The value of the speed box that stands for the cast's speed."""


class InspectorFields(QWidget):
    """A form that edits all inspected lines; a field in which they differ is empty and says so."""

    refused = Signal(str)
    """A sentence that says what is wrong with a value."""

    def __init__(
        self, document: Document, voices: VoiceLibrary, transport: Transport, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._voices = voices
        self._ids: tuple[str, ...] = ()
        self._editing = ScriptEditing(document, voices, self)
        self._editing.refused.connect(self.refused)
        self.member = QComboBox()
        self.voice = VoiceButton(voices=voices, transport=transport, inherit=self.tr("From the cast"))
        self.language = QComboBox()
        self.speed = QDoubleSpinBox()
        self.speed.setRange(_INHERITED, SPEED_RANGE[1])
        self.speed.setSingleStep(_STEP)
        self.speed.setDecimals(2)
        self.speed.setKeyboardTracking(False)
        self._labels = [QLabel() for _ in range(4)]
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(4)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for label, field in zip(self._labels, (self.member, self.voice, self.language, self.speed), strict=True):
            label.setBuddy(field)
            form.addRow(label, field)
        for box in (self.member, self.language):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(8)
        self.member.activated.connect(self._choose_member)
        self.language.activated.connect(self._choose_language)
        self.voice.chosen.connect(self._choose_voice)
        self.speed.valueChanged.connect(self._choose_speed)
        voices.changed.connect(self.refresh)
        self._retranslate()

    def set_lines(self, ids: Sequence[str]) -> None:
        """Inspect these."""
        self._ids = tuple(ids)
        self.refresh()

    def refresh(self) -> None:
        """Show what the script says now."""
        lines = self._lines()
        if not lines:
            return
        script = self._document.script
        several = self.tr("(several)")
        members = [(name, member_title(name)) for name in script.members]
        self._fill(self.member, members, {line.member for line in lines}, several)
        languages = [("", self.tr("Detect"))]
        known = dict.fromkeys(entry.language for entry in self._voices.entries() if entry.readable)
        languages += [(code, language_name(code)) for code in known]
        self._fill(self.language, languages, {line.language for line in lines}, several)
        self._show_voice(lines, several)
        self._show_speed(lines, several)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        texts = (self.tr("&Cast"), self.tr("&Voice"), self.tr("&Language"), self.tr("&Speed"))
        for label, text in zip(self._labels, texts, strict=True):
            label.setText(text)
        self.speed.setToolTip(self.tr("The speaking rate of this line; the lowest step takes the cast's"))
        self.refresh()

    def _fill(self, box: QComboBox, choices: list[tuple[str, str]], values: set[str], several: str) -> None:
        """Choose what all lines have; a value that is none of the choices is shown as it is."""
        chosen = next(iter(values)) if len(values) == 1 else ""
        if chosen and chosen not in dict(choices):
            choices.append((chosen, chosen))
        fill(box, choices, chosen)
        box.setPlaceholderText(several)
        if len(values) > 1:
            box.setCurrentIndex(-1)

    def _show_voice(self, lines: Sequence[Line], several: str) -> None:
        script = self._document.script
        voices = {line.voice for line in lines}
        self.voice.set_voice(next(iter(voices)) if len(voices) == 1 else "")
        inherited = {member.voice for member in _members(script, lines, lambda line: not line.voice)}
        if len(voices) > 1:
            self.voice.setText(several)
        elif len(inherited) == 1:
            self.voice.setText(self.tr("{0} from the cast").format(self._voices.title(inherited.pop())))

    def _show_speed(self, lines: Sequence[Line], several: str) -> None:
        script = self._document.script
        speeds = {line.speed for line in lines}
        inherited = {member.speed for member in _members(script, lines, lambda line: line.speed is None)}
        if len(speeds) > 1:
            text = several
        elif len(inherited) == 1:
            text = self.tr("{0} from the cast").format(number(inherited.pop(), 2))
        else:
            text = self.tr("From the cast")
        self.speed.blockSignals(True)
        self.speed.setSpecialValueText(text)
        speed = speeds.pop() if len(speeds) == 1 else None
        self.speed.setValue(_INHERITED if speed is None else speed)
        self.speed.blockSignals(False)

    def _lines(self) -> list[Line]:
        found = (self._document.script.line(line_id) for line_id in self._ids)
        return [line for line in found if line]

    def _choose_member(self, _index: int) -> None:
        self._set(Column.MEMBER, self.member.currentData())

    def _choose_voice(self, name: str) -> None:
        self._set(Column.VOICE, name)

    def _choose_language(self, _index: int) -> None:
        script = set_fields(self._document.script, self._ids, language=self.language.currentData())
        self._document.edit(self.tr("Change language of %n line(s)", "", len(self._ids)), script)

    def _choose_speed(self, value: float) -> None:
        speed = None if value < SPEED_RANGE[0] - _STEP / 2 else round(value, 2)
        script = set_fields(self._document.script, self._ids, speed=speed)
        name = self.tr("Change speed of %n line(s)", "", len(self._ids))
        self._document.edit(name, script, merge=f"speed {' '.join(self._ids)}")

    def _set(self, column: Column, value: Any) -> None:
        if not self._editing.set_value(self._ids, column, value):
            self.refresh()


def _members(script: Script, lines: Sequence[Line], which: Callable[[Line], bool]) -> list[Member]:
    """Who says those of the lines; each once, for the lines may be thousands."""
    return [script.members.get(name, script.narrator) for name in {line.member for line in lines if which(line)}]
