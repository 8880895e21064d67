"""Mandarin: text to the symbols that Kokoro's Chinese voices were trained on."""

from engines.text.chinese.frontend import ChineseFrontEnd

__all__ = ["ChineseFrontEnd"]
