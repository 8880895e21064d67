"""The cast: who speaks with which voice, so that one change re-voices all lines of a character."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QRect, Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from studio.document import edits
from studio.document.document import Document
from studio.document.script import Member
from studio.emotions import EmotionLibrary
from studio.voices import VoiceLibrary
from studio.windows.cast_delegate import CastDelegate
from studio.windows.cast_model import MEMBER, CastModel, Column
from studio.windows.cast_table import CastTable
from studio.windows.cast_words import free_name
from studio.windows.choose_voice import VoicePopup
from studio.windows.emotion_menu import fill_emotions
from studio.windows.icons import icon
from studio.windows.note import Note

if TYPE_CHECKING:
    from studio.playback.transport import Transport

_ICONS = ("add", "voice", "emotion", "delete", "up", "down")


class CastPanel(QWidget):
    """Table and buttons.

    Parameters
    ----------
    transport
        What plays samples while a voice is being chosen; None where nothing can be heard.
    """

    def __init__(
        self,
        *,
        document: Document,
        voices: VoiceLibrary,
        emotions: EmotionLibrary,
        transport: Transport | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._revoiced = ""
        self._place = ("", 0)
        self._emotions = emotions
        self._model = CastModel(document, voices, emotions, self)
        self.table = CastTable()
        self.table.setModel(self._model)
        self.table.setItemDelegate(CastDelegate(self.table))
        self.note = Note()
        self.popup = VoicePopup(voices=voices, transport=transport, parent=self)
        buttons = [QToolButton() for _ in _ICONS]
        self.add_button, self.voice_button, self.emotion_button, *others = buttons
        self.remove_button, self.up_button, self.down_button = others
        self._emotion_menu = QMenu(self)
        self.emotion_button.setMenu(self._emotion_menu)
        self.emotion_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._arrange()
        self._connect()
        self._retranslate()
        self.table.setCurrentIndex(self._model.index(0, Column.NAME))
        self._enable()

    @property
    def current(self) -> Member | None:
        """The member that the keyboard is on."""
        member: Member | None = self.table.currentIndex().data(MEMBER)
        return member

    def select(self, name: str, column: Column = Column.NAME) -> None:
        """Put the keyboard on a member."""
        self.table.setCurrentIndex(self._model.index(self._model.row_of(name), column))

    def add(self) -> None:
        """Add a member with the narrator's voice, and ask for its name."""
        script = self._document.script
        name = free_name(script, self.tr("Character"))
        self._document.edit(self.tr("Add a cast member"), edits.set_member(script, Member(name, script.narrator.voice)))
        self.select(name)
        self.table.setFocus()
        self.table.edit(self.table.currentIndex())

    def rename(self) -> None:
        """Edit the name of the current member in its cell."""
        if member := self.current:
            if not member.name:
                self.note.complain(
                    self.tr("The narrator keeps its name: add a cast member for a character with one of its own.")
                )
                return
            self.select(member.name)
            self.table.edit(self.table.currentIndex())

    def choose_voice(self) -> None:
        """Open the list of voices for the current member."""
        if member := self.current:
            self._revoiced = member.name
            cell = self.table.visualRect(self.table.currentIndex().siblingAtColumn(Column.VOICE))
            where = self.table.viewport().mapToGlobal(cell.topLeft())
            self.popup.ask(QRect(where, cell.size()), member.voice)

    def remove(self) -> None:
        """Take the current member out; the narrator says its lines from now on."""
        member = self.current
        if member is None:
            return
        if not member.name:
            self.note.complain(self.tr("The narrator cannot be removed: it says the lines that nobody else says."))
            return
        lines, row = self._model.lines_of(member.name), self.table.currentIndex().row()
        step = self.tr("Remove {0} from the cast").format(member.name)
        self._document.edit(step, edits.remove_member(self._document.script, member.name))
        self.table.setCurrentIndex(self._model.index(min(row, self._model.rowCount() - 1), Column.NAME))
        if lines:
            told = self.tr("{0} is removed; %n line(s) went to the narrator.", "", lines)
        else:
            told = self.tr("{0} is removed.")
        self.note.inform(told.format(member.name))

    def shift(self, by: int) -> None:
        """Move the current member up (negative) or down; the narrator stays first."""
        if (member := self.current) and member.name:
            step = self.tr("Move {0} in the cast").format(member.name)
            self._document.edit(step, edits.move_member(self._document.script, member.name, by))
            self.select(member.name)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() == QEvent.Type.LanguageChange:
            self._model.refresh()
            self._retranslate()
        elif event.type() == QEvent.Type.PaletteChange:
            self._draw_icons()
        super().changeEvent(event)

    def _arrange(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(4)
        for button in (self.add_button, self.voice_button):
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            buttons.addWidget(button)
        buttons.addWidget(self.emotion_button)
        buttons.addStretch()
        for button in (self.remove_button, self.up_button, self.down_button):
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(4)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.note)
        layout.addLayout(buttons)

    def _connect(self) -> None:
        self.add_button.clicked.connect(self.add)
        self.voice_button.clicked.connect(self.choose_voice)
        self._emotion_menu.aboutToShow.connect(self._offer_emotions)
        self.remove_button.clicked.connect(self.remove)
        self.up_button.clicked.connect(self._move_up)
        self.down_button.clicked.connect(self._move_down)
        self.table.edit_pressed.connect(self._edit)
        self.table.doubleClicked.connect(self._edit)
        self.table.remove_pressed.connect(self.remove)
        self.table.move_pressed.connect(self.shift)
        self.table.current_changed.connect(self._enable)
        self.popup.chosen.connect(self._take_voice)
        self._model.done.connect(self.note.inform)
        self._model.refused.connect(self.note.complain)
        self._model.modelAboutToBeReset.connect(self._keep_place)
        self._model.modelReset.connect(self._find_place)
        self._document.changed.connect(self._forget_note)
        self._document.replaced.connect(self._forget_note)

    def _edit(self, index: QModelIndex) -> None:
        if index.column() in {Column.VOICE, Column.LINES}:
            self.choose_voice()
        elif index.column() == Column.NAME:
            self.rename()
        else:
            self.table.edit(index)

    def _offer_emotions(self) -> None:
        self._emotion_menu.clear()
        if member := self.current:
            choose = partial(self._model.set_emotion, member.name)
            fill_emotions(self._emotion_menu, self._emotions, (member.emotion,), choose)

    def _take_voice(self, voice: str) -> None:
        self._model.set_voice(self._revoiced, voice)
        self.table.setFocus()

    def _move_up(self) -> None:
        self.shift(-1)

    def _move_down(self) -> None:
        self.shift(1)

    def _keep_place(self) -> None:
        member = self.current
        self._place = (member.name if member else "", self.table.currentIndex().row())

    def _find_place(self) -> None:
        """After a rename the row is the same; after anything else the name is."""
        name, row = self._place
        found = self._model.row_of(name)
        row = found if found >= 0 else min(max(row, 0), self._model.rowCount() - 1)
        self.table.setCurrentIndex(self._model.index(row, Column.NAME))
        self._enable()

    def _forget_note(self) -> None:
        self.note.clear()

    def _enable(self) -> None:
        member = self.current
        named = member is not None and bool(member.name)
        row, last = self.table.currentIndex().row(), self._model.rowCount() - 1
        self.voice_button.setEnabled(member is not None)
        self.emotion_button.setEnabled(member is not None)
        self.remove_button.setEnabled(named)
        self.up_button.setEnabled(named and row > 1)
        self.down_button.setEnabled(named and row < last)

    def _buttons(self) -> tuple[QToolButton, ...]:
        first = (self.add_button, self.voice_button, self.emotion_button)
        return *first, self.remove_button, self.up_button, self.down_button

    def _draw_icons(self) -> None:
        for button, name in zip(self._buttons(), _ICONS, strict=True):
            button.setIcon(icon(name))

    def _retranslate(self) -> None:
        self.table.setAccessibleName(self.tr("Cast"))
        self.add_button.setText(self.tr("Add"))
        self.voice_button.setText(self.tr("Voice…"))
        names = (
            self.tr("Add a cast member"),
            self.tr("Choose the voice of this cast member (Enter)"),
            self.tr("Choose what this cast member feels in lines that have no emotion of their own"),
            self.tr("Remove this cast member (Delete)"),
            self.tr("Move up (Alt+Up)"),
            self.tr("Move down (Alt+Down)"),
        )
        for button, name in zip(self._buttons(), names, strict=True):
            button.setToolTip(name)
            button.setAccessibleName(name)
        self._draw_icons()
