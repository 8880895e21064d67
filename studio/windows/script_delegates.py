"""How cells of the script table are drawn and edited."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QKeySequence, QPalette
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from studio.document.document import Document
from studio.document.emotions import LineEmotion
from studio.document.script import Overrun
from studio.emotions import DEGREES, EmotionLibrary, shown
from studio.voices import VoiceLibrary
from studio.windows.script_columns import SHARED, Column, member_title, title
from studio.windows.script_editing import ScriptEditing
from studio.windows.script_editors import ChoiceEditor, SearchEditor, SpeedEditor, TextEditor
from studio.windows.script_roles import ID_ROLE, LOOK_ROLE, Look
from studio.windows.script_signs import chip, decorate, sign
from studio.windows.slot_words import overrun_word
from studio.windows.voices_search import matches, words_of

Index = QModelIndex | QPersistentModelIndex
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_CONTROL = Qt.KeyboardModifier.ControlModifier


class CellDelegate(QStyledItemDelegate):
    """A cell that is edited as a line of text; the base of the others.

    Parameters
    ----------
    editing
        Takes what was typed.
    targets
        The lines that get the value given to one, for columns where all selected lines do.
    is_plain_key
        Whether a key sequence is a shortcut that must not fire while a cell is being edited.
    """

    play_requested = Signal(str)
    """Id of the line that was edited and is to be heard."""

    def __init__(
        self,
        editing: ScriptEditing,
        targets: Callable[[str], Sequence[str]],
        is_plain_key: Callable[[QKeySequence], bool],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._editing = editing
        self._targets = targets
        self._is_plain_key = is_plain_key

    # What subclasses say; the names below them are Qt's.

    def make_editor(self, parent: QWidget, name: str, _index: Index) -> QWidget:
        """A new editor, whose accessible name is `name`."""
        return TextEditor(name, parent)

    def load(self, editor: QWidget, value: Any) -> None:
        """Show the cell's value in the editor."""
        assert isinstance(editor, QLineEdit)
        editor.setText(str(value or ""))
        editor.selectAll()

    def read(self, editor: QWidget) -> Any:
        """The value that the editor holds."""
        assert isinstance(editor, QLineEdit)
        return editor.text()

    def is_picked(self, _editor: QWidget) -> bool:
        """Whether the user chose the value, even if it is the one that was there."""
        return False

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, index: Index) -> QWidget:  # noqa: N802
        """Called when editing begins."""
        name = self.tr("{0} of line {1}").format(title(Column(index.column())), index.row() + 1)
        editor = self.make_editor(parent, name, index)
        editor.setProperty("line", index.data(ID_ROLE))
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:  # noqa: N802
        """Called when editing begins, and whenever the cell may have changed; what is being typed stays."""
        value = index.data(Qt.ItemDataRole.EditRole)
        if not editor.property("begun") or editor.property("loaded") != value:
            editor.setProperty("begun", True)
            editor.setProperty("loaded", value)
            self.load(editor, value)

    def setModelData(self, editor: QWidget, _model: QAbstractItemModel, index: Index) -> None:  # noqa: N802
        """Called when editing ends; for one line or, in some columns, for all selected ones."""
        value = self.read(editor)
        if value == editor.property("loaded") and not self.is_picked(editor):
            return
        line_id, column = index.data(ID_ROLE), Column(index.column())
        ids = self._targets(line_id) if column in SHARED else (line_id,)
        editor.setProperty("loaded", value)
        self._editing.set_value(ids, column, value)

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:  # noqa: N802
        """Keep plain keys for the editor; Ctrl+Enter ends editing and plays."""
        if isinstance(event, QKeyEvent) and isinstance(editor, QWidget):
            enter = event.key() in _ENTER
            if event.type() is QEvent.Type.ShortcutOverride:
                if enter or self._is_plain_key(QKeySequence(event.keyCombination())):
                    event.accept()
                    return True
            elif event.type() is QEvent.Type.KeyPress and enter and event.modifiers() & _CONTROL:
                line_id = str(editor.property("line"))
                self.finish(editor)
                self.play_requested.emit(line_id)
                return True
        return super().eventFilter(editor, event)

    def finish(self, editor: QWidget) -> None:
        """Take over the value and close the editor."""
        view = self.parent()
        if isinstance(view, QAbstractItemView) and view.state() is not QAbstractItemView.State.EditingState:
            return  # one that loses the keyboard as it closes may find once more what was typed
        self.commitData.emit(editor)
        self.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.NoHint)

    def updateEditorGeometry(  # noqa: N802
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """The editor covers its cell, and has the width it needs."""
        super().updateEditorGeometry(editor, option, index)
        if isinstance(editor, (QComboBox, QDoubleSpinBox)):
            box = editor.geometry()
            box.setWidth(max(box.width(), editor.sizeHint().width()))
            editor.setGeometry(box)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: N802
        """Take the look of a cell from the model; the base class would ask for seven roles."""
        look: Look = index.data(LOOK_ROLE)
        option.features |= QStyleOptionViewItem.ViewItemFeature.HasDisplay
        option.text = look.text
        if look.is_inherited:
            option.font.setItalic(True)
            option.palette.setColor(QPalette.ColorRole.Text, option.palette.color(QPalette.ColorRole.PlaceholderText))
        if look.is_odd:
            decorate(option, sign("warning", "warning", option))
        self.dress(option, look)

    def dress(self, option: QStyleOptionViewItem, look: Look) -> None:
        """Add what a kind of cell has besides its text."""


class FigureDelegate(CellDelegate):
    """Figures, which are set to the right."""

    def dress(self, option: QStyleOptionViewItem, look: Look) -> None:
        """See the base."""
        option.displayAlignment = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class SpeedDelegate(FigureDelegate):
    """A speaking rate, or the cast's."""

    def make_editor(self, parent: QWidget, name: str, _index: Index) -> QWidget:
        """See the base."""
        return SpeedEditor(name, self.tr("From cast"), parent)

    def load(self, editor: QWidget, value: Any) -> None:
        """See the base."""
        assert isinstance(editor, SpeedEditor)
        editor.set_speed(value)
        editor.selectAll()

    def read(self, editor: QWidget) -> Any:
        """See the base."""
        assert isinstance(editor, SpeedEditor)
        editor.interpretText()
        return editor.speed()


class ChoiceDelegate(CellDelegate):
    """One of a few."""

    def choices(self) -> list[tuple[str, str]]:
        """Texts and values; a subclass says which."""
        raise NotImplementedError

    def make_editor(self, parent: QWidget, name: str, _index: Index) -> QWidget:
        """See the base."""
        editor = ChoiceEditor(name, self.choices(), parent)
        editor.chosen.connect(self.finish)
        return editor

    def load(self, editor: QWidget, value: Any) -> None:
        """See the base."""
        assert isinstance(editor, ChoiceEditor)
        editor.setCurrentIndex(max(0, editor.findData(value)))

    def read(self, editor: QWidget) -> Any:
        """See the base."""
        assert isinstance(editor, ChoiceEditor)
        return editor.currentData()

    def is_picked(self, editor: QWidget) -> bool:
        """See the base."""
        return isinstance(editor, ChoiceEditor) and editor.picked


class FitDelegate(ChoiceDelegate):
    """What is done when a line is too long for its time."""

    def choices(self) -> list[tuple[str, str]]:
        """See the base."""
        return [(overrun_word(overrun.value), overrun.value) for overrun in Overrun]


class SearchDelegate(CellDelegate):
    """What is typed finds one of many."""

    def load(self, editor: QWidget, value: Any) -> None:
        """See the base."""
        assert isinstance(editor, SearchEditor)
        editor.show_value(value, value)

    def is_picked(self, editor: QWidget) -> bool:
        """See the base."""
        return isinstance(editor, SearchEditor) and editor.picked


class MemberDelegate(SearchDelegate):
    """One of the cast, or a new name."""

    def __init__(self, document: Document, *args: Any) -> None:
        super().__init__(*args)
        self._document = document

    def make_editor(self, parent: QWidget, name: str, _index: Index) -> QWidget:
        """See the base."""
        items = [(member_title(member.name), member.name) for member in self._document.script.cast]
        editor = SearchEditor(name, items, parent)
        editor.chosen.connect(self.finish)
        return editor

    def read(self, editor: QWidget) -> Any:
        """See the base."""
        assert isinstance(editor, SearchEditor)
        known = editor.value_of_text()
        return editor.currentText().strip() if known is None else known

    def dress(self, option: QStyleOptionViewItem, look: Look) -> None:
        """The member's colour before the name, which says the same."""
        if look.hue is not None:
            decorate(option, chip(look.hue, option))


class VoiceDelegate(SearchDelegate):
    """A voice for the line, or the cast's."""

    def __init__(self, document: Document, voices: VoiceLibrary, *args: Any) -> None:
        super().__init__(*args)
        self._document = document
        self._voices = voices

    def make_editor(self, parent: QWidget, name: str, index: Index) -> QWidget:
        """See the base."""
        script = self._document.script
        line = script.line(index.data(ID_ROLE))
        member = script.members.get(line.member if line else "", script.narrator)
        items = [(self.tr("From cast ({0})").format(self._voices.title(member.voice)), "")]
        entries = sorted(self._voices.entries(), key=lambda entry: not entry.favourite)
        items += [(" · ".join((entry.title, *entry.tags[:2])), entry.name) for entry in entries]
        editor = SearchEditor(name, items, parent)
        editor.chosen.connect(self.finish)
        return editor

    def read(self, editor: QWidget) -> Any:
        """What was typed may be the name of a voice, or words that only one voice has."""
        assert isinstance(editor, SearchEditor)
        known = editor.value_of_text()
        typed = editor.currentText().strip()
        if known is not None or not typed:
            return known or ""
        entries = self._voices.entries()
        found = [entry.name for entry in entries if typed in (entry.name, entry.title)] or [
            entry.name for entry in entries if matches(words_of(entry), typed)
        ]
        return found[0] if len(found) == 1 else typed


class EmotionDelegate(SearchDelegate):
    """A preset and its intensity, chosen or typed, or what the cast says."""

    def __init__(self, document: Document, emotions: EmotionLibrary, *args: Any) -> None:
        super().__init__(*args)
        self._document = document
        self._emotions = emotions

    def make_editor(self, parent: QWidget, name: str, index: Index) -> QWidget:
        """The presets, and the degrees of the one that the line has."""
        script = self._document.script
        line = script.line(index.data(ID_ROLE))
        member = script.members.get(line.member if line else "", script.narrator)
        items = [(self.tr("From cast ({0})").format(self._emotions.text(member.emotion)), "")]
        items += [(entry.title, entry.name) for entry in self._emotions.entries()]
        present = script.emotion(line) if line else member.emotion
        if self._emotions.find(present.preset):
            word = self._emotions.name(present)
            items += [(f"{word} {shown(share)}", f"{present.preset} {share}") for share in DEGREES]
        editor = SearchEditor(name, items, parent)
        editor.chosen.connect(self.finish)
        return editor

    def load(self, editor: QWidget, value: Any) -> None:
        """See the base."""
        assert isinstance(editor, SearchEditor)
        text = self._emotions.text(value) if value else ""
        editor.setCurrentIndex(editor.findText(text) if text else 0)
        if editor.currentIndex() < 0:
            editor.setEditText(text)

    def read(self, editor: QWidget) -> Any:
        """A typed text that is no emotion is returned as it is, to be refused."""
        assert isinstance(editor, SearchEditor)
        known = editor.value_of_text()
        typed = editor.currentText().strip() if known is None else known
        loaded = editor.property("loaded")
        present = loaded if isinstance(loaded, LineEmotion) and known is None else None
        return (self._emotions.read(typed, present) or typed) if typed else None
