"""The options of the last export, kept in the settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from engines.audio.pcm import SampleFormat
from engines.audio.wav import SAMPLE_RATES
from studio.export.plan import JOINED_PATTERN, LINE_PATTERN, ExportMode, ExportOptions, OnExisting
from studio.settings import Settings

T = TypeVar("T")

_PATTERNS = {ExportMode.LINES: ("line_pattern", LINE_PATTERN), ExportMode.JOINED: ("joined_pattern", JOINED_PATTERN)}
MAX_GAP = 10.0
"""Seconds of silence between two lines."""


def recall(settings: Settings, folder: Path) -> ExportOptions:
    """The options of the last export; what was never chosen, or is not valid, has its default.

    Parameters
    ----------
    folder
        Where to, if nothing was exported before.
    """
    default = ExportOptions(folder)
    mode = _one_of(ExportMode, settings.export_choice("mode"), default.mode)
    return ExportOptions(
        folder=Path(settings.export_folder) if settings.export_folder else folder,
        mode=mode,
        pattern=recall_pattern(settings, mode),
        rate=_parsed(int, settings.export_choice("rate"), SAMPLE_RATES, default.rate),
        sample_format=_one_of(SampleFormat, settings.export_choice("format"), default.sample_format),
        existing=_one_of(OnExisting, settings.export_choice("existing"), default.existing),
        gap=_gap(settings.export_choice("gap"), default.gap),
    )


def recall_pattern(settings: Settings, mode: ExportMode) -> str:
    """The pattern last used for such an export."""
    name, default = _PATTERNS[mode]
    return settings.export_choice(name) or default


def remember(settings: Settings, options: ExportOptions) -> None:
    """Keep them for the next export."""
    settings.export_folder = str(options.folder)
    settings.set_export_choice("mode", options.mode.value)
    settings.set_export_choice(_PATTERNS[options.mode][0], options.pattern)
    settings.set_export_choice("rate", str(options.rate))
    settings.set_export_choice("format", options.sample_format.value)
    settings.set_export_choice("existing", options.existing.value)
    settings.set_export_choice("gap", str(options.gap))


def _one_of(kind: Callable[[str], T], text: str, default: T) -> T:
    try:
        return kind(text)
    except ValueError:
        return default


def _parsed(kind: Callable[[str], T], text: str, allowed: Iterable[T], default: T) -> T:
    value = _one_of(kind, text, default)
    return value if value in allowed else default


def _gap(text: str, default: float) -> float:
    value = _one_of(float, text, default)
    return value if 0.0 <= value <= MAX_GAP else default
