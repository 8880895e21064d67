"""Japanese: text to the symbols that Kokoro's Japanese voices were trained on."""

from engines.text.japanese.front_end import JapaneseFrontEnd
from engines.text.japanese.moras import kana_to_symbols

__all__ = ["JapaneseFrontEnd", "kana_to_symbols"]
