"""Voices as data: references, profiles, files, and how they are made."""
