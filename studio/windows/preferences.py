"""What the user may choose for the whole program. Every choice holds at once."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from studio.session import Session
from studio.windows.choices import fill, fill_devices
from studio.windows.engine_page import EnginePage

_GENERAL, _ENGINE = range(2)


class Preferences(QDialog):
    """Language, look and sound on one page, what makes the speech on another.

    Parameters
    ----------
    session
        Its settings are read and written; whoever cares follows their signal.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._settings = settings = session.settings
        self._transport = session.transport
        self._language = QComboBox()
        self._theme = QComboBox()
        self._device = QComboBox()
        self._device.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._device.setMinimumContentsLength(24)
        self._welcome = QCheckBox()
        self._welcome.setChecked(settings.show_welcome)
        self._labels = [QLabel() for _ in range(3)]
        general = QWidget()
        form = QFormLayout(general)
        form.setContentsMargins(12, 12, 12, 12)
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(8)
        for label, field in zip(self._labels, (self._language, self._theme, self._device), strict=True):
            label.setBuddy(field)
            form.addRow(label, field)
        form.addRow("", self._welcome)
        self.engine = EnginePage(session)
        self._pages = QTabWidget()
        self._pages.addTab(general, "")
        self._pages.addTab(self.engine, "")
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self._buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(12)
        layout.addWidget(self._pages, 1)
        layout.addWidget(self._buttons)
        self._retranslate()
        wanted = QSize(116 * self.fontMetrics().averageCharWidth(), 46 * self.fontMetrics().lineSpacing())
        self.resize(wanted.boundedTo(self.screen().availableSize()))
        self._language.activated.connect(self._choose_language)
        self._theme.activated.connect(self._choose_theme)
        self._device.activated.connect(self._choose_device)
        self._welcome.toggled.connect(self._choose_welcome)
        session.transport.devices_changed.connect(self._fill_devices)

    def show_engine(self) -> None:
        """Show the page about what makes the speech."""
        self._pages.setCurrentIndex(_ENGINE)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language that is chosen here."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _choose_language(self) -> None:
        self._settings.language = str(self._language.currentData())

    def _choose_theme(self) -> None:
        self._settings.theme = str(self._theme.currentData())

    def _choose_device(self) -> None:
        self._settings.output_device = str(self._device.currentData())

    def _choose_welcome(self, wanted: bool) -> None:
        self._settings.show_welcome = wanted

    def _fill_devices(self) -> None:
        fill_devices(self._device, self._transport.devices, self._settings.output_device)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Preferences"))
        self._pages.setTabText(_GENERAL, self.tr("&General"))
        self._pages.setTabText(_ENGINE, self.tr("&Engine"))
        texts = (self.tr("&Language:"), self.tr("&Theme:"), self.tr("&Output device:"))
        for label, text in zip(self._labels, texts, strict=True):
            label.setText(text)
        self._welcome.setText(self.tr("Show the &welcome page at start"))
        # Languages are called what their speakers call them.
        languages = [("", self.tr("System language")), ("en", "English"), ("zh_CN", "简体中文")]
        fill(self._language, languages, self._settings.language)
        themes = [("", self.tr("As the system")), ("light", self.tr("Light")), ("dark", self.tr("Dark"))]
        fill(self._theme, themes, self._settings.theme)
        self._fill_devices()
