"""What can be done with emotions from menus and by keyboard, and with the user's own presets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QStandardPaths, Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog, QLineEdit, QMenu, QWidget

from engines.prosody.emotion import FEELINGS
from engines.prosody.preset import SUFFIX, Preset
from engines.prosody.presets import NEUTRAL_NAME
from engines.text.markup_edits import wrap
from engines.types import Span
from studio.document.edits import set_fields
from studio.emotions import EmotionEntry, shown
from studio.session import Session
from studio.windows.actions import Actions
from studio.windows.inspector_panel import InspectorPanel
from studio.windows.inspector_text import LineText, characters
from studio.windows.message_strip import Message, MessageStrip
from studio.windows.script_editors import TextEditor

if TYPE_CHECKING:
    from studio.windows.audition_window import AuditionWindow

STEP = 0.1
"""By which a key makes an emotion more or less intense."""
SPAN_INTENSITY = 0.6
_DELETED = "emotion deleted"


class EmotionCommands(QObject):
    """Binds the actions about emotions, and tells on the strip what became of presets.

    Parameters
    ----------
    settle
        Brings the inspector to the lines that are selected.
    """

    def __init__(
        self,
        *,
        session: Session,
        actions: Actions,
        inspector: InspectorPanel,
        strip: MessageStrip,
        settle: Callable[[], object],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._session, self._inspector, self._strip = session, inspector, strip
        self._settle, self._window = settle, window
        self._library = session.emotions
        for name in (*FEELINGS, NEUTRAL_NAME):
            actions.bind(f"emotion.{name}", partial(self.feel, name))
        actions.bind("emotion.more", partial(self.grade, STEP))
        actions.bind("emotion.less", partial(self.grade, -STEP))
        actions.bind("emotion.wrap", self.choose_span)
        actions.bind("emotion.audition", self.audition)
        actions.bind("emotion.save", self.save)
        actions.bind("emotion.import", self.choose_files)
        inspector.emotion.save_asked.connect(self.save)
        inspector.emotion.compare_asked.connect(self.audition)
        inspector.emotion.menu_asked.connect(self._open_menu)
        self._library.deleted.connect(self._deleted)
        self._library.told.connect(lambda sentence: strip.show_message(Message(sentence)))
        self._library.failed.connect(lambda sentence: strip.show_message(Message(sentence, "error")))

    def feel(self, name: str) -> None:
        """Give the selected lines a preset."""
        self._settle()
        if self._inspector.line_ids:
            self._inspector.emotion.choose(name)

    def grade(self, by: float) -> None:
        """More or less of what the selected lines are felt with."""
        self._settle()
        ids = self._inspector.line_ids
        if ids:
            step = self.tr("Change emotion of %n line(s)", "", len(ids))
            self._inspector.emotion.change(
                step, lambda emotion: emotion.graded(round(emotion.emotion.intensity + by, 2)), merge="grade"
            )

    def choose_span(self) -> None:
        """Offer the emotions that the selected words may be felt with."""
        focused = QApplication.focusWidget()
        # A menu bar that was opened with Alt has the keyboard.
        field = focused if isinstance(focused, LineText | TextEditor) else self._inspector.text
        if not _selected(field):
            self._strip.show_message(Message(self.tr("Select some words in the text of a line first.")))
            return
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for entry in self._library.entries():
            action = menu.addAction(
                f"{entry.title} {shown(SPAN_INTENSITY)}" if not entry.value.is_neutral else entry.title
            )
            action.triggered.connect(lambda _checked=False, name=entry.name: self.wrap(field, name))
        cursor = field.cursorRect().bottomLeft()
        menu.popup(field.mapToGlobal(cursor))

    def wrap(self, field: LineText | TextEditor, name: str) -> None:
        """Let the words that are selected in a field be felt with a preset."""
        span, text = _selected(field), _text(field)
        value = "" if name == NEUTRAL_NAME else shown(SPAN_INTENSITY)
        if not span:
            return
        wrapped = wrap(text, span, name, value)
        if isinstance(field, LineText):
            script = set_fields(self._session.document.script, self._inspector.line_ids, text=wrapped)
            self._session.document.edit(self.tr("Change emotion of words"), script)
        else:
            field.setText(wrapped)

    def audition(self) -> AuditionWindow | None:
        """Open the window that compares emotions and voices, on the line that is selected."""
        from studio.windows.audition_window import AuditionWindow  # noqa: PLC0415 only when it is wanted

        self._settle()
        ids = self._inspector.line_ids
        line = self._session.document.script.line(ids[0]) if ids else None
        if line is None or not line.text.strip():
            self._strip.show_message(Message(self.tr("Select a line with text first.")))
            return None
        window = AuditionWindow(self._session, line.id, self._window)
        window.show()
        return window

    # The user's own presets.

    def save(self) -> None:
        """Ask for a title, and keep what the line is felt with."""
        self._settle()
        present = self._inspector.emotion.present
        if present is None or not replace(present.emotion, example=None).felt:
            self._strip.show_message(Message(self.tr("There is no emotion to save: move a slider first.")))
            return
        title = self._library.name(present) if self._library.is_altered(present) else ""
        self._ask(
            self.tr("Save as preset"),
            self.tr("Name of the emotion; the recording is no part of it:")
            if present.emotion.example
            else self.tr("Name of the emotion:"),
            title,
            lambda text: self._library.add(text, present.emotion),
        )

    def choose_files(self) -> None:
        """Ask for files of presets and add them."""
        dialog = self._file_dialog(self.tr("Import presets"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(lambda names: self._library.import_files([Path(name) for name in names]))
        dialog.open()

    def export(self, entry: EmotionEntry) -> None:
        """Ask for a file, and write a preset into it."""
        dialog = self._file_dialog(self.tr("Export {0}").format(entry.title))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX[1:])
        dialog.selectFile(f"{entry.name}{SUFFIX}")
        dialog.fileSelected.connect(lambda name: self._library.export(entry.name, Path(name)))
        dialog.open()

    def rename(self, entry: EmotionEntry) -> None:
        """Ask for another title."""
        self._ask(
            self.tr("Rename {0}").format(entry.title),
            self.tr("Name of the emotion:"),
            entry.title,
            partial(self._library.rename, entry.name),
        )

    def menu(self, entry: EmotionEntry) -> QMenu:
        """What can be done with a preset."""
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def add(text: str, handler: Callable[[], object], *, enabled: bool = True) -> None:
            action = menu.addAction(text)
            action.setEnabled(enabled)
            action.triggered.connect(lambda _checked=False: handler())

        is_preset = entry.name != NEUTRAL_NAME
        add(self.tr("&Copy"), partial(self._library.copy, entry.name), enabled=is_preset)
        add(self.tr("&Rename…"), partial(self.rename, entry), enabled=entry.own)
        add(self.tr("Put the &present values into it"), partial(self._update, entry.name), enabled=entry.own)
        add(self.tr("E&xport…"), partial(self.export, entry), enabled=is_preset)
        add(self.tr("De&lete"), partial(self._library.delete, entry.name), enabled=entry.own)
        menu.addSeparator()
        add(self.tr("&Import presets…"), self.choose_files)
        return menu

    def _open_menu(self, name: str, at: QPoint) -> None:
        entry = next((entry for entry in self._library.entries() if entry.name == name), None)
        if entry:
            self.menu(entry).popup(at)

    def _update(self, name: str) -> None:
        present = self._inspector.emotion.present
        if present:
            self._library.save(name, present.emotion)

    def _deleted(self, preset: Preset) -> None:
        text = self.tr("{0} was deleted; lines keep its values.").format(preset.title)
        undo = partial(self._library.restore, preset)
        self._strip.show_message(Message(text, button=self.tr("Undo"), act=undo, key=f"{_DELETED} {preset.name}"))

    def _ask(self, title: str, label: str, text: str, then: Callable[[str], object]) -> None:
        dialog = QInputDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(title)
        dialog.setLabelText(label)
        dialog.setTextValue(text)
        dialog.textValueSelected.connect(then)
        dialog.open()

    def _file_dialog(self, title: str) -> QFileDialog:
        dialog = QFileDialog(self._window, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setNameFilter(self.tr("Emotions ({0})").format(f"*{SUFFIX}"))
        dialog.setDirectory(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
        return dialog


def _text(field: LineText | QLineEdit) -> str:
    return field.toPlainText() if isinstance(field, LineText) else field.text()


def _selected(field: LineText | QLineEdit) -> Span | None:
    if isinstance(field, LineText):
        span = field.selected
    else:
        start = characters(field.text(), max(field.selectionStart(), 0))
        span = Span(start, start + len(field.selectedText()))
    return span if span.start < span.end else None
