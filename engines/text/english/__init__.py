"""English text to symbols."""

from engines.text.english.frontend import EnglishFrontEnd

__all__ = ["EnglishFrontEnd"]
