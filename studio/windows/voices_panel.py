"""The library of voices: find one, hear it, give it to lines or to a member of the cast."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from studio.document import edits
from studio.document.document import Document
from studio.document.script import Member, Script
from studio.voices import VoiceEntry, VoiceLibrary
from studio.windows.actions import Actions
from studio.windows.cast_words import free_name, revoiced
from studio.windows.icons import icon
from studio.windows.script_columns import member_title
from studio.windows.voices_browser import VoiceBrowser
from studio.windows.voices_tags import TagDialog

if TYPE_CHECKING:
    from studio.playback.transport import Transport


class VoicesPanel(QWidget):
    """Browser, and buttons that use the voice it is on.

    Parameters
    ----------
    selected_ids
        The lines selected in the script, when asked.
    """

    def __init__(
        self,
        *,
        document: Document,
        voices: VoiceLibrary,
        transport: Transport,
        actions: Actions,
        selected_ids: Callable[[], tuple[str, ...]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._voices = voices
        self._selected_ids = selected_ids
        self._actions = actions
        self.browser = VoiceBrowser(voices=voices, transport=transport)
        self.members = QMenu(self)
        self.use_button = _button(actions, "voice.use")
        self.member_button = QToolButton()
        self.member_button.setMenu(self.members)
        self.member_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.member_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        buttons = QHBoxLayout()
        buttons.setSpacing(4)
        buttons.addWidget(self.use_button, 1)
        buttons.addWidget(self.member_button)
        making = QHBoxLayout()
        making.setSpacing(4)
        self.clone_button, self.blend_button = QToolButton(), QToolButton()
        for button, action_id in ((self.clone_button, "voice.clone"), (self.blend_button, "voice.blend")):
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.clicked.connect(actions[action_id].trigger)
            _widen(button)
            making.addWidget(button, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(4)
        layout.addWidget(self.browser, 1)
        layout.addLayout(buttons)
        layout.addLayout(making)
        self.browser.list.addActions(actions.in_scope("voices"))
        actions.bind("voice.use", self.use_for_lines)
        actions.bind("voice.play", self.play_sample)
        actions.bind("voice.favourite", self.toggle_favourite)
        actions.bind("voice.tags", self.edit_tags)
        self.members.aboutToShow.connect(self._fill_members)
        self.members.triggered.connect(self._member_chosen)
        self.browser.entered.connect(self.browser.toggle_sample)
        self.browser.current_changed.connect(self._enable)
        self.browser.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.browser.list.customContextMenuRequested.connect(self._show_menu)
        self._retranslate()
        self._enable()

    def select(self, name: str) -> None:
        """Show a voice, whatever is filtered."""
        if name not in self.browser.shown:
            self.browser.clear_filters()
        self.browser.set_current(name)

    def play_sample(self) -> None:
        """Hear the current voice, or stop."""
        if entry := self.browser.current:
            self.browser.toggle_sample(entry.name)

    def toggle_favourite(self) -> None:
        """Mark the current voice, or unmark it."""
        if entry := self.browser.current:
            self.browser.toggle_favourite(entry.name)

    def edit_tags(self) -> None:
        """Change the user's own tags of the current voice."""
        if entry := self.browser.current:
            used = dict.fromkeys(tag for other in self._voices.entries() for tag in other.own_tags)
            dialog = TagDialog(entry, tuple(sorted(used, key=str.casefold)), self)
            dialog.decided.connect(self._voices.set_tags)
            dialog.open()

    def use_for_lines(self) -> None:
        """Let the current voice say the selected lines, whoever's they are."""
        entry, ids = self.browser.current, self._selected_ids()
        if entry is None:
            return
        if not ids:
            self.browser.note.complain(self.tr("No line is selected: select lines in the script first."))
            return
        after = edits.set_fields(self._document.script, ids, voice=entry.name)
        self._change(self.tr("Voice of %n line(s)", "", len(ids)), after, entry.title)

    def use_for_member(self, name: str) -> None:
        """Let the current voice say all that a member of the cast says."""
        entry, member = self.browser.current, self._document.script.members.get(name)
        if entry is None or member is None:
            return
        after = edits.set_member(self._document.script, replace(member, voice=entry.name))
        self._change(self.tr("Voice of {0}").format(member_title(name)), after, entry.title)

    def add_member(self) -> None:
        """Add a member of the cast who speaks with the current voice, and is called like it for now."""
        if entry := self.browser.current:
            script = self._document.script
            name = free_name(script, entry.title)
            self._document.edit(self.tr("Add {0} to the cast").format(name), _with(script, name, entry))
            self.browser.note.inform(self.tr("{0} is in the cast now.").format(name))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.Type.PaletteChange:
            self._draw_icons()
        super().changeEvent(event)

    def _change(self, name: str, after: Script, title: str) -> None:
        before = self._document.script
        self._document.edit(name, after)
        self.browser.note.inform(revoiced(self._document, before, title))

    def _enable(self) -> None:
        there = self.browser.current is not None
        for action in ("voice.use", "voice.play", "voice.favourite", "voice.tags"):
            self._actions[action].setEnabled(there)
        self.member_button.setEnabled(there)

    def _fill_members(self) -> None:
        self.members.clear()
        for member in self._document.script.cast:
            self.members.addAction(member_title(member.name)).setData(member.name)
        self.members.addSeparator()
        self.members.addAction(icon("add"), self.tr("New cast member")).setData(None)

    def _member_chosen(self, action: QAction) -> None:
        name = action.data()
        if name is None:
            self.add_member()
        else:
            self.use_for_member(str(name))

    def _show_menu(self, where: QPoint) -> None:
        if self.browser.current is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self._actions["voice.play"])
        menu.addAction(self._actions["voice.favourite"])
        menu.addAction(self._actions["voice.tags"])
        menu.addSeparator()
        menu.addAction(self._actions["voice.use"])
        menu.addMenu(self.members)
        menu.addSeparator()
        for action_id in ("rename", "duplicate", "export", "delete"):
            menu.addAction(self._actions[f"voice.{action_id}"])
        menu.addSeparator()
        menu.addAction(self._actions["voice.import"])
        menu.popup(self.browser.list.viewport().mapToGlobal(where))

    def _retranslate(self) -> None:
        self.members.setTitle(self.tr("Use for cast &member"))
        self.member_button.setText(self.tr("Cast"))
        self.member_button.setToolTip(self.tr("Use this voice for a cast member"))
        self.member_button.setAccessibleName(self.tr("Use this voice for a cast member"))
        self.clone_button.setText(self.tr("Clone…"))
        self.clone_button.setToolTip(self.tr("Make a voice of a recording"))
        self.blend_button.setText(self.tr("Blend…"))
        self.blend_button.setToolTip(self.tr("Make a voice of two or more others"))
        self._draw_icons()

    def _draw_icons(self) -> None:
        self.member_button.setIcon(icon("cast"))
        self.clone_button.setIcon(icon("microphone"))
        self.blend_button.setIcon(icon("blend"))


def _button(actions: Actions, action_id: str) -> QToolButton:
    button = QToolButton()
    button.setDefaultAction(actions[action_id])
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
    _widen(button)
    return button


def _widen(button: QToolButton) -> None:
    policy = button.sizePolicy()
    policy.setHorizontalPolicy(policy.Policy.Expanding)
    button.setSizePolicy(policy)


def _with(script: Script, name: str, entry: VoiceEntry) -> Script:
    return edits.set_member(script, Member(name, entry.name))
