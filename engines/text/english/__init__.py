"""English text to symbols; `frontend` is the door."""
