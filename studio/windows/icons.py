"""Icons of one family (Phosphor) in the colours of the present theme."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QIconEngine, QPainter, QPixmap

from studio.windows import theme

_FONT, _CODES = "phosphor-1.3.0.ttf", "phosphor-charmap-1.3.0.json"
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


_SHARE = 0.875
"""Size of the letter in the square of the icon; letters of this font have room around them."""


@cache
def _letters() -> tuple[str, Mapping[str, str]]:
    """Family of the font, and the letter of every glyph.

    Both are read from the installed package's files: importing it takes a tenth of a second, and reads more fonts.
    """
    spec = find_spec("qtawesome")
    places = spec and spec.submodule_search_locations  # of a bundle that has the data alone, too
    if not places:
        raise ModuleNotFoundError("No module named 'qtawesome'")
    folder = Path(next(iter(places))) / "fonts"
    families = QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFont(str(folder / _FONT)))
    letters = {glyph: chr(int(code, 16)) for glyph, code in json.loads((folder / _CODES).read_text("utf-8")).items()}
    return families[0], letters


class _Glyph(QIconEngine):
    """A letter of the font in a colour for every mode that is not normal."""

    def __init__(self, letter: str, colours: Mapping[QIcon.Mode, QColor], colour: QColor) -> None:
        super().__init__()
        self._letter, self._colours, self._colour = letter, colours, colour

    def clone(self) -> QIconEngine:
        return _Glyph(self._letter, self._colours, self._colour)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        painter.save()
        font = QFont(_letters()[0])
        font.setPixelSize(max(round(_SHARE * rect.height()), 1))
        painter.setFont(font)
        painter.setPen(self._colours.get(mode, self._colour))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self._letter)
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, pixmap.rect(), mode, state)
        painter.end()
        return pixmap


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
    others = {QIcon.Mode.Selected: theme.colour("on-selection"), QIcon.Mode.Disabled: theme.colour("disabled")}
    return QIcon(_Glyph(_letters()[1][GLYPHS[name]], others, colour))
