"""What makes the speech on this machine, and building what makes it faster."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from studio.engine_build import Phase
from studio.engine_look import command_in
from studio.session import Session
from studio.windows.engine_table import StageTable
from studio.windows.engine_words import build_sentence, card_line, stage_rows
from studio.windows.icons import icon
from studio.windows.note import Note
from studio.windows.numbers import data_size


class EngineStatus(QGroupBox):
    """The graphics card, the stages, and the buttons to build and to clear.

    Parameters
    ----------
    session
        Followed; its engine setup does the work.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._setup = session.engine_setup
        self._told = self._setup.build
        """The build whose end the user knows about, since it was over before this was opened."""
        self.card = QLabel()
        self.card.setTextFormat(Qt.TextFormat.PlainText)
        self.card.setWordWrap(True)
        self.card.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.copy_button = QPushButton()
        self.table = StageTable()
        self.build_button = QPushButton()
        self.stop_button = QPushButton()
        self.clear_button = QPushButton()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.step = QLabel()
        self.step.setTextFormat(Qt.TextFormat.PlainText)
        self.step.setWordWrap(True)
        self.note = Note()
        self._lay_out()
        self.copy_button.clicked.connect(self._copy)
        self.build_button.clicked.connect(self._setup.start)
        self.stop_button.clicked.connect(self._setup.stop)
        self.clear_button.clicked.connect(self._ask_to_clear)
        self._setup.changed.connect(self._update)
        self._setup.failed.connect(self.note.complain)
        session.synthesis.ready.connect(self._update)
        session.synthesis.stages_changed.connect(self._update)
        session.synthesis.unavailable.connect(self._update)
        session.settings.changed.connect(self._update)
        self._retranslate()
        self._setup.refresh()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        card = QHBoxLayout()
        card.setSpacing(8)
        card.addWidget(self.card, 1)
        card.addWidget(self.copy_button, 0, Qt.AlignmentFlag.AlignTop)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.build_button, self.stop_button, self.clear_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setSpacing(8)
        layout.addLayout(card)
        layout.addWidget(self.table)
        layout.addLayout(buttons)
        layout.addWidget(self.bar)
        layout.addWidget(self.step)
        layout.addWidget(self.note)

    def _copy(self) -> None:
        found = self._setup.found
        QGuiApplication.clipboard().setText((command_in(found.missing) if found else None) or "")

    def _ask_to_clear(self) -> None:
        found = self._setup.found
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowModality(Qt.WindowModality.WindowModal)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(self.tr("Remove engines"))
        size = data_size(found.size if found else 0)
        box.setText(self.tr("Remove all engines and free {0}?").format(size))
        box.setInformativeText(self.tr("To build them again takes minutes; until then something slower is used."))
        remove = box.addButton(self.tr("&Remove"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        remove.clicked.connect(self._setup.clear)
        box.open()

    def _retranslate(self) -> None:
        self.setTitle(self.tr("Graphics card and engines"))
        self.copy_button.setText(self.tr("&Copy command"))
        self.copy_button.setIcon(icon("copy"))
        self.build_button.setText(self.tr("&Build engines"))
        self.build_button.setIcon(icon("make"))
        self.build_button.setToolTip(self.tr("Build what is missing for this graphics card: minutes, once"))
        self.stop_button.setText(self.tr("&Stop building"))
        self.stop_button.setIcon(icon("stop"))
        self.clear_button.setText(self.tr("&Remove engines…"))
        self.clear_button.setIcon(icon("delete"))
        self.bar.setAccessibleName(self.tr("Progress of building"))
        self._update()

    def _update(self, *_news: object) -> None:
        setup, found, build = self._setup, self._setup.found, self._setup.build
        self.card.setText(card_line(found))
        missing = found.missing if found and found.cards else ""
        self.copy_button.setVisible(command_in(missing) is not None)
        self.table.show_rows(stage_rows(self._session.engine, found, use_gpu=self._session.settings.use_gpu))
        self.build_button.setEnabled(bool(found and found.unbuilt) and not setup.busy)
        self.stop_button.setVisible(setup.building)
        self.stop_button.setEnabled(build is not None and build.phase is Phase.RUNNING)
        self.clear_button.setEnabled(bool(found and found.cached) and not setup.busy)
        self.bar.setVisible(setup.building)
        self.step.setVisible(setup.building)
        if build and setup.building:
            # Nobody knows how long a stage takes: the bar is busy until the first one is finished.
            self.bar.setRange(0, 1000 if build.share else 0)
            self.bar.setValue(round(1000 * build.share))
            self.step.setText(self.tr("Stopping…") if build.phase is Phase.STOPPING else build.step)
            self.note.clear()
        elif build and build is not self._told:
            self._told = build
            tell = self.note.complain if build.phase is Phase.FAILED else self.note.inform
            tell(build_sentence(build))
        elif setup.freed is not None:
            self.note.inform(self.tr("The engines are removed: {0} are free again.").format(data_size(setup.freed)))
        elif found and found.problem:
            self.note.complain(found.problem)
