"""Draws the icon in the sizes and kinds that desktops want: `python packaging/icons.py FOLDER`.

Makes `<size>.png` for each size of the hicolor theme, `timbre-studio.ico` for Windows and `timbre-studio.icns` for
macOS.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

DRAWING = Path(__file__).resolve().parent.parent / "assets" / "icons" / "timbre-studio.svg"
SIZES = (16, 22, 24, 32, 36, 48, 64, 72, 96, 128, 192, 256, 512)
"""Those of the hicolor theme, pixels."""
_WINDOWS, _MACOS = 256, 512


def draw(size: int) -> QImage:
    """The icon, `size` pixels wide and high."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(DRAWING)).render(painter)
    painter.end()
    return image


def main(folder: Path) -> None:
    """Write them all."""
    application = QGuiApplication.instance() or QGuiApplication([])
    folder.mkdir(parents=True, exist_ok=True)
    files = {f"{size}.png": size for size in SIZES}
    for name, size in {**files, "timbre-studio.ico": _WINDOWS, "timbre-studio.icns": _MACOS}.items():
        if not draw(size).save(str(folder / name)):
            raise SystemExit(f"{folder / name} could not be written.")
    del application


if __name__ == "__main__":
    main(Path(sys.argv[1]))
