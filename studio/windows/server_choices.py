"""The part of the preferences about a server that makes the speech."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QFormLayout, QGroupBox, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from studio.session import Session
from studio.windows.engine_words import quoted
from studio.windows.note import Note
from studio.windows.numbers import number


class ServerChoices(QGroupBox):
    """Whether speech is made on a server, on which, and how that one is. Every choice holds at once."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings, self._setup = session.settings, session.server_setup
        self.setCheckable(True)
        self.setChecked(self._settings.use_server)
        self.address = QLineEdit(self._settings.server_url)
        self.address.setPlaceholderText("http://127.0.0.1:8766")
        self.token = QLineEdit(self._settings.server_token)
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.state = Note()
        self.ask_button = QPushButton()
        self.ask_button.setAutoDefault(False)  # Return in a field asks already
        self._labels = [QLabel(), QLabel()]
        form = QFormLayout()
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(8)
        for label, field in zip(self._labels, (self.address, self.token), strict=True):
            label.setBuddy(field)
            form.addRow(label, field)
        below = QHBoxLayout()
        below.addWidget(self.state, 1)
        below.addWidget(self.ask_button)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addLayout(below)
        self.toggled.connect(self._choose)
        self.address.editingFinished.connect(self._take_address)
        self.token.editingFinished.connect(self._take_token)
        self.ask_button.clicked.connect(self._setup.ask)
        self._setup.changed.connect(self._show_state)
        self._retranslate()
        if self._settings.use_server and self._setup.latency is None:
            self._setup.ask()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _choose(self, wanted: bool) -> None:
        self._settings.use_server = wanted

    def _take_address(self) -> None:
        # Leaving the field is no change.
        if (url := self.address.text().strip()) != self._settings.server_url:
            self._settings.server_url = url

    def _take_token(self) -> None:
        if (token := self.token.text().strip()) != self._settings.server_token:
            self._settings.server_token = token

    def _show_state(self) -> None:
        setup = self._setup
        if setup.asking:
            self.state.inform(self.tr("Asking the server…"))
        elif setup.problem:
            text = self.tr("{0} Speech is made on this computer meanwhile.")
            self.state.complain(text.format(quoted(setup.problem)))
        elif setup.latency is not None:
            text = self.tr("The server answers after {0} ms.")
            self.state.inform(text.format(number(1000 * setup.latency, 1)))
        else:
            self.state.clear()

    def _retranslate(self) -> None:
        self.setTitle(self.tr("Use a ser&ver"))
        self.setToolTip(self.tr("Another computer makes the speech; this one does it where that cannot"))
        for label, text in zip(self._labels, (self.tr("&Address:"), self.tr("Toke&n:")), strict=True):
            label.setText(text)
        self.token.setToolTip(self.tr("Only for servers that ask for one"))
        self.ask_button.setText(self.tr("As&k again"))
        self._show_state()
