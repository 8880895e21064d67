"""Icons of one family (Phosphor) in the colours of the present theme."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QIcon, QPixmap

from studio.windows import theme

if TYPE_CHECKING:
    from qtawesome.iconic_font import IconicFont

GLYPHS: Mapping[str, str] = {
    # actions
    "file": "file-plus",
    "folder-open": "folder-open",
    "import": "download-simple",
    "save": "floppy-disk",
    "export": "export",
    "undo": "arrow-u-up-left",
    "redo": "arrow-u-up-right",
    "search": "magnifying-glass",
    "settings": "gear-six",
    "add": "plus",
    "split": "arrows-out-line-vertical",
    "join": "arrows-in-line-vertical",
    "copy": "copy",
    "section": "bookmark-simple",
    "delete": "trash",
    "up": "arrow-up",
    "down": "arrow-down",
    "make": "lightning",
    "take": "stack",
    "make-all": "list-plus",
    "play": "play",
    "pause": "pause",
    "play-here": "skip-forward",
    "play-selection": "selection",
    "play-all": "playlist",
    "stop": "stop",
    "loop": "repeat",
    "switch": "swap",
    "back": "rewind",
    "video": "film-strip",
    "export-video": "video-camera",
    "mark-start": "arrow-line-left",
    "mark-end": "arrow-line-right",
    "forward": "fast-forward",
    # states of a line
    "state-empty": "minus",
    "state-not-made": "circle-dashed",
    "state-queued": "clock",
    "state-making": "hourglass",
    "state-ready": "check-circle",
    "state-stale": "arrows-clockwise",
    "state-failed": "warning-circle",
    # the rest of the window
    "close": "x",
    "float": "arrow-square-out",
    "check": "check",
    "cancel": "x-circle",
    "retry": "arrow-clockwise",
    "reset": "arrow-counter-clockwise",
    "info": "info",
    "warning": "warning",
    "error": "warning-circle",
    "star": "star",
    "star-filled": "star-fill",
    "tag": "tag",
    "audition": "speaker-high",
    "muted": "speaker-slash",
    "voice": "user-circle",
    "microphone": "microphone",
    "record": "record",
    "blend": "intersect",
    "refine": "sparkle",
    "blocked": "prohibit",
    "cast": "users",
    "text": "text-t",
    "list": "list",
    "edit": "pencil-simple",
    "pointer": "cursor",
    "draw": "pencil-line",
    "snap": "magnet-straight",
    "paste": "clipboard",
    "table": "table",
    "erase": "eraser",
    "fit": "frame-corners",
    "longer": "arrows-out-line-horizontal",
    "shorter": "arrows-in-line-horizontal",
    "keys": "question",
    "curves": "chart-line",
    "zoom-in": "magnifying-glass-plus",
    "zoom-out": "magnifying-glass-minus",
    "command": "command",
    "lexicon": "book-open",
    "reading": "chat-text",
    "emotion": "smiley",
}


@cache
def _font() -> IconicFont:
    from qtawesome.iconic_font import IconicFont  # noqa: PLC0415 a tenth of a second

    # This family alone: all that are bundled would be read from disk at start-up.
    return IconicFont(("ph", "phosphor-1.3.0.ttf", "phosphor-charmap-1.3.0.json"))


def icon(name: str, role: str = "text") -> QIcon:
    """The icon of a name in `GLYPHS` in a colour of the present theme; ask again when the theme changes."""
    return tinted_icon(name, theme.colour(role))


def blank() -> QIcon:
    """Room for an icon, so that what stands beside one is aligned with what stands beside none."""
    pixmap = QPixmap(64, 64)
    pixmap.fill(QColor(0, 0, 0, 0))
    return QIcon(pixmap)


def tinted_icon(name: str, colour: QColor) -> QIcon:
    """The same in any colour."""
    made: QIcon = _font().icon(
        f"ph.{GLYPHS[name]}",
        color=colour,
        color_active=colour,
        color_selected=theme.colour("on-selection"),
        color_disabled=theme.colour("disabled"),
    )
    return made
