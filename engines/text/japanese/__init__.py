"""Japanese: text to the symbols that Kokoro's Japanese voices were trained on; `front_end` is the door."""
