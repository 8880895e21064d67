"""Model packs and model families. One family a folder; only that folder knows its tensor names."""
