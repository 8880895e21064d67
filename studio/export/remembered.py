"""The options of the last export, kept in the settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from engines.audio.formats import FileFormat
from engines.audio.levels import Target
from engines.audio.wav import SAMPLE_RATES
from studio.export.plan import PATTERNS, ExportMode, ExportOptions, OnExisting, Sidecar, Timing
from studio.settings import Settings

T = TypeVar("T")

MAX_GAP = 10.0
"""Seconds of silence between two lines, and at the ends of a file."""
_SECONDS = ("gap", "paragraph_gap", "head", "tail")


def recall(settings: Settings, folder: Path) -> ExportOptions:
    """The options of the last export; what was never chosen, or is not valid, has its default.

    Parameters
    ----------
    folder
        Where to, if nothing was exported before.
    """
    default = ExportOptions(folder)
    mode = _one_of(ExportMode, settings.export_choice("mode"), default.mode)
    file_format = _one_of(FileFormat, settings.export_choice("format"), default.file_format)
    seconds = {name: _seconds(settings.export_choice(name), getattr(default, name)) for name in _SECONDS}
    return ExportOptions(
        folder=Path(settings.export_folder) if settings.export_folder else folder,
        mode=mode,
        pattern=recall_pattern(settings, mode),
        file_format=file_format,
        rate=fitting_rate(file_format, _parsed(int, settings.export_choice("rate"), SAMPLE_RATES, default.rate)),
        channels=_parsed(int, settings.export_choice("channels"), (1, 2), default.channels),
        target=_one_of(Target, settings.export_choice("target"), default.target),
        existing=_one_of(OnExisting, settings.export_choice("existing"), default.existing),
        timing=_one_of(Timing, settings.export_choice("timing"), default.timing),
        sidecars=tuple(kind for kind in Sidecar if kind.value in settings.export_choice("sidecars").split()),
        manifest=settings.export_choice("manifest") == "yes",
        **seconds,
    )


def recall_pattern(settings: Settings, mode: ExportMode) -> str:
    """The pattern last used for such an export."""
    return settings.export_choice(_pattern_name(mode)) or PATTERNS[mode]


def remember(settings: Settings, options: ExportOptions) -> None:
    """Keep them for the next export."""
    settings.export_folder = str(options.folder)
    choices = {
        "mode": options.mode.value,
        _pattern_name(options.mode): options.pattern,
        "format": options.file_format.value,
        "rate": str(options.rate),
        "channels": str(options.channels),
        "target": options.target.value,
        "existing": options.existing.value,
        "timing": options.timing.value,
        "sidecars": " ".join(kind.value for kind in options.sidecars),
        "manifest": "yes" if options.manifest else "no",
        **{name: str(getattr(options, name)) for name in _SECONDS},
    }
    for name, value in choices.items():
        settings.set_export_choice(name, value)


def fitting_rate(file_format: FileFormat, rate: int) -> int:
    """The rate if the format has it, else the next higher one that it has."""
    return next((known for known in file_format.rates if known >= rate), file_format.rates[-1])


def _pattern_name(mode: ExportMode) -> str:
    return {ExportMode.LINES: "line_pattern"}.get(mode, f"{mode.value}_pattern")


def _one_of(kind: Callable[[str], T], text: str, default: T) -> T:
    try:
        return kind(text)
    except ValueError:
        return default


def _parsed(kind: Callable[[str], T], text: str, allowed: Iterable[T], default: T) -> T:
    value = _one_of(kind, text, default)
    return value if value in allowed else default


def _seconds(text: str, default: float) -> float:
    value = _one_of(float, text, default)
    return value if 0.0 <= value <= MAX_GAP else default
