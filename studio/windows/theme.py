"""The look: Fusion with a neutral palette in light and in dark, and the colours that widgets draw with.

The palette is the only state: whether the theme is dark is read from it, and a widget that keeps colours reads them
again on `QEvent.PaletteChange`. Every colour of a text has a contrast of at least 4.5:1 on the surfaces under it.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

LIGHT: Mapping[str, str] = {
    "window": "#f3f4f6",  # behind panels
    "surface": "#ffffff",  # behind lists and fields
    "surface-alternate": "#f7f8fa",  # every other row
    "raised": "#e9ebef",  # buttons
    "border": "#c3c8d0",
    "outline": "#868d97",  # of what can be filled in or ticked
    "grid": "#dde1e7",  # lines behind a drawing
    "text": "#1b1f24",
    "muted": "#555d66",  # secondary text
    "disabled": "#8b929b",
    "accent": "#2f52c4",
    "on-accent": "#ffffff",
    "accent-soft": "#dfe5fb",  # a quiet highlight behind normal text
    "selection": "#2f52c4",
    "on-selection": "#ffffff",
    "success": "#0b6b3f",
    "warning": "#855000",
    "error": "#b3261e",
    "warning-soft": "#fdf0d5",  # behind a message
    "error-soft": "#fbe4e2",
    "wave": "#2f52c4",  # audio
    "wave-soft": "#93a5e2",  # audio still being made
    "playhead": "#b3261e",
    "tooltip": "#1b1f24",
    "on-tooltip": "#ffffff",
}
DARK: Mapping[str, str] = {
    "window": "#1e2126",
    "surface": "#16181c",
    "surface-alternate": "#1b1d22",
    "raised": "#2b2f36",
    "border": "#464c56",
    "outline": "#6c747f",
    "grid": "#2e333a",
    "text": "#e7e9ec",
    "muted": "#a6aeb8",
    "disabled": "#70777f",
    "accent": "#9db2ff",
    "on-accent": "#10131c",
    "accent-soft": "#2b3554",
    "selection": "#3d56bd",
    "on-selection": "#ffffff",
    "success": "#62cf98",
    "warning": "#f0b04a",
    "error": "#ff8f85",
    "warning-soft": "#3a2f18",
    "error-soft": "#43211f",
    "wave": "#9db2ff",
    "wave-soft": "#55659f",
    "playhead": "#ff8f85",
    "tooltip": "#e7e9ec",
    "on-tooltip": "#16181c",
}
# Told apart with normal sight and with each of the three kinds of colour blindness, and readable as text.
MEMBERS_LIGHT = ("#1d5fd1", "#b5480c", "#00735a", "#8f3f9e", "#4d3a00", "#6e1231", "#14304f", "#7a0aff")
MEMBERS_DARK = ("#6ab0ff", "#f0a020", "#17b890", "#f5ea5c", "#e884bb", "#c3fcb0", "#a68c45", "#89fddd")

_ROLES: tuple[tuple[QPalette.ColorRole, str], ...] = (
    (QPalette.ColorRole.Window, "window"),
    (QPalette.ColorRole.WindowText, "text"),
    (QPalette.ColorRole.Base, "surface"),
    (QPalette.ColorRole.AlternateBase, "surface-alternate"),
    (QPalette.ColorRole.Text, "text"),
    (QPalette.ColorRole.Button, "raised"),
    (QPalette.ColorRole.ButtonText, "text"),
    (QPalette.ColorRole.BrightText, "error"),
    (QPalette.ColorRole.Highlight, "selection"),
    (QPalette.ColorRole.HighlightedText, "on-selection"),
    (QPalette.ColorRole.Accent, "accent"),
    (QPalette.ColorRole.Link, "accent"),
    (QPalette.ColorRole.LinkVisited, "accent"),
    (QPalette.ColorRole.PlaceholderText, "muted"),
    (QPalette.ColorRole.ToolTipBase, "tooltip"),
    (QPalette.ColorRole.ToolTipText, "on-tooltip"),
    (QPalette.ColorRole.Light, "surface"),
    (QPalette.ColorRole.Midlight, "raised"),
    (QPalette.ColorRole.Mid, "border"),
    (QPalette.ColorRole.Dark, "border"),
)
_FIELDS = ("QLineEdit", "QPlainTextEdit", "QAbstractSpinBox", "QCheckBox", "QRadioButton")
"""Classes of what can be filled in or ticked. Not menus: lists that drop down would take over their palette."""
_OUTLINE_FACTOR = 140
"""Fusion makes the colour of outlines by darkening that of the window by so many per cent."""
_DISABLED = (
    QPalette.ColorRole.WindowText,
    QPalette.ColorRole.Text,
    QPalette.ColorRole.ButtonText,
    QPalette.ColorRole.PlaceholderText,
    QPalette.ColorRole.HighlightedText,
)


def apply(app: QApplication, theme: str) -> None:
    """Dress the application.

    Parameters
    ----------
    theme
        `light`, `dark`, or empty for the system's.
    """
    dark = theme == "dark" or (not theme and app.styleHints().colorScheme() == Qt.ColorScheme.Dark)
    if (app.style().name() if app.style() else "") != "fusion":
        app.setStyle("Fusion")
    colours = DARK if dark else LIGHT
    app.setPalette(palette(colours))
    for name in _FIELDS:
        app.setPalette(_palette_of_fields(colours), name)  # type: ignore[arg-type]  # bytes, which it says, fail


def palette(colours: Mapping[str, str]) -> QPalette:
    """The Qt palette of a theme."""
    result = QPalette(QColor(colours["raised"]), QColor(colours["window"]))
    for role, name in _ROLES:
        result.setColor(role, QColor(colours[name]))
    for role in _DISABLED:
        result.setColor(QPalette.ColorGroup.Disabled, role, QColor(colours["disabled"]))
    result.setColor(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Highlight, QColor(colours["border"]))
    result.setColor(QPalette.ColorRole.Shadow, QColor("#000000"))
    return result


def _palette_of_fields(colours: Mapping[str, str]) -> QPalette:
    """What is told from its background by its outline alone, which Fusion derives from other colours."""
    result = palette(colours)
    result.setColor(QPalette.ColorRole.Window, QColor(colours["outline"]).lighter(_OUTLINE_FACTOR))
    # With the keyboard in it, from that of selected text.
    result.setColor(QPalette.ColorRole.Highlight, QColor(colours["accent"]))
    result.setColor(QPalette.ColorRole.HighlightedText, QColor(colours["on-accent"]))
    return result


def is_dark() -> bool:
    """Whether the present palette is a dark one."""
    return QGuiApplication.palette().color(QPalette.ColorRole.Window).lightness() < 128


def colour(role: str) -> QColor:
    """A colour of the present theme; the roles are the keys of `LIGHT`."""
    return QColor((DARK if is_dark() else LIGHT)[role])


def member_colour(index: int) -> QColor:
    """The hue of a member of the cast, by position in it; colours come round again after eight."""
    members = MEMBERS_DARK if is_dark() else MEMBERS_LIGHT
    return QColor(members[index % len(members)])
