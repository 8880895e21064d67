"""What the user may choose for the whole program. Every choice holds at once."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from studio.playback.transport import Transport
from studio.settings import Settings
from studio.windows.choices import fill, fill_devices


class Preferences(QDialog):
    """Language, look, sound.

    Parameters
    ----------
    settings
        Read and written; whoever cares follows its signal.
    transport
        Knows the output devices.
    """

    def __init__(self, settings: Settings, transport: Transport, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._settings = settings
        self._transport = transport
        self._language = QComboBox()
        self._theme = QComboBox()
        self._device = QComboBox()
        self._device.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._device.setMinimumContentsLength(24)
        self._welcome = QCheckBox()
        self._welcome.setChecked(settings.show_welcome)
        self._labels = [QLabel() for _ in range(3)]
        form = QFormLayout()
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(8)
        for label, field in zip(self._labels, (self._language, self._theme, self._device), strict=True):
            label.setBuddy(field)
            form.addRow(label, field)
        form.addRow("", self._welcome)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self._buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(12)
        layout.addLayout(form)
        layout.addStretch(1)
        layout.addWidget(self._buttons)
        self._retranslate()
        self._language.activated.connect(self._choose_language)
        self._theme.activated.connect(self._choose_theme)
        self._device.activated.connect(self._choose_device)
        self._welcome.toggled.connect(self._choose_welcome)
        transport.devices_changed.connect(self._fill_devices)

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
