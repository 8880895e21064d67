"""The first page: from a fresh installation to sound, and on to a script."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QEvent, QLocale, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from engines.models.manifest import DEFAULT_PACK
from engines.models.store import ModelStore
from studio.document.recovery import Recovered
from studio.operations import Operations
from studio.settings import Settings
from studio.voices import VoiceLibrary
from studio.windows.icons import icon
from studio.windows.welcome_install import Installation, Phase
from studio.windows.welcome_lists import Item, ItemList
from studio.windows.welcome_model import ModelCard
from studio.windows.welcome_try import HearCard

if TYPE_CHECKING:
    from studio.playback.transport import Transport

_WAYS = ("edit", "folder-open", "voice")


class WelcomePage(QScrollArea):
    """Installs the model if need be, speaks a sentence, and leads on.

    Parameters
    ----------
    open_store
        Opens the store of models; called away from the GUI thread.
    pack
        The model to install.
    """

    new_requested = Signal()
    open_requested = Signal()
    sample_requested = Signal()
    install_finished = Signal()
    """The model is on the disk now; the engine can be loaded."""
    recent_requested = Signal(object)
    """The `Path` of a project."""
    recover_requested = Signal(object)
    """A `Recovered`."""
    discard_requested = Signal(object)

    def __init__(
        self,
        *,
        open_store: Callable[[], ModelStore],
        operations: Operations,
        voices: VoiceLibrary,
        transport: Transport,
        settings: Settings,
        pack: str = DEFAULT_PACK,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._voices = voices
        self._settings = settings
        self._recent: tuple[Path, ...] = ()
        self._recoverable: tuple[Recovered, ...] = ()
        self.installation = Installation(open_store, operations, pack, self)
        self.model_card = ModelCard(self.installation)
        self.hear_card = HearCard(voices=voices, transport=transport)
        self.new_button, self.open_button, self.sample_button = (QPushButton() for _ in _WAYS)
        self.recent = ItemList()
        self.recoverable = ItemList(droppable=True)
        self.at_start = QCheckBox()
        self._heading, self._subtitle = QLabel(), QLabel()
        self._arrange()
        self._connect()
        self._retranslate()
        self._update()

    def set_recent(self, paths: Sequence[Path]) -> None:
        """Show the project files opened last, the latest first."""
        self._recent = tuple(paths)
        items = [Item(path, path.stem, str(path.parent)) for path in self._recent]
        self.recent.show_items(self.tr("Recent projects"), items)

    def set_recoverable(self, found: Sequence[Recovered]) -> None:
        """Show the work that a killed program has left."""
        self._recoverable = tuple(found)
        items = [Item(one, one.name or self.tr("Untitled"), self._when(one)) for one in self._recoverable]
        self.recoverable.show_items(self.tr("Not saved last time"), items, self.tr("Discard {0}"))

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 Qt's name
        """Look for the model; it may have come or gone since."""
        super().showEvent(event)
        if not self._voices.entries():
            self.installation.check()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.Type.PaletteChange:
            self._draw_icons()
            self.set_recent(self._recent)
            self.set_recoverable(self._recoverable)
        super().changeEvent(event)

    def _arrange(self) -> None:
        font = self._heading.font()
        font.setBold(True)
        if font.pointSizeF() > 0:
            font.setPointSizeF(font.pointSizeF() * 1.8)
        self._heading.setFont(font)
        self._subtitle.setWordWrap(True)
        ways = QHBoxLayout()
        ways.setSpacing(8)
        for button in (self.new_button, self.open_button, self.sample_button):
            button.setMinimumHeight(self.fontMetrics().height() + 20)
            ways.addWidget(button, 1)
        column = QWidget()
        column.setMaximumWidth(self.fontMetrics().averageCharWidth() * 110)
        layout = QVBoxLayout(column)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(16)
        for widget in (self._heading, self._subtitle, self.recoverable, self.model_card, self.hear_card):
            layout.addWidget(widget)
        layout.addLayout(ways)
        layout.addWidget(self.recent)
        layout.addStretch()
        layout.addWidget(self.at_start)
        body = QWidget()
        sides = QHBoxLayout(body)
        sides.setContentsMargins(0, 0, 0, 0)
        sides.addStretch(1)
        sides.addWidget(column, 100)
        sides.addStretch(1)
        self.setWidget(body)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def _connect(self) -> None:
        self.new_button.clicked.connect(self.new_requested)
        self.open_button.clicked.connect(self.open_requested)
        self.sample_button.clicked.connect(self.sample_requested)
        self.recent.opened.connect(self.recent_requested)
        self.recoverable.opened.connect(self.recover_requested)
        self.recoverable.dropped.connect(self.discard_requested)
        self.at_start.setChecked(self._settings.show_welcome)
        self.at_start.toggled.connect(self._keep_choice)
        self._settings.changed.connect(self._setting_changed)
        self.installation.changed.connect(self._update)
        self.installation.installed.connect(self.install_finished)
        self._voices.changed.connect(self._update)

    def _update(self) -> None:
        """The engine has voices only when its model is there."""
        installed = self.installation.phase is Phase.READY or bool(self._voices.entries())
        ready = installed and not self.installation.busy
        self.model_card.setVisible(not ready)
        self.hear_card.setVisible(ready)

    def _keep_choice(self, on: bool) -> None:
        self._settings.show_welcome = on

    def _setting_changed(self, name: str) -> None:
        if name == "show_welcome":
            self.at_start.setChecked(self._settings.show_welcome)

    def _when(self, one: Recovered) -> str:
        when = QLocale().toString(
            QDateTime.fromSecsSinceEpoch(round(one.when.timestamp())), QLocale.FormatType.ShortFormat
        )
        return self.tr("%n line(s), {0}", "", one.lines).format(when)

    def _draw_icons(self) -> None:
        for button, name in zip((self.new_button, self.open_button, self.sample_button), _WAYS, strict=True):
            button.setIcon(icon(name))

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Welcome"))
        self._heading.setText(self.tr("Welcome to Timbre Studio"))
        self._subtitle.setText(self.tr("Write lines, give them voices, and hear them while they are still being made."))
        self.new_button.setText(self.tr("&Type a script"))
        self.open_button.setText(self.tr("&Open a file…"))
        self.sample_button.setText(self.tr("Try the &sample project"))
        self.new_button.setToolTip(self.tr("Start with an empty script"))
        self.open_button.setToolTip(self.tr("A project, a text or subtitles"))
        self.sample_button.setToolTip(self.tr("A short scene with several voices, in English and Chinese"))
        self.at_start.setText(self.tr("Show this page at &start-up"))
        self._draw_icons()
        self.set_recent(self._recent)
        self.set_recoverable(self._recoverable)
