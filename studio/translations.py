"""The languages of the interface, switched while the program runs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

_FOLDER = Path(__file__).resolve().parent.parent / "assets" / "translations"


class Translations(QObject):
    """Keeps the translators of the chosen language installed: ours, and Qt's own for its dialogs."""

    def __init__(self, app: QCoreApplication) -> None:
        super().__init__(app)
        self._app = app
        self._installed: list[QTranslator] = []
        self.language = ""
        """The one in use."""

    def use(self, choice: str) -> None:
        """Switch to a language, `en` or `zh_CN`; empty is the system's, or English where we do not speak that."""
        language = choice or _of_system()
        if language == self.language:
            return
        self.language = language
        # Numbers and dates are written in the language of the words around them.
        QLocale.setDefault(QLocale(language) if choice else QLocale.system())
        self.close()
        if language == "en":
            # English needs no words of ours, but it has plurals; Qt speaks it by nature.
            self._install("timbre_en", str(_FOLDER))
            return
        self._install(f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        self._install(f"timbre_{language}", str(_FOLDER))

    def close(self) -> None:
        """Leave the words as they are in the code."""
        for translator in self._installed:
            self._app.removeTranslator(translator)
            translator.deleteLater()
        self._installed = []

    def _install(self, name: str, folder: str) -> None:
        translator = QTranslator(self)
        if translator.load(name, folder):
            self._app.installTranslator(translator)
            self._installed.append(translator)
        else:
            translator.deleteLater()


def _of_system() -> str:
    for name in QLocale.system().uiLanguages():
        if name.startswith("zh"):
            return "zh_CN"
        if name.startswith("en"):
            return "en"
    return "en"
