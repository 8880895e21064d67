"""Spanish, French, Italian and Brazilian Portuguese: letters to the IPA that Kokoro's voices were trained on."""

from engines.text.romance.front_end import RomanceFrontEnd

__all__ = ["RomanceFrontEnd"]
