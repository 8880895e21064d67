"""Mandarin: text to the symbols that Kokoro's Chinese voices were trained on; `frontend` is the door."""
