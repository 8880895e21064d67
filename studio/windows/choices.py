"""Filling boxes to choose from."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox


def fill(box: QComboBox, choices: Sequence[tuple[str, str]], chosen: str) -> None:
    """Fill a box with values and their texts, without telling anybody, and choose one; the first if it is absent."""
    box.blockSignals(True)
    box.clear()
    for value, text in choices:
        box.addItem(text, value)
    box.setCurrentIndex(max(0, box.findData(chosen)))
    box.blockSignals(False)


def fill_devices(box: QComboBox, devices: Sequence[str], chosen: str) -> None:
    """Offer the system's default and all output devices; the chosen one stays, even while it is unplugged."""
    choices = [("", QCoreApplication.translate("Devices", "System default")), *((name, name) for name in devices)]
    if chosen and chosen not in devices:
        choices.append((chosen, QCoreApplication.translate("Devices", "{0} (not connected)").format(chosen)))
    fill(box, choices, chosen)
