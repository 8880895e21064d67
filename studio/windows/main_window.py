"""The one window: the script in the middle, panels around it, menus and a toolbar above, a status bar below."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from studio.playback.messages import TransportState
from studio.projects import Safety
from studio.session import Session
from studio.windows.about import About
from studio.windows.actions import Actions
from studio.windows.command_palette import CommandPalette
from studio.windows.docks import Docks
from studio.windows.drop_commands import DropCommands
from studio.windows.drops import read_drop
from studio.windows.emotion_commands import EmotionCommands
from studio.windows.engine_notices import EngineNotices
from studio.windows.export_dialog import ExportDialog
from studio.windows.file_commands import FileCommands
from studio.windows.fit_limits import FitLimitsDialog
from studio.windows.menus import Menus
from studio.windows.message_strip import MessageStrip
from studio.windows.notices import Notices
from studio.windows.panels import Panels
from studio.windows.play_commands import PlayCommands
from studio.windows.preferences import Preferences
from studio.windows.pronunciation_commands import PronunciationCommands
from studio.windows.shortcuts_editor import ShortcutsEditor
from studio.windows.status_bar import StatusBar
from studio.windows.toolbar import TopBar
from studio.windows.voices_commands import VoiceCommands
from studio.windows.welcome_commands import WelcomeCommands

_COLUMNS = "script_columns"


class MainWindow(QMainWindow):
    """Shows a session.

    Parameters
    ----------
    session
        Not closed by the window: that is for whoever made both, after `closed`.
    """

    closed = Signal(bool)
    """The user has left. Unsaved work is to be kept for a later recovery, or else is saved or not wanted."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._leaving = False
        self._keep = False
        # Selection and current line change together, and often many times in a row.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._selected)
        self.setObjectName("main-window")
        self.setAcceptDrops(True)
        self.actions_table = Actions(session.settings, self)
        for action in self.actions_table.in_scope("window"):
            self.addAction(action)
        self.panels = Panels(session, self.actions_table)
        self.script = self.panels.script
        self.docks = Docks(self, self.panels.in_docks(), self.actions_table, session.settings)
        self._make_middle()
        self._make_bars()
        self._bind()
        self._follow()
        self._retranslate()
        if not self.docks.restore():
            self._first_size()
        columns = session.settings.window_state(_COLUMNS)
        if columns is not None:
            self.script.restore_columns(columns)
        self._show(self.panels.welcome if session.settings.show_welcome else self.script)

    def complete(self) -> None:
        """Add what takes longest to come, once the rest is on the screen."""
        from studio.windows.waveform_panel import WaveformPanel  # noqa: PLC0415 half a second with its plots

        session = self._session
        self.waveform = WaveformPanel(
            document=session.document,
            making=session.making,
            voices=session.voices,
            transport=session.transport,
            operations=session.operations,
            takes_folder=session.projects.takes_folder,
            actions=self.actions_table,
        )
        self.docks.put("view.waveform", self.waveform)
        self.waveform.play_from.connect(self._play_from)
        self.script.current_changed.connect(self.waveform.set_line)
        self.waveform.set_line(self.script.current_id())
        QTimer.singleShot(0, self, self._add_curves)
        QTimer.singleShot(0, self, self._add_video)
        QTimer.singleShot(0, self, self.panels.exports.prepare)

    def show_welcome(self) -> None:
        """Show the welcome page instead of the script."""
        self._show(self.panels.welcome)

    def show_script(self) -> None:
        """Show the script."""
        self._show(self.script)

    def leave(self, *, keep: bool) -> None:
        """Close without a question.

        Parameters
        ----------
        keep
            Keep unsaved work for a later recovery.
        """
        self._leaving, self._keep = True, keep
        self.close()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 Qt's name
        """Take whatever can be read."""
        if read_drop(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 Qt's name
        """Take it."""
        drop = read_drop(event.mimeData())
        if drop:
            event.acceptProposedAction()
            self.drops.take(drop)
            self.show_script()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 Qt's name
        """Close, or ask first when work would be lost."""
        self.script.commit_editor()
        if not self._leaving and self._session.projects.unsaved:
            event.ignore()
            self.files.when_safe(partial(self.leave, keep=False))
            return
        self.docks.save()
        self._session.settings.set_window_state(_COLUMNS, self.script.save_columns())
        event.accept()
        self.closed.emit(self._keep)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.Type.PaletteChange:
            self.actions_table.refresh_icons()
            self.docks.refresh_icons()
        super().changeEvent(event)

    def _make_middle(self) -> None:
        self._middle = QStackedWidget()
        self._middle.addWidget(self.script)
        self._middle.addWidget(self.panels.welcome)
        self.strip = MessageStrip()
        middle = QWidget()
        layout = QVBoxLayout(middle)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.strip)
        layout.addWidget(self._middle, 1)
        self.setCentralWidget(middle)

    def _make_bars(self) -> None:
        session, actions = self._session, self.actions_table
        self.files = FileCommands(
            actions=actions,
            document=session.document,
            projects=session.projects,
            operations=session.operations,
            settings=session.settings,
            commit=self.script.commit_editor,
            window=self,
        )
        self.menus = Menus(self.menuBar(), actions, self.files.recent)
        self.addToolBar(
            TopBar(
                actions=actions,
                transport=session.transport,
                dub=session.dub,
                settings=session.settings,
                meter=self.panels.meter,
                parent=self,
            )
        )
        self.status = StatusBar(synthesis=session.synthesis, making=session.making, transport=session.transport)
        self.setStatusBar(self.status)

    def _bind(self) -> None:
        session, actions = self._session, self.actions_table
        self.playing = PlayCommands(
            actions=actions,
            transport=session.transport,
            making=session.making,
            selection=self.script,
            exporting=lambda: session.exports.active,
            parent=self,
        )
        stack = session.document.undo_stack
        actions.bind("edit.undo", stack.undo)
        actions.bind("edit.redo", stack.redo)
        stack.canUndoChanged.connect(actions["edit.undo"].setEnabled)
        stack.canRedoChanged.connect(actions["edit.redo"].setEnabled)
        stack.undoTextChanged.connect(self._name_undo)
        stack.redoTextChanged.connect(self._name_redo)
        actions["edit.undo"].setEnabled(stack.canUndo())
        actions["edit.redo"].setEnabled(stack.canRedo())
        actions.bind("edit.preferences", lambda: Preferences(session, self).open())
        actions.bind("file.quit", self.close)
        actions.bind("file.export", lambda: self._export(tuple(session.document.script.rows)))
        actions.bind("file.export_selected", lambda: self._export(self.script.selected_ids()))
        actions.bind("line.fit_limits", lambda: FitLimitsDialog(session.document, self).open())
        actions.bind("line.curves", self._edit_curves)
        actions.bind("view.palette", lambda: CommandPalette(actions, self).open())
        actions.bind("view.next_panel", partial(self.docks.cycle, self._middle, 1))
        actions.bind("view.previous_panel", partial(self.docks.cycle, self._middle, -1))
        actions.bind("view.reset_layout", self.docks.reset)
        actions.bind("help.welcome", self.show_welcome)
        actions.bind("help.install_model", self.show_welcome)
        actions.bind("help.shortcuts", lambda: ShortcutsEditor(actions, session.settings, self).open())
        actions.bind("help.about", lambda: About(session.operations, self).open())

    def _follow(self) -> None:
        session = self._session
        self.notices = Notices(session=session, strip=self.strip, install=self.show_welcome)
        EngineNotices(session=session, strip=self.strip, show_settings=self._show_engine)
        self.voices = VoiceCommands(
            session=session, actions=self.actions_table, panel=self.panels.voices, strip=self.strip, window=self
        )
        self.pronunciation = PronunciationCommands(
            session=session,
            actions=self.actions_table,
            inspector=self.panels.inspector,
            docks=self.docks,
            strip=self.strip,
            settle=self._selected,
            window=self,
        )
        self.emotions = EmotionCommands(
            session=session,
            actions=self.actions_table,
            inspector=self.panels.inspector,
            strip=self.strip,
            settle=self._selected,
            window=self,
        )
        self.drops = DropCommands(
            document=session.document,
            projects=session.projects,
            files=self.files,
            voices=self.voices,
            notices=self.notices,
            open_video=self._open_video,
            parent=self,
        )
        self.panels.inspector.curves.open_asked.connect(self._edit_curves)
        self.script.selection_changed.connect(self._select_soon)
        self.script.current_changed.connect(self._select_soon)
        self.script.play_requested.connect(self._play_line)
        self.script.open_requested.connect(self.files.open)
        self.script.sample_requested.connect(self.files.open_sample)
        self.script.files_dropped.connect(self.drops.take_files)
        self.script.problem.connect(self.notices.inform)
        session.transport.line_started.connect(self.script.set_playing)
        session.transport.state_changed.connect(self._playing_changed)
        self.panels.activity.count_changed.connect(self.status.set_running)
        self.status.activity.clicked.connect(partial(self.docks.reveal, "view.activity"))
        session.projects.changed.connect(self._show_name)
        session.projects.opened.connect(self.show_script)
        session.projects.imported.connect(self._imported)
        # In a turn of its own: a panel that is shown for the first time takes a moment.
        reveal = QTimer(self, singleShot=True, interval=0)
        reveal.timeout.connect(partial(self.docks.reveal, "view.export"))
        session.exports.added.connect(lambda _first, _count: reveal.start())
        self.panels.welcome.new_requested.connect(self._start_typing)
        WelcomeCommands(page=self.panels.welcome, session=session, files=self.files)

    def _add_curves(self) -> None:
        from studio.windows.curve_panel import CurvePanel  # noqa: PLC0415 nobody sees it before the script

        session = self._session
        self.curves = CurvePanel(document=session.document, synthesis=session.synthesis, transport=session.transport)
        dock = self.docks.put("view.curves", self.curves)
        dock.visibilityChanged.connect(lambda visible: self.curves.set_covered(not visible))
        self.curves.set_covered(self.curves.visibleRegion().isEmpty())
        self.script.current_changed.connect(self.curves.set_line)
        self.curves.set_line(self.script.current_id())

    def _add_video(self) -> None:
        from studio.windows.video_commands import VideoCommands  # noqa: PLC0415 its plot is that of the waveform
        from studio.windows.video_panel import VideoPanel  # noqa: PLC0415

        session = self._session
        self.video = VideoPanel(
            document=session.document,
            video=session.video,
            pictures=session.pictures,
            player=session.dub,
            actions=self.actions_table,
        )
        self.docks.put("view.video", self.video)
        self.video.line_pointed.connect(lambda line_id: self.script.select((line_id,)))
        session.dub.line_started.connect(self.script.set_playing)
        self.video_commands = VideoCommands(
            session=session,
            actions=self.actions_table,
            panel=self.video,
            strip=self.strip,
            reveal=partial(self.docks.reveal, "view.video"),
            clone=self.voices.clone,
            window=self,
        )

    def _edit_curves(self) -> None:
        self.docks.reveal("view.curves")
        self.activateWindow()
        self.docks["view.curves"].widget().setFocus()

    def _open_video(self, path: Path) -> None:
        self.video_commands.open_file(path)

    def _show(self, page: QWidget) -> None:
        self._middle.setCurrentWidget(page)
        self._middle.setFocusProxy(page)
        page.setFocus()

    def _select_soon(self, _what: object) -> None:
        self._soon.start()

    def _selected(self) -> None:
        self.panels.inspector.set_lines(self.script.selected_ids() or tuple(filter(None, (self.script.current_id(),))))

    def _play_line(self, line_id: str) -> None:
        self._session.transport.play((line_id,))

    def _play_from(self, line_id: str, seconds: float) -> None:
        self._session.transport.play((line_id,), start=seconds)

    def _playing_changed(self, state: TransportState) -> None:
        if state is TransportState.STOPPED:
            self.script.set_playing("")

    def _start_typing(self) -> None:
        self.show_script()
        self.actions_table["line.add"].trigger()

    def _show_engine(self) -> None:
        preferences = Preferences(self._session, self)
        preferences.show_engine()
        preferences.open()

    def _imported(self, ids: tuple[str, ...]) -> None:
        self.show_script()
        self.script.select(ids[:1])

    def _export(self, ids: tuple[str, ...]) -> None:
        session = self._session
        if not ids:
            self.notices.inform(self.tr("There is nothing to export: write or select a line first."))
            return
        ExportDialog(
            document=session.document,
            queue=session.exports,
            operations=session.operations,
            settings=session.settings,
            line_ids=ids,
            parent=self,
        ).open()

    def _name_undo(self, step: str) -> None:
        """Menus say what would be undone. The stack is not asked: it tells this even while it is being deleted."""
        self.actions_table["edit.undo"].setText(self.tr("&Undo {0}").format(step) if step else self.tr("&Undo"))

    def _name_redo(self, step: str) -> None:
        self.actions_table["edit.redo"].setText(self.tr("&Redo {0}").format(step) if step else self.tr("&Redo"))

    def _show_name(self) -> None:
        projects = self._session.projects
        self.setWindowTitle(f"{projects.name or self.tr('Untitled')}[*] – Timbre Studio")
        self.setWindowModified(projects.unsaved)
        self.status.set_saved(
            {
                Safety.SAVED: self.tr("Saved") if projects.name else "",
                Safety.SAVING: self.tr("Saving…"),
                Safety.AUTOSAVED: self.tr("Autosaved"),
                Safety.AT_RISK: self.tr("Not autosaved"),
            }[projects.safety]
        )

    def _first_size(self) -> None:
        screen = QGuiApplication.primaryScreen()
        if screen is None:
            return
        room = screen.availableGeometry().size()
        em, line = self.fontMetrics().averageCharWidth(), self.fontMetrics().height()
        self.resize(min(em * 200, room.width()), min(line * 56, room.height()))

    def _retranslate(self) -> None:
        self.actions_table.retranslate()
        stack = self._session.document.undo_stack
        self._name_undo(stack.undoText())
        self._name_redo(stack.redoText())
        self.menus.retranslate()
        self.docks.retranslate()
        self._show_name()
