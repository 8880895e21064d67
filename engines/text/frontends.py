"""The front ends by language: each is made when its language is first met, and kept."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec

from engines.errors import LanguageNotAvailableError
from engines.text.frontend import FrontEnd

Factory = Callable[[], FrontEnd]


class FrontEnds:
    """Front ends made on demand. Safe to use from several threads."""

    def __init__(self, factories: Mapping[str, Factory]) -> None:
        self._factories = dict(factories)
        self._made: dict[str, FrontEnd] = {}
        self._lock = threading.Lock()

    @property
    def languages(self) -> frozenset[str]:
        """The codes of the languages that can be read."""
        return frozenset(self._factories)

    def require(self, language: str) -> None:
        """Raise LanguageNotAvailableError where `language` cannot be read."""
        if language not in self._factories:
            known = ", ".join(sorted(self._factories)) or "none"
            raise LanguageNotAvailableError(f"The language '{language}' cannot be read; choose one of: {known}.")

    def get(self, language: str) -> FrontEnd:
        """Return the front end of `language`, making it on first use.

        Raises
        ------
        LanguageNotAvailableError
            There is none, or a package that it needs is not installed.
        """
        self.require(language)
        with self._lock:
            if language not in self._made:
                try:
                    self._made[language] = self._factories[language]()
                except ImportError as error:
                    raise LanguageNotAvailableError(
                        f"The language '{language}' cannot be read because a package is missing ({error}); "
                        "run `make setup` or install timbre-studio again."
                    ) from error
            return self._made[language]


_CLASSES = {
    "en-us": ("engines.text.english.frontend", "EnglishFrontEnd", True),
    "en-gb": ("engines.text.english.frontend", "EnglishFrontEnd", True),
    "zh": ("engines.text.chinese.frontend", "ChineseFrontEnd", False),
    "ja": ("engines.text.japanese.front_end", "JapaneseFrontEnd", False),
    "es": ("engines.text.romance.front_end", "RomanceFrontEnd", True),
    "fr": ("engines.text.romance.front_end", "RomanceFrontEnd", True),
    "it": ("engines.text.romance.front_end", "RomanceFrontEnd", True),
    "pt-br": ("engines.text.romance.front_end", "RomanceFrontEnd", True),
}
"""Module and class of each language, and whether the class takes the language."""


def _factory(language: str, module: str, name: str, takes_language: bool) -> Factory:
    def make() -> FrontEnd:
        made = getattr(import_module(module), name)
        front_end: FrontEnd = made(language) if takes_language else made()
        return front_end

    return make


@lru_cache(maxsize=1)
def installed_front_ends() -> FrontEnds:
    """Return the front ends of this installation; none is imported yet."""
    return FrontEnds(
        {language: _factory(language, *where) for language, where in _CLASSES.items() if find_spec(where[0])}
    )
