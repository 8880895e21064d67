"""Spanish, French, Italian and Brazilian Portuguese: letters to the IPA that Kokoro's voices were trained on.

`front_end` is the door.
"""
