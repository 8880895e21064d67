"""How the letter-to-sound model in `assets/weights` was trained; not needed to speak."""
