"""What this program is, and whose work it is made of."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, qVersion
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPlainTextEdit,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from studio import licences
from studio.operations import Operation, Operations, Task

_PITCH = QT_TRANSLATE_NOOP("About", "A voice studio in which a script becomes sound while you listen.")


class _Texts(NamedTuple):
    licence: str
    notice: str
    packages: tuple[licences.Package, ...]


def _read(_task: Task) -> _Texts:
    return _Texts(licences.text_of("LICENSE"), licences.text_of("NOTICE"), licences.packages())


class About(QDialog):
    """Version, licence, notice, packages.

    Parameters
    ----------
    operations
        Reads the texts.
    """

    def __init__(self, operations: Operations, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("About Timbre Studio"))
        title = QLabel(f"Timbre Studio {licences.version()}".strip())
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 1.5)
        font.setBold(True)
        title.setFont(font)
        pitch = QLabel(QCoreApplication.translate("About", str(_PITCH)))
        pitch.setWordWrap(True)
        versions = QLabel(f"Python {licences.python_version()} · Qt {qVersion()}")
        versions.setForegroundRole(versions.palette().ColorRole.PlaceholderText)
        self._licence = _page(self.tr("Licence"))
        self._notice = _page(self.tr("Notice"))
        self._packages = QTableWidget(0, 3)
        self._packages.setHorizontalHeaderLabels([self.tr("Package"), self.tr("Version"), self.tr("Licence")])
        self._packages.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self._packages.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self._packages.setTabKeyNavigation(False)
        self._packages.setShowGrid(False)
        self._packages.verticalHeader().hide()
        self._packages.horizontalHeader().setStretchLastSection(True)
        self._packages.setAccessibleName(self.tr("Packages"))
        tabs = QTabWidget()
        tabs.addTab(self._notice, self.tr("Notice"))
        tabs.addTab(self._licence, self.tr("Licence"))
        tabs.addTab(self._packages, self.tr("Packages"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(8)
        for widget in (title, pitch, versions):
            layout.addWidget(widget)
        layout.addWidget(tabs, 1)
        layout.addWidget(buttons)
        width = self.fontMetrics().averageCharWidth()
        # The lines of the notice are 120 characters long.
        self.resize(width * 140, self.fontMetrics().height() * 30)
        Operation(self, "", _read).on_success(self._show_texts).run(operations)

    def _show_texts(self, texts: _Texts) -> None:
        self._licence.setPlainText(texts.licence)
        self._notice.setPlainText(texts.notice)
        self._packages.setRowCount(len(texts.packages))
        for row, package in enumerate(texts.packages):
            for column, text in enumerate((package.name, package.version, package.licence)):
                self._packages.setItem(row, column, QTableWidgetItem(text))
        self._packages.resizeColumnsToContents()


def _page(name: str) -> QPlainTextEdit:
    page = QPlainTextEdit()
    page.setReadOnly(True)
    page.setAccessibleName(name)
    # A read-only page would swallow Tab, and the keyboard could not leave it.
    page.setTabChangesFocus(True)
    return page
