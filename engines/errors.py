"""Every error a user can cause. The message says what happened and what to do about it."""

from __future__ import annotations


class TimbreError(Exception):
    """An error with a sentence for the user; front ends print it without a traceback."""


class NothingToSayError(TimbreError):
    """The text has no character that can be spoken."""


class VoiceNotFoundError(TimbreError):
    """No installed voice has the requested name."""


class LanguageNotAvailableError(TimbreError):
    """No front end for the language is installed."""


class ModelMissingError(TimbreError):
    """A model pack is not installed."""


class ModelDamagedError(TimbreError):
    """A file of an installed model pack is absent, truncated or changed."""


class FetchError(TimbreError):
    """A model pack could not be fetched."""


class AudioFileError(TimbreError):
    """An audio file could not be written or read."""


class AudioDeviceError(TimbreError):
    """Sound could not be played."""
